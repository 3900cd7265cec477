//! Which scripts run when, and what they see: the logs are those of CindyJS on the same page, with
//! the same pointer and keys.

use super::*;

const PAGE: &str = r#"<canvas id="c"></canvas>
<script id="csinit" type="text/x-cindyscript">log = ["init"]; say(text) := log = append(log, text);</script>
<script id="cstick" type="text/x-cindyscript">say("tick");</script>
<script id="csmove" type="text/x-cindyscript">say("move " + A.xy);</script>
<script id="csdraw" type="text/x-cindyscript">say("draw " + mouse() + multiidlist());</script>
<script id="csmousedown" type="text/x-cindyscript">say("mousedown " + mouse() + A.xy + multiidlist() + mouse(id->0));</script>
<script id="csmouseup" type="text/x-cindyscript">say("mouseup " + mouse() + A.xy);</script>
<script id="csmousedrag" type="text/x-cindyscript">say("mousedrag " + mouse() + A.xy);</script>
<script id="csmousemove" type="text/x-cindyscript">say("mousemove " + mouse());</script>
<script id="csmouseclick" type="text/x-cindyscript">say("mouseclick " + mouse());</script>
<script id="csmultidown" type="text/x-cindyscript">say("multidown " + multiid());</script>
<script id="csmultiup" type="text/x-cindyscript">say("multiup " + multiid());</script>
<script id="csmultidrag" type="text/x-cindyscript">say("multidrag " + multiid() + mouse(id->0));</script>
<script id="cskeydown" type="text/x-cindyscript">say("keydown " + key() + " " + keycode());
  if(key() == "p", playanimation(); say("after play"));
  if(key() == "q", pauseanimation());
  if(key() == "s", stopanimation(); say("stopped " + A.xy));</script>
<script id="cskeyup" type="text/x-cindyscript">say("keyup " + key() + " " + keycode());</script>
<script id="cskeytyped" type="text/x-cindyscript">say("keytyped " + key() + " " + keycode());</script>
<script id="cskeytype" type="text/x-cindyscript">say("keytype");</script>
<script id="cssimulationstart" type="text/x-cindyscript">say("start");</script>
<script id="cssimulationstop" type="text/x-cindyscript">say("stop");</script>
<script>CindyJS({scripts: "cs*", ports: [{id: "c", width: 400, height: 300}],
  geometry: [{name: "A", type: "Free", pos: [0, 0]}, {name: "B", type: "Free", pos: [5, 5]}]});</script>"#;

/// Does things to an applet, and reads its log.
struct Stage {
    session: Session,
    frames: u32,
    read: usize,
}

impl Stage {
    fn new(page: &str) -> Stage {
        let canvas = Canvas {
            device: [400, 300],
            scale: 1.0,
        };
        Stage {
            session: Session::new(source(page), canvas, services(), 0, 0.0),
            frames: 0,
            read: 0,
        }
    }

    /// Frames, as many as are due and at most so many.
    fn frames(&mut self, most: u32) {
        for _ in 0..most {
            if !self.session.is_outdated() && !self.session.is_playing() {
                break;
            }
            self.frames += 1;
            self.session.frame(f64::from(self.frames) / 60.0);
        }
    }

    fn press_key(&mut self, name: &str, code: u32, typed: Option<u32>) {
        let key = Key {
            name: name.to_owned(),
            code,
            typed,
            ..Key::default()
        };
        self.session.key_pressed(&key);
        self.session.key_released(&key);
    }

    /// What the scripts have said since the last call.
    #[track_caller]
    fn says(&mut self, expected: &[&str]) {
        let log = self.session.interpreter.variable("log").cloned();
        let Some(Value::List(log)) = log else {
            panic!("no log")
        };
        let said: Vec<String> = log.iter().skip(self.read).map(|v| v.to_string()).collect();
        self.read = log.len();
        assert_eq!(said, expected);
    }
}

#[test]
fn an_applet_at_rest_draws_once() {
    let mut stage = Stage::new(PAGE);
    stage.frames(5);
    stage.says(&["init", "move [0, 0]", "draw [100, 100][]"]);
}

#[test]
fn pointer() {
    let mut stage = Stage::new(PAGE);
    stage.frames(5);
    stage.says(&["init", "move [0, 0]", "draw [100, 100][]"]);
    stage.session.pointer_moved([200.0, 150.0]);
    stage.says(&["mousemove [-2, -4.04]"]);
    stage.frames(5);
    stage.says(&["move [0, 0]", "draw [-2, -4.04][]"]);
    stage.session.pointer_pressed();
    stage.says(&["multidown 0", "mousedown [-2, -4.04][0, 0][0][-2, -4.04]"]);
    stage.frames(5);
    stage.says(&["move [0, 0]", "draw [-2, -4.04][0]"]);
    stage.session.pointer_moved([201.0, 151.0]);
    stage.says(&[
        "mousedrag [-1.96, -4.08][0, 0]",
        "multidrag 0[-1.96, -4.08]",
    ]);
    stage.session.pointer_moved([230.0, 120.0]);
    // What is dragged comes along with the frame, not with the event.
    stage.says(&["mousedrag [-0.8, -2.84][0, 0]", "multidrag 0[-0.8, -2.84]"]);
    stage.frames(5);
    stage.says(&["move [1.2, 1.2]", "draw [-0.8, -2.84][0]"]);
    stage.session.pointer_released();
    stage.says(&["mouseup [-0.8, -2.84][1.2, 1.2]", "multiup 0"]);
    stage.frames(5);
    stage.says(&["move [1.2, 1.2]", "draw [-0.8, -2.84][]"]);
    stage.session.pointer_pressed();
    stage.says(&[
        "multidown 0",
        "mousedown [-0.8, -2.84][1.2, 1.2][0][-0.8, -2.84]",
    ]);
    stage.session.pointer_released();
    stage.says(&[
        "mouseup [-0.8, -2.84][1.2, 1.2]",
        "multiup 0",
        "mouseclick [-0.8, -2.84]",
    ]);
    // All of that is one frame.
    stage.frames(5);
    stage.says(&["move [1.2, 1.2]", "draw [-0.8, -2.84][]"]);
}

#[test]
fn fingers() {
    let mut stage = Stage::new(PAGE);
    stage.frames(5);
    stage.says(&["init", "move [0, 0]", "draw [100, 100][]"]);
    stage.session.touch(70, Touch::Down, [200.0, 150.0]);
    stage.says(&["multidown 1", "mousedown [-2, -4.04][0, 0][1]___"]);
    stage.session.touch(80, Touch::Down, [0.0, 0.0]);
    stage.says(&["multidown 2"]);
    stage.session.touch(80, Touch::Moved, [1.0, 0.0]);
    stage.says(&["multidrag 2___"]);
    stage.session.touch(70, Touch::Moved, [225.0, 150.0]);
    stage.says(&["multidrag 1___", "mousedrag [-1, -4.04][0, 0]"]);
    stage.frames(1);
    stage.says(&["move [1, 0]", "draw [-1, -4.04][1, 2]"]);
    stage.session.touch(70, Touch::Up, [225.0, 150.0]);
    stage.says(&["multiup 1", "mouseup [-1, -4.04][1, 0]"]);
    // The smallest number is free again, and another finger is the mouse.
    stage.session.touch(90, Touch::Down, [250.0, 150.0]);
    stage.says(&["multidown 1", "mousedown [0, -4.04][1, 0][1, 2]___"]);
    stage.session.touch(80, Touch::Up, [1.0, 0.0]);
    stage.session.touch(90, Touch::Up, [250.0, 150.0]);
    stage.says(&[
        "multiup 2",
        "multiup 1",
        "mouseup [0, -4.04][1, 0]",
        "mouseclick [0, -4.04]",
    ]);
}

#[test]
fn keys() {
    let mut stage = Stage::new(PAGE);
    stage.frames(5);
    stage.says(&["init", "move [0, 0]", "draw [100, 100][]"]);
    stage.press_key("a", 65, Some(97));
    stage.says(&["keydown a 65", "keytyped a 97", "keyup a 65"]);
    stage.press_key("ArrowUp", 38, None);
    stage.says(&["keydown ArrowUp 38", "keyup ArrowUp 38"]);
    stage.press_key("Enter", 13, Some(13));
    stage.says(&["keydown Enter 13", "keytyped Enter 13", "keyup Enter 13"]);
    stage.frames(5);
    stage.says(&["move [0, 0]", "draw [100, 100][]"]);
}

#[test]
fn animation() {
    const FRAME: [&str; 3] = ["tick", "move [0, 0]", "draw [100, 100][]"];
    let mut stage = Stage::new(PAGE);
    stage.frames(5);
    stage.says(&["init", "move [0, 0]", "draw [100, 100][]"]);
    stage.press_key("p", 80, Some(112));
    stage.says(&[
        "keydown p 80",
        "start",
        "after play",
        "keytyped p 112",
        "keyup p 80",
    ]);
    stage.frames(2);
    stage.says(&[FRAME, FRAME].concat());
    assert!(stage.session.interpreter.move_point("A", [7.0, 7.0]));
    stage.press_key("q", 81, Some(113));
    stage.says(&["keydown q 81", "keytyped q 113", "keyup q 81"]);
    stage.frames(3);
    stage.says(&["move [7, 7]", "draw [100, 100][]"]);
    stage.press_key("p", 80, Some(112));
    stage.says(&[
        "keydown p 80",
        "start",
        "after play",
        "keytyped p 112",
        "keyup p 80",
    ]);
    stage.frames(1);
    stage.says(&["tick", "move [7, 7]", "draw [100, 100][]"]);
    stage.press_key("s", 83, Some(115));
    stage.says(&[
        "keydown s 83",
        "stop",
        "stopped [0, 0]",
        "keytyped s 115",
        "keyup s 83",
    ]);
    stage.frames(5);
    stage.says(&["move [0, 0]", "draw [100, 100][]"]);
}

#[test]
fn exports_of_old_versions_have_other_names_for_keys() {
    let page = PAGE.replace("cskeydown", "nobody").replace(
        "scripts: \"cs*\"",
        "scripts: \"cs*\", cinderella: {version: [2, 9, 1880]}",
    );
    let mut stage = Stage::new(&page);
    stage.says(&["init"]);
    stage.press_key("a", 65, Some(97));
    stage.says(&["keytyped a 65", "keytype", "keyup a 65"]);
}

#[test]
fn all_of_the_construction_fits_into_the_view() {
    let mut session = session();
    session.fit_view();
    // A at (1, 1) and P at (-1, 1).
    let view = session.view();
    assert_eq!(view.to_pixel([0.0, 1.0]), [200.0, 100.0]);
    let [left, _] = view.to_pixel([-1.0, 1.0]);
    assert!((left - 30.0).abs() < 1e-9, "{left}");
    assert!(session.has_moved_view());
    session.reset_view();
    assert!(!session.has_moved_view());
}
