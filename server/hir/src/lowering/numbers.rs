//! Names and callees, numbered in the order of the terms that mention them, and spelled as there.

use cindyscript_applet::Event;
use cindyscript_syntax::SyntaxKind;
use cindyscript_syntax::ast::Script;
use cindyscript_syntax::text::without_spaces;
use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use crate::builtins::EVALUATE;
use crate::lower::Lowerer;
use crate::names::{NameId, Names};
use crate::program::{CalleeId, Function, FunctionId, Modifier, ModifierRange, TermKind};
use crate::renumber::Renumber;

/// Numbers names and callees in the order of the terms, and leaves out what is not in the text
/// any more.
pub(super) fn number(lowered: &mut Lowerer) {
    let Lowerer {
        program, callees, ..
    } = lowered;
    let program = &mut program.rows;
    let mut numbers = Numbers {
        names: Order::of(program.names.len()),
        callees: Order::of(program.callees.len()),
        modifiers: &program.modifiers,
        functions: &program.functions,
    };
    for term in &mut program.terms {
        term.kind = term.kind.renumbered(&mut numbers);
    }
    let Numbers {
        mut names,
        callees: mut order,
        ..
    } = numbers;
    if names.is_changed() {
        for modifier in &mut program.modifiers {
            modifier.name = NameId(names.meet(modifier.name.0));
        }
        for parameter in program.functions.iter_mut().flat_map(|f| &mut f.parameters) {
            parameter.name = NameId(names.meet(parameter.name.0));
        }
        let mut known = Names::with_capacity(names.met.len());
        for &old in &names.met {
            known.intern(program.names.text(NameId(old)));
        }
        program.names = known;
    }
    if order.is_changed() {
        for function in &mut program.functions {
            function.callee = CalleeId(order.meet(function.callee.0));
        }
        let met = order.met.iter();
        program.callees = met
            .map(|&old| program.callees[old as usize].clone())
            .collect();
        callees.retain(|_, known| {
            known.id = CalleeId(order.new[known.id.index()]);
            known.id.0 != NONE
        });
    }
}

/// Spells the callees that are spelled in several ways as the first term does that mentions each.
pub(super) fn spell(lowered: &mut Lowerer, scripts: &[(Option<Event>, Script<'_>)]) {
    let known = lowered.callees.values();
    let mixed = known.filter(|known| known.is_mixed).map(|known| known.id);
    let mut mixed: FxHashSet<CalleeId> = mixed.collect();
    let program = &mut lowered.program.rows;
    let mut terms = program.terms.iter();
    while !mixed.is_empty()
        && let Some(term) = terms.next()
    {
        let callee = match term.kind {
            TermKind::Call { callee, .. } | TermKind::Undefine(callee) => callee,
            TermKind::Define(function) | TermKind::Code(function) => {
                program.functions[function.index()].callee
            }
            _ => continue,
        };
        if !mixed.remove(&callee) {
            continue;
        }
        let mut name = match term.kind {
            TermKind::Code(_) => Some(SmolStr::new(EVALUATE)),
            _ => None,
        };
        // Half a term may stand before the name: `#max(a, b)`.
        let folded = program.callees[callee.index()].name.to_lowercase();
        let script = scripts[term.script.index()].1.node();
        script.tokens_in(term.range, &mut |token| {
            if name.is_none() && token.kind() == SyntaxKind::IDENT {
                let written = without_spaces(token.text());
                name = (written.to_lowercase() == folded).then(|| SmolStr::new(written));
            }
        });
        if let Some(name) = name {
            program.callees[callee.index()].name = name;
        }
    }
}

const NONE: u32 = u32::MAX;

/// New numbers for old ones, in the order in which they are met.
struct Order {
    new: Vec<u32>,
    met: Vec<u32>,
}

impl Order {
    fn of(count: usize) -> Self {
        Self {
            new: vec![NONE; count],
            met: Vec::with_capacity(count),
        }
    }

    fn meet(&mut self, old: u32) -> u32 {
        let new = &mut self.new[old as usize];
        if *new == NONE {
            *new = self.met.len() as u32;
            self.met.push(old);
        }
        *new
    }

    fn is_changed(&self) -> bool {
        self.met.len() < self.new.len() || self.met.iter().zip(0..).any(|(&old, new)| old != new)
    }
}

/// Names and callees in the order of the terms that mention them.
struct Numbers<'a> {
    names: Order,
    callees: Order,
    modifiers: &'a [Modifier],
    functions: &'a [Function],
}

/// Modifiers and functions stay where they are, but the names in them are met.
impl Renumber for Numbers<'_> {
    fn name(&mut self, old: NameId) -> NameId {
        NameId(self.names.meet(old.0))
    }

    fn callee(&mut self, old: CalleeId) -> CalleeId {
        CalleeId(self.callees.meet(old.0))
    }

    fn modifiers(&mut self, modifiers: ModifierRange) -> ModifierRange {
        let start = modifiers.start as usize;
        for modifier in &self.modifiers[start..start + modifiers.len as usize] {
            self.names.meet(modifier.name.0);
        }
        modifiers
    }

    fn function(&mut self, id: FunctionId) -> FunctionId {
        let function = &self.functions[id.index()];
        self.callees.meet(function.callee.0);
        for parameter in &function.parameters {
            self.names.meet(parameter.name.0);
        }
        self.modifiers(function.captured.unwrap_or_default());
        id
    }
}
