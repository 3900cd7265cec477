//! What the render loop has to do next: its state, and all that changes it.

use std::time::{Duration, Instant};

use cindyscript_render::frame_loop::Progress;

use crate::controls::Receipt;
use crate::policy::RECEIPT_DELAY;

/// What there is to do for a picture that shows what it should, and who waits for it.
#[derive(Debug)]
pub(super) struct State {
    picture: Picture,
    overlay: Overlay,
    visibility: Visibility,
    /// Whether whoever shows the pictures takes one now.
    room: bool,
    animation: Animation,
    /// True while a debugger has stopped the scripts.
    holds_scripts: bool,
    version: Version,
    /// How often the device has refused pictures since one was shown.
    refusals: u32,
}

/// Whether the picture shows what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Picture {
    /// It does, or nothing can be done about it.
    Settled,
    /// The scripts have to run. Where the frame before is painted in part only: since when no
    /// picture has been complete.
    Outdated { incomplete: Option<Instant> },
    /// It is being painted.
    Painting {
        unfinished: Unfinished,
        /// Since when no picture has been complete.
        since: Instant,
        /// Whether the frame before was not complete when this one was begun.
        behind: bool,
    },
}

/// What is missing of a picture that is being painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unfinished {
    /// A part of it.
    Partial,
    /// It is all there, but coarsely.
    Coarse,
}

/// What lies over the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Overlay {
    /// It is shown as it should be.
    Shown,
    /// It has changed, or what was shown is lost.
    Changed,
}

/// Whether somebody sees the window. While nobody does, no script runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Visibility {
    Visible,
    /// Nobody does: the window system says so, and says as well when somebody does.
    Hidden,
    /// It took no picture; it is asked again at this time.
    Unknown(Instant),
}

/// Whether frames follow one another by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Animation {
    /// If the applet is animated.
    Running,
    /// The last frame was given up because it took too long: there are none until something changes.
    Stalled,
}

/// What the editor has been told of the version that plays.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Version {
    /// That it is shown, or there is none.
    Told,
    /// Nothing yet: no picture of it has been painted.
    Loaded(Receipt),
    /// Nothing yet: a picture of it is being painted.
    Painted(Receipt),
}

/// What to do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Nothing.
    Rest,
    /// Run the scripts of a frame, and begin to paint it.
    Run,
    /// Paint more of the frame.
    Paint,
    /// Show what there is.
    Present,
}

/// How long to wait for events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// Not at all.
    No,
    /// Until another frame may be shown, if one is due.
    Frame,
    /// Until a script has something to do.
    Timer,
    /// Until then.
    Until(Instant),
    /// For ever.
    Event,
}

impl Default for State {
    fn default() -> State {
        State {
            picture: Picture::Settled,
            overlay: Overlay::Changed,
            visibility: Visibility::Visible,
            room: true,
            animation: Animation::Running,
            holds_scripts: false,
            version: Version::Told,
            refusals: 0,
        }
    }
}

impl State {
    /// What to do now.
    pub(super) fn step(&self) -> Step {
        match (self.picture, self.overlay) {
            (Picture::Outdated { .. }, _) if self.room && !self.holds_scripts => Step::Run,
            // What lies over the picture need not wait for a finer one.
            (_, Overlay::Changed) if self.room => Step::Present,
            (Picture::Painting { .. }, _) => Step::Paint,
            // Without room, scripts run later, with what the user has done until then.
            (Picture::Outdated { .. }, _) | (Picture::Settled, _) => Step::Rest,
        }
    }

    /// How long to wait for events. `due` says whether another frame is, as soon as it may be shown.
    pub(super) fn wait(&self, due: bool) -> Wait {
        match (self.visibility, self.picture) {
            (Visibility::Hidden, _) => Wait::Event,
            (Visibility::Unknown(again), _) => Wait::Until(again),
            (_, Picture::Settled | Picture::Outdated { .. }) if !self.room => Wait::Event,
            _ if self.room && self.overlay == Overlay::Changed => Wait::No,
            (_, Picture::Painting { .. }) => Wait::No,
            _ if self.holds_scripts => Wait::Event,
            (_, Picture::Outdated { .. }) => Wait::Frame,
            (_, Picture::Settled) if due => Wait::Frame,
            (_, Picture::Settled) => Wait::Timer,
        }
    }

    /// True while a debugger has stopped the scripts: no frame is due.
    pub(super) fn holds_scripts(&self) -> bool {
        self.holds_scripts
    }

    /// A debugger stops the scripts, or lets them go on.
    pub(super) fn hold_scripts(&mut self, holds: bool) {
        self.holds_scripts = holds;
    }

    /// Whether somebody sees the window, as far as is known.
    pub(super) fn is_visible(&self) -> bool {
        self.visibility == Visibility::Visible
    }

    /// Whether nobody would see a picture.
    pub(super) fn is_hidden(&self, now: Instant) -> bool {
        match self.visibility {
            Visibility::Visible => false,
            Visibility::Hidden => true,
            Visibility::Unknown(again) => now < again,
        }
    }

    /// Whether whoever shows the pictures takes one now.
    pub(super) fn has_room(&self) -> bool {
        self.room
    }

    /// Whoever shows the pictures takes one now, or does not.
    pub(super) fn set_room(&mut self, room: bool) {
        self.room = room;
    }

    /// Whether frames follow one another where the applet is animated.
    pub(super) fn is_running(&self) -> bool {
        self.animation == Animation::Running
    }

    /// Whether the frame before was not complete when this one was begun.
    pub(super) fn is_behind(&self) -> bool {
        matches!(self.picture, Picture::Painting { behind: true, .. })
    }

    /// How long no picture has been complete.
    pub(super) fn incomplete_for(&self, now: Instant) -> Duration {
        match self.picture {
            Picture::Painting { since, .. } => now.saturating_duration_since(since),
            Picture::Settled | Picture::Outdated { .. } => Duration::ZERO,
        }
    }

    /// A version is loaded. `receipt` is told once it is shown; none if it is shown already.
    pub(super) fn loaded(&mut self, receipt: Option<Receipt>) {
        self.animation = Animation::Running;
        self.picture = Picture::Outdated { incomplete: None };
        if let Some(receipt) = receipt {
            self.version = Version::Loaded(receipt);
        }
    }

    /// There are other programs for the version that plays, and a receipt that says so.
    pub(super) fn recompiled(&mut self, receipt: Receipt) {
        self.version = Version::Loaded(receipt);
    }

    /// Whether the version that plays is still to be shown.
    pub(super) fn owes_receipt(&self) -> bool {
        self.version != Version::Told
    }

    /// Whether there is nothing to do for the picture.
    pub(super) fn is_settled(&self) -> bool {
        self.picture == Picture::Settled
    }

    /// Another frame is due.
    pub(super) fn frame_is_due(&mut self) {
        self.picture = match self.picture {
            Picture::Painting {
                unfinished: Unfinished::Partial,
                since,
                ..
            } => Picture::Outdated {
                incomplete: Some(since),
            },
            Picture::Outdated { incomplete } => Picture::Outdated { incomplete },
            Picture::Settled | Picture::Painting { .. } => Picture::Outdated { incomplete: None },
        };
    }

    /// The scripts of a frame have come to nothing that can be painted: the picture stays.
    pub(super) fn frame_dropped(&mut self) {
        self.picture = Picture::Settled;
    }

    /// A debugger has stopped the scripts of a frame: the one before is painted to its end.
    pub(super) fn frame_stopped(&mut self) {
        self.picture = match self.picture {
            Picture::Outdated {
                incomplete: Some(since),
            } => Picture::Painting {
                unfinished: Unfinished::Partial,
                since,
                behind: false,
            },
            Picture::Outdated { incomplete: None }
            | Picture::Settled
            | Picture::Painting { .. } => Picture::Settled,
        };
    }

    /// A frame, whose scripts were begun at a time, is painted from now on.
    pub(super) fn frame_begun(&mut self, began: Instant) {
        let incomplete = match self.picture {
            Picture::Outdated { incomplete } => incomplete,
            Picture::Settled | Picture::Painting { .. } => None,
        };
        self.picture = Picture::Painting {
            unfinished: Unfinished::Partial,
            since: incomplete.unwrap_or(began),
            behind: incomplete.is_some(),
        };
    }

    /// The scripts of a frame have failed after very long, or have not.
    pub(super) fn scripts_ran(&mut self, failed_late: bool) {
        self.animation = match failed_late {
            true => Animation::Stalled,
            false => Animation::Running,
        };
    }

    /// The picture is so far.
    pub(super) fn painted(&mut self, progress: Progress) {
        if let Version::Loaded(receipt) = self.version {
            self.version = Version::Painted(receipt);
        }
        let Picture::Painting { unfinished, .. } = &mut self.picture else {
            return;
        };
        match progress {
            Progress::Nothing | Progress::Partial => *unfinished = Unfinished::Partial,
            Progress::Coarse => *unfinished = Unfinished::Coarse,
            Progress::Complete => self.picture = Picture::Settled,
        }
    }

    /// The device has refused the picture, and is well. Perhaps another one can be painted; if not,
    /// one that something else asks for.
    pub(super) fn refused(&mut self) {
        self.refusals += 1;
        self.picture = match self.refusals {
            1 => Picture::Outdated { incomplete: None },
            _ => Picture::Settled,
        };
    }

    /// What was shown is lost, and so are the programs: there will be others.
    pub(super) fn device_lost(&mut self) {
        self.picture = Picture::Settled;
        self.overlay = Overlay::Changed;
    }

    /// What played has failed: nothing does.
    pub(super) fn ended(&mut self) {
        self.device_lost();
        self.version = Version::Told;
    }

    /// What lies over the picture has changed.
    pub(super) fn overlay_changed(&mut self) {
        self.overlay = Overlay::Changed;
    }

    /// The user has done something.
    pub(super) fn touched(&mut self) {
        self.animation = Animation::Running;
    }

    /// The window system wants a picture: somebody sees it.
    pub(super) fn exposed(&mut self) {
        self.overlay = Overlay::Changed;
        self.visibility = Visibility::Visible;
    }

    /// The window system says whether nobody sees the window.
    pub(super) fn hidden(&mut self, hidden: bool) {
        match hidden {
            true => self.visibility = Visibility::Hidden,
            false => self.exposed(),
        }
    }

    /// The window took no picture, and is asked again at a time.
    pub(super) fn not_seen(&mut self, again: Instant) {
        self.visibility = Visibility::Unknown(again);
        self.overlay = Overlay::Changed;
    }

    /// The window was not ready, and is asked again at once.
    pub(super) fn not_taken(&mut self) {
        self.overlay = Overlay::Changed;
    }

    /// The picture is shown. The receipt of a version that this shows, once.
    pub(super) fn presented(&mut self, now: Instant) -> Option<Receipt> {
        self.overlay = Overlay::Shown;
        self.visibility = Visibility::Visible;
        self.refusals = 0;
        let complete = match self.picture {
            Picture::Painting {
                unfinished: Unfinished::Partial,
                since,
                ..
            } => now.saturating_duration_since(since) > RECEIPT_DELAY,
            Picture::Settled | Picture::Outdated { .. } | Picture::Painting { .. } => true,
        };
        match self.version {
            Version::Painted(receipt) if complete => {
                self.version = Version::Told;
                Some(receipt)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_protocol::Stages;

    use super::*;

    const RECEIPT: Receipt = Receipt {
        version: Some(1),
        stages: Stages {
            parse: None,
            analysis: None,
            wgsl: None,
            naga: None,
            pipeline: None,
            present: None,
        },
        structural: false,
    };

    /// One whose first version is loaded, and a frame of it begun.
    fn begun(now: Instant) -> State {
        let mut state = State::default();
        state.presented(now);
        assert_eq!(state.step(), Step::Rest);
        state.loaded(Some(RECEIPT));
        assert_eq!(state.step(), Step::Run);
        state.frame_begun(now);
        state
    }

    #[test]
    fn a_version_is_shown_once_its_picture_is_complete() {
        let now = Instant::now();
        let mut state = begun(now);
        state.painted(Progress::Partial);
        assert_eq!(state.presented(now), None);
        assert_eq!(state.step(), Step::Paint);
        state.painted(Progress::Complete);
        assert!(state.owes_receipt());
        assert_eq!(state.presented(now), Some(RECEIPT));
        assert_eq!(state.presented(now), None);
        assert_eq!((state.step(), state.wait(false)), (Step::Rest, Wait::Timer));
        assert_eq!(state.wait(true), Wait::Frame);
    }

    #[test]
    fn a_coarse_picture_shows_a_version_and_so_does_one_that_takes_very_long() {
        let now = Instant::now();
        let mut state = begun(now);
        state.painted(Progress::Coarse);
        assert_eq!(state.presented(now), Some(RECEIPT));
        assert_eq!((state.step(), state.wait(false)), (Step::Paint, Wait::No));
        let mut state = begun(now);
        state.painted(Progress::Partial);
        assert_eq!(state.presented(now + RECEIPT_DELAY), None);
        let late = now + 2 * RECEIPT_DELAY;
        assert_eq!(state.presented(late), Some(RECEIPT));
    }

    #[test]
    fn a_version_that_was_loaded_again_is_not_shown_by_an_older_picture() {
        let now = Instant::now();
        let mut state = begun(now);
        state.painted(Progress::Complete);
        state.loaded(Some(RECEIPT));
        assert_eq!(state.presented(now), None);
        assert_eq!(state.step(), Step::Run);
    }

    #[test]
    fn frames_that_follow_one_another_incomplete_are_behind() {
        let now = Instant::now();
        let later = now + Duration::from_secs(1);
        let mut state = begun(now);
        state.painted(Progress::Partial);
        assert!(!state.is_behind());
        state.frame_is_due();
        state.frame_is_due();
        state.frame_begun(later);
        assert!(state.is_behind());
        assert_eq!(state.incomplete_for(later), Duration::from_secs(1));
        state.painted(Progress::Coarse);
        state.frame_is_due();
        state.frame_begun(later);
        assert!(!state.is_behind());
        assert_eq!(state.incomplete_for(later), Duration::ZERO);
    }

    #[test]
    fn a_frame_that_is_dropped_leaves_the_picture() {
        let now = Instant::now();
        let mut state = begun(now);
        state.presented(now);
        state.frame_is_due();
        state.frame_dropped();
        assert_eq!(state.step(), Step::Rest);
        assert!(state.owes_receipt());
    }

    #[test]
    fn frame_before_one_that_is_stopped_is_painted_to_its_end() {
        let mut state = begun(Instant::now());
        state.frame_is_due();
        state.hold_scripts(true);
        state.frame_stopped();
        assert_eq!(state.step(), Step::Paint);
        state.painted(Progress::Complete);
        state.hold_scripts(false);
        state.frame_is_due();
        state.frame_stopped();
        assert_eq!(state.step(), Step::Rest);
    }

    #[test]
    fn a_refused_picture_is_tried_once_more() {
        let now = Instant::now();
        let mut state = begun(now);
        state.presented(now);
        state.refused();
        assert_eq!(state.step(), Step::Run);
        state.frame_begun(now);
        state.refused();
        assert_eq!(state.step(), Step::Rest);
        state.presented(now);
        state.refused();
        assert_eq!(state.step(), Step::Run);
    }

    #[test]
    fn nothing_runs_in_a_window_that_nobody_sees() {
        let now = Instant::now();
        let mut state = begun(now);
        state.hidden(true);
        assert!(state.is_hidden(now));
        assert!(!state.is_visible());
        assert_eq!(state.wait(true), Wait::Event);
        state.hidden(false);
        assert!(state.is_visible() && !state.is_hidden(now));
        let again = now + Duration::from_millis(1);
        state.not_seen(again);
        assert!(state.is_hidden(now) && !state.is_hidden(again));
        assert!(!state.is_visible());
        assert_eq!(state.wait(true), Wait::Until(again));
        state.presented(now);
        assert_eq!(state.step(), Step::Paint);
    }

    #[test]
    fn without_room_a_picture_is_painted_and_shown_later() {
        let now = Instant::now();
        let mut state = State::default();
        state.frame_is_due();
        state.set_room(false);
        assert_eq!((state.step(), state.wait(true)), (Step::Rest, Wait::Event));
        state.frame_begun(now);
        state.overlay_changed();
        assert_eq!((state.step(), state.wait(true)), (Step::Paint, Wait::No));
        state.painted(Progress::Complete);
        state.not_taken();
        assert_eq!((state.step(), state.wait(true)), (Step::Rest, Wait::Event));
        state.set_room(true);
        assert_eq!((state.step(), state.wait(true)), (Step::Present, Wait::No));
        state.presented(now);
        assert_eq!((state.step(), state.wait(true)), (Step::Rest, Wait::Frame));
    }

    #[test]
    fn an_animation_that_fails_late_waits_for_the_user() {
        let mut state = State::default();
        state.scripts_ran(true);
        assert!(!state.is_running());
        state.touched();
        assert!(state.is_running());
        state.scripts_ran(true);
        state.loaded(None);
        assert!(state.is_running());
        assert!(!state.owes_receipt());
    }
}
