use super::*;
use crate::{Act, Operation, ShownElement};

/// Longer than any of these scripts that ends takes.
const LONG: Duration = Duration::from_secs(60);
/// The limit of those that do not end.
const SHORT: Duration = Duration::from_millis(300);

/// Notes what a page wants.
#[derive(Default)]
struct Notes(Vec<String>);

impl ScriptHost for Notes {
    fn evoke(&mut self, applet: usize, code: &str, at: Option<Place>) {
        let file = at.and_then(|at| Some(format!(" in {}:{}", at.file?, at.line)));
        self.0
            .push(format!("{applet}: {code}{}", file.unwrap_or_default()));
    }
    fn evaluate(&mut self, _: usize, code: &str, _: Option<Place>) -> String {
        self.0.push(format!("evaluate {code}"));
        r#"{"value": {"ctype": "number", "value": {"real": 7, "imag": 0}}, "text": "7"}"#.to_owned()
    }
    fn play(&mut self, applet: usize, playback: PlaybackCall) {
        self.0.push(format!("{applet}: {playback:?}"));
    }
    fn print(&mut self, line: &str) {
        self.0.push(format!("print {line}"));
    }
    fn fail(&mut self, message: &str, at: Option<Place>) {
        let at = at.map(|Place { file, line, column }| {
            let file = file.map(|file| file + ":").unwrap_or_default();
            format!("{file}{line}:{column}: ")
        });
        self.0.push(at.unwrap_or_default() + message);
    }
    fn script(&mut self, address: &str) -> Result<String, String> {
        match address {
            "own.js" => Ok("cdy.evokeCS('own');".to_owned()),
            "lib/open.js" => Ok("var a = 1;\nfoo(;".to_owned()),
            "lib/absent.js" => Ok("function go() {\n  absent();\n}\nsetTimeout(go);".to_owned()),
            _ => Err(format!("{address} does not run")),
        }
    }
}

/// A page that runs.
struct Page {
    engine: Engine,
    report: PageReport,
    notes: Notes,
    limit: Duration,
}

impl Page {
    fn open(text: &str) -> Page {
        Page::limited(text, LONG)
    }

    fn limited(text: &str, limit: Duration) -> Page {
        let engine = Engine::start(text, [0.0, 1.0], Arc::default()).expect("a thread");
        let (report, notes) = Default::default();
        let mut page = Page {
            engine,
            report,
            notes,
            limit,
        };
        for event in [PageEvent::Load, PageEvent::Start, PageEvent::Ready] {
            page.run(event);
        }
        page
    }

    /// A page with a script behind its elements.
    fn with_script(elements: &str, script: &str) -> Page {
        Page::open(&format!(
            "{elements}<script>var cdy = CindyJS({{}});\n{script}</script>"
        ))
    }

    fn run(&mut self, event: PageEvent) {
        self.report = self
            .engine
            .run(event, self.limit, &mut self.notes)
            .expect("an engine");
    }

    fn control(&self, index: usize) -> &ShownElement {
        &self.report.controls[index]
    }

    fn operate(&mut self, index: usize, value: &str, acts: &[Act]) {
        let control = self.control(index);
        let operation = Operation {
            at: control.at,
            value: value.to_owned(),
            is_checked: !control.is_checked,
            acts: acts.to_vec(),
        };
        self.run(PageEvent::Operate(operation));
    }

    fn press(&mut self, index: usize) {
        self.operate(index, "", &[Act::Press]);
    }

    /// The notes since the last time.
    fn noted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes.0)
    }
}

#[test]
fn inline_handler_calls_a_function_of_the_page() {
    let elements = "<input id=a value='x^2'><button onclick='go(this, event)'>go</button>";
    let script = "function go(b, e) { cdy.evokeCS(`f = ${a.value}; ${b.innerText} ${e.type}`); }";
    let mut page = Page::with_script(elements, script);
    page.press(1);
    page.operate(0, "x", &[Act::Input, Act::Change]);
    page.press(1);
    assert_eq!(page.noted(), ["0: f = x^2; go click", "0: f = x; go click"]);
}

#[test]
fn listeners_run_in_the_order_of_a_browser() {
    let script = "const log = it => cdy.evokeCS(it);
        window.addEventListener('click', () => log('window'));
        document.onclick = () => log('document');
        document.body.addEventListener('click', () => log('body captures'), true);
        const b = document.querySelector('div > button.big');
        b.addEventListener('click', () => log('second'));
        b.onclick = () => log('first');
        b.addEventListener('click', () => log('once'), { once: true });";
    let elements = "<div><button class='a big' onclick='log(\"inline\")'>b</button></div>";
    let mut page = Page::with_script(elements, script);
    page.press(0);
    let log = [
        "body captures",
        "first",
        "second",
        "once",
        "document",
        "window",
    ];
    assert_eq!(page.noted(), log.map(|it| format!("0: {it}")));
    page.press(0);
    assert!(!page.noted().contains(&"0: once".to_owned()));
}

#[test]
fn checkbox_is_as_its_listener_makes_it() {
    let script = "a.onclick = e => { cdy.evokeCS(`a ${a.checked}`); e.preventDefault(); };
        b.onchange = () => cdy.evokeCS(`b ${b.checked}`);";
    let elements = "<input type=checkbox id=a><input type=checkbox id=b checked>";
    let mut page = Page::with_script(elements, script);
    page.press(0);
    page.press(1);
    assert_eq!(page.noted(), ["0: a true", "0: b false"]);
    assert_eq!([0, 1].map(|it| page.control(it).is_checked), [false, false]);
}

#[test]
fn select_gives_the_attributes_of_its_option() {
    let script = "document.getElementById('s').addEventListener('change', function () {
            const chosen = this.options[this.selectedIndex];
            cdy.evokeCS(this.value + chosen.getAttribute('data-p') + chosen.dataset.p);
            out.innerHTML = '<b>' + chosen.text + '</b>';
        });";
    let elements = "<select id=s><option>one<option value=2 data-p=p>two</select><p id=out></p>";
    let mut page = Page::with_script(elements, script);
    page.operate(0, "2", &[Act::Input, Act::Change]);
    assert_eq!(page.noted(), ["0: 2pp"]);
    assert_eq!(page.control(1).text, "two");
    assert!(page.control(1).is_written);
}

#[test]
fn elements_that_a_script_makes_are_operated() {
    let script = "for (const name of ['a', 'b']) {
            const button = document.createElement('button');
            button.innerHTML = name;
            button.onclick = () => cdy.evokeCS(name);
            document.getElementById('here').appendChild(button);
        }";
    let mut page = Page::with_script("<div id=here></div>", script);
    let made = page.report.controls.iter().filter(|it| it.tag == "button");
    assert_eq!(made.map(|it| &*it.text).collect::<Vec<_>>(), ["a", "b"]);
    let last = page.report.controls.len() - 1;
    page.press(last);
    assert_eq!(page.noted(), ["0: b"]);
}

#[test]
fn timers_run_by_the_clock_of_the_picture() {
    let script = "let n = 0;
        const id = setInterval(() => { cdy.evokeCS(`${n += 1}`); if (n == 2) clearInterval(id); }, 100);
        setTimeout('cdy.evokeCS(\"late\")', 1000);
        requestAnimationFrame(() => cdy.evokeCS('frame ' + performance.now()));";
    let mut page = Page::with_script("", script);
    // Due in the next frame, however soon that is.
    assert_eq!(page.report.next, Some(1.0));
    for now in [50.0, 100.0, 150.0, 200.0, 500.0, 1000.0] {
        page.run(PageEvent::Time(now));
    }
    assert_eq!(page.noted(), ["0: frame 50", "0: 1", "0: 2", "0: late"]);
    assert_eq!(page.report.next, None);
}

/// Runs the frames of a second, 60 of them.
fn run_second(page: &mut Page) {
    for frame in 1..=60 {
        page.run(PageEvent::Time(f64::from(frame) * 1000.0 / 60.0));
    }
}

#[test]
fn intervals_run_as_often_as_in_a_browser() {
    let script = "let [a, b, c, gap] = [0, 0, 0, 0];
        setInterval(() => a += 1, 20);
        setInterval(() => b += 1, 1);
        const again = () => { c += 1; setTimeout(again, 0); };
        again();
        setInterval(() => gap += 1, 100);
        const show = () => cdy.evokeCS(`${a} ${b} ${c > 240 && c < 260} ${gap}`);";
    let mut page = Page::with_script("<button onclick='show()'>a</button>", script);
    run_second(&mut page);
    page.press(0);
    assert_eq!(page.noted(), ["0: 50 250 true 10"]);
    // After a long pause, intervals go on without the times in between.
    page.run(PageEvent::Time(100_000.0));
    page.press(0);
    assert_eq!(page.noted(), ["0: 63 313 false 13"]);
}

#[test]
fn timer_runs_at_the_time_at_which_it_is_due() {
    let script = "const say = (name) => () => cdy.evokeCS(`${name} ${performance.now()}`);
        setInterval(say('interval'), 6);
        setTimeout(say('late'), 13);
        setTimeout(() => setTimeout(say('second'), 4), 5);
        const gone = setTimeout(say('gone'), 7);
        setTimeout(() => clearTimeout(gone), 7);
        setTimeout(() => clearTimeout(dropped), 7);
        const dropped = setTimeout(say('dropped'), 7);";
    let mut page = Page::with_script("", script);
    page.run(PageEvent::Time(16.0));
    let log = [
        "0: interval 6",
        "0: gone 7",
        "0: second 9",
        "0: interval 12",
        "0: late 13",
    ];
    assert_eq!(page.noted(), log);
}

#[test]
fn frame_callback_runs_in_every_frame() {
    let script = "let n = 0; const next = () => { n += 1; requestAnimationFrame(next); }; next();";
    let elements = "<button onclick='cdy.evokeCS(String(n))'>a</button>";
    let mut page = Page::with_script(elements, script);
    for frame in 1..=60 {
        let now = f64::from(frame) * 1000.0 / 60.0;
        assert!(page.report.next.is_some_and(|next| next <= now));
        page.run(PageEvent::Time(now));
    }
    page.press(0);
    assert_eq!(page.noted(), ["0: 61"]);
}

#[test]
fn error_in_a_script_file_has_its_place_there() {
    let page = "<script>var cdy = CindyJS({})</script>\n<script src='lib/open.js'></script>\n\
        <script src='lib/absent.js'></script>\n<script>function f() { go(); }</script>\n\
        <button onclick='f()'>a</button>";
    let mut page = Page::open(page);
    let noted = page.noted();
    assert_eq!(noted.len(), 1, "{noted:?}");
    assert!(noted[0].starts_with("lib/open.js:2:"), "{noted:?}");
    page.run(PageEvent::Time(10.0));
    page.press(0);
    let noted = page.noted();
    let error = "JavaScript: ReferenceError: absent is not defined";
    let placed = format!("lib/absent.js:2:3: {error}");
    assert_eq!(noted, [placed.as_str(), placed.as_str()]);
}

#[test]
fn applet_begins_between_the_scripts_and_the_document() {
    let script = "addEventListener('load', () => cdy.evokeCS('load'));
        document.addEventListener('DOMContentLoaded', () => cdy.evokeCS('content'));
        CindyJS({ oninit: it => it.evokeCS('oninit') });
        cdy.evokeCS('script'); cdy.play();
        cdy.evokeCS(cdy.evalcs('x').value.real + cdy.niceprint(cdy.evalcs('x')));";
    let mut page = Page::with_script("", script);
    let log = [
        "0: script",
        "0: Play",
        "evaluate x",
        "evaluate x",
        "0: 77",
        "1: oninit",
        "0: content",
        "0: load",
    ];
    assert_eq!(page.noted(), log);
}

#[test]
fn errors_have_their_place_and_the_rest_runs() {
    let page = "<script>\n  nothing();</script><button onclick='\n absent()'>b</button>
        <script>if (</script><script>CindyJS({}).evokeCS('rest')</script>";
    let mut page = Page::open(page);
    page.press(0);
    let noted = page.noted();
    assert_eq!(
        noted[0],
        "2:3: JavaScript: ReferenceError: nothing is not defined"
    );
    assert!(noted[1].starts_with("4:"), "{noted:?}");
    assert!(noted[1].contains("SyntaxError"), "{noted:?}");
    assert_eq!(noted[2], "0: rest");
    assert_eq!(
        noted[3],
        "3:2: JavaScript: ReferenceError: absent is not defined"
    );
}

#[test]
fn error_that_no_promise_catches_is_told() {
    let script = "const f = async () => { throw new TypeError('lost'); };
        f(); f().catch(() => {});";
    let mut page = Page::with_script("", script);
    let noted = page.noted();
    assert_eq!(noted.len(), 1, "{noted:?}");
    assert!(noted[0].ends_with("TypeError: lost"), "{noted:?}");
}

#[test]
fn endless_scripts_are_stopped_and_the_rest_runs() {
    let endings = [
        ("for (;;) {}", "too long"),
        ("for (;;) try { for (;;) {} } catch {}", "too long"),
        ("for (;;) cdy.evalcs('1')", "too long"),
        (
            "for (;;) try { console.log('x'.repeat(1e4)) } catch {}",
            "too long",
        ),
        ("const f = () => 1 + f(); f()", "too deeply"),
        (
            "Promise.resolve().then(function f() { return Promise.resolve().then(f); })",
            "too long",
        ),
        (
            "const f = () => { for (const _ of '12') Promise.resolve().then(f); }; f()",
            "too long",
        ),
        ("for (;;) Promise.reject('x'.repeat(1e4))", "too long"),
        ("/(a+)+$/.test('a'.repeat(64) + 'b')", "too long"),
        ("let s = 'x'; for (;;) s += s", ""),
        (
            "{ const a = []; for (;;) a.push(new Array(1000).fill(1)) }",
            "too much memory",
        ),
        (
            "const a = []; a.length = 4294967295; a.indexOf(1)",
            "more than",
        ),
        (
            "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
            "more than",
        ),
        ("document.body.innerHTML = '<p>'.repeat(1e6)", "more than"),
        (
            "let d = document.body; for (;;) { d = d.appendChild(document.createElement('p')); }",
            "too long",
        ),
    ];
    for (script, message) in endings {
        let text = format!(
            "<script>var cdy = CindyJS({{}});{script}</script><script>cdy.evokeCS('rest')</script>"
        );
        let limit = match message {
            "too long" => SHORT,
            _ => LONG,
        };
        let mut page = Page::limited(&text, limit);
        let noted = page.noted();
        let said = noted.iter().find(|it| it.contains(message));
        assert!(said.is_some(), "{script}: {:?}", noted.last());
        assert!(noted.contains(&"0: rest".to_owned()), "{script}");
    }
}

#[test]
fn page_with_many_endless_scripts_and_handlers_ends() {
    let endless = "<script>for (;;) {}</script>".repeat(20);
    let text = format!("{endless}<button onclick='for (;;) {{}}'>b</button>");
    let mut page = Page::limited(&text, SHORT);
    assert_eq!(
        page.noted(),
        ["1:1: stopped: this JavaScript takes too long"]
    );
    for ends in [false, false, false, false, true] {
        let at = page.control(0).at;
        let operation = Operation {
            at,
            value: String::new(),
            is_checked: false,
            acts: vec![Act::Press],
        };
        let ran = page
            .engine
            .run(PageEvent::Operate(operation), SHORT, &mut page.notes);
        assert_eq!(ran.is_err(), ends, "{ran:?}");
    }
}

#[test]
fn promise_that_is_caught_later_is_told_once() {
    let script = "var p = Promise.reject(1);";
    let mut page = Page::with_script("<button onclick='p.catch(() => {})'>b</button>", script);
    assert_eq!(page.noted().len(), 1);
    page.press(0);
    assert_eq!(page.noted(), [""; 0]);
}

#[test]
fn elements_of_parts_are_operated_and_shown() {
    let script = "for (const [id, name] of [['a', 'one'], ['b', 'two']]) {
            document.getElementById(id).innerHTML =
                `<ul><li><button onclick='cdy.evokeCS(\"${name}\")'>${name}</button></ul>`;
        }";
    let mut page = Page::with_script("<div id=a></div><div id=b></div>", script);
    let buttons = page.report.controls.iter().enumerate();
    let buttons: Vec<usize> = buttons
        .filter(|(_, it)| it.tag == "button")
        .map(|(index, _)| index)
        .collect();
    assert_eq!(buttons.len(), 2);
    page.press(buttons[1]);
    page.press(buttons[0]);
    assert_eq!(page.noted(), ["0: two", "0: one"]);
}

#[test]
fn texts_with_half_a_character_are_shown() {
    let script = "a.textContent = '\u{1f600}'[0] + 'x';";
    let page = Page::with_script("<p id=a></p>", script);
    assert_eq!(page.control(0).text, "\u{fffd}x");
}

#[test]
fn text_that_a_script_inserts_or_changes_is_shown() {
    let script = "a.prepend('p'); b.insertBefore(document.createTextNode('i'), b.firstChild);
        c.firstChild.data = 'd'; e.replaceChild(e.firstChild, e.firstChild);";
    let page = Page::with_script(
        "<p id=a></p><p id=b>b</p><p id=c>c</p><p id=e>e</p>",
        script,
    );
    let texts: Vec<_> = page.report.controls.iter().map(|it| &*it.text).collect();
    assert_eq!(texts, ["p", "ib", "d"]);
}

#[test]
fn slider_of_a_script_has_its_range() {
    let script = "const s = document.createElement('input');
        Object.assign(s, { type: 'range', min: -1, max: 1000, step: 0.5 });
        document.body.appendChild(s);";
    let page = Page::with_script("", script);
    let slider = page.control(0);
    let range = [slider.min, slider.max, slider.step];
    assert_eq!(range, [Some(-1.0), Some(1000.0), Some(0.5)]);
}

#[test]
fn dates_have_the_time_of_the_picture() {
    let script =
        "const times = [new Date(), Object.getPrototypeOf(Date).now?.() ?? 0, Date.parse('1970')];
        cdy.evokeCS(times.map(Number).join()); cdy.evokeCS(typeof Date());
        cdy.evokeCS(new (new Date().constructor)().getTime() + ` ${new Date() instanceof Date}`);";
    let mut page = Page::with_script("", script);
    assert_eq!(page.noted(), ["0: 0,0,0", "0: string", "0: 0 true"]);
}

#[test]
fn page_reaches_no_file_and_no_network() {
    let names = "fetch XMLHttpRequest WebSocket Worker importScripts require process std os Deno \
         EventSource localStorage host scriptArgs print loadFile";
    let script = format!(
        "const names = '{names}'.split(/\\s+/);
        cdy.evokeCS(names.filter(it => it in globalThis).join());
        cdy.evokeCS(Function('return typeof host')() + (0, eval)('typeof std'));
        import('std').catch(error => cdy.evokeCS(error.name));
        import('/etc/passwd').catch(error => cdy.evokeCS(error.name));"
    );
    let mut page = Page::with_script("<script src='/etc/passwd'></script>", &script);
    let noted = page.noted();
    assert_eq!(noted[0], "/etc/passwd does not run");
    assert_eq!(noted[1..3], ["0: ", "0: undefinedundefined"]);
    assert_eq!(noted[3..], ["0: ReferenceError"; 2]);
}

#[test]
fn changed_prototypes_are_the_loss_of_the_page_only() {
    let script =
        "Array.prototype.filter = Array.prototype.map = JSON.stringify = () => { for (;;); };
        Object.defineProperty(Element.prototype, 'hidden', { get() { for (;;); } });
        Map.prototype.get = function () { return this; };";
    let text = format!("<button onclick='cdy.evokeCS(1)'>b</button><script>{script}</script>");
    let mut page = Page::limited(&text, SHORT);
    page.run(PageEvent::Time(1.0));
    assert_eq!(page.report.controls, []);
}

#[test]
fn script_of_a_file_beside_the_page_runs() {
    let page = "<script>var cdy = CindyJS({})</script><script src='own.js'></script>";
    assert_eq!(Page::open(page).noted(), ["0: own in own.js:1"]);
}
