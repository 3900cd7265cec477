//! The functions of other languages, and what CindyScript has for each: one table, which gives the
//! help, the fix that rewrites a call, and the definition of a function of that name.

use std::borrow::Cow;

use cindyscript_hir::program::{TermId, TermKind};
use cindyscript_hir::types::Type;

use crate::context::{Context, is_primary};

/// The counterpart of a function of another language.
#[derive(Clone, Copy)]
pub enum Instead {
    /// A function with the same arguments.
    Name(&'static str),
    /// A list of the arguments; the text is the help.
    List(&'static str),
    /// Something else, as the text explains.
    Told(&'static str),
    /// An expression.
    Written(Written),
    /// A function that authors define themselves: the expression, and the help.
    Defined(Written),
}

/// An expression that takes the place of a call.
#[derive(Clone, Copy)]
pub struct Written {
    /// The help. In that of [`Instead::Written`], the expression follows.
    help: &'static str,
    /// The names of the arguments.
    pub parameters: &'static [&'static str],
    /// The expression of those.
    pub expression: &'static str,
    /// The 0-based place of the argument that is a number here, and may be a vector elsewhere.
    number: Option<usize>,
}

impl Instead {
    /// The same, of which an argument is a number here, and may be a vector elsewhere.
    const fn of_number(self, place: usize) -> Self {
        match self {
            Self::Written(written) => Self::Written(Written {
                number: Some(place),
                ..written
            }),
            other => other,
        }
    }

    pub(crate) fn takes(&self, count: usize) -> bool {
        match self {
            Self::Written(written) | Self::Defined(written) => written.parameters.len() == count,
            Self::Name(_) | Self::List(_) | Self::Told(_) => true,
        }
    }

    /// The help.
    pub(crate) fn help(&self) -> Cow<'static, str> {
        match self {
            Self::Name(name) => format!("in CindyScript it is called `{name}`").into(),
            Self::Written(written) => format!("{}{}", written.help, written.expression).into(),
            Self::List(help) | Self::Told(help) => Cow::Borrowed(help),
            Self::Defined(written) => Cow::Borrowed(written.help),
        }
    }
}

const fn written(
    help: &'static str,
    parameters: &'static [&'static str],
    expression: &'static str,
) -> Instead {
    Instead::Written(Written {
        help,
        parameters,
        expression,
        number: None,
    })
}

const fn defined(
    help: &'static str,
    parameters: &'static [&'static str],
    expression: &'static str,
) -> Instead {
    Instead::Defined(Written {
        help,
        parameters,
        expression,
        number: None,
    })
}

use Instead::{List, Name, Told};

const ANGLE: Instead = written(
    "the angle of a complex number is ",
    &["z"],
    "arctan2(re(z), im(z))",
);
const ANGLE_OF_POINT: Instead = written(
    "in CindyScript it is `arctan2`, and x comes first: write ",
    &["y", "x"],
    "arctan2(x, y)",
);
const AS_TEXT: Instead = Told("to make a text from a value, write \"\" + x");
const CLAMP: Instead =
    written("to clamp, write ", &["x", "a", "b"], "min(max(x, a), b)").of_number(0);
const COUNTING: Instead = Told("repeat(n, k, ...; ...) counts");
const FACTORIAL: Instead = written("a factorial is ", &["n"], "product(1..n)");
const FRACTION: Instead = written("the fractional part is ", &["x"], "x - floor(x)");
const HSV: Instead = written(
    "hue(h) is the colour of a hue, from 0 to 1; with saturation and value, write ",
    &["h", "s", "v"],
    "v*(s*hue(h) + (1 - s)*[1, 1, 1])",
);
const MEAN: Instead = written("the mean is ", &["l"], "sum(l)/length(l)");
const MIX: Instead = written("to mix, write ", &["a", "b", "t"], "a + t*(b - a)");
const NORM: Instead = written("the length of a vector is ", &["v"], "|v|");
const NORMALIZE: Instead = written("a vector of length 1 is ", &["v"], "v/|v|");
const NO_WAIT: Instead =
    Told("scripts cannot wait: the tick script runs in every frame, and seconds() is the time");
const SCALAR_PRODUCT: Instead = written("the scalar product is written ", &["a", "b"], "a*b");
const FROM_TEXT: Instead = written("a text is read as a number by ", &["s"], "parse(s)");
const DERIVATIVE: Instead = Told("the derivative of f at x is d(f(#), x)");
const STEPS: Instead = written(
    "n numbers from a to b are ",
    &["a", "b", "n"],
    "apply(0..n - 1, a + #*(b - a)/(n - 1))",
);
const UNIT_MATRIX: Instead = written(
    "the unit matrix is ",
    &["n"],
    "apply(1..n, j, apply(1..n, k, if(j == k, 1, 0)))",
);
const SEQUENCE: Instead = written(
    "a list of values is ",
    &["e", "k", "a", "b"],
    "apply(a..b, k, e)",
);
const UPPER: Instead = defined(
    "define it: upper(s) := replace(s, [[\"a\", \"A\"], [\"b\", \"B\"], ...])",
    &["s"],
    "replace(s, apply(1..26, k, [substring(\"abcdefghijklmnopqrstuvwxyz\", k - 1, k), \
     substring(\"ABCDEFGHIJKLMNOPQRSTUVWXYZ\", k - 1, k)]))",
);
const LOWER: Instead = defined(
    "define it: lower(s) := replace(s, [[\"A\", \"a\"], [\"B\", \"b\"], ...])",
    &["s"],
    "replace(s, apply(1..26, k, [substring(\"ABCDEFGHIJKLMNOPQRSTUVWXYZ\", k - 1, k), \
     substring(\"abcdefghijklmnopqrstuvwxyz\", k - 1, k)]))",
);
const SPLIT: Instead = written("a text is split by ", &["s", "t"], "tokenize(s, t)");
const REST_OF_ROUND: &str =
    "to skip the rest of a round, put it into an `if`: if(k != 3, ...; ...)";
const SIGN: Instead =
    written("the sign is ", &["x"], "if(x > 0, 1, if(x < 0, -1, 0))").of_number(0);
const VECTOR: Instead = List("a vector is a list, [a, b, c]");
const COLOUR: Instead = List("a colour is a list, [red, green, blue], each from 0 to 1");

const BACKGROUND: &str =
    "the background is a setting of the page: ports: [{..., background: \"black\"}]";
const ELLIPSE: &str =
    "an ellipse is a curve: plot(m + [a*cos(t), b*sin(t)], start -> 0, stop -> 2*pi)";
const INTEGRAL: &str = "an integral is approximately a sum: with h = (b - a)/1000, it is h*sum(1..1000, k, f(a + k*h))";
const OTHER_CASE: &str = "the third argument may be an `if` again: if(a, b, if(c, d, e))";
const RECTANGLE: &str = "a rectangle is drawn by drawpoly([a, b, c, d]), its corners in order";
const FILLED: &str = "a rectangle is filled by fillpoly([a, b, c, d]), its corners in order";
const DRAWN_SIDES: Instead = written(
    "a rectangle is drawn by drawpoly([a, b, c, d]), its corners in order: write ",
    &["x", "y", "w", "h"],
    "drawpoly([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])",
);
const FILLED_SIDES: Instead = written(
    "a rectangle is filled by fillpoly([a, b, c, d]), its corners in order: write ",
    &["x", "y", "w", "h"],
    "fillpoly([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])",
);

/// The rows, by name. If a name has several, the first one with the right number of arguments counts.
#[rustfmt::skip]
static COUNTERPARTS: &[(&str, Instead)] = &[
    ("acos",         Name("arccos")),
    ("alert",        Name("println")),
    ("angle",        Told("arctan2(v) is the angle of a direction, the angle between two is arctan2(v) - arctan2(w)")),
    ("animate",      Name("playanimation")),
    ("arctan",       ANGLE_OF_POINT),
    ("arg",          ANGLE),
    ("argument",     ANGLE),
    ("array",        VECTOR),
    ("arrow",        Told("an arrow is a line: draw(from, to, arrow -> true)")),
    ("asin",         Name("arcsin")),
    ("atan",         ANGLE_OF_POINT),
    ("atan",         Name("arctan")),
    ("atan2",        ANGLE_OF_POINT),
    ("average",      MEAN),
    ("avg",          MEAN),
    ("background",   Told(BACKGROUND)),
    ("break",        Told(NO_BREAK)),
    ("ceiling",      Name("ceil")),
    ("cis",          written("write ", &["x"], "exp(i*x)")),
    ("clamp",        CLAMP),
    ("clear",        Name("clrscr")),
    ("cls",          Name("clrscr")),
    ("conj",         Name("conjugate")),
    ("constrain",    CLAMP),
    ("continue",     Told(REST_OF_ROUND)),
    ("copyimage",    written("an image is copied by painting it: write ", &["a", "b"], "colorplot(b, imagergb(a, #))")),
    ("cosh",         written("write ", &["x"], "(exp(x) + exp(-x))/2")),
    ("cot",          written("write ", &["x"], "cos(x)/sin(x)")),
    ("csc",          written("write ", &["x"], "1/sin(x)")),
    ("degrees",      written("an angle in degrees is ", &["x"], "x*180/pi")),
    ("derivative",   DERIVATIVE),
    ("disp",         Name("println")),
    ("distance",     written("a distance is written ", &["a", "b"], "|a, b|")),
    ("do",           COUNTING),
    ("dot",          SCALAR_PRODUCT),
    ("drawellipse",  Told(ELLIPSE)),
    ("drawline",     written("a line through two points is ", &["a", "b"], "draw(join(a, b))")),
    ("drawline",     Name("draw")),
    ("drawpoint",    Name("draw")),
    ("drawrect",     DRAWN_SIDES),
    ("drawrect",     Told(RECTANGLE)),
    ("drawsegment",  Name("draw")),
    ("echo",         Name("println")),
    ("element",      written("an element of a list is written ", &["l", "n"], "l_n")),
    ("elif",         Told(OTHER_CASE)),
    ("ellipse",      Told(ELLIPSE)),
    ("elseif",       Told(OTHER_CASE)),
    ("enumerate",    Told("forall(l, v, k, ...) goes through a list: k is the number of the element v")),
    ("exp2",         written("a power is written ", &["x"], "2^x")),
    ("eye",          UNIT_MATRIX),
    ("fact",         FACTORIAL),
    ("factorial",    FACTORIAL),
    ("fillrect",     FILLED_SIDES),
    ("fillrect",     Told(FILLED)),
    ("filter",       Name("select")),
    ("first",        written("the first element is ", &["l"], "l_1")),
    ("float",        Told("numbers do not need a conversion")),
    ("fmod",         Name("mod")),
    ("for",          Told("repeat(n, i, ...) counts, forall(list, v, ...) goes through a list")),
    ("foreach",      Name("forall")),
    ("fprintf",      Name("println")),
    ("frac",         FRACTION),
    ("fract",        FRACTION),
    ("function",     Told(DEFINITION)),
    ("hsb",          HSV),
    ("hsv",          HSV),
    ("hsv",          Told("hue(h) is the colour of a hue, from 0 to 1")),
    ("hsv2rgb",      HSV),
    ("hypot",        written("the length of a vector is ", &["x", "y"], "|[x, y]|")),
    ("identity",     UNIT_MATRIX),
    ("imag",         Name("im")),
    ("includes",     Name("contains")),
    ("input",        Told("scripts cannot open a dialog: use a text field of the page")),
    ("int",          Name("floor")),
    ("integral",     Told(INTEGRAL)),
    ("integrate",    Told(INTEGRAL)),
    ("intersect",    Name("meet")),
    ("intersection", Name("meet")),
    ("inv",          Name("inverse")),
    ("inversesqrt",  written("write ", &["x"], "1/sqrt(x)")),
    ("last",         written("the last element is ", &["l"], "l_(-1)")),
    ("len",          Name("length")),
    ("lerp",         MIX),
    ("linewidth",    Name("linesize")),
    ("linspace",     STEPS),
    ("list",         Told("a list is written [a, b, c], a range 1..n")),
    ("ln",           Name("log")),
    ("log10",        written("the logarithm to base 10 is ", &["x"], "log(x)/log(10)")),
    ("log2",         written("the logarithm to base 2 is ", &["x"], "log(x)/log(2)")),
    ("loop",         COUNTING),
    ("lower",        LOWER),
    ("lowercase",    LOWER),
    ("magnitude",    NORM),
    ("mean",         MEAN),
    ("midpoint",     written("the point between two is ", &["a", "b"], "(a + b)/2")),
    ("mix",          MIX),
    ("modulus",      NORM),
    ("move",         written("a point is moved by ", &["a", "p"], "a.xy = p")),
    ("norm",         NORM),
    ("normalise",    NORMALIZE),
    ("normalize",    NORMALIZE),
    ("numel",        Name("length")),
    ("parsefloat",   FROM_TEXT),
    ("parseint",     FROM_TEXT),
    ("pause",        Told("pauseanimation() pauses the animation; scripts cannot wait")),
    ("power",        Name("pow")),
    ("printf",       Name("println")),
    ("radians",      written("for an angle in degrees, write ", &["x"], "x*pi/180")),
    ("rand",         Name("random")),
    ("randint",      Name("randomint")),
    ("randrange",    Name("randomint")),
    ("range",        written("whole numbers from 0 are ", &["n"], "0..n - 1")),
    ("range",        written("a range ends with its last number: ", &["a", "b"], "a..b - 1")),
    ("range",        Told("a range has steps of 1; for other steps, write a + s*(0..n)")),
    ("real",         Name("re")),
    ("rect",         DRAWN_SIDES),
    ("rect",         Told(RECTANGLE)),
    ("rectangle",    DRAWN_SIDES),
    ("rectangle",    Told(RECTANGLE)),
    ("reduce",       Told("sum(list, v, ...) and product(list, v, ...) run through a list")),
    ("reflect",      written("a reflection at the normal n is ", &["v", "n"], "v - 2*(v*n)*n")),
    ("return",       Told(RESULT)),
    ("reversed",     Name("reverse")),
    ("rgb",          COLOUR),
    ("rgba",         COLOUR),
    ("root",         written("the n-th root is ", &["x", "n"], "x^(1/n)")),
    ("root",         Name("sqrt")),
    ("saturate",     written("to clamp, write ", &["x"], "min(max(x, 0), 1)").of_number(0)),
    ("sec",          written("write ", &["x"], "1/cos(x)")),
    ("segment",      written("a segment is drawn by ", &["a", "b"], "draw(a, b)")),
    ("sequence",     SEQUENCE),
    ("setbackground", Told(BACKGROUND)),
    ("setcoords",    written("a point is moved by ", &["a", "x", "y"], "a.xy = [x, y]")),
    ("setinterval",  Told("the tick script runs in every frame while the animation plays")),
    ("settimeout",   Told("settimeout(seconds, code) evaluates code once, after so many seconds")),
    ("setvalue",     written("a point is moved by ", &["a", "p"], "a.xy = p")),
    ("sgn",          SIGN),
    ("sign",         SIGN),
    ("signum",       SIGN),
    ("sinh",         written("write ", &["x"], "(exp(x) - exp(-x))/2")),
    ("size",         Name("length")),
    ("sleep",        NO_WAIT),
    ("slope",        written("the slope of a line is ", &["a"], "a.slope")),
    ("smoothstep",   defined(
        "with t = min(max((x - a)/(b - a), 0), 1), it is t*t*(3 - 2*t)",
        &["a", "b", "x"],
        "(regional(t); t = min(max((x - a)/(b - a), 0), 1); t*t*(3 - 2*t))",
    )),
    ("sorted",       Name("sort")),
    ("split",        SPLIT),
    ("sqr",          written("a square is ", &["x"], "x^2")),
    ("square",       written("a square is ", &["x"], "x*x")),
    ("startanimation", Name("playanimation")),
    ("step",         written("a step is ", &["a", "x"], "if(x < a, 0, 1)").of_number(1)),
    ("str",          AS_TEXT),
    ("string",       AS_TEXT),
    ("strokeweight", Name("linesize")),
    ("strokewidth",  Name("linesize")),
    ("switch",       Told("write if(a == 1, ..., if(a == 2, ..., otherwise))")),
    ("table",        SEQUENCE),
    ("tanh",         written("write ", &["x"], "1 - 2/(exp(2*x) + 1)")),
    ("texture",      Name("imagergb")),
    ("texture2d",    Name("imagergb")),
    ("tolower",      LOWER),
    ("tolowercase",  LOWER),
    ("tostring",     AS_TEXT),
    ("toupper",      UPPER),
    ("touppercase",  UPPER),
    ("trunc",        written("towards 0, write ", &["x"], "if(x < 0, ceil(x), floor(x))").of_number(0)),
    ("until",        Told("while(condition, ...; ...) continues as long as its condition is true")),
    ("upper",        UPPER),
    ("uppercase",    UPPER),
    ("vec2",         VECTOR),
    ("vec3",         VECTOR),
    ("vec4",         VECTOR),
    ("wait",         NO_WAIT),
    ("zeros",        written("a list of zeros is ", &["n"], "zerovector(n)")),
    ("zeros",        Name("zeromatrix")),
];

pub(crate) const NO_BREAK: &str =
    "a loop cannot be left early: while(condition, ...) continues as long as its condition is true";
pub(crate) const RESULT: &str = "the value of a function is its last value: f(x) := (a = x; a + 1)";
pub(crate) const DEFINITION: &str = "a function is defined by f(x) := ...";

/// The counterpart of a function of that name, which is called with so many arguments.
#[must_use]
pub fn counterpart(name: &str, count: usize) -> Option<&'static Instead> {
    let lower = name.to_lowercase();
    let mut rows = COUNTERPARTS.iter().filter(|(known, _)| *known == lower);
    let (_, first) = rows.clone().next()?;
    let fitting = rows.find(|(_, instead)| instead.takes(count));
    Some(fitting.map_or(first, |(_, instead)| instead))
}

/// The longest expression that is offered, in bytes: nobody would read a longer one.
const LONGEST: usize = 300;

/// The expression that takes the place of a call, with its arguments in it; none if these are
/// others, or if one that has an effect would be evaluated twice.
pub(crate) fn rewritten_call(
    cx: &Context,
    call: TermId,
    written: &Written,
    arguments: &[TermId],
) -> Option<String> {
    if written.parameters.len() != arguments.len() {
        return None;
    }
    let mut texts: Vec<(String, bool)> = arguments
        .iter()
        .map(|&argument| (cx.applet.written(argument).to_owned(), cx.is_one(argument)))
        .collect();
    let occurs = |parameter: &str| {
        let parts = words(written.expression);
        parts
            .filter(|(word, is_word)| *is_word && *word == parameter)
            .count()
    };
    let mut pairs = written.parameters.iter().zip(arguments);
    if pairs.any(|(parameter, &argument)| occurs(parameter) > 1 && cx.has_effect(argument)) {
        return None;
    }
    // A vector: each of its elements is the argument.
    let list = written.number.filter(|&place| {
        matches!(
            cx.type_of(arguments[place]),
            Type::List(_) | Type::Tuple(_) | Type::Point
        )
    });
    let mut around = None;
    if let Some(place) = list {
        let free = cx.applet.program.names.free();
        let vector = std::mem::replace(&mut texts[place], (free.clone(), true));
        around = Some((vector.0, free));
    }
    let text = cx.applet.document.text();
    let range = cx.applet.range(call);
    let before = text.get(..usize::from(range.start())).unwrap_or_default();
    let behind = text.get(usize::from(range.end())..).unwrap_or_default();
    // Bars do not nest.
    let has_bars = texts.iter().any(|(text, _)| text.contains('|')) || is_in_bars(cx, call);
    let expression = match has_bars {
        true => without_bars(written.expression),
        false => Cow::Borrowed(written.expression),
    };
    let substituted = substituted(&expression, written.parameters, &texts);
    let substituted = with_modifiers(cx, call, substituted)?;
    let whole = match around {
        Some((vector, name)) => format!("apply({vector}, {name}, {substituted})"),
        None if is_whole(before, behind) || is_primary(&expression) => substituted,
        None => format!("({substituted})"),
    };
    (whole.len() <= LONGEST).then_some(whole)
}

/// An expression with the modifiers of a call in it: they belong to the call that takes its place.
fn with_modifiers(cx: &Context, call: TermId, expression: String) -> Option<String> {
    let program = &cx.applet.program;
    let TermKind::Call { modifiers, .. } = program.kind(call) else {
        return Some(expression);
    };
    let script = program.term(call).script;
    let written = program.modifiers(modifiers).iter().map(|modifier| {
        let name = cx.applet.to_file(script, modifier.range);
        let range = name.cover(cx.applet.range(modifier.value));
        let text = cx.applet.document.text();
        text.get(std::ops::Range::<usize>::from(range))
    });
    let written: Vec<&str> = written.collect::<Option<_>>()?;
    if written.is_empty() {
        return Some(expression);
    }
    let open = expression
        .strip_suffix(')')
        .filter(|_| is_primary(&expression))?;
    Some(format!("{open}, {})", written.join(", ")))
}

/// True if a term stands between bars.
pub(crate) fn is_in_bars(cx: &Context, term: TermId) -> bool {
    let program = &cx.applet.program;
    let mut around = cx.applet.around(term);
    around.any(|outer| match program.kind(outer) {
        TermKind::Call { .. } => cx.applet.written(outer).starts_with('|'),
        _ => false,
    })
}

/// The words of an expression and what stands between them; true for a word.
fn words(expression: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut rest = expression;
    std::iter::from_fn(move || {
        let is_letter = rest.chars().next()?.is_alphabetic();
        let goes_on = |c: char| match is_letter {
            true => c.is_alphanumeric(),
            false => !c.is_alphabetic(),
        };
        let end = rest.find(|c| !goes_on(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        Some((word, is_letter))
    })
}

/// An expression with texts in the places of its parameters, in parentheses where an operator stands
/// beside one that is no single value.
pub(crate) fn substituted(
    expression: &str,
    parameters: &[&str],
    texts: &[(String, bool)],
) -> String {
    let mut result = String::new();
    let mut read = 0;
    for (word, is_word) in words(expression) {
        let place = parameters
            .iter()
            .position(|parameter| is_word && *parameter == word);
        let behind = &expression[read + word.len()..];
        match place.and_then(|place| texts.get(place)) {
            Some((text, is_one)) if *is_one || is_whole(&expression[..read], behind) => {
                result.push_str(text);
            }
            Some((text, _)) => result.extend(["(", text, ")"]),
            None => result.push_str(word),
        }
        read += word.len();
    }
    result
}

/// True if what stands between two texts is a whole argument, element or statement.
fn is_whole(before: &str, behind: &str) -> bool {
    const COMPARISONS: [&str; 4] = ["==", "!=", "<=", ">="];
    let before = before.trim_end_matches([' ', '\t']);
    let behind = behind.trim_start_matches([' ', '\t']);
    let begins = before.is_empty()
        || before.ends_with(['(', '[', ',', ';', '|', '=', '\n', '\r'])
        || before.ends_with("->");
    let is_compared = COMPARISONS.iter().any(|sign| before.ends_with(sign));
    begins
        && !is_compared
        && (behind.is_empty() || behind.starts_with([')', ']', ',', ';', '|', '\n', '\r']))
}

/// An expression with functions in the place of bars.
fn without_bars(expression: &str) -> Cow<'_, str> {
    let mut parts = expression.split('|');
    let mut result = parts.next().unwrap_or_default().to_owned();
    let mut is_inner = true;
    for part in parts {
        match (is_inner, part.split_once(", ")) {
            (true, Some(_)) if !part.starts_with('[') => result.extend(["dist(", part, ")"]),
            (true, _) => result.extend(["abs(", part, ")"]),
            (false, _) => result.push_str(part),
        }
        is_inner = !is_inner;
    }
    Cow::Owned(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::is_enclosed;

    #[test]
    fn arguments_get_parentheses_beside_operators() {
        let texts = |all: &[(&str, bool)]| -> Vec<(String, bool)> {
            all.iter()
                .map(|(text, is_one)| ((*text).to_owned(), *is_one))
                .collect()
        };
        let mixed = texts(&[("p + q", false), ("q", true), ("t/2", false)]);
        assert_eq!(
            substituted("a + t*(b - a)", &["a", "b", "t"], &mixed),
            "(p + q) + (t/2)*(q - (p + q))"
        );
        let clamped = texts(&[("x/2", false), ("0", true), ("1", true)]);
        assert_eq!(
            substituted("min(max(x, a), b)", &["x", "a", "b"], &clamped),
            "min(max(x/2, 0), 1)"
        );
    }

    #[test]
    fn bars_become_functions() {
        assert_eq!(without_bars("v/|v|"), "v/abs(v)");
        assert_eq!(without_bars("|a, b|"), "dist(a, b)");
        assert_eq!(without_bars("|[x, y]|"), "abs([x, y])");
    }

    #[test]
    fn primaries_need_no_parentheses() {
        assert!(is_primary("if(x < a, 0, 1)"));
        assert!(is_primary("|v|"));
        assert!(!is_primary("f(x) + g(y)"));
        assert!(!is_primary("a*b"));
        assert!(is_enclosed("(a + b)"));
        assert!(!is_enclosed("(a) + (b)"));
    }

    #[test]
    fn rows_of_a_name_stand_together() {
        let mut names: Vec<&str> = COUNTERPARTS.iter().map(|(name, _)| *name).collect();
        assert!(names.is_sorted());
        names.dedup();
        for name in names {
            assert_eq!(name.to_lowercase(), name);
        }
    }
}
