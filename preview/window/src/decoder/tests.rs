#![allow(clippy::unwrap_used)]

use super::*;

fn arguments(input: &Input) -> String {
    let command = Decoder::default().command(input);
    let words: Vec<_> = command
        .get_args()
        .map(|word| word.to_string_lossy())
        .collect();
    words.join(" ")
}

#[test]
fn videos_are_looped_and_stay_on_this_machine() {
    let file = arguments(&Input::File("-i:a.mp4".into()));
    assert!(file.contains("-nostdin"), "{file}");
    assert!(file.contains("-protocol_whitelist file"), "{file}");
    assert!(file.contains("-format_whitelist apng,"), "{file}");
    assert!(file.contains("-max_pixels 35389440 "), "{file}");
    for playlist in ["concat", "hls", "dash", "sdp", "lavfi"] {
        assert!(!file.contains(playlist), "{file}");
    }
    assert!(file.contains("-stream_loop -1 -i file:-i:a.mp4 "), "{file}");
    assert!(file.contains("fps=30"), "{file}");
}

#[test]
fn devices_are_taken_as_they_come() {
    let opened = |format: &str| {
        arguments(&Input::Opened {
            format: format.to_owned(),
            name: "name".into(),
        })
    };
    assert!(opened("v4l2").contains("-f v4l2 -i name "));
    assert!(opened("v4l2").contains("-protocol_whitelist file"));
    assert!(opened("v4l2").contains("-format_whitelist v4l2 "));
    assert!(!opened("v4l2").contains("fps="));
    assert!(opened("lavfi").contains("fps=30"));
    assert!(opened("avfoundation").contains("-framerate 30 -i name"));
}

#[test]
fn a_decoder_that_is_not_there_is_named_with_a_remedy() {
    let decoder = Decoder::new(Some("/no/such/decoder".into()));
    let reason = VideoStream::open(&decoder, Input::File("a.mp4".into())).unwrap_err();
    assert!(reason.contains("`/no/such/decoder`"), "{reason}");
    assert!(reason.contains("--ffmpeg"), "{reason}");
}

/// A decoder that is a script: it writes pictures of one pixel, redder and redder.
#[cfg(unix)]
mod scripts {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::thread;
    use std::time::{Duration, Instant};

    use cindyscript_interpreter::Film;
    use cindyscript_interpreter::picture::{Picture, PictureContent};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    struct Script(PathBuf);

    impl Script {
        fn new(name: &str, body: &str) -> Script {
            let folder =
                std::env::temp_dir().join(format!("decoder-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let picture = "picture() { printf 'P7\\nWIDTH 1\\nHEIGHT 1\\nDEPTH 4\\nMAXVAL 255\\n\
                           ENDHDR\\n%b' \"\\0$(printf %o \"$1\")\\0\\0\\0377\"; }";
            let text = format!(
                "#!/bin/sh\nfolder='{}'\n{picture}\n{body}\n",
                folder.display()
            );
            let path = folder.join("decoder");
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            Script(folder)
        }

        fn decoder(&self) -> Decoder {
            Decoder::new(Some(self.0.join("decoder")))
        }

        fn file(&self, name: &str) -> PathBuf {
            self.0.join(name)
        }
    }

    impl Drop for Script {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    const COUNT: &str = "red=0; while [ $red -lt 200 ]; do picture $red; red=$((red + 1)); done";

    fn video() -> Input {
        Input::File("a.mp4".into())
    }

    fn device() -> Input {
        Input::Opened {
            format: "v4l2".to_owned(),
            name: "camera".into(),
        }
    }

    fn red(picture: &Picture) -> u8 {
        let PictureContent::Pixels(pixels) = picture.content() else {
            panic!("no pixels");
        };
        assert_eq!(pixels.size(), [1, 1]);
        pixels.bytes()[0]
    }

    fn until(mut is_so: impl FnMut() -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_so() {
            assert!(Instant::now() < end, "it takes too long");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn a_video_shows_the_picture_that_is_due() {
        let script = Script::new("due", COUNT);
        let stream = VideoStream::open(&script.decoder().patient(), video()).unwrap();
        assert_eq!(red(&stream.first().unwrap()), 0);
        let times = [
            (0.0, 0),
            (0.033, 0),
            (0.034, 1),
            (1.0, 30),
            (1.0, 30),
            (2.5, 75),
        ];
        for (seconds, wanted) in times {
            assert_eq!(red(&stream.at(seconds).unwrap()), wanted, "{seconds} s");
        }
        let same = |a: f64, b: f64| stream.at(a).unwrap().is_same(&stream.at(b).unwrap());
        assert!(same(2.5, 2.51));
        // It begins again.
        assert_eq!(red(&stream.at(0.1).unwrap()), 3);
        // What is no more stays, and nothing is wrong.
        assert_eq!(red(&stream.at(100.0).unwrap()), 199);
        assert_eq!(stream.failure(), None);
    }

    #[test]
    fn a_video_is_decoded_only_a_little_ahead() {
        let body =
            "red=0; while :; do picture 7; red=$((red + 1)); echo $red >\"$folder/count\"; done";
        let script = Script::new("ahead", body);
        let stream = VideoStream::open(&script.decoder(), video()).unwrap();
        assert_eq!(red(&stream.first().unwrap()), 7);
        let count = || -> usize {
            let text = fs::read_to_string(script.file("count")).unwrap_or_default();
            text.trim().parse().unwrap_or(0)
        };
        // The pipe and the buffer behind it hold some of these small pictures, too.
        let mut before = 0;
        until(|| {
            thread::sleep(Duration::from_millis(200));
            let now = count();
            std::mem::replace(&mut before, now) == now && now > 0
        });
        assert!(before < 10_000, "{before} pictures");
    }

    #[test]
    fn of_a_camera_there_is_only_the_newest() {
        let script = Script::new("newest", COUNT);
        let stream = VideoStream::open(&script.decoder(), device()).unwrap();
        until(|| stream.at(0.0).is_some_and(|picture| red(&picture) == 199));
        assert_eq!(red(&stream.at(50.0).unwrap()), 199);
    }

    #[test]
    fn what_it_says_is_the_reason() {
        let check = |name: &str, body: &str, wanted: &str| {
            let script = Script::new(name, body);
            for input in [video(), device()] {
                let stream = VideoStream::open(&script.decoder(), input).unwrap();
                let reason = stream.first().unwrap_err();
                assert!(reason.contains(wanted), "{reason}");
                assert!(stream.is_blind());
                assert_eq!(stream.failure().as_deref(), Some(&*reason));
            }
        };
        check(
            "busy",
            "echo first >&2; echo 'device busy' >&2; exit 1",
            "device busy",
        );
        check(
            "large",
            "echo 'Picture size 16000x16000 exceeds specified max pixel count 5' >&2
            while :; do echo 'and so on' >&2; sleep 0.01; done",
            "8192 × 4320",
        );
        check(
            "memory",
            "while :; do echo 'Error while decoding: Cannot allocate memory' >&2; sleep 0.01; done",
            "too much memory",
        );
        check("silent", "exit 0", "no picture");
        check("noise", "echo nonsense; exec sleep 1000", "PAM");
        check("half", "picture 1 | head -c 48", "incomplete");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn its_memory_is_limited() {
        // What it starts itself, too; the limit comes a moment after the process.
        let body = "while [ \"$(sh -c 'ulimit -v')\" = unlimited ]; do sleep 0.01; done
            [ \"$(sh -c 'ulimit -v')\" -le 4194304 ] && picture 7";
        let script = Script::new("limit", body);
        for input in [video(), device()] {
            let stream = VideoStream::open(&script.decoder(), input).unwrap();
            assert_eq!(red(&stream.first().unwrap()), 7);
        }
        let arguments = arguments(&video());
        assert!(arguments.contains("-max_alloc 536870912 "), "{arguments}");
    }

    #[test]
    fn a_camera_that_stops_says_so() {
        let script = Script::new("stops", "picture 9; echo unplugged >&2; exit 1");
        let stream = VideoStream::open(&script.decoder(), device()).unwrap();
        until(|| stream.at(0.0).is_some() && stream.failure().is_some());
        assert_eq!(red(&stream.at(1.0).unwrap()), 9);
        assert_eq!(stream.failure().as_deref(), Some("unplugged"));
        assert!(!stream.is_blind());
    }

    #[test]
    fn nobody_waits_in_a_frame() {
        let script = Script::new("slow", "exec sleep 1000");
        let began = Instant::now();
        for input in [video(), device()] {
            let stream = VideoStream::open(&script.decoder(), input).unwrap();
            assert!(stream.at(0.0).is_none());
            assert!(stream.at(3.0).is_none());
        }
        // Far less than the script takes.
        assert!(began.elapsed() < Duration::from_secs(500));
    }

    #[test]
    fn it_ends_when_nobody_looks_any_more() {
        let body = "echo $$ >\"$folder/process\"; while :; do picture 1; done";
        for (name, input) in [("looks-video", video()), ("looks-device", device())] {
            let script = Script::new(name, body);
            let stream = VideoStream::open(&script.decoder(), input).unwrap();
            stream.first().unwrap();
            let process = fs::read_to_string(script.file("process")).unwrap();
            let runs = || is_there(process.trim());
            drop(stream);
            until(|| !runs());
        }
    }

    fn is_there(process: &str) -> bool {
        let asked = std::process::Command::new("sh")
            .args(["-c", &format!("kill -0 {process} 2>/dev/null")])
            .status();
        asked.unwrap().success()
    }
}
