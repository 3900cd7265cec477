//! Advice for a name that nothing gives a value: a function without its parentheses, two names with
//! a `*` or parentheses missing between them, a constant as other languages spell it.

use std::borrow::Cow;

use cindyscript_hir::builtins::{self, Intrinsic};
use cindyscript_hir::names::HASH;
use cindyscript_hir::presets;
use cindyscript_hir::program::{Iteration, Plot, PlotForm, TermId, TermKind};
use cindyscript_syntax::text::hexadecimal_colour;
use text_size::{TextRange, TextSize};

use super::adjacent_names::adjacent_names;
use super::foreign;
use super::spellings::{Position, UNDEFINED, spelling};
use crate::advice::{Advice, write};
use crate::context::Context;

/// Signs as the texts of pages write them, between `&` and `;`.
const ENTITIES: [(&str, &str); 3] = [("amp", "&"), ("gt", ">"), ("lt", "<")];

/// Names that the coordinates of a pixel have in other languages.
const COORDINATES: [[&str; 2]; 2] = [["u", "v"], ["s", "t"]];

/// The colour of that name, or of hexadecimal digits: `#ff0000`.
pub(crate) fn colour(name: &str) -> Option<Cow<'static, str>> {
    if let Some(digits) = name.strip_prefix('#') {
        return hexadecimal_colour(digits).map(Cow::Owned);
    }
    let (_, colour) = spelling(Position::Alone, name, &[])?;
    colour
        .filter(|colour| colour.starts_with('['))
        .map(Cow::Owned)
}

/// The number, truth value or list of that name, which is there without being given a value.
fn constant(name: &str) -> Option<&'static str> {
    let preset = presets::find(name)?;
    (!preset.value.is_text()).then_some(preset.name)
}

/// Statements before a colorplot that are moved into it, at most.
const NEAR: usize = 20;

/// Objects whose fields are constants elsewhere.
const MODULES: [&str; 4] = ["Math", "math", "np", "numpy"];

/// Advice for an undefined name.
pub(crate) fn meant_by(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let range = cx.applet.range(term);
    let written = cx.applet.written(term);
    if let Some(advice) = adjacent_names(cx, term, name) {
        return Some(advice);
    }
    if let Some((first, rest)) = written.split_once([' ', '\t']) {
        return several_words(cx, term, first, rest);
    }
    let of_language = if name == "continue" {
        foreign::rest_of_round(cx, term)
    } else {
        last_element(cx, term, name)
    };
    of_language
        .or_else(|| spelled_elsewhere(cx, term, name))
        .or_else(|| constant_of_module(cx, term, name))
        .or_else(|| constant_in_other_case(name, range))
        .or_else(|| (name == "e").then(|| euler(cx, term)))
        .or_else(|| entity(cx, name, range))
        .or_else(|| mapped(cx, term, name))
        .or_else(|| before_its_plot(cx, term, name))
        .or_else(|| undefined_value(cx, term, name))
        .or_else(|| named_variable(cx, term, name))
        .or_else(|| function_alone(cx, term, name, range))
        .or_else(|| unquoted_image(cx, term, name, range))
        .or_else(|| run_together(cx, name, range))
        .or_else(|| numbered(cx, term, name))
        .or_else(|| element(cx, name, range))
        .or_else(|| {
            let out = out_of_its_place(cx, term, name)?;
            Some(unnamed_variable(cx, term, name).unwrap_or(out))
        })
        .or_else(|| unquoted(cx, term, name, range))
        .or_else(|| unnamed_variable(cx, term, name))
        .or_else(|| graph(cx, term, name))
}

/// Advice for a name that is written as several words.
fn several_words(cx: &Context, term: TermId, first: &str, rest: &str) -> Option<Advice> {
    let range = cx.applet.range(term);
    if first == "lambda"
        && let Some(advice) = lambda(cx, term, rest.trim_start())
    {
        return Some(advice);
    }
    if (first, rest.trim()) == ("hold", "on") {
        return Some(Advice::without_fix(
            "delete it: each command draws over the picture of the commands before it",
        ));
    }
    separate(cx, first, rest.trim_start(), range)
        .or_else(|| unquoted(cx, term, cx.applet.written(term), range))
}

/// `l_end`
fn last_element(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let around = cx.applet.parent(term).filter(|_| name == "end")?;
    let TermKind::Index { base, index } = cx.applet.program.kind(around) else {
        return None;
    };
    let last = format!("{}_(-1)", cx.applet.written(base));
    (index == term).then(|| {
        Advice::new(
            format!("the last element is {last}"),
            write(cx.applet.range(around), &last),
        )
    })
}

/// `blue`, `itime`: a name of another language.
fn spelled_elsewhere(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let (help, instead) = spelling(Position::Alone, name, &[])?;
    let range = cx.applet.range(term);
    Some(Advice::new(
        help,
        instead.map(|instead| write(range, &instead)),
    ))
}

/// `PI`
fn constant_in_other_case(name: &str, range: TextRange) -> Option<Advice> {
    let constant = constant(&name.to_lowercase())?;
    let help = format!("upper and lower case differ: write {constant}");
    Some(Advice::new(help, write(range, constant)))
}

/// `Math.PI`
fn constant_of_module(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let around = cx.applet.parent(term)?;
    let TermKind::Field { name: field, .. } = cx.applet.program.kind(around) else {
        return None;
    };
    let field = cx.applet.program.names.text(field).to_lowercase();
    let constant = constant(&field).filter(|_| MODULES.contains(&name))?;
    Some(Advice::new(
        format!("write {constant}"),
        write(cx.applet.range(around), constant),
    ))
}

/// `y = x^2`, which is to draw a graph.
fn graph(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(term);
    let (assignment, value) = around.find_map(|outer| match program.kind(outer) {
        TermKind::Assign { target, value } => {
            let target = program.name_of(target)?;
            (program.names.text(target) == "y").then_some((outer, value))
        }
        _ => None,
    })?;
    let is_whole = match cx.applet.parent(assignment) {
        Some(outer) => matches!(program.kind(outer), TermKind::Sequence(_)),
        None => true,
    };
    let graph = format!("plot({})", cx.applet.written(value));
    (name == "x" && is_whole).then(|| {
        Advice::new(
            format!("to draw a graph, write {graph}; or first give it a value: x = ..."),
            write(cx.applet.range(assignment), &graph),
        )
    })
}

/// `colorplot(sin(u)*sin(v))`. Returns the pair of names as well.
pub(crate) fn coordinate_of_pixel(
    cx: &Context,
    term: TermId,
    name: &str,
) -> Option<(Advice, [&'static str; 2])> {
    let program = &cx.applet.program;
    let pair = COORDINATES.iter().find(|pair| pair.contains(&name))?;
    let within = |plot: &&Plot| (program.term(plot.body).first..=plot.body).contains(&term);
    let plot = program.plots.iter().find(within)?;
    let first = program.term(plot.body).first;
    let mut places = Vec::new();
    for (name, coordinate) in pair.iter().zip(["#.x", "#.y"]) {
        let name = program.names.get(name)?;
        let terms = cx.applet.variables().within(name, first, plot.body);
        if terms.is_empty() || cx.applet.defined().contains(name) {
            return None;
        }
        places.extend(
            terms
                .iter()
                .map(|&term| (cx.applet.range(term), coordinate)),
        );
    }
    let mut terms = program.subtree(plot.body);
    let has_loop = terms.any(|term| matches!(program.kind(term), TermKind::Iterate(_)));
    // In a loop, `#` may be its element.
    if has_loop {
        return None;
    }
    places.sort_unstable_by_key(|(range, _)| range.start());
    let (from, to) = (places.first()?.0.start(), places.last()?.0.end());
    let text = cx.applet.document.text();
    let (mut end, mut instead) = (from, String::new());
    for (range, coordinate) in places {
        instead.push_str(text.get(end.into()..range.start().into())?);
        instead.push_str(coordinate);
        end = range.end();
    }
    let advice = Advice::new(
        "the coordinates of the pixel are #.x and #.y",
        write(TextRange::new(from, to), &instead),
    );
    Some((advice, *pair))
}

/// `1 &lt; 2`, as pages write `<`.
fn entity(cx: &Context, name: &str, range: TextRange) -> Option<Advice> {
    let (_, sign) = ENTITIES.iter().find(|(known, _)| *known == name)?;
    let text = cx.applet.document.text();
    let before = text.get(..usize::from(range.start()))?;
    let behind = text.get(usize::from(range.end())..)?;
    if !before.ends_with('&') || !behind.starts_with(';') {
        return None;
    }
    let one = TextSize::of(';');
    let whole = TextRange::new(range.start() - one, range.end() + one);
    Some(Advice::new(
        format!("`&{name};` is for the text of a page: in a script, write {sign}"),
        write(whole, sign),
    ))
}

/// `map([1, 2, 3], #^2)`
fn mapped(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(term);
    let call = around.find(|&outer| match program.kind(outer) {
        TermKind::Call { callee, .. } => program.callee(callee).name.eq_ignore_ascii_case("map"),
        _ => false,
    });
    let call = call.filter(|_| name == HASH)?;
    Some(Advice::new(
        "apply(list, ...) makes a list from the elements of another",
        write(cx.called(call), "apply"),
    ))
}

/// `uv = #/10; colorplot(hue(|uv|));`
fn before_its_plot(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let program = &cx.applet.program;
    if name != HASH {
        return None;
    }
    let mut inner = term;
    let statements = cx.applet.around(term).find_map(|outer| {
        let statements = match program.kind(outer) {
            TermKind::Sequence(statements) => Some(statements),
            _ => None,
        };
        if statements.is_none() {
            inner = outer;
        }
        statements
    })?;
    let statements = program.children(statements);
    let place = statements.binary_search(&inner).ok()?;
    let mut behind = statements[place..].iter().take(NEAR);
    let plot = behind.find(|&&one| !matches!(program.kind(one), TermKind::Assign { .. }))?;
    let TermKind::Plot(id) = program.kind(*plot) else {
        return None;
    };
    let plot = program.plot(id);
    let end = plot.term;
    let mut moved = statements[place..].iter().take_while(|&&one| one != end);
    let is_read = moved.any(|&one| match program.kind(one) {
        TermKind::Assign { target, .. } => {
            let name = program.name_of(target);
            name.is_some_and(|name| cx.reads(plot.body, name))
        }
        _ => false,
    });
    if plot.form != PlotForm::View || !is_read {
        return None;
    }
    let start = cx.applet.range(inner).start();
    let (plot_start, body) = (
        cx.applet.range(plot.term).start(),
        cx.applet.range(plot.body).start(),
    );
    let text = cx.applet.document.text();
    let before = text.get(start.into()..plot_start.into())?.trim_end();
    let call = text.get(plot_start.into()..body.into())?;
    // A comment would take what follows.
    if before.lines().next_back()?.contains("//") {
        return None;
    }
    Some(Advice::new(
        "`#` is the pixel inside of colorplot(...): write this there",
        cindyscript_diagnostic::Fix::new(
            TextRange::new(start, body),
            format!("{call}{before} "),
            "move it into the colorplot",
        ),
    ))
}

/// `x == undefined`, `a = null`
fn undefined_value(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    if !UNDEFINED.contains(&&*name.to_lowercase()) {
        return None;
    }
    let program = &cx.applet.program;
    let compared = cx.applet.parent(term).and_then(|around| {
        let (callee, arguments) = program.call(around)?;
        let not = match callee.intrinsic() {
            Some(Intrinsic::Equal) => "",
            Some(Intrinsic::Unequal) => "!",
            _ => return None,
        };
        let &[a, b] = arguments else {
            return None;
        };
        let other = cx.applet.written(if a == term { b } else { a });
        Some((around, format!("{not}isundefined({other})")))
    });
    Some(match compared {
        Some((comparison, instead)) => Advice::new(
            format!("to test for the undefined value, write {instead}"),
            write(cx.applet.range(comparison), &instead),
        ),
        None => Advice::without_fix(
            "the undefined value has no name: isundefined(x) tests for it, nil is the empty list",
        ),
    })
}

/// `drawimage([0, 0], photo)`, where there is an image of that name.
fn unquoted_image(cx: &Context, term: TermId, name: &str, range: TextRange) -> Option<Advice> {
    let program = &cx.applet.program;
    let around = cx.applet.parent(term)?;
    let is_image = match program.kind(around) {
        TermKind::Plot(id) => match program.plot(id).form {
            PlotForm::Image { image } | PlotForm::PlacedImage { image, .. } => image == term,
            PlotForm::View | PlotForm::Rectangle { .. } => false,
        },
        TermKind::Call { arguments, .. } => {
            let (builtin, _) = program.builtin_call(around)?;
            let place = usize::from(builtin.row().image?.place);
            program.children(arguments).get(place) == Some(&term)
        }
        _ => false,
    };
    let is_known = || {
        let of_page = cx.applet.source().images.iter();
        of_page
            .map(|image| image.name.as_str())
            .any(|known| known == name)
            || program.texts.iter().any(|text| text == name)
    };
    (is_image && is_known()).then(|| {
        Advice::new(
            format!("an image is named by a string: write \"{name}\""),
            write(range, &format!("\"{name}\"")),
        )
    })
}

/// The variable of a loop behind it, a parameter outside of its function.
fn out_of_its_place(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let program = &cx.applet.program;
    let id = program.names.get(name)?;
    if name == HASH {
        return None;
    }
    let told = |help| Some(Advice::without_fix(help));
    let mut loops = program.terms.iter().zip((0..).map(TermId));
    let of_loop = loops.find_map(|(row, at)| match row.kind {
        TermKind::Iterate(iteration) => {
            let iteration = program.iteration(iteration);
            let is_its = iteration.element == id || iteration.index == Some(id);
            (is_its && at < term).then_some((iteration.kind, at))
        }
        _ => None,
    });
    if let Some((kind, at)) = of_loop {
        let line = cx.applet.line(cx.applet.range(at).start());
        return told(format!(
            "`{name}` has a value only in the `{}` of line {line}: give another variable its \
             value there",
            kind.name()
        ));
    }
    let mut functions = program
        .functions
        .iter()
        .filter(|function| !function.is_code());
    let function = functions.find(|function| {
        let mut parameters = function.named_parameters().iter();
        parameters.any(|parameter| parameter.name == id)
    })?;
    let called = &program.callee(function.callee).name;
    told(format!(
        "`{name}` has a value only in the function `{called}`"
    ))
}

/// `f = lambda x: x^2`
fn lambda(cx: &Context, term: TermId, parameter: &str) -> Option<Advice> {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(term);
    let (assignment, target) = around.find_map(|outer| match program.kind(outer) {
        TermKind::Assign { target, .. } => Some((outer, target)),
        _ => None,
    })?;
    let name = program.names.text(program.name_of(target)?);
    let whole = cx.applet.written(assignment);
    let (_, body) = whole.split_once(':')?;
    let definition = format!("{name}({parameter}) := {}", body.trim_start());
    Some(Advice::new(
        format!("a function is defined by `:=`: write {definition}"),
        write(cx.applet.range(assignment), &definition),
    ))
}

/// `random` without its parentheses.
fn function_alone(cx: &Context, term: TermId, name: &str, range: TextRange) -> Option<Advice> {
    let program = &cx.applet.program;
    let arities = arities(cx, name);
    // `plot(sin)`
    let around = cx.applet.parent(term).map(|outer| program.kind(outer));
    if let Some(TermKind::Special(id)) = around
        && let special = program.special(id)
        && special.builtin.is(Intrinsic::Plot)
        && program.children(special.arguments).first() == Some(&term)
        && arities.contains(&Some(1))
    {
        let call = format!("{name}(x)");
        return Some(Advice::new(
            format!("`{name}` is a function: write {call}"),
            write(range, &call),
        ));
    }
    let fix = |instead: &str| write(range, instead);
    if arities.contains(&Some(0)) {
        let call = format!("{name}()");
        return Some(Advice::new(
            format!("`{name}` is a function: write {call}"),
            fix(&call),
        ));
    }
    // `abs -3`
    if arities.contains(&Some(1))
        && let Some(around) = cx.applet.parent(term)
        && let TermKind::Call {
            callee, arguments, ..
        } = program.kind(around)
        && matches!(
            program.callee(callee).operator(),
            Some(Intrinsic::Subtract | Intrinsic::Add)
        )
        && let &[first, argument] = program.children(arguments)
        && first == term
        && let (start, end) = (range.end(), cx.applet.range(argument).end())
        && let between = std::ops::Range::<usize>::from(TextRange::new(start, end))
        && let Some(signed) = cx.applet.document.text().get(between)
        && signed.starts_with([' ', '\t'])
        && signed
            .trim_start()
            .chars()
            .nth(1)
            .is_some_and(|next| !next.is_whitespace())
    {
        let call = format!("{name}({})", signed.trim_start());
        let whole = TextRange::new(range.start(), end);
        return Some(Advice::new(
            format!("`{name}` is a function: write {call}"),
            write(whole, &call),
        ));
    }
    (!arities.is_empty())
        .then(|| Advice::without_fix(format!("`{name}` is a function: write {name}(...)")))
}

/// The numbers of arguments of the functions of this name.
fn arities(cx: &Context, name: &str) -> Vec<Option<u8>> {
    let is_word = name.starts_with(char::is_alphabetic);
    let mut arities = match is_word {
        true => builtins::arities(name),
        false => Vec::new(),
    };
    let callees = cx.applet.program.callees.iter();
    let own = callees.filter(|row| !row.definitions.is_empty() && row.name == name);
    arities.extend(own.map(|row| u8::try_from(row.arity).ok()));
    arities
}

pub(crate) fn has_value(cx: &Context, name: &str) -> bool {
    let program = &cx.applet.program;
    let is_defined = |id| cx.applet.defined().contains(id);
    constant(name).is_some() || program.names.get(name).is_some_and(is_defined)
}

/// `sin x`, `pi r`, `not a`: one name, because space means nothing in names.
fn separate(cx: &Context, first: &str, rest: &str, range: TextRange) -> Option<Advice> {
    const SPACE: &str = "spaces inside names are ignored";
    let words: Vec<&str> = rest.split_whitespace().collect();
    let found = match *words {
        [word, last] => spelling(Position::Between, word, &[first, last]),
        _ => None,
    };
    let before = || spelling(Position::Before, first, &[rest]);
    if let Some((help, instead)) = found.or_else(before) {
        let fix = instead.map(|instead| write(range, &instead));
        return Some(Advice::new(help, fix));
    }
    let instead = if !arities(cx, first).is_empty() {
        // An operator behind it may bind more tightly than a call.
        let text = cx.applet.document.text();
        let behind = text.get(usize::from(range.end())..).unwrap_or_default();
        if behind.starts_with('°') {
            let fix = write(
                TextRange::new(range.start(), range.end() + TextSize::of('°')),
                &format!("{first}({rest}°)"),
            );
            return Some(Advice::new(format!("{SPACE}: write {first}({rest}°)"), fix));
        }
        format!("{first}({rest})")
    } else if has_value(cx, first) || first.starts_with(|c: char| c.is_ascii_digit()) {
        let factors: Vec<&str> = rest.split_whitespace().collect();
        format!("{first}*{}", factors.join("*"))
    } else {
        return None;
    };
    Some(Advice::new(
        format!("{SPACE}: write {instead}"),
        write(range, &instead),
    ))
}

/// `iy`, `cosx`: names that run into one another.
fn run_together(cx: &Context, name: &str, range: TextRange) -> Option<Advice> {
    let ends: Vec<usize> = name.char_indices().map(|(end, _)| end).skip(1).collect();
    let instead = ends.into_iter().rev().find_map(|end| {
        let (first, rest) = name.split_at(end);
        if !has_value(cx, rest) {
            return None;
        }
        if has_value(cx, first) {
            return Some(format!("{first}*{rest}"));
        }
        let is_function = first.len() > 1 && arities(cx, first).contains(&Some(1));
        is_function.then(|| format!("{first}({rest})"))
    })?;
    Some(Advice::new(
        format!("this is one name: write {instead}"),
        write(range, &instead),
    ))
}

/// `x_1` where there is `x1`.
fn numbered(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let program = &cx.applet.program;
    let index = TermId(term.0 + 2);
    if index.index() >= program.terms.len() {
        return None;
    }
    let TermKind::Index { base, index: place } = program.kind(index) else {
        return None;
    };
    let meant = format!("{name}{}", cx.applet.written(place));
    (base == term && has_value(cx, &meant)).then(|| {
        Advice::new(
            format!("`_` takes an element of a list: did you mean `{meant}`?"),
            write(cx.applet.range(index), &meant),
        )
    })
}

/// `Bb` where there is an element `B`.
fn element(cx: &Context, name: &str, range: TextRange) -> Option<Advice> {
    let lower = name.to_lowercase();
    let elements = &cx.applet.source().geometry;
    let meant = elements
        .iter()
        .map(|element| element.name.as_str())
        .filter(|known| !known.is_empty())
        .find(|known| {
            let known = known.to_lowercase();
            let longer = lower.len().max(known.len());
            longer <= 3
                && lower.len().abs_diff(known.len()) <= 1
                && (lower.starts_with(&known) || known.starts_with(&lower))
        })?;
    Some(Advice::new(
        format!("did you mean `{meant}`?"),
        write(range, meant),
    ))
}

/// `drawtext([0, 0], hello)`
fn unquoted(cx: &Context, term: TermId, name: &str, range: TextRange) -> Option<Advice> {
    let program = &cx.applet.program;
    let parent = cx.applet.parent(term)?;
    let (callee, arguments) = program.call(parent)?;
    let takes_text = match callee.intrinsic() {
        Some(Intrinsic::DrawText) => true,
        Some(Intrinsic::Print) => name.contains(' '),
        _ => false,
    };
    let is_text = takes_text && arguments.last() == Some(&term);
    is_text.then(|| {
        Advice::new(
            format!("text is written in double quotes: write \"{name}\""),
            write(range, &format!("\"{name}\"")),
        )
    })
}

/// `forall(1..3, println(k))`
fn unnamed_variable(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let program = &cx.applet.program;
    let iteration = innermost_loop(cx, term)?;
    let body = program.term(iteration.body).first..=iteration.body;
    if !iteration.is_unnamed() || !body.contains(&term) || name == HASH {
        return None;
    }
    let domain = cx.applet.range(iteration.domain);
    Some(Advice::new(
        format!(
            "name the running variable: {}({}, {name}, ...)",
            iteration.kind.name(),
            cx.applet.written(iteration.domain)
        ),
        cindyscript_diagnostic::Fix::new(
            TextRange::empty(domain.end()),
            format!(", {name}"),
            format!("name the running variable `{name}`"),
        ),
    ))
}

/// `apply([1, 2], x, #^2)`
fn named_variable(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let variable = innermost_loop(cx, term).filter(|_| name == HASH)?;
    let variable = cx.applet.written(variable.element_term?);
    Some(Advice::new(
        format!("this loop names its running variable: write {variable}"),
        write(cx.applet.range(term), variable),
    ))
}

/// The innermost loop around a term that has a running variable.
pub(crate) fn innermost_loop<'a>(cx: &Context<'a>, term: TermId) -> Option<&'a Iteration> {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(term);
    around.find_map(|outer| match program.kind(outer) {
        TermKind::Iterate(id) => Some(program.iteration(id)),
        _ => None,
    })
}

/// `e^x`
fn euler(cx: &Context, term: TermId) -> Advice {
    let program = &cx.applet.program;
    let power = TermId(term.0 + 2);
    let exponent = (power.index() < program.terms.len())
        .then(|| program.kind(power))
        .and_then(|kind| match kind {
            TermKind::Call {
                callee, arguments, ..
            } if program.callee(callee).operator() == Some(Intrinsic::Power) => {
                match program.children(arguments) {
                    &[base, exponent] if base == term => Some(exponent),
                    _ => None,
                }
            }
            _ => None,
        });
    let Some(exponent) = exponent else {
        return Advice::new(
            "Euler's number is exp(1), its powers are exp(x)",
            write(cx.applet.range(term), "exp(1)"),
        );
    };
    let written = cx.applet.written(exponent);
    let inner = written
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'));
    let call = format!("exp({})", inner.unwrap_or(written));
    Advice::new(
        format!("a power of Euler's number is written {call}"),
        write(cx.applet.range(power), &call),
    )
}
