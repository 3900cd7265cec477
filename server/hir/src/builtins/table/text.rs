//! Strings.

use crate::builtins::modifiers::{BASE, CONVERT, CSV, FORMAT};
use crate::builtins::writing::row;
use crate::builtins::{Builtin, Category, Intrinsic};

const fn string(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::String, name, arity, doc)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    string("text", 1, "printed form of a value as string").args("value")
        .example("drawtext([0, 0], text([1, 2]))").used(4)
        .cpu("any -> string").is(Intrinsic::Text).remark("text(x) is a value as a string; text is drawn by drawtext([x, y], \"text\")"),
    string("replace", 3, "replaces every occurrence of a substring").args("text, from, to")
        .example(r#"replace("a-b", "-", "+")"#).used(5).cpu("string, string, string -> string").copies(0),
    string("replace", 2, "applies a list of [from,to] replacement pairs in one left-to-right pass")
        .args("text, pairs: each what is replaced and by what")
        .example(r#"replace("abc", [["a", "c"], ["c", "a"]])"#).cpu("string, any -> string"),
    string("substring", 3, "substring by 0-based start and end (exclusive)")
        .args("text, start: counted from 0, end: not included")
        .example(r#"substring("abcdef", 1, 3)"#).used(4).cpu("string, any, any -> string"),
    string("tokenize", 2, "splits at a separator or nested list of separators, converting numeric tokens (modifier autoconvert)")
        .args("text, separator")
        .example(r#"tokenize("1,2,3", ",")"#).used(3)
        .cpu("string, string -> list(token); string, any -> any").is(Intrinsic::Tokenize).modifiers(&[CONVERT])
        .makes("a list of strings and numbers: what looks like a number is one"),
    string("indexof", 2, "1-based position of a substring, 0 if absent").args("text, part")
        .example(r#"indexof("hello", "l")"#).used(6).cpu("string, string -> nat"),
    string("indexof", 3, "indexof starting at a 1-based position").args("text, part, start: counted from 1")
        .example(r#"indexof("banana", "an", 3)"#).cpu("string, string, any -> nat"),
    string("unicode", 1, "character for a code point (hex string or number, modifier base)").args("code")
        .example(r#"drawtext([0, 0], unicode("03B1"))"#).used(4).cpu("any -> string").modifiers(&[BASE]),
    string("international", 1, "translated version of a string").args("text")
        .example(r#"international("Hello")"#).used(7).cpu("string -> string"),
    string("international", 2, "translated string with plural form by count").args("text, count")
        .example(r#"international("%d points", 3)"#).cpu("string, any -> string"),
    string("currentlanguage", 0, "current language code")
        .example("println(currentlanguage())").cpu("-> string"),
    string("format", 2, "number (or list) as string with at most n decimals (modifiers truncate, delimiter)")
        .args("number, decimals")
        .example("format(2/3, 2)").used(8)
        .cpu("list(n, a), any -> list(n, self(a, any)); s, any -> string; string, any -> string; any, any -> any").modifiers(&[FORMAT]),
    string("parsecsv", 1, "parses CSV text into a list of rows (modifiers delimiter, autoconvert)").args("text")
        .example(r#"parsecsv("a,b" + newline + "1,2")"#).cpu("string -> list(any)").modifiers(&[CONVERT, CSV]),
    string("guess", 1, "guesses an exact expression for a number").args("number")
        .example("guess(0.75)").used(4).cpu("complex -> string"),
];
