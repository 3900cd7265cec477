//! A digest of what scripts compute, apart from what they paint: so that an edit of a colour need
//! not begin an applet anew that has run for a while.

use cindyscript_hir::builtins::{Category, Effect, Intrinsic, Opaque};
use cindyscript_hir::program::{FunctionId, PlotForm, Program, ScriptId, TermId, TermKind};
use cindyscript_infer::split::Split;
use cindyscript_syntax::tokens;
use rustc_hash::FxHashSet;
use text_size::TextRange;

use crate::analysis::AppletAnalysis;

/// Whether what the applet has come to after init can be kept and gone back to. A dictionary is one
/// thing in all copies, and what a script reads while it runs can be any text.
#[must_use]
pub fn can_be_kept(program: &Program) -> bool {
    program.term_ids().map(TermId).all(|term| {
        let called = program.builtin_call(term).map(|(builtin, _)| builtin.row());
        !matches!(program.kind(term), TermKind::Dictionary(_))
            && called.is_none_or(|row| {
                row.category != Category::Dictionary && row.opaque != Some(Opaque::Text)
            })
    })
}

impl AppletAnalysis {
    /// The scripts without what has no influence on what they compute, a text for each: without
    /// comments and spaces, what colorplots paint on the view, and how things are drawn. Where two
    /// versions have the same, a run of one is a run of the other.
    #[must_use]
    pub fn computed(&self) -> Vec<String> {
        let painted = painted(&self.program, &self.facts.split);
        let parses = self.document.parses(self.applet);
        let scripts = self.source().scripts.iter().zip(parses).enumerate();
        scripts
            .map(|(index, (script, parse))| {
                let mut painted = painted
                    .iter()
                    .filter(|(of, _)| of.index() == index)
                    .map(|(_, range)| *range);
                let mut computed = format!(
                    "{:?} {} {}",
                    script.event,
                    parse.is_valid(),
                    script.is_library
                );
                let text = script.source.text();
                let mut cut = painted.next();
                for (kind, range) in tokens(text) {
                    while cut.is_some_and(|cut| cut.end() <= range.start()) {
                        cut = painted.next();
                    }
                    let is_cut = cut.is_some_and(|cut| cut.contains_range(range));
                    if kind.is_trivia()
                        || is_cut && cut.is_some_and(|cut| cut.start() < range.start())
                    {
                        continue;
                    }
                    computed.push(' ');
                    match is_cut {
                        true => computed.push('…'),
                        false => computed.push_str(&text[range]),
                    }
                }
                computed
            })
            .collect()
    }
}

/// The parts of scripts that are only painted, from the start to the end of each; none lies in
/// another.
fn painted(program: &Program, split: &Split) -> Vec<(ScriptId, TextRange)> {
    let mut called = program.callees.iter().filter_map(|callee| callee.builtin);
    let draws_on_images = called.any(|builtin| builtin.is(Intrinsic::Canvas));
    let mut found: Vec<(ScriptId, TextRange)> = Vec::new();
    for id in program.term_ids().map(TermId) {
        let paints = match program.kind(id) {
            TermKind::Plot(id) => {
                let plot = program.plot(id);
                (plot.form == PlotForm::View
                    && split
                        .of(id)
                        .uniforms
                        .iter()
                        .all(|term| is_pure(program, *term)))
                .then_some(plot.body)
            }
            TermKind::Call {
                arguments,
                modifiers,
                ..
            } if !draws_on_images => {
                let row = program.builtin_call(id).map(|(builtin, _)| builtin.row());
                let draws = row.is_some_and(|row| row.only_draws);
                let mut given = program.children(arguments).iter().copied().chain(
                    program
                        .modifiers(modifiers)
                        .iter()
                        .map(|modifier| modifier.value),
                );
                (draws && given.all(|term| is_pure(program, term))).then_some(id)
            }
            _ => None,
        };
        if let Some(part) = paints {
            let term = program.term(part);
            found.push((term.script, term.range));
        }
    }
    found.sort_by_key(|(script, range)| {
        (
            script.index(),
            range.start(),
            std::cmp::Reverse(range.end()),
        )
    });
    let mut outer: Vec<(ScriptId, TextRange)> = Vec::new();
    for (script, range) in found {
        let is_inside = outer
            .last()
            .is_some_and(|(of, last)| *of == script && last.contains_range(range));
        if !is_inside {
            outer.push((script, range));
        }
    }
    outer
}

/// Whether evaluating a term changes nothing that another one could see.
fn is_pure(program: &Program, term: TermId) -> bool {
    let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
    let mut left = vec![term];
    while let Some(term) = left.pop() {
        for &id in program.actions_within(program.term(term).first..=term) {
            match program.kind(id) {
                TermKind::Assign { .. }
                | TermKind::Define(_)
                | TermKind::DefineLazy { .. }
                | TermKind::Undefine(_)
                | TermKind::Code(_)
                | TermKind::Plot(_) => return false,
                TermKind::Call { callee, .. } => {
                    let callee = program.callee(callee);
                    if callee.runs_code() {
                        return false;
                    }
                    for &function in &callee.definitions {
                        if seen.insert(function) {
                            left.push(program.function(function).body);
                        }
                    }
                }
                _ => {}
            }
            let called = program.builtin_call(id).map(|(builtin, _)| builtin.row());
            if called.is_some_and(|row| row.effect != Effect::None) {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::analyse;
    use cindyscript_hir::document::Document;

    fn computed(text: &str) -> Vec<String> {
        analyse(&Document::open("a.cindyscript", text)).applets[0].computed()
    }

    #[test]
    fn what_is_only_painted_makes_no_difference() {
        let text = "n = n + 1; f(x) := 2 * x; g(x) := (m = x; x); colorplot([n, #.x, f(2)]); \
                    draw([n, 0], color->[1, 0, 0]);";
        let goes_on = |from: &str, to: &str| {
            let edited = text.replace(from, to);
            assert_ne!(text, edited);
            computed(text) == computed(&edited)
        };
        assert!(goes_on("#.x", "#.y + 1"));
        assert!(goes_on("[n, 0]", "[0, 0]"));
        assert!(goes_on("n = n", "/* more */ n  = n"));
        assert!(goes_on("color->[1, 0, 0]", "size->3"));
        // Values that are computed: at each frame, or by what is painted.
        assert!(!goes_on("n + 1", "n + 2"));
        assert!(!goes_on("2 * x", "3 * x"));
        assert!(!goes_on("[n, 0]", "[g(n), 0]"));
        assert!(!goes_on("[n, 0]", "n = [0, 0]"));
        assert!(!goes_on("colorplot(", "colorplot(\"a\", "));
        assert!(!goes_on("draw([n, 0]", "drow([n, 0]"));
        assert!(!goes_on("n = n + 1;", ""));
        assert!(!goes_on("0, 0]);", "0, 0]"));
    }
}
