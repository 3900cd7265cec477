//! The sound of the window, as a server of PulseAudio gets it.

use std::io::Read;
use std::process::{Child, ChildStdout, Stdio};

use super::*;

/// Samples in a second.
const RATE: usize = 44_100;

/// A process that ends with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// A program in surroundings of its own.
fn program(name: impl AsRef<std::ffi::OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(name);
    for variable in ["XDG_RUNTIME_DIR", "HOME", "XDG_STATE_HOME"] {
        command.env(variable, folder);
    }
    for variable in ["PULSE_SERVER", "PULSE_RUNTIME_PATH", "WAYLAND_DISPLAY"] {
        command.env_remove(variable);
    }
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Starts a server whose only device is a memory, in which `parec` hears what is played.
fn server(folder: &Path) -> Killed {
    let mut command = program("pulseaudio", folder);
    command.args([
        "-n",
        "--daemonize=no",
        "--use-pid-file=no",
        "--exit-idle-time=-1",
    ]);
    command.args(["-L", "module-native-protocol-unix"]);
    command.args(["-L", "module-null-sink sink_name=memory"]);
    let server = Killed(command.spawn().unwrap());
    let end = Instant::now() + PATIENCE;
    while !folder.join("pulse/native").exists() {
        assert!(Instant::now() < end, "the server does not start");
        sleep(Duration::from_millis(20));
    }
    server
}

/// A tenth of a second of what is played.
fn next(heard: &mut ChildStdout) -> Vec<f32> {
    let mut bytes = vec![0; RATE / 10 * 4];
    heard.read_exact(&mut bytes).unwrap();
    let (samples, _) = bytes.as_chunks::<4>();
    samples.iter().copied().map(f32::from_le_bytes).collect()
}

/// Waits for a tenth of a second with a sound. A busy machine may make gaps before.
fn wait_for(what: &str, heard: &mut ChildStdout, is_it: impl Fn(&[f32]) -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is_it(&next(heard)) {
        assert!(Instant::now() < end, "{what}: not heard");
    }
}

fn peak(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |peak, it| it.abs().max(peak))
}

/// True for a tone of 441 Hz without a gap, half as loud as possible.
fn is_tone(samples: &[f32]) -> bool {
    let pairs = || samples.windows(2).map(|pair| [pair[0], pair[1]]);
    let rises = pairs().filter(|[a, b]| *a < 0.0 && *b >= 0.0).count();
    let steepest = pairs().fold(0.0, |steepest: f32, [a, b]| steepest.max((b - a).abs()));
    (0.49..0.51).contains(&peak(samples)) && (43..=45).contains(&rises) && steepest < 0.04
}

#[test]
fn tones_reach_the_server_and_an_edit_ends_them() {
    if !has_screen() {
        return;
    }
    let has = |name: &str| Command::new(name).arg("--version").output().is_ok();
    if !has("pulseaudio") || !has("parec") {
        return lacking("the sound of the window", "pulseaudio is not installed");
    }
    let folder = std::env::temp_dir().join(format!("window-sound-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let _server = server(&folder);
    let mut listener = program("parec", &folder);
    listener.args(["-d", "memory.monitor", "--format=float32le", "--channels=1"]);
    listener
        .args(["--rate=44100", "--latency-msec=50"])
        .stdout(Stdio::piped());
    let mut listener = Killed(listener.spawn().unwrap());
    let mut heard = listener.0.stdout.take().unwrap();
    let page = folder.join("tone.html");
    let write = |init: &str| {
        let script = format!(r#"<script id="csinit" type="text/x-cindyscript">{init}</script>"#);
        let applet = r#"<div id="CSCanvas"></div><script>CindyJS({scripts: "cs*",
            ports: [{id: "CSCanvas", width: 200, height: 200}]});</script>"#;
        fs::write(&page, script + applet).unwrap();
    };
    write("playsin(441, duration -> -1, harmonics -> [0.5]);");
    let display = Display::start().unwrap();
    let mut preview = program(Program::Preview.path().unwrap(), &folder);
    preview.arg(&page).env("DISPLAY", display.name());
    let _preview = Killed(preview.spawn().unwrap());
    wait_for("the tone", &mut heard, is_tone);
    write("x = 1;");
    wait_for("silence", &mut heard, |samples| peak(samples) < 1e-3);
    fs::remove_dir_all(&folder).unwrap();
}
