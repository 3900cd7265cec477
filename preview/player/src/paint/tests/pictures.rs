//! Pictures of images among drawings.

use super::*;

pub(super) fn two() -> Picture {
    let pixels = Pixels::new([2, 1], vec![255, 0, 0, 255, 0, 0, 255, 255]);
    pixels.map_or_else(|| Picture::blank([2, 1]), Picture::from_pixels)
}

pub(super) fn shown(picture: &Picture, transform: [f64; 6], smooth: bool) -> Drawing {
    Drawing::Picture(PictureDrawing {
        picture: picture.clone(),
        transform,
        alpha: 1.0,
        smooth,
    })
}

#[test]
fn pictures_are_placed_and_enlarged() {
    // Turned by a quarter: the second pixel is below the first.
    let down = [0.0, 10.0, -10.0, 0.0, 30.0, 10.0];
    let picture = painted(vec![shown(&two(), down, false)]);
    assert_eq!(picture.pixel([25, 19]), [255, 0, 0, 255]);
    assert_eq!(picture.pixel([25, 20]), [0, 0, 255, 255]);
    assert_eq!(picture.pixel([31, 20]), [0; 4]);
    let smooth = painted(vec![shown(&two(), down, true)]);
    let [r, _, b, _] = smooth.pixel([25, 20]);
    assert!(r.abs_diff(b) < 30, "{r} {b}");
}

#[test]
fn only_pictures_that_are_turned_or_thin_have_smooth_edges() {
    let from_12_4_to_32_4 = [10.0, 0.0, 0.0, 10.0, 12.4, 0.0];
    let upright = painted(vec![shown(&two(), from_12_4_to_32_4, false)]);
    assert_eq!(row(&upright, 5, [11, 12]), [0, 255]);
    assert_eq!(row(&upright, 5, [31, 32]), [255, 0]);
    let turned = painted(vec![shown(
        &two(),
        [10.0, 1.0, -1.0, 10.0, 12.4, 0.0],
        false,
    )]);
    assert!((1..255).contains(&turned.pixel([12, 1])[3]));
    let thin = painted(vec![shown(
        &two(),
        [0.25, 0.0, 0.0, 10.0, 12.6, 0.0],
        false,
    )]);
    assert!((1..255).contains(&thin.pixel([12, 5])[3]));
}

#[test]
fn drawn_pictures_are_painted_once() {
    let base = two();
    let above = base.drawn(vec![fill(
        rectangle([1.0, 0.0], [2.0, 1.0]),
        [0.0, 1.0, 0.0, 1.0],
    )]);
    let unit = [10.0, 0.0, 0.0, 10.0, 0.0, 0.0];
    let picture = painted(vec![shown(&above, unit, false)]);
    assert_eq!(picture.pixel([5, 5]), [255, 0, 0, 255]);
    assert_eq!(picture.pixel([15, 5]), [0, 255, 0, 255]);
    assert!(matches!(above.content(), PictureContent::Painted(_)));
}

#[test]
fn texture_is_made_once() {
    let fonts = Fonts::default();
    let picture = two();
    let [first, second] = [(), ()].map(|()| raster::painted(&picture, &fonts));
    let [first, second] = [&first, &second].map(|image| image.mipmap().expect("a texture"));
    assert!(std::ptr::eq(first, second));
}

#[test]
fn pictures_of_pictures_are_no_recursion() {
    let mut picture = two();
    for _ in 0..20_000 {
        let mirrored = shown(&picture, [-1.0, 0.0, 0.0, 1.0, 2.0, 0.0], false);
        picture = Picture::blank([2, 1]).drawn(vec![mirrored]);
    }
    let unit = [10.0, 0.0, 0.0, 10.0, 0.0, 0.0];
    let shown = painted(vec![shown(&picture, unit, false)]);
    assert_eq!(shown.pixel([5, 5]), [255, 0, 0, 255]);
}
