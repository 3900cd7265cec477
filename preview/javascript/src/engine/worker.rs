//! The thread that runs the scripts.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use rquickjs::context::EvalOptions;
use rquickjs::function::{Args, IntoArgs};
use rquickjs::prelude::Func;
use rquickjs::{
    CatchResultExt, CaughtError, Context, Ctx, Exception, Function, Module, Object, Runtime, Value,
};

use super::{Command, Line, Request};
use crate::page::Place;
use crate::tree::{Code, Script, Tree};
use crate::{Operation, PageEvent, PageReport, PlaybackCall};

/// Bytes that the scripts of a page may use.
const MEMORY: usize = 64 << 20;
/// Bytes of the stack that scripts may use.
const STACK: usize = 1 << 20;
/// A report has no more bytes.
const LONGEST_REPORT: usize = 4 << 20;
/// Real time that a report may take.
const REPORT_TIME: Duration = Duration::from_millis(500);
/// The last time for the page's scripts after one that was stopped.
const LAST_SCRIPTS: Duration = Duration::from_secs(3);
/// After so many events in a row that were stopped, nothing runs any more.
const MOST_STOPS: usize = 5;
/// A message has no more bytes.
const LONGEST_MESSAGE: usize = 10_000;
/// The promises of an event whose errors the caller gets.
const MOST_REJECTIONS: usize = 100;
/// The message of the engine when time is over.
const INTERRUPTED: &str = "InternalError: interrupted";
/// The message of the engine when memory is.
const NO_MEMORY: &str = "InternalError: out of memory";
/// The name of the page in stacks of errors.
const PAGE: &str = "the page";

/// The DOM in JavaScript: a function that takes the host object and returns the functions that the worker
/// calls.
const DOM: &str = concat!(
    "(function (host) { 'use strict';\n",
    include_str!("../dom/guard.js"),
    include_str!("../dom/clock.js"),
    include_str!("../dom/events.js"),
    include_str!("../dom/selectors.js"),
    include_str!("../dom/nodes.js"),
    include_str!("../dom/elements.js"),
    include_str!("../dom/forms.js"),
    include_str!("../dom/document.js"),
    include_str!("../dom/applet.js"),
    include_str!("../dom/main.js"),
    "})",
);

impl Line {
    /// The answer to a request; an error if nobody is there any more.
    fn ask(&self, request: Request) -> Result<String, String> {
        let gone = || "the page is gone".to_owned();
        self.asked.send(request).map_err(|_| gone())?;
        self.answered.recv().unwrap_or_else(|_| Err(gone()))
    }

    fn tell(&self, request: Request) {
        drop(self.ask(request));
    }
}

/// Runs the scripts of a page, until nobody sends commands any more.
pub(super) fn run(
    page: &str,
    start: [f64; 2],
    interrupt: Arc<AtomicBool>,
    commands: &Receiver<Command>,
    line: Line,
) {
    let Ok(runtime) = Runtime::new() else { return };
    runtime.set_memory_limit(MEMORY);
    runtime.set_max_stack_size(STACK);
    let limit = Rc::new(Limit {
        end: Cell::new(Instant::now() + REPORT_TIME),
        interrupt,
    });
    let own = Rc::clone(&limit);
    runtime.set_interrupt_handler(Some(Box::new(move || own.is_over())));
    let tree = Tree::of_page(page);
    let files = tree.scripts.iter().filter_map(|script| match &script.code {
        Code::File(address) => Some(address.clone()),
        Code::Text(_) => None,
    });
    let files: Rc<[String]> = files.collect();
    let lost = track_rejections(&runtime, &files);
    let Ok(context) = Context::full(&runtime) else {
        return;
    };
    context.with(|ctx| {
        let line = Rc::new(line);
        let host = host(&ctx, page, &files, &line, &limit);
        let Ok(dom) = host.and_then(|host| dom(&ctx, host, &tree, start)) else {
            return;
        };
        let worker = Worker {
            ctx,
            page: page.to_owned(),
            files: Rc::clone(&files),
            line: Rc::clone(&line),
            dom,
            lost,
            limit: Rc::clone(&limit),
            is_stopped: Cell::new(false),
            is_unseen: Cell::new(false),
        };
        worker.obey(commands, &tree.scripts);
    });
}

/// Collects the errors of promises that nobody handles.
fn track_rejections(runtime: &Runtime, files: &Rc<[String]>) -> Rc<RefCell<Vec<Thrown>>> {
    let lost = Rc::new(RefCell::new(Vec::new()));
    let (all, known) = (Rc::clone(&lost), Rc::clone(files));
    runtime.set_host_promise_rejection_tracker(Some(Box::new(move |_, _, reason, is_handled| {
        let mut all = all.borrow_mut();
        if is_handled {
            // The caller has those of earlier events already.
            let reason = thrown(&reason, &known);
            if let Some(at) = all.iter().rposition(|it| *it == reason) {
                all.remove(at);
            }
        } else if all.len() < MOST_REJECTIONS {
            all.push(thrown(&reason, &known));
        }
    })));
    lost
}

/// The scripts of a page.
struct Worker<'js> {
    ctx: Ctx<'js>,
    page: String,
    /// The script files, as the page names them.
    files: Rc<[String]>,
    line: Rc<Line>,
    /// The functions of the DOM that the preview calls.
    dom: Object<'js>,
    /// The errors of promises that nothing has caught.
    lost: Rc<RefCell<Vec<Thrown>>>,
    limit: Rc<Limit>,
    /// True if the caller knows that the time of this event is over.
    is_stopped: Cell<bool>,
    /// True if the caller knows that a page cannot be shown.
    is_unseen: Cell<bool>,
}

/// A message, and its place in the page or a script file.
type Thrown = (String, Option<Place>);

/// The end of the time of an event.
struct Limit {
    end: Cell<Instant>,
    interrupt: Arc<AtomicBool>,
}

impl Limit {
    fn is_over(&self) -> bool {
        Instant::now() > self.end.get() || self.interrupt.load(Ordering::Relaxed)
    }
}

/// Makes the DOM of a page; returns the functions that the preview calls.
fn dom<'js>(
    ctx: &Ctx<'js>,
    host: Object<'js>,
    tree: &Tree,
    [start, seed]: [f64; 2],
) -> rquickjs::Result<Object<'js>> {
    let make: Function<'js> = ctx.eval_with_options(DOM, options("the preview"))?;
    let dom: Object<'js> = make.call((host,))?;
    let build: Function<'js> = dom.get("build")?;
    let nodes = serde_json::to_string(&tree.nodes).unwrap_or_default();
    build.call::<_, ()>((nodes, start, seed))?;
    Ok(dom)
}

impl<'js> Worker<'js> {
    /// Handles commands until nobody sends any more, or too many events in a row were stopped.
    fn obey(&self, commands: &Receiver<Command>, scripts: &[Script]) {
        let mut report = PageReport::default();
        let mut stops = 0;
        for Command { event, deadline } in commands {
            self.limit.end.set(deadline);
            self.handle(event, scripts);
            self.limit.end.set(Instant::now() + REPORT_TIME);
            report = self.report().unwrap_or(report);
            stops = if self.is_stopped.get() { stops + 1 } else { 0 };
            if stops == MOST_STOPS {
                return;
            }
            let done = Request::Done(report.clone());
            if self.line.asked.send(done).is_err() {
                return;
            }
        }
    }

    fn handle(&self, event: PageEvent, scripts: &[Script]) {
        self.is_stopped.set(false);
        match event {
            PageEvent::Load => {
                let last = self.limit.end.get() + LAST_SCRIPTS;
                for script in scripts {
                    // One that was stopped leaves some time to the others.
                    let least = last.min(Instant::now() + REPORT_TIME);
                    self.limit.end.set(self.limit.end.get().max(least));
                    if self.limit.is_over() {
                        break;
                    }
                    self.script(script);
                    self.finish();
                }
            }
            PageEvent::Start => self.call("start", ()),
            PageEvent::Ready => self.call("ready", ()),
            PageEvent::Time(now) => self.call("advance", (now,)),
            PageEvent::Operate(Operation {
                at,
                value,
                is_checked,
                acts,
            }) => {
                let acts: Vec<&str> = acts.iter().map(|act| act.name()).collect();
                self.call("operate", (at as f64, value, is_checked, acts));
            }
            PageEvent::Run { applet, code } => self.call("run", (applet, code)),
            PageEvent::Happen {
                id,
                name,
                properties,
            } => self.call("happen", (id, name, properties)),
        }
        self.finish();
        for (message, at) in self.lost.take() {
            self.tell(message, at);
        }
    }

    /// Tells an error to the caller; the end of the time once for each event.
    fn tell(&self, message: String, at: Option<Place>) {
        let is_stop = message == worded(INTERRUPTED);
        if !is_stop || !self.is_stopped.replace(true) {
            self.line.tell(Request::Fail(message, at));
        }
    }

    /// Calls a function of the DOM.
    fn call(&self, name: &str, values: impl IntoArgs<'js>) {
        let function = self.dom.get::<_, Function<'js>>(name);
        let mut args = Args::new(self.ctx.clone(), values.num_args());
        let called = function.and_then(|function| {
            values.into_args(&mut args)?;
            function.call_arg::<Value<'js>>(args)
        });
        self.check(called.map(drop));
    }

    /// Runs what promises have put off.
    fn finish(&self) {
        while !self.limit.is_over() && self.ctx.execute_pending_job() {}
        if self.limit.is_over() {
            self.tell(worded(INTERRUPTED), None);
        }
    }

    fn script(&self, script: &Script) {
        let (code, at) = match &script.code {
            Code::Text(code) => (code.clone(), Some(script.at)),
            Code::File(address) => match self.line.ask(Request::Script(address.clone())) {
                Ok(code) => (code, None),
                Err(reason) if reason.is_empty() => return,
                Err(reason) => return self.tell(reason, None),
            },
        };
        let name = match &script.code {
            Code::Text(_) => PAGE,
            Code::File(address) => address,
        };
        let text = at.map_or_else(|| code.clone(), |at| placed(&self.page, at, "", &code));
        let ran = match script.is_module {
            true => Module::evaluate(self.ctx.clone(), name, text).and_then(|it| {
                self.finish();
                it.result::<()>().unwrap_or(Ok(()))
            }),
            false => {
                let ran = self.ctx.eval_with_options(text, options(name));
                ran.map(|_: Value<'js>| ())
            }
        };
        self.check(ran);
    }

    /// Reports what no script has caught.
    fn check(&self, ran: rquickjs::Result<()>) {
        let Err(error) = ran.catch(&self.ctx) else {
            return;
        };
        let (message, at) = match error {
            CaughtError::Exception(exception) => thrown(exception.as_value(), &self.files),
            CaughtError::Value(value) => thrown(&value, &self.files),
            CaughtError::Error(error) => (error.to_string(), None),
        };
        self.tell(message, at);
    }

    /// Describes the page; none if that takes too long, or the scripts leave no memory for it.
    fn report(&self) -> Option<PageReport> {
        let report = self.dom.get::<_, Function<'js>>("report");
        let report = report.and_then(|report| report.call::<_, String>(()));
        let reason = match report.catch(&self.ctx) {
            Ok(report) if report.len() > LONGEST_REPORT => {
                "there is too much text in them".to_owned()
            }
            Ok(report) => match serde_json::from_str(&report) {
                Ok(report) => return Some(report),
                Err(error) => error.to_string(),
            },
            Err(_) if self.limit.is_over() => "it has too many elements".to_owned(),
            Err(error) => error.to_string().trim().to_owned(),
        };
        if !self.is_unseen.replace(true) {
            let message =
                format!("the preview does not show changes of the controls of this page: {reason}");
            self.tell(cut(message), None);
        }
        None
    }
}

/// A script as a browser runs it, of a name.
fn options(name: &str) -> EvalOptions {
    let mut options = EvalOptions::default();
    options.strict = false;
    options.filename = Some(name.to_owned());
    options
}

/// The message of something thrown, and its place in the page or one of its script files.
fn thrown(value: &Value<'_>, files: &[String]) -> Thrown {
    if value.is_null() {
        // There was not even enough left for an error.
        return (worded(NO_MEMORY), None);
    }
    let Some(error) = value.as_object() else {
        let text = value.as_string().and_then(|it| it.to_string().ok());
        let text = text.unwrap_or_else(|| value.type_name().to_owned());
        return (cut(format!("JavaScript: {text} was thrown")), None);
    };
    let text = |name: &str| error.get::<_, String>(name).unwrap_or_default();
    let message = cut(worded(&format!("{}: {}", text("name"), text("message"))));
    (message, Place::in_stack(&text("stack"), PAGE, files))
}

/// The beginning of a message.
fn cut(mut message: String) -> String {
    message.truncate(message.floor_char_boundary(LONGEST_MESSAGE));
    message
}

/// A message in our words, where QuickJS says it briefly.
fn worded(message: &str) -> String {
    match message {
        INTERRUPTED => "stopped: this JavaScript takes too long".to_owned(),
        NO_MEMORY => "stopped: this JavaScript needs too much memory".to_owned(),
        "RangeError: Maximum call stack size exceeded" | "InternalError: stack overflow" => {
            "stopped: functions of this JavaScript call each other too deeply".to_owned()
        }
        other => format!("JavaScript: {other}"),
    }
}

/// Pads code so that its lines and columns are those of the page. In the first line of the page, `before`
/// shifts the columns.
fn placed(page: &str, at: usize, before: &str, code: &str) -> String {
    let above = page.get(..at).unwrap_or_default();
    let (lines, line) = above.rsplit_once('\n').unwrap_or(("", above));
    let has_lines = line.len() < above.len();
    let lines = "\n".repeat(lines.matches('\n').count());
    let line_break = if has_lines { "\n" } else { "" };
    let column = " ".repeat(line.chars().count());
    format!("{lines}{before}{line_break}{column}{code}")
}

/// The command of the page's `play`, `pause` or `stop`.
fn playback(name: &str) -> PlaybackCall {
    match name {
        "play" => PlaybackCall::Play,
        "pause" => PlaybackCall::Pause,
        _ => PlaybackCall::Stop,
    }
}

/// The functions that the DOM calls.
fn host<'js>(
    ctx: &Ctx<'js>,
    page: &str,
    files: &Rc<[String]>,
    line: &Rc<Line>,
    limit: &Rc<Limit>,
) -> rquickjs::Result<Object<'js>> {
    let host = Object::new(ctx.clone())?;
    let files = Rc::clone(files);
    let place = Rc::new(move |stack: &str| Place::in_stack(stack, PAGE, &files));
    let (to, end) = (Rc::clone(line), Rc::clone(limit));
    // QuickJS looks at the time once in 10,000 calls: too late where each takes long.
    let ask = Rc::new(
        move |ctx: &Ctx<'js>, request: Request| match end.is_over() {
            true => Err(Exception::throw_internal(ctx, "interrupted")),
            false => Ok(to.ask(request).unwrap_or_default()),
        },
    );
    let asks = Rc::clone(&ask);
    let at = Rc::clone(&place);
    let evoke = move |ctx: Ctx<'js>, applet: usize, code: String, stack: String| {
        asks(&ctx, Request::Evoke(applet, code, at(&stack))).map(drop)
    };
    host.set("evoke", Func::from(evoke))?;
    let asks = Rc::clone(&ask);
    let at = Rc::clone(&place);
    let evaluate = move |ctx: Ctx<'js>, applet: usize, code: String, stack: String| {
        asks(&ctx, Request::Evaluate(applet, code, at(&stack)))
    };
    host.set("evaluate", Func::from(evaluate))?;
    let asks = Rc::clone(&ask);
    let play = move |ctx: Ctx<'js>, applet: usize, what: String| {
        asks(&ctx, Request::Play(applet, playback(&what))).map(drop)
    };
    host.set("play", Func::from(play))?;
    let asks = Rc::clone(&ask);
    let print = move |ctx: Ctx<'js>, text: String| asks(&ctx, Request::Print(text)).map(drop);
    host.set("print", Func::from(print))?;
    let fail = move |ctx: Ctx<'js>, message: String, stack: String| {
        ask(&ctx, Request::Fail(cut(worded(&message)), place(&stack))).map(drop)
    };
    host.set("fail", Func::from(fail))?;
    let parse =
        |html: String| serde_json::to_string(&Tree::of_part(&html).nodes).unwrap_or_default();
    host.set("parse", Func::from(parse))?;
    let page = page.to_owned();
    let compile = move |ctx: Ctx<'js>, code: String, at: Option<f64>| {
        let before = "(function (event) { with (document) with (this) {";
        let text = match at {
            Some(at) => placed(&page, at as usize, before, &code),
            None => format!("{before}{code}"),
        };
        ctx.eval_with_options::<Function<'js>, _>(format!("{text}\n}}}})"), options(PAGE))
    };
    host.set("compile", Func::from(compile))?;
    Ok(host)
}
