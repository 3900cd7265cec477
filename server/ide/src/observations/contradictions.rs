//! Diagnostics of types that were seen when the applet ran, and are not those that were inferred.

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Related};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_infer::{Role, SlotId};
use rustc_hash::FxHashSet;

use super::{Observations, ObservedValues, Subject, assignments};
use crate::analysis::{Analysis, AppletAnalysis};
use crate::binding_time::{BindingTime, binding_times};

/// Diagnostics where an observation contradicts the inference: a type outside of the inferred one,
/// or a number that might be complex and never was.
#[must_use]
pub fn contradictions(analysis: &Analysis, observed: &Observations) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if observed.is_empty() {
        return found;
    }
    for applet in &analysis.applets {
        for (name, target, _) in assignments(applet) {
            let Some(seen) = observed.get(&Subject::Global(name.to_owned())) else {
                continue;
            };
            let slot = applet
                .program
                .names
                .get(name)
                .and_then(|name| applet.solution.global(name));
            found.extend(slot.and_then(|slot| outside(applet, target, slot, seen)));
        }
        uniforms(applet, observed, &mut found);
    }
    found.sort_by_key(|diagnostic| (diagnostic.range.start(), diagnostic.range.end()));
    found
}

fn uniforms(applet: &AppletAnalysis, observed: &Observations, found: &mut Vec<Diagnostic>) {
    let solution = &*applet.solution;
    let mut said = FxHashSet::default();
    // One square root may make many values complex: it is told of at the first of them.
    let mut told = FxHashSet::default();
    let times = binding_times(applet, applet.program.term_ids());
    for &id in &solution.reachable {
        let body = solution.body(id);
        if body.pixel.is_none() {
            continue;
        }
        for (term, data) in solution.evaluated(body) {
            if data.role != Role::Uniform || !said.insert(term) {
                continue;
            }
            let range = applet.range(term);
            let Some(seen) = observed.get(&Subject::Uniform(range)) else {
                continue;
            };
            // A global has been compared where it is assigned.
            if !matches!(applet.program.kind(term), TermKind::Variable(_)) {
                found.extend(outside(applet, term, body.slot(term), seen));
            }
            // A constant never changes.
            if times.get(term) != Some(&BindingTime::Constant) {
                let is_new = |_: &Diagnostic| {
                    let way = applet.provenance(solution).whole(body.slot(term));
                    told.insert(way.last().map_or(range, |step| step.range))
                };
                found.extend(narrower(applet, term, &data.ty, seen).filter(is_new));
            }
        }
    }
}

/// A type that the text does not explain.
fn outside(
    applet: &AppletAnalysis,
    term: TermId,
    slot: SlotId,
    seen: &ObservedValues,
) -> Option<Diagnostic> {
    let solution = &*applet.solution;
    let inferred = solution.ty(slot);
    if seen.ty.is_unset() || solution.unknown.contains(&slot) || is_within(&seen.ty, inferred) {
        return None;
    }
    let text = applet.text(term);
    // The same as long as the type is: what is said again and again is not read.
    let message = format!(
        "`{text}` is {} as far as the text says, and was {} when the applet ran: {}",
        inferred.in_exact_words(),
        seen.ty.in_exact_words(),
        seen.first
    );
    let related = applet.provenance(solution).why(slot).into_iter();
    Some(Diagnostic {
        help: Some("the preview goes by what it sees".to_owned()),
        related: related
            .map(|step| Related {
                range: step.range,
                message: step.text,
            })
            .collect(),
        ..applet.diagnostic(term, Code::ObservedType, message)
    })
}

/// A number that might be complex, and was always real.
fn narrower(
    applet: &AppletAnalysis,
    term: TermId,
    inferred: &Type,
    seen: &ObservedValues,
) -> Option<Diagnostic> {
    let is_real = !seen.ty.is_unset() && seen.ty.fits(&Type::REAL);
    if *inferred != Type::COMPLEX || !is_real {
        return None;
    }
    let text = applet.text(term);
    let range = applet.range(term);
    let message =
        format!("`{text}` may be complex as far as the text says, and was always real so far");
    Some(Diagnostic {
        help: Some("`re(..)` makes it certain".to_owned()),
        fix: Some(Fix::new(
            range,
            format!("re({})", applet.written(term)),
            "take the real part: `re(..)`",
        )),
        ..applet.diagnostic(term, Code::NeverComplex, message)
    })
}

/// Whether values of one type are values of another, up to the sign and to what points are.
fn is_within(seen: &Type, inferred: &Type) -> bool {
    let inferred = inferred.map_scalars(Scalar::unsigned_forgotten);
    let gpu = inferred.on_gpu();
    seen.fits(&inferred) || !gpu.has_top() && seen.on_gpu().fits(&gpu)
}
