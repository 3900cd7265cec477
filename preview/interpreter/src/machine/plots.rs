//! Colorplots: what the scripts hand to the pixels.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use cindyscript_hir::program::{Callee, FunctionId, PlotForm, PlotId, Program, TermId, TermKind};

use super::state::State;
use super::{Evaluated, Machine};
use crate::code::revision::Revision;
use crate::context::Context;
use crate::context::host::{Host, NoHost};
use crate::display::PlotCall;
use crate::display::picture::Picture;
use crate::display::{DisplayEntry, Drawing};
use crate::error::Halt;
use crate::platform::Instant;
use crate::value::closure::has_later_code;
use crate::value::text::Text;
use crate::value::{Value, allow_walk};
use crate::work::{self, Deadline};

/// A colorplot into an image.
pub struct ImagePlot<'a> {
    /// The colorplot, and the values that it needs.
    pub call: &'a PlotCall,
    /// The call of `colorplot`.
    pub term: TermId,
    /// The image as it is so far; never without pixels.
    pub target: &'a Picture,
    /// The lower left and the lower right corner of the image, in the world.
    pub corners: [[f64; 2]; 2],
    /// The lower left and the lower right corner of the view.
    pub view: [[f64; 2]; 2],
    /// For random numbers: another one for each plot.
    pub seed: u32,
    /// The program.
    pub(crate) revision: &'a Revision,
    /// The state of the script that plots.
    pub(crate) state: &'a State,
    /// Once this is set, nobody waits for it any more.
    pub interrupt: &'a AtomicBool,
    /// The part of the time that painting takes which does not count as the script's: the host has
    /// other limits for it.
    pub uncounted: &'a Cell<Duration>,
}

/// A host that paints colorplots into images.
pub trait PlotHost: Host {
    /// Paints a colorplot into an image: what the image shows then.
    ///
    /// # Errors
    /// Why that cannot be, in one line.
    fn plot(&self, _: &ImagePlot<'_>) -> Result<Picture, String> {
        Err("colorplots into images are not painted here".to_owned())
    }
}

impl PlotHost for NoHost {}

/// So many colorplots fit on one display list.
const MAX_PLOTS: usize = 1000;

impl Machine<'_> {
    /// Evaluates what a colorplot needs and puts it on the display list.
    #[inline(never)]
    pub(crate) fn plot(&mut self, id: TermId, plot_id: PlotId) -> Evaluated {
        if self.steps_out() {
            let message = "stopped: a colorplot cannot run at the pixels of another one";
            return Err(self.halt(id, message.to_owned()));
        }
        let program = self.revision.split_program();
        let mut redefined = self.state.redefined(&program);
        let seen = redefined.as_ref().unwrap_or(&program);
        let plot = seen.program.plot(plot_id);
        let list = self.state.context.graphics.on_view();
        let is_plot = |drawn: &&DisplayEntry| matches!(drawn.drawing, Drawing::Plot(_));
        if list.len() >= MAX_PLOTS && list.iter().filter(is_plot).count() >= MAX_PLOTS {
            return Ok(self.warn(id, || {
                format!("more than {MAX_PLOTS} colorplots in one frame")
            }));
        }
        let target = match plot.form {
            PlotForm::View => Target::View(None),
            PlotForm::Rectangle { from, to } => match self.corners([from, to])? {
                Some([from, to]) => Target::View(Some((from, to))),
                None => return Ok(self.no_corners(id)),
            },
            PlotForm::Image { image } => {
                let corners = self.state.context.graphics.lower_corners();
                Target::Image { image, corners }
            }
            PlotForm::PlacedImage { left, right, image } => match self.corners([left, right])? {
                Some(corners) => Target::Image { image, corners },
                None => return Ok(self.no_corners(id)),
            },
        };
        let name = match target {
            Target::View(_) => Value::Undefined,
            Target::Image { image, .. } => self.eval(image)?,
        };
        let mut terms = seen.split.of(plot_id).uniforms.clone();
        let mut uniforms = self.uniforms(&terms)?;
        if self.runs_code() && uniforms.iter().any(has_later_code) {
            // What that needs of the CPU is not known from the text.
            let grown = self.revision.split_program();
            let program = self.state.redefined_by_code(&grown);
            terms = program.split.of(plot_id).uniforms.clone();
            redefined = Some(program);
            uniforms = self.uniforms(&terms)?;
        }
        let mut images = Vec::new();
        for (&uniform, value) in terms.iter().zip(&uniforms) {
            if !add_images(&mut self.state.context, value, &mut images) && self.is_image(uniform) {
                let value = value.to_string();
                self.warn(uniform, || format!("there is no image `{value}`"));
            }
        }
        let mut call = PlotCall {
            plot: plot_id,
            redefined: redefined.clone(),
            uniforms,
            images,
            rectangle: None,
            system: self.state.context.graphics.system(),
        };
        match target {
            Target::View(rectangle) => {
                call.rectangle = rectangle;
                // As in CindyJS, also where an image is drawn on.
                let drawing = Drawing::Plot(call);
                let term = self.state.context.reports.place(id);
                let drawings = self.state.context.graphics.on_view();
                drawings.push(DisplayEntry { drawing, term });
            }
            Target::Image { image, corners } => {
                self.plot_into(image, &name, corners, call);
                self.look(id)?;
            }
        }
        Ok(Value::Undefined)
    }

    /// The values of terms of U.
    fn uniforms(&mut self, terms: &[TermId]) -> Result<Vec<Value>, Halt> {
        let runs_code = self.runs_code();
        let mut values = Vec::with_capacity(terms.len());
        for &term in terms {
            let value = match self.program.kind(term) {
                // It may be the pixel's or a loop's own variable, and unset here: no warning.
                TermKind::Variable(name) if self.is_unset(name) => Value::Undefined,
                // Perhaps no pixel runs this code.
                _ if is_in_code(self.program, term) => {
                    let reports = self.state.context.reports.clone();
                    let value = self.eval(term)?;
                    self.state.context.reports = reports;
                    value
                }
                _ => self.eval(term)?,
            };
            if !allow_walk(std::slice::from_ref(&value)) {
                self.checked(term, Value::Undefined)?;
            }
            values.push(match runs_code {
                true => self.with_adopted_code(term, value),
                false => value,
            });
        }
        Ok(values)
    }

    /// Whether the program runs code that is a value: if not, it need not be looked for.
    fn runs_code(&self) -> bool {
        self.program.callees.iter().any(Callee::runs_code)
    }

    fn corners(&mut self, terms: [TermId; 2]) -> Result<Option<[[f64; 2]; 2]>, Halt> {
        let [a, b] = terms;
        let (a, b) = (self.eval(a)?, self.eval(b)?);
        let context = &self.state.context;
        Ok(context
            .position(&a)
            .zip(context.position(&b))
            .map(|(a, b)| [a, b]))
    }

    /// Whether a term stands where the name of an image is wanted: in `imagergb`, or as an argument
    /// of a function that hands it on to one.
    #[cold]
    fn is_image(&self, term: TermId) -> bool {
        let program = self.program;
        // The parameters that name images, by function and place; what hands them on adds others.
        let mut parameters: Vec<(FunctionId, usize)> = Vec::new();
        loop {
            let known = parameters.len();
            for (id, function) in (0..).map(FunctionId).zip(&program.functions) {
                let first = program.term(function.body).first;
                for (place, parameter) in function.parameters.iter().enumerate() {
                    let is_it = |operand: TermId| program.name_of(operand) == Some(parameter.name);
                    let terms = (first.0..=function.body.0).map(TermId);
                    if !parameters.contains(&(id, place))
                        && terms
                            .into_iter()
                            .any(|term| names_image(program, term, &parameters, is_it))
                    {
                        parameters.push((id, place));
                    }
                }
            }
            if parameters.len() == known {
                break;
            }
        }
        let terms = (0..program.terms.len() as u32).map(TermId);
        let is_it = |operand: TermId| operand == term;
        terms
            .into_iter()
            .any(|term| names_image(program, term, &parameters, is_it))
    }

    fn no_corners(&mut self, id: TermId) -> Value {
        self.warn(id, || {
            "the corners of a colorplot must be two points".to_owned()
        })
    }

    /// Lets the host paint a colorplot into the image that `term` names.
    fn plot_into(
        &mut self,
        term: TermId,
        name: &Value,
        corners: [[f64; 2]; 2],
        mut call: PlotCall,
    ) {
        let context = &mut self.state.context;
        context.term = term;
        let Value::String(name) = name else {
            context.warn("the image of a colorplot is the name of an image");
            return;
        };
        let Some(target) = context.picture(name) else {
            return;
        };
        let Some(host) = self.host.filter(|_| !target.size().contains(&0)) else {
            return;
        };
        for value in &mut call.uniforms {
            *value = context.for_pixels(value);
        }
        context.feedback.note(name, &call.images);
        let seed = context.images.next_seed();
        let interrupt = Arc::clone(&context.interrupt);
        let mut deadline = context.deadline;
        let state = &*self.state;
        let uncounted = Cell::default();
        // Real time counts here: a device paints, or many threads do.
        deadline.iter_mut().for_each(Deadline::pause);
        let began = Instant::now();
        let painted = host.plot(&ImagePlot {
            call: &call,
            term: self.program.plot(call.plot).term,
            target: &target,
            corners,
            view: state.context.graphics.lower_corners(),
            seed,
            revision: self.revision,
            state,
            interrupt: &interrupt,
            uncounted: &uncounted,
        });
        let counted = began.elapsed().saturating_sub(uncounted.get());
        let context = &mut self.state.context;
        if let Some(deadline) = &mut deadline {
            deadline.count(counted);
            deadline.resume();
        }
        context.deadline = deadline;
        work::set_deadline(deadline);
        match painted {
            Ok(picture) => context.images.set(name, picture, true),
            Err(reason) => {
                context.warn(reason);
            }
        }
    }
}

/// What a colorplot paints.
enum Target {
    /// The view, or a rectangle of it, given by two opposite corners.
    View(Option<([f64; 2], [f64; 2])>),
    /// An image, by the term that names it, and where its lower corners lie.
    Image {
        image: TermId,
        corners: [[f64; 2]; 2],
    },
}

/// Whether a term stands in the body of code.
fn is_in_code(program: &Program, term: TermId) -> bool {
    let mut codes = program
        .functions
        .iter()
        .filter(|function| function.is_code());
    codes.any(|code| (program.term(code.body).first..=code.body).contains(&term))
}

/// Adds what the images show that a value names; whether there are all of them. What is no name of
/// an image may be a text that something else is computed of.
fn add_images(context: &mut Context, value: &Value, images: &mut Vec<(Text, Picture)>) -> bool {
    match value {
        Value::String(name) => {
            if images.iter().any(|(known, _)| known == name) {
                return true;
            }
            let picture = context.current_picture(name);
            let found = picture.is_some();
            images.extend(picture.map(|picture| (name.clone(), picture)));
            found
        }
        // Lists of numbers are kept as such.
        Value::List(list) if !list.is_numeric() => {
            let mut all = true;
            for item in list.iter() {
                all &= add_images(context, &item, images);
            }
            all
        }
        _ => true,
    }
}

/// Whether a term is a call that takes one of the operands that are meant for the name of an image.
fn names_image(
    program: &Program,
    term: TermId,
    parameters: &[(FunctionId, usize)],
    is_meant: impl Fn(TermId) -> bool,
) -> bool {
    let TermKind::Call {
        callee, arguments, ..
    } = program.kind(term)
    else {
        return false;
    };
    let callee = program.callee(callee);
    let mut arguments = program.children(arguments).iter().enumerate();
    if callee.definitions.is_empty() {
        let samples = callee
            .builtin
            .is_some_and(|builtin| builtin.row().samples.is_some());
        return samples && arguments.any(|(_, &argument)| is_meant(argument));
    }
    arguments.any(|(place, &argument)| {
        is_meant(argument)
            && callee
                .definitions
                .iter()
                .any(|&definition| parameters.contains(&(definition, place)))
    })
}
