//! Models for 3D printers: controls of CindyPrint, and the models that scripts save.

use std::f64::consts::PI;

use cindyscript_interpreter::ModelShape;
use cindyscript_protocol::ControlInput;
use cindyscript_space::SolidFormat;

use super::*;

/// A page with these scripts, and a canvas for its scene.
fn page(init: &str, draw: &str, rest: &str) -> Session {
    let text = format!(
        r#"<div id="c" style="width: 50px; height: 50px"></div><canvas id="Cindy3D" width=200 height=100></canvas>
<script id="csinit" type="text/x-cindyscript">use("Cindy3DPrint"); {init}</script>
<script id="csdraw" type="text/x-cindyscript">begin3d(); {draw}; end3d(); drawprintpreview();</script>
{rest}<script>cdy = CindyJS({{scripts: "cs*", canvasname: "c"}});</script>"#
    );
    let source = source(&text);
    let canvas = Canvas::of(source.applet().expect("an applet"), 1.0);
    Session::new(source, canvas, services(), 0, 0.0)
}

fn messages(frame: &FrameDescription) -> Vec<&str> {
    frame.errors.iter().map(|it| it.message.as_str()).collect()
}

/// Operates the control with a label.
#[track_caller]
fn operate(session: &mut Session, label: &str, input: ControlInput) {
    let controls = session.page_controls();
    let index = controls.iter().position(|control| control.label == label);
    session.input(UserEvent::Operated(index.expect(label), input));
}

fn set(session: &mut Session, label: &str, value: &str) {
    let value = value.to_owned();
    operate(session, label, ControlInput::Set { value });
}

fn press(session: &mut Session, label: &str) {
    operate(session, label, ControlInput::Press);
}

/// The name and the volume of the only model that is saved.
#[track_caller]
fn saved(session: &mut Session) -> (String, f64) {
    let models = session.take_models();
    assert_eq!(models.len(), 1);
    let solid = models[0].shape.solid(&models[0].options);
    (models[0].file.clone(), solid.expect("a model").volume())
}

const BALL: &str = "drawsphere3d([1, 2, 3], 0.5)";

#[test]
fn controls_of_a_scene_save_it_as_they_are_set() {
    let mut session = page("addcindy3dprintui(\"mesh.stl\")", BALL, "");
    assert_eq!(messages(&session.frame(0.0)), [""; 0]);
    assert_eq!(session.page_controls().len(), 12);
    press(&mut session, "Export mesh");
    let (file, volume) = saved(&mut session);
    assert_eq!(file, "mesh.stl");
    assert!(
        (volume / (PI / 6.0 * 1000.0) - 1.0).abs() < 0.01,
        "{volume}"
    );
    set(&mut session, "Model scale", "1");
    set(&mut session, "Radius factor", "100");
    press(&mut session, "Export mesh");
    let (_, volume) = saved(&mut session);
    assert!((volume / (PI / 6.0 * 8.0) - 1.0).abs() < 0.01, "{volume}");
    operate(
        &mut session,
        "Spheres",
        ControlInput::Check { checked: false },
    );
    press(&mut session, "Export mesh");
    let models = session.take_models();
    assert!(models[0].shape.solid(&models[0].options).is_err());
    assert_eq!(messages(&session.frame(1.0)), [""; 0]);
}

#[test]
fn model_is_shown_beside_the_scene() {
    let mut session = page("addcindy3dprintui(\"mesh.stl\")", BALL, "");
    let spaces = |frame: &FrameDescription| {
        let items = frame.items.iter();
        let draws = items.filter_map(|item| match item {
            DrawItem::Space(draw) => Some((draw.region.x, draw.picture.scene.triangles.len())),
            _ => None,
        });
        draws.collect::<Vec<_>>()
    };
    assert_eq!(session.canvas().device, [400, 100]);
    assert_eq!(spaces(&session.frame(0.0)), [(0, 0)]);
    press(&mut session, "Update Preview");
    let shown = spaces(&session.frame(1.0));
    assert_eq!(shown[1].0, 200);
    assert!(shown[1].1 > 100, "{shown:?}");
    // The scene is still that which is saved.
    let model = session.model_of_scene(SolidFormat::Obj).expect("a scene");
    assert_eq!(model.file, "a.obj");
    let ModelShape::Scene(scene) = &model.shape else {
        panic!("{:?}", model.shape)
    };
    assert_eq!(scene.spheres.len(), 1);
}

#[test]
fn controls_of_a_tube_save_it() {
    let init = "path(n) := apply(1..n, k, [cos(360°*k/n), sin(360°*k/n), 0]);
        addcindy3dprintuitubes(\"tube.stl\", path, \"n\", \"radius\", true)";
    let mut session = page(init, "n = 400; radius = 2", "");
    assert_eq!(messages(&session.frame(0.0)), [""; 0]);
    press(&mut session, "Export mesh");
    let (file, volume) = saved(&mut session);
    assert_eq!(file, "tube.stl");
    let expected = 2.0 * PI * PI * 0.01 * 1000.0;
    assert!((volume / expected - 1.0).abs() < 0.01, "{volume}");
    set(&mut session, "Line subdivisions", "100");
    press(&mut session, "Export mesh");
    let models = session.take_models();
    let ModelShape::Tube { path, .. } = &models[0].shape else {
        panic!("{:?}", models[0].shape)
    };
    assert_eq!(path.len(), 800);
    press(&mut session, "Update Preview");
    assert_eq!(messages(&session.frame(1.0)), [""; 0]);
}

#[test]
fn controls_of_a_surface_save_it() {
    let init = "F(p) := |p| - a; dF(p) := p; a = 0.8; zoom = 0.5;
        addcindyglprintui(\"iso.obj\", \"F, dF, 0, 1/zoom\")";
    let mut session = page(init, "1", "");
    session.frame(0.0);
    press(&mut session, "Export mesh");
    let (file, volume) = saved(&mut session);
    assert_eq!(file, "iso.obj");
    let ball = |radius: f64| 4.0 / 3.0 * PI * radius * radius * radius * 1000.0;
    assert!((volume / ball(0.8) - 1.0).abs() < 0.02, "{volume}");
    set(&mut session, "Iso offset", "20");
    press(&mut session, "Export mesh");
    let (_, volume) = saved(&mut session);
    assert!((volume / ball(1.0) - 1.0).abs() < 0.02, "{volume}");
    // Cut off, the surface is open, and becomes thick.
    let mut session = page(&init.replace("|p| - a", "p.x"), "1", "");
    session.frame(0.0);
    let clip = ControlInput::Check { checked: true };
    operate(&mut session, "Clip geometry to sphere", clip);
    set(&mut session, "Model scale", "1");
    press(&mut session, "Export mesh");
    let (_, volume) = saved(&mut session);
    let disc = PI * 4.0 * 0.2 + PI * 4.0 * PI * 0.01 / 2.0;
    assert!((volume / disc - 1.0).abs() < 0.03, "{volume}");
    press(&mut session, "Update Preview");
    assert_eq!(messages(&session.frame(1.0)), [""; 0]);
}

#[test]
fn scripts_save_only_when_the_user_presses_something() {
    let button =
        "<button onclick=\"cdy.evokeCS('savecsgmesh(&quot;x/y.stl&quot;)')\">Save</button>";
    let mut session = page("", BALL, button);
    session.frame(0.0);
    press(&mut session, "Save");
    let (file, _) = saved(&mut session);
    assert_eq!(file, "y.stl");
    // A replay saves nothing again.
    let user = session.user_state();
    session.replay(user);
    assert!(session.take_models().is_empty());
    let mut session = page("", &format!("{BALL}; savecsgmesh(\"a.stl\")"), "");
    let frame = session.frame(0.0);
    assert!(
        messages(&frame)[0].starts_with("not saved: a script"),
        "{:?}",
        messages(&frame)
    );
    session.input(UserEvent::PointerMoved([5.0, 5.0]));
    session.frame(1.0);
    assert!(session.take_models().is_empty());
}

#[test]
fn calls_that_save_nothing_have_a_reason() {
    let saved = |code: &str| {
        let button = format!("<button onclick=\"cdy.evokeCS('{code}')\">Save</button>");
        let mut session = page("F(p) := \"a\"", "1", &button);
        session.frame(0.0);
        press(&mut session, "Save");
        let frame = session.frame(1.0);
        let said = messages(&frame).join("; ");
        (session.take_models().len(), said)
    };
    for (code, reason) in [
        ("savecsgmesh(&quot;a.png&quot;)", "ends with .stl or .obj"),
        (
            "savecsgmesh(&quot;a.stl&quot;, instancename->&quot;B&quot;)",
            "no scene on the canvas `B`",
        ),
        (
            "savetubemesh(&quot;a.stl&quot;, 1, 1, true)",
            "a list of points",
        ),
        (
            "updatepreviewtubes([[0,0,0],[1,0,0]], 0, true)",
            "nothing to print",
        ),
        ("updatepreviewcdygl(F, F, 0, 0)", "the grid of a surface"),
        (
            "saveisomeshtofile(&quot;a.stl&quot;, F, F, 0, [0,0,0], 1, 1000)",
            "from 2 to 201 points",
        ),
        ("updatepreviewcdygl(F, F, 0, 1)", "nothing to print"),
        ("updatepreviewcdygl(F(1), F, 0, 1)", "write `F`"),
    ] {
        let (count, said) = saved(code);
        assert!(said.contains(reason), "{code}: {said}");
        assert_eq!(count, 0, "{code}");
    }
}
