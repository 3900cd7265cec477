//! Images and videos.

use crate::builtins::Drawn::{Anything, Place};
use crate::builtins::modifiers::{CAMERA, PICTURE, SAMPLE};
use crate::builtins::row::row;
use crate::builtins::{Builtin, Category, Intrinsic, SampledIn, form};

const fn image(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Image, name, arity, doc).changes_state()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    image("createimage", 3, "creates a named blank canvas image of given pixel size")
        .cpu("any, any, any -> undefined").creates_image(0).usage("createimage(\"image\", width, height)"),
    image("clearimage", 1, "erases an image").cpu("any -> undefined").image(0),
    image("canvas", 4, "redirects drawing into an image mapped by its two lower corners")
        .form(form::CANVAS_4).cpu("any, any, any, any -> undefined").image(2).usage("canvas(from, to, \"image\", ...)"),
    image("canvas", 5, "redirects drawing into an image mapped by three corners")
        .form(form::CANVAS_5).cpu("any, any, any, any, any -> undefined").image(3),
    image("imagesize", 1, "pixel width and height of an image").pure().cpu("any -> list(2, real)").image(0),
    image("imageready", 1, "has the image finished loading").pure().cpu("any -> boolean").image(0),
    image("drawimage", 2, "draws an image centred at a point (modifiers scale, angle, flip, alpha...)")
        .cpu("any, any -> undefined").image(1).modifiers(&[PICTURE]).usage("drawimage([x, y], \"image\")").draws(&[Place, Anything]),
    image("drawimage", 3, "draws an image with given lower left and lower right corner")
        .cpu("any, any, any -> undefined").image(2).modifiers(&[PICTURE]),
    image("drawimage", 4, "draws an image affinely by three corners")
        .cpu("any, any, any, any -> undefined").image(3).modifiers(&[PICTURE]),
    image("allimages", 0, "names of all images").pure().cpu("-> list(string)"),
    image("cameravideo", 0, "what the camera sees (modifier resolution); \
        in the preview, where there is no camera, a test card, or what its option --camera names")
        .pure().cpu("-> string").is(Intrinsic::CameraVideo).modifiers(&[CAMERA]),
    image("playvideo", 1, "lets a video run, from where it stands; at its end it begins again").cpu("any -> undefined").image(0),
    image("pausevideo", 1, "lets a video stand still").cpu("any -> undefined").image(0),
    image("imagergba", 3, "pixel at integer coordinates, rgb in 0..255, alpha in 0..1")
        .pure().cpu("any, real, real -> list(4, real)").image(0).samples(SampledIn::Pixels).modifiers(&[SAMPLE]),
    image("imagergb", 3, "same function as imagergba/3 (returns four components)")
        .pure().cpu("any, real, real -> list(4, real)").image(0).samples(SampledIn::Pixels).modifiers(&[SAMPLE]),
    image("imagergba", 4, "colour 0..1 at a world point of an image placed by its two lower corners")
        .pure().gpu("p, q, string, r -> list(4, real)").cpu("any, any, any, any -> list(4, real)").image(2).samples(SampledIn::Corners)
        .modifiers(&[SAMPLE]),
    image("imagergb", 4, "as imagergba/4 without alpha")
        .pure().gpu("p, q, string, r -> list(3, real)").cpu("any, any, any, any -> list(3, real)").image(2).samples(SampledIn::Corners)
        .modifiers(&[SAMPLE]),
    image("readpixels", 1, "all pixels row by row from the top as rgba in 0..1").pure().cpu("any -> list(list(4, real))").image(0),
];
