//! Functions of plugins: sound, drawing in space and the like, most of which the preview does
//! not have.

use crate::builtins::writing::{ANY, row};
use crate::builtins::{Builtin, Category};

const fn plugin(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Plugin, name, arity, doc).changes_state()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    plugin("stopsound", 0, "stops all sound").out_of_scope("sound"),
    plugin("playsin", 1, "plays a sine or harmonic tone of a frequency").used(7).out_of_scope("sound"),
    plugin("playsin", 0, "changes a running tone by its modifiers").out_of_scope("sound"),
    plugin("playfunction", 1, "plays an expression as waveform").used(3).out_of_scope("sound"),
    plugin("playwave", 1, "plays a list of samples").used(2).out_of_scope("sound"),
    plugin("colorplot3d", 1, "adds a full-view ray-direction program to the 3D scene").used(4).out_of_scope("3D drawing"),
    plugin("colorplot3d", 2, "(expression, vertices): adds a program drawn on a triangle mesh").out_of_scope("3D drawing"),
    plugin("colorplot3d", 3, "(expression, centre, radius): adds a program bounded by a sphere").out_of_scope("3D drawing"),
    plugin("colorplot3d", 4, "(expression, end, end, radius): adds a program bounded by a cylinder").out_of_scope("3D drawing"),
    plugin("colorplot3d", 5, "(expression, centre, three axes): adds a program bounded by a cuboid").out_of_scope("3D drawing"),
    plugin("cglcoordsystem", 0, "sets the 3D view frustum from modifiers").used(1).out_of_scope("3D drawing"),
    plugin("cglviewpos", 0, "camera position").used(3).out_of_scope("3D drawing").pure(),
    plugin("cglviewrect", 0, "the visible rectangle: left, bottom, right, top")
        .example("println(cglviewrect())").used(3).pure().cpu("-> list(4, real)"),
    plugin("cglaxes", 0, "current view axes").used(1).out_of_scope("3D drawing").pure(),
    plugin("rotate3d", 2, "rotates the 3D view").used(4).out_of_scope("3D drawing"),
    plugin("zoom3d", 1, "zooms the 3D view").used(4).out_of_scope("3D drawing"),
    plugin("cglresetrotation", 0, "resets the view rotation").used(1).out_of_scope("3D drawing"),
    plugin("cglreset3d", 0, "clears the 3D scene").used(3).out_of_scope("3D drawing"),
    plugin("cglevalonrender", 1, "registers code to run before each 3D render").used(2).out_of_scope("3D drawing"),
    plugin("cglrender3d", 0, "renders the scene to the canvas").used(4).out_of_scope("3D drawing"),
    plugin("cglrender3d", 1, "renders the scene to an image").out_of_scope("3D drawing"),
    plugin("cglrender3d", 2, "renders the scene to a rectangle").out_of_scope("3D drawing"),
    plugin("cgldirection", 2, "view ray direction for a screen position").used(3).out_of_scope("3D drawing").pure(),
    plugin("cglfindobject", 2, "object hit by the ray of a screen position").used(2).out_of_scope("3D drawing").pure(),
    plugin("cglupdatebounds", 1, "changes the bounds of an object (1 to 5 arguments)").used(4).out_of_scope("3D drawing"),
    plugin("cglupdatebounds", 2, "see cglupdatebounds/1").out_of_scope("3D drawing"),
    plugin("cglupdatebounds", 3, "see cglupdatebounds/1").out_of_scope("3D drawing"),
    plugin("cglupdatebounds", 4, "see cglupdatebounds/1").out_of_scope("3D drawing"),
    plugin("cglupdatebounds", 5, "see cglupdatebounds/1").out_of_scope("3D drawing"),
    plugin("cglupdate", 1, "changes modifiers of an object").used(5).out_of_scope("3D drawing"),
    plugin("cglsetvisible", 2, "shows or hides an object").used(1).out_of_scope("3D drawing"),
    plugin("cgldelete", 1, "removes an object").used(2).out_of_scope("3D drawing"),
    plugin("cglspherepos", 1, "position helper for spheres").used(4).out_of_scope("3D drawing").pure(),
    plugin("begin3d", 0, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(6)
        .out_of_scope("3D drawing"),
    plugin("end3d", 0, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(6)
        .out_of_scope("3D drawing"),
    plugin("gsave3d", 0, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("grestore3d", 0, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("draw3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(7)
        .out_of_scope("3D drawing"),
    plugin("draw3d", 2, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("connect3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(1)
        .out_of_scope("3D drawing"),
    plugin("drawpoly3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(1)
        .out_of_scope("3D drawing"),
    plugin("fillpoly3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(4)
        .out_of_scope("3D drawing"),
    plugin("fillpoly3d", 2, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("drawsphere3d", 2, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(3)
        .out_of_scope("3D drawing"),
    plugin("fillcircle3d", 3, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("mesh3d", 3, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(5)
        .out_of_scope("3D drawing"),
    plugin("mesh3d", 4, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("triangle3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("color3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(5)
        .out_of_scope("3D drawing"),
    plugin("alpha3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(3)
        .out_of_scope("3D drawing"),
    plugin("pointcolor3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("linecolor3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("surfacecolor3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("surfacealpha3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("shininess3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(2)
        .out_of_scope("3D drawing"),
    plugin("pointshininess3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("lineshininess3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("surfaceshininess3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("size3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(4)
        .out_of_scope("3D drawing"),
    plugin("pointsize3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("linesize3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("background3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(6)
        .out_of_scope("3D drawing"),
    plugin("lookat3d", 3, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(3)
        .out_of_scope("3D drawing"),
    plugin("fieldofview3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(3)
        .out_of_scope("3D drawing"),
    plugin("depthrange3d", 2, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("renderhints3d", 0, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .out_of_scope("3D drawing"),
    plugin("pointlight3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(2)
        .out_of_scope("3D drawing"),
    plugin("directionallight3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)")
        .used(2)
        .out_of_scope("3D drawing"),
    plugin("spotlight3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(1)
        .out_of_scope("3D drawing"),
    plugin("ambientlight3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(2)
        .out_of_scope("3D drawing"),
    plugin("disablelight3d", 1, "Cindy3D plugin operation (3D points, rods, spheres, polygons, meshes, camera, lights)").used(1)
        .out_of_scope("3D drawing"),
    plugin("instrument", 1, "plugin function").used(6).out_of_scope("sound"),
    plugin("loadinstruments", 1, "plugin function").used(4).out_of_scope("sound"),
    plugin("midiposition", 0, "plugin function").used(2).out_of_scope("sound"),
    plugin("playmelody", 1, "plugin function").used(2).out_of_scope("sound"),
    plugin("playtone", 1, "plugin function").used(6).out_of_scope("sound"),
    plugin("complexcurves", 1, "plugin function").used(2).out_of_scope("Riemann surfaces"),
    plugin("complexcurves", 2, "plugin function").out_of_scope("Riemann surfaces"),
    plugin("initleapmotion", 0, "plugin function").used(2).out_of_scope("hand tracking"),
    plugin("getleaphandsdata", 0, "plugin function").used(2).out_of_scope("hand tracking"),
    plugin("getleapgesturedata", 0, "plugin function").out_of_scope("hand tracking"),
    plugin("leapnormalizeposition", 1, "plugin function").used(5).out_of_scope("hand tracking"),
    plugin("initxrcindygl", 0, "plugin function").used(1).out_of_scope("virtual reality"),
    plugin("initxrcindy3d", 0, "plugin function").out_of_scope("virtual reality"),
    plugin("getxrinputsources", 0, "plugin function").out_of_scope("virtual reality"),
    plugin("xr", 1, "plugin function").out_of_scope("virtual reality"),
    plugin("saveisomeshtofile", 5, "plugin function").out_of_scope("3D printing"),
    plugin("savetubemesh", 4, "plugin function").out_of_scope("3D printing"),
    plugin("savecsgmesh", 1, "plugin function").out_of_scope("3D printing"),
    plugin("drawprintpreview", 0, "plugin function").used(4).out_of_scope("3D printing"),
    plugin("addcindyglprintui", 2, "plugin function").out_of_scope("3D printing"),
    plugin("addcindy3dprintui", 1, "plugin function").used(3).out_of_scope("3D printing"),
    plugin("draw3d", ANY, "draws a point, segment or triangle of the 3D scene").out_of_scope("3D drawing"),
    plugin("sphere3d", ANY, "draws a sphere").out_of_scope("3D drawing"),
    plugin("cylinder3d", ANY, "draws a cylinder").out_of_scope("3D drawing"),
    plugin("line3d", ANY, "draws a line in space").out_of_scope("3D drawing"),
    plugin("connect3d", ANY, "draws a polyline in space").out_of_scope("3D drawing"),
    plugin("curve3d", ANY, "draws the curve of an expression in t").out_of_scope("3D drawing"),
    plugin("torus3d", ANY, "draws a torus or a circle").out_of_scope("3D drawing"),
    plugin("circle3d", ANY, "draws a circle in space").out_of_scope("3D drawing"),
    plugin("triangle3d", ANY, "draws a triangle in space").out_of_scope("3D drawing"),
    plugin("triangles3d", ANY, "draws triangles in space").out_of_scope("3D drawing"),
    plugin("polygon3d", ANY, "draws a polygon in space").out_of_scope("3D drawing"),
    plugin("mesh3d", ANY, "draws a grid of points in space").out_of_scope("3D drawing"),
    plugin("surface3d", ANY, "draws the surface where an expression in x, y, z is zero").out_of_scope("3D drawing"),
    plugin("plot3d", ANY, "draws the graph of an expression in x and y").out_of_scope("3D drawing"),
    plugin("cplot3d", ANY, "draws the graph of a complex function of z").out_of_scope("3D drawing"),
    plugin("complexplot3d", ANY, "draws the graph of a complex function of z").out_of_scope("3D drawing"),
    plugin("normalize", 1, "the vector of length 1 in the same direction").out_of_scope("3D drawing").of_plugin("Cindy3D").pure(),
    plugin("cutoffaddplane", ANY, "a region of space cut off by a further plane").out_of_scope("3D drawing"),
];
