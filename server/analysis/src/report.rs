//! Every variable, function and colorplot with its type, for `cindyscript-server types`.

use text_size::TextRange;

use crate::analysis::Analysis;
use crate::infer::{BodyKind, SlotId, Solution};
use crate::program::FunctionId;
use crate::types::Type;

/// What a line of the report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A variable of the whole applet.
    Variable,
    /// A variable that every pixel has for itself.
    PixelVariable,
    /// A user's function at one signature.
    Function,
    /// A colorplot.
    Colorplot,
}

/// A line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is about.
    pub kind: Kind,
    /// The name; for a function with its parameters, `f(P)`.
    pub name: String,
    /// The type; for a function `list(2, real) -> real`.
    pub ty: String,
    /// Where it is first written, in bytes of the file.
    pub range: TextRange,
}

/// All types of a document, in the order of the text.
#[must_use]
pub fn types(analysis: &Analysis) -> Vec<Entry> {
    let mut entries = Vec::new();
    for applet in &analysis.applets {
        let program = &applet.program;
        let solution = &*applet.solution;
        let mut variable = |kind, name: &str, slot: SlotId| {
            // Where the type comes from, which is where the variable gets its value.
            let first = solution.raises(slot).last().map(|raise| raise.from);
            let term = first.and_then(|slot| match solution.slot(slot).subject {
                crate::infer::Subject::Term(term) => Some(term),
                crate::infer::Subject::Variable(_) => None,
            });
            let Some(term) = term else { return };
            entries.push(Entry {
                kind,
                name: name.to_owned(),
                ty: solution.ty(slot).to_string(),
                range: applet.range(term),
            });
        };
        for (name, text) in program.names.iter() {
            if let Some(slot) = solution.global(name) {
                variable(Kind::Variable, text, slot);
            }
        }
        let live = &solution.live;
        for body in live {
            for &(name, slot) in solution.plot_variables.get(body).into_iter().flatten() {
                variable(Kind::PixelVariable, program.names.text(name), slot);
            }
        }
        for &id in live {
            let body = solution.body(id);
            match body.kind {
                BodyKind::Function(function) => {
                    let data = program.function(function);
                    let (name, ty) = signature(
                        &applet.program,
                        solution,
                        function,
                        &body.parameters,
                        solution.ty(body.slot(body.root)),
                    );
                    let range = applet.to_file(data.script, data.name_range);
                    let entry = Entry {
                        kind: Kind::Function,
                        name,
                        ty,
                        range,
                    };
                    if !entries.contains(&entry) {
                        entries.push(entry);
                    }
                }
                BodyKind::Plot(plot) => entries.push(Entry {
                    kind: Kind::Colorplot,
                    name: "colorplot".to_owned(),
                    ty: solution.ty(body.slot(body.root)).to_string(),
                    range: applet.range(program.plot(plot).term),
                }),
                BodyKind::Script(_) | BodyKind::Uniform => {}
            }
        }
    }
    entries.sort_by_key(|entry| (entry.range.start(), entry.range.end()));
    entries
}

/// `f(x, y)` and `real, int -> real` of a function at one signature.
pub(crate) fn signature(
    program: &crate::program::Program,
    solution: &Solution,
    function: FunctionId,
    parameters: &[SlotId],
    result: &Type,
) -> (String, String) {
    let data = program.function(function);
    let names: Vec<&str> = data
        .parameters
        .iter()
        .map(|parameter| program.names.text(parameter.name))
        .collect();
    let types: Vec<String> = parameters
        .iter()
        .map(|&slot| solution.ty(slot).to_string())
        .collect();
    let name = format!("{}({})", program.callee(data.callee).name, names.join(", "));
    let ty = format!("{} -> {result}", types.join(", "));
    (name, ty.trim_start().to_owned())
}
