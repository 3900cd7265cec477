//! A free point for a name that nothing has yet: points of the construction have capital letters.

use cindyscript_applet::{GeometryEntry, Port, PropertyKey, Settings};
use cindyscript_hir::program::TermId;
use text_size::{TextRange, TextSize};

use super::{FileEdit, Remedy, define};
use crate::analysis::AppletAnalysis;
use crate::settings::CALLS;
use cindyscript_analysis::statements;

/// Adds a free point with the name of the variable that a term is to the page's construction.
pub(super) fn point(applet: &AppletAnalysis, term: TermId) -> Vec<Remedy> {
    let Some(name) = define::undefined_variable(applet, term).filter(|name| names_a_point(name))
    else {
        return Vec::new();
    };
    let remedy = edit(applet, name).map(|edit| Remedy {
        title: format!("add a free point `{name}`"),
        edits: vec![edit],
    });
    remedy.into_iter().collect()
}

/// True for `B` and `P12`.
fn names_a_point(name: &str) -> bool {
    let behind = name.strip_prefix(|first: char| first.is_ascii_uppercase());
    behind.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
}

/// Inserts the point behind the last element, or into an empty list. A page without a list gets one.
fn edit(applet: &AppletAnalysis, name: &str) -> Option<FileEdit> {
    let source = applet.source();
    let page = applet.document.text();
    let call = page.get(std::ops::Range::<usize>::from(source.range))?;
    let call_name = CALLS.iter().find(|&&name| call.starts_with(name))?;
    let [x, y] = free_place(&source.ports, &source.geometry);
    if let Some(last) = source.geometry.iter().max_by_key(|it| it.range.end()) {
        let style = Style::of(page, last.range)?;
        let others = source.geometry.iter().map(|it| it.range);
        let separator = separator(page, others, last.range);
        return Some(FileEdit {
            range: TextRange::empty(last.range.end()),
            text: format!("{separator}{}", style.point(name, x, y)),
        });
    }
    let keys = source.keys.iter().filter(|key| key.of == Settings::Applet);
    let mut keys: Vec<&PropertyKey> = keys.collect();
    keys.sort_by_key(|key| key.range.start());
    let style = match keys.first() {
        Some(first) => Style::of_key(page, call, first.range),
        None => Style::of_key(page, call, TextRange::empty(source.range.start())),
    };
    let point = style.point(name, x, y);
    if let Some(key) = keys.iter().find(|key| key.name == "geometry") {
        let behind = page.get(usize::from(key.range.end())..)?;
        let list = behind.trim_start().strip_prefix(':')?.trim_start();
        let inside = list.strip_prefix('[')?;
        // Only an empty list is known to have no element.
        inside.trim_start().strip_prefix(']')?;
        return Some(FileEdit {
            range: TextRange::empty(TextSize::of(page) - TextSize::of(inside)),
            text: point,
        });
    }
    let list = format!("{}[{point}]", style.key("geometry"));
    let (at, text) = match keys.first() {
        Some(first) => {
            let indent = statements::indent(page, first.range.start());
            let separator = match begins_line(page, first.range.start()) {
                true => format!("\n{indent}"),
                false => style.blank(' '),
            };
            (first.range.start(), format!("{list},{separator}"))
        }
        None => {
            let brace = call.find('{')?;
            let between = call.get(call_name.len()..brace)?;
            let is_empty = call.get(brace + 1..)?.trim_start().starts_with('}');
            let is_plain = between.chars().all(|c| c == '(' || c.is_whitespace());
            (is_empty && is_plain).then_some(())?;
            let offset = TextSize::try_from(brace + 1).ok()?;
            (source.range.start() + offset, list)
        }
    };
    Some(FileEdit {
        range: TextRange::empty(at),
        text,
    })
}

/// Text between the last two elements; behind a single one, a comma and a new line if it begins its line.
fn separator(page: &str, all: impl Iterator<Item = TextRange>, last: TextRange) -> String {
    let previous = all
        .filter(|it| it.end() <= last.start())
        .max_by_key(|it| it.end());
    let between = previous.and_then(|previous| {
        let between = page.get(usize::from(previous.end())..usize::from(last.start()))?;
        (between.trim() == ",").then(|| between.to_owned())
    });
    between.unwrap_or_else(|| match begins_line(page, last.start()) {
        true => format!(",\n{}", statements::indent(page, last.start())),
        false => ", ".to_owned(),
    })
}

fn begins_line(text: &str, at: TextSize) -> bool {
    let before = text.get(..usize::from(at)).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    before.contains('\n') && line.trim().is_empty()
}

/// Style of objects in a page.
struct Style {
    /// The quotation mark of strings.
    quote: char,
    /// True if keys have quotation marks.
    has_quoted_keys: bool,
    /// True if blanks stand inside of braces.
    has_wide_braces: bool,
    /// True if blanks stand behind colons and commas.
    has_blanks: bool,
}

impl Style {
    /// Reads the style of an object that holds a string.
    fn of(page: &str, object: TextRange) -> Option<Self> {
        let object = page.get(std::ops::Range::<usize>::from(object))?;
        let inside = object.strip_prefix('{')?.strip_suffix('}')?;
        let is_quote = |c: char| matches!(c, '"' | '\'');
        let colon = inside.find(':')?;
        Some(Self {
            quote: inside.chars().find(|&c| is_quote(c))?,
            has_quoted_keys: inside.trim_start().starts_with(is_quote),
            has_wide_braces: inside.starts_with(' '),
            has_blanks: inside.get(colon + 1..)?.starts_with(char::is_whitespace),
        })
    }

    /// Reads the style of a call from one of its keys.
    fn of_key(page: &str, call: &str, key: TextRange) -> Self {
        let written = page.get(std::ops::Range::<usize>::from(key));
        let behind = page.get(usize::from(key.end())..).unwrap_or_default();
        let count = |quote: char| call.matches(quote).count();
        Self {
            quote: if count('\'') > count('"') { '\'' } else { '"' },
            has_quoted_keys: written.is_some_and(|key| key.starts_with(['"', '\''])),
            has_wide_braces: call.contains("{ "),
            has_blanks: !behind.starts_with(':') || behind.starts_with(": "),
        }
    }

    fn blank(&self, blank: char) -> String {
        match self.has_blanks {
            true => blank.to_string(),
            false => String::new(),
        }
    }

    /// A key with its colon.
    fn key(&self, name: &str) -> String {
        let quote = match self.has_quoted_keys {
            true => self.quote.to_string(),
            false => String::new(),
        };
        format!("{quote}{name}{quote}:{}", self.blank(' '))
    }

    /// A free point.
    fn point(&self, name: &str, x: f64, y: f64) -> String {
        let quote = self.quote;
        let blank = self.blank(' ');
        let brace = if self.has_wide_braces { " " } else { "" };
        let [named, typed, placed] = ["name", "type", "pos"].map(|key| self.key(key));
        format!(
            "{{{brace}{named}{quote}{name}{quote},{blank}{typed}{quote}Free{quote},{blank}{placed}[{x},{blank}{y}]{brace}}}"
        )
    }
}

/// A place in the picture where no point is: in shares of the half of the shorter side, from its middle.
const PLACES: [[f64; 2]; 9] = [
    [0.4, 0.4],
    [-0.4, 0.4],
    [-0.4, -0.4],
    [0.4, -0.4],
    [0.0, 0.6],
    [0.6, 0.0],
    [0.0, -0.6],
    [-0.6, 0.0],
    [0.0, 0.0],
];

fn free_place(ports: &[Port], geometry: &[GeometryEntry]) -> [f64; 2] {
    let [width, height] = ports.first().map_or(Port::DEFAULT_SIZE, |port| {
        let [width, height] = Port::DEFAULT_SIZE;
        [port.width.unwrap_or(width), port.height.unwrap_or(height)]
    });
    let view = ports.first().map(|port| port.view(width, height));
    let to_world = |at: [f64; 2]| view.map_or(at, |view| view.to_world(at));
    let [left, top] = to_world([0.0, 0.0]);
    let [right, bottom] = to_world([width, height]);
    let half = ((right - left).abs().min((top - bottom).abs())) / 2.0;
    // Two digits are enough to be seen, and short to read.
    let digit = 10_f64.powf((half.log10().floor() - 1.0).clamp(-12.0, 12.0));
    let round = |x: f64| {
        let rounded = (x / digit).round() * digit;
        // Without the digits that come of the division.
        format!("{rounded:.12}").parse().unwrap_or(rounded) + 0.0
    };
    let place = |[x, y]: [f64; 2]| {
        let (x, y) = (
            (left + right) / 2.0 + x * half,
            (top + bottom) / 2.0 + y * half,
        );
        match half.is_finite() && half > 0.0 && x.is_finite() && y.is_finite() {
            true => [round(x), round(y)],
            false => [1.0, 1.0],
        }
    };
    let is_free = |[x, y]: &[f64; 2]| {
        let mut points = geometry.iter().filter_map(|element| element.position);
        points.all(|[px, py, pz]| {
            let distance = (px / pz - x).norm().hypot((py / pz - y).norm());
            // A place at infinity is far.
            distance.is_nan() || distance > 0.1 * half
        })
    };
    let mut free = PLACES.into_iter().map(place);
    free.find(is_free).unwrap_or_else(|| place(PLACES[0]))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::super::{applied, code_actions};
    use crate::analyse;
    use cindyscript_hir::document::Document;
    use text_size::{TextRange, TextSize};

    const SCRIPT: &str =
        "<script id='csdraw' type='text/x-cindyscript'>draw(A); draw($B);</script>\n";

    /// The text behind the script, after the point was added; the applet then has it, and nothing is
    /// wrong with it.
    fn check(page: &str, expected: Expect) {
        let text = format!("{SCRIPT}{page}");
        let at = TextSize::try_from(text.find('$').expect("a mark")).expect("short");
        let text = text.replacen('$', "", 1);
        let analysis = analyse(&Document::open("page.html", text.as_str()));
        let actions = code_actions(&analysis, &[], TextRange::empty(at));
        let action = actions.iter().find(|it| it.title.contains("free point"));
        let Some(action) = action else {
            expected.assert_eq("nothing");
            return;
        };
        assert_eq!(action.title, "add a free point `B`");
        let after = applied(&text, &action.edits);
        let again = analyse(&Document::open("page.html", after.as_str()));
        let source = again.applets[0].source();
        let point = source.element("B").expect("the point");
        assert_eq!(point.kind, "Free");
        let is_about = |found: &&cindyscript_diagnostic::Diagnostic| found.message.contains("`B`");
        assert_eq!(again.diagnostics.iter().find(is_about), None);
        expected.assert_eq(&after[SCRIPT.len() - 1..]);
    }

    #[test]
    fn point_is_added_in_the_style_of_the_last_element() {
        check(
            "<script>\nCindyJS({\n  scripts: \"cs*\",\n  geometry: [\n    { name: \"A\", type: \"Free\", pos: [4, 4] }\n  ]\n});\n\
             </script>",
            expect![[r#"
                <script>
                CindyJS({
                  scripts: "cs*",
                  geometry: [
                    { name: "A", type: "Free", pos: [4, 4] },
                    { name: "B", type: "Free", pos: [-4, 4] }
                  ]
                });
                </script>"#]],
        );
        check(
            "<script>var g=[{'name':'A','type':'Free','pos':[0,0]},{'name':'C','type':'Free','pos':[0,1]}];\n\
             CindyJS({scripts:'cs*',geometry:g});</script>",
            expect![[r#"
                <script>var g=[{'name':'A','type':'Free','pos':[0,0]},{'name':'C','type':'Free','pos':[0,1]},{'name':'B','type':'Free','pos':[4,4]}];
                CindyJS({scripts:'cs*',geometry:g});</script>"#]],
        );
        check(
            "<script>CindyJS({scripts: 'cs*', geometry: [\n\t{name: 'A', type: 'Free'},\n\n\t{name: 'C', type: 'Free'},\n]});</script>",
            expect![[r#"
                <script>CindyJS({scripts: 'cs*', geometry: [
                	{name: 'A', type: 'Free'},

                	{name: 'C', type: 'Free'},

                	{name: 'B', type: 'Free', pos: [4, 4]},
                ]});</script>"#]],
        );
    }

    #[test]
    fn list_is_filled_or_made_if_there_is_no_element() {
        check(
            "<script>CindyJS({scripts: \"cs*\", geometry: [ ]});</script>",
            expect![[
                r#"<script>CindyJS({scripts: "cs*", geometry: [{name: "B", type: "Free", pos: [4, 4]} ]});</script>"#
            ]],
        );
        check(
            "<script>\n    CindyJS({\n        scripts: \"cs*\",\n        ports: [{ id: \"C\", width: 400, height: 200, \
             transform: [{ visibleRect: [0, 0.1, 0.2, 0] }] }]\n    });\n</script>",
            expect![[r#"
                <script>
                    CindyJS({
                        geometry: [{ name: "B", type: "Free", pos: [0.12, 0.07] }],
                        scripts: "cs*",
                        ports: [{ id: "C", width: 400, height: 200, transform: [{ visibleRect: [0, 0.1, 0.2, 0] }] }]
                    });
                </script>"#]],
        );
        check(
            "<script>CindyJS({\"scripts\":\"cs*\"});</script>",
            expect![[
                r#"<script>CindyJS({"geometry":[{"name":"B","type":"Free","pos":[4,4]}],"scripts":"cs*"});</script>"#
            ]],
        );
    }

    #[test]
    fn point_is_not_offered_where_the_construction_is_not_read() {
        check(
            "<script>CindyJS({scripts: 'cs*', geometry: make()});</script>",
            expect!["nothing"],
        );
        check("", expect!["nothing"]);
    }
}
