//! egui's triangles as bitmaps. Every presenter takes bitmaps over its picture: a surface of the GPU,
//! a window painted from memory, a file, a stream; so the controls look the same in all of them, and
//! they are painted only when they change.

use cindyscript_player::bitmap::{BYTES, Bitmap, over};
use egui::epaint::textures::TexturesDelta;
use egui::epaint::{ClippedPrimitive, ImageData, ImageDelta, Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, Rect, TextureId};
use rustc_hash::FxHashMap;

/// The textures that the triangles show: the glyphs.
#[derive(Default)]
pub(super) struct Textures(FxHashMap<TextureId, ColorImage>);

impl Textures {
    /// Takes what has changed in a pass.
    pub(super) fn update(&mut self, mut delta: TexturesDelta) {
        for (id, changes) in std::mem::take(&mut delta.set) {
            for change in changes {
                self.set(id, change);
            }
        }
        for id in std::mem::take(&mut delta.free) {
            self.0.remove(&id);
        }
    }

    fn set(&mut self, id: TextureId, change: ImageDelta) {
        let ImageData::Color(image) = change.image;
        let Some([left, top]) = change.pos else {
            self.0.insert(id, (*image).clone());
            return;
        };
        let Some(whole) = self.0.get_mut(&id) else {
            return;
        };
        let width = whole.size[0];
        let rows = image.pixels.chunks_exact(image.size[0].max(1));
        for (row, pixels) in rows.enumerate() {
            let start = (top + row) * width + left;
            if let Some(target) = whole.pixels.get_mut(start..start + pixels.len()) {
                target.copy_from_slice(pixels);
            }
        }
    }

    /// The triangles as bitmaps, none over another, within a canvas of a size in device pixels.
    /// `scale` is how many of them a point of egui is.
    pub(super) fn paint(
        &self,
        primitives: &[ClippedPrimitive],
        scale: f32,
        canvas: [u32; 2],
    ) -> Vec<Bitmap> {
        let meshes: Vec<(Area, &Mesh)> = primitives
            .iter()
            .filter_map(|clipped| match &clipped.primitive {
                Primitive::Mesh(mesh) => {
                    let area = Area::of(clipped.clip_rect, scale)
                        .within(Area::of(mesh.calc_bounds(), scale))
                        .within(Area::whole(canvas));
                    (!area.is_empty()).then_some((area, mesh))
                }
                // Nothing here paints by itself.
                Primitive::Callback(_) => None,
            })
            .collect();
        let mut bitmaps: Vec<Bitmap> = separate(meshes.iter().map(|(area, _)| *area))
            .into_iter()
            .map(|area| Bitmap::new(area.least, area.size()))
            .collect();
        for (area, mesh) in meshes {
            let texture = self.0.get(&mesh.texture_id);
            for bitmap in &mut bitmaps {
                let clip = area.within(Area::of_bitmap(bitmap));
                if clip.is_empty() {
                    continue;
                }
                for corners in mesh.indices.chunks_exact(3) {
                    let [Some(a), Some(b), Some(c)] =
                        [0, 1, 2].map(|corner| mesh.vertices.get(corners[corner] as usize))
                    else {
                        continue;
                    };
                    triangle(bitmap, clip, [a, b, c], scale, texture);
                }
            }
        }
        bitmaps
    }
}

/// Whole device pixels: from the least place to before the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    least: [i32; 2],
    end: [i32; 2],
}

impl Area {
    fn whole(canvas: [u32; 2]) -> Area {
        Area {
            least: [0; 2],
            end: canvas.map(|side| i32::try_from(side).unwrap_or(i32::MAX)),
        }
    }

    /// All pixels that a rectangle of egui's touches.
    fn of(rect: Rect, scale: f32) -> Area {
        Area {
            least: [rect.min.x, rect.min.y].map(|place| (place * scale).floor() as i32),
            end: [rect.max.x, rect.max.y].map(|place| (place * scale).ceil() as i32),
        }
    }

    fn of_bitmap(bitmap: &Bitmap) -> Area {
        let (least, size) = (bitmap.offset(), bitmap.size());
        Area {
            least,
            end: [0, 1].map(|axis| least[axis].saturating_add_unsigned(size[axis])),
        }
    }

    fn within(self, other: Area) -> Area {
        Area {
            least: [0, 1].map(|axis| self.least[axis].max(other.least[axis])),
            end: [0, 1].map(|axis| self.end[axis].min(other.end[axis])),
        }
    }

    fn with(self, other: Area) -> Area {
        Area {
            least: [0, 1].map(|axis| self.least[axis].min(other.least[axis])),
            end: [0, 1].map(|axis| self.end[axis].max(other.end[axis])),
        }
    }

    fn is_empty(self) -> bool {
        self.size().contains(&0)
    }

    fn size(self) -> [u32; 2] {
        [0, 1].map(|axis| {
            let side = self.end[axis].saturating_sub(self.least[axis]);
            side.max(0).cast_unsigned()
        })
    }
}

/// Areas that cover these, and do not overlap.
fn separate(areas: impl Iterator<Item = Area>) -> Vec<Area> {
    let mut separate: Vec<Area> = Vec::new();
    for mut area in areas {
        while let Some(found) = separate
            .iter()
            .position(|other| !other.within(area).is_empty())
        {
            area = area.with(separate.swap_remove(found));
        }
        separate.push(area);
    }
    separate
}

/// A triangle, of which each pixel counts whose centre lies in it; one on an edge that two share
/// counts once.
fn triangle(
    bitmap: &mut Bitmap,
    clip: Area,
    corners: [&Vertex; 3],
    scale: f32,
    texture: Option<&ColorImage>,
) {
    let place = |vertex: &Vertex| [vertex.pos.x * scale, vertex.pos.y * scale];
    let [a, mut b, mut c] = corners;
    // Twice the area of a triangle, negative if it turns the other way.
    let turn = |p: [f32; 2], q: [f32; 2], r: [f32; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    let mut whole = turn(place(a), place(b), place(c));
    if whole < 0.0 {
        (b, c, whole) = (c, b, -whole);
    }
    if whole.is_nan() || whole <= 0.0 {
        return;
    }
    let corners = [a, b, c];
    let places = corners.map(place);
    let bounds = Area {
        least: [0, 1].map(|axis| {
            places
                .iter()
                .map(|p| p[axis])
                .fold(f32::MAX, f32::min)
                .floor() as i32
        }),
        end: [0, 1].map(|axis| {
            places
                .iter()
                .map(|p| p[axis])
                .fold(f32::MIN, f32::max)
                .ceil() as i32
        }),
    }
    .within(clip);
    // The edge across from each corner. A centre on an edge belongs to the triangle below it, or
    // to its right.
    let edges = [0, 1, 2].map(|corner| {
        let (from, to) = (places[(corner + 1) % 3], places[(corner + 2) % 3]);
        let owns = to[1] < from[1] || to[1] == from[1] && to[0] > from[0];
        (from, to, owns)
    });
    let (offset, [width, _]) = (bitmap.offset(), bitmap.size());
    let pixels = bitmap.rgba_mut();
    // Most of what there is to paint is of one colour.
    let [a, b, c] = corners;
    let is_flat = a.color == b.color && a.color == c.color && a.uv == b.uv && a.uv == c.uv;
    let flat = is_flat.then(|| mixed(corners, [1.0, 0.0, 0.0], texture));
    for y in bounds.least[1]..bounds.end[1] {
        let centre = |x: i32| [x as f32 + 0.5, y as f32 + 0.5];
        let (mut from, mut end) = (bounds.least[0], bounds.end[0]);
        for edge in edges {
            let is_inside = |x: i32| {
                let weight = turn(edge.0, edge.1, centre(x));
                weight > 0.0 || weight == 0.0 && edge.2
            };
            // A row crosses an edge once: into the triangle, or out of it.
            match edge.1[1] < edge.0[1] {
                true => from = first(from, end, is_inside),
                false => end = first(from, end, |x| !is_inside(x)),
            }
        }
        let top = (y - offset[1]).cast_unsigned() as usize * width as usize;
        let [left, right] = [from, end].map(|x| top + (x - offset[0]).cast_unsigned() as usize);
        let Some(row) = pixels.get_mut(left * BYTES..right * BYTES) else {
            continue;
        };
        for (x, pixel) in (from..).zip(row.chunks_exact_mut(BYTES)) {
            let weights = || edges.map(|(from, to, _)| turn(from, to, centre(x)) / whole);
            let colour = flat.unwrap_or_else(|| mixed(corners, weights(), texture));
            over(pixel, &colour);
        }
    }
}

/// The first of some places from which on a condition holds, or their end.
fn first(mut from: i32, mut end: i32, holds: impl Fn(i32) -> bool) -> i32 {
    while from < end {
        let middle = from + (end - from) / 2;
        match holds(middle) {
            true => end = middle,
            false => from = middle + 1,
        }
    }
    from
}

/// The colour between the corners.
fn mixed(corners: [&Vertex; 3], weights: [f32; 3], texture: Option<&ColorImage>) -> [u8; 4] {
    let mix = |of: fn(&Vertex) -> f32| -> f32 {
        let parts = corners.iter().zip(weights);
        parts.map(|(corner, weight)| of(corner) * weight).sum()
    };
    let component = |index: usize| -> f32 {
        let parts = corners.iter().zip(weights);
        parts
            .map(|(corner, weight)| f32::from(corner.color.to_array()[index]) * weight)
            .sum()
    };
    let texel = texture.map_or(Color32::WHITE, |texture| {
        let place = [mix(|corner| corner.uv.x), mix(|corner| corner.uv.y)];
        let [x, y] = [0, 1].map(|axis| {
            let side = texture.size[axis];
            ((place[axis] * side as f32) as usize).min(side.saturating_sub(1))
        });
        let texel = texture.pixels.get(y * texture.size[0] + x);
        texel.copied().unwrap_or(Color32::TRANSPARENT)
    });
    let texel = texel.to_array();
    [0, 1, 2, 3].map(|index| {
        let colour = component(index) * f32::from(texel[index]) / 255.0;
        colour.round() as u8
    })
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    const SIZE: [u32; 2] = [20, 10];

    fn primitive(mesh: Mesh) -> ClippedPrimitive {
        ClippedPrimitive {
            clip_rect: Rect::EVERYTHING,
            primitive: Primitive::Mesh(mesh),
        }
    }

    fn rectangle(left: f32, colour: Color32) -> ClippedPrimitive {
        let mut mesh = Mesh::default();
        let rect = Rect::from_min_size(pos2(left, 2.0), vec2(4.0, 4.0));
        mesh.add_colored_rect(rect, colour);
        primitive(mesh)
    }

    #[test]
    fn pixels_on_the_edge_of_two_triangles_are_painted_once() {
        let half = Color32::from_rgba_premultiplied(100, 0, 0, 128);
        let bitmaps = Textures::default().paint(&[rectangle(3.0, half)], 1.0, SIZE);
        let [bitmap] = bitmaps.as_slice() else {
            panic!("{} bitmaps", bitmaps.len())
        };
        assert_eq!((bitmap.offset(), bitmap.size()), ([3, 2], [4, 4]));
        for pixel in bitmap.rgba().chunks_exact(BYTES) {
            assert_eq!(pixel, [100, 0, 0, 128]);
        }
    }

    #[test]
    fn what_lies_apart_has_bitmaps_of_its_own_and_what_lies_outside_none() {
        let rectangles = [0.0, 2.0, 10.0, 30.0].map(|left| rectangle(left, Color32::WHITE));
        let bitmaps = Textures::default().paint(&rectangles, 1.0, SIZE);
        let mut areas: Vec<_> = bitmaps.iter().map(|b| (b.offset(), b.size())).collect();
        areas.sort_unstable();
        assert_eq!(areas, [([0, 2], [6, 4]), ([10, 2], [4, 4])]);
    }

    #[test]
    fn finer_screens_have_more_pixels_of_the_same() {
        let bitmaps = Textures::default().paint(&[rectangle(1.0, Color32::WHITE)], 2.0, SIZE);
        let areas: Vec<_> = bitmaps.iter().map(|b| (b.offset(), b.size())).collect();
        assert_eq!(areas, [([2, 4], [8, 6])]);
    }

    #[test]
    fn textures_are_changed_in_part() {
        let mut textures = Textures::default();
        let id = TextureId::default();
        let mut set = |image: ColorImage, pos: Option<[usize; 2]>| {
            let mut delta = TexturesDelta::default();
            delta.push(
                id,
                ImageDelta {
                    image: image.into(),
                    options: egui::TextureOptions::NEAREST,
                    pos,
                },
            );
            textures.update(delta);
        };
        set(ColorImage::filled([2, 2], Color32::WHITE), None);
        set(ColorImage::filled([1, 1], Color32::RED), Some([1, 1]));
        // Outside: nothing.
        set(ColorImage::filled([9, 9], Color32::RED), Some([5, 5]));
        let mut mesh = Mesh::with_texture(id);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        mesh.add_rect_with_uv(
            Rect::from_min_size(pos2(0.0, 0.0), vec2(2.0, 2.0)),
            whole,
            Color32::WHITE,
        );
        let bitmaps = textures.paint(&[primitive(mesh)], 1.0, SIZE);
        let colours = [[0, 0], [1, 1]].map(|place| bitmaps[0].pixel(place));
        assert_eq!(colours, [[255; 4], [255, 0, 0, 255]]);
    }
}
