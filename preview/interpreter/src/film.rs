//! Pictures that follow each other.

use std::sync::Arc;

use crate::picture::Picture;

/// Pictures that follow each other, again and again: an animated image, a sequence of images, what
/// a camera sees.
#[derive(Clone, Debug)]
pub struct Film {
    first: Picture,
    /// Each with the time at which it ends, in seconds from the beginning.
    pictures: Vec<(Picture, f64)>,
}

impl Film {
    /// A film of pictures, each shown for so many seconds; none without pictures.
    #[must_use]
    pub fn new(pictures: impl IntoIterator<Item = (Picture, f64)>) -> Option<Film> {
        let mut end = 0.0;
        let until = |(picture, seconds): (Picture, f64)| {
            end += seconds.max(0.0);
            (picture, end)
        };
        let pictures: Vec<_> = pictures.into_iter().map(until).collect();
        let (first, _) = pictures.first()?;
        Some(Film {
            first: first.clone(),
            pictures,
        })
    }

    /// A film of one picture.
    #[must_use]
    pub fn still(picture: Picture) -> Film {
        Film {
            first: picture,
            pictures: Vec::new(),
        }
    }

    /// How long it is, in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.pictures.last().map_or(0.0, |(_, end)| *end)
    }

    /// What it shows so many seconds after its beginning. At its end it begins again.
    #[must_use]
    pub fn at(&self, seconds: f64) -> &Picture {
        // NaN for a film that takes no time: then all pictures end later.
        let seconds = seconds.rem_euclid(self.seconds());
        let index = self.pictures.partition_point(|(_, end)| *end <= seconds);
        self.pictures
            .get(index)
            .map_or(&self.first, |(picture, _)| picture)
    }
}

/// A film, and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Reel {
    film: Arc<Film>,
    /// Where it was when it was started or stopped, in seconds.
    position: f64,
    /// When it was started, if it runs.
    started: Option<f64>,
    /// What it showed last.
    shown: Picture,
}

impl Reel {
    /// A film that stands at its beginning.
    pub(crate) fn new(film: Arc<Film>) -> Reel {
        Reel {
            position: 0.0,
            started: None,
            shown: film.at(0.0).clone(),
            film,
        }
    }

    /// What it shows at a time; none if that is what it showed before.
    pub(crate) fn next(&mut self, now: f64) -> Option<Picture> {
        let picture = self.film.at(self.position(now));
        if picture.is_same(&self.shown) {
            return None;
        }
        self.shown = picture.clone();
        Some(self.shown.clone())
    }

    /// Lets it run from where it stands, or stand where it is.
    pub(crate) fn run(&mut self, runs: bool, now: f64) {
        self.position = self.position(now);
        self.started = runs.then_some(now);
    }

    fn position(&self, now: f64) -> f64 {
        self.position + self.started.map_or(0.0, |started| now - started)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn films_begin_again_at_their_end() {
        let pictures = [1, 2, 3].map(|side| (Picture::blank([side, 1]), 0.5));
        let film = Film::new(pictures).expect("there are pictures");
        for (seconds, side) in [(0.0, 1), (0.49, 1), (0.5, 2), (1.2, 3), (1.5, 1), (-0.1, 3)] {
            assert_eq!(film.at(seconds).size(), [side, 1], "{seconds} s");
        }
        assert!(Film::new([]).is_none());
        for film in [
            Film::still(Picture::blank([7, 7])),
            Film::new([(Picture::blank([7, 7]), 0.0)]).expect("there is a picture"),
        ] {
            assert_eq!(film.at(2.0).size(), [7, 7]);
        }
    }

    #[test]
    fn reels_stand_and_run() {
        let pictures = [1, 2, 3].map(|side| (Picture::blank([side, 1]), 1.0));
        let mut reel = Reel::new(Film::new(pictures).expect("there are pictures").into());
        let side = |reel: &mut Reel, now| reel.next(now).map(|picture| picture.size()[0]);
        assert_eq!(side(&mut reel, 7.5), None);
        reel.run(true, 10.0);
        assert_eq!(side(&mut reel, 11.5), Some(2));
        assert_eq!(side(&mut reel, 11.6), None);
        reel.run(false, 12.5);
        assert_eq!(side(&mut reel, 20.0), Some(3));
        reel.run(true, 21.0);
        assert_eq!(side(&mut reel, 21.6), Some(1));
    }
}
