//! Disks that take no more in the middle of a file: the old file stays as it was, nothing else is left
//! behind, and the program fails with the reason.

use std::fs;
use std::process::Command;

use cindyscript_tests::lacking;

use super::{Ended, Folder, page};

/// Every pixel has another colour, so that no file of a picture is small.
const NOISE: &str = "colorplot([random(), random(), random()]);";

/// Between 4 and 8 KiB.
const BLOCKS: &str = "8";

/// Runs a program that cannot write all of a file, which was there before.
#[track_caller]
fn check(folder: &Folder, arguments: &[&str], target: &str, old: &[u8]) {
    folder.write(target, old);
    let names = || {
        let entries = fs::read_dir(&folder.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = names.filter(|name| name != "said").collect();
        names.sort();
        names
    };
    let before = names();
    let Ended { code, said } = folder.run_with(arguments, BLOCKS);
    assert_eq!(code, Some(1), "{arguments:?}: {said}");
    assert!(
        fs::read(folder.0.join(target)).unwrap() == old,
        "{arguments:?} changed {target}"
    );
    assert_eq!(names(), before, "{arguments:?}");
    let is_told = ["cannot be written", "writes no movie"];
    assert!(is_told.iter().any(|it| said.contains(it)), "{said}");
}

#[test]
fn formatted_file_stays_whole_on_a_full_disk() {
    let folder = Folder::new("disk-fmt");
    let script = "a=1;b=2;\n".repeat(2000);
    check(
        &folder,
        &["fmt", "a.cindyscript"],
        "a.cindyscript",
        script.as_bytes(),
    );
}

#[test]
fn exported_page_stays_whole_on_a_full_disk() {
    let folder = Folder::new("disk-export");
    folder.write(
        "page.html",
        page("", &format!("draw([0, 0]);{}", " ".repeat(20_000)), ""),
    );
    let export = ["export", "page.html", "--force", "--html", "out.html"];
    check(&folder, &export, "out.html", b"old");
}

#[test]
fn rendered_pictures_stay_whole_on_a_full_disk() {
    let folder = Folder::new("disk-render");
    folder.write("page.html", page("", NOISE, ""));
    let render = ["render", "page.html", "--cpu", "--png", "out.png"];
    check(&folder, &render, "out.png", b"old");
    // Without a name, only a picture of the program is replaced.
    let small = ["render", "page.html", "--cpu", "--size", "4x4"];
    assert_eq!(folder.run(&small).code, Some(0));
    let old = fs::read(folder.0.join("page.png")).unwrap();
    check(&folder, &["render", "page.html", "--cpu"], "page.png", &old);
    let frames = [
        "render",
        "page.html",
        "--cpu",
        "--frames",
        "1..3",
        "--png",
        "%d.png",
    ];
    check(&folder, &frames, "1.png", b"old");
}

#[test]
fn models_stay_whole_on_a_full_disk() {
    let folder = Folder::new("disk-mesh");
    let ball = "begin3d(); drawsphere3d([0, 0, 0], 1); end3d();";
    folder.write("page.html", page("", ball, ""));
    for mesh in ["out.stl", "out.obj"] {
        check(
            &folder,
            &["render", "page.html", "--mesh", mesh],
            mesh,
            b"old",
        );
    }
}

#[test]
fn movies_stay_whole_on_a_full_disk() {
    let folder = Folder::new("disk-movie");
    folder.write("page.html", page("", NOISE, "animation: {autoplay: true},"));
    let has_ffmpeg = Command::new("ffmpeg").arg("-version").output().is_ok();
    if !has_ffmpeg {
        lacking("movies by ffmpeg on a full disk", "ffmpeg is not installed");
    }
    for movie in ["a.gif", "a.apng", "a.mp4", "a.webm"] {
        if has_ffmpeg || !movie.ends_with(['4', 'm']) {
            let render = ["render", "page.html", "--cpu", "--size", "64x64"];
            let frames = ["--frames", "1..20", "--movie", movie];
            check(&folder, &[&render[..], &frames].concat(), movie, b"old");
        }
    }
}
