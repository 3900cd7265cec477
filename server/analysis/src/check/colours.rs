//! Colours from 0 to 255, where they go from 0 to 1.

use text_size::TextRange;

use super::Checker;
use super::names::write;
use crate::diagnostic::{Fix, Severity};
use crate::program::{TermId, TermKind};

/// Modifiers and fields that are colours.
const COLOURS: [&str; 5] = ["color", "fillcolor", "linecolor", "pointcolor", "textcolor"];

impl Checker<'_> {
    /// The colours that a term sets, by modifiers, fields, and functions.
    pub(super) fn colours(&mut self, term: TermId) {
        let analysis = self.analysis;
        let program = &analysis.program;
        let is_colour = |name: &str| COLOURS.contains(&name);
        match program.kind(term) {
            TermKind::Assign { target, value } => {
                if let TermKind::Field { name, .. } = program.kind(target)
                    && is_colour(program.names.text(name))
                {
                    self.too_bright(value);
                }
            }
            TermKind::Call { arguments, .. } => {
                let Some((builtin, modifiers)) = program.builtin_call(term) else {
                    return;
                };
                for modifier in modifiers {
                    if is_colour(program.names.text(modifier.name)) {
                        self.too_bright(modifier.value);
                    }
                }
                let &[only] = program.children(arguments) else {
                    return;
                };
                match builtin.name() {
                    "hue" => self.hue(only),
                    name if is_colour(name) => self.too_bright(only),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// A colour that is written as numbers of which some are larger than 1.
    pub(super) fn too_bright(&mut self, colour: TermId) {
        let program = &self.analysis.program;
        let TermKind::List(parts) = program.kind(colour) else {
            return;
        };
        let parts = program.children(parts).iter();
        let numbers: Option<Vec<f64>> = parts
            .map(|&part| match program.kind(part) {
                TermKind::Number(number) => Some(number),
                _ => None,
            })
            .collect();
        let Some(numbers) = numbers.filter(|numbers| matches!(numbers.len(), 3 | 4)) else {
            return;
        };
        // A little more than 1 is a way to say *very bright*.
        if !numbers.iter().any(|&number| number >= 2.0) {
            return;
        }
        let are_bytes = numbers.iter().all(|&number| number <= 255.0);
        // With an opacity, not all of it is to be divided.
        let fix = (are_bytes && numbers.len() == 3).then(|| Fix {
            range: TextRange::empty(self.analysis.range(colour).end()),
            text: "/255".to_owned(),
            title: "divide by 255".to_owned(),
        });
        let written = self.analysis.text(colour);
        let message = "the parts of a colour go from 0 to 1: more than 1 is the same as 1";
        if let Some(said) = self.say(colour, "colour-range", Severity::Warning, message) {
            said.help =
                are_bytes.then(|| format!("of colours from 0 to 255, write `{written}/255`"));
            said.fix = fix;
        }
    }

    /// The hue of a whole number: it goes around from 0 to 1, so that all of these are red.
    fn hue(&mut self, angle: TermId) {
        let TermKind::Number(number) = self.analysis.program.kind(angle) else {
            return;
        };
        if !(2.0..=360.0).contains(&number) || number.fract() != 0.0 {
            return;
        }
        let degrees = format!("{number}/360");
        let message = format!("hues go once around from 0 to 1: hue({number}) is red like hue(0)");
        let fix = write(self.analysis.range(angle), &degrees);
        if let Some(said) = self.say(angle, "colour-range", Severity::Warning, message) {
            said.help = Some(format!("of degrees, write `hue({degrees})`"));
            said.fix = Some(fix);
        }
    }
}
