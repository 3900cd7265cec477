//! The symbols of a document, and whether they fit a query of a few letters.

use text_size::TextRange;

use crate::analysis::Analysis;
use crate::symbols::{OutlineSymbol, SymbolKind, symbols};

/// A symbol by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundSymbol {
    /// Its name.
    pub name: String,
    /// The kind.
    pub kind: SymbolKind,
    /// Its name, in bytes of the file.
    pub range: TextRange,
    /// The script that it stands in.
    pub container: Option<String>,
}

/// The functions, variables, elements, scripts and colorplots of a document whose names are wanted,
/// in the order of the text.
#[must_use]
pub fn workspace_symbols(
    analysis: &Analysis,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Vec<FoundSymbol> {
    let mut found = Vec::new();
    collect(symbols(analysis), None, is_wanted, &mut found);
    found
}

fn collect(
    symbols: Vec<OutlineSymbol>,
    container: Option<&str>,
    is_wanted: &dyn Fn(&str) -> bool,
    found: &mut Vec<FoundSymbol>,
) {
    for symbol in symbols {
        if is_wanted(&symbol.name) {
            found.push(FoundSymbol {
                name: symbol.name.clone(),
                kind: symbol.kind,
                range: symbol.selection_range,
                container: container.map(str::to_owned),
            });
        }
        collect(symbol.children, Some(&symbol.name), is_wanted, found);
    }
}

/// The letters that a name is to have, in their order, in whatever case.
#[derive(Clone, Debug)]
pub struct Query(Vec<char>);

impl Query {
    /// The query of these letters.
    #[must_use]
    pub fn new(letters: &str) -> Self {
        Self(letters.chars().flat_map(char::to_lowercase).collect())
    }

    /// How badly a name fits: 0 is best, `None` if the letters are not in it. How many letters of
    /// the name are passed over before its last one that the query has, and a little for each of
    /// those behind.
    #[must_use]
    pub fn distance(&self, name: &str) -> Option<u32> {
        const FEW: u32 = 64;
        let mut wanted = self.0.iter().peekable();
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
        let fits = wanted.peek().is_none();
        fits.then(|| passed * FEW + behind.min(FEW - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::{Query, workspace_symbols};
    use crate::analysis::analyse;
    use cindyscript_hir::document::Document;

    #[test]
    fn letters_in_their_order() {
        let text = "<script id='csdraw' type='text/x-cindyscript'>drawAll(x) := x; world = 1;\n\
            draw2 = 3; redraw = 2; drawAll(1);</script><script>CindyJS({scripts: 'cs*',\n\
            geometry: [{name: 'Dr', type: 'Free', pos: [0, 0]}]})</script>";
        let analysis = analyse(&Document::open("page.html", text));
        let check = |query: &str, expected: &[&str]| {
            let query = Query::new(query);
            let fits = |name: &str| query.distance(name).is_some();
            let found = workspace_symbols(&analysis, &fits);
            let mut names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
            names.sort_by_key(|name| query.distance(name));
            assert_eq!(names, expected, "{query:?}");
        };
        check("draw", &["draw", "draw2", "drawAll", "redraw"]);
        check("DR", &["Dr", "draw", "draw2", "drawAll", "redraw"]);
        check("dl", &["drawAll"]);
        check("rd", &["redraw", "world"]);
        check("xyz", &[]);
        assert_eq!(workspace_symbols(&analysis, &|_| true).len(), 6);
    }
}
