//! Where frames follow time, one is the same whatever came before it.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::fs;
use std::path::{Path, PathBuf};

use super::*;

/// The pages of our own applets, and where `CINDYJS_DIR` names a checkout of CindyJS its gallery.
fn pages() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let gallery = std::env::var_os("CINDYJS_DIR");
    let gallery = gallery.map(|folder| Path::new(&folder).join("examples/cindygl"));
    let folders = std::iter::once(own).chain(gallery);
    let pages = folders.flat_map(|folder| fs::read_dir(folder).unwrap());
    let pages = pages.map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = pages
        .filter(|path| path.extension().is_some_and(|kind| kind == "html"))
        .collect();
    pages.sort();
    pages
}

/// What a frame shows; what random numbers there are at pixels counts frames.
fn shown(frame: &FrameDescription) -> Vec<String> {
    let items = frame.items.iter().map(|item| match item {
        DrawItem::Plot(draw) => {
            let PlotDraw { call, region, .. } = draw;
            format!("{:?} {:?} {region:?}", call.plot, call.uniforms)
        }
        DrawItem::Space(draw) => format!("{:?}", draw.picture),
        DrawItem::Drawing(drawing) => format!("{drawing:?}"),
    });
    items.collect()
}

#[test]
fn where_frames_follow_time_one_is_the_same_whatever_came_before() {
    let canvas = Canvas {
        device: [200, 200],
        scale: 1.0,
    };
    let pages = pages();
    let mut following = Vec::new();
    for page in &pages {
        let text = String::from_utf8_lossy(&fs::read(page).unwrap()).into_owned();
        let begun = || Session::new(source(&text), canvas, services(), 0, 0.0);
        let mut one_by_one = begun();
        if !one_by_one.follows_time() {
            continue;
        }
        let frames = (1..=20).map(|frame| one_by_one.frame(f64::from(frame) / 60.0));
        let last = frames.last().unwrap();
        let mut at_once = begun();
        at_once.frame(7.0);
        let found = at_once.frame(20.0 / 60.0);
        assert_eq!(shown(&found), shown(&last), "{}", page.display());
        following.push(page.file_stem().unwrap().to_string_lossy().into_owned());
    }
    println!("{} of {} follow time", following.len(), pages.len());
    for (name, follows) in [("wave", true), ("bodies", false), ("feedback", false)] {
        assert_eq!(
            following.iter().any(|found| found == name),
            follows,
            "{name}"
        );
    }
}
