//! Pages of CindyGL's gallery that are not painted as CindyJS paints them, and why.

/// What may come of a page, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// The pictures are alike, without an error of ours.
    Alike,
    /// The pictures differ, and are alike where a fault of CindyGL is mended.
    Mended,
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
            Verdict::Mended => "mended",
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

// CindyGL leaves WebGL's default for textures, which is to repeat; scripts cannot ask it for anything
// else. What CindyJS reads on the CPU, `imagergba` with `repeat -> false`, ends at the edges, as ours
// does on the CPU and the GPU. Where CindyGL's textures are made to end there, 0.04 % of
// 58_webcam_mean_variance differ and 0.06 % of 34_cpuimagergba. In the former it is not the means
// that are wrong, each of four whole pixels, but the variance at the edges, where the mean that is
// taken off is that of the opposite side.
const WRAP: &str =
    "at its edges CindyGL blends an image with the opposite side, and with what it is padded with";

#[rustfmt::skip]
const fn row(page: &'static str, verdict: Verdict, percent: f64, reason: &'static str) -> Expected {
    Expected { page, verdict, percent, reason }
}

/// All of them.
#[rustfmt::skip]
pub(crate) const EXPECTED: &[Expected] = &[
    row("30_verbatimglsl", Verdict::NotCompared, 0.0, "GLSL in a string: the preview says that it does not translate it"),
    row("34_cpuimagergba", Verdict::Mended, 25.5, WRAP),
    row("58_webcam_mean_variance", Verdict::Mended, 10.5, WRAP),
];
