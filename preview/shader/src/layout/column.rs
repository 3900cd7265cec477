//! The members of a buffer: where the leaves of values lie, how WGSL reads them, and their bytes.

use crate::library::part;
use crate::repr::{DoubleFormat, Lane, Repr, halves};

/// From one element of an array to the next, in bytes: what uniform buffers demand.
const ARRAY_STRIDE: usize = 16;

/// A member of the buffer: values with leaves of one kind.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    pub(super) name: String,
    /// In bytes.
    pub(super) offset: usize,
    pub(super) leaf: Leaf,
    /// How many leaves: 1 for scalars and vectors, any number for arrays, none for ⊥.
    pub(super) leaves: usize,
    pub(super) repr: Repr,
    /// From the uniform's value to the leaves.
    pub(super) path: Vec<Step>,
}

/// A step from a value to a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// To each element of an array of so many.
    Each(u32),
    /// To one element of a tuple.
    Part(usize),
}

impl Column {
    /// Behind `end` bytes.
    pub(super) fn new(
        name: String,
        end: usize,
        (repr, path): (Repr, Vec<Step>),
        format: DoubleFormat,
    ) -> Self {
        let leaf = Leaf::of(&repr, format);
        let (align, leaves) = match &repr {
            repr if repr.is_empty() => (1, 0),
            Repr::Array(..) => {
                let per_leaf = if leaf.number.is_some() {
                    1
                } else {
                    leaf.lanes as u64
                };
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
    pub(super) fn size(&self) -> usize {
        match (&self.repr, self.leaves) {
            (_, 0) => 0,
            (Repr::Array(..), leaves) => leaves * ARRAY_STRIDE,
            _ => 4 * self.leaf.lanes,
        }
    }

    pub(super) fn place(&self) -> String {
        format!("uniforms.{}", self.name)
    }

    /// The lines that put its leaves into `value`.
    pub(super) fn load(&self) -> String {
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
    pub(super) fn write(&self, bytes: &mut [u8], numbers: &mut impl Iterator<Item = [f64; 2]>) {
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
    pub(super) fn element_function(&self, uniform: usize, len: usize, element: &Repr) -> String {
        let leaves = self.leaves / len;
        let body = self.array(element, &format!("{leaves} * at + "), leaves);
        format!("\nfn element_u{uniform}(at: i32) -> {element} {{\n{body}}}\n")
    }

    /// The WGSL before and after the place of a leaf.
    pub(super) fn around_place(&self) -> [String; 2] {
        let element = self.leaf.load_element(&format!("{}[#]", self.place()));
        let (before, after) = element.split_once('#').unwrap_or_default();
        [before, after].map(str::to_owned)
    }

    /// Statements that return an array, whose first leaf lies `offset` further.
    pub(super) fn array(&self, repr: &Repr, offset: &str, leaves: usize) -> String {
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
pub(super) const WRITTEN_LEAVES: usize = 25;

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

/// The parts of a representation that lie together, and the way to their leaves.
pub(super) fn parts(repr: &Repr, path: &[Step]) -> Vec<(Repr, Vec<Step>)> {
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
pub(super) fn deal(
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
pub(super) struct Leaf {
    /// Booleans are u32 in buffers.
    pub(super) lane: Lane,
    /// 1 to 4, of 32 bits each.
    pub(super) lanes: usize,
    /// Where the lanes are one number.
    pub(super) number: Option<Number>,
}

/// A number of several lanes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Complex,
    Pair,
    PairComplex,
    Native,
    NativeComplex,
}

impl Number {
    fn of(repr: &Repr, format: DoubleFormat) -> Option<Number> {
        match (innermost(repr), format) {
            (Repr::Complex, _) => Some(Number::Complex),
            (Repr::Double, DoubleFormat::Pair) => Some(Number::Pair),
            (Repr::DoubleComplex, DoubleFormat::Pair) => Some(Number::PairComplex),
            (Repr::Double, DoubleFormat::Native) => Some(Number::Native),
            (Repr::DoubleComplex, DoubleFormat::Native) => Some(Number::NativeComplex),
            _ => None,
        }
    }

    /// Whether its parts are f64, of two lanes each.
    pub(super) fn is_native(self) -> bool {
        matches!(self, Number::Native | Number::NativeComplex)
    }
}

impl Leaf {
    fn of(repr: &Repr, format: DoubleFormat) -> Self {
        let (lane, lanes) = match repr {
            Repr::Bool => (Lane::Bool, 1),
            Repr::Unit | Repr::Int => (Lane::Int, 1),
            Repr::Real => (Lane::Real, 1),
            Repr::Complex | Repr::Double => (Lane::Real, 2),
            Repr::DoubleComplex => (Lane::Real, 4),
            Repr::Vector(len, lane) => (*lane, *len as usize),
            Repr::Array(_, element) => return Self::of(element, format),
            // Its elements have leaves of their own.
            Repr::Tuple(_) => (Lane::Int, 1),
        };
        Self {
            lane,
            lanes,
            number: Number::of(repr, format),
        }
    }

    fn is_native(self) -> bool {
        self.number.is_some_and(Number::is_native)
    }

    /// In bytes, as WGSL has it.
    fn align(self) -> usize {
        4 * self.lanes.next_power_of_two()
    }

    /// The type in the buffer, of this leaf or of an array's element.
    pub(super) fn stored(self, lanes: usize) -> String {
        if self.is_native() {
            return if lanes == 2 { "f64" } else { "vec2<f64>" }.to_owned();
        }
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
    pub(super) fn load(self, place: &str) -> String {
        match (self.lane, self.lanes) {
            (Lane::Bool, 1) => format!("({place} != 0u)"),
            (Lane::Bool, lanes) => format!("({place} != vec{lanes}u())"),
            _ => place.to_owned(),
        }
    }

    /// The leaf's value, from its place in an array.
    pub(super) fn load_element(self, place: &str) -> String {
        let parts = self.lanes / if self.is_native() { 2 } else { 1 };
        let swizzle = ["", "x", "xy", "xyz", "xyzw"][parts];
        self.load(&format!("{place}.{swizzle}"))
    }

    /// The next leaf of a flattened value.
    fn words(self, numbers: &mut impl Iterator<Item = [f64; 2]>) -> [u32; 4] {
        let real = |number: f64| (number as f32).to_bits();
        let mut words = [0; 4];
        if let Some(number) = self.number {
            let [re, im] = numbers.next().unwrap_or_default();
            let [[x, x_low], [y, y_low]] = [re, im].map(|part| halves(part).map(f32::to_bits));
            let words = |part: f64| [part.to_bits() as u32, (part.to_bits() >> 32) as u32];
            let [[x_first, x_second], [y_first, y_second]] = [re, im].map(words);
            return match number {
                Number::Complex => [x, y, 0, 0],
                Number::Pair => [x, x_low, 0, 0],
                Number::PairComplex => [x, y, x_low, y_low],
                Number::Native | Number::NativeComplex => [x_first, x_second, y_first, y_second],
            };
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

fn innermost(repr: &Repr) -> &Repr {
    match repr {
        Repr::Array(_, element) => innermost(element),
        other => other,
    }
}
