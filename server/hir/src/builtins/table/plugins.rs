//! Functions of plugins: drawing in space, sound, and others, which the preview does not have.

use crate::builtins::form;
use crate::builtins::modifiers::{
    CANVAS_3D, CORNERS_3D, DIRECTION_3D, FREQUENCY, FUNCTION_WAVE, INSTANCE_3D, LIGHT_3D,
    LIST_WAVE, LOOK_3D, MESH_3D, NORMALS_3D, POSITION_3D, SIZE_3D, SOUND, SPOT_3D, TONE, WAVE,
};
use crate::builtins::writing::{ANY, row};
use crate::builtins::{Builtin, Category};

const fn plugin(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Plugin, name, arity, doc).changes_state()
}

const MIDI: &str = "plays notes; a function of the plugin midi";
const COMPLEX_CURVES: &str =
    "draws complex algebraic curves; a function of the plugin ComplexCurves";
const CINDY_LEAP: &str = "follows hands; a function of the plugin CindyLeap";
const CINDY_XR: &str = "shows virtual reality; a function of the plugin CindyXR";

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    plugin("stopsound", 0, "stops all sound").example("playsin(440); stopsound()").cpu("-> undefined"),
    plugin("playsin", 1, "plays a tone, a sine wave or one with overtones").args("frequency: in Hz")
        .example("playsin(440, harmonics -> [0.3, 0.2, 0.1], damp -> 2)").used(7).modifiers(&[SOUND, TONE]).cpu("any -> undefined"),
    plugin("playsin", 0, "changes the tone that plays on a line, by the modifiers")
        .example(r#"playsin(440, line -> "a"); playsin(line -> "a", damp -> 9)"#).modifiers(&[SOUND, TONE, FREQUENCY]).cpu("-> undefined"),
    plugin("playfunction", 1, "plays an expression whose value goes from -1 to 1; in it, `x`, `y` or `t` is the time in seconds").args("expression")
        .example("playfunction(sin(2*pi*440*x), damp -> 3)").used(3).form(form::GRAPH).modifiers(&[SOUND, WAVE, FUNCTION_WAVE]).cpu("any -> undefined"),
    plugin("playwave", 1, "plays a list of samples from -1 to 1, 44100 in a second, again and again").args("samples")
        .example("playwave(apply(1..200, sin(2*pi*#/200)))").used(2).modifiers(&[SOUND, WAVE, LIST_WAVE]).cpu("any -> undefined"),
    plugin("colorplot3d", 1, "adds a 3D colorplot that covers the whole view").args("colour").used(4).out_of_scope("3D drawing of CindyGL"),
    plugin("colorplot3d", 2, "adds a 3D colorplot on a mesh of triangles").args("colour, vertices").out_of_scope("3D drawing of CindyGL"),
    plugin("colorplot3d", 3, "adds a 3D colorplot inside a sphere").args("colour, center, radius").out_of_scope("3D drawing of CindyGL"),
    plugin("colorplot3d", 4, "adds a 3D colorplot inside a cylinder between two points").args("colour, from, to, radius").out_of_scope("3D drawing of CindyGL"),
    plugin("colorplot3d", 5, "adds a 3D colorplot inside a cuboid, given by its centre and three vectors").args("colour, center, u, v, w").out_of_scope("3D drawing of CindyGL"),
    plugin("cglcoordsystem", 0, "sets the 3D view, by its modifiers").used(1).out_of_scope("3D drawing of CindyGL"),
    plugin("cglviewpos", 0, "the position of the camera of the 3D scene").used(3).out_of_scope("3D drawing of CindyGL").pure(),
    plugin("cglviewrect", 0, "the visible rectangle: left, bottom, right, top")
        .example("println(cglviewrect())").used(3).pure().cpu("-> list(4, real)"),
    plugin("cglaxes", 0, "the axes of the 3D view").used(1).out_of_scope("3D drawing of CindyGL").pure(),
    plugin("rotate3d", 2, "rotates the 3D view by two angles").args("alpha, beta").used(4).out_of_scope("3D drawing of CindyGL"),
    plugin("zoom3d", 1, "zooms the 3D view").args("factor").used(4).out_of_scope("3D drawing of CindyGL"),
    plugin("cglresetrotation", 0, "resets the rotation of the 3D view").used(1).out_of_scope("3D drawing of CindyGL"),
    plugin("cglreset3d", 0, "clears the 3D scene").used(3).out_of_scope("3D drawing of CindyGL"),
    plugin("cglevalonrender", 1, "evaluates an expression before each picture of the 3D scene").args("expression").used(2).out_of_scope("3D drawing of CindyGL"),
    plugin("cglrender3d", 0, "draws the 3D scene on the canvas").used(4).out_of_scope("3D drawing of CindyGL"),
    plugin("cglrender3d", 1, "draws the 3D scene into an image").args("image").out_of_scope("3D drawing of CindyGL"),
    plugin("cglrender3d", 2, "draws the 3D scene into a rectangle of the canvas, given by two corners").args("corner, opposite").out_of_scope("3D drawing of CindyGL"),
    plugin("cgldirection", 2, "the direction of the ray of view through a point of the screen").args("x, y").used(3).out_of_scope("3D drawing of CindyGL").pure(),
    plugin("cglfindobject", 2, "the object of the 3D scene at a point of the screen").args("x, y").used(2).out_of_scope("3D drawing of CindyGL").pure(),
    plugin("cglupdatebounds", 1, "removes the bounds of an object of the 3D scene").args("object").used(4).out_of_scope("3D drawing of CindyGL"),
    plugin("cglupdatebounds", 2, "bounds an object of the 3D scene by a mesh of triangles").args("object, vertices").out_of_scope("3D drawing of CindyGL"),
    plugin("cglupdatebounds", 3, "bounds an object of the 3D scene by a sphere").args("object, center, radius").out_of_scope("3D drawing of CindyGL"),
    plugin("cglupdatebounds", 4, "bounds an object of the 3D scene by a cylinder between two points").args("object, from, to, radius").out_of_scope("3D drawing of CindyGL"),
    plugin("cglupdatebounds", 5, "bounds an object of the 3D scene by a cuboid").args("object, center, u, v, w").out_of_scope("3D drawing of CindyGL"),
    plugin("cglupdate", 1, "changes the modifiers of an object of the 3D scene").args("object").used(5).out_of_scope("3D drawing of CindyGL"),
    plugin("cglsetvisible", 2, "shows or hides an object of the 3D scene").args("object, visible").used(1).out_of_scope("3D drawing of CindyGL"),
    plugin("cgldelete", 1, "removes an object of the 3D scene").args("object").used(2).out_of_scope("3D drawing of CindyGL"),
    plugin("cglspherepos", 1, "the centre of a sphere of the 3D scene").args("object").used(4).out_of_scope("3D drawing of CindyGL").pure(),
    plugin("begin3d", 0, "begins a picture in space, on a canvas of its own")
        .example("begin3d(); draw3d([0, 0, 0]); end3d()").used(6).modifiers(&[CANVAS_3D]).cpu("-> undefined"),
    plugin("end3d", 0, "ends a picture in space, and shows it")
        .example("begin3d(); draw3d([0, 0, 0], [1, 1, 0]); end3d()").used(6).cpu("-> undefined"),
    plugin("gsave3d", 0, "saves colour, opacity, size and shininess for `grestore3d`")
        .example("begin3d(); gsave3d(); color3d([0, 1, 0]); draw3d([1, 0, 0]); grestore3d(); draw3d([0, 0, 0]); end3d()").cpu("-> undefined"),
    plugin("grestore3d", 0, "restores how shapes in space looked at the last `gsave3d`")
        .example("begin3d(); gsave3d(); size3d(4); draw3d([1, 0, 0]); grestore3d(); draw3d([0, 0, 0]); end3d()").cpu("-> undefined"),
    plugin("draw3d", 1, "draws a point in space, a sphere of the size that is set").args("point")
        .example("begin3d(); draw3d([0, 0, 0], size -> 10); end3d()").used(7).modifiers(&[LOOK_3D, SIZE_3D]).cpu("any -> undefined"),
    plugin("draw3d", 2, "draws a segment in space, a rod").args("from, to")
        .example("begin3d(); draw3d([-1, 0, 0], [1, 1, 0]); end3d()").modifiers(&[LOOK_3D, SIZE_3D]).cpu("any, any -> undefined"),
    plugin("connect3d", 1, "connects points in space by rods").args("points")
        .example("begin3d(); connect3d([[0, 0, 0], [1, 0, 0], [1, 1, 1]]); end3d()").used(1).modifiers(&[LOOK_3D, SIZE_3D]).cpu("any -> undefined"),
    plugin("drawpoly3d", 1, "draws the edges of a polygon in space, as rods").args("points")
        .example("begin3d(); drawpoly3d([[0, 0, 0], [1, 0, 0], [1, 1, 1]]); end3d()").used(1).modifiers(&[LOOK_3D, SIZE_3D]).cpu("any -> undefined"),
    plugin("fillpoly3d", 1, "fills a polygon in space").args("points")
        .example("begin3d(); fillpoly3d([[0, 0, 0], [1, 0, 0], [1, 1, 1]]); end3d()").used(4).modifiers(&[LOOK_3D, SIZE_3D]).cpu("any -> undefined"),
    plugin("fillpoly3d", 2, "fills a polygon in space, with a direction perpendicular to the surface at each corner").args("points, normals")
        .example("begin3d(); fillpoly3d([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 0, 1], [0, 1, 1]]); end3d()").modifiers(&[LOOK_3D, SIZE_3D]).cpu("any, any -> undefined"),
    plugin("drawsphere3d", 2, "draws a sphere").args("center, radius")
        .example("begin3d(); drawsphere3d([0, 0, 0], 1); end3d()").used(3).modifiers(&[LOOK_3D, SIZE_3D]).cpu("any, any -> undefined"),
    plugin("fillcircle3d", 3, "does nothing, as in CindyJS").args("center, normal, radius")
        .example("begin3d(); fillcircle3d([0, 0, 0], [0, 0, 1], 1); end3d()").modifiers(&[LOOK_3D, SIZE_3D]).cpu("any, any, any -> undefined"),
    plugin("mesh3d", 3, "draws a surface through a grid of points in space").args("rows, columns, points")
        .example("begin3d(); mesh3d(2, 2, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1]]); end3d()").used(5).modifiers(&[LOOK_3D, SIZE_3D, MESH_3D, CORNERS_3D]).cpu("any, any, any -> undefined"),
    plugin("mesh3d", 4, "draws a surface through a grid of points in space, with a direction perpendicular to it at each point").args("rows, columns, points, normals")
        .example("p = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]]; begin3d(); mesh3d(2, 2, p, apply(p, # + [0, 0, 1])); end3d()").modifiers(&[LOOK_3D, SIZE_3D, MESH_3D, CORNERS_3D]).cpu("any, any, any, any -> undefined"),
    plugin("triangle3d", 1, "draws a triangle in space").args("corners")
        .example("begin3d(); triangle3d([[0, 0, 0], [1, 0, 0], [0, 1, 0]], colors -> [[1, 0, 0], [0, 1, 0], [0, 0, 1]]); end3d()").modifiers(&[LOOK_3D, SIZE_3D, CORNERS_3D, NORMALS_3D]).cpu("any -> undefined"),
    plugin("color3d", 1, "sets the colour of everything that is drawn in space from now on").args("colour")
        .example("begin3d(); color3d([1, 0.5, 0]); draw3d([0, 0, 0]); end3d()").used(5).cpu("any -> undefined"),
    plugin("alpha3d", 1, "sets the opacity of surfaces that are drawn in space from now on").args("opacity: from 0 to 1")
        .example("begin3d(); alpha3d(0.5); drawsphere3d([0, 0, 0], 1); end3d()").used(3).cpu("any -> undefined"),
    plugin("pointcolor3d", 1, "sets the colour of points that are drawn in space from now on").args("colour")
        .example("begin3d(); pointcolor3d([1, 0.5, 0]); draw3d([0, 0, 0]); end3d()").cpu("any -> undefined"),
    plugin("linecolor3d", 1, "sets the colour of lines that are drawn in space from now on").args("colour")
        .example("begin3d(); linecolor3d([1, 0.5, 0]); draw3d([0, 0, 0], [1, 1, 0]); end3d()").cpu("any -> undefined"),
    plugin("surfacecolor3d", 1, "sets the colour of surfaces that are drawn in space from now on").args("colour")
        .example("begin3d(); surfacecolor3d([1, 0.5, 0]); drawsphere3d([0, 0, 0], 1); end3d()").cpu("any -> undefined"),
    plugin("surfacealpha3d", 1, "the same as alpha3d").args("opacity: from 0 to 1")
        .example("begin3d(); surfacealpha3d(0.5); drawsphere3d([0, 0, 0], 1); end3d()").cpu("any -> undefined"),
    plugin("shininess3d", 1, "sets how small highlights are on everything that is drawn in space from now on").args("shininess: from 0 to 128")
        .example("begin3d(); shininess3d(100); drawsphere3d([0, 0, 0], 1); end3d()").used(2).cpu("any -> undefined"),
    plugin("pointshininess3d", 1, "sets how small highlights are on points that are drawn in space from now on").args("shininess: from 0 to 128")
        .example("begin3d(); pointshininess3d(100); draw3d([0, 0, 0], size -> 10); end3d()").cpu("any -> undefined"),
    plugin("lineshininess3d", 1, "sets how small highlights are on lines that are drawn in space from now on").args("shininess: from 0 to 128")
        .example("begin3d(); lineshininess3d(100); draw3d([0, 0, 0], [1, 1, 0]); end3d()").cpu("any -> undefined"),
    plugin("surfaceshininess3d", 1, "sets how small highlights are on surfaces that are drawn in space from now on").args("shininess: from 0 to 128")
        .example("begin3d(); surfaceshininess3d(100); drawsphere3d([0, 0, 0], 1); end3d()").cpu("any -> undefined"),
    plugin("size3d", 1, "sets the radius of points and lines that are drawn in space from now on").args("size: in twentieths of a unit")
        .example("begin3d(); size3d(5); draw3d([0, 0, 0], [1, 1, 0]); end3d()").used(4).cpu("any -> undefined"),
    plugin("pointsize3d", 1, "sets the radius of points that are drawn in space from now on").args("size: in twentieths of a unit")
        .example("begin3d(); pointsize3d(5); draw3d([0, 0, 0]); end3d()").cpu("any -> undefined"),
    plugin("linesize3d", 1, "sets the radius of lines that are drawn in space from now on").args("size: in twentieths of a unit")
        .example("begin3d(); linesize3d(5); draw3d([0, 0, 0], [1, 1, 0]); end3d()").cpu("any -> undefined"),
    plugin("background3d", 1, "sets the colour behind the picture in space").args("colour")
        .example("begin3d(); background3d([0, 0, 0.2]); draw3d([0, 0, 0]); end3d()").used(6).cpu("any -> undefined"),
    plugin("lookat3d", 3, "places the camera, points it at a place, and says which direction is up").args("position, target, up")
        .example("begin3d(); lookat3d([0, 0, 10], [0, 0, 0], [0, 1, 0]); draw3d([0, 0, 0]); end3d()").used(3).cpu("any, any, any -> undefined"),
    plugin("fieldofview3d", 1, "sets half of the angle that the camera sees from top to bottom").args("angle: in radians")
        .example("begin3d(); fieldofview3d(0.5); draw3d([0, 0, 0]); end3d()").used(3).cpu("any -> undefined"),
    plugin("depthrange3d", 2, "sets the distances from the camera between which things are seen").args("near, far")
        .example("begin3d(); depthrange3d(1, 50); draw3d([0, 0, 0]); end3d()").cpu("any, any -> undefined"),
    plugin("renderhints3d", 0, "does nothing, as in CindyJS")
        .example("begin3d(); renderhints3d(); end3d()").cpu("-> undefined"),
    plugin("pointlight3d", 1, "sets a light that shines in all directions").args("index: from 0")
        .example("begin3d(); pointlight3d(0, position -> [2, 2, 0]); drawsphere3d([0, 0, 0], 1); end3d()").used(2).modifiers(&[LIGHT_3D, POSITION_3D]).cpu("any -> undefined"),
    plugin("directionallight3d", 1, "sets a light that shines from far away").args("index: from 0")
        .example("begin3d(); directionallight3d(0, direction -> [-1, 0, 0]); drawsphere3d([0, 0, 0], 1); end3d()").used(2).modifiers(&[LIGHT_3D, DIRECTION_3D]).cpu("any -> undefined"),
    plugin("spotlight3d", 1, "sets a light that shines in a cone").args("index: from 0")
        .example("begin3d(); spotlight3d(0, direction -> [0, 0, -1], cutoffangle -> 10°); drawsphere3d([0, 0, 0], 1); end3d()").used(1).modifiers(&[LIGHT_3D, POSITION_3D, DIRECTION_3D, SPOT_3D]).cpu("any -> undefined"),
    plugin("ambientlight3d", 1, "sets the colour of the light that is everywhere").args("colour")
        .example("begin3d(); ambientlight3d([0.2, 0.2, 0.2]); drawsphere3d([0, 0, 0], 1); end3d()").used(2).cpu("any -> undefined"),
    plugin("disablelight3d", 1, "switches a light off").args("index: from 0")
        .example("begin3d(); pointlight3d(1); disablelight3d(0); drawsphere3d([0, 0, 0], 1); end3d()").used(1).cpu("any -> undefined"),
    plugin("instrument", 1, MIDI).used(6).out_of_scope("MIDI"),
    plugin("loadinstruments", 1, MIDI).used(4).out_of_scope("MIDI"),
    plugin("midiposition", 0, MIDI).used(2).out_of_scope("MIDI"),
    plugin("playmelody", 1, MIDI).used(2).out_of_scope("MIDI"),
    plugin("playtone", 1, MIDI).used(6).out_of_scope("MIDI"),
    plugin("complexcurves", 1, COMPLEX_CURVES).used(2).out_of_scope("Riemann surfaces"),
    plugin("complexcurves", 2, COMPLEX_CURVES).out_of_scope("Riemann surfaces"),
    plugin("initleapmotion", 0, CINDY_LEAP).used(2).out_of_scope("hand tracking"),
    plugin("getleaphandsdata", 0, CINDY_LEAP).used(2).out_of_scope("hand tracking"),
    plugin("getleapgesturedata", 0, CINDY_LEAP).out_of_scope("hand tracking"),
    plugin("leapnormalizeposition", 1, CINDY_LEAP).used(5).out_of_scope("hand tracking"),
    plugin("initxrcindygl", 0, CINDY_XR).used(1).out_of_scope("virtual reality"),
    plugin("initxrcindy3d", 0, CINDY_XR).out_of_scope("virtual reality"),
    plugin("getxrinputsources", 0, CINDY_XR).out_of_scope("virtual reality"),
    plugin("xr", 1, CINDY_XR).out_of_scope("virtual reality"),
    plugin("addcindy3dprintui", 1, "adds controls to the page that save the scene of Cindy3D for 3D printers").args("file: a name that ends with .stl or .obj")
        .example(r#"addcindy3dprintui("mesh.stl")"#).used(3).cpu("any -> undefined"),
    plugin("addcindy3dprintuitubes", 5, "adds controls to the page that save a tube for 3D printers").args("file, points: the name of a function that takes a number and returns so many points, count: an expression as a text, radius: an expression as a text, closed")
        .example(r#"path(n) := apply(1..n, k, [cos(360°*k/n), sin(360°*k/n), 0]); addcindy3dprintuitubes("tube.stl", path, "100", "3", true)"#).form(form::TUBE),
    plugin("addcindyglprintui", 2, "adds controls to the page that save a surface for 3D printers").args("file, arguments: those of updatepreviewcdygl as a text")
        .example(r#"addcindyglprintui("mesh.stl", "F, dF, 0, 1")"#).cpu("any, any -> undefined"),
    plugin("drawprintpreview", 0, "does nothing: the preview always shows the model that a script has made")
        .example("drawprintpreview()").used(4).cpu("-> undefined"),
    plugin("savecsgmesh", 1, "saves the scene of Cindy3D for 3D printers, when the user presses something").args("file: a name that ends with .stl or .obj")
        .example(r#"savecsgmesh("mesh.stl")"#).modifiers(&[INSTANCE_3D]).cpu("any -> undefined"),
    plugin("savetubemesh", 4, "saves a tube for 3D printers, when the user presses something").args("file, points, radius, closed")
        .example(r#"savetubemesh("tube.stl", [[0, 0, 0], [1, 0, 0], [1, 1, 0]], 0.1, false)"#).cpu("any, any, any, any -> undefined"),
    plugin("saveisomeshtofile", 5, "saves the surface where a function has a value for 3D printers, when the user presses something").args("file, function, gradient, value, radius: half of the side of a cube around the origin")
        .example(r#"F(p) := |p|; saveisomeshtofile("ball.stl", F, F, 1, 2)"#).form(form::SAVED_SURFACE),
    plugin("saveisomeshtofile", 7, "the same in a cube with one corner at `origin`, which has `count` points in each direction").args("file, function, gradient, value, origin, step, count")
        .example(r#"F(p) := |p|; saveisomeshtofile("ball.stl", F, F, 1, [-2, -2, -2], 0.1, 41)"#).form(form::SAVED_SURFACE),
    plugin("updatepreviewcdy3d", 0, "shows a model of the scene of Cindy3D for 3D printers")
        .example("begin3d(); drawsphere3d([0, 0, 0], 1); end3d(); updatepreviewcdy3d()").modifiers(&[INSTANCE_3D]).cpu("-> undefined"),
    plugin("updatepreviewtubes", 3, "shows a model of a tube for 3D printers").args("points, radius, closed")
        .example("updatepreviewtubes([[0, 0, 0], [1, 0, 0], [1, 1, 0]], 0.1, false)").cpu("any, any, any -> undefined"),
    plugin("updatepreviewcdygl", 4, "shows a model of the surface where a function has a value").args("function, gradient, value, radius: half of the side of a cube around the origin")
        .example("F(p) := |p|; updatepreviewcdygl(F, F, 1, 2)").form(form::SHOWN_SURFACE),
    plugin("updatepreviewcdygl", 6, "the same in a cube with one corner at `origin`, which has `count` points in each direction").args("function, gradient, value, origin, step, count")
        .example("F(p) := |p|; updatepreviewcdygl(F, F, 1, [-2, -2, -2], 0.1, 41)").form(form::SHOWN_SURFACE),
    plugin("draw3d", ANY, "draws a point, segment or triangle of the 3D scene; a function of the plugin CindyGL").out_of_scope("3D drawing of CindyGL"),
    plugin("sphere3d", ANY, "draws a sphere").out_of_scope("3D drawing of CindyGL"),
    plugin("cylinder3d", ANY, "draws a cylinder").out_of_scope("3D drawing of CindyGL"),
    plugin("line3d", ANY, "draws a line in space").out_of_scope("3D drawing of CindyGL"),
    plugin("connect3d", ANY, "draws a polyline in space; a function of the plugin CindyGL").out_of_scope("3D drawing of CindyGL"),
    plugin("curve3d", ANY, "draws the curve of an expression in t").out_of_scope("3D drawing of CindyGL"),
    plugin("torus3d", ANY, "draws a torus or a circle").out_of_scope("3D drawing of CindyGL"),
    plugin("circle3d", ANY, "draws a circle in space").out_of_scope("3D drawing of CindyGL"),
    plugin("triangle3d", ANY, "draws a triangle in space; a function of the plugin CindyGL").out_of_scope("3D drawing of CindyGL"),
    plugin("triangles3d", ANY, "draws triangles in space").out_of_scope("3D drawing of CindyGL"),
    plugin("polygon3d", ANY, "draws a polygon in space").out_of_scope("3D drawing of CindyGL"),
    plugin("mesh3d", ANY, "draws a grid of points in space; a function of the plugin CindyGL").out_of_scope("3D drawing of CindyGL"),
    plugin("surface3d", ANY, "draws the surface where an expression in x, y, z is zero").out_of_scope("3D drawing of CindyGL"),
    plugin("plot3d", ANY, "draws the graph of an expression in x and y").out_of_scope("3D drawing of CindyGL"),
    plugin("cplot3d", ANY, "draws the graph of a complex function of z").out_of_scope("3D drawing of CindyGL"),
    plugin("complexplot3d", ANY, "draws the graph of a complex function of z").out_of_scope("3D drawing of CindyGL"),
    plugin("normalize", 1, "the vector of length 1 in the same direction").out_of_scope("3D drawing of CindyGL").of_plugin("Cindy3D").pure(),
    plugin("cutoffaddplane", ANY, "a region of space cut off by a further plane").out_of_scope("3D drawing of CindyGL"),
];
