//! Commands whose last argument is code that draws or is drawn: graphs of functions, and drawing
//! into images.

use cindyscript_hir::builtins::modifiers;
use cindyscript_hir::program::{Special, TermId};
use num_complex::Complex64;
use smol_str::SmolStr;

use super::drawing::{drawn, pen_of, real};
use super::{SpecialRow, lazy};
use crate::context::draw::{Graph, PLOT};
use crate::machine::variables::Binding;
use crate::machine::{Evaluated, Machine};
use crate::value::{List, Value};

pub(super) const ROWS: &[SpecialRow] = &[
    lazy("plot", Some(1), plot),
    lazy("plot", Some(2), plot),
    lazy("canvas", Some(4), canvas),
    lazy("canvas", Some(5), canvas),
];

/// The distance of places where a graph is looked at first, in world units.
const STEP: f64 = 0.1;
/// Where the function still is not straight between places closer than this, it jumps.
const LEAST_STEP: f64 = 0.001;
/// The value here says what kind of curve it is.
const PROBE: f64 = 14.32;

/// What is plotted, and the line so far.
struct Plot<'m, 'a> {
    machine: &'m mut Machine<'a>,
    term: TermId,
    code: TermId,
    special: &'m Special,
    graph: Graph,
    /// Whether the line goes on across jumps.
    connected: bool,
    /// How far it may deviate from a straight piece, in world units.
    deviation: f64,
}

type Drawn = Result<(), crate::error::Halt>;

fn plot(machine: &mut Machine<'_>, term: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let Some(&code) = program.children(special.arguments).first() else {
        return Ok(Value::Undefined);
    };
    let mut modifiers = Vec::new();
    for (name, value) in machine.modifiers(special.modifiers)? {
        modifiers.push((SmolStr::new(program.names.text(name)), value));
    }
    let context = &machine.state.context;
    let pen = pen_of(context, PLOT, &modifiers);
    let deviation = context.graphics.plot_deviation();
    let modifier = |name: &str| {
        let found = modifiers.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value)
    };
    let number = |name| modifier(name).and_then(Value::real);
    let (start, stop) = (
        number(modifiers::name::START).unwrap_or(-10.0),
        number(modifiers::name::STOP).unwrap_or(10.0),
    );
    let context = &mut machine.state.context;
    context.term = term;
    context.note_drawing();
    let mut plot = Plot {
        machine: &mut *machine,
        term,
        code,
        special,
        graph: Graph::new(pen),
        connected: matches!(modifier("connect"), Some(Value::Boolean(true))),
        deviation,
    };
    let probe = plot.value_at(PROBE)?;
    match probe {
        Value::Number(_) | Value::Angle(_) => plot.function(start, stop)?,
        Value::List(list) if list.vector::<2>().is_some() => {
            plot.curve(start, stop, number("steps").unwrap_or(1000.0))?;
        }
        _ => {}
    }
    let context = &mut machine.state.context;
    context.term = term;
    Ok(drawn(context, |_| ()))
}

impl Plot<'_, '_> {
    fn value_at(&mut self, x: f64) -> Evaluated {
        self.machine.step(self.term)?;
        let (code, variable) = (self.code, self.special.variable);
        self.machine.scoped(|machine| {
            if let Some(variable) = variable {
                let variables = &mut machine.state.variables;
                variables.hide(variable, Binding::Value(x.into()));
            }
            machine.eval(code)
        })
    }

    fn extend(&mut self, place: [f64; 2]) {
        let graphics = &mut self.machine.state.context.graphics;
        graphics.extend_graph(&mut self.graph, place);
    }

    fn end(&mut self) {
        let graphics = &mut self.machine.state.context.graphics;
        graphics.end_graph(&mut self.graph);
    }

    /// A curve whose places are the values.
    fn curve(&mut self, start: f64, stop: f64, steps: f64) -> Drawn {
        let step = (stop - start) / steps;
        let mut t = start;
        while t < stop {
            let value = self.value_at(t)?;
            if let Some([x, y]) = value.list().and_then(List::vector::<2>) {
                self.extend([x.re, y.re]);
            }
            t += step;
        }
        self.end();
        Ok(())
    }

    /// The graph of a function.
    fn function(&mut self, start: f64, stop: f64) -> Drawn {
        let mut before: Option<(f64, Value)> = None;
        let mut x = start;
        while x < stop + STEP {
            let value = self.value_at(x)?;
            if let Some((from, start)) = before {
                self.piece([from, x], [&start, &value], STEP)?;
            }
            before = Some((x, value));
            x += STEP;
        }
        self.end();
        Ok(())
    }

    /// The graph between two places, where it has been looked at: two straight pieces if these are
    /// close enough to it, otherwise each half on its own.
    fn piece(&mut self, [from, to]: [f64; 2], ends: [&Value; 2], step: f64) -> Drawn {
        if step < LEAST_STEP {
            if !self.connected {
                self.end();
            }
            return Ok(());
        }
        let [start, end] = ends.map(height);
        if start.is_none() && end.is_none() {
            return Ok(());
        }
        let between = (from + to) / 2.0;
        let middle_value = self.value_at(between)?;
        if let (Some(start), Some(middle), Some(end)) = (start, height(&middle_value), end) {
            let deviation = self.deviation;
            // Not for NaN.
            let straight = |a: f64, b: f64, c: f64| ((a + c - 2.0 * b) / deviation).abs() < 1.0;
            if straight(start, middle, end) {
                let [first, second] = [
                    self.value_at((from + between) / 2.0)?,
                    self.value_at((between + to) / 2.0)?,
                ]
                .map(|value| value.real().unwrap_or(f64::NAN));
                if straight(start, first, middle) && straight(middle, second, end) {
                    for place in [[from, start], [between, middle], [to, end]] {
                        self.extend(place);
                    }
                    return Ok(());
                }
            }
        }
        let [start, end] = ends;
        self.piece([from, between], [start, &middle_value], step / 2.0)?;
        self.piece([between, to], [&middle_value, end], step / 2.0)
    }
}

/// The height of a graph: a number that is real up to rounding.
fn height(value: &Value) -> Option<f64> {
    value.number().and_then(|number: Complex64| real(number))
}

/// `canvas(left, right, name, code)` and `canvas(left, right, upper, name, code)`: the code draws
/// into the image, which lies with its corners at these places of the world.
fn canvas(machine: &mut Machine<'_>, term: TermId, special: &Special) -> Evaluated {
    let program = machine.program;
    let Some((&code, values)) = program.children(special.arguments).split_last() else {
        return Ok(Value::Undefined);
    };
    let mut values = values
        .iter()
        .map(|&value| machine.eval(value))
        .collect::<Result<Vec<_>, _>>()?;
    let name = values.pop().unwrap_or_default();
    let context = &mut machine.state.context;
    context.term = term;
    let places: Option<Vec<_>> = values.iter().map(|value| context.place(value)).collect();
    let (Some(places), Value::String(name)) = (places, name) else {
        return Ok(Value::Undefined);
    };
    let Some(picture) = context.picture(&name) else {
        return Ok(Value::Undefined);
    };
    let [width, height] = picture.size().map(f64::from);
    let (places, corners) = match *places {
        [left, right] => {
            let (dx, dy) = (right[0] - left[0], right[1] - left[1]);
            let up = [-dy * height / width, dx * height / width];
            let [above_left, above_right] = [left, right].map(|[x, y]| [x + up[0], y + up[1]]);
            (
                [left, above_left, above_right],
                [[0.0, height], [0.0, 0.0], [width, 0.0]],
            )
        }
        [left, right, upper] => (
            [left, right, upper],
            [[0.0, height], [width, height], [0.0, 0.0]],
        ),
        _ => return Ok(Value::Undefined),
    };
    if context.graphics.enter_picture(places, corners).is_none() {
        return Ok(context.warn("the corners of the image lie on a line"));
    }
    context.canvases.push(SmolStr::new(&*name));
    let value = machine.eval(code);
    let context = &mut machine.state.context;
    context.canvases.pop();
    let drawings = context.graphics.leave_picture();
    context.images.draw(&name, drawings);
    value?;
    Ok(Value::Undefined)
}
