//! Evaluating terms of which values are kept.

use cindyscript_hir::program::TermId;

use super::variables::Binding;
use super::{Evaluated, Machine};
use crate::code::Node;
use crate::code::watch::{BindingSite, Watched};
use crate::value::Value;

impl Machine<'_> {
    /// The value of a watched term.
    #[inline(never)]
    pub(crate) fn watched(&mut self, id: TermId, watched: &Watched) -> Evaluated {
        for place in &watched.bound {
            if let Some(name) = place.name
                && let Binding::Value(value) = self.state.variables.get(name)
            {
                let value = value.clone();
                self.sight(*place, value);
            }
        }
        let value = self.eval_node(id, &watched.node)?;
        if let Some(place) = watched.target {
            self.sight(place, value.clone());
        }
        Ok(value)
    }

    fn sight(&mut self, place: BindingSite, value: Value) {
        let seen = self.state.sightings.entry(place).or_default();
        if place.kept.is_none_or(|kept| seen.1 < kept) {
            seen.0 = value;
        }
        seen.1 += 1;
    }

    /// The value of a term that is noted.
    #[inline(never)]
    pub(crate) fn traced(&mut self, id: TermId, node: &Node) -> Evaluated {
        let value = self.eval_node(id, node)?;
        Ok(match &mut self.state.trace {
            Some(trace) => trace.note(id, value),
            None => value,
        })
    }
}
