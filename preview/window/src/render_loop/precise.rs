//! How precisely colorplots are computed, in an author's words.

use cindyscript_player::precision::{PlotPrecision, PrecisionSetting};
use cindyscript_shader::Precision;

/// A line of the times: the precision, and where it ends.
pub(super) fn in_words(plot: &PlotPrecision, setting: PrecisionSetting) -> String {
    let name = match plot.precision {
        Precision::Single => "single precision",
        Precision::Double => "double precision",
        Precision::Perturbed => "differences to an orbit of any precision",
    };
    let why = plot.lacking.as_ref().map(|why| &why.message);
    match (plot.narrowest, why) {
        (None, None) => format!("{name} ({setting})"),
        (None, Some(why)) => format!("{name}: {why}"),
        (Some(_), Some(why)) => format!("{name} ends here: {why}"),
        (Some(width), None) => {
            format!("{name} ends here: views narrower than {width:.0e} lose pixels")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_say_where_a_precision_ends() {
        let words = |precision, narrowest| {
            let plot = PlotPrecision {
                precision,
                lacking: None,
                narrowest,
            };
            in_words(&plot, PrecisionSetting::Auto)
        };
        assert_eq!(words(Precision::Single, None), "single precision (auto)");
        assert_eq!(words(Precision::Double, None), "double precision (auto)");
        assert_eq!(
            words(Precision::Single, Some(1.19e-4)),
            "single precision ends here: views narrower than 1e-4 lose pixels"
        );
        assert_eq!(
            words(Precision::Double, Some(7.1e-12)),
            "double precision ends here: views narrower than 7e-12 lose pixels"
        );
    }
}
