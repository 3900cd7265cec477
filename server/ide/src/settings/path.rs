//! Where a place is in the settings of an applet, by the brackets and keys before it: a call that is
//! being written is no JavaScript yet.

use cindyscript_applet::Settings;
use text_size::{TextRange, TextSize};

/// How the calls begin that make applets.
const CALLS: [&str; 2] = ["CindyJS", "createCindy"];

/// A place in the settings of an applet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// The keys that lead there from the outermost object; a list adds nothing.
    pub(crate) keys: Vec<String>,
    /// What the place is part of.
    pub(crate) part: Part,
    /// The word, in bytes of the file: of a string all that is in its quotes.
    pub(crate) word: TextRange,
    /// Whether the word stands in quotes.
    pub(crate) is_quoted: bool,
    /// The values of `name` in the objects before that around the place.
    pub(crate) names: Vec<String>,
    /// The keys before the place in the innermost object.
    pub(crate) siblings: Vec<String>,
}

impl Path {
    /// The kind of object that the place is in; none if no such object is known.
    pub(crate) fn object(&self) -> Option<Settings> {
        let keys: Vec<&str> = self.keys.iter().map(String::as_str).collect();
        match keys.as_slice() {
            [] => Some(Settings::Applet),
            ["ports"] => Some(Settings::Port),
            ["geometry"] => Some(Settings::Element),
            ["animation"] => Some(Settings::Animation),
            ["defaultAppearance"] => Some(Settings::Appearance),
            _ => None,
        }
    }
}

/// What a place of an object or list is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Key,
    Value,
}

/// Where an offset of a file is in the settings of an applet; none outside of them and in comments.
pub(crate) fn path(text: &str, offset: TextSize) -> Option<Path> {
    let before = text.get(..usize::from(offset))?;
    in_call(text, before).or_else(|| in_variable(text, before))
}

/// A place in the brackets of the last call before it.
fn in_call(text: &str, before: &str) -> Option<Path> {
    let start = CALLS.iter().filter_map(|call| before.rfind(call)).max()?;
    let open = start + before.get(start..)?.find('(')?;
    // `CindyJS.newInstance(`
    let name = before.get(start..open)?;
    let is_call = name
        .chars()
        .all(|c| c.is_alphanumeric() || c == '.' || c.is_whitespace());
    if !is_call {
        return None;
    }
    let mut scanner = Scanner::new(text, open + 1, before.len());
    scanner.scan()?;
    scanner.path()
}

/// A place in the value of a variable that a call names: `var gslp = [...]; CindyJS({geometry: gslp})`.
fn in_variable(text: &str, before: &str) -> Option<Path> {
    before.rmatch_indices('=').find_map(|(equals, _)| {
        let behind = before.get(equals + 1..)?.trim_start();
        if !behind.starts_with(['[', '{']) {
            return None;
        }
        let name = before.get(..equals)?.trim_end();
        let name = name.rsplit(|c| !is_word(c)).next()?;
        let key = setting_of(text, name)?;
        let mut scanner = Scanner::new(text, before.len() - behind.len(), before.len());
        scanner.scan()?;
        let mut path = scanner.path()?;
        path.keys.splice(..0, key.map(str::to_owned)).for_each(drop);
        Some(path)
    })
}

/// The key whose value a variable is in the settings of an applet; without a key it is all of them.
/// None if the text gives the variable to no applet.
fn setting_of<'t>(text: &'t str, name: &str) -> Option<Option<&'t str>> {
    if name.is_empty() || !CALLS.iter().any(|call| text.contains(call)) {
        return None;
    }
    text.match_indices(name).find_map(|(at, _)| {
        let behind = text.get(at + name.len()..)?.trim_start();
        let before = text.get(..at)?.trim_end();
        if !behind.starts_with([',', '}', ')']) {
            return None;
        }
        if let Some(call) = before.strip_suffix('(') {
            let call = call.trim_end();
            return CALLS
                .iter()
                .any(|name| call.ends_with(name))
                .then_some(None);
        }
        let key = before.strip_suffix(':')?.trim_end();
        let key = key.trim_end_matches(['"', '\'']);
        let key = key.rsplit(|c| !is_word(c)).next()?;
        Settings::Applet.names().contains(&key).then_some(Some(key))
    })
}

/// An open bracket.
#[derive(Debug, Default)]
struct Frame {
    is_object: bool,
    /// The keys so far; the last one is that of the value that is being written.
    keys: Vec<String>,
    /// Whether a colon stands behind the last key.
    in_value: bool,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    frames: Vec<Frame>,
    names: Vec<String>,
    /// The word at the end: where it begins, and its quotation mark.
    word: Option<(usize, Option<char>)>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, at: usize, end: usize) -> Self {
        Self {
            text,
            at,
            end,
            frames: Vec::new(),
            names: Vec::new(),
            word: None,
        }
    }

    /// Reads up to the place; none if that is in no object of the call, or in a comment.
    fn scan(&mut self) -> Option<()> {
        while self.at < self.end {
            let rest = self.text.get(self.at..self.end)?;
            let char = rest.chars().next()?;
            let start = self.at;
            self.at += char.len_utf8();
            self.word = None;
            match char {
                '{' | '[' | '(' => self.frames.push(Frame {
                    is_object: char == '{',
                    ..Frame::default()
                }),
                '}' | ']' | ')' => {
                    self.frames.pop()?;
                    // What follows is no part of it any more.
                    if self.frames.is_empty() {
                        return None;
                    }
                }
                ',' => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.in_value = false;
                    }
                }
                ':' => {
                    if let Some(frame) = self.frames.last_mut() {
                        frame.in_value = true;
                    }
                }
                '"' | '\'' | '`' => self.string(char),
                '/' if rest.starts_with("//") => {
                    self.at = start + rest.find('\n')?;
                }
                '/' if rest.starts_with("/*") => {
                    self.at = start + rest.find("*/")? + 2;
                }
                char if is_word(char) => {
                    let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                    self.at = start + length;
                    self.see(rest.get(..length)?);
                    if self.at == self.end {
                        self.word = Some((start, None));
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Reads the rest of a string.
    fn string(&mut self, quote: char) {
        let content = self.at;
        let mut is_escaped = false;
        while let Some(char) = self
            .text
            .get(self.at..self.end)
            .and_then(|it| it.chars().next())
        {
            self.at += char.len_utf8();
            if is_escaped {
                is_escaped = false;
            } else if char == '\\' {
                is_escaped = true;
            } else if char == quote {
                let text = self.text.get(content..self.at - 1).unwrap_or_default();
                self.see(text);
                return;
            }
        }
        self.word = Some((content, Some(quote)));
    }

    /// A word or the text of a string.
    fn see(&mut self, word: &str) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if frame.is_object && !frame.in_value {
            frame.keys.push(word.to_owned());
        } else if frame.keys.last().is_some_and(|key| key == "name") {
            self.names.push(word.to_owned());
        }
    }

    fn path(mut self) -> Option<Path> {
        let (start, quote) = self.word.unwrap_or((self.end, None));
        let behind = self.text.get(self.end..)?;
        let length = match quote {
            Some(quote) => behind.find([quote, '\n']),
            None => behind.find(|c| !is_word(c)),
        };
        let end = self.end + length.unwrap_or(behind.len());
        let innermost = self.frames.last_mut()?;
        let part = match innermost.is_object && !innermost.in_value {
            true => Part::Key,
            false => Part::Value,
        };
        // A key that is being written is none yet.
        if part == Part::Key && self.word.is_some() && quote.is_none() {
            innermost.keys.pop();
        }
        let siblings = innermost.keys.clone();
        // An element is not computed from itself.
        let own = self.frames.iter().rev().find(|frame| frame.is_object);
        if own.is_some_and(|frame| frame.keys.iter().any(|key| key == "name")) {
            self.names.pop();
        }
        let values = self
            .frames
            .iter()
            .filter(|frame| frame.is_object && frame.in_value);
        let keys = values
            .filter_map(|frame| frame.keys.last().cloned())
            .collect();
        let offset = |place: usize| TextSize::try_from(place).ok();
        Some(Path {
            keys,
            part,
            word: TextRange::new(offset(start)?, offset(end)?),
            is_quoted: quote.is_some(),
            names: self.names,
            siblings,
        })
    }
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '$')
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: &Expect) {
        let at = text.find('|').expect("a mark");
        let text = text.replacen('|', "", 1);
        let path = path(&text, TextSize::try_from(at).expect("short"));
        let shown = path.map_or("nothing".to_owned(), |path| {
            let word = &text[path.word];
            let Path {
                keys,
                part,
                siblings,
                names,
                ..
            } = path;
            format!("{part:?} {word:?} in {keys:?} after {siblings:?}, names {names:?}")
        });
        expected.assert_eq(&shown);
    }

    #[test]
    fn paths() {
        check(
            "CindyJS({po|",
            &expect![[r#"Key "po" in [] after [], names []"#]],
        );
        check(
            "var a = CindyJS({ports: [{id: 'a', wi|dth: 1}]})",
            &expect![[r#"Key "width" in ["ports"] after ["id"], names []"#]],
        );
        check(
            "CindyJS({geometry: [{name: 'A', type: \"Fr|",
            &expect![[r#"Value "Fr" in ["geometry", "type"] after ["name", "type"], names []"#]],
        );
        check(
            "CindyJS({geometry: [{name: 'A', pos: [1, 2]}, {args: ['|']",
            &expect![[r#"Value "" in ["geometry", "args"] after [], names ["A"]"#]],
        );
        check(
            "CindyJS({/* a: { */ \"use|\": [",
            &expect![[r#"Key "use" in [] after [], names []"#]],
        );
        check(
            "CindyJS.newInstance({x: \"}\\\"\", |",
            &expect![[r#"Key "" in [] after ["x"], names []"#]],
        );
        check(
            "var gslp = [{name: 'A', type: '|'}]; CindyJS({geometry: gslp});",
            &expect![[r#"Value "" in ["geometry", "type"] after ["name", "type"], names []"#]],
        );
        check("gslp=[{name: 'A'}, {args: ['|", &expect!["nothing"]);
        check(
            "let all = {ports: [{|}]}; CindyJS(all);",
            &expect![[r#"Key "" in ["ports"] after [], names []"#]],
        );
        check(
            "var gslp = [{name: 'A'}]; f({|}); CindyJS({geometry: gslp});",
            &expect!["nothing"],
        );
        check("CindyJS({a: 1}); b = {|", &expect!["nothing"]);
        check("CindyJS({a: 1, // b|", &expect!["nothing"]);
        check("a = {|", &expect!["nothing"]);
    }
}
