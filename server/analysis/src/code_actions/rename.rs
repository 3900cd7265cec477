//! Another name for what CindyGL cannot call by its own.

use super::{Edit, Remedy};
use crate::analysis::AppletAnalysis;
use crate::portability;
use crate::program::TermId;

/// Gives a variable a name that CindyGL takes, wherever the applet uses it.
pub(super) fn portable(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let program = &applet.program;
    let Some(name) = program.name_of(term) else {
        return Vec::new();
    };
    let text = program.names.text(name);
    let mut new = portability::portable(text);
    while program.names.get(&new).is_some() {
        new.push('1');
    }
    let terms = (0..program.terms.len() as u32).map(TermId);
    let mut places: Vec<_> = terms
        .filter(|&term| program.name_of(term) == Some(name))
        .map(|term| applet.range(term))
        .collect();
    let parameters = program.functions.iter().flat_map(|function| {
        let own = function.parameters.iter();
        let own = own.filter(|parameter| parameter.name == name);
        own.map(|parameter| applet.to_file(function.script, parameter.range))
    });
    places.extend(parameters);
    places.sort_by_key(|range| range.start());
    places.dedup();
    let edit = |range| Edit {
        range,
        text: new.clone(),
    };
    vec![Remedy {
        title: format!("rename `{text}` to `{new}`"),
        edits: places.into_iter().map(edit).collect(),
    }]
}
