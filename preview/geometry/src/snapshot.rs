//! Remembering where everything is.

use num_complex::Complex64 as C;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::Construction;
use crate::inputs::Parameter;

/// Where everything was: also for another version of the construction, whose elements are told
/// by their names.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    elements: FxHashMap<SmolStr, Saved>,
}

#[derive(Clone, Debug)]
struct Saved {
    type_name: &'static str,
    parameter: Parameter,
    state: Vec<C>,
}

impl Snapshot {
    /// Forgets where the other elements are.
    pub fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        self.elements.retain(|name, _| is_kept(name));
    }
}

impl Construction {
    /// Remembers where everything is.
    pub fn save(&self) -> Snapshot {
        let elements = self.elements.iter().map(|element| {
            let range = element.state..element.state + element.operation.state;
            let saved = Saved {
                type_name: element.operation.name,
                parameter: element.parameter,
                state: self.state.current[range].to_vec(),
            };
            (element.name.clone(), saved)
        });
        Snapshot {
            elements: elements.collect(),
        }
    }

    /// Puts everything back. Elements that were not there, or were of another type, stay as they
    /// are, as far as what they are computed from lets them.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        for element in &mut self.elements {
            let Some(saved) = snapshot.elements.get(&element.name) else {
                continue;
            };
            if saved.type_name == element.operation.name
                && saved.state.len() == element.operation.state
            {
                let range = element.state..element.state + saved.state.len();
                self.state.current[range].copy_from_slice(&saved.state);
                element.parameter = saved.parameter;
            }
        }
        self.last_mover = None;
        self.recompute();
    }
}
