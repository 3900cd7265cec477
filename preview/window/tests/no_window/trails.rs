//! The values of variables at a pixel that is debugged lie over the picture.

use cindyscript_protocol::TabEvent;
use image::RgbImage;
use serde_json::json;

use crate::debugger::Client;
use crate::is_near;

/// An orbit that stays in the view, over a grey picture. In CSS pixels, a unit is 100 wide.
const JULIA: &str = r#"<script id="csdraw" type="text/x-cindyscript">
colorplot(
  z = complex(#);
  repeat(8,
    z = z^2 + complex([-0.4, 0.5]);
  );
  if(|z| < 100, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5])
);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", ports: [{id: "CSCanvas", transform: [{visibleRect: [-2, 1.5, 2, -1.5]}]}]});
</script>"#;
const SIZE: [u32; 2] = [400, 300];
const UNIT: f64 = 100.0;
const PIXEL: [f64; 2] = [258.0, 183.0];
const VARIABLE: [u8; 3] = [255, 214, 64];

/// The pixels of the orbit.
fn orbit() -> Vec<[u32; 2]> {
    let world = |at: f64, half: f64| (at + 0.5) / UNIT - half;
    let (mut x, mut y) = (world(PIXEL[0], 2.0), -world(PIXEL[1], 1.5));
    let mut places = Vec::new();
    for _ in 0..9 {
        let place = [(x + 2.0) * UNIT, (1.5 - y) * UNIT];
        places.push(place.map(|side| side.floor() as u32));
        (x, y) = (x * x - y * y - 0.4, 2.0 * x * y + 0.5);
    }
    places
}

fn shows(picture: &RgbImage, [x, y]: [u32; 2], colour: [u8; 3]) -> bool {
    let pixel = picture.get_pixel_checked(x, y).map(|pixel| pixel.0);
    pixel.is_some_and(|pixel| pixel.iter().zip(colour).all(|(a, b)| is_near(*a, b)))
}

#[test]
fn orbit_of_a_pixel_lies_over_the_picture_until_the_debugger_ends() {
    let mut client = Client::sized(JULIA, SIZE);
    let is_grey = |picture: &RgbImage| {
        let mut places = orbit().into_iter().chain([[3, 3]]);
        places.all(|at| shows(picture, at, [128; 3]))
    };
    client.tab.shown_when("the picture", is_grey);
    client.attach(json!({"pixel": PIXEL}), &[]);
    client.event("stopped");
    // The first value, the loop, and three rounds.
    for _ in 0..5 {
        client.ask("stepIn", json!({"threadId": 1}));
        client.event("stopped");
    }
    let places = orbit();
    let is_drawn = |picture: &RgbImage| {
        let passed = places
            .iter()
            .take(4)
            .all(|at| shows(picture, *at, VARIABLE));
        let later = places
            .iter()
            .skip(4)
            .any(|at| shows(picture, *at, VARIABLE));
        let is_marked = places.iter().all(|at| !shows(picture, *at, [128; 3]));
        passed && !later && is_marked
    };
    let picture = client.tab.shown_when("the orbit", is_drawn);
    assert!(shows(&picture, [3, 3], [128; 3]));
    client.ask("disconnect", json!({}));
    client.tab.shown_when("the picture alone", is_grey);
}

#[test]
fn scale_of_a_loop_leads_to_its_rounds() {
    let mut client = Client::sized(JULIA, SIZE);
    let is_grey = |picture: &RgbImage| shows(picture, [3, 3], [128; 3]);
    client.tab.shown_when("the picture", is_grey);
    client.attach(json!({"pixel": PIXEL}), &[]);
    client.event("stopped");
    // The scale lies above the place of the bar.
    let scale_at = |x: u32| [x, 300 - 62];
    let is_there = |picture: &RgbImage| !shows(picture, scale_at(380), [128; 3]);
    client.tab.shown_when("the scale", is_there);
    let place = |x: u32| TabEvent::PointerMoved {
        at: scale_at(x).map(f64::from),
    };
    client.tab.tell(place(200));
    client.tab.press(false);
    assert_eq!(client.event("stopped")["reason"], "goto");
    let line = |client: &mut Client| {
        let frames = client.ask("stackTrace", json!({"threadId": 1}));
        frames["stackFrames"][0]["line"].clone()
    };
    assert_eq!(line(&mut client), 5);
    let middle: u32 = client.value("#").parse().unwrap();
    assert!((3..7).contains(&middle), "{middle}");
    // To the right end and further.
    client.tab.tell(place(390));
    assert_eq!(client.event("stopped")["reason"], "goto");
    assert_eq!(
        (line(&mut client), client.value("#")),
        (5.into(), "8".to_owned())
    );
    client.tab.tell(TabEvent::PointerReleased);
    client.ask("disconnect", json!({}));
    let is_gone = |picture: &RgbImage| shows(picture, scale_at(380), [128; 3]);
    client.tab.shown_when("the picture alone", is_gone);
}

/// Rays from the left to a ball, over a grey picture.
const RAYS: &str = r#"<script id="csdraw" type="text/x-cindyscript">
colorplot(
  d = [1, #.x/4, #.y/4];
  p = [-3, 0, 0];
  repeat(12,
    p = p + (|p| - 1)*d/|d|;
  );
  if(|p| < 1.1, [0.5, 0.5, 0.5], [0.5, 0.5, 0.5])
);
</script><div id="CSCanvas"></div><script>
CindyJS({scripts: "cs*", ports: [{id: "CSCanvas", transform: [{visibleRect: [-2, 1.5, 2, -1.5]}]}]});
</script>"#;

#[test]
fn places_of_a_ray_lie_in_a_box_beside_the_pixel() {
    let mut client = Client::sized(RAYS, SIZE);
    let is_grey = |picture: &RgbImage| shows(picture, [3, 3], [128; 3]);
    client.tab.shown_when("the picture", is_grey);
    client.attach(json!({"pixel": PIXEL}), &[]);
    client.event("stopped");
    for _ in 0..6 {
        client.ask("stepIn", json!({"threadId": 1}));
        client.event("stopped");
    }
    let path_in = |picture: &RgbImage, columns: std::ops::Range<u32>| {
        let mut places = columns.flat_map(|x| (0..200).map(move |y| [x, y]));
        places.any(|at| shows(picture, at, VARIABLE))
    };
    // The pixel lies where the box would be in the right corner.
    let is_at_left = |picture: &RgbImage| path_in(picture, 0..160) && !path_in(picture, 160..400);
    client.tab.shown_when("the box", is_at_left);
    client.ask("disconnect", json!({}));
    client
        .tab
        .shown_when("the picture alone", |picture| !path_in(picture, 0..400));
}
