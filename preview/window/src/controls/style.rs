//! What bar and panels look like.

use cindyscript_interpreter::display::Colour;
use egui::style::ScrollAnimation;
use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Frame, Margin, RichText, Stroke, TextStyle,
    Theme, Ui, Visuals,
};

use crate::look::{Palette, Scheme};

/// Between what is shown and the window's edge, in points.
pub(super) const MARGIN: f32 = 8.0;

/// What can be pressed, or is on.
pub(super) fn accent(ui: &Ui) -> Color32 {
    colour(palette(ui).accent)
}

/// Letters that say less.
pub(super) fn dim(ui: &Ui) -> Color32 {
    colour(palette(ui).dim)
}

/// The family of bold letters.
pub(super) fn bold() -> FontFamily {
    FontFamily::Name("bold".into())
}

/// A title, of a panel or within one.
pub(super) fn heading(ui: &Ui, text: impl Into<String>) -> RichText {
    RichText::new(text).family(bold()).color(letters(ui))
}

/// Behind what the pointer is over.
pub(super) fn hovered(ui: &Ui) -> Color32 {
    colour(palette(ui).hovered)
}

/// Letters.
pub(super) fn letters(ui: &Ui) -> Color32 {
    colour(palette(ui).text)
}

/// What is not as it should be.
pub(super) fn wrong(ui: &Ui) -> Color32 {
    colour(palette(ui).wrong)
}

/// Behind a graph.
pub(super) fn ground(ui: &Ui) -> Color32 {
    colour(palette(ui).ground)
}

/// Behind letters that stand on something else than bar and panels.
pub(super) fn behind_letters(ui: &Ui) -> Color32 {
    colour(palette(ui).plate)
}

/// What bar and panels stand on.
pub(super) fn plate(ui: &Ui, padding: Margin) -> Frame {
    Frame::new()
        .fill(colour(palette(ui).plate))
        .stroke(Stroke::new(1.0, colour(palette(ui).edge)))
        .corner_radius(6.0)
        .inner_margin(padding)
}

fn palette(ui: &Ui) -> &'static Palette {
    match ui.visuals().dark_mode {
        true => Scheme::Dark.palette(),
        false => Scheme::Light.palette(),
    }
}

fn colour([red, green, blue, alpha]: Colour) -> Color32 {
    let [red, green, blue, alpha] =
        [red, green, blue, alpha].map(|part| (part * 255.0).round() as u8);
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// Has egui know both schemes.
pub(super) fn set(context: &Context) {
    for (theme, scheme) in [(Theme::Dark, Scheme::Dark), (Theme::Light, Scheme::Light)] {
        context.style_mut_of(theme, |style| {
            style.visuals = visuals(theme, scheme.palette());
            // Nothing of ours moves by itself: some users cannot bear that.
            style.animation_time = 0.0;
            style.scroll_animation = ScrollAnimation::none();
            style.visuals.text_cursor.blink = false;
            style.interaction.selectable_labels = false;
            for (kind, size) in [(TextStyle::Body, 13.0), (TextStyle::Button, 13.0)] {
                style.text_styles.insert(kind, FontId::proportional(size));
            }
        });
    }
}

/// Shows a scheme from now on.
pub(super) fn choose(context: &Context, scheme: Scheme) {
    context.set_theme(match scheme {
        Scheme::Dark => Theme::Dark,
        Scheme::Light => Theme::Light,
    });
}

fn visuals(theme: Theme, palette: &Palette) -> Visuals {
    let mut visuals = theme.default_visuals();
    visuals.override_text_color = Some(colour(palette.text));
    visuals.window_fill = colour(palette.plate);
    visuals.window_stroke = Stroke::new(1.0, colour(palette.edge));
    visuals.selection.bg_fill = colour(palette.chosen);
    visuals.menu_corner_radius = CornerRadius::same(4);
    visuals.popup_shadow = egui::Shadow::NONE;
    visuals.widgets.inactive.bg_fill = colour(palette.control);
    visuals
}
