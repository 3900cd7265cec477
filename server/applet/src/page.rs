//! From the elements of a page and its JavaScript to applets.

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use oxc_allocator::Allocator;
use oxc_span::SourceType;
use text_size::{TextLen, TextRange, TextSize};

use crate::evaluate::Evaluator;
use crate::html::{HtmlElement, elements};
use crate::javascript::Scope;
use crate::load::other_base;
use crate::misnamed::why_nothing;
use crate::nesting::{self, MAX_BRACKETS, MAX_DEPTH, Refusal};
use crate::settings;
use crate::stack::with_stack;
use crate::{Applet, Constant, Event, External, Page, PageCanvas, Port, SourceText};

/// CindyJS's own convention for ids, taken where no call says otherwise.
const DEFAULT_PATTERN: &str = "cs*";

pub(crate) const CINDYSCRIPT: &str = "text/x-cindyscript";

/// The applets of a page.
pub(crate) fn parse(text: &str) -> Page {
    if !may_have_applets(text) {
        let mut page = Page::default();
        page.problems.push(no_applet(text));
        return page;
    }
    let elements = elements(text);
    let javascript = JavaScript::find(text, &elements);
    with_stack(javascript.depth, || read(text, &elements, &javascript)).unwrap_or_else(|| {
        let mut without = JavaScript {
            scripts: Vec::new(),
            depth: 0,
            ..javascript
        };
        without.problems.push(Diagnostic::new(
            Code::JavaScriptSyntax,
            TextRange::empty(TextSize::new(0)),
            "there is no memory left to read this page's JavaScript",
        ));
        read(text, &elements, &without)
    })
}

/// Whether there can be an applet or a script of CindyScript in a page: most pages of most folders
/// are of other matters, and are not read.
pub(crate) fn may_have_applets(text: &str) -> bool {
    // What makes applets, and the type of scripts: that may be in upper case.
    const NAME: &[u8] = b"cindy";
    let mut parts = text.as_bytes().windows(NAME.len());
    parts.any(|part| part.eq_ignore_ascii_case(NAME))
}

/// That a page holds no applet.
fn no_applet(text: &str) -> Diagnostic {
    let start = TextRange::empty(TextSize::new(0));
    let usual = "this page has no CindyScript and does not call `CindyJS`";
    let call = "an applet is a call `CindyJS({scripts: \"cs*\", ports: [...]})`";
    let (message, help) = match why_nothing("page.html", text) {
        Some(reason) if text.trim().is_empty() => (reason, call),
        Some(reason) => (usual, reason),
        None => (usual, call),
    };
    Diagnostic::new(Code::NoApplet, start, message).help(help)
}

/// The JavaScript of a page.
struct JavaScript<'t> {
    /// All of it.
    texts: Vec<&'t str>,
    /// Whether an applet may be called.
    may_call: bool,
    /// The scripts that are to be parsed.
    scripts: Vec<(TextSize, &'t str, SourceType)>,
    /// How deep they nest.
    depth: usize,
    problems: Vec<Diagnostic>,
}

impl<'t> JavaScript<'t> {
    fn find(text: &'t str, elements: &[HtmlElement<'_>]) -> Self {
        let mut javascript = Self {
            texts: Vec::new(),
            may_call: false,
            scripts: Vec::new(),
            depth: 0,
            problems: Vec::new(),
        };
        let elements = elements.iter().filter(|element| is_javascript(element));
        let elements: Vec<(&HtmlElement<'_>, &str)> = elements
            .map(|element| (element, slice(text, element.content)))
            .collect();
        javascript.texts = elements.iter().map(|(_, text)| *text).collect();
        // Parsing a bundled library for nothing would cost more than all else.
        let mut texts = javascript.texts.iter();
        javascript.may_call = texts.any(|s| s.contains("CindyJS") || s.contains("createCindy"));
        if !javascript.may_call {
            return javascript;
        }
        for (element, text) in elements {
            let base = element.content.start();
            let is_module = element.mime_type() == "module";
            match nesting::depth(text, is_module) {
                Ok(depth) => {
                    let source_type = if is_module {
                        SourceType::mjs()
                    } else {
                        SourceType::cjs()
                    };
                    javascript.depth = javascript.depth.max(depth);
                    javascript.scripts.push((base, text, source_type));
                }
                Err(refusal) => javascript.problems.push(refused(refusal, base)),
            }
        }
        javascript
    }
}

/// That a script is not read.
fn refused(refusal: Refusal, base: TextSize) -> Diagnostic {
    let (range, message, help) = match refusal {
        Refusal::Brackets(range) => (
            range,
            format!("this script nests more than {MAX_BRACKETS} brackets"),
            "close the brackets; the script is not read",
        ),
        Refusal::Deep(range) => (
            range,
            format!("this script nests more than {MAX_DEPTH} deep here"),
            "divide this into several statements; until then, the script is not read",
        ),
        Refusal::Slash(range) => (
            range,
            "this `/` may divide or begin a regular expression, so the script is not read"
                .to_owned(),
            "write `;` before it, or put what it divides in brackets",
        ),
    };
    Diagnostic::new(Code::JavaScriptSyntax, range + base, message)
        .severity(Severity::Warning)
        .help(help)
}

fn read(text: &str, elements: &[HtmlElement<'_>], javascript: &JavaScript<'_>) -> Page {
    let mut builder = Builder::new(text, elements);
    builder.check_elements();
    builder.check_base();
    builder.find_external();
    builder
        .page
        .problems
        .extend(javascript.problems.iter().cloned());

    let allocator = Allocator::default();
    let mut scope = Scope::default();
    for &(base, text, source_type) in &javascript.scripts {
        let problems = &mut builder.page.problems;
        scope.add_script(&allocator, text, base, source_type, problems);
    }
    let evaluator = Evaluator::new(&scope, text);
    for &call in &scope.calls {
        let range = call.file_range(call.node.span);
        let data = evaluator.first_argument(call);
        builder.applet(range, data.as_ref());
        for changed in evaluator.changes(call) {
            let message = "these settings are known only when the page runs";
            let code = Code::SettingNotConstant;
            let problem = Diagnostic::new(code, changed, message)
                .help("write the settings as literals: they are read without running JavaScript");
            builder.page.problems.push(problem);
        }
    }
    if scope.calls.is_empty() {
        builder.without_call(javascript.may_call);
    }
    let canvases = builder.canvases();
    for applet in &mut builder.page.applets {
        applet.host = scope.host.clone();
        applet.canvases = canvases.clone();
    }
    builder.bind_controls(&scope, &javascript.texts);
    builder.unbound(&javascript.texts);

    let mut page = builder.page;
    // A half-typed part has one problem.
    page.problems.retain(|problem| {
        let mut half_typed = scope.half_typed.iter();
        problem.code == Code::JavaScriptSyntax
            || !half_typed.any(|part| part.intersect(problem.range).is_some())
    });
    page.problems
        .sort_by_key(|p| (p.range.start(), p.range.end()));
    // What a loop repeats is wrong once.
    let mut known = HashSet::new();
    page.problems
        .retain(|problem| known.insert((problem.range, problem.message.clone())));
    page
}

fn slice(text: &str, range: TextRange) -> &str {
    text.get(std::ops::Range::<usize>::from(range))
        .unwrap_or("")
}

/// As a browser decides; with `src`, the element's own text is ignored.
fn is_javascript(element: &HtmlElement<'_>) -> bool {
    let mime_type = element.mime_type();
    element.is_script()
        && element.attribute("src").is_none()
        && (mime_type.is_empty()
            || mime_type == "module"
            || mime_type.ends_with("/javascript")
            || mime_type.ends_with("/ecmascript"))
}

pub(crate) fn is_cindyscript(element: &HtmlElement<'_>) -> bool {
    element.is_script() && element.mime_type() == CINDYSCRIPT
}

/// A page being read.
pub(crate) struct Builder<'t> {
    pub(crate) text: &'t str,
    pub(crate) elements: &'t [HtmlElement<'t>],
    /// The first element of each id.
    ids: HashMap<&'t str, usize>,
    /// For each pattern of ids, the scripts that it names.
    pub(crate) patterns: HashMap<String, Rc<[(usize, Event)]>>,
    /// Of each element, whether an applet runs it.
    pub(crate) bound: Vec<bool>,
    makes_elements: OnceCell<bool>,
    pub(crate) page: Page,
}

impl<'t> Builder<'t> {
    fn new(text: &'t str, elements: &'t [HtmlElement<'t>]) -> Builder<'t> {
        let mut ids = HashMap::new();
        for (index, element) in elements.iter().enumerate() {
            if let Some(id) = element.id() {
                ids.entry(id).or_insert(index);
            }
        }
        let scripts = elements.iter().filter(|e| is_cindyscript(e) && e.closed);
        Builder {
            text,
            elements,
            ids,
            patterns: HashMap::new(),
            bound: vec![false; elements.len()],
            makes_elements: OnceCell::new(),
            page: Page {
                contents: scripts.map(|element| element.content).collect(),
                ..Page::default()
            },
        }
    }

    /// The element that `getElementById` finds: the first of that id.
    pub(crate) fn by_id(&self, id: &str) -> Option<usize> {
        self.ids.get(id).copied()
    }

    pub(crate) fn source(&self, element: &HtmlElement<'_>) -> SourceText {
        SourceText::contiguous(slice(self.text, element.content), element.content.start())
    }

    /// The files that scripts come from.
    fn find_external(&mut self) {
        for element in self.elements.iter().filter(|element| element.is_script()) {
            let source = element.tag.attribute("src");
            if let Some(source) = source.filter(|source| !source.value.is_empty()) {
                self.page.external.push(External {
                    url: source.value.to_string(),
                    range: source.range,
                });
            }
        }
    }

    /// The folder that the addresses of the page are relative to.
    fn check_base(&mut self) {
        let Some(base) = other_base(self.text) else {
            return;
        };
        let message = format!(
            "`<base href>` makes all addresses of the page relative to `{}`: here, files are looked \
             for beside the page",
            base.url
        );
        let place = base.range.unwrap_or(base.tag);
        self.page.problems.push(
            Diagnostic::new(Code::BaseAddress, place, message)
                .help("delete it, and write the addresses relative to the page"),
        );
    }

    /// What is wrong with the scripts whoever runs them.
    fn check_elements(&mut self) {
        for (index, element) in self
            .elements
            .iter()
            .enumerate()
            .filter(|(_, e)| e.is_script())
        {
            if !element.closed {
                self.page.problems.push(
                    Diagnostic::new(
                        Code::UnclosedScript,
                        element.tag.range,
                        "this script is never closed: the rest of the page belongs to it",
                    )
                    .help("write `</script>` after it"),
                );
            }
            if !is_cindyscript(element) {
                continue;
            }
            if element.attribute("src").is_some() {
                self.page.problems.push(
                    Diagnostic::new(
                        Code::ExternalScript,
                        element.tag.range,
                        "CindyJS ignores `src` of CindyScript elements",
                    )
                    .help("put the text here, or name the file in the `import` setting"),
                );
            }
            if let Some(id) = element.id()
                && self.by_id(id).is_some_and(|first| first < index)
            {
                self.page.problems.push(
                    Diagnostic::new(
                        Code::DuplicateScript,
                        element.tag.range,
                        format!("an element above has the id `{id}`, too, so this one never runs"),
                    )
                    .help("join the two, or give this one another id"),
                );
            }
        }
    }

    fn applet(&mut self, range: TextRange, data: Option<&Constant>) {
        let mut applet = Applet::new(range);
        match data {
            Some(data) if data.as_object().is_some() => {
                settings::read(data, &mut applet, &mut self.page.problems);
                self.bind_scripts(data, &mut applet);
                self.bind_widgets(&mut applet);
                self.sizes(&mut applet);
            }
            _ => {
                let range = data.map_or(range, |d| d.range);
                self.page.problems.push(
                    Diagnostic::new(
                        Code::ArgumentNotConstant,
                        range,
                        "the settings of this applet are known only when the page runs",
                    )
                    .help(
                        "pass an object literal, `CindyJS({scripts: \"cs*\", ...})`; \
                         until then, scripts run by their ids `cs*`, without geometry",
                    ),
                );
                self.bind_pattern(DEFAULT_PATTERN, &mut applet);
            }
        }
        applet.sort_scripts();
        self.page.applets.push(applet);
    }

    /// True if a script may make elements of the page. The whole text is searched for that, once.
    fn makes_elements(&self) -> bool {
        *self.makes_elements.get_or_init(|| self.may_make_elements())
    }

    fn may_make_elements(&self) -> bool {
        const MAKING: [&str; 6] = [
            "append",
            "createElement",
            "document.write",
            "innerHTML",
            "insertAdjacent",
            "outerHTML",
        ];
        let is_cindyjs = |one: &External| one.url.to_lowercase().contains("cindy");
        !self.page.external.iter().all(is_cindyjs)
            || MAKING.iter().any(|call| self.text.contains(call))
    }

    /// Sizes that a port takes from its element.
    fn sizes(&mut self, applet: &mut Applet) {
        let severity = match self.makes_elements() {
            true => Severity::Hint,
            false => Severity::Warning,
        };
        for port in &mut applet.ports {
            let Some(id) = port.id.as_deref() else {
                continue;
            };
            let Some(element) = self.by_id(id).and_then(|i| self.elements.get(i)) else {
                self.page.problems.push(
                    Diagnostic::new(
                        Code::MissingCanvas,
                        port.range,
                        format!("the page has no element with the id `{id}` to draw on"),
                    )
                    .severity(severity)
                    .help(format!(
                        "add `<div id=\"{id}\"></div>`, unless a script makes it"
                    )),
                );
                continue;
            };
            port.width = port.width.or_else(|| element.pixels("width"));
            port.height = port.height.or_else(|| element.pixels("height"));
        }
        let problems = applet.ports.iter_mut().filter_map(Port::limit);
        self.page.problems.extend(problems);
    }

    /// The canvases of the page that are no ports.
    fn canvases(&self) -> Vec<PageCanvas> {
        let is_port = |id: &str| {
            let mut ports = self.page.applets.iter().flat_map(|applet| &applet.ports);
            ports.any(|port| port.id.as_deref() == Some(id))
        };
        let elements = self
            .elements
            .iter()
            .filter(|element| element.tag.name == "canvas");
        let canvases = elements.filter_map(|element| {
            let id = element.id().filter(|id| !is_port(id))?;
            let [width, height] = PageCanvas::DEFAULT_SIZE;
            let size = [("width", width), ("height", height)];
            let size = size.map(|(side, default)| element.pixels(side).unwrap_or(default));
            Some(PageCanvas {
                id: id.to_owned(),
                size: size.map(|side| side.min(Port::LARGEST_SIDE)),
            })
        });
        canvases.collect()
    }

    /// A page without a call, or whose call could not be read.
    fn without_call(&mut self, may_call: bool) {
        let whole = TextRange::up_to(self.text.text_len());
        let first = self
            .elements
            .iter()
            .find(|e| is_cindyscript(e))
            .map(|e| e.tag.range);
        // A call that is misspelt says so itself.
        let said = self
            .page
            .problems
            .iter()
            .any(|p| p.code == Code::JavaScriptSyntax);
        let Some(first) = first else {
            if !said && !may_call {
                self.page.problems.push(no_applet(self.text));
            }
            return;
        };
        let mut applet = Applet::new(whole);
        self.bind_pattern(DEFAULT_PATTERN, &mut applet);
        applet.sort_scripts();
        self.page.applets.push(applet);
        if !said {
            self.page.problems.push(
                Diagnostic::new(
                    Code::NoCall,
                    first,
                    "no script of this page calls `CindyJS`, so this never runs",
                )
                .help("add `CindyJS({scripts: \"cs*\", ports: [{id: \"CSCanvas\"}]})`"),
            );
        }
    }
}

#[cfg(test)]
mod tests;
