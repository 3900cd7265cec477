//! The applet as data: what a page says about it, each part with its byte range in the file.

use cindyscript_diagnostic::Diagnostic;
use num_complex::Complex64;
use text_size::TextRange;

use crate::{
    Behavior, Constant, ControlAction, Event, Import, PageCanvas, PageControl, Port, PropertyKey,
    SourceText,
};

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Page {
    /// Usually one. A page with scripts but no call of `CindyJS` has one with default settings.
    pub applets: Vec<Applet>,
    /// CindyScript elements that no event of any applet runs.
    pub unbound: Vec<UnboundScript>,
    /// The contents of all CindyScript elements, in bytes of the file.
    pub contents: Vec<TextRange>,
    /// The files that its scripts come from, as their elements name them.
    pub external: Vec<External>,
    /// True if its JavaScript may run CindyScript in other ways than the actions of its applets do.
    pub needs_javascript: bool,
    /// What is wrong with the file, in the order of their ranges.
    pub problems: Vec<Diagnostic>,
}

/// A drawing with its scripts: one call of `CindyJS({...})`.
#[derive(Debug, Clone, PartialEq)]
pub struct Applet {
    /// In the order of [`Event::ALL`], and for each event in the order in which they run: at most
    /// one of the page, and libraries around it. Behind them those of buttons and text fields, in
    /// the order of the construction. All share their global variables.
    pub scripts: Vec<Script>,
    /// The construction, in the order in which it is computed.
    pub geometry: Vec<GeometryEntry>,
    /// Canvases; there is always one, and CindyJS paints only on the first.
    pub ports: Vec<Port>,
    /// The other canvases of the page: Cindy3D paints on those that scripts name.
    pub canvases: Vec<PageCanvas>,
    /// How time passes.
    pub animation: Animation,
    /// Pictures and videos to load, by name.
    pub images: Vec<Image>,
    /// Plugins, such as `CindyGL`.
    pub uses: Vec<String>,
    /// How elements look that do not say.
    pub default_appearance: DefaultAppearance,
    /// The unit in which angles are printed, `°` unless set.
    pub angle_unit: Option<String>,
    /// Whether keys reach the applet without a click on its canvas.
    pub key_listener: bool,
    /// The controls of the page that run its scripts, in the order of the page.
    pub controls: Vec<PageControl>,
    /// The actions of its `oninit`, which run before its init script.
    pub at_start: Vec<ControlAction>,
    /// The files of CindyScript that it imports.
    pub imports: Vec<Import>,
    /// The physics of the applet (masses, springs, gravity), as written.
    pub behavior: Vec<Constant>,
    /// What the page's JavaScript does to the scripts while it runs.
    pub host: HostCode,
    /// Settings not listed above, as written.
    pub others: Vec<(String, Constant)>,
    /// The names of all settings of the applet, and those in its ports, elements, `animation` and
    /// `defaultAppearance` that CindyJS does not have.
    pub keys: Vec<PropertyKey>,
    /// The call, in bytes of the file; all of the file if nothing calls `CindyJS`.
    pub range: TextRange,
}

impl Applet {
    /// An applet with default settings and no scripts.
    pub fn new(range: TextRange) -> Applet {
        Applet {
            scripts: Vec::new(),
            geometry: Vec::new(),
            ports: vec![Port::new(range)],
            canvases: Vec::new(),
            animation: Animation::default(),
            images: Vec::new(),
            uses: Vec::new(),
            default_appearance: DefaultAppearance::default(),
            angle_unit: None,
            key_listener: false,
            controls: Vec::new(),
            at_start: Vec::new(),
            imports: Vec::new(),
            behavior: Vec::new(),
            host: HostCode::default(),
            others: Vec::new(),
            keys: Vec::new(),
            range,
        }
    }

    pub(crate) fn sort_scripts(&mut self) {
        self.scripts.sort_by_key(|s| s.event);
    }

    /// The script, in place of one for the same event.
    pub(crate) fn set_script(&mut self, script: Script) {
        self.scripts.retain(|s| s.event != script.event);
        self.scripts.push(script);
    }

    /// Whether there is nothing to play: no script and no construction.
    pub fn is_empty(&self) -> bool {
        self.scripts.is_empty() && self.geometry.is_empty()
    }

    /// The page's own script of an event.
    pub fn script(&self, event: Event) -> Option<&Script> {
        let mut own = self.scripts.iter().filter(|s| !s.is_library);
        own.find(|s| s.event == event)
    }

    /// Simulated time per real time at the start: an environment of the physics may set it.
    pub fn speed(&self) -> f64 {
        let environments = self.behaviors().filter(|behavior| {
            let kind = behavior.kind();
            kind.is_some_and(|kind| kind.name == "Environment")
        });
        let steps = environments.filter_map(|behavior| behavior.written("deltat"));
        steps.last().map_or(self.animation.speed, |step| step / 0.6)
    }

    /// The entries of `behavior`.
    pub fn behaviors(&self) -> impl Iterator<Item = Behavior<'_>> {
        self.behavior.iter().map(Behavior::new)
    }

    /// The element of that name.
    pub fn element(&self, name: &str) -> Option<&GeometryEntry> {
        self.geometry.iter().find(|e| e.name == name)
    }
}

/// What a page's JavaScript does to the scripts while it runs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HostCode {
    /// The functions that it defines for scripts (`defineFunction`).
    pub functions: Vec<HostFunction>,
    /// Whether it runs CindyScript of its own (`evokeCS`), which can give names values.
    pub runs_code: bool,
}

/// A function of the scripts that is written in JavaScript.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostFunction {
    /// Its name, in lower case.
    pub name: String,
    /// How many arguments it takes; `None` if only a running page would tell.
    pub arity: Option<u32>,
}

/// What runs at an event.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// When it runs.
    pub event: Event,
    /// The id of its element (`csdraw`); the event's name if it has none; the path of a library; the
    /// name of a button.
    pub id: String,
    /// Its text, and where that stands in the file; all of a library stands where it is named.
    pub source: SourceText,
    /// Whether its text is that of another file, which the page imports.
    pub is_library: bool,
}

/// A CindyScript element that no event runs: its id does not fit, or it has none.
#[derive(Debug, Clone, PartialEq)]
pub struct UnboundScript {
    /// The id, if it has one.
    pub id: Option<String>,
    /// Its text, and where that stands in the file.
    pub source: SourceText,
}

/// A file that a page takes a script from: `<script src="...">`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct External {
    /// The URL as written.
    pub url: String,
    /// Where that stands in the file, without quotes.
    pub range: TextRange,
}

/// A geometric element: a free point, or something computed from others.
#[derive(Debug, Clone, PartialEq)]
pub struct GeometryEntry {
    /// Its name, the variable of the scripts; CindyJS wants it unique.
    pub name: String,
    /// The name as written, quotes included.
    pub name_range: TextRange,
    /// CindyJS's `type`: `Free`, `Join`, `CircleMP`, ...
    pub kind: String,
    /// `pos`: homogeneous coordinates; `[x, y]` has become `[x, y, 1]`. Entries of elements other
    /// than points (conics) that have not two or three numbers are in [`GeometryEntry::others`].
    pub position: Option<[Complex64; 3]>,
    /// Where these are written, in bytes of the file.
    pub position_range: Option<TextRange>,
    /// The names of the elements it is computed from.
    pub args: Vec<String>,
    /// Where these are written, in bytes of the file, quotes included.
    pub arg_ranges: Vec<TextRange>,
    /// Radius of a point, width of a line, in pixels.
    pub size: Option<f64>,
    /// Red, green, blue, 0 to 1.
    pub color: Option<[f64; 3]>,
    /// The same as written.
    pub written_color: Option<Constant>,
    /// Whether its name stands beside it.
    pub labeled: bool,
    /// Whether it is drawn.
    pub visible: bool,
    /// Whether the mouse leaves it where it is.
    pub pinned: bool,
    /// Opacity, 0 to 1.
    pub alpha: Option<f64>,
    /// Attributes not listed above, as written.
    pub others: Vec<(String, Constant)>,
    /// Its object, in bytes of the file.
    pub range: TextRange,
}

/// How time passes.
#[derive(Debug, Clone, PartialEq)]
pub struct Animation {
    /// Whether frames run from the start on.
    pub autoplay: bool,
    /// Whether buttons to play, pause and stop are shown.
    pub controls: bool,
    /// Simulated time per real time, as `animationspeed` of the language; 0.5 unless set.
    pub speed: f64,
    /// `accuracy` of the physics simulation.
    pub accuracy: Option<f64>,
}

impl Default for Animation {
    fn default() -> Animation {
        Animation {
            autoplay: false,
            controls: false,
            speed: 0.5,
            accuracy: None,
        }
    }
}

/// A picture or video that scripts use by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// The name in scripts.
    pub name: String,
    /// Where it is: relative to the page, absolute, or a `data:` URL. None if a running page
    /// would compute it.
    pub url: Option<String>,
    /// Picture or video.
    pub kind: ImageKind,
    /// The property, in bytes of the file.
    pub range: TextRange,
}

/// What an [`Image`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// From `images`.
    Picture,
    /// From `videos`.
    Video,
}

/// How elements look that do not say.
#[derive(Debug, Clone, PartialEq)]
pub struct DefaultAppearance {
    /// Red, green, blue, 0 to 1.
    pub point_color: [f64; 3],
    /// Red, green, blue, 0 to 1.
    pub line_color: [f64; 3],
    /// Red, green, blue, 0 to 1.
    pub text_color: [f64; 3],
    /// Radius in pixels.
    pub point_size: f64,
    /// Width in pixels.
    pub line_size: f64,
    /// Height of text in pixels.
    pub text_size: f64,
    /// Opacity, 0 to 1.
    pub alpha: f64,
    /// Length of a clipped line beyond its points, relative to their distance.
    pub overhang_line: f64,
    /// The same of a segment; 1 is from point to point.
    pub overhang_segment: f64,
    /// The factor on the colour of points that cannot be moved.
    pub dim_dependent: f64,
    /// CSS font family.
    pub font_family: String,
    /// `none`, `end` or `inci`: where lines end.
    pub clip: String,
}

impl Default for DefaultAppearance {
    fn default() -> DefaultAppearance {
        DefaultAppearance {
            point_color: [1.0, 0.0, 0.0],
            line_color: [0.0, 0.0, 1.0],
            text_color: [0.0, 0.0, 0.0],
            point_size: 5.0,
            line_size: 1.0,
            text_size: 20.0,
            alpha: 1.0,
            overhang_line: 1.0,
            overhang_segment: 1.0,
            dim_dependent: 0.7,
            font_family: "sans-serif".to_owned(),
            clip: "none".to_owned(),
        }
    }
}
