//! Colorplots, code as a value, and what else comes from CindyGL.

use crate::builtins::writing::{ANY, row};
use crate::builtins::{
    Builtin, Category, Control, Form, Intrinsic, Named, Opaque, SampledIn, form,
};

const fn cindygl(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::CindyGl, name, arity, doc).any_modifiers()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    cindygl("colorplot", 1, "paints the canvas: computes the expression at every pixel, on the GPU").args("colour")
        .example("colorplot([|#|/5, 0, 0.5])").used(9)
        .control(Control::Plot).changes_state()
        .usage("colorplot(colour) for the whole view, colorplot(colour, [x1, y1], [x2, y2]) for a rectangle"),
    cindygl("colorplot", 2, "paints an image: computes the expression at every pixel of it; the image covers the view")
        .args("image, colour")
        .example(r#"createimage("glow", 64, 64); colorplot("glow", hue(|#|/5))"#)
        .names(&[(0, Named::Image)]).control(Control::Plot).changes_state(),
    cindygl("colorplot", 3, "paints a rectangle of the canvas, given by two opposite corners")
        .args("colour, corner, opposite")
        .example("colorplot(gray(#.x), [0, 0], [1, 1])")
        .control(Control::Plot).changes_state(),
    cindygl("colorplot", 4, "paints an image; its lower left and lower right corner are at two points")
        .args("left, right, image, colour")
        .example(r#"createimage("wave", 99, 99); colorplot([0, 0], [1, 0], "wave", gray(#.x)); drawimage([0, 0], [1, 0], "wave")"#).names(&[(2, Named::Image)]).control(Control::Plot).changes_state(),
    cindygl("compile", 1, "returns the shader of an expression, for debugging").args("expression").unavailable(),
    cindygl("use8bittextures", 0, "keeps images with 8 bits per colour from now on; has no effect in the preview")
        .example("use8bittextures()").used(1).changes_state().cpu("-> undefined"),
    cindygl("forcerecompile", 0, "compiles all colorplots again; has no effect in the preview")
        .example("forcerecompile()").used(4).changes_state().cpu("-> undefined"),
    cindygl("setpixel", 4, "sets the colour of a pixel of an image")
        .args("image, x: from the left, y: from the bottom, colour")
        .example(r#"createimage("dots", 10, 10); setpixel("dots", 3, 4, [1, 0, 0])"#).used(3)
        .changes_state().cpu("any, any, any, any -> undefined").image(0).colour(3),
    cindygl("colorplotxr", 2, "paints the view of one eye in an XR session").used(1).out_of_scope("virtual reality").changes_state(),
    cindygl("cgldiscard", 0, "leaves the pixel unchanged")
        .example("colorplot(if(|#| > 2, cgldiscard(), [1, 1, 1]))").used(5).changes_state().gpu("-> undefined").is(Intrinsic::Discard),
    cindygl("cglevalordiscard", 1, "the value of an expression, or a default value if it calls `cgldiscard`").args("expression").used(1)
        .unavailable(),
    cindygl(form::LAZY, 1, "an expression as a value, a function without parameters that `cgleval` calls").args("expression")
        .example("f = cgllazy(A.x^2); println(cgleval(f))").used(7).control(Control::Code),
    cindygl(form::LAZY, 2, "an expression as a value, a function with one parameter or a list of them that `cgleval` calls. \
        Modifiers store the present values of variables with it").args("parameters, expression")
        .example("f = cgllazy(z, z^2); cgleval(f, 3)")
        .control(Control::Code),
    cindygl(form::EVALUATE, ANY, "calls a function that `cgllazy` has made").args("code, argument, ...")
        .example("f = cgllazy(z, z^2); println(cgleval(f, 3))").used(7)
        .form(Form::Evaluate),
    cindygl("cglislazy", 1, "true for a function that `cgllazy` has made").args("value")
        .example("f = cgllazy(z, z^2); cglislazy(f)").cpu("any -> boolean"),
    cindygl("cglwith", 1, "evaluates an expression in which modifiers replace variables").args("expression").unavailable(),
    cindygl("cglinterface", 4, "defines a function that receives some of its arguments as functions, by `cgllazy`")
        .args("name, function, names, modifiers").used(4)
        .unavailable().changes_state().runs(Opaque::Functions),
    cindygl("cgltrydeterminedegree", 1, "the degree of code as a polynomial, if it can be found").args("code").used(3).unavailable(),
    cindygl("cgltrydeterminedegree", 2, "the degree of an expression as a polynomial in the given variables").args("expression, variables")
        .unavailable(),
    cindygl("cgldebugprint", 1, "prints an expression before and after evaluation").args("expression").used(1)
        .unavailable().changes_state(),
    cindygl("cgllogerror", 1, "logs an error").args("message").used(2).unavailable().changes_state(),
    cindygl("cgllogwarning", 1, "logs a warning").args("message").used(3).unavailable().changes_state(),
    cindygl("cglloginfo", 1, "logs a message").args("message").unavailable().changes_state(),
    cindygl("imagergb", 2, "colour of an image at a point; the image covers the view")
        .args("image, point")
        .example(r#"createimage("old", 200, 200); colorplot(imagergb("old", 0.9*#))"#).used(8)
        .gpu("string, p -> list(3, real)").cpu("any, any -> list(3, real)").image(0).samples(SampledIn::View)
        .usage("imagergb(\"image\", #) at pixels, imagergb(\"image\", x, y) elsewhere"),
    cindygl("imagergba", 2, "colour and opacity of an image at a point, each from 0 to 1; the image covers the view").args("image, point")
        .example(r#"createimage("photo", 30, 20); colorplot(imagergba("photo", #))"#).used(8)
        .gpu("string, p -> list(4, real)").cpu("any, any -> list(4, real)").image(0).samples(SampledIn::View),
    cindygl("cgltexture", 2, "colour and opacity of an image at coordinates from 0 to 1").args("image, point: in the unit square")
        .example(r#"createimage("a", 64, 64); colorplot(cgltexture("a", #/4))"#).used(1)
        .gpu("string, p -> list(4, real)").cpu("any, any -> list(4, real)").image(0).samples(SampledIn::Unit),
    cindygl("cgltexturergb", 2, "colour of an image at coordinates from 0 to 1").args("image, point: in the unit square")
        .example(r#"createimage("photo", 30, 20); colorplot(cgltexturergb("photo", #))"#).used(2)
        .gpu("string, p -> list(3, real)").cpu("any, any -> list(3, real)").image(0).samples(SampledIn::Unit),
    cindygl("verbatimglsl", 1, "inserts text in the shader language GLSL").used(2).out_of_scope("GLSL"),
];
