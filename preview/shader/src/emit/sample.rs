//! Colours of images.

use cindyscript_pixel::{NodeKind, Sample, Setting, UniformId};

use super::{Emitter, Value};
use crate::image::Mode;
use crate::library::Operand;
use crate::repr::{Lane, Repr};

const PLACE: Repr = Repr::Vector(2, Lane::Real);
const RGBA: Repr = Repr::Vector(4, Lane::Real);

impl Emitter<'_> {
    /// The numbers of the images that a uniform names.
    pub(super) fn image_numbers(&mut self, uniform: UniformId, repr: &Repr) -> Value {
        let first = self.images.first(uniform).unwrap_or_default();
        match repr.elements() {
            None => Value::constant(first.to_string(), Repr::Int),
            Some((len, _)) => {
                let numbers = (first..).take(len as usize);
                let numbers: Vec<_> = numbers.map(|number| number.to_string()).collect();
                let text = format!("{repr}({})", numbers.join(", "));
                // To be indexed at run time it must be a variable.
                Value::literal(text, repr.clone())
            }
        }
    }

    /// The colour of an image at a place.
    pub(super) fn sample(&mut self, sample: &Sample, repr: &Repr) -> Value {
        let slot = match self.program.node(sample.image).kind {
            NodeKind::Uniform(uniform) => self.images.first(uniform),
            _ => None,
        };
        let mut operands = Vec::new();
        sample.for_each_operand(|operand| operands.push(operand));
        let values = self.values(&operands);
        let mut values = values.into_iter();
        let mut next = || values.next().unwrap_or_else(|| Value::zero(&Repr::Unit));
        let corners: Vec<_> = sample.frame.corners().map(|_| next()).collect();
        let (image, place) = (next(), next());
        let settings = [sample.interpolate, sample.repeat, sample.mipmap];
        let mut chosen = Vec::new();
        for setting in settings {
            if matches!(setting, Setting::Computed(_)) {
                let value = self.convert(next(), &Repr::Bool);
                chosen.push(self.once(value));
            }
        }

        let places = corners.into_iter().chain([place]);
        let mut parts: Vec<_> = places.map(|value| self.place(value)).collect();
        if slot.is_none() {
            parts.insert(0, self.convert(image, &Repr::Int));
        }
        if !chosen.is_empty() {
            // What is written once for every mode is evaluated once.
            parts = parts.into_iter().map(|part| self.once(part)).collect();
        }
        let texts: Vec<_> = parts.iter().map(Value::text).collect();
        let arguments = texts.join(", ");
        let slots = self.images.slots.len();
        let mut colours = Vec::new();
        for mode in Mode::all(sample) {
            let reader = match slot {
                Some(slot) => mode.reader(slot, self.filtering, &mut self.library),
                None => mode.any_reader(slots, self.filtering, &mut self.library),
            };
            let wanted = self.images.slots.iter_mut().enumerate();
            wanted
                .filter(|(place, _)| slot.is_none_or(|slot| slot == *place))
                .for_each(|(_, slot)| slot.mipmap |= mode.mipmap);
            colours.push(format!("{reader}({arguments})"));
        }
        let operand = Operand::atom(self.choice(colours, &chosen), RGBA);
        let colour = self.combine(operand, &parts.iter().collect::<Vec<_>>());
        let colour = match repr.single() {
            rgb @ Repr::Vector(3, _) => {
                let text = format!("{}.rgb", colour.operand.tight());
                let operand = Operand::atom(text, rgb);
                Value { operand, ..colour }
            }
            _ => colour,
        };
        self.convert(colour, repr)
    }

    /// One of several expressions, of which half are for each value of the first condition, and so
    /// on. Only the one chosen is evaluated.
    fn choice(&mut self, mut colours: Vec<String>, conditions: &[Value]) -> String {
        let Some((condition, rest)) = conditions.split_first() else {
            return colours.pop().unwrap_or_else(|| RGBA.zero());
        };
        let name = self.declare(&RGBA);
        let where_true = colours.split_off(colours.len() / 2);
        self.writer.open(&format!("if {} {{", condition.text()));
        let colour = self.choice(where_true, rest);
        self.writer.line(&format!("{name} = {colour};"));
        self.writer.reopen("} else {");
        let colour = self.choice(colours, rest);
        self.writer.line(&format!("{name} = {colour};"));
        self.writer.close();
        name
    }

    /// A value that may be written several times.
    fn once(&mut self, value: Value) -> Value {
        if value.is_name() {
            value
        } else {
            self.spill(value)
        }
    }

    /// Coordinates of a place.
    fn place(&mut self, value: Value) -> Value {
        let single = value.operand.repr.single();
        let value = self.convert(value, &single);
        match value.operand.repr {
            // Complex numbers are pairs already.
            Repr::Complex => {
                let Value {
                    operand,
                    depth,
                    stable,
                    literal,
                } = value;
                let operand = Operand {
                    repr: PLACE,
                    ..operand
                };
                Value {
                    operand,
                    depth,
                    stable,
                    literal,
                }
            }
            Repr::Vector(3, Lane::Real) => {
                let function = self.library.require("dehomogenized");
                let operand = Operand::atom(format!("{function}({})", value.text()), PLACE);
                self.combine(operand, &[&value])
            }
            _ => self.convert(value, &PLACE),
        }
    }
}
