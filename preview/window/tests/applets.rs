//! The applets of the repository, painted on the GPU and on the CPU: two meanings of one program,
//! which must look the same.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::path::{Path, PathBuf};

use cindyscript_player::bitmap::Bitmap;
use cindyscript_tests::lacking;
use cindyscript_window::file;
use cindyscript_window::headless::{HeadlessOptions, Rendered, render};

/// What computes as much for a small picture as for a large one: it is compared with CindyJS by the
/// applets' own test, in its full size.
const LARGE_IMAGES: [&str; 4] = [
    "bodies.html",
    "conformal.html",
    "droste.html",
    "julia_feedback.html",
];

fn applets() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/applets");
    let entries = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = entries
        .filter(|path| path.extension() == Some("html".as_ref()))
        .filter(|path| !LARGE_IMAGES.iter().any(|name| path.ends_with(name)))
        .collect();
    pages.sort();
    assert!(!pages.is_empty());
    pages
}

fn paint(page: &Path, cpu: bool) -> Rendered {
    let options = HeadlessOptions {
        cpu,
        ..HeadlessOptions::default()
    };
    paint_with(page, options)
}

fn paint_with(page: &Path, options: HeadlessOptions) -> Rendered {
    let options = HeadlessOptions {
        size: Some([90, 80]),
        frame: 3,
        mouse: Some([0.3, 0.7]),
        ..options
    };
    let rendered = render(file::read(page, 1).unwrap(), &options).unwrap();
    assert_eq!(rendered.diagnostics, [], "{}", page.display());
    rendered
}

/// The share of pixels that differ by more than 8 of 255 in some component.
fn difference(a: &Bitmap, b: &Bitmap) -> f64 {
    assert_eq!(a.size(), b.size());
    let pixels = || a.rgba().chunks_exact(4).zip(b.rgba().chunks_exact(4));
    let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 8);
    pixels().filter(differ).count() as f64 / pixels().count() as f64
}

#[test]
fn gpu_and_cpu_paint_the_same() {
    for page in applets() {
        let gpu = paint(&page, false);
        if let Some(error) = gpu.no_gpu {
            return lacking("applets on the GPU", &error.to_string());
        }
        let share = difference(&gpu.picture, &paint(&page, true).picture);
        assert!(
            share <= 0.01,
            "{}: {:.2} % differ",
            page.display(),
            100.0 * share
        );
    }
}

#[test]
fn both_tiers_paint_the_same() {
    for page in applets() {
        let options = HeadlessOptions {
            specialised: true,
            ..HeadlessOptions::default()
        };
        let second = paint_with(&page, options);
        if let Some(error) = second.no_gpu {
            return lacking("second tiers of applets", &error.to_string());
        }
        let share = difference(&second.picture, &paint(&page, false).picture);
        let page = page.display();
        assert!(share <= 0.001, "{page}: {:.2} % differ", 100.0 * share);
    }
}

#[test]
fn pictures_are_the_same_each_time() {
    for page in applets() {
        let (a, b) = (paint(&page, true).picture, paint(&page, true).picture);
        assert!(a == b, "{}", page.display());
    }
}
