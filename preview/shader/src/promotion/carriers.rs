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
        let node = program.node(id);
        let of = |carriers: &Carriers, id: &NodeId| carriers.nodes[id.index()];
        let any = |carriers: &Carriers, ids: &[NodeId]| ids.iter().any(|id| of(carriers, id));
        let carriers = &self.carriers;
        let carries = match &node.kind {
            NodeKind::Undefined
            | NodeKind::Uniform(_)
            | NodeKind::Constant(_)
            | NodeKind::Discard => false,
            NodeKind::Load(variable) => carriers.variables[variable.index()],
            NodeKind::Store { variable, value } => {
                let carries = of(carriers, value);
                self.variable(*variable, carries);
                carries
            }
            NodeKind::StoreElement {
                variable,
                path,
                value,
            } => {
                let carries = of(carriers, value) || any(carriers, path);
                self.variable(*variable, carries);
                carries
            }
            NodeKind::Convert(operand) | NodeKind::Power { base: operand, .. } => {
                of(carriers, operand)
            }
            NodeKind::Sequence(items) => items.last().is_some_and(|last| of(carriers, last)),
            NodeKind::List(items) => any(carriers, items),
            NodeKind::Index { base, index } => of(carriers, base) || of(carriers, index),
            // Truth values have no digits.
            NodeKind::Builtin { arguments, .. } => {
                node.ty != Type::BOOLEAN && any(carriers, arguments)
            }
            NodeKind::If {
                then, otherwise, ..
            } => {
                let otherwise = otherwise.as_ref();
                of(carriers, then) || otherwise.is_some_and(|branch| of(carriers, branch))
            }
            NodeKind::While { body, .. } => of(carriers, body),
            NodeKind::Iterate {
                kind,
                domain,
                element,
                body,
                ..
            } => {
                let of_domain = is_over_list(program, *domain) && of(carriers, domain);
                let carries = of(carriers, body) || (keeps_elements(*kind) && of_domain);
                self.variable(*element, of_domain);
                carries
            }
            NodeKind::Call {
                function,
                arguments,
            } => {
                let carries = carriers.functions[function.index()];
                let parameters = &program.function(*function).parameters;
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    self.variable(*parameter, of(&self.carriers, argument));
                }
                carries
            }
            NodeKind::Sample(sample) => {
                let mut carries = false;
                sample.for_each_operand(|operand| carries |= of(carriers, &operand));
                carries
            }
        };
        let known = &mut self.carriers.nodes[id.index()];
        if carries && !std::mem::replace(known, true) {
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
