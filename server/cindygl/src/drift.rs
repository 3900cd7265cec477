//! Uniforms that may leave their type while the applet runs. CindyGL gives a uniform the type of
//! its first value, an integer where it is one, and compiles the shader again when a later value
//! does not fit: a slider that starts at an integer makes the picture stall when it is moved. Here
//! the type is that of all values that the text assigns, so that this does not happen; where the text
//! does not tell the type, the preview goes by the values as well, and that is said without being
//! asked (`check/drift.rs`).

use cindyscript_analysis::InferredApplet;
use cindyscript_diagnostic::{Code, Diagnostic, Fix, Related};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;
use cindyscript_infer::{Role, SlotSubject};
use rustc_hash::FxHashSet;

/// Says which uniforms start as integers and do not stay so.
pub(crate) fn drift(applet: &InferredApplet, found: &mut Vec<Diagnostic>) {
    let program = &applet.program;
    let solution = &*applet.solution;
    let mut said = FxHashSet::default();
    for &id in &solution.reachable {
        let body = solution.body(id);
        if body.pixel.is_none() {
            continue;
        }
        for (term, data) in solution.evaluated(body) {
            let (TermKind::Variable(name), Role::Uniform) = (program.kind(term), data.role) else {
                continue;
            };
            let Some(variable) = solution.global(name) else {
                continue;
            };
            let is_real = data.ty.fits(&Type::REAL) && !data.ty.fits(&Type::INT);
            let Some(start) = start(applet, term, name) else {
                continue;
            };
            if !is_real || !said.insert(variable) {
                continue;
            }
            let text = program.names.text(name);
            let message = format!(
                "`{text}` starts as a whole number and may become real: then CindyGL compiles the shader \
         again"
            );
            let range = applet.range(start);
            let written = applet.written(start);
            // More than CindyGL's tolerance, less than anybody sees.
            let pinned = format!("{written}.0001");
            let fix = written
                .chars()
                .all(|digit| digit.is_ascii_digit())
                .then(|| {
                    let title = format!("start at {pinned}, so it is real from the beginning");
                    Fix::new(range, pinned, title)
                });
            let raises = solution
                .raises(variable)
                .filter(|raise| !raise.to.fits(&Type::INT));
            let raised = raises.last().map(|raise| raise.from);
            let related = raised.and_then(|slot| match solution.slot(slot).subject {
                SlotSubject::Term(term) => Some(Related {
                    range: applet.range(term),
                    message: format!("here it becomes {}", solution.ty(slot)),
                }),
                SlotSubject::Variable(_) => None,
            });
            found.push(Diagnostic {
                help: fix.as_ref().map(|fix| fix.title.clone()),
                fix,
                related: related.into_iter().collect(),
                ..applet.diagnostic(start, Code::Drift, message)
            });
        }
    }
}

/// The integer that a variable starts with: what the first assignment in the text gives it.
fn start(
    applet: &InferredApplet,
    before: TermId,
    name: cindyscript_hir::names::NameId,
) -> Option<TermId> {
    let program = &applet.program;
    let first = applet.values_of(name, TermId(0), TermId(u32::MAX)).next()?;
    let is_integer = matches!(program.kind(first), TermKind::Number(value) if value.fract() == 0.0);
    (is_integer && first != before).then_some(first)
}
