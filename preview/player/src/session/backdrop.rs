//! What lies behind the picture: grids and axes.

use cindyscript_applet::{Constant, Port, View};
use cindyscript_interpreter::display::{Cap, Drawing, Join, Path, PathSegment, Stroke};

/// Lines that are nearer to each other than this many pixels are no grid any more.
const NEAREST: f64 = 1.0;

/// The grids and axes that a port asks for, as CindyJS draws them on a canvas of this size in CSS
/// pixels.
pub(super) fn backdrop(port: &Port, view: &View, [width, height]: [f64; 2]) -> Vec<Drawing> {
    // Their lengths count in virtual pixels.
    let unit = 1.0 / port.virtual_pixels(width, height);
    let sheet = Sheet {
        origin: view.origin,
        width,
        height,
        axes: port.axes,
    };
    let triangles = port.others.iter().find(|(name, _)| name == "tgrid");
    let triangles = triangles
        .and_then(|(_, value)| Constant::as_number(value))
        .filter(|distance| *distance > 0.0);
    let grids = [
        (port.grid, Sheet::squares as fn(&Sheet, f64) -> Lines),
        (triangles, Sheet::triangles),
    ];
    let mut drawings = Vec::new();
    for (distance, lines) in grids {
        let distance = distance.map(|distance| distance * view.scale);
        if let Some(distance) = distance.filter(|d| d.is_finite() && *d >= NEAREST) {
            drawings.push(thin(lines(&sheet, distance), unit));
        }
    }
    if port.axes {
        drawings.push(sheet.arrows(unit));
    }
    drawings
}

type Lines = Vec<([f64; 2], [f64; 2])>;

/// The canvas, in CSS pixels.
struct Sheet {
    origin: [f64; 2],
    width: f64,
    height: f64,
    axes: bool,
}

impl Sheet {
    fn squares(&self, distance: f64) -> Lines {
        let [x, y] = self.origin;
        let down = self.places(distance, x, self.width);
        let across = self.places(distance, y, self.height);
        let down = down.map(|x| ([x, 0.0], [x, self.height]));
        down.chain(across.map(|y| ([0.0, y], [self.width, y])))
            .collect()
    }

    fn triangles(&self, distance: f64) -> Lines {
        let [x, y] = self.origin;
        let slope = 3_f64.sqrt();
        // How far the lines through the origin are from it where they cross the edges.
        let (top, bottom) = (y / slope, (self.height - y) / slope);
        let every = |first: f64, last: f64| steps(distance, first, last).map(move |at| at + x);
        let falling = every(-x - bottom, self.width - x + top)
            .map(|at| ([at - top, 0.0], [at + bottom, self.height]));
        let rising = every(-x - top, self.width - x + bottom)
            .map(|at| ([at + top, 0.0], [at - bottom, self.height]));
        let across = self.places(distance * slope / 2.0, y, self.height);
        let across = across.map(|y| ([0.0, y], [self.width, y]));
        falling.chain(rising).chain(across).collect()
    }

    /// Where the lines of a grid cross an edge of this length; not where an axis does.
    fn places(&self, distance: f64, origin: f64, length: f64) -> impl Iterator<Item = f64> {
        let axes = self.axes;
        steps(distance, -origin, length - origin)
            .filter(move |at| !axes || *at != 0.0)
            .map(move |at| at + origin)
    }

    fn arrows(&self, unit: f64) -> Drawing {
        let [x, y] = self.origin;
        let right = |across: f64, down: f64| [self.width - across * unit, y + down * unit];
        let up = |across: f64, down: f64| [x + across * unit, down * unit];
        let lines = [
            vec![[0.0, y], right(6.0, 0.0)],
            vec![right(13.0, -5.0), right(3.0, 0.0), right(13.0, 5.0)],
            vec![[x, self.height], up(0.0, 6.0)],
            vec![up(-5.0, 13.0), up(0.0, 3.0), up(5.0, 13.0)],
        ];
        let segments = lines.iter().flat_map(|line| {
            let ends = line.iter().enumerate();
            ends.map(|(place, end)| match place {
                0 => PathSegment::Move(*end),
                _ => PathSegment::Line(*end),
            })
        });
        stroked(segments.collect(), 3.0 * unit, 0.2)
    }
}

/// The multiples of a distance within bounds.
fn steps(distance: f64, first: f64, last: f64) -> impl Iterator<Item = f64> {
    let (first, last) = ((first / distance).ceil(), (last / distance).floor());
    // A bound for views that no canvas has; `as` saturates, and takes NaN for 0.
    let count = (last - first + 1.0).clamp(0.0, 1e5) as u32;
    (0..count).map(move |step| (first + f64::from(step)) * distance)
}

fn thin(lines: Lines, unit: f64) -> Drawing {
    let segments = lines
        .into_iter()
        .flat_map(|(from, to)| [PathSegment::Move(from), PathSegment::Line(to)]);
    stroked(segments.collect(), unit, 0.1)
}

fn stroked(segments: Vec<PathSegment>, width: f64, alpha: f64) -> Drawing {
    Drawing::Stroke {
        path: Path { segments },
        stroke: Stroke {
            width,
            dashes: [].into(),
            cap: Cap::Butt,
            join: Join::Miter,
            miter_limit: 10.0,
        },
        colour: [0.0, 0.0, 0.0, alpha],
    }
}

#[cfg(test)]
mod tests {
    use cindyscript_applet::TextRange;

    use super::*;

    fn check(set: impl FnOnce(&mut Port), expected: &[(usize, f64)]) {
        let mut port = Port::new(TextRange::default());
        set(&mut port);
        let size = [300.0, 200.0];
        let view = port.view(size[0], size[1]);
        let drawn: Vec<(usize, f64)> = backdrop(&port, &view, size)
            .iter()
            .map(|drawing| match drawing {
                Drawing::Stroke { path, stroke, .. } => (path.segments.len(), stroke.width),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn grids_and_axes() {
        check(|_| {}, &[]);
        // Every 25 pixels from 0.5 and -0.5 on: 12 lines down, 8 across.
        check(|port| port.grid = Some(1.0), &[(40, 1.0)]);
        check(
            |port| (port.grid, port.axes) = (Some(1.0), true),
            // The axis down lies on the canvas, the axis across above it.
            &[(38, 1.0), (10, 3.0)],
        );
        check(
            |port| (port.axes, port.virtual_width) = (true, Some(600.0)),
            &[(10, 1.5)],
        );
    }

    #[test]
    fn no_grid_is_too_narrow_to_end() {
        for odd in [1e-9, f64::NAN, f64::INFINITY, -1.0] {
            check(|port| port.grid = Some(odd), &[]);
        }
        assert_eq!(
            steps(1.0, f64::NEG_INFINITY, f64::INFINITY).count(),
            100_000
        );
    }
}
