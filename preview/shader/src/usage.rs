//! What the translation needs to know about a program before it writes the first line: which
//! functions use a variable, and what has effects.

use cindyscript_hir::program::TermId;
use cindyscript_pixel::{
    Access, NodeEffect, NodeId, NodeKind, PixelFunctionId, PixelProgram, VariableId,
};

use crate::error::ShaderError;
use crate::indices::indices;
use crate::promotion::{Promoted, has};
use crate::repr::{Precision, Repr};

/// Expressions nested more deeply than this are refused: the translation is recursive.
pub(crate) const MAX_HEIGHT: u32 = 256;

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableScope {
    /// Nowhere: nothing mentions it.
    Unused,
    /// In the one function that uses it; `None` is the colorplot's own expression.
    Local(Option<PixelFunctionId>),
    /// In the module.
    Private,
}

/// The facts about a program.
#[derive(Debug)]
pub(crate) struct Usage {
    /// The representation of each node's value.
    pub(crate) nodes: Vec<Repr>,
    /// The representation of each variable.
    pub(crate) variables: Vec<Repr>,
    /// The representation of each function's result.
    pub(crate) results: Vec<Repr>,
    /// Whether a node is given the values of its operands as they are, and not in single precision.
    pub(crate) takes_all: Vec<bool>,
    /// The uniforms that are nothing but indices, with the length of the lists.
    pub(crate) indices: Vec<Option<u32>>,
    /// Where each variable lives.
    pub(crate) scopes: Vec<VariableScope>,
    /// The variables that are assigned after their declaration.
    pub(crate) assigned: Vec<bool>,
    /// Whether evaluating a node changes anything that other nodes can see.
    pub(crate) effects: Vec<bool>,
    /// Whether a node is plain arithmetic: no control flow, no assignment below it.
    pub(crate) plain: Vec<bool>,
    /// Whether the program has random numbers.
    pub(crate) random: bool,
}

impl Usage {
    /// Reads the program.
    ///
    /// # Errors
    ///
    /// Values that no shader can hold, recursion, and nesting beyond [`MAX_HEIGHT`].
    pub(crate) fn of(
        program: &PixelProgram,
        precision: Precision,
        promoted: &Promoted,
    ) -> Result<Self, Vec<ShaderError>> {
        let mut errors = Errors {
            precision,
            promoted,
            plot: program.node(program.body).term,
            list: Vec::new(),
        };
        let nodes = errors.nodes(program);
        let variables = errors.variables(program);
        errors.nesting(program);
        if errors.list.is_empty() {
            errors.calls(program);
        }
        if !errors.list.is_empty() {
            return Err(errors.list);
        }

        let mut usage = Self {
            indices: indices(program, &nodes, &variables),
            nodes,
            variables,
            results: program
                .functions
                .iter()
                .enumerate()
                .map(|(index, function)| {
                    let precision = precision.if_promoted(has(&promoted.functions, index));
                    precision.repr(&function.result).unwrap_or(Repr::Unit)
                })
                .collect(),
            takes_all: (0..program.nodes.len() as u32)
                .map(|index| promoted.takes_all(program, NodeId(index)))
                .collect(),
            scopes: vec![VariableScope::Unused; program.variables.len()],
            assigned: vec![false; program.variables.len()],
            effects: vec![false; program.nodes.len()],
            plain: vec![true; program.nodes.len()],
            random: false,
        };
        usage.place_variables(program);
        usage.find_effects(program);
        Ok(usage)
    }

    fn place_variables(&mut self, program: &PixelProgram) {
        for (function, body) in bodies(program) {
            for_each_node(program, body, |id| {
                for (variable, access) in program.node(id).kind.accesses() {
                    self.assigned[variable.index()] |= access != Access::Read;
                    match access {
                        Access::Read | Access::Write => self.mention(program, variable, function),
                        // Below.
                        Access::Bind => {}
                    }
                }
            });
        }
        // A running variable, a parameter or a pixel that nobody reads does not exist.
        for (function, body) in bodies(program) {
            for_each_node(program, body, |id| {
                for (variable, access) in program.node(id).kind.accesses() {
                    if access == Access::Bind {
                        self.mention_again(program, variable, function);
                    }
                }
            });
        }
        for (index, function) in program.functions.iter().enumerate() {
            for &parameter in &function.parameters {
                self.mention_again(program, parameter, Some(PixelFunctionId(index as u32)));
            }
        }
        let pixel = program.pixel.iter().map(|(variable, _)| *variable);
        for variable in pixel.chain(program.view_width) {
            self.mention_again(program, variable, None);
        }
    }

    fn mention_again(
        &mut self,
        program: &PixelProgram,
        variable: VariableId,
        function: Option<PixelFunctionId>,
    ) {
        if self.scopes[variable.index()] != VariableScope::Unused {
            self.mention(program, variable, function);
        }
    }

    fn mention(
        &mut self,
        program: &PixelProgram,
        variable: VariableId,
        function: Option<PixelFunctionId>,
    ) {
        let scope = &mut self.scopes[variable.index()];
        // A variable of the whole program keeps its value between the calls of a function.
        *scope = if program.variable(variable).owner != function {
            VariableScope::Private
        } else {
            match *scope {
                VariableScope::Unused => VariableScope::Local(function),
                VariableScope::Local(other) if other == function => VariableScope::Local(function),
                VariableScope::Local(_) | VariableScope::Private => VariableScope::Private,
            }
        };
    }

    fn find_effects(&mut self, program: &PixelProgram) {
        let functions = self.visible_effects(program);
        for (index, node) in program.nodes.iter().enumerate() {
            let own = match node.kind.effect() {
                NodeEffect::Assign | NodeEffect::Repeat | NodeEffect::Discard => true,
                NodeEffect::Random => {
                    self.random = true;
                    true
                }
                NodeEffect::Call(function) => functions[function.index()],
                NodeEffect::None => false,
            };
            let mut effect = own;
            let mut plain = !own
                && match &node.kind {
                    NodeKind::Sequence(_) | NodeKind::If { .. } => false,
                    NodeKind::Sample(sample) => sample.is_fixed(),
                    NodeKind::Undefined
                    | NodeKind::Discard
                    | NodeKind::Uniform(_)
                    | NodeKind::Constant(_)
                    | NodeKind::Load(_)
                    | NodeKind::Store { .. }
                    | NodeKind::StoreElement { .. }
                    | NodeKind::Convert(_)
                    | NodeKind::List(_)
                    | NodeKind::Index { .. }
                    | NodeKind::Builtin { .. }
                    | NodeKind::Power { .. }
                    | NodeKind::While { .. }
                    | NodeKind::Iterate { .. }
                    | NodeKind::Call { .. } => true,
                };
            node.kind.for_each_operand(|operand| {
                effect |= self.effects[operand.index()];
                plain &= self.plain[operand.index()];
            });
            self.effects[index] = effect;
            self.plain[index] = plain;
        }
    }

    /// By function: true if callers see an effect of it, an assignment to a private variable or a
    /// random number.
    fn visible_effects(&self, program: &PixelProgram) -> Vec<bool> {
        let mut functions = vec![false; program.functions.len()];
        for (function, body) in bodies(program) {
            let mut effect = false;
            for_each_node(program, body, |id| {
                let kind = &program.node(id).kind;
                let mut accesses = kind.accesses();
                let is_seen = |(variable, access): (VariableId, Access)| {
                    access != Access::Read && self.is_private(variable)
                };
                effect |= accesses.any(is_seen)
                    || match kind.effect() {
                        NodeEffect::Random | NodeEffect::Discard => true,
                        NodeEffect::Call(function) => functions[function.index()],
                        NodeEffect::None | NodeEffect::Assign | NodeEffect::Repeat => false,
                    };
            });
            if let Some(function) = function {
                functions[function.index()] = effect;
            }
        }
        functions
    }

    fn is_private(&self, variable: VariableId) -> bool {
        self.scopes[variable.index()] == VariableScope::Private
    }
}

/// What is wrong with a program, as far as this crate can see it.
struct Errors<'a> {
    precision: Precision,
    promoted: &'a Promoted,
    plot: TermId,
    list: Vec<ShaderError>,
}

impl Errors<'_> {
    fn push(&mut self, term: TermId, message: String) {
        self.list.push(ShaderError { term, message });
    }

    fn nodes(&mut self, program: &PixelProgram) -> Vec<Repr> {
        let (precision, promoted) = (self.precision, self.promoted);
        let reprs = program.nodes.iter().enumerate().map(|(index, node)| {
            let is_promoted = promoted.node(program, NodeId(index as u32));
            let precision = precision.if_promoted(is_promoted);
            precision.repr(&node.ty).unwrap_or_else(|| {
                self.push(
                    node.term,
                    format!("a pixel cannot hold a value of type {}", node.ty),
                );
                Repr::Unit
            })
        });
        reprs.collect()
    }

    fn variables(&mut self, program: &PixelProgram) -> Vec<Repr> {
        let (precision, promoted) = (self.precision, self.promoted);
        let reprs = program
            .variables
            .iter()
            .enumerate()
            .map(|(index, variable)| {
                let precision = precision.if_promoted(has(&promoted.variables, index));
                precision.repr(&variable.ty).unwrap_or_else(|| {
                    let (name, ty) = (&variable.name, &variable.ty);
                    self.push(
                        self.plot,
                        format!("a pixel cannot hold `{name}` of type {ty}"),
                    );
                    Repr::Unit
                })
            });
        reprs.collect()
    }

    /// That operands stand before their users and nothing is nested too deeply.
    fn nesting(&mut self, program: &PixelProgram) {
        let mut heights = vec![0u32; program.nodes.len()];
        for (index, node) in program.nodes.iter().enumerate() {
            let mut height = 0;
            let mut ordered = true;
            node.kind
                .for_each_operand(|operand| match heights[..index].get(operand.index()) {
                    Some(below) => height = height.max(below + 1),
                    None => ordered = false,
                });
            heights[index] = height;
            if !ordered {
                self.push(node.term, "an operand stands behind its user".to_owned());
            }
            if height == MAX_HEIGHT + 1 {
                self.push(
                    node.term,
                    format!(
                        "more than {MAX_HEIGHT} operations in one expression, each on the result of the \
                         one before, as in `a + b + c`: assign a part of it to a variable first"
                    ),
                );
            }
        }
    }

    /// That functions stand before their callers.
    fn calls(&mut self, program: &PixelProgram) {
        for (function, body) in bodies(program) {
            let below = function.map_or(program.functions.len(), PixelFunctionId::index);
            for_each_node(program, body, |id| {
                let node = program.node(id);
                if let NodeKind::Call { function, .. } = node.kind
                    && function.index() >= below
                {
                    self.push(
                        node.term,
                        "a recursive function cannot run on the GPU".to_owned(),
                    );
                }
            });
        }
    }
}

/// All functions' bodies, callees first, and the colorplot's expression at the end.
fn bodies(program: &PixelProgram) -> impl Iterator<Item = (Option<PixelFunctionId>, NodeId)> {
    let functions = program.functions.iter().enumerate();
    functions
        .map(|(index, function)| (Some(PixelFunctionId(index as u32)), function.body))
        .chain([(None, program.body)])
}

/// Visits a node and everything below it.
pub(crate) fn for_each_node(program: &PixelProgram, root: NodeId, mut visit: impl FnMut(NodeId)) {
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        visit(id);
        program
            .node(id)
            .kind
            .for_each_operand(|operand| stack.push(operand));
    }
}
