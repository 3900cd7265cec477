//! Lists.
//!
//! A list of numbers is stored as numbers, eight bytes each where all of them are real. What a
//! list holds is decided element by element while it is built; which of the forms it got can be
//! seen from outside ([`List::reals`], [`List::slice`]), but changes no meaning.

use std::sync::Arc;

use num_complex::Complex64;
use smallvec::SmallVec;

use crate::memory::{self, Charge, MAX_NESTING, MAX_SIZE, Refusal};
use crate::value::Value;
use crate::value::dictionary::Dictionary;

/// What a list stands for, besides itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Usage {
    /// Nothing.
    #[default]
    Plain,
    /// The coordinates of a point: in three of them, the third is the homogeneous one.
    Point,
    /// The homogeneous coordinates of a line.
    Line,
}

/// A list; clones share it, and it is copied when one of them changes.
#[derive(Clone, Debug, Default)]
pub struct List {
    inner: Arc<Inner>,
    usage: Usage,
}

#[derive(Clone, Debug, Default)]
struct Inner {
    items: Items,
    /// The number of values that a walk over it meets, those in lists in it included.
    size: u32,
    nesting: u16,
    /// True if there is code in it, or in lists in it.
    has_code: bool,
    charge: Charge,
    /// What scripts attach: `l:"key"`.
    data: Option<Dictionary>,
}

/// The real numbers of a list: those of a point need no memory of their own.
type Reals = SmallVec<[f64; 3]>;

#[derive(Clone, Debug)]
enum Items {
    /// Numbers whose imaginary part is 0 (not -0).
    Reals(Reals),
    /// Numbers.
    Numbers(Vec<Complex64>),
    /// Anything.
    Values(Vec<Value>),
}

/// The elements of a list, as it stores them.
#[derive(Clone, Copy, Debug)]
pub enum Slice<'a> {
    /// Real numbers.
    Reals(&'a [f64]),
    /// Complex numbers.
    Numbers(&'a [Complex64]),
    /// Any values; they may be numbers nevertheless.
    Values(&'a [Value]),
}

/// The number if it is stored as a real one.
#[inline]
fn plain_real(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) if is_real(*number) => Some(number.re),
        _ => None,
    }
}

/// Whether the imaginary part is 0 and not -0: roots tell them apart.
#[inline]
fn is_real(number: Complex64) -> bool {
    number.im.to_bits() == 0
}

impl Default for Items {
    fn default() -> Items {
        Items::Reals(Reals::new())
    }
}

impl Items {
    fn len(&self) -> usize {
        match self {
            Items::Reals(reals) => reals.len(),
            Items::Numbers(numbers) => numbers.len(),
            Items::Values(values) => values.len(),
        }
    }

    /// Bytes that it holds, without what values in it hold.
    fn bytes(&self) -> usize {
        match self {
            Items::Reals(reals) if reals.spilled() => reals.capacity() * size_of::<f64>(),
            Items::Reals(_) => 0,
            Items::Numbers(numbers) => numbers.capacity() * size_of::<Complex64>(),
            Items::Values(values) => values.capacity() * size_of::<Value>(),
        }
    }

    /// Makes room for a value that is no real number.
    #[cold]
    fn widen(&mut self, value: &Value) {
        *self = match (std::mem::take(self), value) {
            (Items::Reals(reals), Value::Number(_)) => {
                let mut numbers = Vec::with_capacity(reals.capacity());
                numbers.extend(reals.into_iter().map(Complex64::from));
                Items::Numbers(numbers)
            }
            (Items::Reals(reals), _) => {
                let mut values = Vec::with_capacity(reals.capacity());
                values.extend(reals.into_iter().map(Value::from));
                Items::Values(values)
            }
            (Items::Numbers(numbers), _) => {
                let mut values = Vec::with_capacity(numbers.capacity());
                values.extend(numbers.into_iter().map(Value::Number));
                Items::Values(values)
            }
            (values, _) => values,
        };
    }

    #[inline]
    fn push(&mut self, value: Value) {
        match (&mut *self, &value) {
            (Items::Reals(reals), _) if let Some(real) = plain_real(&value) => reals.push(real),
            (Items::Numbers(numbers), Value::Number(number)) => numbers.push(*number),
            (Items::Values(values), _) => values.push(value),
            _ => {
                self.widen(&value);
                self.push(value);
            }
        }
    }

    /// A copy with room for `capacity` elements.
    fn copied(&self, capacity: usize) -> Items {
        fn copy<T: Clone>(items: &[T], capacity: usize) -> Vec<T> {
            let mut copy = Vec::with_capacity(capacity);
            copy.extend_from_slice(items);
            copy
        }
        match self {
            Items::Reals(reals) => {
                let mut copy = Reals::with_capacity(capacity);
                copy.extend_from_slice(reals);
                Items::Reals(copy)
            }
            Items::Numbers(numbers) => Items::Numbers(copy(numbers, capacity)),
            Items::Values(values) => Items::Values(copy(values, capacity)),
        }
    }

    #[inline]
    fn get(&self, index: usize) -> Option<Value> {
        match self {
            Items::Reals(reals) => reals.get(index).map(|real| Value::from(*real)),
            Items::Numbers(numbers) => numbers.get(index).map(|number| Value::Number(*number)),
            Items::Values(values) => values.get(index).cloned(),
        }
    }
}

impl List {
    /// The list of these elements; `None`, and a reason in [`memory::take_refusal`], if it would
    /// be too large or too deep.
    pub fn new(items: impl IntoIterator<Item = Value>) -> Option<List> {
        let items = items.into_iter();
        let mut builder = Builder::with_capacity(items.size_hint().0);
        for item in items {
            if !builder.push(item) {
                return None;
            }
        }
        builder.finish()
    }

    /// The list of these real numbers.
    pub(crate) fn from_reals(reals: impl IntoIterator<Item = f64>) -> Option<List> {
        List::of(Items::Reals(reals.into_iter().take(MAX_SIZE + 1).collect()))
    }

    /// The list of these numbers.
    pub(crate) fn from_numbers(numbers: Vec<Complex64>) -> Option<List> {
        if numbers.iter().copied().all(is_real) {
            return List::from_reals(numbers.into_iter().map(|number| number.re));
        }
        List::of(Items::Numbers(numbers))
    }

    fn of(items: Items) -> Option<List> {
        let mut inner = Inner {
            items,
            ..Inner::default()
        };
        inner.measure().then(|| List {
            inner: Arc::new(inner),
            usage: Usage::Plain,
        })
    }

    /// The element at a place, counted from 0.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> Option<Value> {
        self.inner.items.get(index)
    }

    /// The elements, one after the other.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + Clone + '_ {
        (0..self.len()).map(|index| self.inner.items.get(index).unwrap_or_default())
    }

    /// The elements as they are stored.
    #[must_use]
    #[inline]
    pub fn slice(&self) -> Slice<'_> {
        match &self.inner.items {
            Items::Reals(reals) => Slice::Reals(reals),
            Items::Numbers(numbers) => Slice::Numbers(numbers),
            Items::Values(values) => Slice::Values(values),
        }
    }

    /// The elements if they are stored as real numbers; lists of real numbers usually are.
    #[must_use]
    #[inline]
    pub fn reals(&self) -> Option<&[f64]> {
        match &self.inner.items {
            Items::Reals(reals) => Some(reals),
            _ => None,
        }
    }

    /// How many elements there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.inner.items.len()
    }

    /// Whether there is no element.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of values that a walk over it meets, those in lists in it included. A list that
    /// is in it several times is met as often.
    #[must_use]
    pub fn size(&self) -> usize {
        self.inner.size as usize
    }

    /// True if there is code in it, or in lists in it.
    pub(crate) fn has_code(&self) -> bool {
        self.inner.has_code
    }

    /// True if both are one list in memory: then they have the same elements.
    pub(crate) fn is_same(&self, other: &List) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// Counts what it holds, however small: another value holds it.
    pub(crate) fn hold(&self) -> bool {
        let Inner { charge, items, .. } = &*self.inner;
        charge.hold(size_of::<Inner>() + items.bytes())
    }

    /// The bytes that it holds, without what values in it hold.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Inner>() + self.inner.items.bytes()
    }

    /// Whether others hold it, so that it is copied when it changes.
    pub(crate) fn is_shared(&self) -> bool {
        Arc::strong_count(&self.inner) > 1
    }

    /// What the list stands for.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// The same list, standing for something.
    #[must_use]
    pub(crate) fn with_usage(mut self, usage: Usage) -> List {
        self.usage = usage;
        self
    }

    /// The elements as `N` numbers.
    pub(crate) fn vector<const N: usize>(&self) -> Option<[Complex64; N]> {
        match self.slice() {
            Slice::Reals(reals) => {
                let reals: [f64; N] = reals.try_into().ok()?;
                Some(reals.map(Complex64::from))
            }
            Slice::Numbers(numbers) => numbers.try_into().ok(),
            Slice::Values(values) => {
                let values: &[Value; N] = values.try_into().ok()?;
                let mut vector = [Complex64::ZERO; N];
                for (number, item) in vector.iter_mut().zip(values) {
                    *number = item.number()?;
                }
                Some(vector)
            }
        }
    }

    /// The elements as numbers.
    pub(crate) fn numbers(&self) -> Option<Vec<Complex64>> {
        match self.slice() {
            Slice::Reals(reals) => Some(reals.iter().copied().map(Complex64::from).collect()),
            Slice::Numbers(numbers) => Some(numbers.to_vec()),
            Slice::Values(values) => values.iter().map(Value::number).collect(),
        }
    }

    /// Whether all elements are numbers.
    pub(crate) fn is_numeric(&self) -> bool {
        match self.slice() {
            Slice::Reals(_) | Slice::Numbers(_) => true,
            Slice::Values(values) => values.iter().all(|value| value.number().is_some()),
        }
    }

    /// Replaces one element, in place if nobody else holds the list. `None`, and a reason in
    /// [`memory::take_refusal`], if the list would become too large or too deep.
    pub(crate) fn with(mut self, index: usize, value: Value) -> Option<List> {
        let inner = Arc::make_mut(&mut self.inner);
        let plain = match &mut inner.items {
            Items::Reals(reals) if let Some(real) = plain_real(&value) => {
                *reals.get_mut(index)? = real;
                return Some(self);
            }
            Items::Numbers(numbers) if let Value::Number(number) = value => {
                *numbers.get_mut(index)? = number;
                return Some(self);
            }
            Items::Values(values) => {
                let slot = values.get_mut(index)?;
                let lists = [&*slot, &value].map(|value| value.contents().is_some());
                let fits = value.hold();
                *slot = value;
                fits && lists == [false; 2]
            }
            items => {
                items.widen(&value);
                return self.with(index, value);
            }
        };
        // Plain for plain: size and depth are what they were.
        (plain || inner.measure()).then_some(self)
    }

    /// Takes one element out and leaves something there: put another one in its place.
    pub(crate) fn take(&mut self, index: usize) -> Value {
        match &mut Arc::make_mut(&mut self.inner).items {
            Items::Values(values) => values
                .get_mut(index)
                .map(std::mem::take)
                .unwrap_or_default(),
            numbers => numbers.get(index).unwrap_or_default(),
        }
    }

    /// Appends elements, in place if nobody else holds the list. What the list stood for and what
    /// was attached to it does not stay. `None`, and a reason in [`memory::take_refusal`], if the
    /// list would become too large or too deep.
    pub(crate) fn extended(mut self, values: impl ExactSizeIterator<Item = Value>) -> Option<List> {
        let total = self.len().saturating_add(values.len());
        if !memory::fits(total) {
            return None;
        }
        if Arc::get_mut(&mut self.inner).is_none() {
            // Copied with room for what comes, without what is attached.
            let items = self.inner.items.copied(total);
            let Inner {
                size,
                nesting,
                has_code,
                ..
            } = *self.inner;
            self.inner = Arc::new(Inner {
                items,
                size,
                nesting,
                has_code,
                ..Inner::default()
            });
        }
        let inner = Arc::get_mut(&mut self.inner)?;
        inner.data = None;
        let mut measure = Measure {
            size: inner.size,
            nesting: inner.nesting,
            has_code: inner.has_code,
        };
        for value in values {
            if !measure.add(&value) {
                return None;
            }
            inner.items.push(value);
        }
        self.usage = Usage::Plain;
        inner.set(measure).then_some(self)
    }

    /// What scripts attached to it.
    pub(crate) fn data(&self) -> Option<&Dictionary> {
        self.inner.data.as_ref()
    }

    /// The same list with something else attached.
    pub(crate) fn with_data(mut self, data: Dictionary) -> List {
        Arc::make_mut(&mut self.inner).data = Some(data);
        self
    }
}

/// Properties of a list that no walk over it is needed for.
#[derive(Clone, Copy, Debug, Default)]
struct Measure {
    size: u32,
    nesting: u16,
    has_code: bool,
}

impl Measure {
    /// Adds an element; `false` if too much memory is held with it.
    #[inline]
    fn add(&mut self, value: &Value) -> bool {
        self.size = self.size.saturating_add(1);
        if let Some(list) = value.contents() {
            self.size = self.size.saturating_add(list.inner.size);
            self.nesting = self.nesting.max(list.inner.nesting + 1);
            self.has_code |= list.inner.has_code || matches!(value, Value::Code(_));
        }
        value.hold()
    }
}

impl Inner {
    /// Computes size, depth and memory; whether they are within the limits.
    fn measure(&mut self) -> bool {
        let mut measure = Measure::default();
        match &self.items {
            Items::Values(values) => {
                if !values.iter().all(|item| measure.add(item)) {
                    return false;
                }
            }
            items => measure.size = items.len() as u32,
        }
        self.set(measure)
    }

    fn set(&mut self, measure: Measure) -> bool {
        self.size = measure.size;
        self.nesting = measure.nesting;
        self.has_code = measure.has_code;
        if !memory::fits(self.items.len()) {
            return false;
        }
        if self.nesting > MAX_NESTING {
            memory::refuse(Refusal::Nesting);
            return false;
        }
        self.charge.set(self.items.bytes())
    }
}

/// A list that is being built.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    items: Items,
    measure: Measure,
}

impl Builder {
    /// An empty list with room for real numbers.
    pub(crate) fn with_capacity(len: usize) -> Builder {
        Builder {
            items: Items::Reals(Reals::with_capacity(len.min(MAX_SIZE))),
            ..Builder::default()
        }
    }

    /// Adds an element; `false` if the list becomes too large: there is no need to go on.
    #[inline]
    pub(crate) fn push(&mut self, value: Value) -> bool {
        let fits = self.measure.add(&value);
        self.items.push(value);
        // Perhaps the element was not made: then the list is not asked for any more.
        fits && (self.items.len() <= MAX_SIZE || memory::fits(self.items.len()))
            && !memory::is_refused()
    }

    /// The list; `None`, and a reason in [`memory::take_refusal`], if it is too large or too deep.
    pub(crate) fn finish(self) -> Option<List> {
        let mut inner = Inner {
            items: self.items,
            ..Inner::default()
        };
        inner.set(self.measure).then(|| List {
            inner: Arc::new(inner),
            usage: Usage::Plain,
        })
    }
}
