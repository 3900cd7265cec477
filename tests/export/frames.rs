//! Many frames, and large ones.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cindyscript_tests::lacking;
use cindyscript_tests::picture::Picture;
use cindyscript_tests::programs::Program;

use super::fresh;

/// A spiral that turns, of which each frame goes on with what the last one left.
const TURNING: &str = "<div id=c></div><script id=csinit type=text/x-cindyscript>n = 0;</script>\n\
    <script id=csdraw type=text/x-cindyscript>n = n + 1;\n\
    colorplot(0.5 + 0.5 * sin(|#| + arctan2(#) + n / 5)); draw([n / 10 - 5, 0]);</script>\n\
    <script>CindyJS({scripts: 'cs*', animation: {autoplay: true},\n\
    ports: [{id: 'c', width: 61, height: 41, transform: [{visibleRect: [-9, 6, 9, -6]}]}]});</script>";

fn render(page: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(Program::Preview.path().unwrap());
    command.current_dir(page.parent().unwrap());
    command.arg("render").arg(page).args(options);
    command
}

fn rendered(page: &Path, options: &[&str]) -> Output {
    let run = render(page, options).output().unwrap();
    assert!(run.status.success(), "{run:?}");
    run
}

#[test]
fn frames_are_those_that_are_painted_one_by_one() {
    let folder = fresh("frames");
    let page = folder.join("turning.html");
    fs::write(&page, TURNING).unwrap();
    rendered(
        &page,
        &["--frames", "4..8", "--fps", "30", "--png", "all-%02d.png"],
    );
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(
        names,
        ["all-04.png", "all-06.png", "all-08.png", "turning.html"]
    );
    rendered(&page, &["--frame", "6", "--png", "one.png"]);
    let read = |name: &str| fs::read(folder.join(name)).unwrap();
    assert!(read("one.png") == read("all-06.png"));
    assert!(read("one.png") != read("all-04.png"));
    // And in a movie.
    rendered(
        &page,
        &[
            "--frames",
            "1..9",
            "--movie",
            "all.apng",
            "--background",
            "white",
        ],
    );
    rendered(
        &page,
        &[
            "--frame",
            "1",
            "--png",
            "first.png",
            "--background",
            "white",
        ],
    );
    let pictures = ["all.apng", "first.png"].map(|name| Picture::open(&folder.join(name)).unwrap());
    let [movie, first] = pictures;
    assert_eq!(movie.difference(&first, 0).unwrap(), 0.0);
}

/// Starts a movie that nobody waits for, and sends it a signal once it is being written. Its status.
fn signalled(page: &Path, movie: &str, signal: &str) -> Option<i32> {
    let folder = page.parent().unwrap();
    let mut command = Command::new("env");
    command
        .args(["--default-signal=INT,TERM,HUP"])
        .arg(Program::Preview.path().unwrap())
        .args(["render", "turning.html", "--cpu", "--frames", "1..100000"])
        .args(["--movie", movie])
        .current_dir(folder)
        .stderr(Stdio::null());
    let mut process = command.spawn().unwrap();
    let parts = || {
        fs::read_dir(folder).unwrap().filter(|entry| {
            let entry = entry.as_ref().unwrap();
            let name = entry.file_name().into_string().unwrap();
            name.ends_with(".part") && entry.metadata().is_ok_and(|part| part.len() > 0)
        })
    };
    let began = Instant::now();
    while parts().count() == 0 {
        assert!(began.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(20));
    }
    let id = process.id().to_string();
    let mut kill = Command::new("kill");
    assert!(kill.args([signal, &id]).status().unwrap().success());
    process.wait().unwrap().code()
}

#[test]
fn signals_during_a_movie_leave_no_file() {
    if !cfg!(target_os = "linux") {
        return lacking("an interrupted movie", "the test runs on Linux");
    }
    let folder = fresh("interrupted");
    let page = folder.join("turning.html");
    fs::write(&page, TURNING).unwrap();
    let files = || fs::read_dir(&folder).unwrap().count();
    let mut movies = vec!["all.gif"];
    match Command::new("ffmpeg").arg("-version").output() {
        Ok(_) => movies.push("all.mp4"),
        Err(_) => lacking("an interrupted movie by ffmpeg", "ffmpeg is not installed"),
    }
    for movie in movies {
        for (signal, status) in [("-INT", 130), ("-TERM", 143), ("-HUP", 129)] {
            assert_eq!(signalled(&page, movie, signal), Some(status));
            assert_eq!(files(), 1, "{movie} {signal}");
        }
    }
    // A part of a process that had no time to delete it goes with the next file in the folder.
    assert_eq!(signalled(&page, "all.gif", "-KILL"), None);
    assert_eq!(files(), 2);
    rendered(&page, &["--cpu", "--png", "one.png"]);
    assert_eq!(files(), 2);
}

#[test]
fn pictures_may_be_larger_than_the_device_paints() {
    let folder = fresh("large");
    let page = folder.join("turning.html");
    fs::write(&page, TURNING).unwrap();
    let size = ["--fill", "--size", "20000x24"];
    let run = rendered(&page, &[&size[..], &["--png", "gpu.png"]].concat());
    if String::from_utf8_lossy(&run.stdout).contains(", CPU,") {
        return lacking(
            "a large picture",
            "there is no Vulkan driver (mesa-vulkan-drivers)",
        );
    }
    rendered(&page, &[&size[..], &["--png", "cpu.png", "--cpu"]].concat());
    let pictures = ["gpu.png", "cpu.png"].map(|name| Picture::open(&folder.join(name)).unwrap());
    let [gpu, cpu] = pictures;
    assert_eq!(gpu.size(), (20000, 24));
    let share = gpu.difference(&cpu, 8).unwrap();
    assert!(share < 0.01, "{share}");
    // Each pixel is the mean of what a larger picture has there.
    rendered(
        &page,
        &[
            "--fill",
            "--size",
            "40x30",
            "--supersample",
            "4",
            "--png",
            "small.png",
        ],
    );
    rendered(
        &page,
        &[
            "--fill", "--size", "40x30", "--scale", "4", "--png", "fine.png",
        ],
    );
    let pictures = ["small.png", "fine.png"].map(|name| Picture::open(&folder.join(name)).unwrap());
    let [small, fine] = pictures;
    let mean = |x: usize, y: usize| {
        let places = (0..16).map(|place| (4 * x + place % 4, 4 * y + place / 4));
        places
            .map(|(x, y)| u32::from(fine.pixel(x, y)[0]))
            .sum::<u32>()
            / 16
    };
    for (x, y) in [(0, 0), (12, 9), (33, 29)] {
        let [red, ..] = small.pixel(x, y);
        assert!(
            u32::from(red).abs_diff(mean(x, y)) <= 1,
            "{red} {}",
            mean(x, y)
        );
    }
}
