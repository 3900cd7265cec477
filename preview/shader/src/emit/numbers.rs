//! Modules that paint the numbers of variables at one pixel, instead of colours.

use cindyscript_pixel::VariableId;

use super::function::VERTEX;
use super::{Emitter, Sink};
use crate::library::{Library, Operand, member};
use crate::mangle::Mangler;
use crate::repr::Repr;

const FRAGMENT: &str = "
@fragment
fn numbers(@builtin(position) position: vec4f) -> @location(0) vec4f {
    return number(vec2f(frame.world_x.w, frame.world_y.w), i32(position.x));
}
";

impl Emitter<'_> {
    /// What paints the numbers that variables have in the end.
    pub(super) fn numbers(&mut self, variables: &[VariableId], mangler: Mangler) {
        let parameters = [("pixel", "vec2f"), ("column", "i32")];
        self.at_pixel("number", &parameters, mangler);
        self.run(self.program.body, Sink::Discard);
        let values = variables.iter().map(|id| self.load(*id).operand);
        let mut numbers = Vec::new();
        let values: Vec<_> = values.collect();
        for value in values {
            leaves(&mut self.library, &value, &mut numbers);
        }
        self.writer.open("switch column {");
        for (column, number) in numbers.iter().enumerate() {
            self.writer
                .line(&format!("case {column}: {{ return {number}; }}"));
        }
        self.writer.line("default: { return vec4f(0.0); }");
        self.writer.close();
        self.writer.close();
        self.writer.raw(VERTEX);
        self.writer.raw(FRAGMENT);
    }
}

/// The numbers in a value, depth first: high and low half of the real part, and of the imaginary one.
fn leaves(library: &mut Library, value: &Operand, numbers: &mut Vec<String>) {
    let text = &value.text;
    numbers.push(match value.repr {
        Repr::Unit => return,
        Repr::Bool => format!("vec4f(f32({text}), 0.0, 0.0, 0.0)"),
        // An f32 does not hold all digits.
        Repr::Int => format!("vec4f(f32({text}), f32({text} - i32(f32({text}))), 0.0, 0.0)"),
        Repr::Real => format!("vec4f({text}, 0.0, 0.0, 0.0)"),
        Repr::Complex => format!("vec4f({text}.x, 0.0, {text}.y, 0.0)"),
        Repr::Double => format!(
            "vec4f({}({text}), 0.0, 0.0)",
            library.require("double_halves")
        ),
        Repr::DoubleComplex => format!("{}({text})", library.require("double_complex_halves")),
        Repr::Vector(..) | Repr::Array(..) | Repr::Tuple(_) => {
            for place in 0..value.repr.count() {
                leaves(library, &member(value, place), numbers);
            }
            return;
        }
    });
}
