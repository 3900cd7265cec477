//! The images of an applet. The browser reads and decodes them while the version before plays.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use cindyscript_applet::{Applet, Image, ImageKind, locate};
use cindyscript_files::data_in_address;
use cindyscript_interpreter::picture::{Picture, Pixels};
use cindyscript_interpreter::{Film, IMAGE_BUDGET, ImageMemory, PageImage};
use js_sys::{Uint8Array, Uint8ClampedArray};
use rustc_hash::FxHashMap;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;

use crate::wake::wake_all;

#[wasm_bindgen]
extern "C" {
    /// `Media` in `page/media.ts`: opens images.
    #[derive(Clone)]
    pub type Media;

    #[wasm_bindgen(method, catch)]
    async fn read(this: &Media, url: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn open(this: &Media, content: Uint8Array, is_video: bool) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch)]
    async fn camera(this: &Media) -> Result<JsValue, JsValue>;

    /// `Opened` in `page/media.ts`.
    type Opened;

    #[wasm_bindgen(method, getter)]
    fn width(this: &Opened) -> u32;

    #[wasm_bindgen(method, getter)]
    fn height(this: &Opened) -> u32;

    #[wasm_bindgen(method, catch)]
    fn pixels(this: &Opened, seconds: f64) -> Result<Option<Uint8ClampedArray>, JsValue>;

    #[wasm_bindgen(method)]
    fn close(this: &Opened);
}

/// Opens the images of one version after the other.
pub(crate) struct Images {
    media: Option<Media>,
    known: FxHashMap<Key, State>,
    /// Images that the browser has opened since the last [`Images::read`].
    opened: Rc<RefCell<Vec<(Key, OpeningResult)>>>,
    films: Films,
}

/// An image that the browser has opened, or the reason why it could not.
type OpeningResult = Result<Opened, String>;

/// An image by its address; videos by their names as well, since two of one file need not show the same moment.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    url: String,
    video: Option<String>,
}

enum State {
    Coming,
    Known(Result<Shown, Arc<str>>),
}

#[derive(Clone)]
struct Shown {
    first: Picture,
    film: Option<Arc<dyn Film>>,
    bytes: u64,
}

impl Images {
    /// `media` opens what they name; without it, there are no files.
    pub(crate) fn new(media: Option<Media>) -> Images {
        Images {
            media,
            known: FxHashMap::default(),
            opened: Rc::default(),
            films: Films::default(),
        }
    }

    /// Opens all images again. Returns false for an applet without images.
    pub(crate) fn forget(&mut self) -> bool {
        self.opened = Rc::default();
        !std::mem::take(&mut self.known).is_empty()
    }

    /// The images of an applet; none while some of them are on their way. Those that the version before had
    /// are the same pictures.
    pub(crate) fn read(&mut self, page: &Path, applet: &Applet) -> Option<Arc<[PageImage]>> {
        let opened = std::mem::take(&mut *self.opened.borrow_mut());
        for (key, opened) in opened {
            let shown = opened.and_then(|opened| self.shown(&key, opened));
            self.known
                .insert(key, State::Known(shown.map_err(Arc::from)));
        }
        let images: Vec<_> = applet
            .images
            .iter()
            .map(|image| self.image(page, image))
            .collect();
        let images: Option<Arc<[PageImage]>> = images.into_iter().collect();
        if images.is_some() {
            let keys: Vec<_> = applet
                .images
                .iter()
                .filter_map(|image| key(image).ok())
                .collect();
            self.known.retain(|key, _| keys.contains(key));
        }
        images
    }

    fn image(&mut self, page: &Path, image: &Image) -> Option<PageImage> {
        let missing = |reason| Some(PageImage::missing(&image.name, reason));
        let key = match key(image) {
            Ok(key) => key,
            Err(reason) => return missing(reason),
        };
        match self.known.get(&key) {
            Some(State::Coming) => None,
            Some(State::Known(Ok(shown))) => Some(PageImage {
                name: image.name.as_str().into(),
                picture: shown.first.clone(),
                film: shown.film.clone(),
                missing: None,
            }),
            Some(State::Known(Err(reason))) => missing(Arc::clone(reason)),
            None => match self.ask(page, &key) {
                Ok(()) => {
                    self.known.insert(key, State::Coming);
                    None
                }
                Err(reason) => missing(reason.into()),
            },
        }
    }

    /// Has the browser open an image.
    fn ask(&self, page: &Path, key: &Key) -> Result<(), String> {
        let given = data_in_address(&key.url);
        if given.is_none() {
            locate(page, &key.url)?;
        }
        let media = self.media.clone();
        let media =
            media.ok_or_else(|| format!("there is no file `{}` beside the page", key.url))?;
        let (key, opened) = (key.clone(), Rc::clone(&self.opened));
        spawn_local(async move {
            let done = open(&media, &key, given).await;
            opened.borrow_mut().push((key, done));
            wake_all();
        });
        Ok(())
    }

    /// Reads the first picture of an opened image, if there is room for it.
    fn shown(&mut self, key: &Key, opened: Opened) -> Result<Shown, String> {
        let taken: u64 = self.known.values().map(State::bytes).sum();
        let mut room = ImageMemory::of(IMAGE_BUDGET.saturating_sub(taken));
        room.take([opened.width(), opened.height()])
            .map_err(|reason| named(key, &reason))?;
        let first = picture(&opened, 0.0)?.ok_or_else(|| named(key, "it shows nothing"))?;
        let film = match key.video {
            None => {
                opened.close();
                None
            }
            Some(_) => Some(self.films.begin(first.clone(), opened) as Arc<dyn Film>),
        };
        Ok(Shown {
            first,
            film,
            bytes: room.taken,
        })
    }

    /// Has all videos show the moments that scripts want, and opens the camera for a script that waits for it.
    pub(crate) fn follow(&mut self, camera: &Camera) {
        self.films.follow();
        if let Some(film) = camera.wanted() {
            self.films.open_camera(self.media.clone(), film);
        }
    }
}

impl State {
    fn bytes(&self) -> u64 {
        match self {
            State::Known(Ok(shown)) => shown.bytes,
            State::Known(Err(_)) | State::Coming => 0,
        }
    }
}

impl Drop for Images {
    fn drop(&mut self) {
        self.films.close();
    }
}

/// The key of an image, or the reason why it has no address.
fn key(image: &Image) -> Result<Key, Arc<str>> {
    let url = image.url.as_deref().map(str::trim);
    let url = url.ok_or("the address of this image is known only when the page runs")?;
    Ok(Key {
        url: url.to_owned(),
        video: (image.kind == ImageKind::Video).then(|| image.name.clone()),
    })
}

/// A reason, and the image that it is about.
fn named(key: &Key, reason: &str) -> String {
    let name = match key.url.split_once(',') {
        Some((start, _)) if start.starts_with("data:") => "this `data:` URL",
        _ => &key.url,
    };
    format!("{name}: {reason}")
}

/// Opens what is given, or a file.
async fn open(
    media: &Media,
    key: &Key,
    given: Option<Result<Vec<u8>, String>>,
) -> Result<Opened, String> {
    let content = match given {
        Some(content) => Uint8Array::from(&*content?),
        None => {
            let content = media
                .read(&key.url)
                .await
                .map_err(|reason| named(key, &words(&reason)))?;
            let content = content.dyn_into();
            content.map_err(|_| format!("there is no file `{}` beside the page", key.url))?
        }
    };
    let opened = media.open(content, key.video.is_some()).await;
    let opened = opened.map_err(|reason| named(key, &words(&reason)))?;
    Ok(opened.unchecked_into())
}

/// The picture at a moment; none if it has not changed.
fn picture(opened: &Opened, seconds: f64) -> Result<Option<Picture>, String> {
    let pixels = opened.pixels(seconds).map_err(|reason| words(&reason))?;
    let size = [opened.width(), opened.height()];
    let pixels = pixels.and_then(|pixels| Pixels::new(size, pixels.to_vec()));
    Ok(pixels.map(Picture::from_pixels))
}

/// The browser's reason as text.
fn words(reason: &JsValue) -> String {
    let words = reason.as_string();
    words.unwrap_or_else(|| String::from(js_sys::Object::from(reason.clone()).to_string()))
}

/// The videos that play, and the camera.
#[derive(Default)]
struct Films {
    running: Vec<(Weak<LiveFilm>, Opened)>,
    /// The cameras that the browser has opened, or why not.
    cameras: Rc<RefCell<Vec<OpenedCamera>>>,
}

type OpenedCamera = (Arc<LiveFilm>, Result<Opened, String>);

impl Films {
    /// A film that shows this at its beginning.
    fn begin(&mut self, first: Picture, opened: Opened) -> Arc<LiveFilm> {
        let film = Arc::new(LiveFilm::default());
        film.state().shown = Some(first);
        self.running.push((Arc::downgrade(&film), opened));
        film
    }

    /// Has all show the moments that are wanted. Those that nobody looks at are closed.
    fn follow(&mut self) {
        for (film, opened) in self.cameras.take() {
            match opened {
                Ok(opened) => self.running.push((Arc::downgrade(&film), opened)),
                Err(reason) => film.state().failure = Some(reason.into()),
            }
        }
        self.running.retain(|(film, opened)| {
            let Some(film) = film.upgrade() else {
                opened.close();
                return false;
            };
            let seconds = film.state().wanted;
            match picture(opened, seconds) {
                Ok(Some(picture)) => film.state().shown = Some(picture),
                Ok(None) => {}
                Err(reason) => film.state().failure = Some(reason.into()),
            }
            true
        });
    }

    /// Has the browser open the camera.
    fn open_camera(&self, media: Option<Media>, film: Arc<LiveFilm>) {
        let cameras = Rc::clone(&self.cameras);
        spawn_local(async move {
            let opened = match media {
                Some(media) => media.camera().await.map(JsCast::unchecked_into),
                None => Err("there is no camera here".into()),
            };
            cameras
                .borrow_mut()
                .push((film, opened.map_err(|reason| words(&reason))));
            wake_all();
        });
    }

    fn close(&mut self) {
        self.running
            .drain(..)
            .for_each(|(_, opened)| opened.close());
    }
}

/// A video or the camera: what it shows, and the moment that scripts want.
#[derive(Debug, Default)]
struct LiveFilm(Mutex<FilmState>);

#[derive(Debug, Default)]
struct FilmState {
    shown: Option<Picture>,
    /// In seconds after the beginning.
    wanted: f64,
    failure: Option<Arc<str>>,
}

impl LiveFilm {
    fn state(&self) -> MutexGuard<'_, FilmState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Film for LiveFilm {
    fn at(&self, seconds: f64) -> Option<Picture> {
        let mut state = self.state();
        state.wanted = seconds;
        state.shown.clone()
    }

    fn failure(&self) -> Option<Arc<str>> {
        self.state().failure.clone()
    }
}

/// The camera. It is on while somebody looks.
#[derive(Debug, Default)]
pub(crate) struct Camera {
    film: Mutex<Weak<LiveFilm>>,
    /// A film that waits for the camera to be switched on.
    wanted: Mutex<Option<Arc<LiveFilm>>>,
}

impl Camera {
    /// The pictures of the camera.
    pub(crate) fn film(&self) -> Arc<dyn Film> {
        let mut film = self.film.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(film) = film.upgrade() {
            return film;
        }
        let live = Arc::new(LiveFilm::default());
        *film = Arc::downgrade(&live);
        *self.wanted.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&live));
        live
    }

    fn wanted(&self) -> Option<Arc<LiveFilm>> {
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        wanted.take()
    }
}
