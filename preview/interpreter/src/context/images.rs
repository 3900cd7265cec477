//! The images of an applet, by name.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::context::draw::weight;
use crate::context::film::{Film, Reel};
use crate::context::host::Host;
use crate::context::image_memory::{IMAGE_BUDGET, canvas_bytes, file_bytes};
use crate::context::page_image::PageImage;
use crate::display::Drawing;
use crate::display::picture::Picture;

/// A picture drawn upon more than this is painted at the end of the frame, seen or not: what it is
/// made of must not grow from frame to frame.
const MAX_UNPAINTED: usize = 100_000;

/// The images of an applet. What a name means can change: pictures cannot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Images {
    by_name: FxHashMap<SmolStr, Image>,
    /// The names, in the order in which they came.
    names: Vec<SmolStr>,
    /// The memory that all of them take, in bytes.
    bytes: u64,
    /// How often a colorplot has been painted into one.
    plots: u32,
    /// Films that will be there from the frame on after there is something to see.
    coming: Vec<(SmolStr, Arc<dyn Film>)>,
}

#[derive(Clone, Debug)]
struct Image {
    picture: Picture,
    /// The memory that it takes, in bytes.
    bytes: u64,
    /// Otherwise the picture stands for one that is missing.
    ready: bool,
    /// What has been drawn upon the picture since.
    pending: Vec<Drawing>,
    /// How much has been drawn since the picture was last known to be painted.
    weight: usize,
    /// What the picture is one of, if they follow each other.
    reel: Option<Reel>,
}

impl Images {
    /// Sets what a name means.
    pub(crate) fn set(&mut self, name: &str, picture: Picture, ready: bool) {
        let bytes = canvas_bytes(picture.size());
        self.put(name, picture, bytes, ready);
    }

    /// The memory that there is for what this name will mean, in bytes.
    pub(crate) fn room_for(&self, name: &str) -> u64 {
        let before = self.by_name.get(name).map_or(0, |image| image.bytes);
        IMAGE_BUDGET.saturating_sub(self.bytes - before)
    }

    fn put(&mut self, name: &str, picture: Picture, bytes: u64, ready: bool) {
        let image = Image {
            picture,
            bytes,
            ready,
            pending: Vec::new(),
            weight: 0,
            reel: None,
        };
        self.bytes += bytes;
        match self.by_name.insert(name.into(), image) {
            Some(before) => self.bytes -= before.bytes,
            None => self.names.push(name.into()),
        }
    }

    /// Takes an image of the page.
    pub(crate) fn load(&mut self, image: &PageImage) {
        let picture = image.picture.clone();
        match &image.film {
            Some(film) => self.set_film(&image.name, Arc::clone(film), picture),
            None => {
                let bytes = file_bytes(picture.size());
                self.put(&image.name, picture, bytes, image.missing.is_none());
            }
        }
    }

    /// Gives a name to a film, which stands at its beginning, where it shows this picture.
    pub(crate) fn set_film(&mut self, name: &str, film: Arc<dyn Film>, first: Picture) {
        self.set(name, first.clone(), true);
        if let Some(image) = self.by_name.get_mut(name) {
            image.reel = Some(Reel::new(film, first));
        }
    }

    /// Gives a name to a film that will be there, and run, from the frame on after it has something
    /// to see; until then it is one empty pixel.
    pub(crate) fn expect(&mut self, name: &str, film: Arc<dyn Film>) {
        self.set(name, Picture::blank([1, 1]), false);
        self.coming.push((name.into(), film));
    }

    /// Whether films are expected.
    pub(crate) fn is_expecting(&self) -> bool {
        !self.coming.is_empty()
    }

    /// The films that were expected, and have something to see, are there now. Whether there were
    /// some.
    pub(crate) fn arrive(&mut self, now: f64) -> bool {
        let coming = std::mem::take(&mut self.coming);
        let expected = coming.len();
        for (name, film) in coming {
            match film.at(0.0) {
                Some(first) => {
                    self.set_film(&name, film, first);
                    self.run_film(&name, true, now);
                }
                None => self.coming.push((name, film)),
            }
        }
        self.coming.len() < expected
    }

    /// What has gone wrong with the film of a name, in one line.
    pub(crate) fn film_failure(&self, name: &str) -> Option<Arc<str>> {
        let coming = self.coming.iter().find(|(coming, _)| coming == name);
        match coming {
            Some((_, film)) => film.failure(),
            None => self.by_name.get(name)?.reel.as_ref()?.failure(),
        }
    }

    /// Nothing has this name any more.
    pub(crate) fn remove(&mut self, name: &str) {
        self.coming.retain(|(coming, _)| coming != name);
        if let Some(gone) = self.by_name.remove(name) {
            self.bytes -= gone.bytes;
            self.names.retain(|known| known != name);
        }
    }

    /// Lets a film run or stand; nothing for other images.
    pub(crate) fn run_film(&mut self, name: &str, runs: bool, now: f64) {
        let image = self.by_name.get_mut(name);
        if let Some(reel) = image.and_then(|image| image.reel.as_mut()) {
            reel.run(runs, now);
        }
    }

    /// Films go on to what they show at this time; what was drawn upon them stays behind.
    pub(crate) fn show_films(&mut self, now: f64) {
        for image in self.by_name.values_mut() {
            if let Some(next) = image.reel.as_mut().and_then(|reel| reel.next(now)) {
                image.picture = next;
                image.pending.clear();
                image.weight = 0;
            }
        }
    }

    /// The names, in the order in which they came.
    pub(crate) fn names(&self) -> &[SmolStr] {
        &self.names
    }

    /// What the image of a name shows now; none if there is none.
    pub(crate) fn picture(&mut self, name: &str) -> Option<&Picture> {
        self.by_name.get_mut(name).map(Image::picture)
    }

    /// Whether there is an image of a name, and it is not one that is missing.
    pub(crate) fn is_ready(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|image| image.ready)
    }

    /// Draws upon an image, after what was drawn before.
    pub(crate) fn draw(&mut self, name: &str, drawings: impl IntoIterator<Item = Drawing>) {
        if let Some(image) = self.by_name.get_mut(name) {
            image.pending.extend(drawings);
        }
    }

    /// Changes what an image shows.
    pub(crate) fn change(&mut self, name: &str, change: impl FnOnce(&mut Picture)) {
        if let Some(image) = self.by_name.get_mut(name) {
            image.picture();
            change(&mut image.picture);
        }
    }

    /// A seed for the random numbers of a colorplot into an image.
    pub(crate) fn next_seed(&mut self) -> u32 {
        self.plots = self.plots.wrapping_add(1);
        self.plots.wrapping_mul(0x85EB_CA6B)
    }

    /// At the end of a frame: what has grown much is painted.
    pub(crate) fn settle(&mut self, host: &dyn Host) {
        for image in self.by_name.values_mut() {
            image.picture();
            if image.weight > MAX_UNPAINTED {
                // Asking for pixels paints it; they are not needed here.
                drop(host.pixels(&image.picture));
                image.weight = 0;
            }
        }
    }
}

impl Image {
    /// The picture, with all that has been drawn upon it.
    fn picture(&mut self) -> &Picture {
        if !self.pending.is_empty() {
            let drawings = std::mem::take(&mut self.pending);
            self.weight += drawings.iter().map(weight).sum::<usize>();
            self.picture = self.picture.drawn(drawings);
        }
        &self.picture
    }
}
