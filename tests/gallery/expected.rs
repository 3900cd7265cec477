//! Pages of CindyGL's gallery that are not painted as CindyJS paints them, and why.

/// What may come of a page, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// The pictures are alike, without an error of ours.
    Alike,
    /// CindyJS paints nothing that ours could be compared with.
    NotCompared,
    /// The pictures differ, without an error of ours.
    Differs,
    /// The preview reports an error where CindyJS has none.
    Complains,
    /// Takes too long on the machine of the test.
    Slow,
    /// There is no picture of ours.
    Broken,
}

impl Verdict {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Verdict::Alike => "alike",
            Verdict::NotCompared => "not compared",
            Verdict::Differs => "DIFFERS",
            Verdict::Complains => "COMPLAINS",
            Verdict::Slow => "SLOW",
            Verdict::Broken => "BROKEN",
        }
    }
}

/// A page that is not alike.
pub(crate) struct Expected {
    pub(crate) page: &'static str,
    pub(crate) verdict: Verdict,
    /// At most this share of the pixels of a picture differs, in percent.
    pub(crate) percent: f64,
    pub(crate) reason: &'static str,
}

// CindyGL paints a rectangle with whole rows and columns, one row lower where its height is not
// whole, and the browser blends it with the neighbouring pixels where its place is not. A plot that
// was moved and blended so was equal to that of 52_apollonian, pixel by pixel; without, it is where
// the rectangle is, and sharp.
const RECTANGLE: &str =
    "CindyGL paints whole rows only: the plot comes to lie up to a pixel too low, and blurred";
// Textures repeat at their edges, as is WebGL's default on all machines; scripts cannot ask CindyGL
// for anything else. On the CPU, CindyJS blends an image with nothing.
const WRAP: &str =
    "at its edges CindyGL blends an image of few pixels with the opposite side, or with padding";

#[rustfmt::skip]
const fn row(page: &'static str, verdict: Verdict, percent: f64, reason: &'static str) -> Expected {
    Expected { page, verdict, percent, reason }
}

/// All of them.
#[rustfmt::skip]
pub(crate) const EXPECTED: &[Expected] = &[
    row("25_dragdrop", Verdict::Differs, 13.5, "smaller sizes of an image: CindyGL makes them from a copy that is padded to powers of two"),
    row("30_verbatimglsl", Verdict::NotCompared, 0.0, "GLSL in a string: the preview says that it does not translate it"),
    row("34_cpuimagergba", Verdict::Differs, 25.5, WRAP),
    row("34_video", Verdict::Differs, 60.0, "a video, which browsers play in real time: at which picture it is depends on the machine"),
    row("35_spirocomplex", Verdict::Differs, 6.0, RECTANGLE),
    row("52_apollonian_fromcdy", Verdict::Differs, 7.0, RECTANGLE),
    row("58_webcam_mean_variance", Verdict::Differs, 10.5, WRAP),
];
