//! What carries the digits of the pixel's place.

use cindyscript_hir::program::IterationKind;
use cindyscript_hir::types::Type;
use cindyscript_pixel::{Access, NodeId, NodeKind, PixelFunctionId, PixelProgram, VariableId};

use super::worklist::Worklist;

/// What carries the digits of the pixel's place: it is computed from it, and not only chosen by it.
pub(super) struct Carriers {
    pub(super) nodes: Vec<bool>,
    variables: Vec<bool>,
    functions: Vec<bool>,
}

impl Carriers {
    pub(super) fn of(program: &PixelProgram) -> Carriers {
        let mut spreading = Spreading {
            program,
            carriers: Carriers {
                nodes: vec![false; program.nodes.len()],
                variables: vec![false; program.variables.len()],
                functions: vec![false; program.functions.len()],
            },
            users: Users::of(program),
            // Operands stand before what they are operands of.
            worklist: Worklist::new(0..program.nodes.len()),
        };
        for (variable, _) in &program.pixel {
            spreading.variable(*variable, true);
        }
        while let Some(id) = spreading.worklist.pop() {
            spreading.node(id);
        }
        spreading.carriers
    }

    /// True if a node carries digits, as far as those of its operands are known.
    fn carries(&self, program: &PixelProgram, id: NodeId) -> bool {
        let node = program.node(id);
        let of = |id: &NodeId| self.nodes[id.index()];
        let any = |ids: &[NodeId]| ids.iter().any(of);
        match &node.kind {
            NodeKind::Undefined
            | NodeKind::Uniform(_)
            | NodeKind::Constant(_)
            | NodeKind::Discard => false,
            NodeKind::Load(variable) => self.variables[variable.index()],
            NodeKind::Store { value, .. } => of(value),
            NodeKind::StoreElement { path, value, .. } => of(value) || any(path),
            NodeKind::Convert(operand) | NodeKind::Power { base: operand, .. } => of(operand),
            NodeKind::Sequence(items) => items.last().is_some_and(of),
            NodeKind::List(items) => any(items),
            NodeKind::Index { base, index } => of(base) || of(index),
            // Truth values have no digits.
            NodeKind::Builtin { arguments, .. } => node.ty != Type::BOOLEAN && any(arguments),
            NodeKind::If {
                then, otherwise, ..
            } => of(then) || any(otherwise.as_slice()),
            NodeKind::While { body, .. } => of(body),
            NodeKind::Iterate {
                kind, domain, body, ..
            } => of(body) || (keeps_elements(*kind) && self.has_elements(program, *domain)),
            NodeKind::Call { function, .. } => self.functions[function.index()],
            NodeKind::Sample(sample) => {
                let mut carries = false;
                sample.for_each_operand(|operand| carries |= of(&operand));
                carries
            }
        }
    }

    /// True if a loop's domain is a list whose elements carry digits.
    fn has_elements(&self, program: &PixelProgram, domain: NodeId) -> bool {
        is_over_list(program, domain) && self.nodes[domain.index()]
    }
}

/// Who reads what.
struct Users {
    /// By node: those of which it is an operand.
    of_nodes: Vec<Vec<NodeId>>,
    /// By node: the functions of which it is the body.
    of_bodies: Vec<Vec<PixelFunctionId>>,
    /// By variable: what loads it.
    loads: Vec<Vec<NodeId>>,
    /// By function: its calls.
    calls: Vec<Vec<NodeId>>,
}

impl Users {
    fn of(program: &PixelProgram) -> Users {
        let mut users = Users {
            of_nodes: vec![Vec::new(); program.nodes.len()],
            of_bodies: vec![Vec::new(); program.nodes.len()],
            loads: vec![Vec::new(); program.variables.len()],
            calls: vec![Vec::new(); program.functions.len()],
        };
        for (index, node) in program.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            node.kind
                .for_each_operand(|operand| users.of_nodes[operand.index()].push(id));
            for (variable, access) in node.kind.accesses() {
                if access == Access::Read {
                    users.loads[variable.index()].push(id);
                }
            }
            if let NodeKind::Call { function, .. } = node.kind {
                users.calls[function.index()].push(id);
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            users.of_bodies[function.body.index()].push(PixelFunctionId(index as u32));
        }
        users
    }
}

/// Carriers that are being found.
struct Spreading<'a> {
    program: &'a PixelProgram,
    carriers: Carriers,
    /// Of those that do not carry anything yet: who does so once is not asked again.
    users: Users,
    worklist: Worklist,
}

impl Spreading<'_> {
    fn variable(&mut self, id: VariableId, carries: bool) {
        let known = &mut self.carriers.variables[id.index()];
        if carries && !std::mem::replace(known, true) {
            let loads = std::mem::take(&mut self.users.loads[id.index()]);
            loads.into_iter().for_each(|load| self.worklist.push(load));
        }
    }

    fn function(&mut self, id: PixelFunctionId) {
        let known = &mut self.carriers.functions[id.index()];
        if !std::mem::replace(known, true) {
            let calls = std::mem::take(&mut self.users.calls[id.index()]);
            calls.into_iter().for_each(|call| self.worklist.push(call));
        }
    }

    /// Looks whether a node carries digits, and the variables that it sets.
    fn node(&mut self, id: NodeId) {
        let program = self.program;
        let kind = &program.node(id).kind;
        let carries = self.carriers.carries(program, id);
        match kind {
            NodeKind::Store { variable, .. } | NodeKind::StoreElement { variable, .. } => {
                self.variable(*variable, carries);
            }
            NodeKind::Iterate {
                domain, element, ..
            } => self.variable(*element, self.carriers.has_elements(program, *domain)),
            NodeKind::Call {
                function,
                arguments,
            } => self.parameters(*function, arguments),
            _ => {}
        }
        if carries {
            self.mark(id);
        }
    }

    /// Has the parameters of a function carry the digits of a call's arguments.
    fn parameters(&mut self, function: PixelFunctionId, arguments: &[NodeId]) {
        let parameters = &self.program.function(function).parameters;
        for (parameter, argument) in parameters.iter().zip(arguments) {
            self.variable(*parameter, self.carriers.nodes[argument.index()]);
        }
    }

    /// Marks a node as a carrier, and looks again at the users of a new one.
    fn mark(&mut self, id: NodeId) {
        let known = &mut self.carriers.nodes[id.index()];
        if !std::mem::replace(known, true) {
            let users = std::mem::take(&mut self.users.of_nodes[id.index()]);
            users.into_iter().for_each(|user| self.worklist.push(user));
            let functions = std::mem::take(&mut self.users.of_bodies[id.index()]);
            functions.into_iter().for_each(|id| self.function(id));
        }
    }
}

/// Whether a loop's domain is a list, and not the number of rounds.
pub(super) fn is_over_list(program: &PixelProgram, domain: NodeId) -> bool {
    !matches!(program.node(domain).ty, Type::Scalar(_))
}

/// Whether the elements of a loop's domain are those of its result.
pub(super) fn keeps_elements(kind: IterationKind) -> bool {
    matches!(kind, IterationKind::Select | IterationKind::Sort)
}
