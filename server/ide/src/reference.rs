//! The reference, as Markdown: what types mean, and what the table of builtins and the registry of
//! codes say. Some of its sections can be had by themselves.

use std::fmt::Write as _;

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{
    self, BuiltinArgument, BuiltinId, Category, Form, Side, modifiers,
};
use cindyscript_hir::presets::PRESETS;

use crate::code_section;

/// What types mean, for an author, on one screen.
const TYPES: &str = include_str!("reference/types.md");

/// What there is a section about that can be shown by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// What types mean, and what runs where.
    Types,
    /// A code of diagnostics.
    Code(Code),
}

impl Topic {
    /// The topic of a name: `types`, or the name of a code.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "types" => Some(Self::Types),
            name => Code::from_name(name).map(Self::Code),
        }
    }

    /// The names of all topics.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let codes = Code::ALL.iter().map(|code| code.name());
        std::iter::once("types").chain(codes)
    }

    /// The title of a document about it.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Types => "Types",
            Self::Code(code) => code.name(),
        }
    }

    /// The document about it, as Markdown.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Types => TYPES.to_owned(),
            Self::Code(code) => code_section::section(code, 1),
        }
    }
}

/// The sections of the table, in the order in which an author meets them.
const SECTIONS: [(Category, &str); 26] = [
    (Category::Operator, "Operators"),
    (Category::Control, "Control"),
    (Category::Variables, "Variables"),
    (Category::Arithmetic, "Numbers"),
    (Category::Boolean, "Logic"),
    (Category::Predicate, "Type tests"),
    (Category::Random, "Random numbers"),
    (Category::Calculus, "Calculus"),
    (Category::List, "Lists"),
    (Category::Matrix, "Matrices"),
    (Category::Dictionary, "Dictionaries"),
    (Category::String, "Strings"),
    (Category::Drawing, "Drawing"),
    (Category::GraphicsState, "Drawing style"),
    (Category::Color, "Colours"),
    (Category::Shape, "Shapes"),
    (Category::Image, "Images"),
    (Category::CindyGl, "Colorplots"),
    (Category::Geometry, "Geometry"),
    (Category::Transformation, "Transformations"),
    (Category::Input, "Mouse and keys"),
    (Category::Time, "Time"),
    (Category::Animation, "Animation"),
    (Category::Console, "Console"),
    (Category::System, "System"),
    (Category::Plugin, "Plugins"),
];

/// The whole reference.
#[must_use]
pub fn reference() -> String {
    let mut text = "# Reference of CindyScript\n\n".to_owned();
    text.push_str(
        "Written by `cindyscript-server reference`. Behind a function are its signatures. A signature \
         *at pixels* is valid everywhere. A signature *once a frame* is valid only for arguments that do \
         not depend on the pixel of a colorplot. A function without signatures at pixels is evaluated \
         once a frame. `real ≥ 0` is a real number that cannot be negative, `list(n, T)` a list of n \
         values of type T.\n\n",
    );
    // One level below the reference's own heading.
    let _ = write!(text, "#{TYPES}\n## Constants\n\n");
    for preset in &PRESETS {
        let _ = write!(text, "- `{}`: {}", preset.name, preset.doc);
        if let Some(manual) = preset.manual() {
            let _ = write!(text, " ([manual]({manual}))");
        }
        let _ = write!(text, "\n  - `{}`\n", preset.example);
    }
    for (category, title) in SECTIONS {
        let _ = write!(text, "\n## {title}\n\n");
        for id in builtins::all().filter(|id| id.row().category == category) {
            builtin(&mut text, id);
        }
    }
    text.push_str("\n## Diagnostics\n");
    for &code in Code::ALL {
        let _ = write!(text, "\n{}", code_section::section(code, 3));
    }
    text
}

fn builtin(text: &mut String, id: BuiltinId) {
    let row = id.row();
    let call = match row.category {
        Category::Operator => row.name.to_owned(),
        _ => row.call(),
    };
    let _ = write!(text, "- `{call}`: {}", row.doc);
    let documented =
        |argument: BuiltinArgument| Some(format!("`{}`: {}", argument.name, argument.doc?));
    for argument in row.arguments().filter_map(documented) {
        let _ = write!(text, "; {argument}");
    }
    if matches!(row.form, Form::Unavailable | Form::OutOfScope(_)) {
        text.push_str("; not in the preview");
    }
    if let Some(manual) = row.manual() {
        let _ = write!(text, " ([manual]({manual}))");
    }
    text.push('\n');
    let signatures = id.shown_signatures(Side::Gpu);
    if !signatures.is_empty() {
        let _ = writeln!(text, "  - at pixels: `{}`", signatures.join("`, `"));
    }
    let mut elsewhere = id.shown_signatures(Side::Cpu);
    elsewhere.retain(|signature| !signatures.contains(signature));
    if !elsewhere.is_empty() {
        let _ = writeln!(text, "  - once a frame: `{}`", elsewhere.join("`, `"));
    }
    let names: Vec<&str> = modifiers::of(id)
        .into_iter()
        .flatten()
        .map(|row| row.name)
        .collect();
    if !names.is_empty() {
        let _ = writeln!(text, "  - modifiers: `{}`", names.join("`, `"));
    }
    if let Some(example) = row.example {
        let _ = writeln!(text, "  - `{example}`");
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;

    use super::*;
    use crate::analysis::analyse;
    use crate::report;

    #[test]
    fn every_builtin_and_every_code_is_there() {
        let text = reference();
        for row in builtins::all().map(BuiltinId::row) {
            let start = match row.category {
                Category::Operator => format!("- `{}`: {}", row.name, row.doc),
                _ => format!("- `{}`: {}", row.call(), row.doc),
            };
            assert!(text.contains(&start), "{start}");
        }
        for &code in Code::ALL {
            let heading = format!("\n### {code}\n");
            let (_, section) = text.split_once(&heading).expect("a section");
            assert!(
                section.contains(code.why()) && section.contains(code.fix()),
                "{code}"
            );
        }
        // Blocks of code are closed.
        assert_eq!(text.matches("\n```").count() % 2, 0);
    }

    /// The example of the page about types has the types that are written beside it.
    #[test]
    fn the_example_of_types_has_them() {
        let (_, example) = TYPES.split_once("```cindyscript\n").expect("an example");
        let (example, _) = example.split_once("```").expect("its end");
        let analysis = analyse(&Document::open("example.cindyscript", example));
        assert_eq!(analysis.diagnostics, []);
        let types = report::types(&analysis);
        let types: Vec<String> = types
            .into_iter()
            .map(|entry| format!("{}: {}", entry.name, entry.ty))
            .collect();
        let said = example
            .lines()
            .filter_map(|line| Some(line.split_once("// ")?.1));
        let mut count = 0;
        for said in said {
            let is_said = |ty: &&String| said.starts_with(ty.as_str());
            assert!(types.iter().any(|ty| is_said(&ty)), "{said}: {types:?}");
            count += 1;
        }
        assert_eq!(count, types.len());
    }

    #[test]
    fn the_page_about_types_fits_a_screen() {
        let longest = TYPES.lines().filter(|line| !line.starts_with('|'));
        assert!(longest.clone().all(|line| line.chars().count() <= 105));
        assert!(TYPES.lines().count() <= 45);
        // Those of the reference are its own.
        assert_eq!(TYPES.matches("\n#").count(), 0);
    }
}
