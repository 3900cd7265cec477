//! The reference, as Markdown: what the table of builtins and the registry of codes say.

use std::fmt::Write as _;

use cindyscript_diagnostic::{Code, Severity};
use cindyscript_hir::builtins::{self, Argument, BuiltinId, Category, Form, modifiers};

use crate::documentation::{PRESETS, shown_signatures};

/// The sections of the table, in the order in which an author meets them.
const SECTIONS: [(Category, &str); 26] = [
    (Category::Operator, "Operators"),
    (Category::Control, "Control"),
    (Category::Variables, "Variables"),
    (Category::Arithmetic, "Numbers"),
    (Category::Boolean, "Truth values"),
    (Category::Predicate, "Questions what a value is"),
    (Category::Random, "Chance"),
    (Category::Calculus, "Calculus"),
    (Category::List, "Lists"),
    (Category::Matrix, "Matrices"),
    (Category::Dictionary, "Dictionaries"),
    (Category::String, "Strings"),
    (Category::Drawing, "Drawing"),
    (Category::GraphicsState, "The state of the pen"),
    (Category::Color, "Colours"),
    (Category::Shape, "Shapes"),
    (Category::Image, "Images"),
    (Category::CindyGl, "Colorplots"),
    (Category::Geometry, "Geometry"),
    (Category::Transformation, "Transformations"),
    (Category::Input, "Mouse and keys"),
    (Category::Time, "Time"),
    (Category::Animation, "Animation"),
    (Category::Console, "The console"),
    (Category::System, "The system"),
    (Category::Plugin, "Plugins"),
];

/// The whole reference.
#[must_use]
pub fn reference() -> String {
    let mut text = "# Reference of CindyScript\n\n".to_owned();
    text.push_str(
        "Written by `cindyscript-server reference`. A function has a signature for pixels if it can \
         depend on the pixel of a colorplot; any other is evaluated once a frame for all of them. \
         `real ≥ 0` is a real number that cannot be negative, `list(n, T)` a list of n values of \
         type T.\n\n## Constants\n\n",
    );
    for preset in &PRESETS {
        let _ = writeln!(text, "- `{}`: {}", preset.name, preset.doc);
    }
    for (category, title) in SECTIONS {
        let _ = write!(text, "\n## {title}\n\n");
        if let Some(manual) = category.manual() {
            let _ = write!(text, "[CindyJS's manual]({manual})\n\n");
        }
        for id in builtins::all().filter(|id| id.row().category == category) {
            builtin(&mut text, id);
        }
    }
    text.push_str("\n## Diagnostics\n");
    for &code in Code::ALL {
        diagnostic(&mut text, code);
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
    let documented = |argument: Argument| Some(format!("`{}`: {}", argument.name, argument.doc?));
    for argument in row.arguments().filter_map(documented) {
        let _ = write!(text, "; {argument}");
    }
    if matches!(row.form, Form::Unavailable | Form::OutOfScope(_)) {
        text.push_str("; not in the preview");
    }
    text.push('\n');
    let signatures = shown_signatures(row.gpu);
    if !signatures.is_empty() {
        let _ = writeln!(text, "  - at pixels: `{}`", signatures.join("`, `"));
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

fn diagnostic(text: &mut String, code: Code) {
    let severities = code.severities().iter().copied().map(Severity::name);
    let severities: Vec<&str> = severities.collect();
    let _ = write!(
        text,
        "\n### {}\n\n{} ({})\n",
        code.name(),
        code.meaning(),
        severities.join(" or ")
    );
    if let Some(example) = code.example() {
        let language = if example.starts_with('<') {
            "html"
        } else {
            "cindyscript"
        };
        // A fence that the example does not hold.
        let _ = write!(text, "\n````{language}\n{}\n````\n", example.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for code in Code::ALL {
            assert!(
                text.contains(&format!("\n### {}\n", code.name())),
                "{code:?}"
            );
        }
        // Blocks of code are closed.
        assert_eq!(text.matches("\n````").count() % 2, 0);
    }
}
