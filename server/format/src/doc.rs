//! Documents in the sense of Wadler's *A prettier printer*: texts, places where a line may end, and
//! groups of these, which are printed on one line if they fit.
//!
//! A document is a flat list in which brackets mark the groups, as in Oppen's *Prettyprinting*, so
//! that however deep a tree is, printing it does not recurse.

use std::ops::Range;

use crate::style::Style;

/// A part of a document.
#[derive(Clone, Copy, Debug)]
enum Part<'t> {
    /// A token or a comment as it is written. It may hold line ends.
    Text(Word<'t>),
    /// A comment up to the end of the line. How long that is does not matter.
    Comment(Word<'t>),
    /// A space, unless a line ends there.
    Space,
    /// A place where a line may end.
    Line(Line),
    /// The end of a line in any case, with so many blank lines behind it.
    Hard(usize),
    /// The beginning of a group.
    Open { group: Group, is_broken: bool },
    /// The end of the group.
    Close,
    /// From here on, lines begin one level further in.
    Indent,
    /// And from here on, one level less.
    Dedent,
}

/// A token or a comment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) text: &'t str,
    /// Where it begins, in bytes of the script as it was.
    pub(crate) start: u32,
}

/// A document as it is written.
#[derive(Debug)]
pub(crate) struct Printed {
    pub(crate) text: String,
    /// Where each word was in the script and where it is in the text, in the order of the text.
    pub(crate) words: Vec<(Range<usize>, Range<usize>)>,
}

impl Printed {
    fn push(&mut self, word: &str, old: usize) {
        let new = self.text.len();
        self.words
            .push((old..old + word.len(), new..new + word.len()));
        self.text.push_str(word);
    }
}

/// A place where a line may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Whether there is a space if it does not end.
    pub(crate) is_space: bool,
    /// Whether it ends as soon as its group is broken; if not, only where what follows, up to the
    /// next such place, does not fit.
    pub(crate) is_certain: bool,
}

/// The kind of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Brackets and what is in them.
    Block,
    /// Operands and operators: after its first line end, lines begin one level further in.
    Chain,
}

/// A document that is being put together.
#[derive(Debug, Default)]
pub(crate) struct Doc<'t> {
    parts: Vec<Part<'t>>,
    /// The parts that open the groups around the next part.
    open: Vec<usize>,
}

impl<'t> Doc<'t> {
    pub(crate) fn text(&mut self, word: Word<'t>) {
        self.parts.push(Part::Text(word));
    }

    /// A comment up to the end of the line, which has to be ended behind it.
    pub(crate) fn comment(&mut self, comment: Word<'t>) {
        self.parts.push(Part::Comment(comment));
    }

    pub(crate) fn space(&mut self) {
        self.parts.push(Part::Space);
    }

    pub(crate) fn line(&mut self, line: Line) {
        self.parts.push(Part::Line(line));
    }

    /// Ends the line, and so breaks all groups around.
    pub(crate) fn hard_line(&mut self, blank: usize) {
        self.parts.push(Part::Hard(blank));
        self.break_groups();
    }

    pub(crate) fn open(&mut self, group: Group) {
        self.open.push(self.parts.len());
        self.parts.push(Part::Open {
            group,
            is_broken: false,
        });
    }

    pub(crate) fn close(&mut self) {
        self.open.pop();
        self.parts.push(Part::Close);
    }

    pub(crate) fn indent(&mut self) {
        self.parts.push(Part::Indent);
    }

    pub(crate) fn dedent(&mut self) {
        self.parts.push(Part::Dedent);
    }

    /// Breaks all groups around the next part.
    pub(crate) fn break_groups(&mut self) {
        for &at in self.open.iter().rev() {
            match self.parts.get_mut(at) {
                Some(Part::Open { is_broken, .. }) if !*is_broken => *is_broken = true,
                // Those around it are broken, too.
                _ => break,
            }
        }
    }

    /// The text, each line but the first beginning with `base`.
    pub(crate) fn print(&self, style: &Style, base: &str, line_end: &str) -> Printed {
        let mut printer = Printer {
            parts: &self.parts,
            style,
            base,
            line_end,
            printed: Printed {
                text: String::with_capacity(4 * self.parts.len()),
                words: Vec::with_capacity(self.parts.len()),
            },
            column: style.columns(base),
            indent: 0,
            is_line_start: false,
            is_apart: false,
            groups: Vec::new(),
        };
        for at in 0..self.parts.len() {
            printer.part(at);
        }
        printer.printed
    }
}

/// A group around the part that is printed.
#[derive(Clone, Copy, Debug)]
struct Around {
    group: Group,
    is_broken: bool,
    /// Whether a line of the chain has ended, so that its rest stands further in.
    hangs: bool,
}

struct Printer<'p, 't> {
    parts: &'p [Part<'t>],
    style: &'p Style,
    base: &'p str,
    line_end: &'p str,
    printed: Printed,
    column: usize,
    /// In levels.
    indent: usize,
    is_line_start: bool,
    /// Whether a space is to come before the next text.
    is_apart: bool,
    groups: Vec<Around>,
}

impl Printer<'_, '_> {
    fn part(&mut self, at: usize) {
        match self.parts[at] {
            Part::Text(word) | Part::Comment(word) => self.write(word),
            Part::Space => self.is_apart = true,
            Part::Line(line) => {
                let ends = self.groups.last().is_some_and(|around| around.is_broken)
                    && (line.is_certain || !self.fits(at + 1, usize::from(line.is_space)));
                if ends {
                    self.end_line(0);
                } else {
                    self.is_apart |= line.is_space;
                }
            }
            Part::Hard(blank) => self.end_line(blank),
            Part::Open { group, is_broken } => {
                let may_break = self.groups.last().is_none_or(|around| around.is_broken);
                let is_broken = may_break && (is_broken || !self.fits(at, 0));
                self.groups.push(Around {
                    group,
                    is_broken,
                    hangs: false,
                });
            }
            Part::Close => {
                if self.groups.pop().is_some_and(|around| around.hangs) {
                    self.indent -= 1;
                }
            }
            Part::Indent => self.indent += 1,
            Part::Dedent => self.indent -= 1,
        }
    }

    fn write(&mut self, Word { text, start }: Word<'_>) {
        if self.is_line_start {
            self.printed.text.push_str(self.base);
            let indentation = self.style.indentation(self.indent);
            self.printed.text.push_str(&indentation);
            self.column = self.line_start();
        } else if self.is_apart {
            self.printed.text.push(' ');
            self.column += 1;
        }
        (self.is_line_start, self.is_apart) = (false, false);
        self.printed.push(text, start as usize);
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => self.style.columns(last),
            None => self.column + text.chars().count(),
        };
    }

    /// The column at which lines begin here.
    fn line_start(&self) -> usize {
        self.style.columns(self.base) + self.indent * self.style.level()
    }

    fn end_line(&mut self, blank: usize) {
        if let Some(around) = self.groups.last_mut()
            && around.group == Group::Chain
            && !around.hangs
        {
            around.hangs = true;
            self.indent += 1;
        }
        for _ in 0..=blank {
            self.printed.text.push_str(self.line_end);
        }
        (self.is_line_start, self.is_apart) = (true, false);
    }

    /// Whether the parts from one on fit into what is left of the line, up to the first place at
    /// which it may end. If the first is a group, it is taken to be on one line, and so are groups
    /// up to the end of the one around the first part; what comes behind may be broken anywhere.
    fn fits(&self, from: usize, spaces: usize) -> bool {
        let mut column = spaces
            + match self.is_line_start {
                true => self.line_start(),
                false => self.column + usize::from(self.is_apart),
            };
        // Whether each group is broken that began since.
        let mut inside: Vec<bool> = Vec::new();
        let is_group = matches!(self.parts.get(from), Some(Part::Open { .. }));
        let mut is_behind = false;
        for part in &self.parts[from..] {
            match *part {
                Part::Text(Word { text, .. }) => {
                    let first = text.split('\n').next().unwrap_or_default();
                    column += first.chars().count();
                    if column > self.style.width {
                        return false;
                    }
                    if first.len() < text.len() {
                        return true;
                    }
                }
                Part::Space => column += 1,
                Part::Hard(_) | Part::Comment(_) => return true,
                Part::Line(line) => match inside.last() {
                    Some(false) if !is_behind => column += usize::from(line.is_space),
                    _ => return true,
                },
                Part::Open { is_broken, .. } => inside.push(is_broken),
                Part::Close => {
                    let ends_outer = inside.pop().is_none();
                    is_behind |= ends_outer || is_group && inside.is_empty();
                }
                Part::Indent | Part::Dedent => {}
            }
        }
        true
    }
}
