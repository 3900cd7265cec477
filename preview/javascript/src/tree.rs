//! The elements of a page, and its scripts.

use html5gum::emitters::default::DefaultEmitter;
use html5gum::{HtmlString, StartTag, Token, Tokenizer};
use serde::Serialize;

/// Elements that are nested deeper become siblings.
const DEEPEST: usize = 100;
/// Elements without content.
const VOID: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];
/// Elements that may stand before the body.
const HEAD: [&str; 7] = [
    "title", "meta", "link", "script", "style", "base", "noscript",
];
/// Elements that end where the next of their kind begins.
const ENDED: [&str; 8] = ["p", "li", "option", "tr", "td", "th", "dt", "dd"];

/// A text or an element of a page.
#[derive(Debug, Serialize)]
pub(crate) struct Node {
    /// The index of its parent in the list.
    pub(crate) inside: Option<usize>,
    /// The name of the element; none for a text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tag: Option<String>,
    /// The start of its tag, in bytes of the page; none for an element that has no tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<usize>,
    pub(crate) attributes: Vec<Attribute>,
    /// The text.
    pub(crate) text: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    pub(crate) value: String,
    /// The start of the value, in bytes of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<usize>,
}

/// A script of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Script {
    /// The text, or the address of the file.
    pub(crate) code: Code,
    /// True for `type="module"`.
    pub(crate) is_module: bool,
    /// The start of its text, in bytes of the page.
    pub(crate) at: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Code {
    Text(String),
    File(String),
}

/// The nodes of a text, each behind its parent.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) scripts: Vec<Script>,
    /// True for a page, whose first nodes are `html`, `head` and `body`.
    is_page: bool,
    /// The open elements.
    open: Vec<usize>,
    /// The open script.
    script: Option<Script>,
}

fn text(string: &HtmlString) -> String {
    String::from_utf8_lossy(string).into_owned()
}

impl Tree {
    /// The tree of a page: an element `html` with a `head` and a `body`.
    pub(crate) fn of_page(page: &str) -> Tree {
        let mut tree = Tree::default();
        for (tag, inside) in [("html", None), ("head", Some(0)), ("body", Some(0))] {
            tree.nodes.push(Node {
                inside,
                ..element(tag.to_owned())
            });
        }
        tree.is_page = true;
        tree.open = vec![0, 1];
        tree.read(page);
        tree
    }

    /// The nodes of a part of a page, which have no places in it. Those without a parent go below the
    /// element that gets the part.
    pub(crate) fn of_part(part: &str) -> Tree {
        let mut tree = Tree::default();
        tree.read(part);
        for node in &mut tree.nodes {
            node.at = None;
            node.attributes.iter_mut().for_each(|it| it.at = None);
        }
        tree
    }

    fn read(&mut self, html: &str) {
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
            match token {
                Token::StartTag(tag) => self.start(html, &tag),
                Token::EndTag(tag) => self.end(&text(&tag.name)),
                Token::String(string) => self.text(&string),
                _ => {}
            }
        }
    }

    fn is_before_body(&self) -> bool {
        self.is_page && self.open == [0, 1]
    }

    fn text(&mut self, string: &HtmlString) {
        let text = text(string);
        if let Some(Script {
            code: Code::Text(code),
            ..
        }) = &mut self.script
        {
            code.push_str(&text);
        }
        if self.is_before_body() {
            if text.trim().is_empty() {
                return;
            }
            self.open = vec![0, 2];
        }
        let inside = self.open.last().copied();
        let is_text = |node: &&mut Node| node.tag.is_none() && node.inside == inside;
        match self.nodes.last_mut().filter(is_text) {
            // The tokens of one text.
            Some(node) => node.text += &text,
            None => self.nodes.push(Node {
                inside,
                tag: None,
                at: None,
                attributes: Vec::new(),
                text,
            }),
        }
    }

    fn start(&mut self, html: &str, tag: &StartTag<usize>) {
        let name = text(&tag.name);
        let attributes = tag.attributes.iter().map(|(name, value)| Attribute {
            name: text(name),
            value: text(value),
            at: Some(value_start(html, value.span.start)),
        });
        let attributes: Vec<Attribute> = attributes.collect();
        if let Some(known) = ["html", "head", "body"].iter().position(|it| *it == name) {
            if name == "body" && self.is_before_body() {
                self.open = vec![0, 2];
            }
            let node = self.nodes.get_mut(known).filter(|_| self.is_page);
            if let Some(node) = node.filter(|it| it.at.is_none()) {
                (node.attributes, node.at) = (attributes, Some(tag.span.start));
            }
            return;
        }
        if self.is_before_body() && !HEAD.contains(&&*name) {
            self.open = vec![0, 2];
        }
        let is_last = |at: &usize| self.nodes[*at].tag.as_deref() == Some(&*name);
        if ENDED.contains(&&*name) && self.open.last().is_some_and(is_last) {
            self.open.pop();
        }
        if name == "script" {
            self.script = script(&attributes, tag.span.end);
        }
        let is_open = !VOID.contains(&&*name) && self.open.len() < DEEPEST;
        self.nodes.push(Node {
            inside: self.open.last().copied(),
            at: Some(tag.span.start),
            attributes,
            ..element(name)
        });
        if is_open {
            self.open.push(self.nodes.len() - 1);
        }
    }

    fn end(&mut self, name: &str) {
        if name == "script" {
            self.scripts.extend(self.script.take());
        }
        let mut open = self.open.iter();
        let found = open.rposition(|at| self.nodes[*at].tag.as_deref() == Some(name));
        // `html`, `head` and `body` stay open.
        if let Some(found) = found
            && !["html", "head", "body"].contains(&name)
        {
            self.open.truncate(found);
        }
    }
}

/// The offset of an attribute's value, from that of its name.
fn value_start(html: &str, attribute: usize) -> usize {
    let name = html.get(attribute..).unwrap_or_default();
    let ends_name = |it: char| it.is_ascii_whitespace() || "=>/".contains(it);
    let rest = name.find(ends_name).map_or("", |end| &name[end..]);
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        return attribute;
    };
    let value = value.trim_start();
    let quote = usize::from(value.starts_with(['"', '\'']));
    html.len() - value.len() + quote
}

fn element(tag: String) -> Node {
    Node {
        inside: None,
        tag: Some(tag),
        at: None,
        attributes: Vec::new(),
        text: String::new(),
    }
}

/// The script of a tag; none if a browser does not run it.
fn script(attributes: &[Attribute], at: usize) -> Option<Script> {
    let attribute = |name: &str| attributes.iter().find(|it| it.name == name);
    let kind = attribute("type").map_or("", |it| &*it.value);
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    let is_module = kind == "module";
    let runs = is_module
        || kind.is_empty()
        || kind.ends_with("/javascript")
        || kind.ends_with("/ecmascript");
    let code = match attribute("src") {
        Some(source) => Code::File(source.value.clone()),
        None => Code::Text(String::new()),
    };
    runs.then_some(Script {
        code,
        is_module,
        at,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tree: &Tree) -> Vec<String> {
        let nodes = tree.nodes.iter().map(|node| {
            let what = node.tag.as_deref().unwrap_or(&node.text);
            let inside = node.inside.map(|at| at.to_string());
            format!("{what} in {}", inside.unwrap_or_default())
        });
        nodes.collect()
    }

    #[test]
    fn element_before_any_body_begins_the_body() {
        let tree = Tree::of_page("<title>t</title><p>a<p>b<br>c");
        let nodes = [
            "html in ",
            "head in 0",
            "body in 0",
            "title in 1",
            "t in 3",
            "p in 2",
            "a in 5",
            "p in 2",
            "b in 7",
            "br in 7",
            "c in 7",
        ];
        assert_eq!(shown(&tree), nodes);
    }

    #[test]
    fn script_has_its_text_and_place() {
        let page =
            "<script>a < 1</script><script src='x.js'></script><script type=text/x>b</script>";
        let scripts = Tree::of_page(page).scripts;
        let codes = [
            Code::Text("a < 1".to_owned()),
            Code::File("x.js".to_owned()),
        ];
        assert_eq!(
            scripts.iter().map(|it| &it.code).collect::<Vec<_>>(),
            codes.each_ref()
        );
        assert_eq!(scripts[0].at, 8);
    }

    #[test]
    fn deep_page_is_flat_below_a_depth() {
        let tree = Tree::of_page(&"<div>".repeat(10_000));
        assert_eq!(tree.nodes.len(), 10_003);
        assert!(tree.open.len() <= DEEPEST);
    }

    #[test]
    fn place_of_a_value_is_behind_its_quote() {
        let page = "<b onclick=\"go()\">";
        let tree = Tree::of_page(page);
        let at = tree.nodes[3].attributes[0].at.expect("a place");
        assert_eq!(&page[at..at + 4], "go()");
    }

    #[test]
    fn part_has_no_head_and_no_places() {
        let tree = Tree::of_part("a<ul><li><p>x<body class=y><td>z");
        assert_eq!(
            shown(&tree),
            [
                "a in ", "ul in ", "li in 1", "p in 2", "x in 3", "td in 3", "z in 5"
            ]
        );
        assert!(
            tree.nodes
                .iter()
                .all(|it| it.at.is_none() && it.attributes.is_empty())
        );
        let tree = Tree::of_part("<div><b id=c>x</b></div>");
        assert_eq!(shown(&tree), ["div in ", "b in 0", "x in 1"]);
        assert_eq!(tree.nodes[1].attributes[0].at, None);
    }

    #[test]
    fn many_attributes_without_values_are_read_in_linear_time() {
        let attributes: String = (0..200_000).map(|at| format!(" a{at}")).collect();
        assert_eq!(Tree::of_page(&format!("<p{attributes}>")).nodes.len(), 4);
    }
}
