//! A file as the author has it at one moment: text, applets, trees.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, OnceLock};

use cindyscript_applet::{Applet, Edit, Image, Page, edited, library_path, parse_file};
use cindyscript_syntax::ast::{Argument, Call, Expr, LiteralValue, Script};
use cindyscript_syntax::{Node, Parse, SyntaxKind, TextEdit, parse};
use rustc_hash::FxHashMap;
use text_size::{TextRange, TextSize};

use crate::builtins::{self, Intrinsic};

/// Where a document finds what it names: libraries that it imports, and images.
pub trait Libraries: fmt::Debug + Send + Sync {
    /// The text of a file beside the document.
    ///
    /// # Errors
    /// The reason why there is none, in one line.
    fn read(&self, path: &str) -> Result<Arc<str>, String>;

    /// Why an image is missing, in one line, if that is known.
    fn missing(&self, image: &Image) -> Option<String> {
        let _ = image;
        None
    }
}

/// A file's text with everything that syntax says about it. Cheap to clone; a value.
#[derive(Clone, Debug)]
pub struct Document(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    name: Arc<str>,
    text: Arc<str>,
    /// What the file says.
    file: Arc<Page>,
    /// The same with the libraries that it names.
    page: Arc<Page>,
    /// For each applet, for each of its scripts.
    parses: Vec<Vec<Parse>>,
    /// For each applet, what its scripts import while they run.
    imported: Vec<Vec<Imported>>,
    libraries: Option<Arc<dyn Libraries>>,
    /// The place of each block of the text, found when it is first asked for.
    blocks: OnceLock<Vec<Place>>,
}

impl Inner {
    /// What the file says with another text; `None` if it has to be read again.
    fn edited_file(&self, text: &str) -> Option<Arc<Page>> {
        let Some(TextEdit { range, insert }) = TextEdit::between(&self.text, text) else {
            return Some(Arc::clone(&self.file));
        };
        let edit = Edit {
            range,
            inserted: TextSize::of(insert.as_str()),
        };
        edited(&self.file, &self.text, edit, text).map(Arc::new)
    }
}

/// A library that a script imports while it runs: `import("name")`.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The name as the script says it.
    pub name: String,
    /// Where the page says so, in bytes of the file.
    pub range: TextRange,
    text: Arc<str>,
    parse: Parse,
    /// The names of what it imports in any case.
    needs: Vec<String>,
}

impl Imported {
    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it says, if it was read.
    #[must_use]
    pub fn script(&self) -> Option<Script<'_>> {
        Script::cast(Node::new(&self.parse.green, TextSize::new(0)))
    }
}

/// Another text for a script.
#[derive(Clone, Debug)]
pub struct OtherScript {
    /// What makes it of the script's own text: in the order of that, and no two overlap.
    pub edits: Vec<TextEdit>,
    /// Its tree.
    pub tree: Parse,
}

/// Libraries that import one another end here.
const MAX_IMPORTED: usize = 64;

impl Document {
    /// Reads a file. `name` is its name or path: the extension decides how the text is read.
    #[must_use]
    pub fn open(name: &str, text: impl Into<Arc<str>>) -> Self {
        Self::read(name.into(), text.into(), None, None)
    }

    /// The same with the libraries that the file imports. They are read again at each update.
    #[must_use]
    pub fn open_with(name: &str, text: impl Into<Arc<str>>, libraries: Arc<dyn Libraries>) -> Self {
        Self::read(name.into(), text.into(), None, Some(libraries))
    }

    /// The same file with another text. Scripts that did not change keep their trees; in those
    /// that did, only what was touched is parsed again.
    #[must_use]
    pub fn update(&self, text: impl Into<Arc<str>>) -> Self {
        let libraries = self.0.libraries.clone();
        let name = Arc::clone(&self.0.name);
        Self::read(name, text.into(), Some(&self.0), libraries)
    }

    fn read(
        name: Arc<str>,
        text: Arc<str>,
        old: Option<&Inner>,
        libraries: Option<Arc<dyn Libraries>>,
    ) -> Self {
        let file = old.and_then(|old| old.edited_file(&text));
        let file = file.unwrap_or_else(|| Arc::new(parse_file(&name, &text)));
        let mut page = Arc::clone(&file);
        if let Some(libraries) = &libraries {
            let page = Arc::make_mut(&mut page);
            page.load_libraries(&mut |path| libraries.read(path));
            page.look_for_images(&mut |image| libraries.missing(image));
        }
        let parses: Vec<Vec<Parse>> = page
            .applets
            .iter()
            .enumerate()
            .map(|(index, applet)| {
                let old = old
                    .and_then(|old| Some((old.page.applets.get(index)?, old.parses.get(index)?)));
                applet
                    .scripts
                    .iter()
                    .map(|script| {
                        let text = script.source.text();
                        let before = old.and_then(|(applet, parses)| {
                            let place = applet
                                .scripts
                                .iter()
                                .position(|s| s.event == script.event && s.id == script.id)?;
                            Some((applet.scripts[place].source.text(), parses.get(place)?))
                        });
                        match before {
                            None => parse(text),
                            Some((before, tree)) => match TextEdit::between(before, text) {
                                None => tree.clone(),
                                Some(edit) => tree.reparse(&edit, text),
                            },
                        }
                    })
                    .collect()
            })
            .collect();
        let imported = all_imported(&page, &parses, libraries.as_deref(), old);
        Self(Arc::new(Inner {
            name,
            text,
            file,
            page,
            parses,
            imported,
            libraries,
            blocks: OnceLock::new(),
        }))
    }

    /// The same file, of whose scripts some run with another text: `other` says which, by the places
    /// of applet and script. What both texts of a script have in common stands where the file has it.
    #[must_use]
    pub fn with_scripts(&self, other: impl Fn(usize, usize) -> Option<OtherScript>) -> Self {
        let mut page = Page::clone(&self.0.page);
        let mut parses = self.0.parses.clone();
        for (index, (applet, parses)) in page.applets.iter_mut().zip(&mut parses).enumerate() {
            let scripts = applet.scripts.iter_mut().zip(parses).enumerate();
            for (place, (script, parse)) in scripts {
                let Some(other) = other(index, place) else {
                    continue;
                };
                // From behind: what stands before an edit is where it was.
                for edit in other.edits.iter().rev() {
                    script.source = script.source.with_part(edit.range, &edit.insert);
                }
                *parse = other.tree;
            }
        }
        let libraries = self.0.libraries.clone();
        let imported = all_imported(&page, &parses, libraries.as_deref(), Some(&self.0));
        Self(Arc::new(Inner {
            name: Arc::clone(&self.0.name),
            text: Arc::clone(&self.0.text),
            file: Arc::clone(&self.0.file),
            page: Arc::new(page),
            parses,
            imported,
            libraries,
            blocks: OnceLock::new(),
        }))
    }

    /// The file's name, as given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// The line of an offset, from 1.
    pub fn line(&self, offset: TextSize) -> usize {
        self.line_column(offset).0
    }

    /// The line of an offset and its column in characters, both from 1. Offsets within a character or
    /// past the end are those before. Takes no longer in a long line.
    pub fn line_column(&self, offset: TextSize) -> (usize, usize) {
        let offset = self.0.text.floor_char_boundary(offset.into());
        let text = self.0.text.as_bytes();
        let blocks = self.0.blocks.get_or_init(|| {
            let blocks = text.chunks(BLOCK).scan(Place::default(), |place, block| {
                *place = place.behind(block);
                Some(*place)
            });
            std::iter::once(Place::default()).chain(blocks).collect()
        });
        let block = offset / BLOCK;
        let Place { line, column } = blocks[block].behind(&text[block * BLOCK..offset]);
        (line + 1, column + 1)
    }

    /// The applets, scripts and problems of the file.
    #[must_use]
    pub fn page(&self) -> &Page {
        &self.0.page
    }

    /// The applets of the file.
    #[must_use]
    pub fn applets(&self) -> &[Applet] {
        &self.0.page.applets
    }

    /// The parsed scripts of an applet, in its order.
    #[must_use]
    pub fn parses(&self, applet: usize) -> &[Parse] {
        self.0.parses.get(applet).map_or(&[], Vec::as_slice)
    }

    /// What the scripts of an applet import while they run.
    pub fn imported(&self, applet: usize) -> &[Imported] {
        self.0.imported.get(applet).map_or(&[], Vec::as_slice)
    }

    /// The calls `import("name")` of an applet's scripts, in the order of the text.
    pub fn import_calls(&self, applet: usize) -> Vec<ImportCall> {
        let found = self.applets().get(applet);
        found.map_or_else(Vec::new, |found| import_calls(found, self.parses(applet)))
    }

    /// The trees of an applet's scripts, in its order.
    pub fn scripts(&self, applet: usize) -> impl Iterator<Item = Script<'_>> {
        self.parses(applet)
            .iter()
            .filter_map(|parse| Script::cast(Node::new(&parse.green, TextSize::new(0))))
    }
}

/// The bytes of a block: so few that their line ends are counted in bytes, many at a time.
const BLOCK: usize = 128;

/// A line, and the characters before a place in it, both counted from 0.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// The place behind a block of text that begins here.
    fn behind(self, block: &[u8]) -> Self {
        let count = |bytes: &[u8], is_counted: fn(u8) -> bool| {
            let counted = bytes.iter().map(|byte| u8::from(is_counted(*byte)));
            usize::from(counted.sum::<u8>())
        };
        let characters = |bytes| count(bytes, |byte| byte & 0b1100_0000 != 0b1000_0000);
        match block.iter().rposition(|byte| *byte == b'\n') {
            None => Self {
                column: self.column + characters(block),
                ..self
            },
            Some(last) => Self {
                line: self.line + count(block, |byte| byte == b'\n'),
                column: characters(&block[last + 1..]),
            },
        }
    }
}

/// For each applet of a page, what its scripts import while they run.
fn all_imported(
    page: &Page,
    parses: &[Vec<Parse>],
    libraries: Option<&dyn Libraries>,
    old: Option<&Inner>,
) -> Vec<Vec<Imported>> {
    let applets = page.applets.iter().zip(parses).enumerate();
    let all = applets.map(|(index, (applet, parses))| {
        let old = old.and_then(|old| old.imported.get(index));
        let old = old.map_or(&[][..], Vec::as_slice);
        libraries.map(|libraries| imported(applet, parses, libraries, old))
    });
    all.map(Option::unwrap_or_default).collect()
}

/// What the scripts of an applet import while they run, and what that imports.
fn imported(
    applet: &Applet,
    parses: &[Parse],
    libraries: &dyn Libraries,
    old: &[Imported],
) -> Vec<Imported> {
    let mut found: Vec<Imported> = Vec::new();
    let calls = import_calls(applet, parses).into_iter().rev();
    let mut named: Vec<(String, TextRange)> = calls.map(|call| (call.name, call.range)).collect();
    while let Some((name, range)) = named.pop() {
        if found.len() == MAX_IMPORTED || found.iter().any(|library| library.name == name) {
            continue;
        }
        // What is not there is said when it is imported.
        let Ok(text) = libraries.read(&library_path(&name)) else {
            continue;
        };
        let same = |library: &&Imported| library.name == name && library.text == text;
        let parse = match old.iter().find(same) {
            Some(library) => library.parse.clone(),
            None => parse(&text),
        };
        let inner = imports(&parse, &text);
        let needs = inner.iter().filter(|call| call.is_certain);
        found.push(Imported {
            name,
            range,
            text,
            needs: needs.map(|call| call.name.clone()).collect(),
            parse,
        });
        named.extend(inner.into_iter().map(|call| (call.name, range)));
    }
    found
}

/// Libraries that import one another in a circle, whatever happens: where the page names the first
/// of each circle, and their files.
pub fn import_cycles(imported: &[Imported]) -> Vec<(TextRange, Vec<String>)> {
    let file = |library: &Imported| library_path(&library.name);
    let files: Vec<String> = imported.iter().map(file).collect();
    // The same file may be there under two names.
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    for (place, file) in files.iter().enumerate() {
        places.entry(file).or_insert(place);
    }
    let needs = |library: usize| {
        let needs = imported[library].needs.iter();
        let needs = needs.filter_map(|name| places.get(library_path(name).as_str()).copied());
        needs.collect::<BTreeSet<_>>()
    };
    let mut cycles: Vec<(TextRange, Vec<String>)> = Vec::new();
    let mut done = vec![false; imported.len()];
    for start in 0..imported.len() {
        // The way down from the start; with each library, what it needs and is not looked at yet.
        let mut way = vec![(
            start,
            if done[start] {
                BTreeSet::new()
            } else {
                needs(start)
            },
        )];
        while let Some((library, left)) = way.last_mut() {
            let Some(next) = left.pop_first() else {
                done[*library] = true;
                way.pop();
                continue;
            };
            if let Some(first) = way.iter().position(|(library, _)| *library == next) {
                let circle = way[first..]
                    .iter()
                    .map(|(library, _)| files[*library].clone());
                cycles.push((imported[next].range, circle.collect()));
            } else if !done[next] {
                way.push((next, needs(next)));
            }
        }
    }
    cycles
}

fn import_calls(applet: &Applet, parses: &[Parse]) -> Vec<ImportCall> {
    let scripts = applet.scripts.iter().zip(parses);
    let calls = scripts.flat_map(|(script, parse)| {
        let calls = imports(parse, script.source.text()).into_iter();
        calls.map(|call| ImportCall {
            range: script.source.to_file(call.range),
            ..call
        })
    });
    calls.collect()
}

/// A call `import("name")`.
#[derive(Clone, Debug)]
pub struct ImportCall {
    /// The library.
    pub name: String,
    /// The place of the string that names it.
    pub range: TextRange,
    /// Whether the script makes it in any case.
    is_certain: bool,
}

/// The calls `import("name")` of a script.
fn imports(parse: &Parse, text: &str) -> Vec<ImportCall> {
    const IMPORT: &str = "import";
    let mut found = Vec::new();
    let mut windows = text.as_bytes().windows(IMPORT.len());
    if !windows.any(|word| word.eq_ignore_ascii_case(IMPORT.as_bytes())) {
        return found;
    }
    let mut nodes = vec![(Node::new(&parse.green, TextSize::new(0)), true)];
    while let Some((node, is_certain)) = nodes.pop() {
        let children = nodes.len();
        let always =
            is_certain && !matches!(node.kind(), SyntaxKind::CALL_EXPR | SyntaxKind::ASSIGN_EXPR);
        nodes.extend(node.children().map(|child| (child, always)));
        nodes[children..].reverse();
        if let Some(Expr::Call(call)) = Expr::cast(node)
            && let Some((name, range)) = constant_import(call)
        {
            found.push(ImportCall {
                name,
                range,
                is_certain,
            });
        }
    }
    found
}

fn constant_import(call: Call<'_>) -> Option<(String, TextRange)> {
    let mut arguments = call.arguments();
    let Argument::Expr(Expr::Literal(literal)) = arguments.next()? else {
        return None;
    };
    let LiteralValue::String(name) = literal.value() else {
        return None;
    };
    let builtin = builtins::find(&call.name(), 1).filter(|_| arguments.next().is_none());
    let is_import = builtin.is_some_and(|builtin| builtin.is(Intrinsic::Import));
    is_import.then(|| (name.to_owned(), Expr::Literal(literal).range()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_difference_makes_the_new_text(old in "[aäß;\n ]{0,12}", new in "[aäß;\n ]{0,12}") {
            match TextEdit::between(&old, &new) {
                None => prop_assert_eq!(old, new),
                Some(edit) => {
                    let mut text = old;
                    text.replace_range(
                        usize::from(edit.range.start())..usize::from(edit.range.end()),
                        &edit.insert,
                    );
                    prop_assert_eq!(text, new);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_line_is_behind_those_that_end_before(lines in proptest::collection::vec(0..40_usize, 0..30)) {
            let lines = lines.into_iter().map(|length| "x".repeat(length) + "\n");
            let text: String = lines.collect();
            let document = Document::open("test.cindyscript", text.as_str());
            for offset in 0..=text.len() {
                let expected = 1 + text[..offset].matches('\n').count();
                prop_assert_eq!(document.line(TextSize::new(offset as u32)), expected);
            }
        }

        #[test]
        fn column_of_an_offset_counts_characters(words in proptest::collection::vec("[a\nß😀]{0,90}", 0..9)) {
            let text = words.concat();
            let document = Document::open("test.cindyscript", text.as_str());
            for offset in 0..=text.len() + 3 {
                let before = &text[..text.floor_char_boundary(offset)];
                let line = before.rsplit('\n').next().unwrap_or_default();
                let expected = (1 + before.matches('\n').count(), 1 + line.chars().count());
                prop_assert_eq!(document.line_column(TextSize::new(offset as u32)), expected);
            }
        }
    }

    /// A page in which much depends on where things stand.
    const PAGE: &str = "<script id='csinit' type='text/x-cindyscript'>a = 1;</script>\n\
        <script type='text/x-cindyscript' id='other'>nothing</script>\n\
        <script type='text/x-cindyscript' id='csdraw'>\nb = \"ä\"; draw(A);\n</script>\n\
        <div id='c' width=3></div><script>var text = 'c = 1;\\n' + 'd = 2;';\n\
        CindyJS({scripts: 'cs*', csmouseup: text, tickscript: 'x', odd: 1, ports: [{id: 'c',\n\
        transform: [{scale: 2}]}], geometry: [{name: 'A', type: 'Free', pos: [1, 2], odd: {s: 'é'}},\n\
        {name: 'B', type: 'Button', pos: [1, 1], script: 'e = 3'}], images: {cat: 'cat.png'},\n\
        import: {init: ['lib']}});</script><script id='cskeydown' type='text/x-cindyscript'></script>";

    /// A library that is always there.
    #[derive(Debug)]
    struct Always;

    impl Libraries for Always {
        fn read(&self, _: &str) -> Result<Arc<str>, String> {
            Ok("lib = 1;".into())
        }

        fn missing(&self, image: &Image) -> Option<String> {
            Some(format!("no {}", image.name))
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_page_that_is_edited_is_the_page_that_is_read(
            edits in prop::collection::vec(
                (0.0..1.0f64, 0..6usize, prop::sample::select(vec![
                    "", "", "x", "\n", "ü", "<", "</", "</script>", "<!--", "-->", "'", "import(\"a\")",
                    "<script id='csdraw' type='text/x-cindyscript'>", "\0", "\r\n",
                ])),
                1..6,
            ),
        ) {
            let libraries: Arc<dyn Libraries> = Arc::new(Always);
            let mut document = Document::open_with("a.html", PAGE, Arc::clone(&libraries));
            let mut text = PAGE.to_owned();
            for (place, removed, part) in edits {
                let boundary = |mut at: usize| {
                    while !text.is_char_boundary(at) {
                        at -= 1;
                    }
                    at
                };
                let start = boundary((text.len() as f64 * place) as usize);
                let end = boundary((start + removed).min(text.len())).max(start);
                text.replace_range(start..end, part);
                document = document.update(text.as_str());
                let fresh = Document::open_with("a.html", text.as_str(), Arc::clone(&libraries));
                prop_assert_eq!(document.page(), fresh.page(), "{}", text);
                prop_assert_eq!(&document.0.file, &fresh.0.file);
            }
        }
    }

    #[test]
    fn an_edit_of_a_script_reads_no_javascript_again() {
        let is_kept = |from: &str, to: &str| {
            let document = Document::open("a.html", PAGE);
            document
                .0
                .edited_file(&PAGE.replacen(from, to, 1))
                .is_some()
        };
        assert!(is_kept("draw(A)", "draw(A, size -> 3)"));
        assert!(is_kept("a = 1;", ""));
        assert!(is_kept("nothing", "some < thing"));
        assert!(!is_kept("draw(A)", "draw(A)</script>"));
        assert!(!is_kept("draw(A)", "<!-- draw(A)"));
        assert!(!is_kept("tickscript: 'x'", "tickscript: 'y'"));
        assert!(!is_kept("id='csdraw'", "id='csmove'"));
        assert!(!is_kept("scale: 2", "scale: 3"));
    }

    #[test]
    fn an_update_is_a_fresh_start() {
        let page = "<script type='text/x-cindyscript' id='csdraw'>a = 1; b = 2;</script>\
            <script>CindyJS({scripts: 'cs*'})</script>";
        let first = Document::open("a.html", page);
        let changed = page.replace("b = 2", "b = f(2)");
        let second = first.update(changed.as_str());
        let fresh = Document::open("a.html", changed);
        assert_eq!(second.applets(), fresh.applets());
        for (a, b) in second.parses(0).iter().zip(fresh.parses(0)) {
            assert_eq!(a.green, b.green);
        }
    }
}
