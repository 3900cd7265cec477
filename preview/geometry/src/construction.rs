//! The elements of an applet and the state of those that move.

use cindyscript_applet::DefaultAppearance;
use num_complex::Complex64 as C;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::algebra::ONE;
use crate::inputs::{Inputs, Parameter};
use crate::moving::rounded;
use crate::operations::{self, MACROS};
use crate::tracing::{Refine, Trace};
use crate::{
    Appearance, Definition, DefinitionError, Element, ElementId, ElementKind, ElementMove,
    ElementValue, Generator, Matrix, Snap, Vector, Widget,
};

/// A construction. Elements stand in the order in which they are computed.
#[derive(Clone, Debug, Default)]
pub struct Construction {
    pub(crate) elements: Vec<Element>,
    names: FxHashMap<SmolStr, usize>,
    /// Where elements are whose ids are not their places.
    places: FxHashMap<ElementId, usize>,
    pub(crate) next_id: u32,
    pub(crate) state: State,
    /// Whether it could not be told, since the last good place, which value is which.
    pub(crate) failed: bool,
    pub(crate) last_mover: Option<ElementId>,
    pub(crate) snap: Option<Snap>,
    defaults: DefaultAppearance,
}

/// The numbers that elements carry from one step of a movement to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Before a step.
    pub(crate) current: Vec<C>,
    /// After it.
    pub(crate) next: Vec<C>,
    /// Where the next movement of the same element begins.
    pub(crate) good: Vec<C>,
    /// True if nothing has moved since the last element was added: the three are equal.
    pub(crate) is_settled: bool,
}

impl Construction {
    /// An empty construction.
    pub fn new(defaults: DefaultAppearance) -> Construction {
        Construction {
            defaults,
            ..Construction::default()
        }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The element of that name.
    pub fn find(&self, name: &str) -> Option<ElementId> {
        Some(self.elements.get(*self.names.get(name)?)?.id)
    }

    /// An element; none if it has been removed.
    pub fn get(&self, id: ElementId) -> Option<&Element> {
        self.elements.get(self.index(id)?)
    }

    /// All elements, in the order in which they are computed.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (ElementId, &Element)> {
        self.elements.iter().map(|element| (element.id, element))
    }

    /// How an element looks, to be changed.
    pub fn appearance_mut(&mut self, id: ElementId) -> Option<&mut Appearance> {
        let index = self.index(id)?;
        Some(&mut self.elements.get_mut(index)?.appearance)
    }

    /// A text, button or text field, to be changed.
    pub fn widget_mut(&mut self, id: ElementId) -> Option<&mut Widget> {
        let index = self.index(id)?;
        self.elements.get_mut(index)?.widget.as_mut()
    }

    /// Whether the mouse can move an element: its type can be moved, and it is not pinned.
    pub fn is_movable(&self, id: ElementId) -> bool {
        self.get(id)
            .is_some_and(|element| element.is_movable() && !element.appearance.pinned)
    }

    /// The grid that attracts points which the mouse moves.
    pub fn set_snap(&mut self, snap: Option<Snap>) {
        self.snap = snap;
    }

    /// Moves an element as the mouse does, with all that depends on it. False if it cannot be
    /// moved so. Pinned elements are the caller's to leave alone.
    pub fn move_to(&mut self, id: ElementId, [x, y]: [f64; 2]) -> bool {
        self.apply(id, ElementMove::Mouse([x, y]))
    }

    /// Moves a point or a line as scripts do.
    pub fn set_homogeneous(&mut self, id: ElementId, vector: Vector) -> bool {
        self.apply(id, ElementMove::Homogeneous(vector))
    }

    /// Changes the radius of a circle that has one of its own.
    pub fn set_radius(&mut self, id: ElementId, radius: C) -> bool {
        self.apply(id, ElementMove::Radius(radius))
    }

    /// Turns a line through a point, or a point on a circle, to an angle in radians.
    pub fn set_angle(&mut self, id: ElementId, angle: C) -> bool {
        self.apply(
            id,
            ElementMove::Direction([angle.cos(), angle.sin(), C::ZERO]),
        )
    }

    /// Gives a line through a point a slope.
    pub fn set_slope(&mut self, id: ElementId, slope: C) -> bool {
        self.apply(id, ElementMove::Direction([ONE, slope, C::ZERO]))
    }

    /// Changes the matrix of a free conic.
    pub fn set_matrix(&mut self, id: ElementId, matrix: Matrix) -> bool {
        self.apply(id, ElementMove::Matrix(matrix))
    }

    /// Moves an element in any way that fits it. False if it does not.
    pub fn apply(&mut self, id: ElementId, input: ElementMove) -> bool {
        self.index(id).is_some_and(|index| self.trace(index, input))
    }

    /// A new element. If there is one of that name already it stays, and moves to the new one's
    /// place if it is a point that can.
    ///
    /// # Errors
    /// The type is unknown, or arguments or attributes do not fit it.
    pub fn create(&mut self, mut definition: Definition) -> Result<ElementId, DefinitionError> {
        if let Some(id) = self.find(&definition.name) {
            return self.replace(id, &definition);
        }
        let name = operations::resolve(&definition.type_name);
        if let Some((_, expand)) = MACROS.iter().find(|(other, _)| *other == name) {
            let written = definition.type_name.clone();
            let helper = expand(&mut definition, self)?;
            if let Some(helper) = helper {
                self.create(helper)?;
            }
            return self.add(&definition, written);
        }
        self.add(&definition, definition.type_name.clone())
    }

    fn replace(
        &mut self,
        id: ElementId,
        definition: &Definition,
    ) -> Result<ElementId, DefinitionError> {
        let is_point = self.get(id).is_some_and(|element| {
            matches!(element.value, ElementValue::Point(_)) && element.is_movable()
        });
        match definition.position() {
            Some(position) if is_point => {
                self.set_homogeneous(id, position);
                Ok(id)
            }
            _ => Err(DefinitionError::Exists(definition.name.clone())),
        }
    }

    pub(crate) fn add(
        &mut self,
        definition: &Definition,
        type_name: SmolStr,
    ) -> Result<ElementId, DefinitionError> {
        let operation = operations::find(&definition.type_name)
            .ok_or_else(|| DefinitionError::UnknownType(definition.type_name.clone()))?;
        let indices = self.indices(&definition.args)?;
        let inputs = Inputs {
            elements: &self.elements,
            indices: &indices,
            parameter: Parameter::None,
        };
        operation.check(definition, &inputs)?;
        let mut state = vec![C::ZERO; operation.state];
        let parameter = match operation.start {
            Some(start) => start(definition, &inputs, &mut state)?,
            None => Parameter::None,
        };
        let args = inputs.iter().map(|element| element.id).collect();

        if !self.state.is_settled {
            self.settle();
        }
        let index = self.elements.len();
        let id = ElementId(self.next_id);
        self.next_id += 1;
        let movable = operation.is_movable();
        self.elements.push(Element {
            name: definition.name.clone(),
            type_name,
            args,
            value: ElementValue::Text(None),
            appearance: Appearance::new(definition, operation.kind, movable, &self.defaults),
            widget: operation.widget.map(|kind| Widget::new(kind, definition)),
            generators: match operation.kind {
                ElementKind::FunctionSystem => Generator::all(definition),
                _ => Vec::new(),
            },
            id,
            operation,
            parameter,
            inputs: indices,
            state: self.state.good.len(),
            dependents: None,
            is_showing: true,
        });
        self.names.insert(definition.name.clone(), index);
        if id.0 as usize != index {
            self.places.insert(id, index);
        }
        self.begin(index, &state);
        self.update_showing(index);
        Ok(id)
    }

    /// The places of the elements with these names.
    fn indices(&self, names: &[SmolStr]) -> Result<Vec<usize>, DefinitionError> {
        let unknown = |name: &SmolStr| DefinitionError::UnknownElement(name.clone());
        let index = |name| self.names.get(name).copied().ok_or_else(|| unknown(name));
        names.iter().map(index).collect()
    }

    /// Takes the present state for the one that everything goes on from.
    fn settle(&mut self) {
        self.continue_from_here();
        self.state.current.clone_from(&self.state.good);
        self.state.next.clone_from(&self.state.good);
    }

    /// Computes a new element for the first time, from this state of its own.
    fn begin(&mut self, index: usize, state: &[C]) {
        let start = self.state.good.len();
        self.state.good.extend_from_slice(state);
        self.state.current.extend_from_slice(state);
        self.state.next.extend_from_slice(state);
        let has_start = self.elements[index].operation.start.is_some();
        // Without smaller steps nothing asks for one.
        let _ = self.compute(index, false, false, !has_start);
        self.failed = false;
        for at in start..self.state.next.len() {
            let number = rounded(self.state.next[at]);
            self.state.good[at] = number;
            self.state.current[at] = number;
            self.state.next[at] = number;
        }
        self.state.is_settled = true;
    }

    /// Removes an element and all that is computed from it. The ids of what is removed, in order.
    pub fn remove(&mut self, id: ElementId) -> Vec<ElementId> {
        let Some(index) = self.index(id) else {
            return Vec::new();
        };
        // Where each element goes.
        let mut places: Vec<Option<usize>> = Vec::with_capacity(self.elements.len());
        let mut count = 0;
        for (other, element) in self.elements.iter().enumerate() {
            let goes = other == index || element.inputs.iter().any(|&i| places[i].is_none());
            places.push((!goes).then_some(count));
            count += usize::from(!goes);
        }
        let old = std::mem::take(&mut self.state);
        let mut removed = Vec::new();
        let elements = std::mem::take(&mut self.elements);
        self.names.clear();
        for (mut element, place) in elements.into_iter().zip(&places) {
            let Some(place) = *place else {
                removed.push(element.id);
                continue;
            };
            let range = element.state..element.state + element.operation.state;
            element.state = self.state.good.len();
            self.state.good.extend_from_slice(&old.good[range.clone()]);
            self.state.current.extend_from_slice(&old.current[range]);
            element.dependents = None;
            for input in &mut element.inputs {
                *input = places[*input].unwrap_or_default();
            }
            self.names.insert(element.name.clone(), place);
            self.elements.push(element);
        }
        self.state.next.clone_from(&self.state.current);
        self.find_places();
        removed
    }

    /// Computes everything anew from the state.
    pub(crate) fn recompute(&mut self) {
        self.state.is_settled = false;
        self.continue_from_here();
        self.state.next.clone_from(&self.state.current);
        for index in 0..self.elements.len() {
            let _ = self.compute(index, false, false, false);
            self.update_showing(index);
        }
        std::mem::swap(&mut self.state.current, &mut self.state.next);
        self.continue_from_here();
    }

    /// Computes an element that moves.
    pub(crate) fn update(
        &mut self,
        index: usize,
        is_mover: bool,
        can_refine: bool,
    ) -> Result<(), Refine> {
        self.compute(index, is_mover, can_refine, false)
    }

    fn compute(
        &mut self,
        index: usize,
        is_mover: bool,
        can_refine: bool,
        is_first: bool,
    ) -> Result<(), Refine> {
        let (before, rest) = self.elements.split_at_mut(index);
        let Some(element) = rest.first_mut() else {
            return Ok(());
        };
        let range = element.state..element.state + element.operation.state;
        let mut trace = Trace::new(
            &self.state.current[range.clone()],
            &mut self.state.next[range.clone()],
            &self.state.good[range],
        );
        trace.is_mover = is_mover;
        trace.is_first = is_first;
        trace.can_refine = can_refine;
        let inputs = Inputs {
            elements: before,
            indices: &element.inputs,
            parameter: element.parameter,
        };
        element.value = (element.operation.update)(&inputs, &mut trace)?;
        self.failed |= trace.failed;
        Ok(())
    }

    pub(crate) fn inputs(&self, index: usize) -> Inputs<'_> {
        let element = self.elements.get(index);
        Inputs {
            elements: &self.elements,
            indices: element.map_or(&[], |element| &element.inputs),
            parameter: element.map_or(Parameter::None, |element| element.parameter),
        }
    }

    /// Finds out whether an element exists where it is.
    pub(crate) fn update_showing(&mut self, index: usize) {
        let inputs = self.inputs(index);
        let Some(element) = self.elements.get(index) else {
            return;
        };
        let is_showing = inputs.iter().all(|input| input.is_showing)
            && element
                .operation
                .exists
                .is_none_or(|exists| exists(&inputs, &element.value));
        self.elements[index].is_showing = is_showing;
    }

    pub(crate) fn index(&self, id: ElementId) -> Option<usize> {
        // Unless some were removed or come from an earlier version, ids are the indices.
        let guess = id.0 as usize;
        if self
            .elements
            .get(guess)
            .is_some_and(|element| element.id == id)
        {
            return Some(guess);
        }
        self.places.get(&id).copied()
    }

    /// After ids or places have changed.
    pub(crate) fn find_places(&mut self) {
        let elements = self.elements.iter().enumerate();
        self.places = elements
            .filter(|(index, element)| element.id.0 as usize != *index)
            .map(|(index, element)| (element.id, index))
            .collect();
    }
}
