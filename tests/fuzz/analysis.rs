//! The analysis and the editor's features: what they say lies within the text, and an analysis that
//! is updated says what a fresh one does.

use cindyscript_hir::document::Document;
use cindyscript_ide::code_actions::code_actions;
use cindyscript_ide::dependency_graph::dependency_graph;
use cindyscript_ide::explain::explain;
use cindyscript_ide::hover::hover;
use cindyscript_ide::inlay_hints::{self, inlay_hints};
use cindyscript_ide::iteration::iteration;
use cindyscript_ide::narrate::narrate;

use cindyscript_ide::report::types;
use cindyscript_ide::semantic_tokens::semantic_tokens;
use cindyscript_ide::symbols::symbols;
use cindyscript_ide::{Analysis, analyse};
use cindyscript_tests::random::Random;
use text_size::{TextRange, TextSize};

use crate::kind::Input;

/// At how many places the editor asks.
const PLACES: usize = 8;

pub(crate) fn check(input: &Input) -> Result<(), String> {
    let name = input.path.to_string_lossy();
    let document = Document::open(&name, input.text.as_str());
    let analysis = analyse(&document);
    let said = said(&analysis)?;
    // Another text in between, and back.
    let mut random = Random::new(input.text.len() as u64);
    let mut at = random.below(input.text.len() + 1);
    while !input.text.is_char_boundary(at) {
        at -= 1;
    }
    let mut edited = input.text.clone();
    edited.insert_str(
        at,
        ["(", ";", " 1 ", "\"", "x = 2;\n", ","][random.below(6)],
    );
    let between = document.update(edited.as_str());
    let between_analysis = analysis.update(&between);
    let back = between.update(input.text.as_str());
    let updated = between_analysis.update(&back);
    let again = self::said(&updated)?;
    match said.iter().zip(&again).find(|(said, again)| said != again) {
        None => Ok(()),
        Some((said, again)) => Err(format!(
            "an edit at {at}, taken back, leads to something else: {again}, not {said}"
        )),
    }
}

/// All that an editor shows of a document; what is wrong with it.
fn said(analysis: &Analysis) -> Result<Vec<String>, String> {
    let text = analysis.document.text();
    let whole = TextRange::up_to(TextSize::of(text));
    let is_part = |range: TextRange| {
        whole.contains_range(range)
            && text.is_char_boundary(range.start().into())
            && text.is_char_boundary(range.end().into())
    };
    let portability = analysis.portability();
    for diagnostic in analysis.diagnostics.iter().chain(&portability) {
        let related = diagnostic.related.iter().map(|related| related.range);
        let fixes = diagnostic.fix.iter().map(|fix| fix.range);
        let mut ranges = related.chain(fixes).chain([diagnostic.range]);
        if !ranges.all(is_part) || diagnostic.message.is_empty() {
            return Err(format!("not a remark on the text: {diagnostic:?}"));
        }
    }
    let hints = inlay_hints::HintConfig::default();
    let mut said = vec![
        format!("{:?}", analysis.diagnostics),
        format!("{portability:?}"),
        format!("{:?}", inlay_hints(analysis, whole, &hints)),
        format!("{:?}", semantic_tokens(analysis, whole)),
        format!("{:?}", types(analysis)),
        format!("{:?}", symbols(analysis)),
    ];
    let link = |range: TextRange| format!("{range:?}");
    let mut random = Random::new(text.len() as u64);
    for _ in 0..PLACES {
        let mut at = random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let offset = TextSize::try_from(at).unwrap_or_default();
        let place = TextRange::empty(offset);
        said.push(format!("{:?}", hover(analysis, offset, &link)));
        let explanation = explain(analysis, offset);
        said.push(format!(
            "{:?}",
            explanation.map(|it| narrate(analysis, &it, &link))
        ));
        said.push(format!(
            "{:?}",
            iteration(analysis, offset).map(|it| it.markdown(&analysis.document, &link))
        ));
        let graph = dependency_graph(analysis, offset);
        said.push(format!(
            "{:?}",
            graph.map(|graph| (graph.dot(), graph.svg(&link)))
        ));
        let actions = code_actions(analysis, &portability, place);
        for edit in actions.iter().flat_map(|action| &action.edits) {
            if !is_part(edit.range) {
                return Err(format!("not an edit of the text: {edit:?}"));
            }
        }
        said.push(format!("{actions:?}"));
    }
    Ok(said)
}
