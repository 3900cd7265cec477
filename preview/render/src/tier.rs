//! The two tiers of a colorplot's pipelines.
//!
//! In the first all numbers are uniforms: it is there at once, and no edit of a number builds it
//! again. When the text has been quiet for a moment, and while frames are being painted, a second
//! one is built in the background, with the uniforms in its text that have not changed meanwhile;
//! it paints from then on. As soon as one of those changes, the first goes on, and that uniform is
//! never taken for one that stands still again.

use std::sync::{Mutex, MutexGuard, PoisonError};

use cindyscript_interpreter::platform::Instant;
use cindyscript_shader::UniformLayout;

use crate::policy::{SPECIALISED_AFTER, SPECIALISED_AFTER_FRAMES};

/// The pipelines of one colorplot, each a `P`.
#[derive(Debug)]
pub struct Tiers<P> {
    first: P,
    watch: Mutex<Watch<P>>,
}

/// What the second tier is to be made for.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecialisationKey {
    /// The contents of the uniform buffer.
    pub contents: Vec<u8>,
    /// By place among the uniforms: whether it stands still.
    pub uniforms: Vec<bool>,
}

impl SpecialisationKey {
    /// Everything stands still.
    pub fn all(contents: Vec<u8>) -> SpecialisationKey {
        // No uniform has less than a word.
        let uniforms = vec![true; contents.len()];
        SpecialisationKey { contents, uniforms }
    }
}

#[derive(Debug)]
struct Watch<P> {
    /// As last painted with.
    key: SpecialisationKey,
    /// When something last moved that had stood still.
    since: Option<Instant>,
    painted: u32,
    second: Second<P>,
}

#[derive(Debug)]
enum Second<P> {
    NotYet,
    /// Being built.
    Asked,
    Ready(P, SpecialisationKey),
    /// It cannot be built.
    Refused,
}

impl<P: Clone> Tiers<P> {
    /// With a first tier for so many uniforms.
    pub fn new(first: P, uniforms: usize) -> Tiers<P> {
        let key = SpecialisationKey {
            contents: Vec::new(),
            uniforms: vec![true; uniforms],
        };
        Tiers {
            first,
            watch: Mutex::new(Watch {
                key,
                since: None,
                painted: 0,
                second: Second::NotYet,
            }),
        }
    }

    /// The first tier.
    pub fn first(&self) -> &P {
        &self.first
    }

    /// The pipeline that paints with these contents of the uniform buffer.
    pub fn choose(&self, layout: &UniformLayout, contents: &[u8], now: Instant) -> P {
        let mut watch = self.lock();
        let watch = &mut *watch;
        watch.painted = watch.painted.saturating_add(1);
        let mut moved = watch.since.is_none();
        for uniform in layout.differences(&watch.key.contents, contents) {
            moved |= std::mem::take(&mut watch.key.uniforms[uniform]);
        }
        watch.key.contents.clear();
        watch.key.contents.extend_from_slice(contents);
        if moved {
            watch.since = Some(now);
            watch.painted = 0;
        }
        if let Second::Ready(second, made_for) = &watch.second {
            let mut changed = layout.differences(&made_for.contents, contents);
            if changed.all(|uniform| !made_for.uniforms[uniform]) {
                return second.clone();
            }
            drop(changed);
            watch.second = Second::NotYet;
        }
        self.first.clone()
    }

    /// What to build the second tier for, once, if it is time.
    pub fn wanted(&self, now: Instant) -> Option<SpecialisationKey> {
        let mut watch = self.lock();
        let quiet = watch
            .since
            .map(|since| now.saturating_duration_since(since));
        let due = matches!(watch.second, Second::NotYet)
            && watch.painted >= SPECIALISED_AFTER_FRAMES
            && quiet.is_some_and(|quiet| quiet >= SPECIALISED_AFTER)
            && watch.key.uniforms.contains(&true);
        due.then(|| {
            watch.second = Second::Asked;
            watch.key.clone()
        })
    }

    /// Takes the second tier; none if it cannot be built.
    pub fn install(&self, second: Option<P>, made_for: SpecialisationKey) {
        self.lock().second = match second {
            Some(second) => Second::Ready(second, made_for),
            None => Second::Refused,
        };
    }

    fn lock(&self) -> MutexGuard<'_, Watch<P>> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use cindyscript_hir::document::Document;
    use cindyscript_hir::program::PlotId;
    use cindyscript_ide::analyse;

    use std::time::Duration;

    use super::*;

    /// Paints with some speed and number sixty times a second.
    struct Painter {
        tiers: Tiers<&'static str>,
        layout: UniformLayout,
        now: Instant,
    }

    impl Painter {
        fn new() -> Painter {
            let script = "t = seconds(); s = mouse().x; colorplot(|#|*s + t);";
            let analysis = analyse(&Document::open("a.cindyscript", script));
            let program =
                cindyscript_lint::pixel_program(&analysis.applets[0], PlotId(0), &[]).unwrap();
            assert_eq!(program.uniforms.len(), 2);
            Painter {
                tiers: Tiers::new("first", 2),
                layout: cindyscript_shader::compile(&program)
                    .unwrap()
                    .layout
                    .clone(),
                now: Instant::now(),
            }
        }

        fn paint(&mut self, a: f64, b: f64) -> &'static str {
            let mut contents = Vec::new();
            self.layout.write(&mut contents, 0, &[[a, 0.0]]);
            self.layout.write(&mut contents, 1, &[[b, 0.0]]);
            self.now += Duration::from_millis(16);
            self.tiers.choose(&self.layout, &contents, self.now)
        }
    }

    #[test]
    fn what_stands_still_is_fixed_until_it_moves() {
        let mut painter = Painter::new();
        for frame in 0..60 {
            assert_eq!(painter.paint(2.0, f64::from(frame)), "first");
            assert_eq!(painter.tiers.wanted(painter.now), None, "{frame}");
        }
        painter.paint(2.0, 60.0);
        painter.paint(2.0, 61.0);
        let mut painted = 0;
        let wanted = loop {
            painter.paint(2.0, 62.0 + f64::from(painted));
            painted += 1;
            assert!(painted < 10);
            if let Some(wanted) = painter.tiers.wanted(painter.now) {
                break wanted;
            }
        };
        assert_eq!(wanted.uniforms, [true, false]);
        assert_eq!(painter.tiers.wanted(painter.now), None, "asked once");
        assert_eq!(painter.paint(2.0, 0.0), "first");
        painter.tiers.install(Some("second"), wanted);
        assert_eq!(painter.paint(2.0, 1.0), "second");
        assert_eq!(painter.paint(3.0, 1.0), "first", "at once");
        for frame in 0..200 {
            assert_eq!(painter.paint(2.0, f64::from(frame)), "first");
            assert_eq!(painter.tiers.wanted(painter.now), None, "nothing is left");
        }
    }

    #[test]
    fn a_second_tier_that_comes_too_late_does_not_paint() {
        let mut painter = Painter::new();
        let wanted = loop {
            painter.paint(2.0, 1.0);
            if let Some(wanted) = painter.tiers.wanted(painter.now) {
                break wanted;
            }
        };
        assert_eq!(wanted.uniforms, [true, true]);
        painter.paint(2.0, 5.0);
        painter.tiers.install(Some("second"), wanted);
        assert_eq!(painter.paint(2.0, 5.0), "first");
        let wanted = loop {
            painter.paint(2.0, 5.0);
            if let Some(wanted) = painter.tiers.wanted(painter.now) {
                break wanted;
            }
        };
        assert_eq!(wanted.uniforms, [true, false]);
        painter.tiers.install(None, wanted);
        for _ in 0..200 {
            assert_eq!(painter.paint(2.0, 5.0), "first");
            assert_eq!(painter.tiers.wanted(painter.now), None);
        }
    }
}
