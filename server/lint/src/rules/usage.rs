//! Calls with another number of arguments: the call that the author wants, and the form of calls.

use cindyscript_diagnostic::Fix;
use cindyscript_hir::builtins::{self, Category, Control, Intrinsic};
use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::{Scalar, Type};
use text_size::{TextRange, TextSize};

use super::counterparts::counterpart;
use super::{foreign, loops, separators};
use crate::advice::{Advice, write};
use crate::context::Context;
use crate::forms;

/// The help on how a builtin is called that takes one number of arguments only, and few.
fn one_way(name: &str) -> Option<String> {
    let [Some(arity)] = builtins::arities(name)[..] else {
        return None;
    };
    let parameters = ["x", "y", "z"].get(..usize::from(arity))?;
    Some(format!("write {name}({})", parameters.join(", ")))
}

/// Advice for a call of a builtin with another number of arguments.
pub(crate) fn meant_by_call(
    cx: &Context,
    term: TermId,
    name: &str,
    given: &[TermId],
) -> Option<Advice> {
    let takes = |count: usize| builtins::find(name, count).is_some();
    separators::semicolons(cx, given, &takes)
        .or_else(|| loops::commas(cx, name, given))
        .or_else(|| loops::while_commas(cx, name, given))
        .or_else(|| arrow(cx, term, name, given))
        .or_else(|| separators::as_list(cx, term, name, given))
        .or_else(|| coordinates(cx, given, &takes))
        .or_else(|| appended_values(cx, term, name, given))
        .or_else(|| colour_behind(cx, name, given, &takes))
        .or_else(|| random_between(cx, term, name, given))
        .or_else(|| text_of_values(cx, name, given))
        .or_else(|| decimal_comma(cx, name, given, &takes))
        .or_else(|| row_and_column(cx, given))
        .or_else(|| printed(cx, name, given))
        .or_else(|| drawn_text(cx, term, name, given))
        .or_else(|| graph_bounds(cx, name, given))
        .or_else(|| size_and_colour(cx, name, given, &takes))
        .or_else(|| rounded(cx, term, name, given))
        .or_else(|| closed_too_early(cx, term, name, given))
        .or_else(|| else_between(cx, given))
        .or_else(|| chain_of_cases(cx, term, name, given))
        .or_else(|| {
            let instead = counterpart(name, given.len());
            let instead = instead.filter(|instead| instead.takes(given.len()))?;
            let called = cx.called(term);
            Some(foreign::counterpart_of_call(
                cx, term, called, instead, given,
            ))
        })
        .or_else(|| {
            let help = forms::usage(name).or_else(|| one_way(name))?;
            Some(Advice::without_fix(help))
        })
}

/// `drawtext([0, 0], "x = ", x)`
fn drawn_text(cx: &Context, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
    match *given {
        // `drawtext("hello", 0, 0)`
        [text, x, y]
            if forms::is(name, Intrinsic::DrawText)
                && matches!(cx.applet.program.kind(text), TermKind::Text(_)) =>
        {
            let point = cx.all_written(&[x, y], ", ");
            let turned = format!("[{point}], {}", cx.applet.written(text));
            Some(Advice::new(
                format!("a point is one argument, and comes first: write {turned}"),
                write(cx.spanning(text, y), &turned),
            ))
        }
        [_, first, .., last] if forms::is(name, Intrinsic::DrawText) => Some(Advice::new(
            "strings and values are joined by `+`",
            Fix::new(
                cx.spanning(first, last),
                cx.all_written(&given[1..], " + "),
                "join by `+`",
            ),
        )),
        [_, _] if forms::is(name, Intrinsic::Text) => Some(Advice::new(
            "text is drawn by drawtext([x, y], \"text\")",
            write(cx.called(call), "drawtext"),
        )),
        _ => None,
    }
}

/// `text(1, 2)`
fn text_of_values(cx: &Context, name: &str, given: &[TermId]) -> Option<Advice> {
    let are_numbers = given.iter().all(|&value| cx.is_number(value));
    (given.len() == 2 && are_numbers && forms::is(name, Intrinsic::Text)).then(|| {
        Advice::without_fix(
            "`text` makes a string from one value; a text is drawn by drawtext([x, y], \"text\")",
        )
    })
}

/// `plot(x^2, -1, 1)`
fn graph_bounds(cx: &Context, name: &str, given: &[TermId]) -> Option<Advice> {
    // The name of the variable may stand between.
    let (from, to, first) = match *given {
        [_, from, to] => (from, to, from),
        [_, variable, from, to] => (from, to, variable),
        _ => return None,
    };
    let [start, stop] = [from, to].map(|term| cx.applet.written(term));
    let bounds = format!("start -> {start}, stop -> {stop}");
    forms::is(name, Intrinsic::Plot).then(|| {
        Advice::new(
            format!("the bounds are modifiers: write {bounds}"),
            write(cx.spanning(first, to), &bounds),
        )
    })
}

/// `round(x, 2)`
fn rounded(cx: &Context, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
    let &[value, digits] = given else { return None };
    let TermKind::Number(digits) = cx.applet.program.kind(digits) else {
        return None;
    };
    let is_few = digits.fract() == 0.0 && (1.0..=6.0).contains(&digits);
    if !is_few || !forms::is(name, Intrinsic::Round) {
        return None;
    }
    let factor = 10_f64.powf(digits);
    let written = cx.applet.written(value);
    let rounded = match cx.applet.program.kind(value) {
        TermKind::Number(_) | TermKind::Variable(_) => {
            format!("round({factor}*{written})/{factor}")
        }
        _ => format!("round({factor}*({written}))/{factor}"),
    };
    Some(Advice::new(
        format!("`round` makes whole numbers: write {rounded}"),
        write(cx.applet.range(call), &rounded),
    ))
}

/// `random(1, 6)`
fn random_between(cx: &Context, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
    let &[from, to] = given else { return None };
    let program = &cx.applet.program;
    let (TermKind::Number(least), TermKind::Number(most)) = (program.kind(from), program.kind(to))
    else {
        return None;
    };
    let (count, what) = match forms::is(name, Intrinsic::Random) {
        true => (most - least, "a number"),
        false if forms::is(name, Intrinsic::RandomInteger) => {
            (most - least + 1.0, "a whole number")
        }
        false => return None,
    };
    let number = match (count, what) {
        (1.0, "a number") => format!("{name}()"),
        _ => format!("{name}({count})"),
    };
    let sum = match least {
        0.0 => number,
        _ => format!("{least} + {number}"),
    };
    (count > 0.0).then(|| {
        Advice::new(
            format!("{what} from {least} to {most} is {sum}"),
            write(cx.applet.range(call), &sum),
        )
    })
}

/// `println(m_1,2)`
fn row_and_column(cx: &Context, given: &[TermId]) -> Option<Advice> {
    let &[row, column] = given else { return None };
    let is_element = matches!(cx.applet.program.kind(row), TermKind::Index { .. });
    let (start, end) = (cx.applet.range(row), cx.applet.range(column));
    if !is_element || !cx.is_number(column) || end.start() != start.end() + TextSize::of(',') {
        return None;
    }
    let element = format!("{}_{}", cx.applet.written(row), cx.applet.written(column));
    Some(Advice::new(
        format!("an element of a row is written {element}"),
        write(start.cover(end), &element),
    ))
}

/// `colorplot(if(|#| < 1), 1, 0)`, where the branches have become arguments of what is around.
fn closed_too_early(cx: &Context, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
    let (&[condition], true) = (given, forms::is_control(name, Control::If)) else {
        return None;
    };
    let program = &cx.applet.program;
    let parent = cx.applet.parent(call)?;
    let is_call = matches!(
        program.kind(parent),
        TermKind::Call { .. } | TermKind::Plot(_)
    );
    let mut behind = Vec::new();
    program.for_each_operand(parent, |operand| {
        if cx.applet.range(operand).start() >= cx.applet.range(call).end() {
            behind.push(operand);
        }
    });
    behind.sort_unstable_by_key(|&operand| cx.applet.range(operand).start());
    if !is_call || !matches!(behind.len(), 1 | 2) {
        return None;
    }
    let &last = behind.last()?;
    let whole = format!(
        "if({}, {})",
        cx.applet.written(condition),
        cx.all_written(&behind, ", ")
    );
    Some(Advice::new(
        format!("its `)` is too early: write {whole}"),
        write(cx.spanning(call, last), &whole),
    ))
}

/// `apply([1, 2, 3], x -> x^2)`
fn arrow(cx: &Context, term: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
    let program = &cx.applet.program;
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
    let range = cx.applet.to_file(script, modifier.range);
    let range = range.cover(cx.applet.range(modifier.value));
    let variable = program.names.text(modifier.name);
    let instead = format!("{variable}, {}", cx.applet.written(modifier.value));
    Some(Advice::new(
        format!("the variable and the expression are arguments: write {instead}"),
        write(range, &instead),
    ))
}

/// `drawcircle(0, 0, 1)`
fn coordinates(cx: &Context, given: &[TermId], takes: &impl Fn(usize) -> bool) -> Option<Advice> {
    let &[x, y, _, ..] = given else { return None };
    // Coordinates of points of the construction as well: `A.x`.
    let is_number = |term: TermId| {
        let is_scalar =
            || matches!(cx.type_of(term), Type::Scalar(kind) if *kind != Scalar::Boolean);
        cx.is_number(term) || is_scalar()
    };
    // `draw(0, 0, 1, 1)`
    if let &[.., z, w] = given
        && given.len() == 4
        && given.iter().all(|&term| is_number(term))
        && takes(2)
    {
        let [from, to] =
            [[x, y], [z, w]].map(|point| format!("[{}]", cx.all_written(&point, ", ")));
        let points = format!("{from}, {to}");
        return Some(Advice::new(
            format!("a point is one argument: write {points}"),
            write(cx.spanning(x, w), &points),
        ));
    }
    if !is_number(x) || !is_number(y) || !takes(given.len() - 1) {
        return None;
    }
    let point = format!("[{}]", cx.all_written(&[x, y], ", "));
    Some(Advice::new(
        format!("a point is one argument: write {point}"),
        write(cx.spanning(x, y), &point),
    ))
}

/// `if(a, b, c, d, e)`: conditions and what is done by turns.
fn chain_of_cases(cx: &Context, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
    if given.len() < 5 || !forms::is_control(name, Control::If) {
        return None;
    }
    // The last case has no condition of its own.
    let (pairs, last) = given.split_at(given.len() / 2 * 2);
    let pairs = pairs.chunks(2).map(|pair| cx.all_written(pair, ", "));
    let pairs: Vec<String> = pairs.collect();
    let last = last.iter().map(|&case| cx.applet.written(case));
    let last: String = last.flat_map(|case| [", ", case]).collect();
    let chain = format!(
        "if({}{last}{}",
        pairs.join(", if("),
        ")".repeat(pairs.len())
    );
    Some(Advice::new(
        "the third argument may be an `if` again: if(a, b, if(c, d, e))",
        write(cx.applet.range(call), &chain),
    ))
}

/// `fillcircle([0, 0], 1, [1, 0, 0])`
fn colour_behind(
    cx: &Context,
    name: &str,
    given: &[TermId],
    takes: &impl Fn(usize) -> bool,
) -> Option<Advice> {
    let program = &cx.applet.program;
    let &last = given.last()?;
    let is_colour = match program.kind(last) {
        TermKind::List(parts) => {
            parts.len() == 3
                && program
                    .children(parts)
                    .iter()
                    .all(|&part| cx.is_number(part))
        }
        _ => false,
    };
    let mut builtins = builtins::named(name).iter();
    let draws = builtins.any(|builtin| builtin.row().category == Category::Drawing);
    if !is_colour || !draws || !takes(given.len() - 1) {
        return None;
    }
    let modifier = format!("color -> {}", cx.applet.written(last));
    Some(Advice::new(
        format!("the colour is a modifier: write {modifier}"),
        write(cx.applet.range(last), &modifier),
    ))
}

/// `append(l, 3, 4)`, `concat(a, b, c)`
fn appended_values(cx: &Context, call: TermId, name: &str, given: &[TermId]) -> Option<Advice> {
    let (&list, values) = given.split_first().filter(|_| given.len() > 2)?;
    if !given.iter().all(|&part| cx.is_one(part)) {
        return None;
    }
    let joined = match () {
        () if forms::is(name, Intrinsic::Append) => format!(
            "{} ++ [{}]",
            cx.applet.written(list),
            cx.all_written(values, ", ")
        ),
        () if forms::is(name, Intrinsic::Concatenate) => cx.all_written(given, " ++ "),
        () => return None,
    };
    Some(Advice::new(
        format!("several at once are added by `++`: write {joined}"),
        write(cx.applet.range(call), &joined),
    ))
}

/// `draw(p, q, 2, [1, 0, 0])`
fn size_and_colour(
    cx: &Context,
    name: &str,
    given: &[TermId],
    takes: &impl Fn(usize) -> bool,
) -> Option<Advice> {
    let program = &cx.applet.program;
    let mut builtins = builtins::named(name).iter();
    if !builtins.any(|builtin| builtin.row().category == Category::Drawing)
        || forms::is(name, Intrinsic::DrawText)
    {
        return None;
    }
    let modifier = |&term: &TermId| match program.kind(term) {
        TermKind::Number(_) => Some("size"),
        TermKind::List(parts) if parts.len() == 3 => {
            let mut parts = program.children(parts).iter();
            parts.all(|&part| cx.is_number(part)).then_some("color")
        }
        TermKind::Text(text) => {
            let is_colour = super::suggestions::colour(program.text(text)).is_some();
            is_colour.then_some("color")
        }
        _ => None,
    };
    let counts = (1..given.len()).rev();
    let mut counts = counts.filter(|&count| takes(count));
    let (places, behind) = given.split_at(counts.next()?);
    let names: Vec<&str> = behind.iter().map(modifier).collect::<Option<_>>()?;
    let is_twice = matches!(names[..], [a, b] if a == b);
    if names.len() > 2 || is_twice || places.iter().all(|&place| cx.is_number(place)) {
        return None;
    }
    let written = names.iter().zip(behind).map(|(name, &term)| {
        let value = match program.kind(term) {
            TermKind::Text(text) => super::suggestions::colour(program.text(text)),
            _ => None,
        };
        let value = value.unwrap_or_else(|| cx.applet.written(term).into());
        format!("{name} -> {value}")
    });
    let written = written.collect::<Vec<_>>().join(", ");
    let (&first, &last) = (behind.first()?, behind.last()?);
    Some(Advice::new(
        format!("size and colour are modifiers: write {written}"),
        write(cx.spanning(first, last), &written),
    ))
}

/// `println(1,5)`
fn decimal_comma(
    cx: &Context,
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
    let first = TermId(cx.applet.program.term(behind).first.0);
    if !cx.is_number(whole) || !cx.is_number(first) {
        return None;
    }
    let (start, end) = (cx.applet.range(whole), cx.applet.range(first));
    if end.start() != start.end() + TextSize::of(',') {
        return None;
    }
    let [whole, first] = [whole, first].map(|part| cx.applet.written(part));
    let is_digits = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    if !is_digits(whole) {
        return None;
    }
    let number = format!("{whole}.{first}");
    Some(Advice::new(
        format!("a decimal number is written with a point: {number}"),
        write(start.cover(end), &number),
    ))
}

/// `if(a, b, else, c)`
fn else_between(cx: &Context, given: &[TermId]) -> Option<Advice> {
    let is_else = |&term: &TermId| cx.applet.written(term) == "else";
    let place = given.iter().position(is_else)?;
    let (&word, &next) = (given.get(place)?, given.get(place + 1)?);
    let range = TextRange::new(cx.applet.range(word).start(), cx.applet.range(next).start());
    Some(Advice::new(
        "the other case is the third argument: if(a, b, c)",
        Fix::new(range, "", "delete `else`"),
    ))
}

/// `println("a", 3)`
fn printed(cx: &Context, name: &str, given: &[TermId]) -> Option<Advice> {
    let [first, .., last] = *given else {
        return None;
    };
    if !forms::is(name, Intrinsic::Print) {
        return None;
    }
    let joined = cx.all_written(given, " + \" \" + ");
    Some(Advice::new(
        "strings and values are joined by `+`",
        Fix::new(cx.spanning(first, last), joined, "join by `+`"),
    ))
}
