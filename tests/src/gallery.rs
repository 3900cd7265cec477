//! A folder of CindyJS's examples, painted by CindyJS and by the preview at the same frames.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs, thread};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value as Json;

use crate::folders::wanted;
use crate::picture::{Picture, Rectangle};
use crate::programs::Program;

/// Where the pointer goes after the first frame, as the oracle does it.
const POINTER: &str = "0.56,0.61";
/// The last frame, unless CindyJS is too slow to reach it or the page comes to rest before.
const LAST_FRAME: &str = "10";

/// Which pages, and how they are painted.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The folder below the checkout of CindyJS.
    pub folder: &'a str,
    /// Where the pictures go.
    pub out: &'a Path,
    /// Canvases with a longer side, in pixels, are painted smaller; 0 for none.
    pub longest_side: u32,
    /// Pages with another longest side.
    pub other_sides: &'a [(&'a str, u32)],
    /// Pages that are shown to both with some of their text replaced.
    pub replaced: &'a [Replaced<'a>],
    /// Pages that CindyJS paints wrongly, and what stands in copies of them instead, in which a
    /// script of the browser mends that.
    pub mended: &'a [Replaced<'a>],
    /// Pages with few things at random places, and how often they are painted with other random
    /// numbers: these pictures are put below each other.
    pub draws: &'a [(&'a str, u32)],
    /// Programs that run at the same time.
    pub at_once: usize,
    /// No page takes longer.
    pub patience: Duration,
}

impl Plan<'_> {
    fn longest_side_of(&self, page: &str) -> u32 {
        let mut others = self.other_sides.iter();
        let other = others.find(|(name, _)| *name == page);
        other.map_or(self.longest_side, |(_, longest_side)| *longest_side)
    }
}

/// A page of which some text is replaced.
#[derive(Clone, Copy, Debug)]
pub struct Replaced<'a> {
    /// Its name.
    pub page: &'a str,
    /// What stands in it, once, and what comes there instead.
    pub texts: &'a [(&'a str, &'a str)],
}

/// A page of the folder.
#[derive(Clone, Debug)]
pub struct Page {
    /// Its name without the ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// What it says.
    pub text: String,
    /// Copies that draw other random numbers.
    pub draws: Vec<Page>,
    /// A copy in which a fault of CindyJS is mended.
    pub mended: Option<Box<Page>>,
}

impl Page {
    /// A copy in a folder, in which a script for the start begins with this.
    fn beginning_with(&self, code: &str, name: String, folder: &Path) -> Result<Page> {
        let mut text = self.text.clone();
        let id = text
            .find("id=\"csinit\"")
            .context("no script for the start")?;
        let end = text[id..].find('>').context("a script without text")?;
        text.insert_str(id + end + 1, code);
        self.copy(text, name, folder)
    }

    /// A copy in a folder, in which other text stands.
    fn with_texts(&self, texts: &[(&str, &str)], name: String, folder: &Path) -> Result<Page> {
        let mut text = self.text.clone();
        for (old, new) in texts {
            let found = text.matches(old).count();
            ensure!(found == 1, "{} has {old:?} {found} times", self.name);
            text = text.replacen(old, new, 1);
        }
        self.copy(text, name, folder)
    }

    /// Writes a copy with another text into a folder, and the files beside the page that it names.
    fn copy(&self, text: String, name: String, folder: &Path) -> Result<Page> {
        fs::create_dir_all(folder)?;
        for entry in fs::read_dir(self.path.parent().context("a page without a folder")?)? {
            let file = entry?.path();
            let beside = file.file_name().and_then(|name| name.to_str());
            let quoted = |name: &str| text.contains(&format!("\"{name}\""));
            if let Some(name) = beside.filter(|name| quoted(name)) {
                fs::copy(&file, folder.join(name))?;
            }
        }
        let path = folder.join(format!("{name}.html"));
        // Newer than CindyJS's picture only if it has changed.
        if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
            fs::write(&path, &text)?;
        }
        Ok(Page {
            name,
            path,
            text,
            draws: Vec::new(),
            mended: None,
        })
    }

    /// The page and its copies.
    fn and_copies(&self) -> impl Iterator<Item = &Page> {
        let copies = self.draws.iter().chain(self.mended.as_deref());
        copies.chain([self])
    }

    /// Whether it shows what a camera sees, or images from files. When these have come depends on
    /// the browser and the machine.
    fn has_to_wait(&self) -> bool {
        let code: String = self.text.split_whitespace().collect();
        let code = code.to_lowercase();
        ["cameravideo(", "images:{", "loadimage(", "playvideo("]
            .iter()
            .any(|word| code.contains(word))
    }
}

/// What a page looks like.
#[derive(Clone, Debug)]
pub enum Sight {
    /// CindyJS paints nothing; what the oracle says instead.
    Nothing(String),
    /// Both paint.
    Frames {
        /// The first frame, unless something has yet to come, and the last that CindyJS painted, if
        /// that is another picture.
        frames: Vec<Frame>,
        /// What only the preview complains of.
        errors: Vec<String>,
    },
}

impl Sight {
    /// Puts the pictures of another sight below these.
    fn put_below(&mut self, other: Sight) -> Result<()> {
        match (&mut *self, other) {
            (
                Sight::Frames { frames, errors },
                Sight::Frames {
                    frames: others,
                    errors: more,
                },
            ) if frames.len() == others.len() => {
                errors.extend(more);
                for (frame, below) in frames.iter_mut().zip(others) {
                    let (_, height) = frame.ours.size();
                    let texts = below.texts.iter().map(|text| text.lowered(height as f64));
                    frame.texts.extend(texts);
                    frame.ours.put_below(&below.ours)?;
                    frame.theirs.put_below(&below.theirs)?;
                }
                Ok(())
            }
            _ => bail!("other random numbers make another number of pictures"),
        }
    }
}

/// Two pictures of the same frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which, from 1.
    pub number: u32,
    /// The preview's picture.
    pub ours: Picture,
    /// CindyJS's picture.
    pub theirs: Picture,
    /// Where text is: fonts differ.
    pub texts: Vec<Rectangle>,
}

/// The preview was still painting after so many seconds.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("still running after {0} s")]
pub struct TooSlow(pub u64);

/// The pages of a plan, painted by CindyJS.
#[derive(Debug)]
pub struct Gallery<'a> {
    plan: Plan<'a>,
    preview: PathBuf,
    pages: Vec<Page>,
    options: Vec<OsString>,
}

impl<'a> Gallery<'a> {
    /// Has CindyJS paint those pages that it has not painted before. `filters` are parts of names:
    /// where there are any, only such pages are taken.
    ///
    /// # Errors
    /// There are no such pages, no preview, or the oracle cannot be run.
    pub fn open(
        plan: Plan<'a>,
        cindyjs: &Path,
        oracle: &Path,
        filters: &[String],
    ) -> Result<Gallery<'a>> {
        let preview = Program::Preview.path().map_err(anyhow::Error::msg)?;
        let mut pages = pages(&cindyjs.join(plan.folder), filters)?;
        let copies = plan.out.join("copies");
        for page in &mut pages {
            if let Some(texts) = texts_for(page, plan.replaced) {
                *page = page.with_texts(texts, page.name.clone(), &copies)?;
            }
            if let Some(texts) = texts_for(page, plan.mended) {
                let mended = page.with_texts(texts, format!("{}.mended", page.name), &copies)?;
                page.mended = Some(Box::new(mended));
            }
            let draws = plan.draws.iter().find(|(name, _)| *name == page.name);
            for draw in 1..draws.map_or(0, |(_, draws)| *draws) {
                // Some for the pixels and some for the scripts.
                let code = format!(
                    "createimage(\"draws\", 1, 1); \
                     repeat({draw}, random(); colorplot(\"draws\", random()));"
                );
                let name = format!("{}.{draw}", page.name);
                page.draws.push(page.beginning_with(&code, name, &copies)?);
            }
        }
        let gallery = Gallery {
            plan,
            preview,
            pages,
            options: Vec::new(),
        };
        let theirs = gallery.theirs();
        fs::create_dir_all(&theirs)?;
        let mut missing: BTreeMap<(u32, &Path), Vec<&Path>> = BTreeMap::new();
        let all = gallery.pages.iter();
        for page in all.flat_map(Page::and_copies) {
            let is_copy = page.path.starts_with(&copies);
            let painted = modified(&theirs.join(format!("{}.json", page.name)));
            if painted.is_none() || is_copy && painted < modified(&page.path) {
                let root = if is_copy { copies.as_path() } else { cindyjs };
                let longest_side = plan.longest_side_of(&page.name);
                let pages = missing.entry((longest_side, root)).or_default();
                pages.push(&page.path);
            }
        }
        for ((longest_side, root), pages) in missing {
            for pages in pages.chunks(12) {
                paint_theirs(longest_side, oracle, root, &theirs, pages)?;
            }
        }
        Ok(gallery)
    }

    /// More options for the preview.
    pub fn add_options(&mut self, options: impl IntoIterator<Item = OsString>) {
        self.options.extend(options);
    }

    /// The pages, by name.
    #[must_use]
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Looks at all pages, several at a time; what was seen, by name.
    pub fn each<R: Send>(&self, look: impl Fn(&Page) -> R + Sync) -> BTreeMap<String, R> {
        let next = AtomicUsize::new(0);
        let seen = Mutex::new(BTreeMap::new());
        thread::scope(|scope| {
            for _ in 0..self.plan.at_once {
                scope.spawn(|| {
                    while let Some(page) = self.pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let result = look(page);
                        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                        seen.insert(page.name.clone(), result);
                    }
                });
            }
        });
        seen.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Paints a page at the frames that CindyJS has painted.
    ///
    /// # Errors
    /// The preview takes too long, or paints nothing.
    pub fn look(&self, page: &Page) -> Result<Sight> {
        let mut sight = self.look_once(page)?;
        for draw in &page.draws {
            sight.put_below(self.look_once(draw)?)?;
        }
        Ok(sight)
    }

    fn look_once(&self, page: &Page) -> Result<Sight> {
        let theirs = self.theirs();
        let name = &page.name;
        let said: Json = serde_json::from_slice(&fs::read(theirs.join(format!("{name}.json")))?)?;
        let status = said["status"].as_str().unwrap_or("error");
        if !matches!(status, "ok" | "ok+errors") {
            return Ok(Sight::Nothing(status.to_owned()));
        }
        let last = said["frame"].as_u64().unwrap_or(1) as u32;
        let mut wanted = vec![(last, theirs.join(format!("{name}.png")))];
        let first = theirs.join(format!("{name}.f1.png"));
        if first.is_file() && !page.has_to_wait() {
            wanted.insert(0, (1, first));
        }
        let faultless = said["errors"].as_array().is_none_or(Vec::is_empty);
        let moved = said["mouse"].is_array();
        let begin = Instant::now();
        let (mut frames, mut errors) = (Vec::new(), Vec::new());
        for (number, theirs) in wanted {
            let theirs = Picture::open(&theirs)?;
            let png = self.plan.out.join(format!("{name}.f{number}.png"));
            let mut command = Command::new(&self.preview);
            command
                .args(["render", "--json", "--bare", "--background", "white"])
                .args(["--frame", &number.to_string()]);
            // Many pages leave the size to the browser's layout.
            let (width, height) = theirs.size();
            command.args(["--fill", "--size", &format!("{width}x{height}")]);
            if moved {
                command.args(["--mouse", POINTER]);
            }
            command.args(&self.options);
            command.arg("--png").arg(&png).arg(&page.path);
            let left = self.plan.patience.saturating_sub(begin.elapsed());
            let receipt = receipt(&mut command, left)?;
            let said = receipt["errors"].as_array().cloned().unwrap_or_default();
            if faultless {
                errors.extend(said.iter().filter_map(Json::as_str).map(str::to_owned));
            }
            let texts = receipt["texts"].as_array().cloned().unwrap_or_default();
            frames.push(Frame {
                number,
                ours: Picture::open(&png)?,
                theirs,
                texts: texts.iter().filter_map(rectangle).collect(),
            });
        }
        errors.dedup();
        Ok(Sight::Frames { frames, errors })
    }

    /// Where CindyJS's pictures are.
    fn theirs(&self) -> PathBuf {
        self.plan.out.join("cindyjs")
    }
}

/// The `main` of a test that wants a checkout of CindyJS and the oracle: it fails where `run`, which
/// gets their folders, goes wrong or is not content, and says so where they are not named.
#[must_use]
pub fn run_with_cindyjs(what: &str, run: fn(&Path, &Path) -> Result<bool>) -> ExitCode {
    let Some([cindyjs, oracle]) = wanted(what, ["CINDYJS_DIR", "CINDYJS_ORACLE"]) else {
        return ExitCode::SUCCESS;
    };
    match run(&cindyjs, &oracle) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            drop(writeln!(stderr(), "{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// The arguments of this process that are parts of names.
#[must_use]
pub fn filters() -> Vec<String> {
    env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect()
}

/// When a file was written, if there is one.
fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|file| file.modified()).ok()
}

/// What is replaced in a page.
fn texts_for<'a>(page: &Page, replaced: &'a [Replaced<'a>]) -> Option<&'a [(&'a str, &'a str)]> {
    let mut replaced = replaced.iter();
    let found = replaced.find(|replaced| replaced.page == page.name)?;
    Some(found.texts)
}

/// The pages of a folder whose names have one of these parts; all if there are none.
fn pages(folder: &Path, filters: &[String]) -> Result<Vec<Page>> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let Some(name) = path.file_stem().and_then(|name| name.to_str()) else {
            continue;
        };
        let wanted = filters.is_empty() || filters.iter().any(|filter| name.contains(filter));
        let is_page = path.extension().is_some_and(|ending| ending == "html");
        if wanted && is_page {
            pages.push(Page {
                name: name.to_owned(),
                text: String::from_utf8_lossy(&fs::read(&path)?).into_owned(),
                path,
                draws: Vec::new(),
                mended: None,
            });
        }
    }
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    ensure!(!pages.is_empty(), "no examples in {}", folder.display());
    Ok(pages)
}

/// Has CindyJS paint pages into a folder, canvases with a longer side smaller unless that is 0.
///
/// # Errors
/// The oracle cannot be run.
pub fn paint_theirs(
    longest_side: u32,
    oracle: &Path,
    root: &Path,
    out: &Path,
    pages: &[&Path],
) -> Result<()> {
    let status = Command::new("node")
        .arg("render.mjs")
        .arg("--out")
        .arg(out)
        .arg("--root")
        .arg(root)
        .args(["--frames", LAST_FRAME, "--budget", "5000", "--perf", "0"])
        .args(["--size-limit", &longest_side.to_string()])
        .args(pages)
        .current_dir(oracle)
        .stdout(Stdio::null())
        .status()
        .context("node does not start")?;
    ensure!(status.success(), "the oracle failed");
    Ok(())
}

/// `[left, top, width, height]` in pixels, and a margin: another font is wider.
fn rectangle(text: &Json) -> Option<Rectangle> {
    let number = |index: usize| text.get(index)?.as_f64();
    let (left, top, width, height) = (number(0)?, number(1)?, number(2)?, number(3)?);
    let margin = 0.5 * width.min(height);
    Some(Rectangle {
        left: left - margin,
        top: top - margin,
        right: left + 1.2 * width + margin,
        bottom: top + height + margin,
    })
}

/// What the preview says about a picture; an error if it takes too long.
fn receipt(command: &mut Command, patience: Duration) -> Result<Json> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut stdout = child.stdout.take().context("no standard output")?;
    let reader = thread::spawn(move || {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut stdout, &mut text).map(|_| text)
    });
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        if begin.elapsed() > patience {
            child.kill()?;
            child.wait()?;
            return Err(TooSlow(begin.elapsed().as_secs()).into());
        }
        thread::sleep(Duration::from_millis(5));
    }
    let text = reader.join().map_err(|_| anyhow::anyhow!("unreadable"))??;
    serde_json::from_str(&text).with_context(|| format!("it says {text:?}"))
}
