//! What bar and panels look like.

use egui::{Color32, CornerRadius, Frame, Margin, Stroke, Visuals};

pub(super) const SHADE: Color32 = Color32::from_rgba_premultiplied(20, 22, 26, 224);
/// Around what is dark, for dark pictures.
const EDGE: Color32 = Color32::from_rgba_premultiplied(48, 48, 48, 48);
/// Behind what the pointer is over.
pub(super) const HOVERED: Color32 = Color32::from_rgba_premultiplied(40, 40, 40, 40);
pub(super) const TEXT: Color32 = Color32::from_rgb(245, 247, 250);
pub(super) const DIM: Color32 = Color32::from_rgb(173, 181, 191);
pub(super) const ACCENT: Color32 = Color32::from_rgb(97, 168, 245);
/// What is not as it should be.
pub(super) const WRONG: Color32 = Color32::from_rgb(245, 130, 110);

/// Between what is shown and the window's edge, in points.
pub(super) const MARGIN: f32 = 8.0;

/// What bar and panels stand on.
pub(super) fn plate(padding: Margin) -> Frame {
    Frame::new()
        .fill(SHADE)
        .stroke(Stroke::new(1.0, EDGE))
        .corner_radius(6.0)
        .inner_margin(padding)
}

pub(super) fn visuals() -> Visuals {
    let mut visuals = Visuals::dark();
    visuals.override_text_color = Some(TEXT);
    visuals.window_fill = SHADE;
    visuals.window_stroke = Stroke::new(1.0, EDGE);
    visuals.selection.bg_fill = ACCENT;
    visuals.menu_corner_radius = CornerRadius::same(4);
    visuals.popup_shadow = egui::Shadow::NONE;
    visuals.widgets.inactive.bg_fill = Color32::from_rgba_premultiplied(60, 62, 66, 255);
    visuals
}
