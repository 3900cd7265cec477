//! Images: made, measured, drawn, read.

use cindyscript_hir::builtins::modifiers;
use std::sync::Arc;

use super::drawing::drawn;
use super::{Row, raw, row};
use crate::context::Context;
use crate::context::draw::PictureStyle;
use crate::context::image_memory::{canvas_bytes, no_room};
use crate::display::picture::{Picture, PictureContent, Pixels};
use crate::memory::MAX_SIZE;
use crate::value::Value;
use crate::value::text::Text;
use crate::work;

pub(super) const ROWS: &[Row] = &[
    row("createimage", 3, create),
    row("clearimage", 1, |context, a| {
        let Some((name, picture)) = named(context, &a[0]) else {
            return Value::Undefined;
        };
        let blank = Picture::blank(picture.size());
        context.images.set(&name, blank, true);
        Value::Undefined
    }),
    row("imagesize", 1, |context, a| match ready(context, &a[0]) {
        Some((_, picture)) => picture.size().map(f64::from).into(),
        None => Value::Undefined,
    }),
    row("imageready", 1, |context, a| {
        let name = a[0].string().unwrap_or_default();
        context.images.is_ready(name).into()
    }),
    row("cameravideo", 0, |context, _| {
        if context.images.picture(CAMERA).is_none() {
            let Some(film) = context.host.camera() else {
                return context.warn("there is no camera");
            };
            context.images.expect(CAMERA, film);
        }
        Value::from(CAMERA)
    }),
    row("playvideo", 1, |context, a| run_film(context, &a[0], true)),
    row("pausevideo", 1, |context, a| {
        run_film(context, &a[0], false)
    }),
    row("allimages", 0, |context, _| {
        let names = context.images.names().iter();
        names.map(|name| Value::from(name.as_str())).collect()
    }),
    raw("drawimage", 2, |context, a| {
        let Some(place) = context.place(&a[0]) else {
            return Value::Undefined;
        };
        draw(context, &a[1], |context, picture, style| {
            context.graphics.draw_picture_at(picture, place, style);
        })
    }),
    raw("drawimage", 3, |context, a| {
        let (Some(left), Some(right)) = (context.place(&a[0]), context.place(&a[1])) else {
            return Value::Undefined;
        };
        draw(context, &a[2], |context, picture, style| {
            let graphics = &mut context.graphics;
            graphics.draw_picture_between(picture, [left, right], None, style);
        })
    }),
    raw("drawimage", 4, |context, a| {
        let [left, right, upper] = [0, 1, 2].map(|index| context.place(&a[index]));
        let (Some(left), Some(right), Some(upper)) = (left, right, upper) else {
            return Value::Undefined;
        };
        draw(context, &a[3], |context, picture, style| {
            let graphics = &mut context.graphics;
            graphics.draw_picture_between(picture, [left, right], Some(upper), style);
        })
    }),
    row("imagergb", 3, read_pixel),
    row("imagergba", 3, read_pixel),
    raw("imagergba", 2, |context, a| {
        sample_in_view(context, a).map_or(Value::Undefined, Value::from)
    }),
    raw("imagergb", 2, |context, a| {
        match sample_in_view(context, a) {
            Some([r, g, b, _]) => [r, g, b].into(),
            None => Value::Undefined,
        }
    }),
    raw("cgltexture", 2, |context, a| {
        sample_in_unit(context, a).map_or(Value::Undefined, Value::from)
    }),
    raw("cgltexturergb", 2, |context, a| {
        match sample_in_unit(context, a) {
            Some([r, g, b, _]) => [r, g, b].into(),
            None => Value::Undefined,
        }
    }),
    row("cgldiscard", 0, |context, _| {
        context.discarded = true;
        Value::Undefined
    }),
    raw("imagergba", 4, |context, a| {
        sample(context, a).map_or(Value::Undefined, Value::from)
    }),
    raw("imagergb", 4, |context, a| match sample(context, a) {
        Some([r, g, b, _]) => [r, g, b].into(),
        None => Value::Undefined,
    }),
    row("readpixels", 1, |context, a| {
        let Some(pixels) = pixels(context, &a[0]) else {
            return Value::Undefined;
        };
        // Each is a list of four.
        let [width, height] = pixels.size().map(|side| side as usize);
        if width.saturating_mul(height).saturating_mul(5) > MAX_SIZE {
            return context.warn("the image is too large to be a list");
        }
        pixels.iter().map(Value::from).collect()
    }),
    row("setpixel", 4, set_pixel),
];

/// The name of the image that the camera makes: none that a script would choose.
pub(crate) const CAMERA: &str = "camera video";

/// Images that are no films stay as they are.
fn run_film(context: &mut Context, name: &Value, runs: bool) -> Value {
    if let Some((name, _)) = named(context, name) {
        let now = context.animation.now();
        context.images.run_film(&name, runs, now);
    }
    Value::Undefined
}

/// The longest side of an image: that of the largest textures there are. Not all devices have it.
const MAX_SIDE: f64 = 32_768.0;

impl Context {
    /// What the image of a name shows now, also while it is being drawn on; if there is none, that
    /// is reported.
    pub(crate) fn picture(&mut self, name: &str) -> Option<Picture> {
        let picture = self.current_picture(name);
        if picture.is_none() {
            self.warn(format!("there is no image `{name}`"));
        }
        picture
    }

    /// What the image of a name shows now, also while it is being drawn on.
    pub(crate) fn current_picture(&mut self, name: &str) -> Option<Picture> {
        for (depth, canvas) in self.canvases.iter().rev().enumerate() {
            if canvas == name {
                let drawings = self.graphics.take_from_picture(depth);
                self.images.draw(name, drawings);
            }
        }
        self.images.picture(name).cloned()
    }
}

/// Sets one pixel: x counts from the left, y from the bottom. Colours may be any numbers where a
/// colorplot has painted; what is not set stays as it is.
fn set_pixel(context: &mut Context, arguments: &[Value]) -> Value {
    let [name, x, y, rgb] = arguments else {
        return Value::Undefined;
    };
    let rgb = rgb.list().and_then(|list| {
        let part = |index| list.get(index)?.real();
        Some([part(0)?, part(1)?, part(2)?])
    });
    let (Some(x), Some(y), Some([r, g, b])) = (x.real(), y.real(), rgb) else {
        return Value::Undefined;
    };
    let Some(pixels) = pixels(context, name) else {
        return Value::Undefined;
    };
    let [_, height] = pixels.size();
    let place = [x, f64::from(height) - 1.0 - y].map(|side| (side + 0.5).floor());
    let inside = |side: f64| (side >= 0.0 && side < f64::from(u32::MAX)).then_some(side as u32);
    let (Some(x), Some(y), Value::String(name)) = (inside(place[0]), inside(place[1]), name) else {
        return Value::Undefined;
    };
    let set = |picture: &mut Picture| picture.set_pixel(pixels, [x, y], [r, g, b, 1.0]);
    context.images.change(name, set);
    Value::Undefined
}

fn create(context: &mut Context, arguments: &[Value]) -> Value {
    let [name, width, height] = arguments else {
        return Value::Undefined;
    };
    let (Some(name), Some(width), Some(height)) = (name.string(), width.real(), height.real())
    else {
        return Value::Undefined;
    };
    let size = [width, height].map(|side| side.floor().max(0.0));
    let largest = context.host.largest_image() as f64;
    if size.iter().any(|side| *side > MAX_SIDE) || size[0] * size[1] > largest {
        let [width, height] = size;
        let most = largest.sqrt().min(MAX_SIDE).floor();
        return context.warn(format!(
            "{width} × {height} pixels are too large for an image: {most} × {most} are not"
        ));
    }
    let size = size.map(|side| side as u32);
    let (bytes, room) = (canvas_bytes(size), context.images.room_for(name));
    if bytes > room {
        let reason = no_room(size, bytes, room);
        return context.warn(format!("there is no image `{name}`: {reason}"));
    }
    context.images.set(name, Picture::blank(size), true);
    Value::Undefined
}

/// The image of a name; if there is none, that is reported.
fn named(context: &mut Context, name: &Value) -> Option<(Text, Picture)> {
    let Value::String(name) = name else {
        return None;
    };
    Some((name.clone(), context.picture(name)?))
}

/// An image that is there.
fn ready(context: &mut Context, name: &Value) -> Option<(Text, Picture)> {
    named(context, name).filter(|(name, _)| context.images.is_ready(name))
}

fn draw(
    context: &mut Context,
    name: &Value,
    draw: impl FnOnce(&mut Context, &Picture, &PictureStyle),
) -> Value {
    let Some((_, picture)) = named(context, name) else {
        return Value::Undefined;
    };
    // Nothing can be seen of these, and nothing divided by their sides.
    if picture.size().contains(&0) {
        return Value::Undefined;
    }
    let style = style(context);
    drawn(context, |context| draw(context, &picture, &style))
}

fn style(context: &Context) -> PictureStyle {
    let number = |name| context.modifier(name).and_then(Value::real);
    let is = |name, wanted| matches!(context.modifier(name), Some(Value::Boolean(value)) if *value == wanted);
    let [x, y] = match context.modifier("scale") {
        Some(Value::List(list)) => list.vector::<2>().map(|[x, y]| [x.re, y.re]),
        other => other.and_then(Value::real).map(|scale| [scale; 2]),
    }
    .unwrap_or([1.0; 2]);
    PictureStyle {
        scale: [number("scalex").unwrap_or(x), number("scaley").unwrap_or(y)],
        flip: [is("flipx", true), is("flipy", true)],
        angle: number("rotation").or(number("angle")).unwrap_or(0.0),
        alpha: number("alpha").unwrap_or(1.0),
        aspect: number("aspect"),
        smooth: !is(modifiers::name::INTERPOLATE, false),
    }
}

/// The pixels of an image; if it has none, that is reported.
pub(crate) fn pixels(context: &mut Context, name: &Value) -> Option<Arc<Pixels>> {
    let (name, picture) = ready(context, name)?;
    let pixels = match picture.content() {
        PictureContent::Pixels(pixels) => Some(pixels),
        PictureContent::Blank => {
            let [width, height] = picture.size();
            let bytes = vec![0; 4 * width as usize * height as usize];
            let pixels = Pixels::new([width, height], bytes)?;
            // The next look at it is cheap.
            let pixels = Arc::new(pixels);
            picture.settle(PictureContent::Pixels(Arc::clone(&pixels)));
            Some(pixels)
        }
        PictureContent::Painted(_) | PictureContent::Drawn { .. } => {
            let [width, height] = picture.size();
            work::spend(width as usize * height as usize);
            context.host.pixels(&picture)
        }
    };
    if pixels.is_none() {
        context.warn(format!("the pixels of `{name}` cannot be read here"));
    }
    pixels
}

/// A pixel, 0 to 1; transparent outside.
fn pixel_at(pixels: &Pixels, [x, y]: [f64; 2]) -> [f64; 4] {
    let index = |side: f64| (side >= 0.0 && side < f64::from(u32::MAX)).then_some(side as u32);
    let pixel = index(x).zip(index(y)).and_then(|(x, y)| pixels.get([x, y]));
    pixel.unwrap_or_default()
}

/// The pixel at whole numbers: red, green and blue up to 255, alpha up to 1.
fn read_pixel(context: &mut Context, arguments: &[Value]) -> Value {
    let [name, x, y] = arguments else {
        return Value::Undefined;
    };
    let (Some(x), Some(y)) = (x.real(), y.real()) else {
        return Value::Undefined;
    };
    let Some(pixels) = pixels(context, name) else {
        return Value::Undefined;
    };
    if !(x.is_finite() && y.is_finite()) {
        return Value::Undefined;
    }
    let [r, g, b, a] = pixel_at(&pixels, [x, y].map(|side| (side + 0.5).floor()));
    [r * 255.0, g * 255.0, b * 255.0, a].into()
}

/// The colour at a place of the world of an image whose lower corners are at two others.
fn sample(context: &mut Context, arguments: &[Value]) -> Option<[f64; 4]> {
    let [left, right, name, at] = arguments else {
        return None;
    };
    let [left, right] = [left, right].map(|value| pixel_place(context, value));
    sample_between(context, [left?, right?], name, at)
}

/// As [`sample`], for an image whose lower corners are those of the view.
fn sample_in_view(context: &mut Context, arguments: &[Value]) -> Option<[f64; 4]> {
    let [name, at] = arguments else {
        return None;
    };
    let corners = context.graphics.lower_corners();
    sample_between(context, corners, name, at)
}

/// As [`sample`], for an image that lies from 0 to 1 in both directions.
fn sample_in_unit(context: &mut Context, arguments: &[Value]) -> Option<[f64; 4]> {
    let [name, at] = arguments else {
        return None;
    };
    let [x, y] = pixel_place(context, at)?;
    let [width, height] = pixels(context, name)?.size().map(f64::from);
    let at = [x, y * height / width].into();
    sample_between(context, [[0.0, 0.0], [1.0, 0.0]], name, &at)
}

/// Colorplots use complex numbers as places, too.
fn pixel_place(context: &Context, value: &Value) -> Option<[f64; 2]> {
    match value {
        Value::Number(number) => Some([number.re, number.im]),
        other => context.place(other),
    }
}

fn sample_between(
    context: &mut Context,
    corners: [[f64; 2]; 2],
    name: &Value,
    at: &Value,
) -> Option<[f64; 4]> {
    let place = pixel_place(context, at)?;
    let pixels = pixels(context, name)?;
    let is = |name, wanted| matches!(context.modifier(name), Some(Value::Boolean(value)) if *value == wanted);
    let modes = [
        !is(modifiers::name::INTERPOLATE, false),
        is(modifiers::name::REPEAT, true),
    ];
    colour_at(&pixels, corners, place, modes)
}

/// The colour at a place of the world of an image whose lower corners are at two others. Whether
/// pixels are blended, and whether the image repeats.
pub(crate) fn colour_at(
    pixels: &Pixels,
    [[x0, y0], [x1, y1]]: [[f64; 2]; 2],
    [x, y]: [f64; 2],
    [interpolate, repeat]: [bool; 2],
) -> Option<[f64; 4]> {
    let [width, height] = pixels.size().map(f64::from);
    let (dx, dy) = (x1 - x0, y1 - y0);
    let (px, py) = (x - x0, y - y0);
    let length = dx * dx + dy * dy;
    let mut place = [
        width * (px * dx + py * dy) / length,
        height - width * (py * dx - px * dy) / length,
    ];
    if interpolate {
        // The middle of a pixel has its colour.
        place = place.map(|side| side - 0.5);
    }
    if repeat {
        place = [place[0].rem_euclid(width), place[1].rem_euclid(height)];
    }
    let corner = place.map(f64::floor);
    if !corner.iter().all(|side| side.is_finite()) {
        return None;
    }
    if !interpolate {
        return Some(pixel_at(pixels, corner));
    }
    let mut part = [place[0] - corner[0], place[1] - corner[1]];
    let sides = [width, height];
    let mut next = corner.map(|side| side + 1.0);
    for i in 0..2 {
        if repeat {
            next[i] %= sides[i];
        } else if corner[i] == -1.0 || corner[i] == sides[i] - 1.0 {
            // At the edges, the outermost pixels go on.
            part[i] = (part[i] + 0.5).floor();
        }
    }
    let [u, v] = part;
    let corners = [
        (corner, (1.0 - u) * (1.0 - v)),
        ([next[0], corner[1]], u * (1.0 - v)),
        ([corner[0], next[1]], (1.0 - u) * v),
        (next, u * v),
    ];
    let mut colour = [0.0; 4];
    for (place, share) in corners {
        for (sum, component) in colour.iter_mut().zip(pixel_at(pixels, place)) {
            *sum += share * component;
        }
    }
    Some(colour)
}
