//! Uniforms whose type the text does not tell, and may be another later.

use cindyscript_applet::Event;
use cindyscript_diagnostic::{Code, Related};
use cindyscript_hir::builtins::{BuiltinId, Category};
use cindyscript_hir::program::{IterationKind, TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Body, BodyKind, Role, SlotId, SlotSubject};
use rustc_hash::FxHashSet;

use crate::context::Context;
use crate::sink::Sink;

/// Terms of a constant that are looked at: the cost stays linear.
const LARGEST: usize = 1000;

/// A fact about a uniform that the text does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unknown {
    Code,
    Length,
    Type,
}

impl Unknown {
    fn name(self) -> &'static str {
        match self {
            Self::Code => "unknown code",
            Self::Length => "unknown length",
            Self::Type => "unknown type",
        }
    }

    fn message(self, text: &str) -> String {
        match self {
            Self::Code => format!(
                "the code in `{text}` is not known before the applet runs: the shader is compiled \
                 again whenever it changes"
            ),
            Self::Length => format!(
                "the length of `{text}` is not known before the applet runs: the shader is compiled \
                 again whenever it changes"
            ),
            Self::Type => format!(
                "the type of `{text}` is not known before the applet runs: the shader is compiled \
                 again whenever it changes"
            ),
        }
    }
}

/// For which values a shader has to be compiled while the applet runs, perhaps more than once.
pub(crate) fn drift(cx: &Context, sink: &mut Sink, body: &Body) {
    for (term, _) in cx.solution.evaluated(body) {
        let slot = body.slot(term);
        if !cx.solution.unknown.contains(&slot) {
            continue;
        }
        let on_cpu = cx.solution.slot(slot).link;
        if !on_cpu.is_some() || !may_change(cx, on_cpu) {
            continue;
        }
        let text = cx.applet.text(term);
        let unknown = match cx.solution.ty(on_cpu) {
            Type::Code(_) => Unknown::Code,
            ty if ty.is_unsized() && !ty.has_top() => Unknown::Length,
            _ => Unknown::Type,
        };
        let message = unknown.message(&text);
        if !sink.is_first(unknown.name(), &text) {
            continue;
        }
        let why = cx.applet.provenance(cx.solution).why(slot).into_iter();
        let related = why.map(|step| Related {
            range: step.range,
            message: step.text,
        });
        sink.report(term, Code::Drift, message).related(related);
    }
}

/// True if a value of an open type may well have another type later: the text gives it values of
/// several types, or only running tells how it is computed. The open contents of a dictionary are no
/// such reason, and neither is a call that asks for all points of the construction.
fn may_change(cx: &Context, slot: SlotId) -> bool {
    let mut seen = FxHashSet::default();
    // Not by recursion: values may come to one another in a chain as long as the text.
    let mut pending = vec![slot];
    while let Some(slot) = pending.pop() {
        let is_open = cx.solution.ty(slot).is_open();
        if is_open && seen.insert(slot) && changes(cx, slot, &mut pending) {
            return true;
        }
    }
    false
}

/// True if the value of a slot may change by itself; what it changes with is added to `with`.
fn changes(cx: &Context, slot: SlotId, with: &mut Vec<SlotId>) -> bool {
    let solution = cx.solution;
    let data = solution.slot(slot);
    let mut raises = solution.raises(slot).peekable();
    if raises.peek().is_some() {
        let (open, closed): (Vec<_>, Vec<_>) = raises.partition(|raise| raise.with.is_open());
        let joined = closed
            .iter()
            .fold(Type::Unset, |ty, raise| ty.join_on_gpu(&raise.with));
        let has_several = joined.has_top() || joined.is_open();
        let mut all = open.iter().chain(&closed);
        with.extend(open.iter().map(|raise| raise.from));
        return has_several && all.any(|raise| !is_at_start(cx, raise.from));
    }
    let body = solution.body(data.body);
    let program = &cx.applet.program;
    let SlotSubject::Term(term) = data.subject else {
        return false;
    };
    let slot_of = |term: TermId| body.slot(term);
    match program.kind(term) {
        kind if data.role == Role::Uniform || matches!(kind, TermKind::Variable(_)) => {
            with.extend(data.link.is_some().then_some(data.link));
        }
        TermKind::Sequence(operands) => {
            with.extend(program.children(operands).last().copied().map(slot_of));
        }
        TermKind::Assign { value, .. } => with.push(slot_of(value)),
        TermKind::Index { base, index } => with.extend([base, index].map(slot_of)),
        TermKind::Field { base, .. } | TermKind::UserData { base, .. } => {
            with.push(slot_of(base));
        }
        TermKind::List(operands) => {
            with.extend(program.children(operands).iter().copied().map(slot_of));
        }
        TermKind::Iterate(id) => {
            let iteration = program.iteration(id);
            with.extend([iteration.domain, iteration.body].map(slot_of));
            return iteration.kind == IterationKind::Select;
        }
        TermKind::Call {
            callee, arguments, ..
        } => {
            let operands = program.children(arguments).iter().copied().map(slot_of);
            let mut open = operands.filter(|&slot| solution.ty(slot).is_open());
            return match program.callee(callee).builtin {
                Some(builtin) if builtin.row().category != Category::System => {
                    let first = open.next();
                    with.extend(first.into_iter().chain(open));
                    first.is_none() && !gives_what_is_there(builtin) && !is_constant(cx, term)
                }
                _ => true,
            };
        }
        TermKind::Code(_) | TermKind::Special(_) => return true,
        _ => {}
    }
    false
}

/// True if a term has the same value whenever it is evaluated: it is made of numbers, strings and
/// variables that the text sets once, to a constant.
fn is_constant(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    let mut seen = FxHashSet::default();
    let mut pending = vec![term];
    let mut left = LARGEST;
    while let Some(root) = pending.pop() {
        for term in program.subtree(root) {
            let Some(fewer) = left.checked_sub(1) else {
                return false;
            };
            left = fewer;
            match program.kind(term) {
                TermKind::Number(_) | TermKind::Text(_) | TermKind::List(_) => {}
                TermKind::Call { .. } => match program.builtin_call(term) {
                    Some((builtin, _)) if builtin.row().depends_on_arguments_only() => {}
                    _ => return false,
                },
                TermKind::Variable(name) => {
                    if cx.opaque.names.is_some() || cx.is_bound(name) || cx.is_lazy(name) {
                        return false;
                    }
                    let &[assignment] = cx.applet.assignments().of(name) else {
                        return false;
                    };
                    match program.kind(assignment) {
                        TermKind::Assign { target, value }
                            if program.name_of(target) == Some(name) =>
                        {
                            pending.extend(seen.insert(name).then_some(value));
                        }
                        _ => return false,
                    }
                }
                _ => return false,
            }
        }
    }
    true
}

/// True if something is evaluated before the first picture, and not again.
fn is_at_start(cx: &Context, slot: SlotId) -> bool {
    let solution = cx.solution;
    match solution.body(solution.slot(slot).body).kind {
        BodyKind::Script(script) => {
            let scripts = &cx.applet.source().scripts;
            let script = scripts.get(script.index());
            script.is_some_and(|script| script.event == Event::Init)
        }
        _ => false,
    }
}

/// True if a builtin takes something out of what there is, so that its value is as settled as that.
fn gives_what_is_there(builtin: BuiltinId) -> bool {
    matches!(
        builtin.row().category,
        Category::Dictionary | Category::Geometry
    )
}

#[cfg(test)]
mod tests {
    use crate::check as lint;
    use cindyscript_analysis::InferredApplet;
    use cindyscript_diagnostic::Code;
    use cindyscript_hir::document::Document;

    /// The hints for a script, as far as the first comma.
    fn check(text: &str, expected: &[&str]) {
        let document = Document::open("test.cindyscript", text);
        let mut found = lint(&InferredApplet::new(&document, 0, None)).diagnostics;
        found.sort_by_key(|found| found.range.start());
        let found = found.iter();
        let found = found.filter(|found| found.code == Code::Drift);
        let found: Vec<&str> = found
            .map(|found| found.message.split(" is").next().unwrap_or_default())
            .collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn unchanged_uniform_is_no_reason_to_compile_again() {
        let scene = "scene = {\"center\": [0, 0], \"radius\": 1, \"colour\": [1, 0, 0]};\n";
        let plots = [
            "colorplot(|# - scene.center| - scene.radius)",
            "r = scene.radius * 2; colorplot(r * |#|)",
            "colorplot(if(|#| < scene.radius, scene.colour, [0, 0, 1]))",
        ];
        for plot in plots {
            check(&format!("{scene}{plot}"), &[]);
        }
        check(
            "pts = allpoints(); colorplot(min(apply(pts, |# - #.xy|)))",
            &[],
        );
        check("colorplot(s = pairs([1, 2, 3]); gray(#.x))", &[]);
        check(
            "l = [1, 2, 3]; p = pairs(l); colorplot(sum(p, k, k_1 * #.x))",
            &[],
        );
        check("d = dict(a -> 1); colorplot(get(d, \"a\") * |#|)", &[]);
        let settled = "// %% init\nl = []; repeat(5, k, l = l ++ [k]);\n";
        check(
            &format!("{settled}// %% draw\ncolorplot(sum(l) * |#| + sum(l, k, k * |#|))"),
            &[],
        );
    }

    #[test]
    fn changed_uniform_is_a_reason_to_compile_again() {
        check("a = parse(\"1\"); colorplot(#.x * a)", &["the type of `a`"]);
        check(
            "l = [1, 2]; if(seconds() > 3, l = [1, 2, 3]); p = pairs(l); colorplot(sum(p, k, k_1 * #.x))",
            &["the length of `p`"],
        );
        check(
            "a = [1, 2]; if(seconds() > 3, a = [1, 2, 3]); colorplot(sum(a, k, k * |#|))",
            &["the length of `a`"],
        );
        check(
            "a = 1; if(seconds() > 3, a = \"one\"); colorplot(a * |#|)",
            &["the type of `a`"],
        );
        check(
            "n = floor(seconds()); l = 1..n; colorplot(sum(l, k, k * |#|))",
            &["the length of `l`"],
        );
    }
}
