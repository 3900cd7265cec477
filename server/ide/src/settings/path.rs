//! Where a place is in the settings of an applet, by the brackets and keys before it: a call that is
//! being written is no JavaScript yet.

use cindyscript_applet::Settings;
use text_size::{TextRange, TextSize};

/// How the calls begin that make applets.
pub(crate) const CALLS: [&str; 2] = ["CindyJS", "createCindy"];

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
    /// Whether the place is directly in a list.
    pub(crate) is_in_list: bool,
    /// The objects before that around the place that have a name, as far as they are closed.
    pub(crate) named: Vec<Object>,
    /// The innermost object, as far as it stands before the place and behind it.
    pub(crate) beside: Object,
    /// How many words stand before the place in the value that it is part of.
    pub(crate) nth: usize,
}

/// What is read of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Object {
    /// Its keys, each with the words and strings of its value, but for those of objects in it.
    settings: Vec<(String, Vec<String>)>,
}

impl Object {
    /// Its keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &str> {
        self.settings.iter().map(|(key, _)| key.as_str())
    }

    /// The words of the value of a key, if the key is there.
    pub(crate) fn words(&self, key: &str) -> Option<&[String]> {
        let mut settings = self.settings.iter();
        let setting = settings.find(|(known, _)| known == key);
        setting.map(|(_, words)| words.as_slice())
    }

    /// The first word of the value of a key.
    pub(crate) fn word(&self, key: &str) -> Option<&str> {
        Some(self.words(key)?.first()?.as_str())
    }

    /// The key whose value was begun last, with the words of that.
    fn last(&self) -> Option<&(String, Vec<String>)> {
        self.settings.last()
    }
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
            ["behavior"] | ["behavior", "behavior"] => Some(Settings::Behavior),
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
    let calls = CALLS.iter().flat_map(|call| before.match_indices(call));
    let mut starts: Vec<usize> = calls.map(|(start, _)| start).collect();
    starts.sort_unstable_by_key(|&start| std::cmp::Reverse(start));
    // One may stand in a comment.
    starts
        .into_iter()
        .find_map(|start| in_call_at(text, before, start))
}

fn in_call_at(text: &str, before: &str, start: usize) -> Option<Path> {
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

/// The most variables before a place of which the value is read.
const VARIABLES: usize = 64;

/// A place in the value of a variable that a call names: `var gslp = [...]; CindyJS({geometry: gslp})`.
fn in_variable(text: &str, before: &str) -> Option<Path> {
    let values = before.rmatch_indices('=').filter_map(|(equals, _)| {
        let behind = before.get(equals + 1..)?.trim_start();
        behind.starts_with(['[', '{']).then_some((equals, behind))
    });
    let mut values = values.take(VARIABLES);
    values.find_map(|(equals, behind)| {
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
    /// The place of the innermost object among the frames: this one, or one around it.
    innermost_object: Option<usize>,
    /// What is read of the object; the last key is that of the value that is being written.
    object: Object,
    /// Whether a colon stands behind the last key.
    in_value: bool,
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    frames: Vec<Frame>,
    named: Vec<Object>,
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
            named: Vec::new(),
            word: None,
        }
    }

    /// Reads up to the place; none if that is in no object of the call, or in a comment.
    fn scan(&mut self) -> Option<()> {
        while self.at < self.end {
            self.step()?;
        }
        Some(())
    }

    /// Reads a bracket, a string, a word or a sign; none where the outermost bracket closes.
    fn step(&mut self) -> Option<()> {
        let rest = self.text.get(self.at..self.end)?;
        let char = rest.chars().next()?;
        let start = self.at;
        self.at += char.len_utf8();
        self.word = None;
        match char {
            '{' | '[' | '(' => self.open(char == '{'),
            '}' | ']' | ')' => {
                // What follows is no part of it any more.
                if self.frames.len() < 2 {
                    return None;
                }
                let closed = self.frames.pop()?.object;
                if closed.word("name").is_some() {
                    self.named.push(closed);
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
                self.at = start + rest.get(2..)?.find("*/")? + 4;
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

    fn open(&mut self, is_object: bool) {
        let innermost_object = match is_object {
            true => Some(self.frames.len()),
            false => self
                .frames
                .last()
                .and_then(|around| around.innermost_object),
        };
        self.frames.push(Frame {
            is_object,
            innermost_object,
            ..Frame::default()
        });
    }

    /// The innermost object.
    fn innermost(&mut self) -> Option<&mut Frame> {
        let place = self.frames.last()?.innermost_object?;
        self.frames.get_mut(place)
    }

    /// A word or the text of a string: a key, or part of the value of the last one.
    fn see(&mut self, word: &str) {
        let is_in_list = self.frames.last().is_some_and(|frame| !frame.is_object);
        let Some(frame) = self.innermost() else {
            return;
        };
        let settings = &mut frame.object.settings;
        if !is_in_list && !frame.in_value {
            settings.push((word.to_owned(), Vec::new()));
        } else if let Some((_, words)) = settings.last_mut() {
            words.push(word.to_owned());
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
        let innermost = self.frames.last()?;
        let is_in_list = !innermost.is_object;
        let part = match innermost.is_object && !innermost.in_value {
            true => Part::Key,
            false => Part::Value,
        };
        if self.word.is_some() && quote.is_none() {
            self.forget(part);
        }
        let values = self
            .frames
            .iter()
            .filter(|frame| frame.is_object && frame.in_value);
        let keys = values
            .filter_map(|frame| Some(frame.object.last()?.0.clone()))
            .collect();
        let nth = self
            .innermost()
            .and_then(|frame| Some(frame.object.last()?.1.len()));
        let offset = |place: usize| TextSize::try_from(place).ok();
        Some(Path {
            keys,
            part,
            word: TextRange::new(offset(start)?, offset(end)?),
            is_quoted: quote.is_some(),
            is_in_list,
            named: std::mem::take(&mut self.named),
            beside: self.object(part, end + quote.map_or(0, char::len_utf8)),
            nth: nth.unwrap_or_default(),
        })
    }

    /// A word that is being written is none yet.
    fn forget(&mut self, part: Part) {
        if let Some(frame) = self.innermost() {
            let settings = &mut frame.object.settings;
            match part {
                Part::Key => drop(settings.pop()),
                Part::Value => drop(settings.last_mut().map(|(_, words)| words.pop())),
            }
        }
    }

    /// The innermost object, read on from behind the word at the place; what is not closed as if it
    /// went on to the end of the text.
    fn object(mut self, part: Part, behind: usize) -> Object {
        let innermost = self.frames.last().and_then(|frame| frame.innermost_object);
        let Some(own) = innermost else {
            return Object::default();
        };
        self.frames.drain(..own);
        for frame in &mut self.frames {
            frame.innermost_object = Some(0);
        }
        // The value behind a key that is being written is not that of the key before.
        if let (Part::Key, Some(frame)) = (part, self.frames.first_mut()) {
            frame
                .object
                .settings
                .push(<(String, Vec<String>)>::default());
        }
        (self.at, self.end) = (behind, self.text.len());
        while self.at < self.end && self.step().is_some() {}
        let frame = self.frames.into_iter().next().unwrap_or_default();
        let mut object = frame.object;
        object.settings.retain(|(key, _)| !key.is_empty());
        object
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
                keys, part, nth, ..
            } = &path;
            let written = |object: &Object| {
                let settings = object.settings.iter();
                let settings = settings.map(|(key, words)| match words.is_empty() {
                    true => key.clone(),
                    false => format!("{key}: {}", words.join(" ")),
                });
                settings.collect::<Vec<_>>().join(", ")
            };
            let named: Vec<String> = path.named.iter().map(written).collect();
            let beside = written(&path.beside);
            format!("{part:?} {word:?} in {keys:?}, {nth} of {{{beside}}}, named {named:?}")
        });
        expected.assert_eq(&shown);
    }

    #[test]
    fn paths() {
        check(
            "CindyJS({po|",
            &expect![[r#"Key "po" in [], 0 of {}, named []"#]],
        );
        check(
            "var a = CindyJS({ports: [{id: 'a', wi|dth: 1}]})",
            &expect![[r#"Key "width" in ["ports"], 1 of {id: a}, named []"#]],
        );
        check(
            "CindyJS({geometry: [{name: 'A', type: \"Fr|",
            &expect![[r#"Value "Fr" in ["geometry", "type"], 0 of {name: A, type}, named []"#]],
        );
        check(
            "CindyJS({geometry: [{name: 'A', pos: [1, 2]}, {args: ['|']",
            &expect![[
                r#"Value "" in ["geometry", "args"], 0 of {args}, named ["name: A, pos: 1 2"]"#
            ]],
        );
        check(
            "CindyJS({/* a: { */ \"use|\": [",
            &expect![[r#"Key "use" in [], 0 of {}, named []"#]],
        );
        check(
            "CindyJS({ // see CindyJS (manual)\n ports: [{ | }]})",
            &expect![[r#"Key "" in ["ports"], 0 of {}, named []"#]],
        );
        check(
            "CindyJS.newInstance({x: \"}\\\"\", |",
            &expect![[r#"Key "" in [], 1 of {x: }\"}, named []"#]],
        );
        check(
            "var gslp = [{name: 'A', type: '|'}]; CindyJS({geometry: gslp});",
            &expect![[r#"Value "" in ["geometry", "type"], 0 of {name: A, type}, named []"#]],
        );
        check("gslp=[{name: 'A'}, {args: ['|", &expect!["nothing"]);
        check(
            "let all = {ports: [{|}]}; CindyJS(all);",
            &expect![[r#"Key "" in ["ports"], 0 of {}, named []"#]],
        );
        check(
            "var gslp = [{name: 'A'}]; f({|}); CindyJS({geometry: gslp});",
            &expect!["nothing"],
        );
        check(
            "CindyJS({geometry: [{name: 'A', type: 'Free'}, {|, args: ['A'], labelpos: {x: 1}}], scripts: 'cs*'",
            &expect![[
                r#"Key "" in ["geometry"], 0 of {args: A, labelpos}, named ["name: A, type: Free"]"#
            ]],
        );
        check(
            "CindyJS({geometry: [{ty|: 'Free', args: ['A', 'B']}]})",
            &expect![[r#"Key "ty" in ["geometry"], 0 of {args: A B}, named []"#]],
        );
        check(
            "CindyJS({geometry: [{type: '|', args: ['A', 'B']}]})",
            &expect![[r#"Value "" in ["geometry", "type"], 0 of {type, args: A B}, named []"#]],
        );
        check(
            "CindyJS({geometry: [{args: ['A', B|, 'C'], type: 'Poly'}]})",
            &expect![[
                r#"Value "B" in ["geometry", "args"], 1 of {args: A C, type: Poly}, named []"#
            ]],
        );
        check(
            "CindyJS({geometry: [{name: 'A', |\n{name: 'B'}",
            &expect![[r#"Key "" in ["geometry"], 1 of {name: A}, named []"#]],
        );
        check("CindyJS({a: 1}); b = {|", &expect!["nothing"]);
        check("CindyJS({a: 1, // b|", &expect!["nothing"]);
        check("a = {|", &expect!["nothing"]);
    }
}
