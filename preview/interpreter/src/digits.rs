//! Which terms of a colorplot lose digits in single precision, and how many.
//!
//! A pixel is evaluated three times: exactly, which is in f64; with every value rounded to f32; and exactly a pixel
//! further. What each term has had as values is noted in the order in which it had them, as long as
//! all three take the same way. The first two tell how far a term is from what it should be; the third,
//! whether that is much: an error hurts where it is as large as what changes from one pixel to the next.
//! A term is to blame for what its value has lost beyond what those had lost that it is made of.

use cindyscript_applet::TextRange;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{Program, ScriptId, TermId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::code::trace::{Numbers, Trace, flatten, rounded};
use crate::code::{Code, Node, Quick};
use crate::value::Value;

/// A term that loses digits.
#[derive(Clone, Debug, PartialEq)]
pub struct DigitLoss {
    /// The script that it stands in.
    pub script: ScriptId,
    /// Where it stands there.
    pub range: TextRange,
    /// How it loses them.
    pub kind: LossKind,
    /// How many decimal digits; single precision has about seven.
    pub digits: f64,
}

/// How a term loses digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LossKind {
    /// Numbers that are nearly the same are subtracted: what is left are the digits in which they
    /// were wrong.
    Cancellation,
    /// A number is so large, compared with how it changes from pixel to pixel, that its last digits
    /// hold nothing of that.
    Large,
    /// Each round of a loop adds to the error of the one before.
    Accumulated,
}

/// The last digit of an f32, in parts of it.
const LAST_DIGIT: f64 = 1.0 / (1 << 24) as f64;
/// All digits of an f32.
const ALL_DIGITS: f64 = 7.2;
/// What a term loses is told from so many digits on.
const LEAST_DIGITS: f64 = 1.0;
/// An error hurts that is larger than this part of the change from one pixel to the next.
const HURTS: f64 = 0.25;
/// So many rounds make a loop.
const LOOP: usize = 4;
/// So many terms are told.
const MOST_TOLD: usize = 4;

/// What is known of a value of a term.
#[derive(Clone, Copy, Debug)]
struct Noted {
    term: TermId,
    size: f64,
    /// How far single precision is from it.
    error: f64,
    /// How much it changes to the next pixel; none where that takes another way.
    step: Option<f64>,
}

impl Noted {
    /// The error in parts of the size, and no less than single precision has in any case.
    fn relative(&self) -> f64 {
        (self.error / self.size).max(LAST_DIGIT)
    }

    /// The last digit in parts of the change to the next pixel; none where it does not change.
    fn coarseness(&self) -> Option<f64> {
        let step = self.step.filter(|step| *step > 0.0)?;
        Some(self.size * LAST_DIGIT / step)
    }

    fn hurts(&self) -> bool {
        self.step.is_none_or(|step| self.error > HURTS * step)
    }
}

/// What one pixel tells: how many digits terms lose.
pub(crate) type Losses = FxHashMap<(TermId, LossKind), f64>;

/// What terms lose at a pixel: evaluated exactly, rounded, and exactly a pixel further. `pixel` are the
/// variables that say where it is.
pub(crate) fn losses(
    code: &Code,
    pixel: &[NameId],
    [exact, single, beside]: [&Trace; 3],
) -> Losses {
    let mut losses = Losses::default();
    let mut add = |term, kind, digits: f64| {
        if digits >= LEAST_DIGITS {
            let most = losses.entry((term, kind)).or_insert(0.0_f64);
            *most = most.max(digits.min(ALL_DIGITS));
        }
    };
    let mut latest: FxHashMap<TermId, Noted> = FxHashMap::default();
    let mut rounds: FxHashMap<TermId, (Noted, Noted, usize)> = FxHashMap::default();
    let mut others = beside.noted.iter();
    let mut is_beside = true;
    for ((term, exact), (same, single)) in exact.noted.iter().zip(&single.noted) {
        if term != same || exact.len() != single.len() {
            break;
        }
        let other = others.next();
        let other = other.filter(|(other, numbers)| other == term && numbers.len() == exact.len());
        is_beside &= other.is_some();
        let step = other.filter(|_| is_beside);
        let noted = Noted {
            term: *term,
            size: distance(exact, &[]),
            error: distance(exact, single),
            step: step.map(|(_, numbers)| distance(exact, numbers)),
        };
        if !(noted.size > 0.0 && noted.size.is_finite() && noted.error.is_finite()) {
            latest.remove(term);
            continue;
        }
        let node = code.node(*term);
        if noted.hurts() {
            match node {
                Node::Variable(name) if pixel.contains(name) => {
                    let coarse = noted.coarseness().unwrap_or_default();
                    add(
                        *term,
                        LossKind::Large,
                        LEAST_DIGITS + (coarse / HURTS).log10(),
                    );
                }
                _ => blame(code, node, &noted, &latest, &mut add),
            }
        }
        if matches!(node, Node::Assign { .. } | Node::Grow { .. }) {
            let (_, last, count) = rounds.entry(*term).or_insert((noted, noted, 0));
            (*last, *count) = (noted, *count + 1);
        }
        latest.insert(*term, noted);
    }
    for (first, last, count) in rounds.into_values() {
        if count >= LOOP && last.hurts() {
            let grown = last.relative() / first.relative();
            add(last.term, LossKind::Accumulated, grown.log10());
        }
    }
    losses
}

/// What a term loses of what its operands have.
fn blame(
    code: &Code,
    node: &Node,
    noted: &Noted,
    latest: &FxHashMap<TermId, Noted>,
    add: &mut impl FnMut(TermId, LossKind, f64),
) {
    let (is_sum, operands): (bool, SmallVec<[TermId; 2]>) = match node {
        Node::Unary { operand, .. } => (false, [*operand].into_iter().collect()),
        Node::Binary {
            quick, left, right, ..
        } => (
            matches!(quick, Quick::Add | Quick::Subtract),
            [*left, *right].into_iter().collect(),
        ),
        _ => return,
    };
    let inputs: SmallVec<[Noted; 2]> = operands
        .iter()
        .filter_map(|operand| match code.node(*operand) {
            Node::Constant(value) => constant(*operand, value),
            _ => latest.get(operand).copied(),
        })
        .collect();
    if inputs.is_empty() || inputs.len() < operands.len() {
        return;
    }
    let largest = inputs.iter().map(|input| input.size).fold(0.0, f64::max);
    let before = inputs.iter().map(Noted::relative).fold(0.0, f64::max);
    let amplified = (noted.relative() / before).log10();
    if !is_sum {
        add(noted.term, LossKind::Large, amplified);
        return;
    }
    if noted.size < largest / 8.0 {
        add(noted.term, LossKind::Cancellation, amplified);
    }
    let finest = inputs.iter().filter_map(Noted::coarseness);
    let finest = finest.fold(0.0, f64::max);
    if let Some(coarse) = noted.coarseness()
        && finest > 0.0
        && coarse > HURTS * HURTS
    {
        add(noted.term, LossKind::Large, (coarse / finest).log10());
    }
}

/// What is known of a constant.
fn constant(term: TermId, value: &Value) -> Option<Noted> {
    let (mut exact, mut single) = (Numbers::new(), Numbers::new());
    let is_short = flatten(value, &mut exact) && flatten(&rounded(value.clone()), &mut single);
    is_short.then(|| Noted {
        term,
        size: distance(&exact, &[]),
        error: distance(&exact, &single),
        step: Some(0.0),
    })
}

/// How far numbers are apart; those that others lack, from zero.
fn distance(numbers: &[f64], others: &[f64]) -> f64 {
    let others = others.iter().copied().chain(std::iter::repeat(0.0));
    let squares = numbers.iter().zip(others).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

/// What several pixels tell, those that lose most first. What few of them tell is left out.
pub(crate) fn together(program: &Program, pixels: &[Losses]) -> Vec<DigitLoss> {
    let mut all: FxHashMap<(TermId, LossKind), (f64, usize)> = FxHashMap::default();
    for (key, digits) in pixels.iter().flatten() {
        let (most, count) = all.entry(*key).or_default();
        (*most, *count) = (most.max(*digits), *count + 1);
    }
    let mut losses: Vec<DigitLoss> = all
        .into_iter()
        .filter(|(_, (_, count))| 4 * count >= pixels.len())
        .filter_map(|((term, kind), (digits, _))| {
            let term = program.terms.get(term.index())?;
            (term.script != ScriptId::RUN_TIME).then_some(DigitLoss {
                script: term.script,
                range: term.range,
                kind,
                digits,
            })
        })
        .collect();
    losses.sort_by(|a, b| {
        let place =
            |loss: &DigitLoss| (loss.script, loss.range.start(), loss.range.end(), loss.kind);
        b.digits.total_cmp(&a.digits).then(place(a).cmp(&place(b)))
    });
    losses.truncate(MOST_TOLD);
    losses
}
