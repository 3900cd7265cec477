#![allow(clippy::unwrap_used)]

use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use cindyscript_applet::TextRange;
use cindyscript_ide::code_actions::FileEdit;
use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::source::{Earlier, EarlierParts};

use super::*;
use crate::picture_file::write_png;
use crate::status::Status;

/// A text with this in it makes the worker panic.
pub(super) const FAULT: &str = "// fail here";

fn text(version: Version, text: &str) -> ReceivedText {
    let path = "a.cindyscript".to_owned();
    ReceivedText {
        path,
        text: text.to_owned(),
        version,
        arrived: Instant::now(),
    }
}

/// A worker, and what waits for what comes of its work.
fn started() -> (Worker, impl Fn() -> CompileOutcome) {
    let (sender, outcomes) = mpsc::channel();
    let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
    let next = move || outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
    (worker, next)
}

#[test]
fn broken_versions_leave_the_last_good_one() {
    let (worker, next) = started();
    worker.read(text(1, "colorplot(|#|);"));
    worker.use_gpu(None);
    assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == 1));
    worker.read(text(2, "colorplot(|#|"));
    assert!(matches!(next(), CompileOutcome::Broken(source) if source.version == 2));
    worker.read(text(3, "colorplot(|#|/2);"));
    assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == 3));
}

#[test]
fn only_the_script_that_is_broken_stays_behind() {
    let (worker, next) = started();
    worker.use_gpu(None);
    let all = |init: &str, draw: &str| format!("// %% init\n{init}\n// %% draw\n{draw}\n");
    let played = |version: Version| match next() {
        CompileOutcome::Compiled(compiled) => {
            assert_eq!(compiled.source.version, version);
            let scripts = &compiled.source.applet().unwrap().scripts;
            let texts = scripts.iter().map(|script| script.source.text().trim());
            let texts = texts.map(str::to_owned).collect::<Vec<_>>();
            (texts, compiled.source.earlier())
        }
        other => panic!("{other:?}"),
    };
    let texts = |init: &str, draw: &str| vec![init.to_owned(), draw.to_owned()];
    let draw = Earlier::Parts(EarlierParts {
        scripts: vec!["draw".to_owned()],
        ..EarlierParts::default()
    });
    worker.read(text(1, &all("a = 1;", "colorplot(a);")));
    assert_eq!(
        played(1),
        (texts("a = 1;", "colorplot(a);"), Earlier::Nothing)
    );
    // Nothing else has changed: what plays goes on.
    worker.read(text(2, &all("a = 1;", "colorplot(a;")));
    assert!(matches!(next(), CompileOutcome::Broken(source) if source.earlier() == draw));
    worker.read(text(3, &all("a = 0.5;", "colorplot(a;")));
    assert_eq!(played(3), (texts("a = 0.5;", "colorplot(a);"), draw));
    worker.read(text(4, &all("a = 0.5;", "colorplot(a / 2);")));
    let whole = texts("a = 0.5;", "colorplot(a / 2);");
    assert_eq!(played(4), (whole, Earlier::Nothing));
}

#[test]
fn only_the_colorplot_that_is_broken_stays_behind() {
    let (worker, next) = started();
    worker.use_gpu(None);
    let all =
        |left: &str, right: &str| text(0, &format!("colorplot({left});\ncolorplot({right});\n"));
    let played = || match next() {
        CompileOutcome::Compiled(compiled) => {
            (compiled.source.played_text(), compiled.source.earlier())
        }
        other => panic!("{other:?}"),
    };
    let first = Earlier::Parts(EarlierParts {
        statements: vec![1],
        ..EarlierParts::default()
    });
    worker.read(all("#.x", "#.y"));
    assert_eq!(played().1, Earlier::Nothing);
    worker.read(all("(#.x", "#.y"));
    assert!(matches!(next(), CompileOutcome::Broken(source) if source.earlier() == first));
    worker.read(all("(#.x", "1"));
    assert_eq!(played(), (all("#.x", "1").text, first));
    worker.read(all("2", "1"));
    assert_eq!(played(), (all("2", "1").text, Earlier::Nothing));
}

#[test]
fn undefined_name_leaves_the_last_good_colorplot_until_it_is_forgotten() {
    let (worker, next) = started();
    worker.use_gpu(None);
    let all =
        |left: &str, right: &str| text(0, &format!("colorplot({left});\ncolorplot({right});\n"));
    let played = || match next() {
        CompileOutcome::Compiled(compiled) => compiled.source,
        other => panic!("{other:?}"),
    };
    worker.read(all("#.x", "#.y"));
    played();
    for broken in ["nosuch*#.x", "wav(#.x)"] {
        worker.read(all(broken, "#.y"));
        let CompileOutcome::Broken(source) = next() else {
            panic!("{broken}");
        };
        let said = Status::of_unreadable(&source);
        assert!(said.first.starts_with("line 1: "), "{said:?}");
        let earlier = "the statement in line 1 is of an earlier version";
        assert_eq!(said.remark().as_deref(), Some(earlier));
    }
    worker.read(all("wav(#.x)", "1"));
    assert_eq!(played().played_text(), all("#.x", "1").text);
    worker.forget();
    let fresh = played();
    assert_eq!(fresh.played_text(), all("wav(#.x)", "1").text);
    assert_eq!(fresh.earlier(), Earlier::Nothing);
    // A text without mistakes has nothing to forget: the next one keeps it.
    worker.read(all("#.x", "1"));
    played();
    worker.forget();
    worker.read(all("wav(#.x)", "1"));
    assert!(matches!(next(), CompileOutcome::Broken(source) if !source.kept.is_empty()));
}

#[test]
fn a_page_whose_scripts_are_not_known_stays_behind() {
    let (worker, next) = started();
    worker.use_gpu(None);
    let page = |version, page: &str| ReceivedText {
        path: "p.html".to_owned(),
        ..text(version, page)
    };
    let good = "<canvas id=c></canvas><script id=csdraw type=text/x-cindyscript>draw([1, 0])\
         </script><script>CindyJS({scripts: \"cs*\", ports: [{id: \"c\"}]});</script>";
    worker.read(page(1, good));
    assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == 1));
    for (version, broken) in [
        (2, good.replace("});", "}")),
        (3, good.trim_end_matches("</script>").to_owned()),
        // Its call is half-typed, and still is.
        (4, good.replace("CindyJS(", "Cindy(")),
        (
            5,
            good.replace("CindyJS(", "Cindy(").replace("1, 0", "2, 0"),
        ),
    ] {
        worker.read(page(version, &broken));
        let CompileOutcome::Broken(source) = next() else {
            panic!("{broken}");
        };
        assert!(source.version == version && source.kept.is_empty());
    }
    worker.read(page(6, good));
    assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == 6));
}

#[test]
fn a_page_that_never_had_a_call_is_played_as_far_as_it_goes() {
    let (worker, next) = started();
    worker.use_gpu(None);
    for version in 1..=2 {
        let page =
            format!("<script id=csdraw type=text/x-cindyscript>draw([{version}, 0])</script>");
        worker.read(ReceivedText {
            path: "p.html".to_owned(),
            ..text(version, &page)
        });
        assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == version));
    }
}

#[test]
fn drafts_are_compiled_of_the_newest_text_alone() {
    let (sender, outcomes) = mpsc::channel();
    let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
    let next = || match outcomes.recv_timeout(Duration::from_secs(60)).unwrap() {
        CompileOutcome::Compiled(compiled) => compiled.source,
        other => panic!("{other:?}"),
    };
    let draft = |base: &Source, new: &str| Draft {
        base: base.clone(),
        edits: vec![FileEdit {
            range: TextRange::new(4.into(), 5.into()),
            text: new.to_owned(),
        }],
        made: Instant::now(),
    };
    worker.use_gpu(None);
    worker.read(text(1, "a = 1; colorplot(a);"));
    let first = next();
    worker.set(draft(&first, "0.25"));
    let set = next();
    assert_eq!(set.document.text(), "a = 0.25; colorplot(a);");
    assert!(set.is_draft && set.version == 1);
    // Nothing is set in the text: it is the editor's.
    let edits = Vec::new();
    worker.set(Draft {
        edits,
        ..draft(&first, "")
    });
    let back = next();
    assert!(!back.is_draft && back.document.text() == first.document.text());
    // Of older texts, and while another one waits.
    worker.set(draft(&first, "7"));
    worker.read(text(2, "a = 2; colorplot(a);"));
    worker.set(draft(&back, "8"));
    let second = next();
    assert_eq!((second.version, second.is_draft), (2, false));
    worker.set(draft(&back, "9"));
    worker.set(draft(&second, "3"));
    assert_eq!(next().document.text(), "a = 3; colorplot(a);");
}

#[test]
fn what_is_dropped_upon_an_image_is_shown_in_this_version_and_the_next() {
    let folder = std::env::temp_dir().join(format!("exchanged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, side) in [("a.png", 2), ("b.png", 3)] {
        let file = std::fs::File::create(folder.join(name)).unwrap();
        write_png(&Bitmap::new([0, 0], [side; 2]), file).unwrap();
    }
    let page = |version| ReceivedText {
        path: folder.join("p.html").display().to_string(),
        text: format!(
            "<canvas id=c></canvas><script id=csdraw type=text/x-cindyscript>{version}; \
             colorplot(imagergb(\"i\", #));</script><script>CindyJS({{scripts: \"cs*\", \
             ports: [{{id: \"c\"}}], images: {{i: \"a.png\"}}}});</script>"
        ),
        version,
        arrived: Instant::now(),
    };
    let (worker, next) = started();
    let side = || match next() {
        CompileOutcome::Compiled(made) => {
            (made.source.version, made.source.images[0].picture.size())
        }
        other => panic!("{other:?}"),
    };
    let told = || match next() {
        CompileOutcome::Exchanged(told) => told,
        other => panic!("{other:?}"),
    };
    worker.use_gpu(None);
    worker.read(page(1));
    assert_eq!(side(), (1, [2, 2]));
    let replace = |name: &str| Exchange::Replace("i".to_owned(), folder.join(name));
    worker.exchange(replace("b.png"));
    assert_eq!(told(), "b.png is shown for i; b takes it back");
    assert_eq!(side(), (1, [3, 3]));
    worker.read(page(2));
    assert_eq!(side(), (2, [3, 3]));
    worker.exchange(replace("none.png"));
    assert!(told().starts_with("`none.png`: cannot be read"));
    // One that begins as an image and goes on as nothing.
    let mut broken = std::fs::read(folder.join("b.png")).unwrap();
    broken.truncate(40);
    std::fs::write(folder.join("broken.png"), broken).unwrap();
    worker.exchange(replace("broken.png"));
    let said = told();
    assert!(
        said.starts_with("`broken.png`: ") && said.ends_with("; the image stays"),
        "{said}"
    );
    worker.exchange(Exchange::TakeBack);
    told();
    assert_eq!(side(), (2, [2, 2]));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn another_applet_of_the_page_is_shown_in_this_version_and_the_next() {
    let page = |version| ReceivedText {
        text: ["one", "two"]
            .map(|name| {
                format!(
                    "<canvas id={name}></canvas><script id={name}draw \
                     type=text/x-cindyscript>draw([{version}, 0])</script>\
                     <script>CindyJS({{scripts: \"{name}*\", ports: [{{id: \"{name}\"}}], \
                     geometry: [{{name: \"{name}\", type: \"Free\"}}]}});</script>"
                )
            })
            .concat(),
        path: "p.html".to_owned(),
        ..text(version, "")
    };
    let (sender, outcomes) = mpsc::channel();
    let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
    let shown = || match outcomes.recv_timeout(Duration::from_secs(60)).unwrap() {
        CompileOutcome::Compiled(made) => {
            let name = made.source.applet().unwrap().geometry[0].name.clone();
            (made.source.version, name, made.source.shown_of_all())
        }
        other => panic!("{other:?}"),
    };
    worker.use_gpu(None);
    worker.read(page(1));
    assert_eq!(shown(), (1, "one".to_owned(), (0, 2)));
    worker.choose_applet(1);
    assert_eq!(shown(), (1, "two".to_owned(), (1, 2)));
    worker.read(page(2));
    assert_eq!(shown(), (2, "two".to_owned(), (1, 2)));
    // Where there are fewer, the last is shown.
    worker.read(text(3, "draw([0, 0])"));
    worker.choose_applet(0);
    let outcome = outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(
        matches!(outcome, CompileOutcome::Compiled(made) if made.source.shown_of_all() == (0, 1))
    );
}

#[test]
fn after_a_panic_the_next_version_is_compiled() {
    let (worker, next) = started();
    worker.use_gpu(None);
    for version in [1, 3] {
        worker.read(text(version, "colorplot(|#|);"));
        assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == version));
        worker.read(text(version + 1, &format!("colorplot(|#|); {FAULT}")));
        let CompileOutcome::Crashed(crashed, message) = next() else {
            panic!("not told");
        };
        assert_eq!(crashed, Some(version + 1));
        assert!(message.contains("as the test wants it"), "{message}");
    }
}

#[test]
fn without_its_thread_the_preview_leaves_and_says_so() {
    let inside = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "worker::tests::a_thread_that_goes", "--ignored"])
        .arg("--nocapture")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&inside.stderr);
    assert_eq!(inside.status.code(), Some(70), "{said}");
    let told = "the compiler is gone, so the window closes. Open it again.";
    assert!(said.contains(told), "{said}");
}

#[test]
#[ignore = "the other test runs it, in a process of its own"]
fn a_thread_that_goes() {
    let worker = Worker::start(|outcome| panic!("nobody takes {outcome:?}"));
    worker.use_gpu(None);
    worker.read(text(1, "colorplot(|#|);"));
    thread::sleep(Duration::from_secs(60));
}

#[test]
fn what_runs_although_it_is_wrong_is_played_whatever_was_there_before() {
    let (worker, next) = started();
    worker.use_gpu(None);
    let texts = [
        "r = 0.5; colorplot(|#| - r);",
        "l = [1, 2, 3]; m = l_5; r = 0.5; colorplot(|#| - r);",
        "l = [1, 2, 3]; m = l_5; r = 0.1; println(nowhere); colorplot(|#| - r);",
        "nowhere; draw(\"a\"); colorplot(|#|);",
    ];
    for (place, wrong) in texts.iter().enumerate() {
        let version = place as Version + 1;
        worker.read(text(version, wrong));
        assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == version));
    }
    // A colorplot that cannot be compiled is no such thing.
    worker.read(text(8, "nowhere; draw(\"a\"); colorplot(\"a\");"));
    assert!(matches!(next(), CompileOutcome::Broken(source) if source.version == 8));
    // One that cannot be read waits for the next that can, whatever has been wrong before.
    worker.read(text(9, "nowhere; draw(\"a\"); colorplot(|#|;"));
    assert!(matches!(next(), CompileOutcome::Broken(source) if source.version == 9));
    worker.read(text(10, "r = 0.1; nowhere;"));
    assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == 10));
}

#[test]
fn what_cannot_be_read_is_replaced_by_the_next_where_nothing_better_was_there() {
    let (worker, next) = started();
    worker.use_gpu(None);
    for version in 1..=2 {
        worker.read(text(version, &"f(;".repeat(version as usize)));
        assert!(matches!(next(), CompileOutcome::Compiled(c) if c.source.version == version));
    }
}

#[test]
fn a_first_version_is_played_in_spite_of_errors() {
    let (sender, outcomes) = mpsc::channel();
    let worker = Worker::start(move |outcome| drop(sender.send(outcome)));
    worker.use_gpu(None);
    worker.read(text(1, "colorplot(|#|; colorplot("));
    let outcome = outcomes.recv_timeout(Duration::from_secs(60)).unwrap();
    assert!(matches!(outcome, CompileOutcome::Compiled(_)));
}

#[test]
fn newer_text_does_not_wait_for_a_device_that_hangs() {
    let Some(gpu) = Gpu::headless().ok().filter(Gpu::is_software) else {
        cindyscript_tests::lacking("a device that hangs", "no software Vulkan");
        return;
    };
    let (worker, next) = started();
    gpu.hang();
    worker.use_gpu(Some(gpu));
    worker.read(text(1, "colorplot(#.x);"));
    while worker.mailbox.peek(|work| work.is_some()) {
        thread::yield_now();
    }
    worker.read(text(2, "colorplot(#.y);"));
    let failed = next();
    assert!(matches!(
        failed,
        CompileOutcome::Failed(GpuError::GivenUp, Some(_))
    ));
    worker.use_gpu(Gpu::headless().ok());
    let shown = next();
    assert!(matches!(shown, CompileOutcome::Compiled(compiled) if compiled.source.version == 2));
}
