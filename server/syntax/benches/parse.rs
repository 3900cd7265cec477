//! Parsing and re-parsing a script of 10,000 lines, against what cannot be undercut: reading its
//! bytes, and lexing it.

#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Write;

use cindyscript_syntax::{Parse, TextEdit, TextRange, parse, tokens};
use divan::{Bencher, black_box, counter::BytesCount};

fn main() {
    divan::main();
}

/// About ten lines to a block, in the manner of scripts found on the web; every block has names
/// and numbers of its own.
fn script() -> String {
    let mut text = String::new();
    for block in 0..1000 {
        write!(
            text,
            "// The colour of block {block}, by the argument of its value\n\
             shade{block}(z, c) := (\n  regional(n, w);\n  n = 0; w = z;\n\
             \x20 while(n < {limit} & |w| <= 2, w = w^2 + c*{scale}.5; n = n + 1);\n\
             \x20 if(n == {limit}, [0, 0, 0], hue(n/{limit}) + (.1, w_1, -w_2))\n);\n\
             pts{block} = apply(1..{limit}, k, [cos(k*2*pi/{limit}), sin(k*30°)] ++ rest_k.xy);\n\
             draw(A.xy + pts{block}_3, (B.x, {block}), color -> (1, 0.5, 0), size->2);\n\
             colorplot(shade{block}(complex(#), {scale}), A, B, pxlres -> 2);\n",
            limit = 10 + block % 90,
            scale = block % 7,
        )
        .unwrap();
    }
    text
}

#[divan::bench]
fn floor_bytes(bencher: Bencher<'_, '_>) {
    let text = script();
    let bytes = || {
        black_box(&text)
            .bytes()
            .filter(|byte| *byte == b';')
            .count()
    };
    bencher.counter(BytesCount::of_str(&text)).bench(bytes);
}

#[divan::bench]
fn floor_lexing(bencher: Bencher<'_, '_>) {
    let text = script();
    let lex = || tokens(black_box(&text)).count();
    bencher.counter(BytesCount::of_str(&text)).bench(lex);
}

#[divan::bench]
fn parse_all(bencher: Bencher<'_, '_>) {
    let text = script();
    assert!(parse(&text).errors.is_empty());
    let parse = || parse(black_box(&text));
    bencher.counter(BytesCount::of_str(&text)).bench(parse);
}

fn edited(text: &str, line: usize, insert: &str) -> (Parse, TextEdit, String) {
    let at = text.match_indices('\n').nth(line).unwrap().0;
    let mut new_text = text.to_owned();
    new_text.insert_str(at, insert);
    let range = TextRange::empty(u32::try_from(at).unwrap().into());
    let insert = insert.to_owned();
    (parse(text), TextEdit { range, insert }, new_text)
}

#[divan::bench(args = [1, 5004, 9997])]
fn reparse_letter(bencher: Bencher<'_, '_>, line: usize) {
    let (parsed, edit, new_text) = edited(&script(), line, " ");
    bencher.bench(|| parsed.reparse(black_box(&edit), &new_text));
}

#[divan::bench(args = [1, 5007, 9997])]
fn reparse_opening_bracket(bencher: Bencher<'_, '_>, line: usize) {
    let (parsed, edit, new_text) = edited(&script(), line, "\ny = (");
    bencher.bench(|| parsed.reparse(black_box(&edit), &new_text));
}
