//! Where the values that come from the CPU lie in their buffer.

mod column;

use crate::indices::nearest_place;
use crate::iteration::PolynomialIteration;
use crate::library::{BufferList, Operand};
use crate::orbit::{self, OrbitHead};
use crate::repr::{DoubleFormat, Lane, Repr};

use column::{Column, Number, Step, WRITTEN_LEAVES, deal, parts};

/// How the buffer of a [`UniformLayout`] is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferBinding {
    /// A uniform buffer.
    Uniform,
    /// A read-only storage buffer: more than [`UniformLayout::UNIFORM_LIMIT`] bytes.
    Storage,
}

/// The layout of group 0, binding 1: the values of `PixelProgram::uniforms`.
#[derive(Clone, Debug, PartialEq)]
pub struct UniformLayout {
    size: usize,
    binding: BufferBinding,
    slots: Vec<UniformSlot>,
    /// Where the head of an orbit begins, if there is one, and its members.
    orbit: Option<(usize, String)>,
}

/// Where one uniform lies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UniformSlot {
    repr: Repr,
    /// If it is an index, the length of the lists: what lies there is a 0-based place.
    index_into: Option<u32>,
    /// One, except that the elements of tuples are apart: a list of pairs is two lists.
    columns: Vec<Column>,
}

/// A value in the text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Literal {
    /// As WGSL writes it.
    pub(crate) text: String,
    /// If it is one real number.
    pub(crate) number: Option<f64>,
}

impl UniformLayout {
    /// Buffers of more bytes than this are bound as storage: what every device offers for uniform
    /// buffers.
    pub const UNIFORM_LIMIT: usize = 16 * 1024;

    /// The size of the buffer in bytes, a multiple of 16 and never 0.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// How the buffer is bound.
    #[must_use]
    pub fn binding(&self) -> BufferBinding {
        self.binding
    }

    /// Writes the value of one uniform, by its place in `PixelProgram::uniforms`, into the
    /// buffer's contents, which are lengthened to [`size`](Self::size) if they are shorter.
    ///
    /// The value comes flattened, depth first, as (re, im) for each number; booleans are 0 and 1,
    /// what is of type ⊥ is not there.
    /// Indices into lists become 0-based places in them, that of the nearest element.
    /// Reals become f32, two of them or f64, NaN and infinities included; ints saturate at the ends of i32, NaN is 0.
    /// Numbers too many are ignored, numbers too few are 0, and so is a uniform that does not
    /// exist.
    pub fn write(&self, bytes: &mut Vec<u8>, uniform: usize, flattened: &[[f64; 2]]) {
        if bytes.len() < self.size {
            bytes.resize(self.size, 0);
        }
        let Some(slot) = self.slots.get(uniform) else {
            return;
        };
        if let Some(len) = slot.index_into {
            let [index, _] = flattened.first().copied().unwrap_or_default();
            let place = nearest_place(index, len);
            let mut numbers = [[f64::from(place), 0.0]].into_iter();
            for column in &slot.columns {
                column.write(bytes, &mut numbers);
            }
            return;
        }
        let mut numbers = flattened.iter().copied();
        if !slot.repr.has_tuple() {
            for column in &slot.columns {
                column.write(bytes, &mut numbers);
            }
            return;
        }
        let mut dealt = vec![Vec::new(); slot.columns.len()];
        deal(&slot.repr, &mut numbers, &mut dealt);
        for (column, numbers) in slot.columns.iter().zip(dealt) {
            column.write(bytes, &mut numbers.into_iter());
        }
    }

    /// The uniforms, by their places in `PixelProgram::uniforms`, whose values are not the same in
    /// two contents of the buffer. What a contents is too short for is the same.
    pub fn differences<'a>(&'a self, a: &'a [u8], b: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
        let slots = self.slots.iter().enumerate();
        slots.filter_map(move |(index, slot)| {
            let differs = |column: &Column| {
                let range = column.offset..column.offset + column.size();
                a.get(range.clone())
                    .zip(b.get(range))
                    .is_some_and(|(a, b)| a != b)
            };
            slot.columns.iter().any(differs).then_some(index)
        })
    }

    /// The value of a uniform as WGSL writes it; none for tuples, for lists in arrays, and for what
    /// is no number.
    pub(crate) fn literal(&self, uniform: usize, contents: &[u8]) -> Option<Literal> {
        let UniformSlot { repr, columns, .. } = self.slots.get(uniform)?;
        let &[Column { offset, leaf, .. }] = columns.as_slice() else {
            return None;
        };
        if matches!(repr, Repr::Unit | Repr::Array(..) | Repr::Tuple(_)) {
            return None;
        }
        if leaf.number.is_some_and(Number::is_native) {
            return native_literal(repr, contents.get(offset..offset + 4 * leaf.lanes)?);
        }
        let word = |lane: usize| {
            let at = offset + 4 * lane;
            let bytes = contents.get(at..at + 4)?;
            let word = u32::from_le_bytes(bytes.try_into().ok()?);
            let real = f32::from_bits(word);
            Some(match leaf.lane {
                Lane::Bool => ((word != 0).to_string(), None),
                Lane::Int => {
                    let int = word.cast_signed();
                    (format!("i32({int})"), Some(f64::from(int)))
                }
                Lane::Real if real.is_finite() => (format!("{real:?}"), Some(real.into())),
                Lane::Real => return None,
            })
        };
        let words: Vec<_> = (0..leaf.lanes).map(word).collect::<Option<_>>()?;
        Some(match words.as_slice() {
            [(text, number)] => Literal {
                text: text.clone(),
                number: *number,
            },
            words => {
                let texts: Vec<_> = words.iter().map(|(text, _)| text.as_str()).collect();
                // Of a number in double precision the parts are apart.
                let numbers = words.iter().filter_map(|(_, number)| *number);
                Literal {
                    text: format!("{repr}({})", texts.join(", ")),
                    number: (*repr == Repr::Double).then(|| numbers.sum()),
                }
            }
        })
    }

    /// The representation of a uniform.
    pub(crate) fn repr(&self, uniform: usize) -> &Repr {
        &self.slots[uniform].repr
    }

    /// Places the uniforms one after the other, as WGSL places the members of a structure. With
    /// those that are indices comes the length of the lists.
    pub(crate) fn new(
        uniforms: impl IntoIterator<Item = (Repr, Option<u32>)>,
        format: DoubleFormat,
    ) -> Self {
        let mut end = 0;
        let mut slots = Vec::new();
        for (index, (repr, index_into)) in uniforms.into_iter().enumerate() {
            let mut columns = Vec::new();
            for part in parts(&repr, &[]) {
                let name = if repr.has_tuple() {
                    format!("u{index}_{}", columns.len())
                } else {
                    format!("u{index}")
                };
                let column = Column::new(name, end, part, format);
                end = column.offset + column.size();
                columns.push(column);
            }
            slots.push(UniformSlot {
                repr,
                index_into,
                columns,
            });
        }
        let size = end.next_multiple_of(16).max(16);
        Self {
            size,
            binding: binding_of(size),
            slots,
            orbit: None,
        }
    }

    /// The same with room for the head of an orbit behind the uniforms.
    pub(crate) fn with_orbit(self, iteration: &PolynomialIteration) -> Self {
        let orbit = self.size;
        let size = orbit + OrbitHead::size(iteration);
        Self {
            size,
            binding: binding_of(size),
            orbit: Some((orbit, orbit::members(iteration))),
            ..self
        }
    }

    /// Writes the head of an orbit into the buffer's contents, where there is room for one.
    pub fn write_orbit(&self, bytes: &mut Vec<u8>, head: &OrbitHead) {
        let Some((start, _)) = self.orbit else { return };
        bytes.resize(self.size, 0);
        if let Some(room) = bytes.get_mut(start..) {
            head.write(room);
        }
    }

    /// Whether there is an orbit, whose points are in a buffer of their own: binding 2, read-only
    /// storage.
    #[must_use]
    pub fn has_orbit(&self) -> bool {
        self.orbit.is_some()
    }

    /// The declaration of the buffer; empty if there is nothing in it.
    pub(crate) fn wgsl(&self) -> String {
        let mut members = String::new();
        for column in self.slots.iter().flat_map(|slot| &slot.columns) {
            let Column { name, leaf, .. } = column;
            match (&column.repr, column.leaves) {
                (_, 0) => {}
                (Repr::Array(..), leaves) => {
                    members += &format!("    {name}: array<{}, {leaves}>,\n", leaf.stored(4));
                }
                _ => members += &format!("    {name}: {},\n", leaf.stored(leaf.lanes)),
            }
        }
        if let Some((_, orbit)) = &self.orbit {
            members += orbit;
        }
        if members.is_empty() {
            return members;
        }
        let space = match self.binding {
            BufferBinding::Uniform => "uniform",
            BufferBinding::Storage => "storage, read",
        };
        format!(
            "\nstruct Uniforms {{\n{members}}}\n\n\
             @group(0) @binding(1) var<{space}> uniforms: Uniforms;\n"
        )
    }

    /// The place in a list that a uniform says, if it is an index.
    pub(crate) fn place(&self, uniform: usize) -> String {
        let column = self.slots[uniform].columns.first();
        column.map_or_else(|| Repr::Int.zero(), Column::place)
    }

    /// The value of a uniform.
    pub(crate) fn load(&self, uniform: usize) -> Load {
        let slot = &self.slots[uniform];
        match (&slot.repr, slot.columns.as_slice()) {
            (repr, _) if repr.is_empty() => Load::Inline(repr.zero()),
            (Repr::Array(..) | Repr::Tuple(_), _) => Load::Function {
                name: format!("load_u{uniform}"),
                text: slot.load_function(uniform),
            },
            (_, [column]) => Load::Inline(column.leaf.load(&column.place())),
            (repr, _) => Load::Inline(repr.zero()),
        }
    }

    /// How to get at one element of a uniform without loading the others; `None` if the uniform
    /// is no array.
    pub(crate) fn element(&self, uniform: usize) -> Option<Element> {
        let slot = &self.slots[uniform];
        let Repr::Array(len, element) = &slot.repr else {
            return None;
        };
        match (&**element, slot.columns.as_slice()) {
            (element, _) if element.is_empty() => None,
            (Repr::Array(..), [column]) => Some(Element::Function {
                name: format!("element_u{uniform}"),
                text: column.element_function(uniform, *len as usize, element),
            }),
            (element, columns) => slot
                .load_element(element, "0", &mut columns.iter())
                .map(|_| Element::InPlace(slot.clone())),
        }
    }

    /// A long list in the buffer, without loading it; `None` if the uniform is no list, or lies in
    /// several columns.
    pub(crate) fn list(&self, uniform: usize) -> Option<Operand> {
        let UniformSlot { repr, columns, .. } = &self.slots[uniform];
        let (Repr::Array(..), [column], false) = (repr, columns.as_slice(), repr.has_tuple())
        else {
            return None;
        };
        if column.leaves <= WRITTEN_LEAVES {
            return None;
        }
        let [before, after] = column.around_place();
        let name = column.name.clone();
        let list = BufferList {
            name,
            before,
            after,
        };
        Some(Operand::in_buffer(list, repr.clone()))
    }

    /// One element of a uniform that is a tuple, without loading the others; `None` if it is none,
    /// or the element a list of lists.
    pub(crate) fn load_part(&self, uniform: usize, place: usize) -> Option<String> {
        let slot = &self.slots[uniform];
        let Repr::Tuple(_) = &slot.repr else {
            return None;
        };
        let mut columns = slot.columns.iter();
        let column = columns.find(|column| column.path.first() == Some(&Step::Part(place)))?;
        match (&column.repr, column.path.len()) {
            (Repr::Array(..), _) => None,
            (repr, 1) if repr.is_empty() => Some(repr.zero()),
            (_, 1) => Some(column.leaf.load(&column.place())),
            _ => None,
        }
    }
}

/// A number of which each part is an f64.
fn native_literal(repr: &Repr, bytes: &[u8]) -> Option<Literal> {
    let parts = bytes.chunks_exact(8).map(|bytes| {
        let part = f64::from_le_bytes(bytes.try_into().ok()?);
        part.is_finite().then_some(part)
    });
    let parts: Vec<_> = parts.collect::<Option<_>>()?;
    let texts: Vec<_> = parts
        .iter()
        .map(|part| DoubleFormat::Native.real(*part))
        .collect();
    let &[number] = parts.as_slice() else {
        return Some(Literal {
            text: format!("{repr}({})", texts.join(", ")),
            number: None,
        });
    };
    Some(Literal {
        text: texts.concat(),
        number: Some(number),
    })
}

fn binding_of(size: usize) -> BufferBinding {
    if size <= UniformLayout::UNIFORM_LIMIT {
        BufferBinding::Uniform
    } else {
        BufferBinding::Storage
    }
}

/// How WGSL gets at one element of a uniform.
#[derive(Debug)]
pub(crate) enum Element {
    /// It stands in the buffer as it is.
    InPlace(UniformSlot),
    /// A function of the 0-based index.
    Function {
        /// Its name.
        name: String,
        /// Its declaration.
        text: String,
    },
}

impl Element {
    /// The element at a 0-based index; the module must have the function that it calls.
    pub(crate) fn at(&self, index: &str) -> String {
        match self {
            Element::InPlace(slot) => {
                let columns = &mut slot.columns.iter();
                let element = match &slot.repr {
                    Repr::Array(_, element) => slot.load_element(element, index, columns),
                    _ => None,
                };
                element.unwrap_or_else(|| slot.repr.zero())
            }
            Element::Function { name, .. } => format!("{name}({index})"),
        }
    }
}

/// How WGSL gets at a uniform's value.
#[derive(Debug)]
pub(crate) enum Load {
    /// An expression.
    Inline(String),
    /// A function without parameters.
    Function {
        /// Its name.
        name: String,
        /// Its declaration.
        text: String,
    },
}

impl UniformSlot {
    fn load_function(&self, uniform: usize) -> String {
        let repr = &self.repr;
        let body = match self.columns.as_slice() {
            [column] if !repr.has_tuple() => column.array(repr, "", column.leaves),
            columns => {
                let columns: String = columns.iter().map(Column::load).collect();
                format!("    var value: {repr};\n{columns}    return value;\n")
            }
        };
        format!("\nfn load_u{uniform}() -> {repr} {{\n{body}}}\n")
    }

    /// An element of an array, from as many columns as it takes.
    fn load_element<'a>(
        &self,
        element: &Repr,
        index: &str,
        columns: &mut impl Iterator<Item = &'a Column>,
    ) -> Option<String> {
        match element {
            Repr::Array(..) => None,
            Repr::Tuple(parts) => {
                let parts: Option<Vec<_>> = parts
                    .iter()
                    .map(|part| self.load_element(part, index, columns))
                    .collect();
                Some(format!("{element}({})", parts?.join(", ")))
            }
            _ => {
                let column = columns.next()?;
                if column.leaves == 0 {
                    return Some(element.zero());
                }
                Some(
                    column
                        .leaf
                        .load_element(&format!("{}[{index}]", column.place())),
                )
            }
        }
    }
}
