//! Calls with another number of arguments: what is meant, and how the function is called.

use cindyscript_diagnostic::Fix;
use cindyscript_hir::builtins::{self, Category, Control, Form, Intrinsic, UsageHelp};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use text_size::{TextRange, TextSize};

use super::counterparts::counterpart;
use super::foreign::Advice;
use super::loops;
use super::names::write;
use crate::checker::Checker;

/// Whether a name is that of a control structure.
pub(crate) fn is_control(name: &str, control: Control) -> bool {
    let mut rows = builtins::named(name).iter();
    rows.any(|id| id.row().form == Form::Control(control))
}

/// Whether a name is that of a builtin, be it with as many arguments as it will.
pub(crate) fn is(name: &str, intrinsic: Intrinsic) -> bool {
    builtins::named(name).iter().any(|id| id.is(intrinsic))
}

/// The help on how a function is called, if it is often called otherwise.
pub(crate) fn usage(name: &str) -> Option<String> {
    let mut rows = builtins::named(name).iter();
    let usage = rows.find_map(|id| id.row().usage)?;
    Some(match usage {
        UsageHelp::Call(call) => format!("write {call}"),
        UsageHelp::Remark(remark) => remark.to_owned(),
    })
}

/// The help on how a builtin is called that takes one number of arguments only, and few.
fn one_way(name: &str) -> Option<String> {
    let [Some(arity)] = builtins::arities(name)[..] else {
        return None;
    };
    let parameters = ["x", "y", "z"].get(..usize::from(arity))?;
    Some(format!("write {name}({})", parameters.join(", ")))
}

impl Checker<'_> {
    /// Advice for a call of a builtin with another number of arguments.
    pub(crate) fn meant_by_call(
        &self,
        term: TermId,
        name: &str,
        given: &[TermId],
    ) -> Option<Advice> {
        let takes = |count: usize| builtins::find(name, count).is_some();
        self.semicolons(given, &takes)
            .or_else(|| self.commas(name, given))
            .or_else(|| self.while_commas(name, given))
            .or_else(|| self.arrow(term, name, given))
            .or_else(|| self.as_list(term, name, given))
            .or_else(|| self.coordinates(given, &takes))
            .or_else(|| self.appended_values(term, name, given))
            .or_else(|| self.colour_behind(name, given, &takes))
            .or_else(|| self.random_between(term, name, given))
            .or_else(|| self.decimal_comma(name, given, &takes))
            .or_else(|| self.row_and_column(given))
            .or_else(|| self.printed(name, given))
            .or_else(|| self.drawn_text(term, name, given))
            .or_else(|| self.graph_bounds(name, given))
            .or_else(|| self.size_and_colour(name, given, &takes))
            .or_else(|| self.rounded(term, name, given))
            .or_else(|| self.closed_too_early(term, name, given))
            .or_else(|| self.else_between(given))
            .or_else(|| self.chain_of_cases(term, name, given))
            .or_else(|| {
                let instead = counterpart(name, given.len());
                let instead = instead.filter(|instead| instead.takes(given.len()))?;
                let called = self.called(term);
                Some(self.counterpart_of_call(term, called, instead, given))
            })
            .or_else(|| {
                let help = usage(name).or_else(|| one_way(name))?;
                Some(Advice { help, fix: None })
            })
    }

    /// From the beginning of one term to the end of another.
    pub(crate) fn spanning(&self, first: TermId, last: TermId) -> TextRange {
        self.analysis.range(first).cover(self.analysis.range(last))
    }

    pub(crate) fn all_written(&self, terms: &[TermId], separator: &str) -> String {
        let written: Vec<&str> = terms
            .iter()
            .map(|&term| self.analysis.written(term))
            .collect();
        written.join(separator)
    }

    /// `if(a > 2; p; q)`
    pub(crate) fn semicolons(
        &self,
        given: &[TermId],
        takes: &impl Fn(usize) -> bool,
    ) -> Option<Advice> {
        let program = &self.analysis.program;
        let (place, parts) =
            given
                .iter()
                .enumerate()
                .find_map(|(place, &term)| match program.kind(term) {
                    TermKind::Sequence(parts) if parts.len() > 1 => {
                        Some((place, program.children(parts).to_vec()))
                    }
                    _ => None,
                })?;
        // As many as there may be; the rest stays together.
        let count = (2..=parts.len()).rev();
        let mut count = count.filter(|count| takes(given.len() - 1 + count));
        let count = count.next()?;
        let (heads, body) = parts.split_at(count - 1);
        let (&first, &last) = (heads.first()?, body.last()?);
        let text = format!(
            "{}, {}",
            self.all_written(heads, ", "),
            self.all_written(body, "; ")
        );
        debug_assert!(place < given.len());
        Some(Advice {
            help: "arguments are separated by `,`, statements by `;`".to_owned(),
            fix: Some(Fix::new(
                self.spanning(first, last),
                text,
                "separate the arguments by `,`",
            )),
        })
    }

    /// `drawtext([0, 0], "x = ", x)`
    fn drawn_text(&self, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
        match *given {
            // `drawtext("hello", 0, 0)`
            [text, x, y]
                if is(name, Intrinsic::DrawText)
                    && matches!(self.analysis.program.kind(text), TermKind::Text(_)) =>
            {
                let point = self.all_written(&[x, y], ", ");
                let turned = format!("[{point}], {}", self.analysis.written(text));
                Some(Advice {
                    help: format!("a point is one argument, and comes first: write {turned}"),
                    fix: Some(write(self.spanning(text, y), &turned)),
                })
            }
            [_, first, .., last] if is(name, Intrinsic::DrawText) => Some(Advice {
                help: "strings and values are joined by `+`".to_owned(),
                fix: Some(Fix::new(
                    self.spanning(first, last),
                    self.all_written(&given[1..], " + "),
                    "join by `+`",
                )),
            }),
            [_, _] if is(name, Intrinsic::Text) => Some(Advice {
                help: "text is drawn by drawtext([x, y], \"text\")".to_owned(),
                fix: Some(write(self.called(call), "drawtext")),
            }),
            _ => None,
        }
    }

    /// `plot(x^2, -1, 1)`
    fn graph_bounds(&self, name: &str, given: &[TermId]) -> Option<Advice> {
        // The name of the variable may stand between.
        let (from, to, first) = match *given {
            [_, from, to] => (from, to, from),
            [_, variable, from, to] => (from, to, variable),
            _ => return None,
        };
        let [start, stop] = [from, to].map(|term| self.analysis.written(term));
        let bounds = format!("start -> {start}, stop -> {stop}");
        is(name, Intrinsic::Plot).then(|| Advice {
            help: format!("the bounds are modifiers: write {bounds}"),
            fix: Some(write(self.spanning(first, to), &bounds)),
        })
    }

    /// `round(x, 2)`
    fn rounded(&self, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
        let &[value, digits] = given else { return None };
        let TermKind::Number(digits) = self.analysis.program.kind(digits) else {
            return None;
        };
        let is_few = digits.fract() == 0.0 && (1.0..=6.0).contains(&digits);
        if !is_few || !is(name, Intrinsic::Round) {
            return None;
        }
        let factor = 10_f64.powf(digits);
        let written = self.analysis.written(value);
        let rounded = match self.analysis.program.kind(value) {
            TermKind::Number(_) | TermKind::Variable(_) => {
                format!("round({factor}*{written})/{factor}")
            }
            _ => format!("round({factor}*({written}))/{factor}"),
        };
        Some(Advice {
            help: format!("`round` makes whole numbers: write {rounded}"),
            fix: Some(write(self.analysis.range(call), &rounded)),
        })
    }

    /// `random(1, 6)`
    fn random_between(&self, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
        let &[from, to] = given else { return None };
        let program = &self.analysis.program;
        let (TermKind::Number(least), TermKind::Number(most)) =
            (program.kind(from), program.kind(to))
        else {
            return None;
        };
        let (count, what) = match is(name, Intrinsic::Random) {
            true => (most - least, "a number"),
            false if is(name, Intrinsic::RandomInteger) => (most - least + 1.0, "a whole number"),
            false => return None,
        };
        let sum = format!("{least} + {name}({count})");
        (count > 0.0).then(|| Advice {
            help: format!("{what} from {least} to {most} is {sum}"),
            fix: Some(write(self.analysis.range(call), &sum)),
        })
    }

    /// `println(m_1,2)`
    fn row_and_column(&self, given: &[TermId]) -> Option<Advice> {
        let &[row, column] = given else { return None };
        let is_element = matches!(self.analysis.program.kind(row), TermKind::Index { .. });
        let (start, end) = (self.analysis.range(row), self.analysis.range(column));
        if !is_element || !self.is_number(column) || end.start() != start.end() + TextSize::of(',')
        {
            return None;
        }
        let element = format!(
            "{}_{}",
            self.analysis.written(row),
            self.analysis.written(column)
        );
        Some(Advice {
            help: format!("an element of a row is written {element}"),
            fix: Some(write(start.cover(end), &element)),
        })
    }

    /// `colorplot(if(|#| < 1), 1, 0)`, where the branches have become arguments of what is around.
    fn closed_too_early(&self, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
        let (&[condition], true) = (given, is_control(name, Control::If)) else {
            return None;
        };
        let program = &self.analysis.program;
        let parent = self.analysis.parent(call)?;
        let is_call = matches!(
            program.kind(parent),
            TermKind::Call { .. } | TermKind::Plot(_)
        );
        let mut behind = Vec::new();
        program.for_each_operand(parent, |operand| {
            if self.analysis.range(operand).start() >= self.analysis.range(call).end() {
                behind.push(operand);
            }
        });
        behind.sort_unstable_by_key(|&operand| self.analysis.range(operand).start());
        if !is_call || !matches!(behind.len(), 1 | 2) {
            return None;
        }
        let &last = behind.last()?;
        let whole = format!(
            "if({}, {})",
            self.analysis.written(condition),
            self.all_written(&behind, ", ")
        );
        Some(Advice {
            help: format!("its `)` comes too early: write {whole}"),
            fix: Some(write(self.spanning(call, last), &whole)),
        })
    }

    /// `apply([1, 2, 3], x -> x^2)`
    fn arrow(&self, term: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
        let program = &self.analysis.program;
        let TermKind::Call { modifiers, .. } = program.kind(term) else {
            return None;
        };
        let ([_], [modifier], true) = (
            given,
            program.modifiers(modifiers),
            loops::kind(name).is_some(),
        ) else {
            return None;
        };
        let script = program.term(term).script;
        let range = self.analysis.to_file(script, modifier.range);
        let range = range.cover(self.analysis.range(modifier.value));
        let variable = program.names.text(modifier.name);
        let instead = format!("{variable}, {}", self.analysis.written(modifier.value));
        Some(Advice {
            help: format!("the variable and what is made of it are arguments: write {instead}"),
            fix: Some(write(range, &instead)),
        })
    }

    /// `max(0, a, b)`, `color(1, 0, 0)`
    pub(crate) fn as_list(&self, term: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
        let [first, .., last] = *given else {
            return None;
        };
        let mut rows = builtins::named(name).iter();
        if !rows.any(|id| id.row().is_of_one_list) {
            return None;
        }
        let list = format!("[{}]", self.all_written(given, ", "));
        let range = self.spanning(first, last);
        // `draw(A, color [1, 0, 0])`
        let written = self.analysis.written(term);
        if let Some((called, _)) = written.split_once('[')
            && called.trim() == name
        {
            let whole = self.analysis.range(term);
            let text = self.analysis.document.text();
            let before = text.get(..usize::from(whole.start())).unwrap_or_default();
            let instead = match before.trim_end().ends_with(',') {
                true => format!("{name} -> {list}"),
                false => format!("{name}({list})"),
            };
            return Some(Advice {
                help: format!("write {instead}"),
                fix: Some(write(whole, &instead)),
            });
        }
        let within = |root: TermId| (self.analysis.program.term(root).first..=root).contains(&term);
        let mut plots = self.analysis.program.plots.iter();
        if is(name, Intrinsic::Color) && plots.any(|plot| within(plot.body)) {
            return Some(Advice {
                help: format!("a colour is a list: write {list}"),
                fix: Some(write(self.analysis.range(term), &list)),
            });
        }
        let is_whole = self.analysis.range(term).contains_range(range);
        Some(Advice {
            help: format!("`{name}` takes one list: write {name}({list})"),
            fix: is_whole.then(|| write(range, &list)),
        })
    }

    /// `drawcircle(0, 0, 1)`
    fn coordinates(&self, given: &[TermId], takes: &impl Fn(usize) -> bool) -> Option<Advice> {
        let &[x, y, _, ..] = given else { return None };
        // Coordinates of points of the construction as well: `A.x`.
        let is_number = |term: TermId| {
            let is_scalar =
                || matches!(self.type_of(term), Type::Scalar(kind) if *kind != Scalar::Boolean);
            self.is_number(term) || is_scalar()
        };
        // `draw(0, 0, 1, 1)`
        if let &[.., z, w] = given
            && given.len() == 4
            && given.iter().all(|&term| is_number(term))
            && takes(2)
        {
            let [from, to] =
                [[x, y], [z, w]].map(|point| format!("[{}]", self.all_written(&point, ", ")));
            let points = format!("{from}, {to}");
            return Some(Advice {
                help: format!("a point is one argument: write {points}"),
                fix: Some(write(self.spanning(x, w), &points)),
            });
        }
        if !is_number(x) || !is_number(y) || !takes(given.len() - 1) {
            return None;
        }
        let point = format!("[{}]", self.all_written(&[x, y], ", "));
        Some(Advice {
            help: format!("a point is one argument: write {point}"),
            fix: Some(write(self.spanning(x, y), &point)),
        })
    }

    /// `if(a, b, c, d, e)`: conditions and what is done by turns.
    fn chain_of_cases(&self, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
        if given.len() < 5 || !is_control(name, Control::If) {
            return None;
        }
        // The last case has no condition of its own.
        let (pairs, last) = given.split_at(given.len() / 2 * 2);
        let pairs = pairs.chunks(2).map(|pair| self.all_written(pair, ", "));
        let pairs: Vec<String> = pairs.collect();
        let last = last.iter().map(|&case| self.analysis.written(case));
        let last: String = last.flat_map(|case| [", ", case]).collect();
        let chain = format!(
            "if({}{last}{}",
            pairs.join(", if("),
            ")".repeat(pairs.len())
        );
        Some(Advice {
            help: "the third argument may be an `if` again: if(a, b, if(c, d, e))".to_owned(),
            fix: Some(write(self.analysis.range(call), &chain)),
        })
    }

    /// Whether a term is written as a number.
    pub(crate) fn is_number(&self, term: TermId) -> bool {
        matches!(self.analysis.program.kind(term), TermKind::Number(_))
    }

    /// `fillcircle([0, 0], 1, [1, 0, 0])`
    fn colour_behind(
        &self,
        name: &str,
        given: &[TermId],
        takes: &impl Fn(usize) -> bool,
    ) -> Option<Advice> {
        let program = &self.analysis.program;
        let &last = given.last()?;
        let is_colour = match program.kind(last) {
            TermKind::List(parts) => {
                parts.len() == 3
                    && program
                        .children(parts)
                        .iter()
                        .all(|&part| self.is_number(part))
            }
            _ => false,
        };
        let mut builtins = builtins::named(name).iter();
        let draws = builtins.any(|builtin| builtin.row().category == Category::Drawing);
        if !is_colour || !draws || !takes(given.len() - 1) {
            return None;
        }
        let modifier = format!("color -> {}", self.analysis.written(last));
        Some(Advice {
            help: format!("the colour is a modifier: write {modifier}"),
            fix: Some(write(self.analysis.range(last), &modifier)),
        })
    }

    /// `append(l, 3, 4)`, `concat(a, b, c)`
    fn appended_values(&self, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
        let (&list, values) = given.split_first().filter(|_| given.len() > 2)?;
        if !given.iter().all(|&part| self.is_one(part)) {
            return None;
        }
        let joined = match () {
            () if is(name, Intrinsic::Append) => format!(
                "{} ++ [{}]",
                self.analysis.written(list),
                self.all_written(values, ", ")
            ),
            () if is(name, Intrinsic::Concatenate) => self.all_written(given, " ++ "),
            () => return None,
        };
        Some(Advice {
            help: format!("several at once are added by `++`: write {joined}"),
            fix: Some(write(self.analysis.range(call), &joined)),
        })
    }

    /// `draw(p, q, 2, [1, 0, 0])`
    fn size_and_colour(
        &self,
        name: &str,
        given: &[TermId],
        takes: &impl Fn(usize) -> bool,
    ) -> Option<Advice> {
        let program = &self.analysis.program;
        let mut builtins = builtins::named(name).iter();
        if !builtins.any(|builtin| builtin.row().category == Category::Drawing)
            || is(name, Intrinsic::DrawText)
        {
            return None;
        }
        let modifier = |&term: &TermId| match program.kind(term) {
            TermKind::Number(_) => Some("size"),
            TermKind::List(parts) if parts.len() == 3 => {
                let mut parts = program.children(parts).iter();
                parts.all(|&part| self.is_number(part)).then_some("color")
            }
            TermKind::Text(text) => {
                let is_colour = super::meant::colour(program.text(text)).is_some();
                is_colour.then_some("color")
            }
            _ => None,
        };
        let counts = (1..given.len()).rev();
        let mut counts = counts.filter(|&count| takes(count));
        let (places, behind) = given.split_at(counts.next()?);
        let names: Vec<&str> = behind.iter().map(modifier).collect::<Option<_>>()?;
        let is_twice = matches!(names[..], [a, b] if a == b);
        if names.len() > 2 || is_twice || places.iter().all(|&place| self.is_number(place)) {
            return None;
        }
        let written = names.iter().zip(behind).map(|(name, &term)| {
            let value = match program.kind(term) {
                TermKind::Text(text) => super::meant::colour(program.text(text)),
                _ => None,
            };
            let value = value.unwrap_or_else(|| self.analysis.written(term).into());
            format!("{name} -> {value}")
        });
        let written = written.collect::<Vec<_>>().join(", ");
        let (&first, &last) = (behind.first()?, behind.last()?);
        Some(Advice {
            help: format!("size and colour are modifiers: write {written}"),
            fix: Some(write(self.spanning(first, last), &written)),
        })
    }

    /// `println(1,5)`
    fn decimal_comma(
        &self,
        name: &str,
        given: &[TermId],
        takes: &impl Fn(usize) -> bool,
    ) -> Option<Advice> {
        let &[whole, behind] = given else { return None };
        let mut rows = builtins::named(name).iter();
        // Sizes in pixels are whole numbers.
        if !takes(1) || rows.any(|id| id.row().args.ends_with("in pixels")) {
            return None;
        }
        let first = TermId(self.analysis.program.term(behind).first.0);
        if !self.is_number(whole) || !self.is_number(first) {
            return None;
        }
        let (start, end) = (self.analysis.range(whole), self.analysis.range(first));
        if end.start() != start.end() + TextSize::of(',') {
            return None;
        }
        let number = format!(
            "{}.{}",
            self.analysis.written(whole),
            self.analysis.written(first)
        );
        Some(Advice {
            help: format!("a decimal number is written with a point: {number}"),
            fix: Some(write(start.cover(end), &number)),
        })
    }

    /// `if(a, b, else, c)`
    fn else_between(&self, given: &[TermId]) -> Option<Advice> {
        let is_else = |&term: &TermId| self.analysis.written(term) == "else";
        let place = given.iter().position(is_else)?;
        let (&word, &next) = (given.get(place)?, given.get(place + 1)?);
        let range = TextRange::new(
            self.analysis.range(word).start(),
            self.analysis.range(next).start(),
        );
        Some(Advice {
            help: "the other case is the third argument: if(a, b, c)".to_owned(),
            fix: Some(Fix::new(range, "", "delete `else`")),
        })
    }

    /// `println("a", 3)`
    fn printed(&self, name: &str, given: &[TermId]) -> Option<Advice> {
        let [first, .., last] = *given else {
            return None;
        };
        if !is(name, Intrinsic::Print) {
            return None;
        }
        let joined = self.all_written(given, " + \" \" + ");
        Some(Advice {
            help: "strings and values are joined by `+`".to_owned(),
            fix: Some(Fix::new(self.spanning(first, last), joined, "join by `+`")),
        })
    }
}
