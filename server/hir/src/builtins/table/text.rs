//! Strings.

use crate::builtins::modifiers::{BASE, CONVERT, CSV, FORMAT};
use crate::builtins::writing::row;
use crate::builtins::{Builtin, Category, Intrinsic};

const fn string(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::String, name, arity, doc)
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    string("text", 1, "a value as a string, as `println` shows it").args("value")
        .example("drawtext([0, 0], text([1, 2]))").used(4)
        .cpu("any -> string").is(Intrinsic::Text).remark("text(x) is a value as a string; text is drawn by drawtext([x, y], \"text\")"),
    string("replace", 3, "replaces every occurrence of a substring").args("text, from, to")
        .example(r#"replace("a-b", "-", "+")"#).used(5).cpu("string, string, string -> string").copies(0),
    string("replace", 2, "replaces several substrings, in one pass from left to right")
        .args("text, pairs: of old and new text")
        .example(r#"replace("abc", [["a", "c"], ["c", "a"]])"#).cpu("string, list(a) -> string"),
    string("substring", 3, "part of a string; positions count from 0, and the end is excluded")
        .args("text, start: counted from 0, end: not included")
        .example(r#"substring("abcdef", 1, 3)"#).used(4).cpu("string, any, any -> string"),
    string("tokenize", 2, "splits a string at a separator, or at a list of separators; parts that are numbers become numbers")
        .args("text, separator")
        .example(r#"tokenize("1,2,3", ",")"#).used(3)
        .cpu("string, string -> list(token); string, any -> any").is(Intrinsic::Tokenize).modifiers(&[CONVERT])
        .makes("a list of strings and numbers: what looks like a number is one"),
    string("indexof", 2, "position of a substring, from 1; 0 if it does not occur").args("text, part")
        .example(r#"indexof("hello", "l")"#).used(6).cpu("string, string -> nat"),
    string("indexof", 3, "position of a substring, searched from a position on; 0 if it does not occur").args("text, part, start: counted from 1")
        .example(r#"indexof("banana", "an", 3)"#).cpu("string, string, any -> nat"),
    string("unicode", 1, "character with this Unicode number, given as a hexadecimal string or a number").args("code")
        .example(r#"drawtext([0, 0], unicode("03B1"))"#).used(4).cpu("any -> string").modifiers(&[BASE]),
    string("international", 1, "translation of a string").args("text")
        .example(r#"international("Hello")"#).used(7).cpu("string -> string"),
    string("international", 2, "translation of a string, in the plural for this number").args("text, count")
        .example(r#"international("%d points", 3)"#).cpu("string, any -> string"),
    string("currentlanguage", 0, "code of the current language, such as en")
        .example("println(currentlanguage())").cpu("-> string"),
    string("format", 2, "a number, or a list of numbers, as a string with at most this number of decimals")
        .args("number, decimals")
        .example("format(2/3, 2)").used(8)
        .cpu("list(n, a), any -> list(n, self(a, any)); s, any -> string; string, any -> string; any, any -> any").modifiers(&[FORMAT]),
    string("parsecsv", 1, "reads CSV text as a list of rows").args("text")
        .example(r#"parsecsv("a,b" + newline + "1,2")"#).cpu("string -> list(any)").modifiers(&[CONVERT, CSV]),
    string("guess", 1, "an exact expression that may stand for a number, such as sqrt(2)").args("number")
        .example("guess(0.75)").used(4).cpu("complex -> string"),
];
