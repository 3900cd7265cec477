//! From the elements of a page and its JavaScript to applets.

use oxc_allocator::Allocator;
use oxc_span::SourceType;
use text_size::{TextLen, TextRange};

use crate::evaluate::Evaluator;
use crate::html::{HtmlElement, elements};
use crate::javascript::Scope;
use crate::problem::{event_names, similar_event};
use crate::settings;
use crate::{
    Applet, Constant, Event, Page, Problem, ProblemCode, Script, Severity, Source, UnboundScript,
    Value,
};

/// CindyJS's own convention for ids, taken where no call says otherwise.
const DEFAULT_PATTERN: &str = "cs*";

const CINDYSCRIPT: &str = "text/x-cindyscript";

/// The applets of a page.
pub(crate) fn parse(text: &str) -> Page {
    let elements = elements(text);
    let mut builder = Builder {
        text,
        elements: &elements,
        page: Page::default(),
    };
    builder.check_elements();

    let allocator = Allocator::default();
    let mut scope = Scope::default();
    let javascript: Vec<&str> = elements
        .iter()
        .filter(|e| is_javascript(e))
        .map(|e| builder.slice(e.content))
        .collect();
    // Parsing a bundled library for nothing would cost more than all else.
    let may_call = javascript
        .iter()
        .any(|s| s.contains("CindyJS") || s.contains("createCindy"));
    if may_call {
        for element in elements.iter().filter(|e| is_javascript(e)) {
            let source_type = if element.mime_type() == "module" {
                SourceType::mjs()
            } else {
                SourceType::cjs()
            };
            let (content, base) = (builder.slice(element.content), element.content.start());
            let problems = &mut builder.page.problems;
            scope.add_script(&allocator, content, base, source_type, problems);
        }
    }
    let evaluator = Evaluator::new(&scope, text);
    let mut bound = vec![false; elements.len()];
    for &call in &scope.calls {
        let range = call.file_range(call.node.span);
        let data = evaluator.first_argument(call);
        builder.applet(range, data.as_ref(), &mut bound);
        for changed in evaluator.changes(call) {
            let message = "what is set here is known only when the page runs";
            let code = ProblemCode::NotConstant;
            let problem = Problem::new(Severity::Information, code, changed, message)
                .help("settings of the applet that do not change are read; write literals");
            builder.page.problems.push(problem);
        }
    }
    if scope.calls.is_empty() {
        builder.without_call(may_call, &mut bound);
    }
    builder.unbound(&bound, &javascript);

    let mut page = builder.page;
    page.problems
        .sort_by_key(|p| (p.range.start(), p.range.end()));
    page
}

/// As a browser decides; with `src`, the element's own text is ignored.
fn is_javascript(element: &HtmlElement) -> bool {
    let mime_type = element.mime_type();
    element.is_script()
        && element.attribute("src").is_none()
        && (mime_type.is_empty()
            || mime_type == "module"
            || mime_type.ends_with("/javascript")
            || mime_type.ends_with("/ecmascript"))
}

fn is_cindyscript(element: &HtmlElement) -> bool {
    element.is_script() && element.mime_type() == CINDYSCRIPT
}

/// A page being read.
struct Builder<'t> {
    text: &'t str,
    elements: &'t [HtmlElement],
    page: Page,
}

impl<'t> Builder<'t> {
    fn slice(&self, range: TextRange) -> &'t str {
        self.text
            .get(std::ops::Range::<usize>::from(range))
            .unwrap_or("")
    }

    /// The element that `getElementById` finds: the first of that id.
    fn by_id(&self, id: &str) -> Option<usize> {
        self.elements.iter().position(|e| e.id() == Some(id))
    }

    fn source(&self, element: &HtmlElement) -> Source {
        Source::contiguous(self.slice(element.content), element.content.start())
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
                    Problem::error(
                        ProblemCode::UnclosedScript,
                        element.tag,
                        "this script has no end, so it takes all that follows",
                    )
                    .help("write `</script>` after it"),
                );
            }
            if !is_cindyscript(element) {
                continue;
            }
            if element.attribute("src").is_some() {
                self.page.problems.push(
                    Problem::warning(
                        ProblemCode::ExternalScript,
                        element.tag,
                        "CindyJS ignores `src` of CindyScript elements",
                    )
                    .help("put the text here, or name the file in the `import` setting"),
                );
            }
            if let Some(id) = element.id()
                && self.by_id(id).is_some_and(|first| first < index)
            {
                self.page.problems.push(
                    Problem::error(
                        ProblemCode::DuplicateScript,
                        element.tag,
                        format!("an element above has the id `{id}`, too, so this one never runs"),
                    )
                    .help("join the two, or give this one another id"),
                );
            }
        }
    }

    fn applet(&mut self, range: TextRange, data: Option<&Constant>, bound: &mut [bool]) {
        let mut applet = Applet::new(range);
        match data {
            Some(data) if data.as_object().is_some() => {
                settings::read(data, &mut applet, &mut self.page.problems);
                self.bind_scripts(data, &mut applet, bound);
                self.sizes(&mut applet);
            }
            _ => {
                let range = data.map_or(range, |d| d.range);
                self.page.problems.push(
                    Problem::warning(
                        ProblemCode::ArgumentNotConstant,
                        range,
                        "the settings of this applet are known only when the page runs",
                    )
                    .help(
                        "pass an object literal, `CindyJS({scripts: \"cs*\", ...})`; \
                         until then, scripts run by their ids `cs*`, without geometry",
                    ),
                );
                self.bind_pattern(DEFAULT_PATTERN, &mut applet, bound);
            }
        }
        applet.sort_scripts();
        self.page.applets.push(applet);
    }

    fn bind_scripts(&mut self, data: &Constant, applet: &mut Applet, bound: &mut [bool]) {
        let scripts = data.get("scripts");
        for property in scripts.and_then(Constant::as_object).unwrap_or_default() {
            self.bind_text(property, applet);
        }
        for property in data.as_object().unwrap_or_default() {
            if let Some(name) = property
                .name
                .strip_suffix("script")
                .filter(|n| !n.is_empty())
            {
                self.bind_id(name, property, applet, bound);
            }
        }
        match scripts.map(|s| (&s.value, s.as_str())) {
            Some((_, Some(pattern))) if pattern.contains('*') => {
                self.bind_pattern(pattern, applet, bound);
            }
            Some((Value::Object(_) | Value::Null, _)) | None => {}
            Some(_) => {
                let range = scripts.map_or(applet.range, |s| s.range);
                self.page.problems.push(
                    Problem::warning(
                        ProblemCode::WrongShape,
                        range,
                        "`scripts` should be a pattern with `*`, or an object of scripts",
                    )
                    .help("write `scripts: \"cs*\"` or `scripts: {draw: \"...\"}`"),
                );
            }
        }
        if settings::is_cinderella_before(data, [2.0, 9.0, 1888.0])
            && applet.script(Event::KeyDown).is_none()
        {
            // Key events had other names then.
            for script in &mut applet.scripts {
                script.event = match script.event {
                    Event::KeyTyped => Event::KeyDown,
                    Event::KeyType => Event::KeyTyped,
                    event => event,
                };
            }
        }
    }

    /// `scripts: {draw: "..."}`
    fn bind_text(&mut self, property: &crate::Property, applet: &mut Applet) {
        let Some(event) = Event::from_name(&property.name) else {
            self.page
                .problems
                .push(unknown_event(&property.name, property.name_range));
            return;
        };
        match &property.value.value {
            Value::String(source) if !source.text().is_empty() => {
                applet.set_script(Script {
                    event,
                    id: property.name.clone(),
                    source: source.clone(),
                });
            }
            Value::String(_) | Value::Null => {}
            Value::Unknown => self.page.problems.push(
                Problem::warning(
                    ProblemCode::NotConstant,
                    property.value.range,
                    format!("the {event} script is known only when the page runs"),
                )
                .help("write it as a string, or as a script element of its own"),
            ),
            _ => self.page.problems.push(Problem::error(
                ProblemCode::WrongShape,
                property.value.range,
                format!("the {event} script should be a string"),
            )),
        }
    }

    /// `drawscript: "id"`
    fn bind_id(
        &mut self,
        name: &str,
        property: &crate::Property,
        applet: &mut Applet,
        bound: &mut [bool],
    ) {
        let Some(event) = Event::from_name(name) else {
            self.page
                .problems
                .push(unknown_event(name, property.name_range));
            return;
        };
        let Some(id) = property.value.as_str() else {
            if property.value.truthy() != Some(false) {
                self.page.problems.push(Problem::warning(
                    ProblemCode::WrongShape,
                    property.value.range,
                    format!("`{}` should be the id of a script element", property.name),
                ));
            }
            return;
        };
        let found = self
            .by_id(id)
            .and_then(|i| Some((i, self.elements.get(i)?)));
        match found.filter(|(_, e)| e.is_script()) {
            Some((index, element)) => {
                if let Some(slot) = bound.get_mut(index) {
                    *slot = true;
                }
                if applet.script(event).is_none() {
                    let source = self.source(element);
                    applet.scripts.push(Script {
                        event,
                        id: id.to_owned(),
                        source,
                    });
                }
            }
            None => self.page.problems.push(
                Problem::error(
                    ProblemCode::MissingScript,
                    property.value.range,
                    format!("the page has no script element of the id `{id}`"),
                )
                .help(format!("add `<script id=\"{id}\" type=\"{CINDYSCRIPT}\">`")),
            ),
        }
    }

    /// `scripts: "cs*"`
    fn bind_pattern(&mut self, pattern: &str, applet: &mut Applet, bound: &mut [bool]) {
        for (index, element) in self.elements.iter().enumerate() {
            let Some(id) = element.id().filter(|_| element.is_script()) else {
                continue;
            };
            let Some(event) = Event::from_id(pattern, id) else {
                continue;
            };
            if self.by_id(id) != Some(index) {
                continue;
            }
            if let Some(slot) = bound.get_mut(index) {
                *slot = true;
            }
            if applet.script(event).is_none() {
                let source = self.source(element);
                applet.scripts.push(Script {
                    event,
                    id: id.to_owned(),
                    source,
                });
            }
        }
    }

    /// Sizes that a port takes from its element.
    fn sizes(&mut self, applet: &mut Applet) {
        for port in &mut applet.ports {
            let Some(id) = port.id.as_deref() else {
                continue;
            };
            let Some(element) = self.by_id(id).and_then(|i| self.elements.get(i)) else {
                self.page.problems.push(
                    Problem::new(
                        Severity::Information,
                        ProblemCode::MissingCanvas,
                        port.range,
                        format!("the page has no element of the id `{id}` to draw on"),
                    )
                    .help(format!(
                        "add `<div id=\"{id}\"></div>`, unless a script makes it"
                    )),
                );
                continue;
            };
            port.width = port.width.or_else(|| element.pixels("width"));
            port.height = port.height.or_else(|| element.pixels("height"));
        }
    }

    /// A page without a call, or whose call could not be read.
    fn without_call(&mut self, may_call: bool, bound: &mut [bool]) {
        let whole = TextRange::up_to(self.text.text_len());
        let first = self
            .elements
            .iter()
            .find(|e| is_cindyscript(e))
            .map(|e| e.tag);
        // A call that is misspelt says so itself.
        let said = self
            .page
            .problems
            .iter()
            .any(|p| p.code == ProblemCode::JavaScriptSyntax);
        let Some(first) = first else {
            if !said && !may_call {
                self.page.problems.push(
                    Problem::new(
                        Severity::Information,
                        ProblemCode::NoApplet,
                        TextRange::empty(whole.start()),
                        "this page has no CindyScript and does not call `CindyJS`",
                    )
                    .help("an applet is a call `CindyJS({scripts: \"cs*\", ports: [...]})`"),
                );
            }
            return;
        };
        let mut applet = Applet::new(whole);
        self.bind_pattern(DEFAULT_PATTERN, &mut applet, bound);
        applet.sort_scripts();
        self.page.applets.push(applet);
        if !said {
            self.page.problems.push(
                Problem::warning(
                    ProblemCode::NoCall,
                    first,
                    "no script of this page calls `CindyJS`, so nothing runs this",
                )
                .help("add `CindyJS({scripts: \"cs*\", ports: [{id: \"CSCanvas\"}]})`"),
            );
        }
    }

    /// CindyScript elements that no applet runs.
    fn unbound(&mut self, bound: &[bool], javascript: &[&str]) {
        for (element, bound) in self.elements.iter().zip(bound) {
            if *bound || !is_cindyscript(element) {
                continue;
            }
            let id = element.id();
            let source = self.source(element);
            self.page.unbound.push(UnboundScript {
                id: id.map(str::to_owned),
                source,
            });
            // JavaScript may read the element and run it.
            let is_mentioned =
                id.is_some_and(|id| javascript.iter().any(|script| script.contains(id)));
            let is_duplicate = id.and_then(|id| self.by_id(id)).is_some_and(|first| {
                self.elements
                    .get(first)
                    .is_some_and(|e| e.tag != element.tag)
            });
            if is_mentioned || is_duplicate {
                continue;
            }
            self.page.problems.push(match id {
                Some(id) => match id.strip_prefix("cs") {
                    Some(name) if !name.is_empty() => unknown_event(name, element.tag),
                    _ => Problem::warning(
                        ProblemCode::UnboundScript,
                        element.tag,
                        format!("no event runs the script `{id}`"),
                    )
                    .help("give it an id such as `csdraw`, or name it: `drawscript: \"...\"`"),
                },
                None => Problem::warning(
                    ProblemCode::UnboundScript,
                    element.tag,
                    "this script has no id, so no event runs it",
                )
                .help("give it an id such as `csdraw`"),
            });
        }
    }
}

fn unknown_event(name: &str, range: TextRange) -> Problem {
    let message = format!("`{name}` is not an event, so this script never runs");
    let help = match similar_event(name) {
        Some(event) => format!("the event is `{event}`"),
        None => format!("the events are {}", event_names()),
    };
    Problem::warning(ProblemCode::UnknownEvent, range, message).help(help)
}
