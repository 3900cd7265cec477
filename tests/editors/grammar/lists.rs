//! The lists of builtins in grammars are those of the table, and the copies of queries are copies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use cindyscript_hir::builtins::{self, Category};
use cindyscript_hir::presets::PRESETS;
use expect_test::expect_file;

use crate::root;

/// The part of a builtin in the language, as far as grammars distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// Branches and loops.
    Control,
    /// Commands about variables.
    Variables,
    List,
    Shader,
    Drawing,
    Math,
    Other,
}

impl Group {
    const FUNCTIONS: [Group; 5] = [
        Group::List,
        Group::Shader,
        Group::Drawing,
        Group::Math,
        Group::Other,
    ];

    /// The group of a category; operators are no functions.
    fn of(category: Category) -> Option<Group> {
        match category {
            Category::Operator => None,
            Category::Control => Some(Group::Control),
            Category::Variables => Some(Group::Variables),
            Category::List | Category::Matrix | Category::Dictionary => Some(Group::List),
            Category::CindyGl => Some(Group::Shader),
            Category::Drawing
            | Category::GraphicsState
            | Category::Image
            | Category::Shape
            | Category::Transformation => Some(Group::Drawing),
            Category::Arithmetic
            | Category::Boolean
            | Category::Calculus
            | Category::Color
            | Category::Geometry
            | Category::Predicate
            | Category::Random => Some(Group::Math),
            Category::String
            | Category::Time
            | Category::Animation
            | Category::Input
            | Category::Console
            | Category::Plugin
            | Category::System => Some(Group::Other),
        }
    }

    /// The scope in the TextMate grammar.
    fn scope(self) -> &'static str {
        match self {
            Group::Control => "keyword.control.cindyscript",
            Group::Variables => "storage.modifier.cindyscript",
            Group::List => "support.function.list.cindyscript",
            Group::Shader => "support.function.shader.cindyscript",
            Group::Drawing => "support.function.drawing.cindyscript",
            Group::Math => "support.function.math.cindyscript",
            Group::Other => "support.function.cindyscript",
        }
    }
}

type Names = BTreeSet<&'static str>;

/// The names of all builtins, by their groups.
fn names() -> BTreeMap<Group, Names> {
    let mut groups: BTreeMap<Group, Names> = BTreeMap::new();
    let mut known = Names::new();
    for row in builtins::all().map(builtins::BuiltinId::row) {
        let is_name = row.name.chars().all(char::is_alphanumeric);
        let group = Group::of(row.category).filter(|_| is_name);
        // `apply` makes a list: grammars show it as a function.
        let group = match row.name {
            "apply" => Some(Group::List),
            _ => group,
        };
        if let Some(group) = group
            && known.insert(row.name)
        {
            groups.entry(group).or_default().insert(row.name);
        }
    }
    groups
}

fn functions(groups: &BTreeMap<Group, Names>) -> Names {
    let all = Group::FUNCTIONS.iter().flat_map(|group| &groups[group]);
    all.copied().collect()
}

/// The names of variables that have a value from the start, truth values aside.
fn constants() -> Names {
    let names = PRESETS.iter().map(|preset| preset.name);
    names
        .filter(|name| !matches!(*name, "true" | "false"))
        .collect()
}

/// Lines of names in quotation marks.
fn quoted(names: &Names, indent: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for name in names {
        if line.len() + name.len() > 90 {
            lines.push_str(&format!("{indent}{}\n", line.trim_end()));
            line.clear();
        }
        line.push_str(&format!("\"{name}\" "));
    }
    lines + &format!("{indent}{}\n", line.trim_end())
}

fn alternatives(names: &Names) -> String {
    names.iter().copied().collect::<Vec<_>>().join("|")
}

/// A text in which each list stands between the comments `Generated: NAME` and `Generated: end`.
fn filled(text: &str, list: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        let name = line.split_once("Generated: ").map(|(_, name)| name.trim());
        if name == Some("end") {
            is_inside = false;
        }
        if !is_inside {
            out.push_str(line);
        }
        if let Some(name) = name.filter(|name| *name != "end") {
            is_inside = true;
            out.push_str(&list(name));
        }
    }
    assert!(!is_inside, "a list without an end");
    out
}

/// Compares a file with what is made of it; writes it where `UPDATE_EXPECT` is set.
fn check(path: &str, make: impl Fn(&str) -> String) {
    let path = root().join(path);
    let text = fs::read_to_string(&path).unwrap_or_default();
    expect_file![path].assert_eq(&make(&text));
}

/// A query of the grammar, with the builtins of the table.
fn query(text: &str) -> String {
    let groups = names();
    filled(text, |name| {
        let names = match name {
            "presets" => constants(),
            "loops" => {
                let control = groups[&Group::Control].iter().copied();
                control.filter(|name| *name != "if").collect()
            }
            "variables" => groups[&Group::Variables].clone(),
            "functions" => functions(&groups),
            other => panic!("no list {other}"),
        };
        quoted(&names, "    ")
    })
}

#[test]
fn tree_sitter_queries_have_the_builtins_of_the_table() {
    check(
        "editors/tree-sitter-cindyscript/queries/highlights.scm",
        query,
    );
}

/// The names of captures that an editor has for those of tree-sitter.
type Renames = &'static [(&'static str, &'static str)];

const COPIES: [(&str, &str, Renames); 5] = [
    (
        "highlights.scm",
        "editors/helix/queries/cindyscript",
        &[
            ("@keyword.conditional", "@keyword.control.conditional"),
            ("@keyword.repeat", "@keyword.control.repeat"),
            ("@boolean", "@constant.builtin.boolean"),
            ("@number", "@constant.numeric"),
            ("@property", "@variable.other.member"),
        ],
    ),
    ("highlights.scm", "editors/nvim/queries/cindyscript", &[]),
    (
        "highlights.scm",
        "editors/zed/languages/cindyscript",
        &[("@markup.heading", "@title")],
    ),
    ("folds.scm", "editors/nvim/queries/cindyscript", &[]),
    ("tags.scm", "editors/helix/queries/cindyscript", &[]),
];

#[test]
fn queries_of_editors_are_copies_of_those_of_the_grammar() {
    for (name, folder, renames) in COPIES {
        let original = format!("editors/tree-sitter-cindyscript/queries/{name}");
        let mut copy = query(&fs::read_to_string(root().join(&original)).unwrap());
        for (ours, theirs) in renames {
            assert!(copy.contains(ours), "{original} has no {ours}");
            copy = copy.replace(ours, theirs);
        }
        let copy = format!("; A copy of {original}, written by a test.\n\n{copy}");
        check(&format!("{folder}/{name}"), |_| copy.clone());
    }
}

#[test]
fn textmate_grammar_has_the_builtins_of_the_table() {
    let groups = names();
    check(
        "editors/vscode/syntaxes/cindyscript.tmLanguage.json",
        |text| {
            let mut text = text.to_owned();
            let mut replace = |scope: &str, pattern: String| {
                let begin = format!("\"name\": \"{scope}\",");
                let before = text.find(&begin).expect("a rule for the scope") + begin.len();
                let start = before + text[before..].find('"').unwrap();
                let end = start + text[start..].find('\n').unwrap();
                text.replace_range(start..end, &format!("\"match\": \"{pattern}\""));
            };
            let behind = r"(?<![\\p{L}\\p{Nd}'])";
            for (group, names) in &groups {
                let names = alternatives(names);
                let pattern = format!(r"(?i){behind}(?:{names})(?=[ \\t]*[(\\[{{])");
                replace(group.scope(), pattern);
            }
            let names = alternatives(&(&constants() | &["true", "false"].into()));
            let pattern = format!(r"{behind}(?:{names})(?![\\p{{L}}\\p{{Nd}}'])");
            replace("constant.language.cindyscript", pattern);
            text
        },
    );
}

#[test]
fn vim_syntax_has_the_builtins_of_the_table() {
    let groups = names();
    check("editors/nvim/syntax/cindyscript.vim", |text| {
        filled(text, |name| {
            if name == "presets" {
                let names = &constants() | &["true", "false"].into();
                let names = alternatives(&names).replace('|', r"\|");
                return format!(
                    "syn match cindyscriptConstant /[[:alnum:]']\\@1<!\\%({names}\\)[[:alnum:]']\\@!/\n"
                );
            }
            let rules = groups.iter().map(|(group, names)| {
                let item = match group {
                    Group::Control => "Control",
                    Group::Variables => "Scope",
                    _ => "Function",
                };
                let names = alternatives(names).replace('|', r"\|");
                format!(
                    "syn match cindyscript{item} /\\c[[:alnum:]']\\@1<!\\%({names}\\)\\%([ \\t]*[([{{]\\)\\@=/\n"
                )
            });
            rules.collect()
        })
    });
}

#[test]
fn emacs_mode_has_the_builtins_of_the_table() {
    let groups = names();
    check("editors/emacs/cindyscript-mode.el", |text| {
        filled(text, |name| {
            let names = match name {
                "keywords" => &groups[&Group::Control] | &groups[&Group::Variables],
                "functions" => functions(&groups),
                "presets" => &constants() | &["true", "false"].into(),
                other => panic!("no list {other}"),
            };
            quoted(&names, "    ")
        })
    });
}
