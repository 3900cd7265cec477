//! Who calls a function, and what it calls. Scripts and colorplots call functions, too; a colorplot
//! is called by what it stands in.

use cindyscript_hir::program::{FunctionId, PlotId, ScriptId};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::occurrences::{Access, EntityKind, Owner};

/// The kind of something that calls or is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum CallableKind {
    Script,
    Function,
    Colorplot,
}

/// Something that calls or is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callable {
    /// Its name; of a function, with its parameters.
    pub name: String,
    /// The kind.
    pub kind: CallableKind,
    /// All of it, in bytes of the file.
    pub range: TextRange,
    /// Its name, inside of [`Callable::range`]; of a script, its beginning. With the kind, it tells
    /// which one it is.
    pub selection_range: TextRange,
}

/// Calls of the same, or by the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HierarchyCalls {
    /// What calls, or what is called.
    pub other: Callable,
    /// The names in the calls, in bytes of the file; of a colorplot, its word.
    pub places: Vec<TextRange>,
}

/// What the hierarchy is about at an offset of the file: the function that is named there, in all
/// its definitions, or else what runs there.
#[must_use]
pub fn callables(analysis: &Analysis, offset: TextSize) -> Vec<Callable> {
    if let Some((named, _)) = analysis.name_at(offset)
        && let Some(EntityKind::Function(callee)) = named.data().map(|entity| entity.kind)
    {
        let definitions = &named.applet.program.callee(callee).definitions;
        let owners = definitions.iter().map(|&id| Owner::Function(id));
        return owners
            .filter_map(|owner| named.applet.callable(owner))
            .collect();
    }
    let applets = analysis.applets.iter();
    let around =
        applets.flat_map(|applet| applet.owners().into_iter().map(move |one| (applet, one)));
    let around = around.filter_map(|(applet, owner)| applet.callable(owner));
    let around = around.filter(|one| one.range.contains_inclusive(offset));
    let innermost = around.min_by_key(|one| (one.range.len(), one.kind != CallableKind::Colorplot));
    innermost.into_iter().collect()
}

/// The calls of something.
#[must_use]
pub fn incoming_calls(
    analysis: &Analysis,
    kind: CallableKind,
    start: TextSize,
) -> Vec<HierarchyCalls> {
    let Some((applet, owner)) = find(analysis, kind, start) else {
        return Vec::new();
    };
    let occurrences = applet.occurrences();
    match owner {
        Owner::Function(id) => {
            let callee = applet.program.function(id).callee;
            let calls = occurrences.all().iter().filter(|one| {
                let entity = occurrences.entity(one.entity);
                one.access == Access::Calls
                    && entity.is_some_and(|entity| entity.kind == EntityKind::Function(callee))
            });
            let calls = calls.map(|one| (one.owner, one.range));
            grouped(applet, calls)
        }
        Owner::Plot(id) => {
            let word = applet.called_word(applet.program.plot(id).term);
            let around = occurrences.around_plot(id);
            grouped(applet, word.into_iter().map(|word| (around, word)))
        }
        Owner::Script(_) | Owner::Page => Vec::new(),
    }
}

/// The calls that something makes.
#[must_use]
pub fn outgoing_calls(
    analysis: &Analysis,
    kind: CallableKind,
    start: TextSize,
) -> Vec<HierarchyCalls> {
    let Some((applet, owner)) = find(analysis, kind, start) else {
        return Vec::new();
    };
    let occurrences = applet.occurrences();
    let calls = occurrences.all().iter();
    let calls = calls.filter(|one| one.owner == owner && one.access == Access::Calls);
    let calls = calls.flat_map(|one| {
        let entity = occurrences.entity(one.entity).map(|entity| entity.kind);
        let definitions = match entity {
            Some(EntityKind::Function(callee)) => &*applet.program.callee(callee).definitions,
            _ => &[],
        };
        definitions
            .iter()
            .map(|&id| (Owner::Function(id), one.range))
    });
    let plots = (0..applet.program.plots.len() as u32).map(PlotId);
    let plots = plots.filter(|&plot| occurrences.around_plot(plot) == owner);
    let plots = plots.filter_map(|plot| {
        let word = applet.called_word(applet.program.plot(plot).term)?;
        Some((Owner::Plot(plot), word))
    });
    grouped(applet, calls.chain(plots))
}

/// Calls by what is at their other end, in the order of the text.
fn grouped(
    applet: &AppletAnalysis,
    calls: impl Iterator<Item = (Owner, TextRange)>,
) -> Vec<HierarchyCalls> {
    let mut known: rustc_hash::FxHashMap<Owner, usize> = rustc_hash::FxHashMap::default();
    let mut groups: Vec<HierarchyCalls> = Vec::new();
    for (owner, place) in calls {
        if let Some(group) = known.get(&owner).and_then(|&at| groups.get_mut(at)) {
            group.places.push(place);
        } else if let Some(other) = applet.callable(owner) {
            known.insert(owner, groups.len());
            let places = vec![place];
            groups.push(HierarchyCalls { other, places });
        }
    }
    groups
}

fn find(
    analysis: &Analysis,
    kind: CallableKind,
    start: TextSize,
) -> Option<(&AppletAnalysis, Owner)> {
    analysis.applets.iter().find_map(|applet| {
        let owner = applet.owners().into_iter().find(|&owner| {
            let callable = applet.callable(owner);
            callable.is_some_and(|one| one.kind == kind && one.selection_range.start() == start)
        })?;
        Some((applet, owner))
    })
}

impl AppletAnalysis {
    /// All that runs.
    fn owners(&self) -> Vec<Owner> {
        let program = &self.program;
        let scripts = (0..program.scripts.len() as u32).map(|id| Owner::Script(ScriptId(id)));
        let functions = (0..program.functions.len() as u32).map(FunctionId);
        let functions = functions.filter(|&id| !program.function(id).is_code());
        let plots = (0..program.plots.len() as u32).map(|id| Owner::Plot(PlotId(id)));
        scripts
            .chain(functions.map(Owner::Function))
            .chain(plots)
            .collect()
    }

    /// How something that runs is shown; none of what stands in a library.
    fn callable(&self, owner: Owner) -> Option<Callable> {
        let program = &self.program;
        if self.is_in_library(owner) {
            return None;
        }
        match owner {
            Owner::Script(id) => {
                let script = self.source().scripts.get(id.index())?;
                let range = script.source.file_range();
                Some(Callable {
                    name: script.event.name().to_owned(),
                    kind: CallableKind::Script,
                    range,
                    selection_range: TextRange::empty(range.start()),
                })
            }
            Owner::Function(id) => {
                let function = program.function(id);
                let name_range = self.to_file(function.script, function.name_range);
                let parameters = function.named_parameters().iter();
                let parameters: Vec<&str> =
                    parameters.map(|one| program.names.text(one.name)).collect();
                let name = program.function_name(id);
                Some(Callable {
                    name: format!("{name}({})", parameters.join(", ")),
                    kind: CallableKind::Function,
                    range: name_range.cover(self.range(function.body)),
                    selection_range: name_range,
                })
            }
            Owner::Plot(id) => {
                let term = program.plot(id).term;
                Some(Callable {
                    name: "colorplot".to_owned(),
                    kind: CallableKind::Colorplot,
                    range: self.range(term),
                    selection_range: self.called_word(term)?,
                })
            }
            Owner::Page => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::{HierarchyCalls, callables, incoming_calls, outgoing_calls};
    use crate::fixture::marked_in;

    /// What the hierarchy is about, the calls of it, and its own.
    fn check(text: &str, expected: &Expect) {
        let fixture = marked_in("page.html", text);
        let analysis = &fixture.analysis;
        let mut shown = String::new();
        let calls = |shown: &mut String, sign: &str, calls: Vec<HierarchyCalls>| {
            for one in calls {
                let lines = one.places.iter();
                let lines = lines.map(|place| analysis.document.line(place.start()).to_string());
                let lines: Vec<String> = lines.collect();
                let _ = writeln!(
                    shown,
                    "  {sign} {} in line {}",
                    one.other.name,
                    lines.join(", ")
                );
                assert!(one.other.range.contains_range(one.other.selection_range));
            }
        };
        for one in callables(analysis, fixture.at) {
            let start = one.selection_range.start();
            let line = analysis.document.line(start);
            let _ = writeln!(shown, "{:?} {} of line {line}", one.kind, one.name);
            calls(&mut shown, "<-", incoming_calls(analysis, one.kind, start));
            calls(&mut shown, "->", outgoing_calls(analysis, one.kind, start));
        }
        expected.assert_eq(&shown);
    }

    const PAGE: &str = "<script id='csinit' type='text/x-cindyscript'>inner(x) := x^2;\n\
        outer(x) := (inner(x) + Inner(x + 1); colorplot(inner(#.x)));\n\
        outer(x, y) := outer(outer(x));</script>\n\
        <script id='csdraw' type='text/x-cindyscript'>\n\
        outer(1); missing(2); sin(1);\n\
        colorplot(outer(#.x, 1));</script>\n\
        <script>CindyJS({scripts: 'cs*'})</script>";

    #[test]
    fn of_functions_scripts_and_colorplots() {
        let at = |part: &str| PAGE.replacen(&part.replace('|', ""), &part.replace('|', "$"), 1);
        check(
            &at("|inner"),
            &expect![[r#"
            Function inner(x) of line 1
              <- outer(x) in line 2, 2
              <- colorplot in line 2
        "#]],
        );
        check(
            &at("out|er(1)"),
            &expect![[r#"
            Function outer(x) of line 2
              <- outer(x, y) in line 3, 3
              <- draw in line 5
              -> inner(x) in line 2, 2
              -> colorplot in line 2
        "#]],
        );
        check(
            &at("outer(|x, y)"),
            &expect![[r#"
            Function outer(x, y) of line 3
              <- colorplot in line 6
              -> outer(x) in line 3, 3
        "#]],
        );
        check(
            &at("color|plot(outer"),
            &expect![[r#"
            Colorplot colorplot of line 6
              <- draw in line 6
              -> outer(x, y) in line 6
        "#]],
        );
        check(
            &at("plot(inner(|#"),
            &expect![[r#"
            Colorplot colorplot of line 2
              <- outer(x) in line 2
              -> inner(x) in line 2
        "#]],
        );
        check(&at("s|in"), &expect![""]);
        check(&at("Cin|dy"), &expect![""]);
    }
}
