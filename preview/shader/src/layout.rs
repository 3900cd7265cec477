//! Where the values that come from the CPU lie in their buffer.

use crate::fixed::Literal;
use crate::indices::nearest_place;
use crate::library::part;
use crate::repr::{Lane, Repr};

/// How the buffer of a [`UniformLayout`] is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A uniform buffer.
    Uniform,
    /// A read-only storage buffer: more than [`UniformLayout::UNIFORM_LIMIT`] bytes.
    Storage,
}

/// The layout of group 0, binding 1: the values of `PixelProgram::uniforms`.
#[derive(Clone, Debug, PartialEq)]
pub struct UniformLayout {
    size: usize,
    binding: Binding,
    slots: Vec<Slot>,
}

/// Where one uniform lies.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    repr: Repr,
    /// If it is an index, the length of the lists: what lies there is a 0-based place.
    index_into: Option<u32>,
    /// One, except that the elements of tuples are apart: a list of pairs is two lists.
    columns: Vec<Column>,
}

/// A member of the buffer: values with leaves of one kind.
#[derive(Clone, Debug, PartialEq)]
struct Column {
    name: String,
    /// In bytes.
    offset: usize,
    leaf: Leaf,
    /// How many leaves: 1 for scalars and vectors, any number for arrays, none for ⊥.
    leaves: usize,
    repr: Repr,
    /// From the uniform's value to the leaves.
    path: Vec<Step>,
}

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    /// To each element of an array of so many.
    Each(u32),
    /// To one element of a tuple.
    Part(usize),
}

/// The parts of a representation that lie together, and the way to their leaves.
fn parts(repr: &Repr, path: &[Step]) -> Vec<(Repr, Vec<Step>)> {
    let with = |step| [path, &[step]].concat();
    match repr {
        Repr::Tuple(elements) => {
            let elements = elements.iter().enumerate();
            elements
                .flat_map(|(place, element)| parts(element, &with(Step::Part(place))))
                .collect()
        }
        Repr::Array(len, element) => {
            let parts = parts(element, &with(Step::Each(*len))).into_iter();
            parts
                .map(|(part, path)| (Repr::Array(*len, Box::new(part)), path))
                .collect()
        }
        _ => vec![(repr.clone(), path.to_vec())],
    }
}

/// Deals the numbers of a flattened value out to its columns; returns how many columns it has.
fn deal(
    repr: &Repr,
    numbers: &mut impl Iterator<Item = [f64; 2]>,
    columns: &mut [Vec<[f64; 2]>],
) -> usize {
    match repr {
        Repr::Tuple(elements) => {
            let mut first = 0;
            for element in elements {
                first += deal(
                    element,
                    numbers,
                    columns.get_mut(first..).unwrap_or_default(),
                );
            }
            first
        }
        Repr::Array(len, element) => {
            let mut width = 1;
            for _ in 0..*len {
                width = deal(element, numbers, columns);
            }
            width
        }
        // What has no value has no numbers.
        Repr::Unit => 1,
        _ => {
            if let Some(column) = columns.first_mut() {
                column.extend(numbers.take(repr.leaves() as usize));
            }
            1
        }
    }
}

/// The largest part of a value that is a scalar or vector in WGSL. In arrays each starts a
/// multiple of 16 bytes, as uniform buffers demand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leaf {
    /// Booleans are u32 in buffers.
    lane: Lane,
    /// 1 to 4.
    lanes: usize,
    /// Two lanes are one number.
    complex: bool,
}

const ARRAY_STRIDE: usize = 16;

impl Leaf {
    fn of(repr: &Repr) -> Self {
        let (lane, lanes) = match repr {
            Repr::Bool => (Lane::Bool, 1),
            Repr::Unit | Repr::Int => (Lane::Int, 1),
            Repr::Real => (Lane::Real, 1),
            Repr::Complex => (Lane::Real, 2),
            Repr::Vector(len, lane) => (*lane, *len as usize),
            Repr::Array(_, element) => return Self::of(element),
            // Its elements have leaves of their own.
            Repr::Tuple(_) => (Lane::Int, 1),
        };
        Self {
            lane,
            lanes,
            complex: innermost(repr) == &Repr::Complex,
        }
    }

    /// In bytes, as WGSL has it.
    fn align(self) -> usize {
        4 * self.lanes.next_power_of_two()
    }

    /// The type in the buffer, of this leaf or of an array's element.
    fn stored(self, lanes: usize) -> String {
        let (scalar, letter) = match self.lane {
            Lane::Bool => ("u32", 'u'),
            Lane::Int => ("i32", 'i'),
            Lane::Real => ("f32", 'f'),
        };
        if lanes == 1 {
            scalar.to_owned()
        } else {
            format!("vec{lanes}{letter}")
        }
    }

    /// The leaf's value, from its place in the buffer.
    fn load(self, place: &str) -> String {
        match (self.lane, self.lanes) {
            (Lane::Bool, 1) => format!("({place} != 0u)"),
            (Lane::Bool, lanes) => format!("({place} != vec{lanes}u())"),
            _ => place.to_owned(),
        }
    }

    /// The leaf's value, from its place in an array.
    fn load_element(self, place: &str) -> String {
        let swizzle = ["", "x", "xy", "xyz", "xyzw"][self.lanes];
        self.load(&format!("{place}.{swizzle}"))
    }
}

fn innermost(repr: &Repr) -> &Repr {
    match repr {
        Repr::Array(_, element) => innermost(element),
        other => other,
    }
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
    pub fn binding(&self) -> Binding {
        self.binding
    }

    /// Writes the value of one uniform, by its place in `PixelProgram::uniforms`, into the
    /// buffer's contents, which are lengthened to [`size`](Self::size) if they are shorter.
    ///
    /// The value comes flattened, depth first, as (re, im) for each number; booleans are 0 and 1,
    /// what is of type ⊥ is not there.
    /// Indices into lists become 0-based places in them, that of the nearest element.
    /// Reals become f32, NaN and infinities included; ints saturate at the ends of i32, NaN is 0.
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
        let Slot { repr, columns, .. } = self.slots.get(uniform)?;
        let &[Column { offset, leaf, .. }] = columns.as_slice() else {
            return None;
        };
        if matches!(repr, Repr::Unit | Repr::Array(..) | Repr::Tuple(_)) {
            return None;
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
                Literal {
                    text: format!("{repr}({})", texts.join(", ")),
                    number: None,
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
    pub(crate) fn new(uniforms: impl IntoIterator<Item = (Repr, Option<u32>)>) -> Self {
        let mut end = 0;
        let mut slots = Vec::new();
        for (index, (repr, index_into)) in uniforms.into_iter().enumerate() {
            let mut columns = Vec::new();
            for (part, path) in parts(&repr, &[]) {
                let name = if repr.has_tuple() {
                    format!("u{index}_{}", columns.len())
                } else {
                    format!("u{index}")
                };
                let column = Column::new(name, end, part, path);
                end = column.offset + column.size();
                columns.push(column);
            }
            slots.push(Slot {
                repr,
                index_into,
                columns,
            });
        }
        let size = end.next_multiple_of(16).max(16);
        let binding = if size <= Self::UNIFORM_LIMIT {
            Binding::Uniform
        } else {
            Binding::Storage
        };
        Self {
            size,
            binding,
            slots,
        }
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
        if members.is_empty() {
            return members;
        }
        let space = match self.binding {
            Binding::Uniform => "uniform",
            Binding::Storage => "storage, read",
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

/// How WGSL gets at one element of a uniform.
#[derive(Debug)]
pub(crate) enum Element {
    /// It stands in the buffer as it is.
    InPlace(Slot),
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

impl Slot {
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

impl Column {
    /// Behind `end` bytes.
    fn new(name: String, end: usize, repr: Repr, path: Vec<Step>) -> Self {
        let leaf = Leaf::of(&repr);
        let (align, leaves) = match &repr {
            repr if repr.is_empty() => (1, 0),
            Repr::Array(..) => {
                let per_leaf = if leaf.complex { 1 } else { leaf.lanes as u64 };
                (ARRAY_STRIDE, (repr.leaves() / per_leaf) as usize)
            }
            _ => (leaf.align(), 1),
        };
        Self {
            name,
            offset: usize::next_multiple_of(end, align),
            leaf,
            leaves,
            repr,
            path,
        }
    }

    /// In bytes.
    fn size(&self) -> usize {
        match (&self.repr, self.leaves) {
            (_, 0) => 0,
            (Repr::Array(..), leaves) => leaves * ARRAY_STRIDE,
            _ => 4 * self.leaf.lanes,
        }
    }

    fn place(&self) -> String {
        format!("uniforms.{}", self.name)
    }

    /// The lines that put its leaves into `value`.
    fn load(&self) -> String {
        let Self { leaf, leaves, .. } = self;
        let mut target = "value".to_owned();
        let mut below = *leaves;
        for step in &self.path {
            match *step {
                Step::Each(len) => {
                    below /= len as usize;
                    target += &format!("[k / {below} % {len}]");
                }
                Step::Part(place) => target += &format!(".{}", part(place)),
            }
        }
        match &self.repr {
            _ if *leaves == 0 => String::new(),
            Repr::Array(..) => {
                let element = leaf.load_element(&format!("{}[k]", self.place()));
                format!(
                    "    for (var k = 0; k < {leaves}; k += 1) {{\n        {target} = {element};\n    \
                     }}\n"
                )
            }
            _ => format!("    {target} = {};\n", leaf.load(&self.place())),
        }
    }

    /// Writes the leaves into the buffer's contents.
    fn write(&self, bytes: &mut [u8], numbers: &mut impl Iterator<Item = [f64; 2]>) {
        for index in 0..self.leaves {
            for (lane, word) in self.leaf.words(numbers).into_iter().enumerate() {
                let at = self.offset + index * ARRAY_STRIDE + 4 * lane;
                if lane < self.leaf.lanes
                    && let Some(target) = bytes.get_mut(at..at + 4)
                {
                    target.copy_from_slice(&word.to_le_bytes());
                }
            }
        }
    }

    /// The function that loads one of `len` elements, which are arrays.
    fn element_function(&self, uniform: usize, len: usize, element: &Repr) -> String {
        let leaves = self.leaves / len;
        let body = self.array(element, &format!("{leaves} * at + "), leaves);
        format!("\nfn element_u{uniform}(at: i32) -> {element} {{\n{body}}}\n")
    }

    /// Statements that return an array, whose first leaf lies `offset` further.
    fn array(&self, repr: &Repr, offset: &str, leaves: usize) -> String {
        let leaf = |k: &str| {
            self.leaf
                .load_element(&format!("{}[{offset}{k}]", self.place()))
        };
        if leaves <= WRITTEN_LEAVES {
            let mut numbers = 0..leaves;
            let value = constructed(repr, &mut || leaf(&numbers.next().unwrap_or(0).to_string()));
            return format!("    return {value};\n");
        }
        let mut target = "value".to_owned();
        let mut below = leaves;
        let mut inner = repr;
        while let Repr::Array(len, element) = inner {
            below /= *len as usize;
            target += &format!("[k / {below} % {len}]");
            inner = element;
        }
        let value = leaf("k");
        format!(
            "    var value: {repr};\n    for (var k = 0; k < {leaves}; k += 1) {{\n        \
             {target} = {value};\n    }}\n    return value;\n"
        )
    }
}

/// Arrays of so many leaves are written out.
const WRITTEN_LEAVES: usize = 25;

/// An array of leaves, depth first.
fn constructed(repr: &Repr, leaf: &mut impl FnMut() -> String) -> String {
    match repr {
        Repr::Array(len, element) => {
            let elements: Vec<_> = (0..*len).map(|_| constructed(element, leaf)).collect();
            format!("{repr}({})", elements.join(", "))
        }
        _ => leaf(),
    }
}

impl Leaf {
    /// The next leaf of a flattened value.
    fn words(self, numbers: &mut impl Iterator<Item = [f64; 2]>) -> [u32; 4] {
        let real = |number: f64| (number as f32).to_bits();
        let mut words = [0; 4];
        if self.complex {
            let [re, im] = numbers.next().unwrap_or_default();
            words[..2].copy_from_slice(&[real(re), real(im)]);
            return words;
        }
        for word in &mut words[..self.lanes] {
            let [re, _] = numbers.next().unwrap_or_default();
            *word = match self.lane {
                Lane::Bool => u32::from(re != 0.0),
                Lane::Int => (re.round() as i32).cast_unsigned(),
                Lane::Real => real(re),
            };
        }
        words
    }
}
