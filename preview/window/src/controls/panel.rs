//! The panels: at the left edge what is read, at the right edge what is worked with, at the lower
//! edge what is wide. Those of a side stand one below the other.

use std::sync::Arc;

use cindyscript_protocol::ShownControl;
use egui::{
    Align, Align2, Area, Context, Id, Layout, Margin, Rect, ScrollArea, Ui, Vec2, pos2, vec2,
};

use super::button::{BUTTON, button};
use super::command::{Command, Container, Panel};
use super::icon::Icon;
use super::style::{MARGIN, heading, plate};
use super::{bar, console, hud, keys, page, parameters, probe, save};

/// What an open panel shows.
#[derive(Clone, Debug, PartialEq)]
pub enum PanelContent {
    /// How it goes.
    Hud(Box<hud::Hud>),
    /// The keys, by where the picture is, and whether scripts of the applet take them.
    Keys(Container, bool),
    /// What scripts print.
    Console(Arc<str>),
    /// The controls of the page.
    Page(Vec<ShownControl>),
    /// What can be set in the text.
    Parameters(parameters::Parameters),
    /// What colorplots compute at some pixels, and what of that is drawn.
    Probe(Arc<probe::Readings>, probe::DrawnSelection),
    /// How the picture and a recording are written into files.
    Save(save::SaveStatus),
}

/// What the user has set in panels, which nobody else needs to know.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) console: console::Filter,
    pub(super) keys: keys::Search,
    pub(super) colour: parameters::Open,
    pub(super) page: page::PageSettings,
    pub(super) save: save::Choices,
    /// Whether the times are shown in detail.
    pub(super) details: bool,
    /// Whether the menu of what the bar has no room for is open.
    pub(super) menu: bool,
    /// How far keys have scrolled a panel since it was laid out.
    pub(super) scrolled: Option<(Panel, Scroll)>,
}

/// How far a key scrolls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scroll {
    /// So many lines.
    Lines(f32),
    /// So many times as far as is seen at once.
    Pages(f32),
}

impl Scroll {
    /// What a key of this name does.
    pub(super) fn of_key(name: &str) -> Option<Scroll> {
        Some(match name {
            "ArrowUp" => Scroll::Lines(-1.0),
            "ArrowDown" => Scroll::Lines(1.0),
            "PageUp" => Scroll::Pages(-1.0),
            "PageDown" => Scroll::Pages(1.0),
            "Home" => Scroll::Lines(-TO_THE_END),
            "End" => Scroll::Lines(TO_THE_END),
            _ => return None,
        })
    }
}

/// No panel has so many lines.
const TO_THE_END: f32 = 1e6;
/// A line of a panel, in points.
const LINE: f32 = 20.0;

/// Where a panel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
    Below,
}

const PADDING: Margin = Margin::symmetric(8, 6);
/// A panel at the lower edge is as high as this part of the window.
const BELOW: f32 = 0.3;
/// A panel at the right edge is so wide, in points, if that is not more than half of the window.
const WIDTH: f32 = 260.0;
/// The width of such a panel with its margins, in points.
pub const ROOM: f64 = (WIDTH + 2.0 * MARGIN) as f64;
/// In a narrow window it is so wide, in points.
const NARROW: f32 = 200.0;

impl PanelContent {
    /// The panel that shows this.
    pub fn panel(&self) -> Panel {
        match self {
            PanelContent::Hud(_) => Panel::Hud,
            PanelContent::Keys(..) => Panel::Keys,
            PanelContent::Console(_) => Panel::Console,
            PanelContent::Page(_) => Panel::Page,
            PanelContent::Parameters(_) => Panel::Parameters,
            PanelContent::Probe(..) => Panel::Probe,
            PanelContent::Save(_) => Panel::Save,
        }
    }

    fn lay_out(&self, ui: &mut Ui, settings: &mut Settings, commands: &mut Vec<Command>) {
        match self {
            PanelContent::Hud(hud) => hud::lay_out(ui, hud, &mut settings.details, commands),
            PanelContent::Keys(container, listens) => {
                keys::lay_out(ui, *container, *listens, &mut settings.keys);
            }
            PanelContent::Console(text) => console::lay_out(ui, text, &settings.console),
            PanelContent::Page(rows) => page::lay_out(ui, rows, &mut settings.page),
            PanelContent::Parameters(parameters) => {
                parameters::lay_out(ui, parameters, &mut settings.colour, commands);
            }
            PanelContent::Probe(readings, drawn) => probe::lay_out(ui, readings, *drawn, commands),
            PanelContent::Save(status) => {
                save::lay_out(ui, status, &mut settings.save, commands);
            }
        }
    }

    /// What stands beside the title.
    fn head(&self, ui: &mut Ui, settings: &mut Settings, commands: &mut Vec<Command>) {
        match self {
            PanelContent::Hud(_)
            | PanelContent::Keys(..)
            | PanelContent::Page(_)
            | PanelContent::Probe(..)
            | PanelContent::Save(_) => {}
            PanelContent::Console(_) => console::head(ui, &mut settings.console, commands),
            PanelContent::Parameters(parameters) => parameters::head(ui, parameters, commands),
        }
    }
}

impl Panel {
    fn side(self) -> Side {
        match self {
            Panel::Hud | Panel::Keys => Side::Left,
            Panel::Console => Side::Below,
            Panel::Page | Panel::Parameters | Panel::Probe | Panel::Save => Side::Right,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Panel::Hud => "Performance",
            Panel::Keys => "Keys",
            Panel::Console => "Console",
            Panel::Page => "Controls of the page",
            Panel::Parameters => "Sliders",
            Panel::Probe => "Pixel inspector",
            Panel::Save => "Save",
        }
    }
}

/// Where panels are, in points.
#[derive(Debug, Default)]
pub(super) struct Areas {
    pub(super) all: Vec<Rect>,
    /// How far those at the lower edge reach up from there.
    pub(super) below: f32,
    /// How far those at the right edge reach to the left from there.
    pub(super) right: f32,
    /// How far those at the left edge reach to the right from there, and down from the upper edge.
    pub(super) left: Vec2,
    /// Of those that are read by scrolling, the one that keys scroll, if it has more than is seen.
    pub(super) scrolls: Option<Panel>,
}

impl Areas {
    /// A panel has so much to show, in points, and so much of that is seen.
    fn shows(&mut self, panel: Panel, content: f32, seen: f32) {
        let is_read = matches!(panel, Panel::Keys | Panel::Console);
        // The keys lie over the picture as long as they are read, the output may always be there.
        if is_read && content > seen + 1.0 && self.scrolls != Some(Panel::Keys) {
            self.scrolls = Some(panel);
        }
    }
}

/// Lays the panels out in a window of a size in points.
pub(super) fn lay_out(
    context: &Context,
    contents: &[PanelContent],
    [width, height]: [f32; 2],
    settings: &mut Settings,
    commands: &mut Vec<Command>,
) -> Areas {
    let mut areas = Areas::default();
    if !contents.iter().any(|it| it.panel() == Panel::Keys) {
        settings.keys.clear();
    }
    let has = |side| contents.iter().any(|it| it.panel().side() == side);
    let right = match (has(Side::Left), has(Side::Right)) {
        (_, false) => 0.0,
        (true, true) => WIDTH.min(width * 0.5) + MARGIN,
        // Where nothing stands beside it.
        (false, true) => WIDTH.min((width * 0.5).max(NARROW).min(width - 2.0 * MARGIN)) + MARGIN,
    };
    // Those at the left have the width that those at the right leave.
    for side in [Side::Below, Side::Right, Side::Left] {
        let most = match side {
            Side::Below => height * BELOW,
            Side::Left | Side::Right => height - areas.below - bar::HEIGHT,
        };
        let room = match side {
            Side::Below => width - 2.0 * MARGIN,
            Side::Left => width - 2.0 * MARGIN - areas.right,
            Side::Right => right - MARGIN,
        };
        let mut used = MARGIN;
        for content in contents {
            let panel = content.panel();
            if panel.side() != side || most - used < 2.0 * BUTTON {
                continue;
            }
            let size = vec2(room, most - used) - PADDING.sum();
            let area = Area::new(Id::unique(panel.title()))
                .movable(false)
                .default_size(size);
            let area = match side {
                Side::Below => area.anchor(Align2::LEFT_BOTTOM, vec2(MARGIN, -used)),
                Side::Left => area.fixed_pos(pos2(MARGIN, used)),
                Side::Right => area.anchor(Align2::RIGHT_TOP, vec2(-MARGIN, used)),
            };
            let shown = area.show(context, |ui| {
                plate(ui, PADDING).show(ui, |ui| match side {
                    Side::Left => {
                        // It may have been narrower.
                        ui.set_max_width(size.x);
                        let scrolled = ScrollArea::vertical()
                            .max_height(size.y)
                            .animated(false)
                            // egui learns only by and by how high a table is.
                            .min_scrolled_height(size.y)
                            .show(ui, |ui| {
                                content.lay_out(ui, settings, commands);
                                follow_keys(ui, panel, settings);
                            });
                        (scrolled.content_size.y, scrolled.inner_rect.height())
                    }
                    Side::Below | Side::Right => {
                        ui.set_width(size.x);
                        head(ui, content, settings, commands);
                        let height = size.y - BUTTON - ui.spacing().item_spacing.y;
                        let scrolled = ScrollArea::vertical()
                            .max_height(height)
                            // As above: what opens below a row makes room for itself.
                            .min_scrolled_height(height)
                            .auto_shrink([false, side == Side::Right])
                            .animated(false)
                            .stick_to_bottom(side == Side::Below)
                            .show(ui, |ui| {
                                content.lay_out(ui, settings, commands);
                                follow_keys(ui, panel, settings);
                            });
                        (scrolled.content_size.y, scrolled.inner_rect.height())
                    }
                })
            });
            let (has, seen) = shown.inner.inner;
            areas.shows(panel, has, seen);
            let area = shown.response.rect;
            used += area.height() + MARGIN;
            match side {
                Side::Below => {}
                Side::Left => areas.left = areas.left.max(area.max.to_vec2()),
                Side::Right => areas.right = areas.right.max(width - area.left()),
            }
            areas.all.push(area);
        }
        if side == Side::Below {
            areas.below = used - MARGIN;
        }
    }
    areas
}

/// Scrolls as keys say, and to what they have just come to.
fn follow_keys(ui: &Ui, panel: Panel, settings: &mut Settings) {
    follow_focus(ui);
    if let Some((_, scroll)) = settings.scrolled.take_if(|(of, _)| *of == panel) {
        let down = match scroll {
            Scroll::Lines(count) => count * LINE,
            Scroll::Pages(count) => count * (ui.clip_rect().height() - LINE).max(LINE),
        };
        ui.scroll_with_delta(vec2(0.0, -down));
    }
}

/// Brings what keys have just come to into view, if it is in what scrolls.
fn follow_focus(ui: &Ui) {
    let focused = ui.memory(egui::Memory::focused);
    let response = focused.and_then(|id| ui.ctx().read_response(id));
    if let Some(response) = response.filter(egui::Response::gained_focus)
        && response.layer_id == ui.layer_id()
    {
        ui.scroll_to_rect(response.rect, None);
    }
}

/// The title, what the panel has beside it, and what closes it.
fn head(ui: &mut Ui, content: &PanelContent, settings: &mut Settings, commands: &mut Vec<Command>) {
    let panel = content.panel();
    ui.horizontal(|ui| {
        ui.label(heading(ui, panel.title()));
        content.head(ui, settings, commands);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let command = Command::Toggle(panel);
            if button(ui, Icon::Close, false, command).clicked() {
                commands.push(command);
            }
        });
    });
}
