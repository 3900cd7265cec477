//! How many digits are wanted of what, from the colour back to what it is made of.

use cindyscript_hir::program::IterationKind;
use cindyscript_pixel::{Access, NodeId, NodeKind, PixelFunctionId, PixelProgram, VariableId};

use super::Promoted;
use super::carriers::{Carriers, is_over_list, keeps_elements};
use super::effect::{has_complex, loses_digits};
use super::worklist::Worklist;

/// Powers with larger exponents lose digits.
const MAX_KEPT_EXPONENT: u32 = 64;

/// How many digits of a value are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Digits {
    None,
    /// As many as f32 has.
    Some,
    All,
}

/// How many digits are wanted of what.
struct Wants<'a> {
    program: &'a PixelProgram,
    carriers: Carriers,
    nodes: Vec<Digits>,
    operands: Vec<bool>,
    variables: Vec<Digits>,
    functions: Vec<Digits>,
    uniforms: Vec<Digits>,
    /// By variable: what gives it values.
    writers: Vec<Vec<NodeId>>,
    worklist: Worklist,
}

impl Promoted {
    /// What loses digits in single precision, as far as can be told from the operations alone.
    #[must_use]
    pub fn needed(program: &PixelProgram) -> Promoted {
        let mut wants = Wants {
            program,
            carriers: Carriers::of(program),
            nodes: vec![Digits::None; program.nodes.len()],
            operands: vec![false; program.nodes.len()],
            variables: vec![Digits::None; program.variables.len()],
            functions: vec![Digits::None; program.functions.len()],
            uniforms: vec![Digits::None; program.uniforms.len()],
            writers: writers(program),
            // Users stand behind what they use.
            worklist: Worklist::new((0..program.nodes.len()).rev()),
        };
        wants.node(program.body, Digits::Some);
        while let Some(id) = wants.worklist.pop() {
            wants.through(id);
        }
        let all = |digits: Vec<Digits>| digits.into_iter().map(|own| own == Digits::All).collect();
        Promoted {
            nodes: all(wants.nodes),
            operands: wants.operands,
            variables: all(wants.variables),
            functions: all(wants.functions),
            uniforms: all(wants.uniforms),
        }
    }
}

/// By variable: what gives it values.
fn writers(program: &PixelProgram) -> Vec<Vec<NodeId>> {
    let mut writers = vec![Vec::new(); program.variables.len()];
    for (index, node) in program.nodes.iter().enumerate() {
        let id = NodeId(index as u32);
        for (variable, access) in node.kind.accesses() {
            if access != Access::Read {
                writers[variable.index()].push(id);
            }
        }
        if let NodeKind::Call { function, .. } = node.kind {
            for parameter in &program.function(function).parameters {
                writers[parameter.index()].push(id);
            }
        }
    }
    writers
}

impl Wants<'_> {
    fn node(&mut self, id: NodeId, wanted: Digits) {
        if raise(&mut self.nodes[id.index()], wanted) {
            self.worklist.push(id);
        }
    }

    fn each<'a>(&mut self, ids: impl IntoIterator<Item = &'a NodeId>, wanted: Digits) {
        for id in ids {
            self.node(*id, wanted);
        }
    }

    fn variable(&mut self, id: VariableId, wanted: Digits) {
        if raise(&mut self.variables[id.index()], wanted) {
            for writer in &self.writers[id.index()] {
                self.worklist.push(*writer);
            }
        }
    }

    fn function(&mut self, id: PixelFunctionId, wanted: Digits) {
        if raise(&mut self.functions[id.index()], wanted) {
            self.node(self.program.function(id).body, wanted);
        }
    }

    fn carries(&self, id: NodeId) -> bool {
        self.carriers.nodes[id.index()]
    }

    /// What is wanted of what becomes a whole number, or the answer to a question.
    fn exact(&self, id: NodeId) -> Digits {
        match self.carries(id) {
            true => Digits::All,
            false => Digits::Some,
        }
    }

    /// Wants of an index what it takes for the right element.
    fn exactly(&mut self, index: NodeId) {
        self.node(index, self.exact(index));
    }

    /// What is wanted of operands: as much as of the node, or all if digits are lost that are there.
    fn of_operands(&mut self, id: NodeId, operands: &[NodeId], loses: bool) -> Digits {
        let own = self.nodes[id.index()];
        let loses =
            loses && own > Digits::None && operands.iter().any(|operand| self.carries(*operand));
        if loses {
            self.operands[id.index()] = true;
            return Digits::All;
        }
        own
    }

    /// Wants of a node's operands what it takes for the node.
    fn through(&mut self, id: NodeId) {
        let program = self.program;
        let own = self.nodes[id.index()];
        match &program.node(id).kind {
            NodeKind::Undefined | NodeKind::Constant(_) | NodeKind::Discard => {}
            NodeKind::Uniform(uniform) => {
                raise(&mut self.uniforms[uniform.index()], own);
            }
            NodeKind::Load(variable) => self.variable(*variable, own),
            NodeKind::Store { variable, value } => self.through_store(*variable, *value, own),
            NodeKind::StoreElement {
                variable,
                path,
                value,
            } => {
                self.through_store(*variable, *value, own);
                path.iter().for_each(|index| self.exactly(*index));
            }
            NodeKind::Convert(operand) => self.node(*operand, own),
            NodeKind::Sequence(items) => self.each(items.last(), own),
            NodeKind::List(items) => self.each(items, own),
            NodeKind::Index { base, index } => {
                self.node(*base, own);
                if own > Digits::None {
                    self.exactly(*index);
                }
            }
            NodeKind::Builtin { builtin, arguments } => {
                let loses = loses_digits(program, *builtin, arguments);
                let wanted = self.of_operands(id, arguments, loses);
                self.each(arguments, wanted);
            }
            NodeKind::Power { base, exponent } => self.through_power(id, *base, *exponent),
            NodeKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.node(*condition, Digits::Some);
                self.each([then].into_iter().chain(otherwise), own);
            }
            NodeKind::While { condition, body } => {
                self.node(*condition, Digits::Some);
                self.node(*body, own);
            }
            NodeKind::Iterate { .. } => self.through_loop(id),
            NodeKind::Call {
                function,
                arguments,
            } => self.through_call(*function, arguments, own),
            NodeKind::Sample(sample) => {
                sample.for_each_operand(|operand| self.node(operand, Digits::Some));
            }
        }
    }

    /// Wants of a value what it takes for the variable that it is assigned to.
    fn through_store(&mut self, variable: VariableId, value: NodeId, own: Digits) {
        self.variable(variable, own);
        self.node(value, self.variables[variable.index()]);
    }

    /// Wants of a body what it takes for the call, and of arguments what it takes for the parameters.
    fn through_call(&mut self, function: PixelFunctionId, arguments: &[NodeId], own: Digits) {
        self.function(function, own);
        let parameters = &self.program.function(function).parameters;
        for (parameter, argument) in parameters.iter().zip(arguments) {
            self.node(*argument, self.variables[parameter.index()]);
        }
    }

    /// Wants of the base what it takes for a power.
    fn through_power(&mut self, id: NodeId, base: NodeId, exponent: i32) {
        let is_large = exponent.unsigned_abs() > MAX_KEPT_EXPONENT;
        let loses = is_large || has_complex(&self.program.node(base).ty);
        let wanted = self.of_operands(id, &[base], loses);
        // A power is computed in the precision of its result.
        self.node(id, wanted);
        self.node(base, wanted);
    }

    /// Wants of the body and of the domain what it takes for a loop.
    fn through_loop(&mut self, id: NodeId) {
        let program = self.program;
        let NodeKind::Iterate {
            kind,
            domain,
            element,
            body,
            ..
        } = program.node(id).kind
        else {
            return;
        };
        let own = self.nodes[id.index()];
        let of_element = self.variables[element.index()];
        let of_body = match kind {
            IterationKind::Repeat
            | IterationKind::ForAll
            | IterationKind::Apply
            | IterationKind::Min
            | IterationKind::Max => own,
            IterationKind::Product if !has_complex(&program.node(id).ty) => own,
            // A sum is computed in the precision of its result.
            IterationKind::Sum | IterationKind::Product => {
                let wanted = self.of_operands(id, &[body], true);
                self.node(id, wanted);
                wanted
            }
            IterationKind::Select => Digits::Some,
            IterationKind::Sort => self.exact(body),
        };
        self.node(body, of_body);
        let of_domain = match is_over_list(program, domain) {
            true if keeps_elements(kind) => of_element.max(own),
            true => of_element,
            false => self.exact(domain),
        };
        self.node(domain, of_domain);
    }
}

/// True if more is wanted than before.
fn raise(known: &mut Digits, wanted: Digits) -> bool {
    let is_more = wanted > *known;
    *known = wanted.max(*known);
    is_more
}
