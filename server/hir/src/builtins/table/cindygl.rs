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
    cindygl("colorplot", 1, "evaluates the expression for every pixel of the whole view on the GPU").args("colour")
        .example("colorplot([|#|/5, 0, 0.5])").used(9)
        .control(Control::Plot).changes_state()
        .usage("colorplot(colour) for the whole view, colorplot(colour, [x1, y1], [x2, y2]) for a rectangle"),
    cindygl("colorplot", 2, "renders into an image, whose lower corners are those of the view")
        .args("image, colour")
        .example(r#"createimage("glow", 64, 64); colorplot("glow", hue(|#|/5))"#)
        .names(&[(0, Named::Image)]).control(Control::Plot).changes_state(),
    cindygl("colorplot", 3, "renders into an axis-parallel rectangle of the view")
        .args("colour, corner, opposite")
        .example("colorplot(gray(#.x), [0, 0], [1, 1])")
        .control(Control::Plot).changes_state(),
    cindygl("colorplot", 4, "renders into an image placed by its lower left and lower right corner")
        .args("left, right, image, colour")
        .example(r#"createimage("wave", 99, 99); colorplot([0, 0], [1, 0], "wave", gray(#.x)); drawimage([0, 0], [1, 0], "wave")"#).names(&[(2, Named::Image)]).control(Control::Plot).changes_state(),
    cindygl("compile", 1, "debug: yields generated shader program data").args("expression").unavailable(),
    cindygl("use8bittextures", 0, "switches to 8-bit textures")
        .example("use8bittextures()").used(1).changes_state().cpu("-> undefined"),
    cindygl("forcerecompile", 0, "marks all compiled programs as outdated")
        .example("forcerecompile()").used(4).changes_state().cpu("-> undefined"),
    cindygl("setpixel", 4, "sets one pixel of an image (name, x from the left, y from the bottom, colour)")
        .args("image, x: from the left, y: from the bottom, colour")
        .example(r#"createimage("dots", 10, 10); setpixel("dots", 3, 4, [1, 0, 0])"#).used(3)
        .changes_state().cpu("any, any, any, any -> undefined").image(0).colour(3),
    cindygl("colorplotxr", 2, "colorplot for one eye view of an XR session").used(1).out_of_scope("virtual reality").changes_state(),
    cindygl("cgldiscard", 0, "leaves the pixel of a colorplot as it is")
        .example("colorplot(if(|#| > 2, cgldiscard(), [1, 1, 1]))").used(5).changes_state().gpu("-> undefined").is(Intrinsic::Discard),
    cindygl("cglevalordiscard", 1, "evaluates an expression, yielding a default if it discards").args("expression").used(1)
        .unavailable(),
    cindygl(form::LAZY, 1, "the expression as a value, code without parameters: `cgleval` evaluates it").args("expression")
        .example("f = cgllazy(A.x^2); println(cgleval(f))").used(7).control(Control::Code),
    cindygl(form::LAZY, 2, "code with a parameter, or a list of them, as a value, which `cgleval` evaluates; \
        what modifiers name, it keeps as it is now").args("parameters, expression")
        .example("f = cgllazy(z, z^2); cgleval(f, 3)")
        .control(Control::Code),
    cindygl(form::EVALUATE, ANY, "evaluates code that `cgllazy` has made").args("code, argument, ...")
        .example("f = cgllazy(z, z^2); println(cgleval(f, 3))").used(7)
        .form(Form::Evaluate),
    cindygl("cglislazy", 1, "whether a value is code that `cgllazy` has made").args("value")
        .example("f = cgllazy(z, z^2); cglislazy(f)").cpu("any -> boolean"),
    cindygl("cglwith", 1, "evaluates an expression with variables replaced by modifiers").args("expression").unavailable(),
    cindygl("cglinterface", 4, "defines a wrapper function that turns some arguments/modifiers into lazy wrappers")
        .args("name, function, names, modifiers").used(4)
        .unavailable().changes_state().runs(Opaque::Functions),
    cindygl("cgltrydeterminedegree", 1, "polynomial degree of a lazy expression if detectable").args("code").used(3).unavailable(),
    cindygl("cgltrydeterminedegree", 2, "polynomial degree of an expression in given variables").args("expression, variables")
        .unavailable(),
    cindygl("cgldebugprint", 1, "prints an expression before and after evaluation").args("expression").used(1)
        .unavailable().changes_state(),
    cindygl("cgllogerror", 1, "logs an error").args("message").used(2).unavailable().changes_state(),
    cindygl("cgllogwarning", 1, "logs a warning").args("message").used(3).unavailable().changes_state(),
    cindygl("cglloginfo", 1, "logs a message").args("message").unavailable().changes_state(),
    cindygl("imagergb", 2, "colour of an image at a world point; the image has its lower corners at those of the view")
        .args("image, point")
        .example(r#"createimage("old", 200, 200); colorplot(imagergb("old", 0.9*#))"#).used(8)
        .gpu("string, p -> list(3, real)").cpu("any, any -> list(3, real)").image(0).samples(SampledIn::View)
        .usage("imagergb(\"image\", #) at pixels, imagergb(\"image\", x, y) elsewhere"),
    cindygl("imagergba", 2, "colour and opacity of an image at a place, each from 0 to 1").args("image, point")
        .example(r#"createimage("photo", 30, 20); colorplot(imagergba("photo", #))"#).used(8)
        .gpu("string, p -> list(4, real)").cpu("any, any -> list(4, real)").image(0).samples(SampledIn::View),
    cindygl("cgltexture", 2, "raw rgba lookup of an image at 0..1 texture coordinates").args("image, point: in the unit square")
        .example(r#"createimage("a", 64, 64); colorplot(cgltexture("a", #/4))"#).used(1)
        .gpu("string, p -> list(4, real)").cpu("any, any -> list(4, real)").image(0).samples(SampledIn::Unit),
    cindygl("cgltexturergb", 2, "raw rgb lookup of an image at 0..1 texture coordinates").args("image, point: in the unit square")
        .example(r#"createimage("photo", 30, 20); colorplot(cgltexturergb("photo", #))"#).used(2)
        .gpu("string, p -> list(3, real)").cpu("any, any -> list(3, real)").image(0).samples(SampledIn::Unit),
    cindygl("verbatimglsl", 1, "pastes GLSL source text (type lookup fails at this commit)").used(2).out_of_scope("GLSL"),
];
