//! The symbols of a document that fit a query of a few letters.

use text_size::TextRange;

use crate::analysis::Analysis;
use crate::symbols::{Symbol, SymbolKind, symbols};

/// A symbol that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its name.
    pub name: String,
    /// The kind.
    pub kind: SymbolKind,
    /// Its name, in bytes of the file.
    pub range: TextRange,
    /// The script that it stands in.
    pub container: Option<String>,
    /// How badly it fits: 0 is best.
    pub distance: u32,
}

/// The functions, variables, elements, scripts and colorplots of a document whose names have the
/// letters of the query in their order, in whatever case; the best first.
#[must_use]
pub fn workspace_symbols(analysis: &Analysis, query: &str) -> Vec<Found> {
    let query: Vec<char> = query.chars().flat_map(char::to_lowercase).collect();
    let mut found = Vec::new();
    collect(symbols(analysis), None, &query, &mut found);
    found.sort_by_key(|one| (one.distance, one.range.start()));
    found
}

fn collect(symbols: Vec<Symbol>, container: Option<&str>, query: &[char], found: &mut Vec<Found>) {
    for symbol in symbols {
        if let Some(distance) = distance(&symbol.name, query) {
            found.push(Found {
                name: symbol.name.clone(),
                kind: symbol.kind,
                range: symbol.selection_range,
                container: container.map(str::to_owned),
                distance,
            });
        }
        collect(symbol.children, Some(&symbol.name), query, found);
    }
}

/// How many letters of a name are passed over before its last one that the query has, and a little
/// for each of those behind; `None` if the query is not in it.
fn distance(name: &str, query: &[char]) -> Option<u32> {
    let mut wanted = query.iter().peekable();
    let (mut passed, mut behind) = (0, 0);
    for letter in name.chars().flat_map(char::to_lowercase) {
        match wanted.peek() {
            Some(&&next) if next == letter => {
                wanted.next();
            }
            Some(_) => passed += 1,
            None => behind += 1,
        }
    }
    const FEW: u32 = 64;
    wanted
        .peek()
        .is_none()
        .then(|| passed * FEW + behind.min(FEW - 1))
}

#[cfg(test)]
mod tests {
    use super::workspace_symbols;
    use crate::analyse::analyse;
    use cindyscript_hir::document::Document;

    #[test]
    fn letters_in_their_order() {
        let text = "<script id='csdraw' type='text/x-cindyscript'>drawAll(x) := x; world = 1;\n\
            draw2 = 3; redraw = 2; drawAll(1);</script><script>CindyJS({scripts: 'cs*',\n\
            geometry: [{name: 'Dr', type: 'Free', pos: [0, 0]}]})</script>";
        let analysis = analyse(&Document::open("page.html", text));
        let check = |query: &str, expected: &[&str]| {
            let found = workspace_symbols(&analysis, query);
            let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
            assert_eq!(names, expected, "{query}");
        };
        check("draw", &["draw", "draw2", "drawAll", "redraw"]);
        check("DR", &["Dr", "draw", "draw2", "drawAll", "redraw"]);
        check("dl", &["drawAll"]);
        check("rd", &["redraw", "world"]);
        check("xyz", &[]);
        assert_eq!(workspace_symbols(&analysis, "").len(), 6);
    }
}
