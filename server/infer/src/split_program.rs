//! A program with its split: what runs. It grows while it does.

use std::sync::Arc;

use cindyscript_diagnostic::Diagnostic;
use cindyscript_hir::names::NameSet;
use cindyscript_hir::program::{Program, TermId};

use crate::split::{Split, Summaries};

/// A program with what the split says about its colorplots. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct SplitProgram {
    /// The program.
    pub program: Arc<Program>,
    /// Its split.
    pub split: Arc<Split>,
}

/// A program with a further text, made while it runs.
#[derive(Clone, Debug)]
pub struct Extended {
    /// All of the program that there was, with the same ids, and the text. Where the text defines
    /// functions, calls of them in the program mean these as well.
    pub program: SplitProgram,
    /// The text, which no event runs. Its terms stand in
    /// [`ScriptId::RUN_TIME`](cindyscript_hir::program::ScriptId::RUN_TIME), and their ranges are ranges of
    /// the text.
    pub root: TermId,
    /// What is wrong with the text; a statement with an error in it has no value.
    pub errors: Vec<Diagnostic>,
}

impl SplitProgram {
    /// A program to which terms were added, with the split of what there was before.
    #[must_use]
    pub fn grown(&self, program: Program) -> Self {
        let split = self.split.grown(&program, &self.program);
        Self {
            program: Arc::new(program),
            split: Arc::new(split),
        }
    }

    /// This program with a text that is parsed and lowered as another script, over the same names
    /// and functions. It takes time in proportion to both.
    #[must_use]
    pub fn extended(&self, text: &str) -> Extended {
        let parse = cindyscript_syntax::parse(text);
        let (program, root) = cindyscript_hir::extend(&self.program, parse.script());
        Extended {
            program: self.grown(program),
            root,
            errors: parse.errors,
        }
    }

    /// The same names with another program, all of which is split anew.
    pub fn split_anew(&self, program: Program) -> Self {
        let defined: NameSet = self.split.defined.clone();
        let split = Split::new(&program, defined, &Summaries::new(&program));
        Self {
            program: Arc::new(program),
            split: Arc::new(split),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inference::Inference;
    use cindyscript_hir::document::Document;
    use cindyscript_hir::program::{Children, PlotId, ScriptId};

    fn program(text: &str) -> SplitProgram {
        let document = Document::open("test.cindyscript", text);
        Inference::new(&document, 0, None).split_program()
    }

    #[test]
    fn a_text_is_added_and_nothing_else_changes() {
        let old = program("a = 1; f(x) := g(x); colorplot(a*#)");
        let new = old.extended("b = a + f(2); g(y) := y; colorplot(b*#)");
        assert_eq!(new.errors, []);
        let (old, before) = (&old.program, &new.program.program);
        assert_eq!(before.terms[..old.terms.len()], old.terms);
        assert_eq!(before.children[..old.children.len()], old.children);
        assert_eq!(before.plots[..old.plots.len()], old.plots);
        assert_eq!(before.scripts, old.scripts);
        for (id, name) in old.names.iter() {
            assert_eq!(before.names.text(id), name);
        }
        let root = before.term(new.root);
        assert_eq!(root.script, ScriptId::RUN_TIME);
        assert_eq!(root.first.index(), old.terms.len());
        // The program calls what the text defines, and the text what the program defines.
        let callee = |name: &'static str| {
            let callees = before.callees.iter();
            callees.filter(move |row| row.name == name)
        };
        assert_eq!(callee("g").flat_map(|row| &row.definitions).count(), 1);
        assert_eq!(callee("f").count(), 1);
        // `b` means something, so the pixel is `#`, and what it needs of the CPU is known.
        let plot = new.program.split.of(PlotId(1));
        assert_eq!(before.names.text(plot.pixel[0].name), "#");
        assert_eq!(plot.uniforms.len(), 1);
    }

    #[test]
    fn a_text_with_errors_is_added_as_well() {
        let new = program("a = 1").extended("b = 2 * ; c = 3");
        assert_eq!(new.errors.len(), 1);
        assert!(new.program.program.names.get("c").is_some());
        let again = new.program.extended("");
        assert_eq!(again.program.program.children(Children::default()), []);
    }
}
