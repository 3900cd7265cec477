//! A colour, and what it is chosen with: saturation and value in a field, hue and opacity on bars.

use egui::ecolor::{hsv_from_rgb, rgb_from_hsv};
use egui::epaint::Mesh;
use egui::{
    Color32, EventFilter, Id, Key, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, lerp,
    pos2, vec2,
};

use super::button::BUTTON;
use super::style::letters;

/// How high the field is, in points,
const FIELD: f32 = 96.0;
/// and a bar.
const BAR: f32 = 14.0;
/// The parts of the field along a side, and of a bar: between their corners, colours are mixed.
const PARTS: u32 = 12;
/// An arrow key moves a mark by so much of a side.
const STEP: f32 = 0.02;
/// Colours that are closer are written as one.
const SAME: f64 = 0.002;

/// What the user has chosen: of a grey, the text does not say the hue, of black nothing else either.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Picker {
    /// Hue, saturation and value, from 0 to 1.
    hsv: [f32; 3],
}

/// A colour, which can be clicked at.
pub(super) fn swatch(ui: &mut Ui, rgba: [f64; 4]) -> Response {
    let size = vec2(2.0 * BUTTON, BUTTON - 6.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    ui.painter().rect_filled(rect, 3.0, shown(rgba));
    let edge = Stroke::new(
        1.0,
        letters(ui).gamma_multiply(match response.hovered() || response.has_focus() {
            true => 0.9,
            false => 0.4,
        }),
    );
    ui.painter()
        .rect_stroke(rect, 3.0, edge, StrokeKind::Inside);
    response
}

impl Picker {
    /// Field and bars for a colour; another one, if the user chooses that.
    pub(super) fn lay_out(
        &mut self,
        ui: &mut Ui,
        rgba: [f64; 4],
        has_opacity: bool,
    ) -> Option<[f64; 4]> {
        let [red, green, blue, mut opacity] = rgba;
        let told = [red, green, blue];
        let own = rgb(self.hsv);
        if (0..3).any(|part| (own[part] - told[part]).abs() > SAME) {
            let (hue, saturation, value) = hsv_from_rgb(told.map(|part| part as f32));
            self.hsv = [hue, saturation, value];
        }
        let [mut hue, mut saturation, mut value] = self.hsv;
        let mut changed = false;
        let field = |[x, y]: [f32; 2]| rgb([hue, x, 1.0 - y]);
        if let Some([x, y]) = plane(ui, FIELD, [saturation, 1.0 - value], field) {
            (saturation, value, changed) = (x, 1.0 - y, true);
        }
        let bar = |[x, _]: [f32; 2]| rgb([x, 1.0, 1.0]);
        if let Some([x, _]) = plane(ui, BAR, [hue, 0.5], bar) {
            // The right end would be the left one.
            (hue, changed) = (x.min(0.999), true);
        }
        if has_opacity {
            let bar = |[x, _]: [f32; 2]| told.map(|part| part * f64::from(x));
            if let Some([x, _]) = plane(ui, BAR, [opacity as f32, 0.5], bar) {
                (opacity, changed) = (f64::from(x), true);
            }
        }
        self.hsv = [hue, saturation, value];
        let [red, green, blue] = rgb(self.hsv);
        changed.then_some([red, green, blue, opacity])
    }
}

/// A rectangle of colours, as wide as there is room, with a mark at a place; the place that the user
/// points at. Places are from the upper left corner, 0 to 1.
fn plane(
    ui: &mut Ui,
    height: f32,
    mark: [f32; 2],
    colour: impl Fn([f32; 2]) -> [f64; 3],
) -> Option<[f32; 2]> {
    let size = vec2(ui.available_width(), height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let at = |[x, y]: [f32; 2]| {
        pos2(
            lerp(rect.left()..=rect.right(), x),
            lerp(rect.top()..=rect.bottom(), y),
        )
    };
    ui.painter().add(colours(&at, &colour));
    let [red, green, blue] = colour(mark);
    let light = 0.3 * red + 0.6 * green + 0.1 * blue > 0.5;
    let ring = Stroke::new(
        1.5,
        if light {
            Color32::BLACK
        } else {
            Color32::WHITE
        },
    );
    ui.painter().circle_stroke(at(mark), 4.5, ring);
    if response.has_focus() {
        let ring = Stroke::new(2.0, letters(ui));
        ui.painter()
            .rect_stroke(rect, 0.0, ring, StrokeKind::Outside);
        if let Some(place) = moved_by_key(ui, response.id, mark) {
            return Some(place);
        }
    }
    let pointed = response.interact_pointer_pos()?;
    let place = (pointed - rect.min) / rect.size().max(Vec2::splat(1.0));
    Some([place.x.clamp(0.0, 1.0), place.y.clamp(0.0, 1.0)])
}

/// Where arrow keys have moved a mark to: none if none was pressed. They leave the focus where it is.
fn moved_by_key(ui: &Ui, id: Id, [x, y]: [f32; 2]) -> Option<[f32; 2]> {
    let arrows = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..EventFilter::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
    let pressed = |key: Key| ui.input(|input| input.num_presses(key) as f32 * STEP);
    let by = [
        pressed(Key::ArrowRight) - pressed(Key::ArrowLeft),
        pressed(Key::ArrowDown) - pressed(Key::ArrowUp),
    ];
    let moved = [(x + by[0]).clamp(0.0, 1.0), (y + by[1]).clamp(0.0, 1.0)];
    (by != [0.0; 2]).then_some(moved)
}

/// The triangles of a rectangle of colours.
fn colours(at: &impl Fn([f32; 2]) -> egui::Pos2, colour: &impl Fn([f32; 2]) -> [f64; 3]) -> Shape {
    let mut mesh = Mesh::default();
    let part = |index: u32| index as f32 / PARTS as f32;
    for row in 0..=PARTS {
        for column in 0..=PARTS {
            let place = [part(column), part(row)];
            let [red, green, blue] = colour(place);
            mesh.colored_vertex(at(place), shown([red, green, blue, 1.0]));
            if row > 0 && column > 0 {
                let here = row * (PARTS + 1) + column;
                let above = here - PARTS - 1;
                mesh.add_triangle(above - 1, above, here - 1);
                mesh.add_triangle(above, here - 1, here);
            }
        }
    }
    Shape::mesh(mesh)
}

fn rgb([hue, saturation, value]: [f32; 3]) -> [f64; 3] {
    rgb_from_hsv((hue, saturation, value)).map(f64::from)
}

fn shown(rgba: [f64; 4]) -> Color32 {
    let [red, green, blue, opacity] = rgba.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    Color32::from_rgba_unmultiplied(red, green, blue, opacity)
}
