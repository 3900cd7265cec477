//! One version of a construction after another: what names allow stays as it was.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{Construction, Definition, Element, ElementId};

/// The attributes that say where an element is at the start.
const PLACE: &[&str] = &["pos", "dir", "radius", "angle", "index"];

impl Construction {
    /// Goes on where an earlier version was. Elements that have the same name and are of the same
    /// kind have the same id. They are where they were unless they are defined in another way or
    /// the text now says another place, and look as they did unless anything was changed in the
    /// text. `added` are elements of the earlier version that were not in its text: they stay, as
    /// far as what they are computed from does.
    pub fn succeed(&mut self, earlier: &Construction, added: &FxHashSet<ElementId>) {
        self.take_ids(earlier);
        for old in &earlier.elements {
            if !added.contains(&old.id) || self.find(&old.name).is_some() {
                continue;
            }
            // What it is computed from may be gone.
            if self.add(&old.definition, old.type_name.clone()).is_ok() {
                self.rename(self.elements.len() - 1, old.id);
            }
        }
        for element in &mut self.elements {
            if let Some(old) = earlier.get(element.id) {
                let range = old.state..old.state + old.operation.state;
                let places = element.state..element.state + element.operation.state;
                if is_where_it_was(element, old) {
                    element.parameter = old.parameter;
                    let now = self.state.current[places].iter_mut();
                    for (now, before) in now.zip(&earlier.state.current[range]) {
                        *now = *before;
                    }
                }
                keep_look(element, old);
            }
        }
        self.last_mover = None;
        self.recompute();
    }

    fn take_ids(&mut self, earlier: &Construction) {
        let mut next = earlier.next_id;
        let mut ids = FxHashMap::default();
        for element in &mut self.elements {
            let twin = earlier.find(&element.name).and_then(|id| earlier.get(id));
            let twin = twin.filter(|twin| twin.kind() == element.kind());
            let id = match twin {
                Some(twin) => twin.id,
                None => {
                    next += 1;
                    ElementId(next - 1)
                }
            };
            ids.insert(element.id, id);
        }
        for element in &mut self.elements {
            let renamed = |id: &mut ElementId| *id = ids.get(id).copied().unwrap_or(*id);
            renamed(&mut element.id);
            element.args.iter_mut().for_each(renamed);
        }
        self.next_id = next;
        self.find_places();
    }

    /// Gives the last element the id that it had.
    fn rename(&mut self, index: usize, id: ElementId) {
        if let Some(element) = self.elements.get_mut(index) {
            element.id = id;
        }
        self.find_places();
    }
}

fn is_where_it_was(element: &Element, old: &Element) -> bool {
    let (new, old_one) = (&*element.definition, &*old.definition);
    element.operation.name == old.operation.name
        && new.args == old_one.args
        && PLACE.iter().all(|name| new.get(name) == old_one.get(name))
}

fn keep_look(element: &mut Element, old: &Element) {
    let (new, before): (&Definition, &Definition) = (&element.definition, &old.definition);
    if new == before {
        element.appearance = old.appearance.clone();
    }
    if let (Some(widget), Some(other)) = (&mut element.widget, &old.widget) {
        if new.get("text") == before.get("text") {
            widget.text = other.text.clone();
        }
        if new.get("pressed") == before.get("pressed") {
            widget.pressed = other.pressed;
        }
    }
}
