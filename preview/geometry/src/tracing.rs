//! Which of the new values is which of the old ones.
//!
//! An operation with several values sorts them such that each is near what it was a step before. If
//! the values are too near one another to tell, the step was too large, and the operation asks for
//! a smaller one: it refines. Where values coincide at the end of a movement nothing helps; what
//! comes after such a place starts anew from the last good place.

use num_complex::Complex64 as C;

use crate::Vector;
use crate::algebra::{ZERO, distance, dot, has_nan, norm};

/// The step is too large to tell which value is which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Refine;

/// How much nearer than the other values a value must be to be the one.
const SAFETY: f64 = 3.0;

/// Values nearer than this coincide.
const COINCIDENT: f64 = 1e-5;

/// The part of the state that belongs to an element, during its update.
pub(crate) struct Trace<'a> {
    /// Before this step.
    pub(crate) old: &'a [C],
    /// After this step.
    pub(crate) new: &'a mut [C],
    /// At the last good place, which is real.
    pub(crate) good: &'a [C],
    /// Whether the element moves by itself, not because others do.
    pub(crate) is_mover: bool,
    /// Whether there is nothing old: the order of values is theirs.
    pub(crate) is_first: bool,
    /// Whether smaller steps are possible.
    pub(crate) can_refine: bool,
    /// Set when it could not be told which value is which.
    pub(crate) failed: bool,
    cursor: usize,
}

impl<'a> Trace<'a> {
    pub(crate) fn new(old: &'a [C], new: &'a mut [C], good: &'a [C]) -> Trace<'a> {
        Trace {
            old,
            new,
            good,
            is_mover: false,
            is_first: false,
            can_refine: false,
            failed: false,
            cursor: 0,
        }
    }

    /// The next numbers of the old state; they are passed on until [`Trace::put`] says otherwise.
    pub(crate) fn take<const N: usize>(&mut self) -> [C; N] {
        let range = self.cursor..self.cursor + N;
        self.cursor += N;
        let Some(old) = self.old.get(range.clone()) else {
            return [ZERO; N];
        };
        if let Some(new) = self.new.get_mut(range) {
            new.copy_from_slice(old);
        }
        let mut numbers = [ZERO; N];
        numbers.copy_from_slice(old);
        numbers
    }

    /// Replaces the numbers that [`Trace::take`] has just given.
    pub(crate) fn put<const N: usize>(&mut self, numbers: [C; N]) {
        let start = self.cursor.saturating_sub(N);
        if let Some(new) = self.new.get_mut(start..self.cursor) {
            new.copy_from_slice(&numbers);
        }
    }

    /// Asks for a smaller step; if there is none, goes on with what seems best.
    pub(crate) fn refine(&mut self) -> Result<(), Refine> {
        if self.can_refine {
            return Err(Refine);
        }
        self.failed = true;
        Ok(())
    }

    /// Two values, in the order of the old ones, which are replaced by them.
    pub(crate) fn two<const N: usize>(
        &mut self,
        values: [[C; N]; 2],
    ) -> Result<[[C; N]; 2], Refine> {
        let first = self.take();
        let second = self.take();
        let [a, b] = self.sort_two(values, [first, second])?;
        self.cursor -= N;
        self.put(a);
        self.cursor += N;
        self.put(b);
        Ok([a, b])
    }

    /// Two values, in the order of the old ones.
    pub(crate) fn sort_two<const N: usize>(
        &mut self,
        new: [[C; N]; 2],
        old: [[C; N]; 2],
    ) -> Result<[[C; N]; 2], Refine> {
        if self.is_first || old.iter().any(has_nan) {
            return Ok(new);
        }
        let keep = distance(old[0], new[0]) + distance(old[1], new[1]);
        let swap = distance(old[0], new[1]) + distance(old[1], new[0]);
        let (sorted, cost) = if keep > swap {
            ([new[1], new[0]], swap)
        } else {
            (new, keep)
        };
        self.judge(
            new.iter().any(has_nan),
            cost * SAFETY,
            distance(old[0], old[1]),
            distance(new[0], new[1]),
        )?;
        Ok(sorted)
    }

    /// Four values, in the order of the old ones, which are replaced by them.
    pub(crate) fn four(&mut self, values: [Vector; 4]) -> Result<[Vector; 4], Refine> {
        // What belongs together is compared with what does not: no further safety is needed.
        self.sort_four(values, 1.0, distance)
    }

    /// Four conics by six coefficients each, in the order of the old ones.
    pub(crate) fn four_conics(&mut self, values: [[C; 6]; 4]) -> Result<[[C; 6]; 4], Refine> {
        self.sort_four(values, SAFETY, |a, b| {
            let lengths = norm(&a) * norm(&b);
            1.0 - dot(a.map(|entry| entry.conj()), b).norm_sqr() / (lengths * lengths)
        })
    }

    fn sort_four<const N: usize>(
        &mut self,
        new: [[C; N]; 4],
        safety: f64,
        distance: fn([C; N], [C; N]) -> f64,
    ) -> Result<[[C; N]; 4], Refine> {
        let start = self.cursor;
        let old: [[C; N]; 4] = std::array::from_fn(|_| self.take());
        let sorted = if self.is_first || old.iter().any(has_nan) {
            new
        } else {
            let costs = old.map(|old| new.map(|new| distance(old, new)));
            let (order, cost) = cheapest(&costs);
            let sorted = order.map(|index| new[index]);
            let spread = |items: &[[C; N]; 4]| {
                let mut least = f64::INFINITY;
                for (index, a) in items.iter().enumerate() {
                    for b in &items[index + 1..] {
                        least = least.min(distance(*a, *b));
                    }
                }
                least
            };
            self.judge(
                cost.is_nan() || new.iter().any(has_nan),
                cost * safety,
                spread(&old),
                spread(&new),
            )?;
            sorted
        };
        self.cursor = start;
        for value in sorted {
            self.cursor += N;
            self.put(value);
        }
        Ok(sorted)
    }

    /// Whether values that moved by `cost` can be told apart, being `old_spread` from one another
    /// before and `new_spread` now.
    fn judge(
        &mut self,
        undefined: bool,
        cost: f64,
        old_spread: f64,
        new_spread: f64,
    ) -> Result<(), Refine> {
        if undefined {
            // Smaller steps would hardly help.
            self.failed = true;
        } else if old_spread > cost && new_spread > cost {
            // As it should be.
        } else if new_spread < COINCIDENT {
            // Staying where values coincide is no worse than before.
            self.failed |= old_spread >= COINCIDENT;
        } else if old_spread >= COINCIDENT {
            self.refine()?;
        }
        Ok(())
    }
}

/// The permutation of least sum.
fn cheapest(costs: &[[f64; 4]; 4]) -> ([usize; 4], f64) {
    let mut best = ([0, 1, 2, 3], f64::INFINITY);
    for a in 0..4 {
        for b in (0..4).filter(|b| *b != a) {
            for c in (0..4).filter(|c| *c != a && *c != b) {
                let d = 6 - a - b - c;
                let cost = costs[0][a] + costs[1][b] + costs[2][c] + costs[3][d];
                if cost < best.1 {
                    best = ([a, b, c, d], cost);
                }
            }
        }
    }
    best
}
