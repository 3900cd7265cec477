//! Colorplots, code as a value, and what else comes from CindyGL.

use crate::builtins::row::{ANY, row};
use crate::builtins::{Builtin, Category, Control, Form, Intrinsic, SampledIn, Unseen, form};

const fn cindygl(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::CindyGl, name, arity, doc).any_modifiers()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    cindygl("colorplot", 1, "evaluates the expression for every pixel of the whole view on the GPU")
        .control(Control::Plot).changes_state()
        .usage("colorplot(colour) for the whole view, colorplot(colour, [x1, y1], [x2, y2]) for a rectangle"),
    cindygl("colorplot", 2, "(image, expression): renders into an image, whose lower corners are those of the view")
        .control(Control::Plot).changes_state(),
    cindygl("colorplot", 3, "(expression, corner, corner): renders into an axis-parallel rectangle of the view")
        .control(Control::Plot).changes_state(),
    cindygl("colorplot", 4, "(left, right, image, expression): renders into an image placed by its lower left and lower right corner")
        .control(Control::Plot).changes_state(),
    cindygl("compile", 1, "debug: yields generated shader program data").unavailable(),
    cindygl("use8bittextures", 0, "switches to 8-bit textures").changes_state().cpu("-> undefined"),
    cindygl("forcerecompile", 0, "marks all compiled programs as outdated").changes_state().cpu("-> undefined"),
    cindygl("setpixel", 4, "sets one pixel of an image (name, x from the left, y from the bottom, colour)")
        .changes_state().cpu("any, any, any, any -> undefined").image(0),
    cindygl("colorplotxr", 2, "colorplot for one eye view of an XR session").out_of_scope("virtual reality").changes_state(),
    cindygl("cgldiscard", 0, "leaves the pixel of a colorplot as it is").changes_state().gpu("-> undefined").is(Intrinsic::Discard),
    cindygl("cglevalordiscard", 1, "evaluates an expression, yielding a default if it discards").unavailable(),
    cindygl(form::LAZY, 1, "the expression as a value, code without parameters: `cgleval` evaluates it").control(Control::Code),
    cindygl(form::LAZY, 2, "(parameters, expression): code with a parameter, or a list of them, as a value, which `cgleval` evaluates; \
        what modifiers name, it keeps as it is now")
        .control(Control::Code),
    cindygl(form::EVALUATE, ANY, "(code, arguments): evaluates code that `cgllazy` has made").form(Form::Evaluate),
    cindygl("cglislazy", 1, "whether a value is code that `cgllazy` has made").cpu("any -> boolean"),
    cindygl("cglwith", 1, "evaluates an expression with variables replaced by modifiers").unavailable(),
    cindygl("cglinterface", 4, "defines a wrapper function that turns some arguments/modifiers into lazy wrappers")
        .unavailable().changes_state().runs(Unseen::Functions),
    cindygl("cgltrydeterminedegree", 1, "polynomial degree of a lazy expression if detectable").unavailable(),
    cindygl("cgltrydeterminedegree", 2, "polynomial degree of an expression in given variables").unavailable(),
    cindygl("cgldebugprint", 1, "prints an expression before and after evaluation").unavailable().changes_state(),
    cindygl("cgllogerror", 1, "logs an error").unavailable().changes_state(),
    cindygl("cgllogwarning", 1, "logs a warning").unavailable().changes_state(),
    cindygl("cglloginfo", 1, "logs a message").unavailable().changes_state(),
    cindygl("imagergb", 2, "colour of an image at a world point; the image has its lower corners at those of the view")
        .gpu("string, p -> list(3, real)").cpu("any, any -> list(3, real)").image(0).samples(SampledIn::View),
    cindygl("imagergba", 2, "as imagergb/2 with alpha")
        .gpu("string, p -> list(4, real)").cpu("any, any -> list(4, real)").image(0).samples(SampledIn::View),
    cindygl("cgltexture", 2, "raw rgba lookup of an image at 0..1 texture coordinates")
        .gpu("string, p -> list(4, real)").cpu("any, any -> list(4, real)").image(0).samples(SampledIn::Unit),
    cindygl("cgltexturergb", 2, "raw rgb lookup of an image at 0..1 texture coordinates")
        .gpu("string, p -> list(3, real)").cpu("any, any -> list(3, real)").image(0).samples(SampledIn::Unit),
    cindygl("verbatimglsl", 1, "pastes GLSL source text (type lookup fails at this commit)").out_of_scope("GLSL"),
];
