//! Images and videos.

use crate::builtins::DrawnArgument::{Anything, Place};
use crate::builtins::modifiers::{CAMERA, PICTURE, SAMPLE};
use crate::builtins::writing::row;
use crate::builtins::{Builtin, Category, Intrinsic, SampledIn, form};

const fn image(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Image, name, arity, doc).changes_state()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    image("createimage", 3, "creates an empty image")
        .args("name, width: in pixels, height: in pixels")
        .example(r#"createimage("trail", 400, 400)"#).used(8)
        .cpu("any, any, any -> undefined").creates_image(0).usage("createimage(\"image\", width, height)"),
    image("clearimage", 1, "erases an image").args("image")
        .example(r#"createimage("trail", 99, 99); clearimage("trail")"#).used(5).cpu("any -> undefined").image(0),
    image("canvas", 4, "draws into an image; its lower left and lower right corner are at two points").args("left, right, image, body")
        .example(r#"createimage("page", 100, 100); canvas([0, 0], [1, 0], "page", drawcircle([0.5, 0.5], 0.2))"#).used(5)
        .form(form::CANVAS_4).cpu("any, any, any, any -> undefined").is(Intrinsic::Canvas).image(2).usage("canvas(from, to, \"image\", ...)"),
    image("canvas", 5, "draws into an image; its lower left, lower right and upper left corner are at three points").args("left, right, top, image, body")
        .example(r#"createimage("disc", 99, 99); canvas([0, 0], [1, 0], [0, 1], "disc", fillcircle([0.5, 0.5], 0.3))"#).form(form::CANVAS_5).cpu("any, any, any, any, any -> undefined").is(Intrinsic::Canvas).image(3),
    image("imagesize", 1, "width and height of an image in pixels").args("image")
        .example(r#"createimage("photo", 30, 20); println(imagesize("photo"))"#).used(6).pure().cpu("any -> list(2, real)").image(0),
    image("imageready", 1, "true if the image has been loaded").args("image")
        .example(r#"createimage("cat", 50, 50); if(imageready("cat"), drawimage([0, 0], "cat"))"#).used(6)
        .pure().cpu("any -> boolean").image(0),
    image("drawimage", 2, "draws an image with its centre at a point").args("center, image")
        .example(r#"createimage("cat", 50, 50); drawimage([0, 0], "cat", scale -> 0.5)"#).used(9)
        .cpu("any, any -> undefined").image(1).modifiers(&[PICTURE]).usage("drawimage([x, y], \"image\")").draws(&[Place, Anything]),
    image("drawimage", 3, "draws an image with its lower left and lower right corner at two points")
        .args("left: the lower left corner, right: the lower right corner, image")
        .example(r#"createimage("photo", 30, 20); drawimage([0, 0], [3, 0], "photo")"#).cpu("any, any, any -> undefined").image(2).modifiers(&[PICTURE]),
    image("drawimage", 4, "draws an image with three of its corners at three points")
        .args("left: the lower left corner, right: the lower right corner, top: the upper left corner, image")
        .example(r#"createimage("photo", 30, 20); drawimage([0, 0], [3, 0], [1, 2], "photo")"#).cpu("any, any, any, any -> undefined").image(3).modifiers(&[PICTURE]),
    image("allimages", 0, "names of all images")
        .example("println(allimages())").pure().cpu("-> list(string)"),
    image("cameravideo", 0, "name of the image that shows the camera, or a test card without a camera")
        .example("video = cameravideo(); drawimage([0, 0], [1, 0], video)").used(6)
        .pure().cpu("-> string").is(Intrinsic::CameraVideo).modifiers(&[CAMERA]),
    image("playvideo", 1, "plays a video from its current position, again and again").args("video")
        .example("video = cameravideo(); playvideo(video)").used(2)
        .cpu("any -> undefined").image(0),
    image("pausevideo", 1, "pauses a video").args("video")
        .example("video = cameravideo(); pausevideo(video)").cpu("any -> undefined").image(0),
    image("imagergba", 3, "a pixel of an image: red, green and blue from 0 to 255, opacity from 0 to 1")
        .args("image, x: from the left, y: from the top")
        .example(r#"createimage("photo", 30, 20); println(imagergba("photo", 3, 4))"#).pure().cpu("any, real, real -> list(4, real)").image(0).samples(SampledIn::Pixels).modifiers(&[SAMPLE]),
    image("imagergb", 3, "the same as imagergba, also with opacity")
        .args("image, x: from the left, y: from the top")
        .example(r#"createimage("photo", 30, 20); println(imagergb("photo", 3, 4))"#).pure().cpu("any, real, real -> list(4, real)").image(0).samples(SampledIn::Pixels).modifiers(&[SAMPLE]),
    image("imagergba", 4, "colour and opacity of an image at a point, each from 0 to 1; the lower corners of the image are at two points")
        .args("left: the lower left corner, right: the lower right corner, image, point")
        .example(r#"createimage("photo", 30, 20); colorplot(imagergba([0, 0], [1, 0], "photo", #))"#).pure().gpu("p, q, string, r -> list(4, real)").cpu("any, any, any, any -> list(4, real)").image(2).samples(SampledIn::Corners)
        .modifiers(&[SAMPLE]),
    image("imagergb", 4, "red, green and blue of an image at a point, each from 0 to 1; the lower corners of the image are at two points")
        .args("left: the lower left corner, right: the lower right corner, image, point")
        .example(r#"createimage("old", 200, 200); colorplot(imagergb([-2, -2], [2, -2], "old", 0.9*#))"#)
        .pure().gpu("p, q, string, r -> list(3, real)").cpu("any, any, any, any -> list(3, real)").image(2).samples(SampledIn::Corners)
        .modifiers(&[SAMPLE]),
    image("readpixels", 1, "all pixels of an image, row by row from the top: red, green, blue and opacity, each from 0 to 1").args("image")
        .example(r#"createimage("photo", 3, 2); println(length(readpixels("photo")))"#).used(3)
        .pure().cpu("any -> list(list(4, real))").image(0),
];
