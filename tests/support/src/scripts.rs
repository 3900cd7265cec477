//! Scripts made at random, by a grammar: well typed for the most part, and sometimes not.

use std::fmt::Write as _;

use crate::random::Random;

/// The kinds of values that a rule asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Number,
    Boolean,
    Text,
    /// Numbers.
    Vector,
    /// Vectors of one length, two or three of them.
    Matrix,
    /// Anything.
    List,
}

const KINDS: [Kind; 6] = [
    Kind::Number,
    Kind::Boolean,
    Kind::Text,
    Kind::Vector,
    Kind::Matrix,
    Kind::List,
];

/// What makes a value of a kind: in a template, `N` is a number, `I` a small whole number, `B` a
/// boolean, `S` a string, `V` a vector, `M` a matrix, `L` a list, `A` anything, `F` an expression
/// in `#`.
const TEMPLATES: &[(Kind, &[&str])] = &[
    (
        Kind::Number,
        &[
            "(N+N)",
            "(N-N)",
            "(N*N)",
            "(N/N)",
            "(N^I)",
            "(N^N)",
            "(-N)",
            "(V*V)",
            "(V_I)",
            "(L_I)",
            "|N|",
            "|V|",
            "|V,V|",
            "abs(N)",
            "abs(V)",
            "sqrt(N)",
            "exp(N)",
            "sin(N)",
            "cos(N)",
            "tan(N)",
            "arctan(N)",
            "arcsin(N)",
            "arccos(N)",
            "arctan2(N,N)",
            "arctan2(V)",
            "log(N)",
            "re(N)",
            "im(N)",
            "conjugate(N)",
            "round(N)",
            "floor(N)",
            "ceil(N)",
            "mod(N,N)",
            "mod(I,I)",
            "max(N,N)",
            "min(N,N)",
            "max(V)",
            "min(V)",
            "sum(V)",
            "product(V)",
            "sum(V,F)",
            "product(V,F)",
            "length(L)",
            "length(S)",
            "det(M)",
            "det(V,V,V)",
            "dist(V,V)",
            "add(N,N)",
            "sub(N,N)",
            "mult(N,N)",
            "div(N,N)",
            "pow(N,I)",
            "indexof(S,S)",
            "indexof(S,S,I)",
            "if(B,N,N)",
            "rank(M)",
            "combinations(I,I)",
            "N°",
            "complex(V)",
            "repeat(I,F)",
            "max(V,F)",
            "min(V,F)",
            "sum(1..I,F)",
            "(a=N;a*a)",
            "area(V,V,V)",
            "crossratio(N,N,N,N)",
            "V.x",
            "V.y",
            "√N",
            "forall(V,F)",
            "d(F,N)",
        ],
    ),
    (
        Kind::Boolean,
        &[
            "(N<N)",
            "(N>N)",
            "(N<=N)",
            "(N>=N)",
            "(A==A)",
            "(A!=A)",
            "(N~=N)",
            "(V~=V)",
            "(N~!=N)",
            "(N~<N)",
            "(N~>=N)",
            "(S<S)",
            "(S>S)",
            "(B&B)",
            "(B%B)",
            "(!B)",
            "not(B)",
            "and(B,B)",
            "or(B,B)",
            "xor(B,B)",
            "isreal(A)",
            "isinteger(A)",
            "iseven(A)",
            "isodd(A)",
            "iscomplex(A)",
            "isstring(A)",
            "islist(A)",
            "ismatrix(A)",
            "isnumbermatrix(A)",
            "isnumbervector(A)",
            "isundefined(A)",
            "isgeometric(A)",
            "contains(L,A)",
            "(N∈V)",
            "(A∉L)",
            "if(B,B,B)",
        ],
    ),
    (
        Kind::Text,
        &[
            "(S+A)",
            "(A+S)",
            "text(A)",
            "replace(S,S,S)",
            "substring(S,I,I)",
            "format(N,I)",
            "unicode(\"4I\")",
            "(S_I)",
            "replace(S,[[S,S],[S,S]])",
            "if(B,S,S)",
            "(S++S)",
            "S:>S",
            "reverse(S)",
        ],
    ),
    (
        Kind::Vector,
        &[
            "[N,N]",
            "[N,N,N]",
            "[N]",
            "[]",
            "[I,I,I,I]",
            "(V+V)",
            "(V-V)",
            "(N*V)",
            "(V*N)",
            "(V/N)",
            "(-V)",
            "(M*V)",
            "(V*M)",
            "(I..I)",
            "apply(V,F)",
            "select(V,B)",
            "sort(V)",
            "reverse(V)",
            "(V++V)",
            "(V--V)",
            "(V~~V)",
            "(V:>N)",
            "(N<:V)",
            "set(V)",
            "(M_I)",
            "V_[I,I]",
            "cross(V,V)",
            "re(V)",
            "im(V)",
            "round(V)",
            "floor(V)",
            "zerovector(I)",
            "roots([N,N,N])",
            "linearsolve(M,V)",
            "row(M,I)",
            "column(M,I)",
            "flatten(M)",
            "gauss(N)",
            "hue(N)",
            "gray(N)",
            "red(N)",
            "eigenvalues(M)",
            "matrixrowcolumn(M)",
            "V.xy",
            "sort(V,F)",
            "(v=V;v_I=N;v)",
            "apply(1..I,F)",
            "take(V,I)",
            "concat(V,V)",
            "remove(V,V)",
            "common(V,V)",
            "append(V,N)",
            "prepend(N,V)",
            "join(V,V)",
            "meet(V,V)",
            "perp(V)",
            "para(V,V)",
            "apply(V,x,x*N)",
            "sort(V,x,-x)",
        ],
    ),
    (
        Kind::Matrix,
        &[
            "[[N,N],[N,N]]",
            "[[N,N,N],[N,N,N],[N,N,N]]",
            "[[I,I],[I,I]]",
            "(M+M)",
            "(M-M)",
            "(M*M)",
            "(N*M)",
            "transpose(M)",
            "inverse(M)",
            "zeromatrix(I,I)",
            "(M/N)",
            "submatrix(M,I,I)",
            "pairs(V)",
            "consecutive(V)",
            "cycle(V)",
            "triples(V)",
            "directproduct(V,V)",
            "rowmatrix(V)",
            "columnmatrix(V)",
            "apply(M,F)",
            "kernel(M)",
            "combinations(V,I)",
            "pointreflect(V)",
            "map(V,V)",
        ],
    ),
    (
        Kind::List,
        &[
            "[A,A]",
            "[A,A,A]",
            "[A]",
            "[]",
            "(L++L)",
            "(L--L)",
            "(L~~L)",
            "(L:>A)",
            "(A<:L)",
            "reverse(L)",
            "sort(L)",
            "set(L)",
            "flatten(L)",
            "apply(L,F)",
            "select(L,B)",
            "V",
            "M",
            "tokenize(S,S)",
            "tokenize(S,[S,S])",
            "L_[I,I]",
            "flatten(L,levels->I)",
            "parsecsv(S)",
            "(l=L;l_I=A;l)",
            "[A,L]",
            "max(L)",
            "L+L",
            "L*N",
            "format(L,I)",
        ],
    ),
];

const NUMBERS: &[&str] = &[
    "0", "1", "2", "3", "5", "7", "10", "0.5", "1.5", "2.25", "(-1)", "(-2)", "(-0.5)", "i",
    "(1+i)", "(2-3*i)", "pi", "100", "0.001", "1/3",
];
const TEXTS: &[&str] = &[
    "\"\"",
    "\"a\"",
    "\"abc\"",
    "\"a,b,c\"",
    "\"12\"",
    "\"1.5\"",
    "\"b a\"",
    "\"ä\"",
];
const VECTORS: &[&str] = &[
    "[1,2]",
    "[1,2,3]",
    "[3,1,2]",
    "[0,0,1]",
    "[2,-1,0.5]",
    "[1,i]",
    "[1,1]",
];
const MATRICES: &[&str] = &[
    "[[1,2],[3,4]]",
    "[[2,1],[1,3]]",
    "[[1,2,3],[4,5,6],[7,8,10]]",
];
const LISTS: &[&str] = &[
    "[1,\"a\",true]",
    "[[1,2],3]",
    "[\"b\",\"a\"]",
    "[true,false]",
    "[]",
];
const OTHERS: &[&str] = &["nada", "true", "false", "\"x\"", "nil", "{\"k\":1}"];

/// A script: an expression with up to so many levels.
#[must_use]
pub fn script(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    let kind = KINDS[random.below(KINDS.len())];
    expression(random, kind, depth, false, &mut text);
    text
}

fn expression(random: &mut Random, kind: Kind, depth: usize, running: bool, out: &mut String) {
    // A value of another kind, now and then.
    let kind = if one_in(random, 40) {
        KINDS[random.below(KINDS.len())]
    } else {
        kind
    };
    if running && one_in(random, 3) {
        out.push('#');
        return;
    }
    if depth == 0 || one_in(random, 8) {
        out.push_str(leaf(random, kind));
        return;
    }
    let templates = TEMPLATES.iter().filter(|row| row.0 == kind);
    let templates: Vec<&str> = templates.flat_map(|row| row.1.iter().copied()).collect();
    let template = templates[random.below(templates.len())];
    fill(random, template, depth - 1, running, out);
}

fn leaf(random: &mut Random, kind: Kind) -> &'static str {
    if one_in(random, 30) {
        return pick(random, OTHERS);
    }
    match kind {
        Kind::Number => pick(random, NUMBERS),
        Kind::Boolean => pick(random, &["true", "false"]),
        Kind::Text => pick(random, TEXTS),
        Kind::Vector => pick(random, VECTORS),
        Kind::Matrix => pick(random, MATRICES),
        Kind::List => pick(random, LISTS),
    }
}

fn fill(random: &mut Random, template: &str, depth: usize, running: bool, out: &mut String) {
    for c in template.chars() {
        let kind = match c {
            'N' => Kind::Number,
            'B' => Kind::Boolean,
            'S' => Kind::Text,
            'V' => Kind::Vector,
            'M' => Kind::Matrix,
            'L' => Kind::List,
            'A' => KINDS[random.below(KINDS.len())],
            'F' => {
                let kind = [Kind::Number, Kind::Number, Kind::List][random.below(3)];
                expression(random, kind, depth, true, out);
                continue;
            }
            'I' => {
                let small = random.below(6);
                // Writing to a string does not fail.
                let _ = write!(out, "{small}");
                continue;
            }
            other => {
                out.push(other);
                continue;
            }
        };
        expression(random, kind, depth, running, out);
    }
}

fn one_in(random: &mut Random, count: usize) -> bool {
    random.below(count) == 0
}

fn pick(random: &mut Random, from: &[&'static str]) -> &'static str {
    random.pick(from).copied().unwrap_or_default()
}
