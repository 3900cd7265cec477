//! Pictures that follow each other.

use std::fmt;
use std::sync::Arc;

use crate::display::picture::Picture;

/// An animated image, a video or a camera: something that shows other pictures as time passes.
pub trait Film: Send + Sync + fmt::Debug {
    /// The picture so many seconds after its beginning, or the present one if it is live; none while
    /// there is nothing to see. Never waits long: it is asked in every frame.
    fn at(&self, seconds: f64) -> Option<Picture>;

    /// What has gone wrong since it was opened, in one line.
    fn failure(&self) -> Option<Arc<str>> {
        None
    }
}

/// Pictures in memory that follow each other, again and again.
#[derive(Clone, Debug)]
pub struct Sequence {
    first: Picture,
    /// Each with the time at which it ends, in seconds from the beginning.
    pictures: Vec<(Picture, f64)>,
}

impl Sequence {
    /// A sequence of pictures, each shown for so many seconds; none without pictures.
    #[must_use]
    pub fn new(pictures: impl IntoIterator<Item = (Picture, f64)>) -> Option<Sequence> {
        let mut end = 0.0;
        let until = |(picture, seconds): (Picture, f64)| {
            end += seconds.max(0.0);
            (picture, end)
        };
        let pictures: Vec<_> = pictures.into_iter().map(until).collect();
        let (first, _) = pictures.first()?;
        Some(Sequence {
            first: first.clone(),
            pictures,
        })
    }

    /// One picture.
    #[must_use]
    pub fn still(picture: Picture) -> Sequence {
        Sequence {
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
    pub fn picture(&self, seconds: f64) -> &Picture {
        // NaN for a film that takes no time: then all pictures end later.
        let seconds = seconds.rem_euclid(self.seconds());
        let index = self.pictures.partition_point(|(_, end)| *end <= seconds);
        self.pictures
            .get(index)
            .map_or(&self.first, |(picture, _)| picture)
    }
}

impl Film for Sequence {
    fn at(&self, seconds: f64) -> Option<Picture> {
        Some(self.picture(seconds).clone())
    }
}

/// A film that a script plays, and the position that it is at.
#[derive(Clone, Debug)]
pub(crate) struct Reel {
    film: Arc<dyn Film>,
    /// The position when it was last started or stopped, in seconds.
    position: f64,
    /// When it was started, if it runs.
    started: Option<f64>,
    /// What it showed last.
    shown: Picture,
}

impl Reel {
    /// A film that stands at its beginning, where it shows this.
    pub(crate) fn new(film: Arc<dyn Film>, shown: Picture) -> Reel {
        Reel {
            film,
            position: 0.0,
            started: None,
            shown,
        }
    }

    /// The picture at a time; none if it is the one that was shown before.
    pub(crate) fn next(&mut self, now: f64) -> Option<Picture> {
        let picture = self.film.at(self.position(now))?;
        if picture.is_same(&self.shown) {
            return None;
        }
        self.shown = picture.clone();
        Some(picture)
    }

    /// What has gone wrong, in one line.
    pub(crate) fn failure(&self) -> Option<Arc<str>> {
        self.film.failure()
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
        let film = Sequence::new(pictures).expect("there are pictures");
        for (seconds, side) in [(0.0, 1), (0.49, 1), (0.5, 2), (1.2, 3), (1.5, 1), (-0.1, 3)] {
            assert_eq!(film.picture(seconds).size(), [side, 1], "{seconds} s");
        }
        assert!(Sequence::new([]).is_none());
        for film in [
            Sequence::still(Picture::blank([7, 7])),
            Sequence::new([(Picture::blank([7, 7]), 0.0)]).expect("there is a picture"),
        ] {
            assert_eq!(film.picture(2.0).size(), [7, 7]);
        }
    }

    #[test]
    fn reels_stand_and_run() {
        let pictures = [1, 2, 3].map(|side| (Picture::blank([side, 1]), 1.0));
        let film = Sequence::new(pictures).expect("there are pictures");
        let first = film.picture(0.0).clone();
        let mut reel = Reel::new(Arc::new(film), first);
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
