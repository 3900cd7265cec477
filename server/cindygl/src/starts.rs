//! Points that start at whole coordinates. CindyGL takes what a colorplot gets from them for
//! integers, and compiles the shader again as soon as somebody moves the point.

use cindyscript_analysis::InferredApplet;
use cindyscript_diagnostic::{Code, Diagnostic, Fix, Related};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{TermId, TermKind, assigned_names};
use cindyscript_hir::types::Type;
use cindyscript_infer::Role;
use rustc_hash::{FxHashMap, FxHashSet};

/// Variables that are given by variables are followed so far.
const DEEPEST: usize = 8;

/// Says which points start so that a uniform is an integer at first, each once.
pub(crate) fn points(applet: &InferredApplet, found: &mut Vec<Diagnostic>) {
    let solution = &*applet.solution;
    let mut reader = Reader::new(applet);
    if reader.starts.is_empty() {
        return;
    }
    let mut said = FxHashSet::default();
    for &id in &solution.reachable {
        let body = solution.body(id);
        if body.pixel.is_none() {
            continue;
        }
        for (term, data) in solution.evaluated(body) {
            if data.role != Role::Uniform || holds_integers(&data.ty) {
                continue;
            }
            let Some(Whole::Moves(place)) = reader.whole(term, DEEPEST) else {
                continue;
            };
            if said.insert(place) {
                found.extend(reader.hint(place, term));
            }
        }
    }
}

/// True if a value of the type stays an integer, or a list of integers.
fn holds_integers(ty: &Type) -> bool {
    match ty {
        Type::List(list) => holds_integers(&list.element),
        other => other.fits(&Type::INT),
    }
}

/// A value that consists of integers at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whole {
    /// As long as the applet runs.
    Stays,
    /// As long as a point stays where it is: its place in the construction.
    Moves(usize),
}

/// A point that the user can move.
struct Start {
    /// Its place in the construction.
    place: usize,
    /// Its coordinates, where these are whole.
    whole: [Option<f64>; 2],
}

struct Reader<'a> {
    applet: &'a InferredApplet,
    starts: FxHashMap<NameId, Start>,
    /// The value of each variable that is assigned once; `None` for those that are assigned more
    /// often.
    assigned: FxHashMap<NameId, Option<TermId>>,
    /// The results for such variables, by how far they were followed.
    known: FxHashMap<(NameId, usize), Option<Whole>>,
}

impl<'a> Reader<'a> {
    fn new(applet: &'a InferredApplet) -> Self {
        let program = &applet.program;
        let mut assigned: FxHashMap<NameId, Option<TermId>> = FxHashMap::default();
        for &term in &program.actions {
            if let TermKind::Assign { target, value } = program.kind(term) {
                let mut names = Vec::new();
                assigned_names(program, target, &mut names);
                for name in names {
                    let whole = program.name_of(target).map(|_| value);
                    let known = assigned.entry(name).or_insert(whole);
                    if *known != whole {
                        *known = None;
                    }
                }
            }
        }
        let mut starts = FxHashMap::default();
        for (place, element) in applet.source().geometry.iter().enumerate() {
            let is_free = element.kind == "Free" && !element.pinned;
            let name = program.names.get(&element.name).filter(|_| is_free);
            let (Some(name), Some([x, y, z])) = (name, element.position) else {
                continue;
            };
            let is_real = [x, y, z].iter().all(|part| part.im == 0.0);
            if is_real && !assigned.contains_key(&name) {
                let whole = [x, y].map(|part| part.re / z.re);
                let whole = whole.map(|part| Some(part).filter(|part| part.fract() == 0.0));
                starts.insert(name, Start { place, whole });
            }
        }
        Self {
            applet,
            starts,
            assigned,
            known: FxHashMap::default(),
        }
    }

    /// True if a term consists of integers at first.
    fn whole(&mut self, term: TermId, depth: usize) -> Option<Whole> {
        let applet = self.applet;
        let program = &applet.program;
        let depth = depth.checked_sub(1)?;
        match program.kind(term) {
            TermKind::Number(number) => (number.fract() == 0.0).then_some(Whole::Stays),
            TermKind::Variable(name) => match self.starts.get(&name) {
                Some(start) => start.moves(&[0, 1]),
                None => {
                    if let Some(&known) = self.known.get(&(name, depth)) {
                        return known;
                    }
                    let value = (*self.assigned.get(&name)?)?;
                    let whole = self.whole(value, depth);
                    self.known.insert((name, depth), whole);
                    whole
                }
            },
            TermKind::Field { base, name } => {
                let start = self.starts.get(&program.name_of(base)?)?;
                match program.names.text(name) {
                    "x" => start.moves(&[0]),
                    "y" => start.moves(&[1]),
                    "xy" | "coord" => start.moves(&[0, 1]),
                    _ => None,
                }
            }
            TermKind::List(_) => self.operands(term, depth),
            // What keeps integers integers.
            TermKind::Call { .. } => match program.intrinsic(term)? {
                Intrinsic::Add
                | Intrinsic::Plus
                | Intrinsic::Subtract
                | Intrinsic::Negate
                | Intrinsic::Multiply => self.operands(term, depth),
                _ => None,
            },
            _ => None,
        }
    }

    /// The result for all operands together.
    fn operands(&mut self, term: TermId, depth: usize) -> Option<Whole> {
        let mut all = Some(Whole::Stays);
        let applet = self.applet;
        let program = &applet.program;
        program.for_each_operand(term, |operand| {
            all = match (all, self.whole(operand, depth)) {
                (Some(Whole::Stays), whole) => whole,
                (whole, Some(_)) => whole,
                (_, None) => None,
            };
        });
        all
    }

    fn hint(&self, place: usize, uniform: TermId) -> Option<Diagnostic> {
        let applet = self.applet;
        let element = applet.source().geometry.get(place)?;
        let range = element.position_range?;
        let name = &element.name;
        let written = applet
            .document
            .text()
            .get(std::ops::Range::<usize>::from(range));
        let fix = written.and_then(pinned).map(|text| {
            let title = format!("start at {text}, so it is real from the beginning");
            Fix::new(range, text, title)
        });
        let message = format!(
            "`{name}` starts at whole coordinates, and `{}` becomes real when it is moved: then CindyGL \
             compiles the shader again",
            applet.text(uniform)
        );
        Some(Diagnostic {
            range,
            help: fix.as_ref().map(|fix| fix.title.clone()),
            fix,
            related: vec![Related {
                range: applet.range(uniform),
                message: "here the pixels get a whole number at first".to_owned(),
            }],
            ..applet.diagnostic(uniform, Code::Drift, message)
        })
    }
}

impl Start {
    /// The result for some of its coordinates.
    fn moves(&self, coordinates: &[usize]) -> Option<Whole> {
        let mut coordinates = coordinates.iter();
        let all = coordinates.all(|&axis| self.whole.get(axis).is_some_and(Option::is_some));
        all.then_some(Whole::Moves(self.place))
    }
}

/// Coordinates as they are written, each a little beside what it is: more than none, less than
/// anybody sees. Only where they are two integers, and a third that is 1.
fn pinned(written: &str) -> Option<String> {
    let inner = written.strip_prefix('[')?.strip_suffix(']')?;
    let mut parts = inner.split(',').map(str::trim);
    let (x, y) = (parts.next()?, parts.next()?);
    let third = match (parts.next(), parts.next()) {
        (None, _) => "",
        (Some("1"), None) => ", 1",
        _ => return None,
    };
    let beside = |part: &str| match part.parse::<i64>() {
        Ok(whole) => Some(format!("{whole}.0001")),
        Err(_) => part.parse::<f64>().ok().map(|_| part.to_owned()),
    };
    Some(format!("[{}, {}{third}]", beside(x)?, beside(y)?))
}
