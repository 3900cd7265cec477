//! Code copied behind a program that runs, with the split of what there was before.

use cindyscript_hir::program::{FunctionId, Program, TermId};
use cindyscript_hir::splice;
pub(crate) use cindyscript_hir::splice::Formula;
use cindyscript_infer::split_program::SplitProgram;

/// A program with a term of its own behind it in which an expression stands in the place of `#`.
pub(crate) fn with_code(
    base: &SplitProgram,
    code: TermId,
    hash: &Formula,
) -> (SplitProgram, TermId) {
    let (program, root) = splice::with_code(&base.program, code, hash);
    (base.grown(program), root)
}

/// A program with a term of another one behind it.
pub(crate) fn with_term_of(
    base: &SplitProgram,
    other: &Program,
    root: TermId,
) -> (SplitProgram, TermId) {
    let (program, root) = splice::with_term_of(&base.program, other, root);
    (base.grown(program), root)
}

/// A program with a function of another one as a further definition.
pub(crate) fn with_function_of(
    base: &SplitProgram,
    other: &Program,
    function: FunctionId,
) -> (SplitProgram, FunctionId) {
    let (program, function) = splice::with_function_of(&base.program, other, function);
    (base.grown(program), function)
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;
    use cindyscript_hir::program::TermKind;
    use cindyscript_ide::analyse;

    use super::*;

    fn program(text: &str) -> SplitProgram {
        let document = Document::open("test.cindyscript", text);
        analyse(&document).applets[0].split_program()
    }

    /// A term without the numbers that differ between programs.
    fn shown(all: &SplitProgram, id: TermId) -> String {
        let program = &all.program;
        let mut operands = Vec::new();
        program.for_each_operand(id, |operand| operands.push(shown(all, operand)));
        let head = match program.kind(id) {
            TermKind::Number(number) => number.to_string(),
            TermKind::Text(text) => format!("{:?}", program.text(text)),
            TermKind::Variable(name) | TermKind::Field { name, .. } => {
                program.names.text(name).to_owned()
            }
            TermKind::Call { callee, .. } => program.callee(callee).name.to_string(),
            TermKind::Iterate(iteration) => {
                let row = program.iteration(iteration);
                format!("{} {}", row.kind.name(), program.names.text(row.element))
            }
            TermKind::Special(special) => program.special(special).builtin.name().to_owned(),
            TermKind::Define(function) => {
                let callee = program.function(function).callee;
                program.callee(callee).name.to_string()
            }
            TermKind::Plot(plot) => {
                let split = all.split.of(plot);
                let names = split
                    .pixel
                    .iter()
                    .map(|pixel| program.names.text(pixel.name));
                format!(
                    "plot {:?} {}",
                    names.collect::<Vec<_>>(),
                    split.uniforms.len()
                )
            }
            kind => format!("{kind:?}")
                .split(['(', ' '])
                .next()
                .unwrap_or_default()
                .to_owned(),
        };
        format!("{head}[{}]", operands.join(", "))
    }

    #[test]
    fn a_term_means_the_same_elsewhere() {
        const CODE: &str = "f(x) := x + y_1; repeat(3, k, s = s + k.im); \
            d = {\"a\": apply(1..3, #^2)}; if(a < 2, d.a := b, while(false, 1)); A:\"k\" = |a|; \
            plot(sin(x), color -> red(1)); colorplot(z * a + f(2)); regional(q); g(3, t -> 2)";
        let from = program(CODE);
        let root = from.program.scripts[0].root;
        let to = program("unrelated = 1; b = sum([1, 2]); f(x) := 3");
        let (grown, spliced) = with_term_of(&to, &from.program, root);
        assert_eq!(shown(&grown, spliced), shown(&from, root));
        assert_eq!(
            grown.program.terms[..to.program.terms.len()],
            to.program.terms
        );
        assert_eq!(grown.program.functions.len(), 2);
        let (grown, function) = with_function_of(&to, &from.program, FunctionId(0));
        let body = |all: &SplitProgram, id: FunctionId| shown(all, all.program.function(id).body);
        assert_eq!(body(&grown, function), body(&from, FunctionId(0)));
        assert_eq!(
            grown
                .program
                .callee(grown.program.function(function).callee)
                .definitions
                .len(),
            2
        );
    }
}
