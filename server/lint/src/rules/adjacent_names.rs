//! Advice for names without a value that are two names, or a word of another language, beside an
//! operator: `|AB|`, `draw(A B)`, `m^T`, `not x == 5`.

use cindyscript_diagnostic::Code;
use cindyscript_hir::builtins::{Category, Intrinsic};
use cindyscript_hir::program::TermId;
use cindyscript_hir::types::Type;

use text_size::{TextRange, TextSize};

use super::counterparts::is_in_bars;
use crate::advice::{Advice, write};
use crate::context::Context;
use crate::sink::Sink;

/// The longest name that is taken for two, in bytes.
const LONGEST_PAIR: usize = 40;

/// The longest string in single quotes that is looked for, in bytes.
const LONGEST_QUOTED: usize = 200;

/// Advice for a name, which stands for several.
pub(crate) fn adjacent_names(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    negated_comparison(cx, term)
        .or_else(|| two_points(cx, term))
        .or_else(|| distance(cx, term, name))
        .or_else(|| transposed(cx, term, name))
        .or_else(|| primed(cx, name, cx.applet.range(term)))
}

/// `not x == 5`, where `!` binds more tightly than the comparison.
fn negated_comparison(cx: &Context, term: TermId) -> Option<Advice> {
    let program = &cx.applet.program;
    let written = cx.applet.written(term);
    let (word, _) = written.split_once([' ', '\t'])?;
    if !word.eq_ignore_ascii_case("not") {
        return None;
    }
    let start = cx.applet.range(term).start();
    let is_wider = |&outer: &TermId| {
        let operator = program.call(outer).and_then(|(row, _)| row.operator());
        let joins = matches!(operator, None | Some(Intrinsic::And | Intrinsic::Or));
        !joins && cx.applet.range(outer).start() == start
    };
    let whole = cx.applet.around(term).take_while(is_wider).last()?;
    let rest = cx.applet.written(whole).get(word.len()..)?.trim_start();
    let negated = format!("!({rest})");
    Some(Advice::new(
        format!("spaces inside names are ignored: write {negated}"),
        write(cx.applet.range(whole), &negated),
    ))
}

/// `draw(A B)`, `draw(A to B)`
fn two_points(cx: &Context, term: TermId) -> Option<Advice> {
    let program = &cx.applet.program;
    let words: Vec<&str> = cx.applet.written(term).split_whitespace().collect();
    let (&first, &last) = match &words[..] {
        [first, last] | [first, "to" | "and", last] => (first, last),
        _ => return None,
    };
    let (builtin, _) = program.builtin_call(cx.applet.parent(term)?)?;
    let takes_points = matches!(
        builtin.row().category,
        Category::Drawing | Category::Geometry
    );
    if !takes_points || !is_point(cx, first) || !is_point(cx, last) {
        return None;
    }
    let both = format!("{first}, {last}");
    Some(Advice::new(
        format!("arguments are separated by `,`: write {both}"),
        write(cx.applet.range(term), &both),
    ))
}

/// `|AB|`
fn distance(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    if name.len() > LONGEST_PAIR || !is_in_bars(cx, term) {
        return None;
    }
    let around = cx.applet.written(cx.applet.parent(term)?);
    if around.trim_matches('|').trim() != cx.applet.written(term) {
        return None;
    }
    let mut places = name
        .char_indices()
        .skip(1)
        .map(|(place, _)| name.split_at(place));
    let (first, second) =
        places.find(|(first, second)| is_point(cx, first) && is_point(cx, second))?;
    let both = format!("{first}, {second}");
    Some(Advice::new(
        format!("the distance of two points is |{both}|"),
        write(cx.applet.range(term), &both),
    ))
}

/// `m^T`
fn transposed(cx: &Context, term: TermId, name: &str) -> Option<Advice> {
    let power = cx
        .applet
        .parent(term)
        .filter(|_| matches!(name, "T" | "t"))?;
    let (callee, &[base, exponent]) = cx.applet.program.call(power)? else {
        return None;
    };
    let is_matrix =
        matches!(cx.type_of(base), Type::List(list) if matches!(list.element, Type::List(_)));
    if callee.operator() != Some(Intrinsic::Power) || exponent != term || !is_matrix {
        return None;
    }
    let transposed = format!("transpose({})", cx.applet.written(base));
    Some(Advice::new(
        format!("a transposed matrix is {transposed}"),
        write(cx.applet.range(power), &transposed),
    ))
}

/// `m'`, the transposed matrix of Matlab.
fn primed(cx: &Context, name: &str, range: TextRange) -> Option<Advice> {
    let matrix = name.strip_suffix('\'')?;
    let id = cx.applet.program.names.get(matrix)?;
    let transposed = format!("transpose({matrix})");
    cx.applet.defined().contains(id).then(|| {
        Advice::new(
            format!("a `'` is a part of the name; a transposed matrix is {transposed}"),
            write(range, &transposed),
        )
    })
}

/// `'x = ' + 3`, `'Hello, world'`: the quotation marks belong to names, and the text between them is
/// code.
pub(crate) fn single_quoted(cx: &Context, sink: &mut Sink, term: TermId) -> bool {
    let range = cx.applet.range(term);
    let written = cx.applet.written(term);
    let text = cx.applet.document.text();
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    let is_mark =
        |name: &str| name.starts_with('\'') && !name.get(1..).unwrap_or_default().contains('\'');
    let content = if written == "'" || written.ends_with('\'') && !written.starts_with('\'') {
        let near = text.floor_char_boundary(end.saturating_sub(LONGEST_QUOTED));
        let before = text.get(near..end - 1).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let open = line.rfind('\'').filter(|&open| {
            let before = line.get(..open).unwrap_or_default();
            !before.ends_with(char::is_alphanumeric)
        });
        open.and_then(|open| line.get(open + 1..))
    } else if is_mark(written) {
        let far = text.floor_char_boundary((start + LONGEST_QUOTED).min(text.len()));
        let behind = text.get(start + 1..far).unwrap_or_default();
        let line = behind.split('\n').next().unwrap_or_default();
        line.find('\'').and_then(|close| line.get(..close))
    } else {
        None
    };
    let Some(content) = content.filter(|content| !content.contains(['"', ';'])) else {
        return false;
    };
    let is_opening = is_mark(written) && written != "'";
    let from = match is_opening {
        true => start,
        false => end - 1 - content.len() - 1,
    };
    let offset = |at: usize| TextSize::try_from(at).unwrap_or_default();
    let whole = TextRange::at(offset(from), offset(content.len() + 2));
    // The name at the other end has the same reason.
    let last = content
        .rsplit(|c: char| !c.is_alphanumeric() && c != ' ')
        .next();
    let last: String = last.unwrap_or_default().split(' ').collect();
    sink.intended.insert(format!("{last}'"));
    let quoted = format!("\"{content}\"");
    sink.report(
        term,
        Code::UndefinedName,
        "strings are written in double quotes",
    )
    .at(whole)
    .help(format!("write {quoted}"))
    .with_fix(write(whole, &quoted));
    true
}

/// True if a name is that of a point of the construction, or of a variable that is a point.
fn is_point(cx: &Context, name: &str) -> bool {
    let Some(id) = cx.applet.program.names.get(name) else {
        return cx.element_named(name).is_some();
    };
    let ty = cx.solution.global(id).map(|slot| cx.solution.ty(slot));
    match ty {
        Some(Type::Point) => true,
        Some(Type::List(list)) => {
            matches!(list.len, Some(2 | 3)) && matches!(list.element, Type::Scalar(_))
        }
        _ => false,
    }
}
