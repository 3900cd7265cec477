//! The applet being played: its scripts, its clock, what the user does to it. It says what a frame
//! shows and paints nothing: no GPU, no window, no time but the one it is told, so that the window,
//! files and tests play the same applet.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cindyscript_applet::{Applet, Event, Port, TextRange, View};
use cindyscript_hir::names::NameSet;
use cindyscript_hir::program::{PlotId, TermId, all_assigned};
use cindyscript_hir::types::Type;
use cindyscript_interpreter::display::{DisplayEntry, Drawing};
use cindyscript_interpreter::{
    ConsoleOutput, ErrorSeverity, Interpreter, NOWHERE, PixelEvaluator, PlotCall, RuntimeError,
    Value, World,
};
use cindyscript_sound::SoundCommand;

use crate::diagnostic::AppletDiagnostic;
use crate::frame::{DrawItem, FrameDescription, PlotDraw};
use crate::layout::Layout;
use crate::policy::SCRIPT_TIME;
use crate::services::Services;
use crate::source::Source;
use crate::text::Fonts;
use crate::view::{Canvas, ExactView, Navigation, PlotPlace};

mod actions;
mod animation;
mod backdrop;
mod constants;
mod controls;
mod debug;
mod edit;
mod field;
mod input;
mod keys;
mod mark;
mod navigate;
mod origin;
mod page_controls;
mod page_events;
mod page_script;
mod page_value;
mod pointer;
mod print;
mod probe;
mod revision;
mod saved_state;
mod space;
#[cfg(test)]
mod tests;
mod touch;
mod widgets;

use actions::UserActions;
pub use actions::UserState;
use debug::Debugging;
pub use debug::{
    BreakpointRules, BreakpointState, CallFrame, CodePlace, DebugSettings, FunctionBreakpoint,
    LineBreakpoint, PixelTrail, PixelTrails, ShownLoop, StopPlace, StopReason, breakable_places,
    breakpoint_states,
};
use edit::Begun;
use field::Focus;
pub use input::UserEvent;
pub use keys::Key;
pub use mark::MarkPart;
use page_controls::ControlStates;
use page_script::{Cause, PageScript};
pub use pointer::Cursor;
use pointer::{Grip, Press};
pub use probe::{Probe, ProbedVariable, composed};
pub use saved_state::{SavedPoint, SavedState, SavedView};
use touch::Fingers;
pub use touch::Touch;

/// An applet, playing.
pub struct Session {
    source: Source,
    interpreter: Interpreter,
    canvas: Canvas,
    navigation: Navigation,
    /// The places of the canvases, if there are several.
    layout: Option<Layout>,
    /// The last frame, where nothing but a camera may change it.
    last: Option<FrameDescription>,
    /// A camera has moved since.
    camera_moved: bool,
    /// The user holds Shift: cameras are turned in their places.
    shift: bool,
    /// In CSS pixels.
    pointer: [f64; 2],
    grip: Grip,
    /// Points that are dragged come to multiples of this.
    snap: Option<f64>,
    /// The press of the pointer that goes on, or went on last.
    press: Press,
    /// The button that the pointer went down on.
    held_widget: Option<String>,
    /// The text field that keys go to.
    focus: Option<Focus>,
    /// What was cut or copied last.
    clipboard: String,
    fingers: Fingers,
    /// What buttons and text fields run, by their names.
    widget_scripts: Vec<(String, TermId)>,
    /// The names that scripts assign to.
    assigned: NameSet,
    fonts: Fonts,
    /// Whether buttons and text fields are shown.
    bare: bool,
    frames: u64,
    seconds: f64,
    /// Something has happened that may change the picture.
    outdated: bool,
    /// The animation waits, whatever the scripts say.
    held: bool,
    /// What the user has done.
    actions: UserActions,
    /// The controls of the page, as far as they were operated.
    control_states: ControlStates,
    /// The JavaScript of the page, if an engine runs it.
    page: Option<PageScript>,
    /// What the scripts have printed before the next frame.
    output: Vec<ConsoleOutput>,
    /// Lines of the page that were too many for [`Self::output`].
    lines_left_out: usize,
    /// The sounds before the next frame.
    sounds: Vec<SoundCommand>,
    /// A script was ended before its end, because something newer was there: what it has left
    /// behind is half of what it does.
    cut_short: bool,
    /// The applet begins anew when a constant is set that its init scripts read.
    restarts: bool,
    /// Init was ended because its time was over.
    began_late: bool,
    /// What the applet had come to after init.
    begun: Option<Begun>,
    /// What ran before the applet began anew, for one more frame: a camera that is still wanted is
    /// not switched off and on.
    left: Option<Interpreter>,
    services: Arc<dyn Services>,
    seed: u64,
    /// The local time at the start, in milliseconds since 1970.
    clock: f64,
    /// What went wrong since the last frame, outside of it.
    diagnostics: Vec<AppletDiagnostic>,
    /// Where in the text something is selected that probes tell of, and the number of its value.
    selected: Option<(TextRange, Option<u32>)>,
    /// The breakpoints, if a debugger is there.
    debugging: Option<Debugging>,
    /// The pixel that is recorded.
    pixel: Option<debug::PixelRun>,
}

impl Session {
    /// Starts an applet: runs its init script at time 0. What paints images for the
    /// `services` has the programs of this source. `clock` is the local time in milliseconds since 1970.
    pub fn new(
        source: Source,
        canvas: Canvas,
        services: Arc<dyn Services>,
        seed: u64,
        clock: f64,
    ) -> Session {
        let mut session = Session::unstarted(source, canvas, services, seed, clock);
        session.start();
        session
    }

    /// An applet of which nothing has run.
    fn unstarted(
        source: Source,
        canvas: Canvas,
        services: Arc<dyn Services>,
        seed: u64,
        clock: f64,
    ) -> Session {
        Session {
            interpreter: Interpreter::new(world(&source, Arc::clone(&services), seed, clock)),
            source,
            canvas,
            navigation: Navigation::default(),
            layout: None,
            last: None,
            camera_moved: false,
            shift: false,
            pointer: [0.0; 2],
            grip: Grip::default(),
            snap: None,
            press: Press::default(),
            held_widget: None,
            focus: None,
            clipboard: String::new(),
            fingers: Fingers::default(),
            widget_scripts: Vec::new(),
            selected: None,
            assigned: NameSet::default(),
            fonts: services.fonts(),
            bare: false,
            frames: 0,
            seconds: 0.0,
            outdated: true,
            held: false,
            actions: UserActions::default(),
            control_states: ControlStates::default(),
            page: None,
            output: Vec::new(),
            lines_left_out: 0,
            // Another applet may have played before.
            sounds: vec![SoundCommand::Stop],
            cut_short: false,
            restarts: false,
            began_late: false,
            begun: None,
            left: None,
            services,
            seed,
            clock,
            diagnostics: Vec::new(),
            debugging: None,
            pixel: None,
        }
    }

    /// Loads the program and begins: init, and the animation if it plays by itself.
    fn start(&mut self) {
        self.load_program();
        self.tell_view();
        self.run_init();
        if self.autoplays() {
            self.play();
        }
    }

    /// Gives the interpreter the program, and with it what buttons and text fields run.
    fn load_program(&mut self) {
        self.layout = self.applet().and_then(Layout::of);
        let program = self.source.program();
        let written = self
            .source
            .applet()
            .map_or(&[][..], |applet| &applet.scripts);
        let scripts = written.iter().zip(&program.program.scripts);
        let scripts = scripts
            .filter(|(script, _)| script.event == Event::Widget)
            .map(|(script, body)| (script.id.clone(), body.root))
            .collect();
        self.widget_scripts = scripts;
        self.assigned = all_assigned(&program.program, TermId::default());
        self.interpreter.load(program);
        self.pixel = None;
        self.set_stops();
    }

    /// Leaves out what the page lays over the canvas: buttons, text fields, controls.
    pub fn set_bare(&mut self, bare: bool) {
        self.bare = bare;
    }

    /// The version that plays.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The applet that plays.
    pub fn applet(&self) -> Option<&Applet> {
        self.source.applet()
    }

    /// The canvas.
    pub fn canvas(&self) -> Canvas {
        self.canvas
    }

    /// Takes another canvas.
    pub fn set_canvas(&mut self, canvas: Canvas) {
        self.canvas = canvas;
        self.tell_view();
        self.outdated = true;
    }

    /// Where the world lies on the canvas, in CSS pixels.
    pub fn view(&self) -> View {
        match self.port() {
            Some(port) => self.navigation.view(port, &self.plane()),
            None => {
                let port = Port::new(TextRange::default());
                self.navigation.view(&port, &self.plane())
            }
        }
    }

    /// The same with all digits.
    pub fn exact_view(&self) -> ExactView {
        let default = Port::new(TextRange::default());
        let port = self.port().unwrap_or(&default);
        self.navigation.exact_view(port, &self.plane())
    }

    /// The canvas as the page describes it.
    fn port(&self) -> Option<&Port> {
        self.applet()?.ports.first()
    }

    fn tell_view(&mut self) {
        self.interpreter.set_view(self.view(), self.plane().css());
        self.interpreter.set_density(self.canvas.scale);
    }

    /// The colour behind the picture: red, green, blue, 0 to 1; the port's on white.
    pub fn background(&self) -> [f64; 3] {
        let background = self
            .applet()
            .and_then(|applet| applet.ports.first()?.background);
        let [r, g, b, a] = background.unwrap_or([1.0; 4]);
        [r, g, b].map(|component| component * a + 1.0 - a)
    }

    /// Whether a script has failed by a fault of the preview: no other runs any more. Begin with
    /// another session.
    pub fn has_failed(&self) -> bool {
        self.interpreter.has_failed()
    }

    /// Limits the rounds of loops and calls of functions in one run of a script.
    pub fn set_step_budget(&mut self, steps: u64) {
        self.interpreter.set_step_budget(steps);
        self.begun = None;
    }

    /// Setting this ends a script that runs too long.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        self.interpreter.interrupt()
    }

    /// Runs the scripts of a frame at a time, in seconds since the start, and says what it shows.
    pub fn frame(&mut self, seconds: f64) -> FrameDescription {
        let may_repaint = self.may_repaint(seconds);
        self.interpreter.allow(Some(SCRIPT_TIME));
        self.pass_time(seconds);
        self.run_given_javascript(Cause::Page);
        if may_repaint
            && self.stays()
            && let Some(frame) = self.repainted()
        {
            return frame;
        }
        // What earlier scripts drew is cleared away.
        self.interpreter.begin_frame();
        self.outdated = false;
        self.drag();
        self.run(Event::Move);
        self.run(Event::Draw);
        self.run_given_javascript(Cause::Page);
        self.interpreter.end_frame();
        let is_late = self.began_late || self.interpreter.is_late();
        let errors = self.interpreter.draw_geometry();
        self.note(errors);
        self.left = None;
        let (items, terms) = self.items_of_frame(self.frames);
        self.frames += 1;
        self.note_left_out(&items);
        let frame = FrameDescription {
            items,
            terms,
            errors: self.take_diagnostics(),
            output: self.take_output(),
            sounds: self.take_sounds(),
            interrupted: self.interpreter.interrupt().load(Ordering::Relaxed),
            is_late,
        };
        self.keep(&frame);
        frame
    }

    /// The items of the frame of a number, from 0, whose scripts have run, and what drew each.
    fn items_of_frame(&mut self, number: u64) -> (Vec<DrawItem>, Vec<TermId>) {
        let (view, canvas) = (self.view(), self.plane());
        let centre = Arc::new(self.centre());
        // Any fixed sequence will do: it is hashed together with the pixel.
        let seed = (number as u32).wrapping_mul(0x9E37_79B9);
        let behind = self
            .port()
            .map(|port| backdrop::backdrop(port, &view, canvas.css()));
        let behind = behind.into_iter().flatten().map(|drawing| DisplayEntry {
            drawing,
            term: NOWHERE,
        });
        let drawn = behind.chain(self.interpreter.take_drawn());
        let (terms, mut items): (Vec<TermId>, Vec<DrawItem>) = drawn
            .map(|DisplayEntry { drawing, term }| {
                let item = match drawing {
                    Drawing::Plot(mut call) => {
                        for value in &mut call.uniforms {
                            *value = self.interpreter.for_pixels(value);
                        }
                        let place = PlotPlace::new(&call, &view, &canvas, &centre, seed);
                        DrawItem::Plot(PlotDraw {
                            call,
                            frame: place.frame,
                            centre: place.centre,
                            region: place.region,
                        })
                    }
                    drawing => DrawItem::Drawing(drawing),
                };
                (term, item)
            })
            .unzip();
        if !self.bare {
            let over = self.widgets().into_iter().chain(self.controls());
            items.extend(over.map(DrawItem::Drawing));
        }
        self.with_pictures_in_space(items, terms)
    }

    /// How many frames there have been since the applet began, or began anew.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Output of the scripts since the last frame.
    fn take_output(&mut self) -> Vec<ConsoleOutput> {
        let mut output = std::mem::take(&mut self.output);
        if self.lines_left_out > 0 {
            let lines = std::mem::take(&mut self.lines_left_out);
            output.push(ConsoleOutput::left_out(lines));
        }
        output.append(&mut self.interpreter.take_output());
        output
    }

    /// Sounds that the scripts have asked for since the last frame.
    fn take_sounds(&mut self) -> Vec<SoundCommand> {
        let mut sounds = std::mem::take(&mut self.sounds);
        sounds.append(&mut self.interpreter.take_sounds());
        sounds
    }

    /// What went wrong since the last frame, the images that are missing, and those that have
    /// stopped to move.
    fn take_diagnostics(&mut self) -> Vec<AppletDiagnostic> {
        let missing = self.source.missing_images();
        let mut diagnostics: Vec<AppletDiagnostic> = missing
            .map(|(reason, range)| AppletDiagnostic {
                message: reason.to_owned(),
                range: Some(range),
                fatal: false,
            })
            .collect();
        let named = self.applet().map_or(&[][..], |applet| &applet.images);
        let stopped = named.iter().filter_map(|image| {
            Some(AppletDiagnostic {
                message: self
                    .interpreter
                    .film_failure(&image.name)?
                    .as_ref()
                    .to_owned(),
                range: Some(image.range),
                fatal: false,
            })
        });
        diagnostics.extend(stopped);
        let camera = self.interpreter.camera_failure();
        diagnostics.extend(camera.map(|error| self.diagnostic(error)));
        diagnostics.append(&mut self.diagnostics);
        diagnostics
    }

    /// Whether the picture is no longer that of the last frame: something has happened since, or a
    /// script has asked for another frame. Frames of the animation are due besides.
    pub fn is_outdated(&mut self) -> bool {
        self.needs_draw() || self.camera_moved
    }

    /// True if the scripts have to draw another picture.
    fn needs_draw(&mut self) -> bool {
        self.outdated |= self.interpreter.take_wants_frame();
        self.outdated
    }

    /// The variables that the scripts assign to, with their values.
    pub fn globals(&self) -> impl Iterator<Item = (&str, &Value)> {
        let names = &self.interpreter.program().names;
        let globals = self.interpreter.globals();
        let assigned = globals.filter(|(name, _)| self.assigned.contains(*name));
        assigned.map(|(name, value)| (names.text(name), value))
    }

    /// The names of the elements of the construction.
    pub fn elements(&self) -> impl Iterator<Item = &str> {
        self.interpreter.element_names()
    }

    /// The type of an element, and the fields that say where it lies.
    pub fn element(&self, name: &str) -> Option<(Type, &'static [&'static str])> {
        let ty = self.interpreter.element(name)?.type_of();
        let fields: &[_] = match ty {
            Type::Point => &["xy"],
            Type::Line => &["homog"],
            Type::Circle => &["center", "radius"],
            _ => &[],
        };
        Some((ty, fields))
    }

    /// The value of a field of an element, if it has one.
    pub fn field(&self, element: &str, field: &str) -> Option<Value> {
        self.interpreter.field(element, field)
    }

    /// A value as CindyScript prints it, with the names of elements.
    pub fn print(&self, value: &Value) -> String {
        self.interpreter.print(value)
    }

    /// What evaluates a colorplot of the last frame on the CPU.
    pub fn evaluator(&self, call: &PlotCall) -> PixelEvaluator {
        self.interpreter.pixel_evaluator(call)
    }

    /// What went wrong, as it is told.
    pub fn diagnostic(&self, error: RuntimeError) -> AppletDiagnostic {
        diagnostic(&self.source, error)
    }

    /// Why a colorplot, or something else, cannot be painted.
    pub fn diagnostic_of_plot(&self, plot: Option<PlotId>, message: String) -> AppletDiagnostic {
        let program = self.interpreter.program();
        let plot = plot.and_then(|plot| program.plots.get(plot.index()));
        AppletDiagnostic {
            message,
            range: plot.and_then(|plot| self.source.range_of(plot.term)),
            fatal: true,
        }
    }

    fn run(&mut self, event: Event) {
        let errors = self.interpreter.run_event(event);
        self.cut_short |= self.interpreter.is_interrupted();
        self.note(errors);
    }

    /// Runs the scripts of something that the user does.
    fn react(&mut self, event: Event) {
        self.note_event(event);
        self.interpreter.allow(Some(SCRIPT_TIME));
        self.run(event);
    }

    fn note(&mut self, errors: Vec<RuntimeError>) {
        let diagnostics = errors
            .into_iter()
            .map(|error| diagnostic(&self.source, error));
        let diagnostics: Vec<AppletDiagnostic> = diagnostics.collect();
        for diagnostic in diagnostics {
            self.note_once(diagnostic);
        }
    }

    fn note_once(&mut self, diagnostic: AppletDiagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }
}

fn world(source: &Source, services: Arc<dyn Services>, seed: u64, clock: f64) -> World {
    let nothing;
    let applet = match source.applet() {
        Some(applet) => applet,
        None => {
            nothing = Applet::new(TextRange::default());
            &nothing
        }
    };
    let mut world = World::new(applet);
    world.seed = seed;
    world.clock = clock;
    world.images = Arc::clone(&source.images);
    world.interrupt = services.interrupt();
    world.host = services.host(source.document.name());
    world.runs_javascript = cindyscript_javascript::Engine::EXISTS;
    world
}

fn diagnostic(source: &Source, error: RuntimeError) -> AppletDiagnostic {
    AppletDiagnostic {
        range: source.range_of(error.term),
        fatal: error.severity == ErrorSeverity::Error,
        message: match source.place_in_library(error.term) {
            Some(place) => format!("{place}: {}", error.message),
            None => error.message,
        },
    }
}
