//! How precisely colorplots are computed, in an author's words.

use cindyscript_hir::program::PlotId;
use cindyscript_player::precision::{ComputedIn, PlotPrecision, PrecisionSetting};
use cindyscript_player::source::Source;
use cindyscript_shader::Precision;

/// The precision, and where it ends: a line of the times.
pub(crate) fn in_words(plot: &PlotPrecision, setting: PrecisionSetting) -> String {
    let name = name(plot.computed);
    let why = plot.lacking.as_ref().map(|why| &why.message);
    match (ends(plot), why) {
        (None, None) => match plot.computed {
            ComputedIn::Shader(_) => format!("{name} ({setting})"),
            ComputedIn::Interpreter => name.to_owned(),
        },
        (None, Some(why)) => format!("{name}: {why}"),
        (Some(ends), None) => format!("{name} ends here: {ends}"),
        (Some(ends), Some(why)) => format!("{name} ends here: {ends}; {why}"),
    }
}

/// What the window says of it where nobody has asked: that the precision ends, where nothing more
/// precise is on its way, and that the user has not chosen another one than single.
pub(crate) fn mark(plot: &PlotPrecision, setting: PrecisionSetting) -> Option<String> {
    let is_chosen = setting == PrecisionSetting::Auto;
    let is_last = match plot.computed {
        ComputedIn::Shader(Precision::Single | Precision::Double | Precision::Native) => {
            !is_chosen || plot.lacking.is_some()
        }
        ComputedIn::Shader(Precision::Perturbed) | ComputedIn::Interpreter => true,
    };
    if is_last && ends(plot).is_some() {
        return Some(in_words(plot, setting));
    }
    match plot.computed {
        ComputedIn::Shader(Precision::Double | Precision::Native | Precision::Perturbed)
            if is_chosen =>
        {
            Some(name(plot.computed).to_owned())
        }
        ComputedIn::Shader(_) | ComputedIn::Interpreter => None,
    }
}

/// What there is to say of each colorplot of a version with its place, each thing once, and whether
/// its precision is less than was asked for or than its pixels need.
pub(crate) fn told(
    source: &Source,
    plots: &[(PlotId, PlotPrecision)],
    setting: PrecisionSetting,
) -> Vec<(bool, String)> {
    let mut told = Vec::new();
    for (plot, precision) in plots {
        let term = source.facts().map(|facts| facts.program.plot(*plot).term);
        let range = term.and_then(|term| source.range_of(term));
        let said = source.located(range, &in_words(precision, setting));
        let said = (precision.ends() || precision.lacking.is_some(), said);
        if !told.contains(&said) {
            told.push(said);
        }
    }
    told
}

fn name(computed: ComputedIn) -> &'static str {
    match computed {
        ComputedIn::Shader(Precision::Single) => "single precision",
        ComputedIn::Shader(Precision::Double) => "double precision",
        ComputedIn::Shader(Precision::Native) => "double precision of f64",
        ComputedIn::Shader(Precision::Perturbed) => "differences to an orbit of any precision",
        ComputedIn::Interpreter => "the CPU's 64-bit precision",
    }
}

/// What is lost where the precision ends.
fn ends(plot: &PlotPrecision) -> Option<String> {
    match (plot.narrowest, plot.differing) {
        (Some(width), _) => Some(format!("views narrower than {width:.0e} lose pixels")),
        (None, Some(part)) => Some(format!("{} of the pixels come out wrong", percent(part))),
        (None, None) => None,
    }
}

fn percent(part: f64) -> String {
    match 100.0 * part {
        ..0.95 => "less than 1 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_player::diagnostic::AppletDiagnostic;

    use super::*;

    const SINGLE: ComputedIn = ComputedIn::Shader(Precision::Single);
    const DOUBLE: ComputedIn = ComputedIn::Shader(Precision::Double);

    fn plot(computed: ComputedIn) -> PlotPrecision {
        PlotPrecision {
            computed,
            lacking: None,
            narrowest: None,
            differing: None,
        }
    }

    fn why() -> Option<AppletDiagnostic> {
        Some(AppletDiagnostic {
            message: "there are too many loops".to_owned(),
            range: None,
            fatal: false,
        })
    }

    #[test]
    fn the_times_say_where_a_precision_ends() {
        let words = |computed, narrowest| {
            let plot = PlotPrecision {
                narrowest,
                ..plot(computed)
            };
            in_words(&plot, PrecisionSetting::Auto)
        };
        assert_eq!(words(SINGLE, None), "single precision (auto)");
        assert_eq!(words(DOUBLE, None), "double precision (auto)");
        assert_eq!(
            words(ComputedIn::Shader(Precision::Native), None),
            "double precision of f64 (auto)"
        );
        assert_eq!(
            words(ComputedIn::Interpreter, None),
            "the CPU's 64-bit precision"
        );
        assert_eq!(
            words(SINGLE, Some(1.19e-4)),
            "single precision ends here: views narrower than 1e-4 lose pixels"
        );
        assert_eq!(
            words(DOUBLE, Some(7.1e-12)),
            "double precision ends here: views narrower than 7e-12 lose pixels"
        );
        // The number is said where nothing more precise is there as well.
        let lacking = PlotPrecision {
            lacking: why(),
            narrowest: Some(1.19e-4),
            ..plot(SINGLE)
        };
        assert_eq!(
            in_words(&lacking, PrecisionSetting::Auto),
            "single precision ends here: views narrower than 1e-4 lose pixels; \
             there are too many loops"
        );
    }

    #[test]
    fn the_window_says_what_it_cannot_mend() {
        use PrecisionSetting::{Auto, Double, Single};
        let check = |plot: &PlotPrecision, setting, expected: Option<&str>| {
            assert_eq!(
                mark(plot, setting).as_deref(),
                expected,
                "{plot:?} {setting}"
            );
        };
        check(&plot(SINGLE), Auto, None);
        check(&plot(SINGLE), Single, None);
        check(&plot(DOUBLE), Double, None);
        check(&plot(DOUBLE), Auto, Some("double precision"));
        let wrong = PlotPrecision {
            differing: Some(0.123),
            ..plot(SINGLE)
        };
        let said = "single precision ends here: 12 % of the pixels come out wrong";
        check(&wrong, Single, Some(said));
        // More is on its way.
        check(&wrong, Auto, None);
        let lacking = PlotPrecision {
            lacking: why(),
            ..wrong
        };
        let said = format!("{said}; there are too many loops");
        check(&lacking, Auto, Some(&said));
        let narrow = PlotPrecision {
            narrowest: Some(2e-14),
            ..plot(ComputedIn::Interpreter)
        };
        let said = "the CPU's 64-bit precision ends here: views narrower than 2e-14 lose pixels";
        check(&narrow, Auto, Some(said));
    }
}
