//! Semantic tokens: the meaning of each word and sign of the scripts, and when it is computed.

use std::cmp::Reverse;

use cindyscript_applet::SourceText;
use cindyscript_hir::lowering::Statements;
use cindyscript_hir::program::{ScriptId, Term, TermId, TermKind};
use cindyscript_syntax::{Node, SyntaxKind};
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::binding_time::{BindingTime, OfTerms, binding_times};
use crate::term_at::in_script;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum TokenKind {
    Variable,
    Parameter,
    Property,
    Function,
    Control,
    Number,
    String,
    Operator,
}

/// A token of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// The range, in bytes of the file.
    pub range: TextRange,
    /// The kind.
    pub kind: TokenKind,
    /// The place and time at which it is computed.
    pub binding_time: BindingTime,
    /// Whether it names what is defined here.
    pub is_definition: bool,
    /// Whether it names something of the language, not of the applet.
    pub is_builtin: bool,
}

/// The tokens in a part of the file, in the order of the text; none overlap.
#[must_use]
pub fn semantic_tokens(analysis: &Analysis, range: TextRange) -> Vec<SemanticToken> {
    let mut found = Vec::new();
    for (applet, source) in analysis.applets.iter().zip(analysis.document.applets()) {
        let parses = analysis.document.parses(applet.applet);
        let own = source.scripts.iter().zip(parses).zip((0..).map(ScriptId));
        for ((script, parse), id) in own.filter(|((script, _), _)| !script.is_library) {
            let source = &script.source;
            let Some(part) = source.file_range().intersect(range) else {
                continue;
            };
            let statements = applet.statements(id, in_script(source, part));
            let reader = Reader::new(applet, id, &statements);
            let mut tokens = Vec::new();
            let root = Node::new(&parse.green, TextSize::new(0));
            root.tokens_in(statements.range, &mut |token| {
                tokens.push((token.kind(), token.range()));
            });
            reader.read(source, &tokens, part, &mut found);
        }
    }
    // The parts of a script in JavaScript may stand in any order.
    found.sort_by_key(|token| token.range.start());
    let mut end = TextSize::new(0);
    found.retain(|token| {
        let is_free = token.range.start() >= end;
        if is_free {
            end = token.range.end();
        }
        is_free
    });
    found
}

/// Reads statements of one script.
struct Reader<'a> {
    applet: &'a AppletAnalysis,
    times: OfTerms<BindingTime>,
    /// The statements' terms, those around before those within.
    terms: Vec<TermId>,
    /// Names in the text that are no terms.
    names: FxHashMap<TextSize, (TokenKind, bool)>,
    /// The terms that are parameters of the functions around them.
    parameters: FxHashSet<TermId>,
}

impl<'a> Reader<'a> {
    fn new(applet: &'a AppletAnalysis, script: ScriptId, statements: &Statements) -> Self {
        let Statements {
            terms: of_statements,
            range: here,
        } = statements;
        let program = &applet.program;
        let ids = of_statements.clone().map(TermId);
        let own = ids.filter_map(|id| {
            let Term {
                script: within,
                range,
                ..
            } = *program.term(id);
            // Of equal ranges the inner term, which has the smaller id, comes last.
            let place = (range.start(), Reverse(range.end()), Reverse(id));
            (within == script && !range.is_empty()).then_some(place)
        });
        let mut places: Vec<_> = own.collect();
        places.sort_unstable();
        let terms = places.into_iter().map(|(_, _, Reverse(id))| id).collect();
        let mut names = FxHashMap::default();
        let mut parameters = FxHashSet::default();
        for function in &program.functions {
            let whole = function.name_range.cover(program.term(function.body).range);
            if function.script == script && here.intersect(whole).is_some() {
                if !function.is_code() {
                    names.insert(function.name_range.start(), (TokenKind::Function, true));
                }
                for parameter in function.named_parameters() {
                    names.insert(parameter.range.start(), (TokenKind::Parameter, true));
                }
                let body = program.subtree(function.body);
                parameters.extend(body.filter(|&term| {
                    let name = program.name_of(term);
                    let own = function.parameters.iter().map(|parameter| parameter.name);
                    let captured = program.modifiers(function.captured.unwrap_or_default());
                    let captured = captured.iter().map(|modifier| modifier.name);
                    let mut own = own.chain(captured);
                    name.is_some_and(|name| own.any(|own| own == name))
                }));
            }
        }
        for modifier in &program.modifiers {
            let is_here = of_statements.contains(&modifier.value.0)
                && program.term(modifier.value).script == script;
            if is_here && !modifier.range.is_empty() {
                names.insert(modifier.range.start(), (TokenKind::Property, false));
            }
        }
        Self {
            applet,
            times: binding_times(applet, of_statements.clone()),
            terms,
            names,
            parameters,
        }
    }

    fn read(
        &self,
        script: &SourceText,
        tokens: &[(SyntaxKind, TextRange)],
        part: TextRange,
        found: &mut Vec<SemanticToken>,
    ) {
        let mut terms = self.terms.iter().copied().peekable();
        let mut around: Vec<TermId> = Vec::new();
        let mut before = SyntaxKind::WHITESPACE;
        for &(token, range) in tokens {
            let program = &self.applet.program;
            while let Some(term) =
                terms.next_if(|&term| program.term(term).range.start() <= range.start())
            {
                around.push(term);
            }
            while around
                .pop_if(|term| program.term(*term).range.end() <= range.start())
                .is_some()
            {}
            // Ranges of terms are nested, but those of broken syntax need not be.
            let innermost = around.iter().rev().copied();
            let term = innermost.into_iter().find(|&term| {
                let place = program.term(term).range;
                place.contains_range(range)
            });
            let is_field = std::mem::replace(&mut before, token) == SyntaxKind::DOT;
            let places = script.written(range);
            if places.iter().all(|place| is_outside(*place, part)) {
                continue;
            }
            let Some(meant) = self.token(token, range, term, is_field) else {
                continue;
            };
            let places = places.into_iter().filter(|place| !is_outside(*place, part));
            found.extend(places.map(|range| SemanticToken { range, ..meant }));
        }
    }

    fn token(
        &self,
        token: SyntaxKind,
        range: TextRange,
        term: Option<TermId>,
        is_field: bool,
    ) -> Option<SemanticToken> {
        let binding_time = term.and_then(|term| self.times.get(term).copied());
        let mut meant = SemanticToken {
            range,
            kind: TokenKind::Operator,
            binding_time: binding_time.unwrap_or(BindingTime::Script),
            is_definition: false,
            is_builtin: false,
        };
        match token {
            SyntaxKind::NUMBER | SyntaxKind::SUPERSCRIPT | SyntaxKind::SUBSCRIPT => {
                meant.kind = TokenKind::Number;
            }
            SyntaxKind::STRING => meant.kind = TokenKind::String,
            SyntaxKind::SEMICOLON | SyntaxKind::COMMA => return None,
            // Bars are a call: |z|.
            SyntaxKind::BAR => {}
            SyntaxKind::IDENT => self.name(&mut meant, term, is_field),
            _ if token.is_operator() => {}
            _ => return None,
        }
        Some(meant)
    }

    fn name(&self, meant: &mut SemanticToken, term: Option<TermId>, is_field: bool) {
        meant.kind = TokenKind::Variable;
        if let Some(&(kind, is_definition)) = self.names.get(&meant.range.start()) {
            (meant.kind, meant.is_definition) = (kind, is_definition);
            return;
        }
        if is_field {
            meant.kind = TokenKind::Property;
            return;
        }
        let program = &self.applet.program;
        let Some(term) = term else { return };
        match program.kind(term) {
            TermKind::Variable(name) => {
                if self.parameters.contains(&term) {
                    meant.kind = TokenKind::Parameter;
                }
                meant.is_builtin = self.applet.facts.given.contains_key(&name);
            }
            TermKind::If { .. } | TermKind::While { .. } => meant.kind = TokenKind::Control,
            TermKind::Call { callee, .. } => {
                meant.kind = TokenKind::Function;
                let row = program.callee(callee);
                meant.is_builtin = row.definitions.is_empty() || row.runs_code();
            }
            TermKind::Iterate(_)
            | TermKind::Code(_)
            | TermKind::Special(_)
            | TermKind::Plot(_)
            | TermKind::Regional(_) => {
                meant.kind = TokenKind::Function;
                meant.is_builtin = true;
            }
            _ => {}
        }
    }
}

/// Whether a place has nothing in common with a part of the file.
fn is_outside(place: TextRange, part: TextRange) -> bool {
    place.intersect(part).is_none_or(TextRange::is_empty)
}

#[cfg(test)]
mod tests {
    use cindyscript_hir::document::Document;

    use super::*;
    use crate::analyse;
    use expect_test::{Expect, expect};
    use text_size::TextLen;

    /// All tokens but operators; those of a colorplot with their binding time: `c`onstant, once a
    /// `f`rame, at every `p`ixel.
    fn check(name: &str, text: &str, expected: &Expect) {
        let document = Document::open(name, text);
        let analysis = analyse(&document);
        let all = TextRange::up_to(text.text_len());
        let found = semantic_tokens(&analysis, all);
        let mut shown = String::new();
        for token in &found {
            let time = match token.binding_time {
                BindingTime::Script => "",
                BindingTime::Constant => ":c",
                BindingTime::Frame => ":f",
                BindingTime::Pixel => ":p",
            };
            let definition = if token.is_definition { " defined" } else { "" };
            let builtin = if token.is_builtin { " builtin" } else { "" };
            let word = &text[std::ops::Range::<usize>::from(token.range)];
            let kind = format!("{:?}", token.kind).to_lowercase();
            shown.push_str(&format!("{word}{time} {kind}{definition}{builtin}\n"));
        }
        expected.assert_eq(&shown);
        // A part has what the whole has there.
        for start in 0..text.len() as u32 {
            let part = TextRange::new(start.into(), text.text_len());
            let some = semantic_tokens(&analysis, part);
            assert!(found.ends_with(&some), "from {start}");
        }
    }

    #[test]
    fn the_papers_wave() {
        check(
            "wave.cindyscript",
            "colorplot(1/2+a*sin(|#|-seconds()))",
            &expect![[r#"
                colorplot function builtin
                1:c number
                /:c operator
                2:c number
                +:p operator
                a:f variable
                *:p operator
                sin:p function builtin
                |:p operator
                #:p variable
                |:p operator
                -:p operator
                seconds:f function builtin
            "#]],
        );
    }

    #[test]
    fn names_of_all_kinds() {
        check(
            "names.cindyscript",
            "f(x, k) := if(x > k, A.x, \"t\"); draw(A, size -> f(2, pi)); forall(1..3, j, s = j);",
            &expect![[r#"
                f function defined
                x parameter defined
                k parameter defined
                := operator
                if control
                x parameter
                > operator
                k parameter
                A variable
                . operator
                x property
                "t" string
                draw function builtin
                A variable
                size property
                -> operator
                f function
                2 number
                pi variable builtin
                forall function builtin
                1 number
                .. operator
                3 number
                j variable
                s variable
                = operator
                j variable
            "#]],
        );
    }

    #[test]
    fn code_as_a_value() {
        check(
            "code.cindyscript",
            "f = cgllazy((x, y), x * y * k, k -> 2); cgleval(f, 1, 2)",
            &expect![[r#"
                f variable
                = operator
                cgllazy function builtin
                x parameter defined
                y parameter defined
                x parameter
                * operator
                y parameter
                * operator
                k parameter
                k property
                -> operator
                2 number
                cgleval function builtin
                f variable
                1 number
                2 number
            "#]],
        );
    }

    #[test]
    fn a_function_at_two_binding_times() {
        check(
            "two.cindyscript",
            "f(x) := x + b; colorplot(f(|#|) + f(b))",
            &expect![[r#"
                f function defined
                x parameter defined
                := operator
                x:p parameter
                +:p operator
                b:f variable
                colorplot function builtin
                f:p function
                |:p operator
                #:p variable
                |:p operator
                +:p operator
                f:f function
                b:f variable
            "#]],
        );
    }

    #[test]
    fn broken_and_escaped() {
        check(
            "broken.cindyscript",
            "f(x := (2 a; |b",
            &expect![[r#"
            f function builtin
            x variable
            := operator
            2 number
            a variable
            | operator
            b variable
        "#]],
        );
        // Escapes, the seam of a concatenation, and a number that the page computes.
        check(
            "a.html",
            "<script>let n = 2; CindyJS({scripts: {draw: 'a = \"b\\n\";\\n' + 'c' + '1 = \\u0061*' + n + ' - \"x' + 'y\"'}})</script>",
            &expect![[r#"
                a variable
                = operator
                "b\n" string
                c variable
                1 variable
                = operator
                \u0061 variable
                * operator
                - operator
                "x string
                y" string
            "#]],
        );
    }
}
