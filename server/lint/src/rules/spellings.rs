//! Words of other languages, which are names here: one table of where a word stands, the help, and the
//! text to write. Functions of other languages have [a table of their own](super::counterparts).

use super::counterparts::{NO_BREAK, RESULT, substituted};

/// The place of a word of another language.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Position {
    /// Alone, as a value.
    Alone,
    /// Before a name `a` that it declares.
    Declaring,
    /// Before a function that it defines.
    Defining,
    /// Before something else, `a`.
    Before,
    /// Between two values, `a` and `b`.
    Between,
    /// Between values, as an operator.
    Joining,
}

use Position::{Alone, Before, Between, Declaring, Defining, Joining};

const COLOUR: &str = "a colour is a list [red, green, blue], each from 0 to 1";
const INFINITY: &str = "there is no infinity: a large number is 10^300";
const MOUSE: &str = "the position of the mouse is mouse()";
const NO_OBJECTS: &str =
    "there are no objects: store the value in a variable, or write a dictionary, d = {\"x\": 5}";
const SPACES: &str = "spaces inside names are ignored: write ";
const TIME: &str = "the time is seconds()";
pub(crate) const OTHERWISE: &str = "the other case is the third argument: if(a, b, c)";

/// The position, the words in lower case, the help, and the text to write if there is one. It follows
/// a help that ends with a space.
#[rustfmt::skip]
static SPELLINGS: &[(Position, &str, &str, &str)] = &[
    (Alone, "black", COLOUR, "[0, 0, 0]"),
    (Alone, "blue", COLOUR, "[0, 0, 1]"),
    (Alone, "break continue", NO_BREAK, ""),
    (Alone, "discard", "cgldiscard() leaves a pixel unchanged", "cgldiscard()"),
    (Alone, "end endfor endif endwhile fi next od", "the body of a function or a loop ends with its `)`", ""),
    (Alone, "else", OTHERWISE, ""),
    (Alone, "fragcoord gl_fragcoord", "the pixel is #", "#"),
    (Alone, "gray grey", COLOUR, "[0.5, 0.5, 0.5]"),
    (Alone, "green", COLOUR, "[0, 1, 0]"),
    (Alone, "imouse", MOUSE, "mouse()"),
    (Alone, "inf infinity", INFINITY, "10^300"),
    (Alone, "itime millis", TIME, "seconds()"),
    (Alone, "mousex", MOUSE, "mouse().x"),
    (Alone, "mousey", MOUSE, "mouse().y"),
    (Alone, "orange", COLOUR, "[1, 0.5, 0]"),
    (Alone, "red", COLOUR, "[1, 0, 0]"),
    (Alone, "self this", NO_OBJECTS, ""),
    (Alone, "white", COLOUR, "[1, 1, 1]"),
    (Alone, "yellow", COLOUR, "[1, 1, 0]"),
    (Before, "from import include require using", "delete it: all functions are available without an import", ""),
    (Before, "not", SPACES, "!a"),
    (Between, "div", SPACES, "floor(a/b)"),
    (Between, "equals is", SPACES, "a == b"),
    (Between, "isnt", SPACES, "a != b"),
    (Between, "minus", SPACES, "a - b"),
    (Between, "mod", SPACES, "mod(a, b)"),
    (Between, "plus", SPACES, "a + b"),
    (Between, "times", SPACES, "a*b"),
    (Declaring, "bool const double float int let local new uniform var vec2 vec3 vec4", "variables are not declared: write ", "a"),
    (Declaring, "return", RESULT, "a"),
    (Defining, "def fun func function sub", "", ""),
    (Joining, "and", "`and` is written `&`", "&"),
    (Joining, "or", "`or` is written `%`", "%"),
];

/// Names that the undefined value has in other languages.
pub(crate) const UNDEFINED: [&str; 4] = ["nan", "none", "null", "undefined"];

/// Names of fonts, which are strings here.
pub(crate) const FONTS: [&str; 8] = [
    "arial",
    "courier",
    "georgia",
    "helvetica",
    "monospace",
    "serif",
    "times",
    "verdana",
];

/// True if a name means something in another language, and is hardly one of a variable.
#[must_use]
pub fn is_foreign_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    UNDEFINED.contains(&&*lower) || FONTS.contains(&&*lower) || spelling(Alone, name, &[]).is_some()
}

/// The help for a word, and the text to write with values in the place of `a` and `b`.
pub(crate) fn spelling(
    position: Position,
    word: &str,
    values: &[&str],
) -> Option<(String, Option<String>)> {
    let lower = word.to_lowercase();
    let word = if position == Alone { &lower } else { word };
    let mut rows = SPELLINGS.iter().filter(|row| row.0 == position);
    let (.., help, text) = rows.find(|row| row.1.split(' ').any(|known| known == word))?;
    let values = values.iter().map(|&value| (value.to_owned(), true));
    let text = substituted(text, &["a", "b"], &values.collect::<Vec<_>>());
    let follows = if help.ends_with(' ') { &*text } else { "" };
    Some((
        format!("{help}{follows}"),
        (!text.is_empty()).then_some(text),
    ))
}
