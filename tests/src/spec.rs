//! A specification that executes: Markdown whose code blocks say what the analysis must find.
//!
//! Blocks marked `cindyscript` are read as scripts, blocks marked `html` as pages. Comments in
//! them are claims; at the end of a line they are about that line, on a line of their own about
//! the next line of code. Several claims on one line are separated by ` // `.
//!
//! | claim | what it says |
//! |---|---|
//! | `// revealed: complex` | the type of the last assignment's target or expression of the line; of a function, `int -> int`, its signatures separated by `\|` |
//! | `// revealed: sqrt(a): complex; a: int` | the types of these places of the line |
//! | `// U: 1/2; seconds()` | these are computed once a frame |
//! | `// D: \|#\|; #` | these are computed at every pixel |
//! | `// pixel: x, y` | the names of the pixel of the colorplot that begins here |
//! | `// error: [code] part` | a diagnostic begins here whose message or help has this part (both, if `; help: ` stands between); also `warning`, `information` and `hint` |
//! | `// related: part` | some diagnostic points here with these words |
//! | `// fix: text` | the line reads so after the fix of a diagnostic of this block, which is then not said any more; nor is anything new |
//! | `// action: part` | at this line a code action is offered whose title has this part; it brings no error |
//! | `// value: EXPRESSION is VALUE` | after the fixes, and after each action, the expression has this value; before them it has not, or if ` as before` follows, it has |
//! | `// prints: text` | the same of what the scripts print, its lines joined by ` / ` |
//! | `// paints: [x, y] is VALUE` | the same of the first colorplot at a place |
//! | `// draws: number` | the same of the number of things that are drawn |
//!
//! Errors and warnings that no claim expects are failures; hints need not be claimed. With
//! [`check_all`], hints and fixes have to be claimed as well. The safe fixes of a block are made together
//! as well, and leave nothing that they are for.

mod notation;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use cindyscript_hir::document::Document;
use cindyscript_ide::code_actions::{FileEdit, applied, code_actions, fix_all};
use cindyscript_ide::hover::{Hover, hover};

use cindyscript_diagnostic::{Code, Diagnostic, Fix, Severity};
use cindyscript_ide::unused::unused;
use cindyscript_ide::{Analysis, analyse};
use text_size::{TextRange, TextSize};

use notation::{Block, Claim, Line, blocks, default_subject, find, split_claims};

/// A question about an applet that has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question<'a> {
    /// The value of an expression.
    Value(&'a str),
    /// The output of its scripts.
    Prints,
    /// The value of its first colorplot at a place.
    Paints(&'a str),
    /// The number of things that it draws.
    Draws,
}

/// Runs the applet of a file, of which the name and the text are given, and answers a question.
pub type Run = fn(&str, &str, Question<'_>) -> String;

/// A line of our sources that offers fixes: the file and the number of the line.
pub type Site = (&'static str, u32);

/// How many claims a specification makes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Claims about types and about the split.
    pub types: usize,
    /// Claims about diagnostics.
    pub diagnostics: usize,
    /// Claims about fixes.
    pub fixes: usize,
    /// Texts about which something is claimed.
    pub blocks: usize,
    /// Claims about what an applet does after a fix or an action.
    pub outcomes: usize,
    /// Places in our sources that offer a fix after which a claim about the applet holds.
    pub sites: BTreeSet<Site>,
    /// The codes of the diagnostics that actions mend, after which it does.
    pub remedied: BTreeSet<Code>,
}

/// Checks all blocks of a Markdown file.
///
/// # Errors
///
/// All claims that do not hold and all diagnostics that nothing claims, a line each.
pub fn check(file: &str, markdown: &str) -> Result<Count, String> {
    check_with(file, markdown, Strictness::Problems, None)
}

/// Checks all blocks of a Markdown file that claims all that is said of them: hints too, and the
/// fixes.
///
/// # Errors
///
/// As [`check`], and all hints and fixes that nothing claims.
pub fn check_all(file: &str, markdown: &str, run: Run) -> Result<Count, String> {
    check_with(file, markdown, Strictness::All, Some(run))
}

/// What has to be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strictness {
    /// Errors and warnings.
    Problems,
    /// Hints and fixes as well.
    All,
}

fn check_with(
    file: &str,
    markdown: &str,
    strictness: Strictness,
    run: Option<Run>,
) -> Result<Count, String> {
    let mut count = Count::default();
    let mut failures = String::new();
    for block in blocks(markdown) {
        count.blocks += 1;
        let checker = Checker::new(&block, strictness, run);
        checker.run(&mut count, &mut |line, message| {
            let _ = writeln!(failures, "{file}:{}: {message}", block.line + line);
        });
    }
    if failures.is_empty() {
        Ok(count)
    } else {
        Err(failures)
    }
}

/// An action that was taken.
struct Acted {
    /// The text after it.
    text: String,
    /// The place that offers it, if it is the fix of a diagnostic.
    site: Option<Site>,
    /// The code of the diagnostic that it mends.
    code: Option<Code>,
}

fn site(fix: &Fix) -> Site {
    (fix.site.file(), fix.site.line())
}

struct Checker<'a> {
    name: &'static str,
    strictness: Strictness,
    /// Runs what a claim is about what it does.
    run: Option<Run>,
    document: Document,
    analysis: Analysis,
    lines: Vec<Line<'a>>,
    claims: Vec<Claim<'a>>,
}

impl<'a> Checker<'a> {
    fn new(block: &Block<'a>, strictness: Strictness, run: Option<Run>) -> Self {
        let document = Document::open(block.name, block.text);
        let analysis = analyse(&document);
        let (mut lines, mut claims, mut waiting) = (Vec::new(), Vec::new(), Vec::new());
        let mut start = 0;
        for (number, text) in block.text.split_inclusive('\n').enumerate() {
            let (code, said) = split_claims(text);
            let claim = |(keyword, text)| Claim {
                keyword,
                text,
                line: number,
                stands: number,
            };
            if code.trim().is_empty() {
                waiting.extend(said.into_iter().map(claim));
            } else {
                claims.extend(waiting.drain(..).map(|claim| Claim {
                    line: number,
                    ..claim
                }));
                claims.extend(said.into_iter().map(claim));
            }
            lines.push(Line { code, start });
            start += text.len();
        }
        // Claims after the last line of code are about nothing; they fail, since it is empty.
        claims.extend(waiting);
        Self {
            name: block.name,
            strictness,
            run,
            document,
            analysis,
            lines,
            claims,
        }
    }

    fn run(&self, count: &mut Count, fail: &mut dyn FnMut(usize, String)) {
        let mut claimed = vec![false; self.analysis.diagnostics.len()];
        let mut mended = vec![false; self.analysis.diagnostics.len()];
        let mut places = vec![None; self.claims.len()];
        for (claim, fixed) in self.claims.iter().zip(&mut places) {
            let result = match claim.keyword {
                "revealed" => self.revealed(claim, count),
                "U" => self.computed(claim, "computed once per frame on the CPU", count),
                "D" => self.computed(claim, "computed at every pixel", count),
                "pixel" => self.pixel(claim, count),
                "related" => self.related(claim, count),
                "action" | "value" | "prints" | "paints" | "draws" => Ok(()),
                "fix" => self
                    .fixed(claim, &mut mended, count)
                    .map(|place| *fixed = Some(place)),
                severity => self.diagnostic(claim, severity, &mut claimed, count),
            };
            if let Err(message) = result {
                fail(claim.stands, message);
            }
        }
        for (place, diagnostic) in self.analysis.diagnostics.iter().enumerate() {
            let line = self.line_of(diagnostic.range);
            if !diagnostic.code.severities().contains(&diagnostic.severity) {
                fail(
                    line,
                    format!("not as the registry says: {}", shown(diagnostic)),
                );
            }
            let is_hint = diagnostic.severity == Severity::Hint;
            let all = self.strictness == Strictness::All;
            if !claimed[place] && (all || !is_hint) {
                fail(line, format!("unexpected {}", shown(diagnostic)));
            }
            if all && !mended[place] && diagnostic.fix.is_some() {
                fail(line, format!("unclaimed fix of {}", shown(diagnostic)));
            }
        }
        if let Err(message) = self.fixed_at_once() {
            fail(0, message);
        }
        self.outcomes(&places, count, fail);
    }

    /// Asks what the applet does after the fixes and the actions that are claimed above each claim
    /// about it. `places` are the diagnostics that the claims about fixes are about.
    fn outcomes(
        &self,
        places: &[Option<usize>],
        count: &mut Count,
        fail: &mut dyn FnMut(usize, String),
    ) {
        let Some(run) = self.run else { return };
        let (mut fixes, mut actions, mut is_asked): (Vec<&Fix>, Vec<Acted>, bool) =
            Default::default();
        for (claim, place) in self.claims.iter().zip(places) {
            if std::mem::take(&mut is_asked) && matches!(claim.keyword, "fix" | "action") {
                fixes.clear();
                actions.clear();
            }
            if let Some(fix) = place.and_then(|place| self.analysis.diagnostics[place].fix.as_ref())
            {
                fixes.push(fix);
            }
            if claim.keyword == "action" {
                match self.action(claim) {
                    Ok(action) => actions.push(action),
                    Err(message) => fail(claim.stands, message),
                }
            }
            let (question, expected) = match question(claim) {
                None => continue,
                Some(Ok(question)) => question,
                Some(Err(message)) => {
                    fail(claim.stands, message);
                    continue;
                }
            };
            is_asked = true;
            count.outcomes += 1;
            let (expected, is_kept) = match expected.strip_suffix(" as before") {
                Some(expected) => (expected, true),
                None => (expected, false),
            };
            let before = run(self.name, self.document.text(), question);
            if (before == expected) != is_kept {
                fail(claim.stands, format!("it is `{before}` without the fix"));
            }
            let after_fixes = (!fixes.is_empty()).then(|| self.document_after(&fixes));
            let after_actions = actions.iter().map(|action| action.text.clone());
            let after: Vec<String> = after_fixes.into_iter().chain(after_actions).collect();
            if after.is_empty() {
                fail(
                    claim.stands,
                    "no fix and no action is claimed above".to_owned(),
                );
            }
            for text in after {
                let found = run(self.name, &text, question);
                if found != expected {
                    fail(claim.stands, format!("it is `{found}` after the fix"));
                }
            }
            count.sites.extend(fixes.iter().map(|fix| site(fix)));
            for action in &actions {
                match action.site {
                    Some(site) => drop(count.sites.insert(site)),
                    None => count.remedied.extend(action.code),
                }
            }
        }
    }

    /// The text after fixes, of those that overlap after the first one.
    fn document_after(&self, fixes: &[&Fix]) -> String {
        let mut fixes = fixes.to_vec();
        fixes.sort_by_key(|fix| fix.range.start());
        let mut edits: Vec<FileEdit> = Vec::new();
        for fix in fixes {
            let end = edits
                .last()
                .map_or_else(TextSize::default, |last| last.range.end());
            if fix.range.start() >= end {
                let (range, text) = (fix.range, fix.text.clone());
                edits.push(FileEdit { range, text });
            }
        }
        applied(self.document.text(), &edits)
    }

    /// Takes an action that is offered in a line.
    fn action(&self, claim: &Claim<'_>) -> Result<Acted, String> {
        let line = &self.lines[claim.line];
        let size = |offset: usize| TextSize::try_from(offset).map_err(|error| error.to_string());
        let range = TextRange::new(size(line.start)?, size(line.start + line.code.len())?);
        let mut more = self.analysis.portability();
        more.extend(self.analysis.recompilation());
        more.extend(unused(&self.analysis));
        let actions = code_actions(&self.analysis, &more, range);
        let Some(action) = actions
            .iter()
            .find(|action| action.title.contains(claim.text))
        else {
            let titles: Vec<&str> = actions.iter().map(|action| &*action.title).collect();
            return Err(format!("only this is offered: {titles:?}"));
        };
        let text = applied(self.document.text(), &action.edits);
        let after = analyse(&Document::open(self.name, text.as_str()));
        let mut errors = after.diagnostics.iter().filter(|error| error.is_error());
        let is_new = |error: &&Diagnostic| {
            let mut before = self.analysis.diagnostics.iter();
            !before.any(|before| before.code == error.code && before.message == error.message)
        };
        match errors.find(is_new) {
            Some(error) => Err(format!("after the action: {}", shown(error))),
            None => Ok(Acted {
                text,
                code: action.diagnostic.as_ref().map(|diagnostic| diagnostic.code),
                site: action.diagnostic.as_ref().and_then(|diagnostic| {
                    let mut fixes = diagnostic.fix.iter().chain(&diagnostic.alternatives);
                    fixes.find(|fix| fix.title == action.title).map(site)
                }),
            }),
        }
    }

    /// That the safe fixes together leave none of what they are for, and bring no error.
    fn fixed_at_once(&self) -> Result<(), String> {
        let Some(all) = fix_all(&self.analysis) else {
            return Ok(());
        };
        let text = applied(self.document.text(), &all.edits);
        let after = analyse(&Document::open(self.name, text.as_str()));
        let mut errors = after.diagnostics.iter().filter(|error| error.is_error());
        let before = &self.analysis.diagnostics;
        let left = errors.find(|after| {
            let is_same =
                |before: &Diagnostic| before.code == after.code && before.message == after.message;
            let is_safe = |fix: &Fix| fix.is_safe;
            after.fix.as_ref().is_some_and(is_safe) || !before.iter().any(is_same)
        });
        match left {
            Some(left) => Err(format!("after all safe fixes: {}", shown(left))),
            None => Ok(()),
        }
    }

    fn revealed(&self, claim: &Claim<'_>, count: &mut Count) -> Result<(), String> {
        let line = &self.lines[claim.line];
        for part in claim.text.split("; ") {
            count.types += 1;
            let (subject, expected) = match part.rsplit_once(": ") {
                Some((subject, expected)) => (find(line.code, subject), expected),
                None => (default_subject(line.code), part),
            };
            let (start, end) =
                subject.ok_or_else(|| format!("`{part}`: there is no such place in this line"))?;
            let subject = &line.code[start..end];
            let hover = self
                .hover(line.start + start, line.start + end)
                .ok_or_else(|| format!("`{subject}` has no hover, expected {expected}"))?;
            let found = hovered_type(&hover);
            if found != expected {
                return Err(format!("`{subject}` is {found}, expected {expected}"));
            }
        }
        Ok(())
    }

    fn computed(&self, claim: &Claim<'_>, words: &str, count: &mut Count) -> Result<(), String> {
        let line = &self.lines[claim.line];
        for subject in claim.text.split("; ") {
            count.types += 1;
            let (start, end) = find(line.code, subject)
                .ok_or_else(|| format!("`{subject}`: there is no such place in this line"))?;
            let hover = self
                .hover(line.start + start, line.start + end)
                .ok_or_else(|| format!("`{subject}` has no hover"))?;
            let shown = hover.text.markdown();
            if !shown.contains(words) {
                return Err(format!("`{subject}` is not {words}: {shown}"));
            }
        }
        Ok(())
    }

    fn pixel(&self, claim: &Claim<'_>, count: &mut Count) -> Result<(), String> {
        count.types += 1;
        let line = &self.lines[claim.line];
        let (start, _) = find(line.code, "colorplot").ok_or("there is no colorplot here")?;
        let offset = TextSize::try_from(line.start + start).map_err(|error| error.to_string())?;
        let hover = hover(&self.analysis, offset, &no_link).ok_or("it has no hover")?;
        let expected: Vec<String> = claim
            .text
            .split(", ")
            .map(|name| format!("`{name}`"))
            .collect();
        let expected = format!("the pixel is {}", expected.join(", "));
        let shown = hover.text.markdown();
        let found = shown.lines().any(|line| line.ends_with(&expected));
        if found {
            Ok(())
        } else {
            Err(format!("expected `{expected}` in: {shown}"))
        }
    }

    fn diagnostic(
        &self,
        claim: &Claim<'_>,
        severity: &str,
        claimed: &mut [bool],
        count: &mut Count,
    ) -> Result<(), String> {
        count.diagnostics += 1;
        let (code, part) = claim
            .text
            .strip_prefix('[')
            .and_then(|text| text.split_once(']'))
            .ok_or("a claim about a diagnostic begins with its [code]")?;
        let code = Code::from_name(code).ok_or_else(|| format!("there is no code {code}"))?;
        let part = part.trim();
        let matches = |diagnostic: &Diagnostic| {
            diagnostic.code == code
                && diagnostic.severity.name() == severity
                && self.line_of(diagnostic.range) == claim.line
                && (diagnostic.message.contains(part)
                    || diagnostic.help.as_ref().is_some_and(|help| {
                        help.contains(part)
                            || format!("{}; help: {help}", diagnostic.message).contains(part)
                    }))
        };
        let place = (0..claimed.len())
            .find(|&index| !claimed[index] && matches(&self.analysis.diagnostics[index]))
            .ok_or_else(|| format!("there is no {severity}[{code}] {part}"))?;
        claimed[place] = true;
        Ok(())
    }

    fn related(&self, claim: &Claim<'_>, count: &mut Count) -> Result<(), String> {
        count.diagnostics += 1;
        let mut related = self.analysis.diagnostics.iter().flat_map(|d| &d.related);
        let found =
            related.any(|r| self.line_of(r.range) == claim.line && r.message.contains(claim.text));
        if found {
            Ok(())
        } else {
            Err(format!("no diagnostic points here with: {}", claim.text))
        }
    }

    /// What a line reads after a fix, and that what the fix is for is not said any more.
    fn fixed(
        &self,
        claim: &Claim<'_>,
        mended: &mut [bool],
        count: &mut Count,
    ) -> Result<usize, String> {
        count.fixes += 1;
        let mut found = Vec::new();
        for (place, diagnostic) in self.analysis.diagnostics.iter().enumerate() {
            let Some(fix) = &diagnostic.fix else { continue };
            let mut text = self.document.text().to_owned();
            text.replace_range(std::ops::Range::<usize>::from(fix.range), &fix.text);
            let line = text.lines().nth(claim.line).unwrap_or_default();
            let line = split_claims(line).0.trim();
            if line != claim.text {
                found.push(line.to_owned());
                continue;
            }
            mended[place] = true;
            let after = analyse(&Document::open(self.name, text.as_str()));
            let is_new = |after: &&Diagnostic| {
                let mut before = self.analysis.diagnostics.iter().enumerate();
                !before.any(|(other, before)| {
                    other != place && before.code == after.code && before.message == after.message
                })
            };
            return match after.diagnostics.iter().find(is_new) {
                Some(after) => Err(format!("after the fix, this is said: {}", shown(after))),
                None => Ok(place),
            };
        }
        Err(format!("no fix makes it this, only {found:?}"))
    }

    /// The hover about exactly this range of the block.
    fn hover(&self, start: usize, end: usize) -> Option<Hover> {
        let size = |offset| TextSize::try_from(offset).ok();
        let range = TextRange::new(size(start)?, size(end)?);
        // From the end, where a call is itself and not the function that it calls.
        (start..=end)
            .rev()
            .filter(|&offset| self.document.text().is_char_boundary(offset))
            .filter_map(|offset| hover(&self.analysis, size(offset)?, &no_link))
            .find(|hover| hover.range == range)
    }

    /// The line in which a range begins, from 0.
    fn line_of(&self, range: TextRange) -> usize {
        let offset = usize::from(range.start());
        self.lines
            .partition_point(|line| line.start <= offset)
            .saturating_sub(1)
    }
}

/// The type in a hover, without what it is the type of.
fn hovered_type(hover: &Hover) -> String {
    let lines: Vec<&str> = hover.text.code.trim().lines().collect();
    // Before the type of a call stands how it is called.
    let is_typed = |line: &&str| lines.len() == 1 || line.contains(": ");
    let types: Vec<&str> = lines
        .iter()
        .copied()
        .filter(is_typed)
        .map(|line| line.rsplit_once(": ").map_or(line, |(_, ty)| ty))
        .collect();
    types
        .join(" | ")
        .replace(" (no common type)", "")
        .replace(" (any value)", "")
}

/// Where causes are is of no interest here.
fn no_link(_: TextRange) -> String {
    String::new()
}

fn shown(diagnostic: &Diagnostic) -> String {
    let help = diagnostic.help.as_deref().map(|help| format!(" ({help})"));
    format!(
        "{}: [{}] {}{}",
        diagnostic.severity.name(),
        diagnostic.code,
        diagnostic.message,
        help.unwrap_or_default()
    )
}

/// The question that a claim about an outcome asks, and the answer; none of another claim.
fn question<'a>(claim: &Claim<'a>) -> Option<Result<(Question<'a>, &'a str), String>> {
    let parts = || {
        let parts = claim.text.rsplit_once(" is ");
        parts.ok_or_else(|| "what is asked and the answer are separated by ` is `".to_owned())
    };
    Some(match claim.keyword {
        "value" => parts().map(|(asked, answer)| (Question::Value(asked), answer)),
        "paints" => parts().map(|(place, answer)| (Question::Paints(place), answer)),
        "prints" => Ok((Question::Prints, claim.text)),
        "draws" => Ok((Question::Draws, claim.text)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixes_and_hints_are_claimed() {
        let text = |claims: &str| format!("```cindyscript\na = 2*-1; {claims}\n```\n");
        let error = "// error: [sign-after-operator] write 2*(-1)";
        let both = text(&format!("{error} // fix: a = 2*(-1);"));
        let run: Run = |_, text, question| match question {
            Question::Value(_) => text.starts_with("a = 2*(-1)").to_string(),
            Question::Prints | Question::Paints(_) | Question::Draws => String::new(),
        };
        let check_all = |name: &str, text: &str| check_all(name, text, run);
        assert!(check_all("x.md", &both).is_ok());
        let other = text(&format!("{error} // fix: a = 2(-1);"));
        assert!(check("x.md", &other).is_err_and(|said| said.contains("no fix")));
        let none = text(error);
        assert!(check("x.md", &none).is_ok());
        assert!(check_all("x.md", &none).is_err_and(|said| said.contains("unclaimed fix")));
        let outcome = |claim: &str| {
            check_all(
                "x.md",
                &text(&format!("{error} // fix: a = 2*(-1); // value: {claim}")),
            )
        };
        assert!(outcome("a is true").is_ok_and(|count| count.sites.len() == 1));
        assert!(outcome("a is 5").is_err_and(|said| said.contains("it is `true` after the fix")));
        assert!(
            outcome("a is false").is_err_and(|said| said.contains("it is `false` without the fix"))
        );
        assert!(outcome("a is true as before").is_err_and(|said| said.contains("without the fix")));
        let hint = "```cindyscript\na = 1/0;\n```\n";
        assert!(check("x.md", hint).is_ok());
        assert!(check_all("x.md", hint).is_err_and(|said| said.contains("unexpected hint")));
    }

    #[test]
    fn failures_have_their_lines() {
        let text =
            "# x\n\n```cindyscript\na = 1; // revealed: real\nb = 2; // revealed: int\n```\n";
        assert_eq!(
            check("x.md", text),
            Err("x.md:4: `a` is int, expected real\n".to_owned())
        );
    }
}
