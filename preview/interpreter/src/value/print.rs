//! The printed form of values, as CindyJS writes them.

use std::fmt::Write;

use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::program::TermKind;
use num_complex::Complex64;

use crate::value::Value;
use crate::value::dictionary::EntryContent;
use crate::value::element_id::ElementRef;
use crate::value::lazy::Lazy;
use crate::value::number::{real_text, round_half_up};

/// Dictionaries within dictionaries deeper than this are left out: they may contain themselves.
const MAX_DICTIONARIES: usize = 16;
/// Printed text ends here.
const MAX_BYTES: usize = 1 << 24;

const DECIMALS: f64 = 1e4;
const ANGLE_DECIMALS: f64 = 1e1;

/// What elements of the construction are called.
pub(crate) trait ElementNames {
    /// The name of an element; none if it is gone.
    fn name(&self, id: ElementRef) -> Option<&str>;
}

/// The printed form of a value. Elements of the construction print their names.
pub(crate) fn print(value: &Value, names: Option<&dyn ElementNames>) -> String {
    print_to_depth(value, names, MAX_DICTIONARIES)
}

/// The printed form, without what stands in dictionaries nested deeper than this.
pub(crate) fn print_to_depth(
    value: &Value,
    names: Option<&dyn ElementNames>,
    depth: usize,
) -> String {
    let mut text = String::new();
    Printer::new(&mut text, names, depth).value(value);
    text
}

/// Appends the printed form.
pub(crate) fn print_to(text: &mut String, value: &Value, names: Option<&dyn ElementNames>) {
    Printer::new(text, names, MAX_DICTIONARIES).value(value);
}

struct Printer<'a> {
    text: &'a mut String,
    /// It is cut off when it is so long.
    end: usize,
    names: Option<&'a dyn ElementNames>,
    dictionaries: usize,
    deepest: usize,
}

impl<'a> Printer<'a> {
    fn new(text: &'a mut String, names: Option<&'a dyn ElementNames>, depth: usize) -> Printer<'a> {
        Printer {
            end: text.len() + MAX_BYTES,
            text,
            names,
            dictionaries: 0,
            deepest: depth.min(MAX_DICTIONARIES),
        }
    }

    fn value(&mut self, value: &Value) {
        if self.text.len() > self.end {
            return;
        }
        match value {
            Value::Undefined => self.text.push_str("___"),
            Value::Boolean(value) => self.text.push_str(if *value { "true" } else { "false" }),
            // Whole numbers, the most frequent ones, without a detour.
            Value::Number(number) if let Some(whole) = whole(*number) => {
                self.text.push_str(itoa::Buffer::new().format(whole));
            }
            Value::Number(number) => self.text.push_str(&number_text(*number, DECIMALS)),
            Value::Angle(number) => {
                let number = number_text(number * (180.0 / std::f64::consts::PI), ANGLE_DECIMALS);
                let complex = number.contains("i*");
                let _ = if complex {
                    write!(self.text, "({number})°")
                } else {
                    write!(self.text, "{number}°")
                };
            }
            Value::String(text) => self.text.push_str(text),
            Value::List(list) => {
                self.text.push('[');
                for (index, item) in list.iter().enumerate() {
                    if index > 0 {
                        self.text.push_str(", ");
                    }
                    self.value(&item);
                }
                self.text.push(']');
            }
            Value::Dictionary(dictionary) => {
                self.dictionaries += 1;
                self.text.push('{');
                for (index, (key, content)) in dictionary.by_value().iter().enumerate() {
                    if index > 0 {
                        self.text.push_str(", ");
                    }
                    self.value(key);
                    self.text.push(':');
                    match content {
                        _ if self.dictionaries > self.deepest => self.text.push_str("..."),
                        EntryContent::Value(value) => self.value(value),
                        EntryContent::Code(code) => self.code(code),
                    }
                }
                self.text.push('}');
                self.dictionaries -= 1;
            }
            Value::Shape(shape) => self.text.push_str(shape.name()),
            Value::Code(_) => self.text.push_str("_?_"),
            Value::Element(id) => {
                self.text.push_str(
                    self.names
                        .and_then(|names| names.name(*id))
                        .unwrap_or("_?_"),
                );
            }
        }
    }
}

impl Printer<'_> {
    /// Code that stands in a dictionary: a constant, or what kind of expression it is.
    fn code(&mut self, code: &Lazy) {
        let program = code.program();
        let (_, body) = code.key();
        let kind = match program.kind(body) {
            TermKind::Number(number) => return self.value(&number.into()),
            TermKind::Text(text) => program.text(text),
            // `|x|` is a call.
            TermKind::Call { callee, .. } if program.callee(callee).is(Intrinsic::Abs) => {
                "FUNCTION"
            }
            TermKind::Call { callee, .. } if program.callee(callee).is_operator() => "INFIX",
            TermKind::Index { .. } | TermKind::Sequence(_) | TermKind::Assign { .. } => "INFIX",
            TermKind::Field { .. } | TermKind::UserData { .. } => "_?_",
            TermKind::Variable(_) => "___",
            _ => "FUNCTION",
        };
        self.text.push_str(kind);
    }
}

/// The number if it is a whole one, and not so large that rounding it changes it.
fn whole(number: Complex64) -> Option<i64> {
    let is_whole = number.im == 0.0 && number.re.abs() < 1e11 && number.re.fract() == 0.0;
    is_whole.then_some(number.re as i64)
}

/// A complex number, its parts rounded to `1 / scale`.
fn number_text(number: Complex64, scale: f64) -> String {
    let (re, im) = (round_to(number.re, scale), round_to(number.im, scale));
    if im == 0.0 {
        real_text(re)
    } else if im > 0.0 {
        format!("{} + i*{}", real_text(re), real_text(im))
    } else {
        format!("{} - i*{}", real_text(re), real_text(-im))
    }
}

fn round_to(number: f64, scale: f64) -> f64 {
    round_half_up(number * scale) / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let check = |value: Value, expected: &str| assert_eq!(value.to_string(), expected);
        check(1.0.into(), "1");
        check((1.0 / 3.0).into(), "0.3333");
        check((-0.0).into(), "0");
        check((-0.00001).into(), "0");
        check(f64::NAN.into(), "NaN");
        check(Complex64::new(1.0, -2.0).into(), "1 - i*2");
        check(Complex64::new(f64::NAN, f64::NAN).into(), "NaN - i*NaN");
        check([1.0, 2.5].into(), "[1, 2.5]");
        check(Value::Undefined, "___");
        check(Value::Angle(std::f64::consts::FRAC_PI_4.into()), "45°");
    }

    #[test]
    fn exponents() {
        assert_eq!(real_text(1e21), "1e+21");
        assert_eq!(real_text(1.5e-7), "1.5e-7");
        assert_eq!(real_text(1e20), "100000000000000000000");
    }

    #[test]
    fn a_dictionary_that_contains_itself() {
        let dictionary = crate::value::dictionary::Dictionary::default();
        dictionary.set(
            "b",
            EntryContent::Value(Value::Dictionary(dictionary.clone())),
        );
        dictionary.set("a", EntryContent::Value(1.0.into()));
        let text = Value::Dictionary(dictionary).to_string();
        assert!(text.starts_with("{a:1, b:{a:1, b:{"));
    }
}
