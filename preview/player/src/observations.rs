//! What was seen of a colorplot's values when it ran: what its program is made for.

use std::sync::Arc;

use cindyscript_hir::types::Type;
use cindyscript_infer::split_program::SplitProgram;
use cindyscript_interpreter::{PlotCall, Value};

/// What was seen of a colorplot when it ran; nothing for a program made before anything did.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// The types that the values of its uniforms had; none where nothing was seen.
    pub types: Vec<Option<Type>>,
    /// The program that it was of, where functions were not those of the text.
    pub redefined: Option<SplitProgram>,
}

impl Observed {
    /// Nothing.
    pub const NOTHING: Observed = Observed {
        types: Vec::new(),
        redefined: None,
    };

    /// What is seen in a call. ⊥ is no observation: nothing was seen.
    pub fn new(call: &PlotCall) -> Observed {
        let ty = |value: &Value| Some(value.type_of()).filter(|ty| !ty.is_unset());
        Observed {
            types: call.uniforms.iter().map(ty).collect(),
            redefined: call.redefined.clone(),
        }
    }

    /// Whether the functions were those that they are in a call.
    pub fn is_of(&self, call: &PlotCall) -> bool {
        match (&self.redefined, &call.redefined) {
            (None, None) => true,
            (Some(before), Some(now)) => Arc::ptr_eq(&before.program, &now.program),
            _ => false,
        }
    }

    /// What to make a program for that was made for this and does not take a call; none if it was
    /// made for these types already.
    pub fn widened(&self, call: &PlotCall) -> Option<Observed> {
        let mut wanted = Observed::new(call);
        if self.is_of(call) {
            wanted.types = joined(&self.types, &wanted.types);
            if wanted.types == self.types {
                return None;
            }
        }
        Some(wanted)
    }

    /// Whether the functions of a call, or the code that it is given, are others.
    pub fn is_redefined(&self, call: &PlotCall) -> bool {
        let mut pairs = self.types.iter().zip(&call.uniforms);
        let is_other_code = |(tried, value): (&Option<Type>, &Value)| match (tried, value) {
            (Some(tried @ Type::Code(_)), Value::Code(_)) => !value.type_of().fits(tried),
            _ => false,
        };
        !self.is_of(call) || pairs.any(is_other_code)
    }
}

/// Joins what was observed before with what is observed now; where both have no common type, now
/// counts.
fn joined(before: &[Option<Type>], now: &[Option<Type>]) -> Vec<Option<Type>> {
    let join = |index: usize, now: &Option<Type>| {
        let (Some(old), Some(new)) = (before.get(index)?.as_ref(), now.as_ref()) else {
            return None;
        };
        let both = old.join(new);
        let on_gpu = both.on_gpu();
        (!on_gpu.has_top() || new.on_gpu().has_top()).then_some(both)
    };
    now.iter()
        .enumerate()
        .map(|(index, now)| join(index, now).or_else(|| now.clone()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn observations_are_joined_unless_nothing_is_common() {
        let join = |before: Type, now: Type| joined(&[Some(before)], &[Some(now)]);
        assert_eq!(join(Type::INT, Type::NONNEG), [Some(Type::REAL)]);
        assert_eq!(join(Type::REAL, Type::INT), [Some(Type::REAL)]);
        let (two, three) = (Type::list(2, Type::REAL), Type::list(3, Type::REAL));
        assert_eq!(join(two, three.clone()), [Some(three.clone())]);
        assert_eq!(joined(&[], &[Some(three.clone())]), [Some(three)]);
        assert_eq!(joined(&[Some(Type::INT)], &[None]), [None]);
    }
}
