//! From paths of the display list to paths that the rasteriser takes: in device pixels, without
//! numbers that are not finite, and cut off a little outside of what is seen, so that no size and
//! no place is too odd.

use cindyscript_interpreter::display::{Path, PathSegment};
use tiny_skia::PathBuilder;

use super::bounds::Bounds;

/// A place in device pixels.
type Vec2 = [f64; 2];

/// Larger coordinates are taken for this; then differences and products stay finite.
const FAR: f64 = 1e12;

/// Curves whose control points lie within this many pixels of what is seen are left to the
/// rasteriser, which counts in 32 bits.
const NEAR: f64 = 1e4;

/// How often a curve is halved at most: enough from [`FAR`] to [`NEAR`].
const HALVINGS: u32 = 40;

/// A piece of a path.
#[derive(Clone, Copy)]
enum Piece {
    Move(Vec2),
    Line(Vec2, Vec2),
    Curve(Curve),
    Close(Vec2, Vec2),
}

/// A cubic curve. Of one that is quadratic the rasteriser is told so: it makes other straight lines
/// of it, those that a browser makes.
#[derive(Clone, Copy)]
struct Curve {
    points: [Vec2; 4],
    /// The control point of the quadratic curve that it is.
    quadratic: Option<Vec2>,
}

impl Curve {
    fn quadratic(from: Vec2, control: Vec2, to: Vec2) -> Curve {
        let third = |end: Vec2| between(end, control, 2.0 / 3.0);
        Curve {
            points: [from, third(from), third(to), to],
            quadratic: Some(control),
        }
    }

    fn cubic(points: [Vec2; 4]) -> Curve {
        Curve {
            points,
            quadratic: None,
        }
    }

    /// De Casteljau's.
    fn halves(&self) -> (Curve, Curve) {
        let [a, b, c, d] = self.points;
        let middle = |a, b| between(a, b, 0.5);
        let (ab, bc, cd) = (middle(a, b), middle(b, c), middle(c, d));
        let (abc, bcd) = (middle(ab, bc), middle(bc, cd));
        let all = middle(abc, bcd);
        let (first, second) = ([a, ab, abc, all], [all, bcd, cd, d]);
        (Curve::cubic(first), Curve::cubic(second))
    }

    /// Between that of the chord and that of the control polygon.
    fn length(&self) -> f64 {
        let [a, b, c, d] = self.points;
        let distance = |a: Vec2, b: Vec2| (b[0] - a[0]).hypot(b[1] - a[1]);
        (distance(a, d) + distance(a, b) + distance(b, c) + distance(c, d)) / 2.0
    }

    /// Adds it to what has come to its beginning.
    fn add_to(&self, builder: &mut PathBuilder, origin: Vec2) {
        let [_, first, second, to] = self.points.map(|point| local(point, origin));
        match self.quadratic {
            Some(control) => {
                let control = local(control, origin);
                builder.quad_to(control[0], control[1], to[0], to[1]);
            }
            None => builder.cubic_to(first[0], first[1], second[0], second[1], to[0], to[1]),
        }
    }
}

/// Takes a path apart. As in a browser, segments with numbers that are not finite are left out.
fn for_each_piece(path: &Path, scale: f64, mut take: impl FnMut(Piece)) {
    let device = |place: Vec2| {
        let place = place.map(|coordinate| coordinate * scale);
        let finite = place.iter().all(|coordinate| coordinate.is_finite());
        finite.then(|| place.map(|coordinate| coordinate.clamp(-FAR, FAR)))
    };
    // Where this part began, and where the pen is.
    let mut part: Option<(Vec2, Vec2)> = None;
    for segment in &path.segments {
        match *segment {
            PathSegment::Move(to) => {
                if let Some(to) = device(to) {
                    take(Piece::Move(to));
                    part = Some((to, to));
                }
            }
            PathSegment::Line(to) => {
                let Some(to) = device(to) else { continue };
                match &mut part {
                    Some((_, pen)) => take(Piece::Line(std::mem::replace(pen, to), to)),
                    None => {
                        take(Piece::Move(to));
                        part = Some((to, to));
                    }
                }
            }
            PathSegment::Quadratic(control, to) => {
                let (Some(control), Some(to)) = (device(control), device(to)) else {
                    continue;
                };
                let (begin, from) = begun(&mut part, control, &mut take);
                take(Piece::Curve(Curve::quadratic(from, control, to)));
                part = Some((begin, to));
            }
            PathSegment::Cubic(first, second, to) => {
                let (Some(first), Some(second), Some(to)) =
                    (device(first), device(second), device(to))
                else {
                    continue;
                };
                let (begin, from) = begun(&mut part, first, &mut take);
                take(Piece::Curve(Curve::cubic([from, first, second, to])));
                part = Some((begin, to));
            }
            PathSegment::Close => {
                if let Some((begin, pen)) = &mut part {
                    take(Piece::Close(*pen, *begin));
                    *pen = *begin;
                }
            }
        }
    }
}

/// A curve without a beginning begins at its first control point.
fn begun(
    part: &mut Option<(Vec2, Vec2)>,
    control: Vec2,
    take: &mut impl FnMut(Piece),
) -> (Vec2, Vec2) {
    *part.get_or_insert_with(|| {
        take(Piece::Move(control));
        (control, control)
    })
}

/// The smallest rectangle around all control points, in device pixels.
pub(super) fn extent(path: &Path, scale: f64) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for_each_piece(path, scale, |piece| match piece {
        Piece::Move(to) | Piece::Line(_, to) => bounds.include(to),
        Piece::Curve(curve) => curve.points.iter().for_each(|point| bounds.include(*point)),
        Piece::Close(..) => {}
    });
    bounds
}

/// The outline of an area. Outside of `seen` it may run elsewhere; inside, the same points are
/// inside of it. `origin` is what becomes (0, 0).
pub(super) fn area(
    path: &Path,
    scale: f64,
    seen: &Bounds,
    origin: Vec2,
) -> Option<tiny_skia::Path> {
    let mut area = Area {
        seen,
        origin,
        builder: PathBuilder::new(),
        part: None,
    };
    for_each_piece(path, scale, |piece| match piece {
        Piece::Move(to) => {
            area.close();
            area.begin(to);
        }
        Piece::Line(from, to) | Piece::Close(from, to) => area.line(from, to),
        Piece::Curve(curve) => area.curve(&curve, HALVINGS),
    });
    area.close();
    area.builder.finish()
}

/// Moves what lies outside of the seen rectangle to its edge. That moves nothing across a point
/// inside, so that the outline winds around it as often as before.
struct Area<'a> {
    seen: &'a Bounds,
    origin: Vec2,
    builder: PathBuilder,
    /// Where this part began, and where the pen is.
    part: Option<(Vec2, Vec2)>,
}

impl Area<'_> {
    fn begin(&mut self, at: Vec2) {
        let [x, y] = self.clamped(at);
        self.builder.move_to(x, y);
        self.part = Some((at, at));
    }

    fn close(&mut self) {
        if let Some((begin, pen)) = self.part.take() {
            self.line(pen, begin);
            self.builder.close();
        }
    }

    fn line(&mut self, from: Vec2, to: Vec2) {
        // Between the lines that the edges lie on, what is moved to an edge stays straight.
        if !(self.seen.contains(from) && self.seen.contains(to)) {
            let mut cuts = [1.0; 4];
            let edges = [
                (0, self.seen.left),
                (0, self.seen.right),
                (1, self.seen.top),
                (1, self.seen.bottom),
            ];
            for (cut, (axis, edge)) in cuts.iter_mut().zip(edges) {
                let t = (edge - from[axis]) / (to[axis] - from[axis]);
                if t > 0.0 && t < 1.0 {
                    *cut = t;
                }
            }
            cuts.sort_by(f64::total_cmp);
            for t in cuts.into_iter().filter(|t| *t < 1.0) {
                let [x, y] = self.clamped(between(from, to, t));
                self.builder.line_to(x, y);
            }
        }
        let [x, y] = self.clamped(to);
        self.builder.line_to(x, y);
        self.moved(to);
    }

    fn curve(&mut self, curve: &Curve, halvings: u32) {
        let points = &curve.points;
        if self.seen.is_beside(points) || halvings == 0 {
            self.line(points[0], points[3]);
        } else if self.seen.is_near(points) {
            curve.add_to(&mut self.builder, self.origin);
            self.moved(points[3]);
        } else {
            let (first, second) = curve.halves();
            self.curve(&first, halvings - 1);
            self.curve(&second, halvings - 1);
        }
    }

    fn moved(&mut self, to: Vec2) {
        if let Some((_, pen)) = &mut self.part {
            *pen = to;
        }
    }

    fn clamped(&self, at: Vec2) -> [f32; 2] {
        local(self.seen.clamp(at), self.origin)
    }
}

/// A part of a line that is seen, and how far along the whole it begins, in pixels; 0 unless it is
/// dashed.
pub(super) struct Run {
    /// The line.
    pub(super) path: tiny_skia::Path,
    /// How much of it lies before.
    pub(super) phase: f64,
}

/// The parts of a line that run through `seen`; a dashed one has each part by itself. `origin` is
/// what becomes (0, 0).
pub(super) fn line(path: &Path, scale: f64, seen: &Bounds, origin: Vec2, dashed: bool) -> Vec<Run> {
    let mut line = Line {
        seen,
        origin,
        dashed,
        runs: Vec::new(),
        builder: PathBuilder::new(),
        phase: 0.0,
        length: 0.0,
        pen: Pen::Up,
        whole: true,
    };
    for_each_piece(path, scale, |piece| match piece {
        Piece::Move(_) => line.begin(),
        Piece::Line(from, to) => line.line(from, to),
        Piece::Curve(curve) => line.curve(&curve, HALVINGS),
        Piece::Close(from, to) => line.close(from, to),
    });
    line.end_run();
    line.runs
}

/// Whether the line goes on where it has been drawn to.
#[derive(Clone, Copy, PartialEq)]
enum Pen {
    Up,
    /// At a place where a part begins, of which nothing is drawn yet.
    Begun,
    Down,
}

struct Line<'a> {
    seen: &'a Bounds,
    origin: Vec2,
    dashed: bool,
    runs: Vec<Run>,
    builder: PathBuilder,
    /// Of the run being built.
    phase: f64,
    /// Of this part so far.
    length: f64,
    pen: Pen,
    /// Nothing of this part was left out so far.
    whole: bool,
}

impl Line<'_> {
    fn begin(&mut self) {
        self.length = 0.0;
        self.pen = Pen::Begun;
        self.whole = true;
    }

    fn line(&mut self, from: Vec2, to: Vec2) {
        // As in a browser, a line without length is none, and leaves no dot.
        if from == to {
            return;
        }
        let length = (to[0] - from[0]).hypot(to[1] - from[1]);
        match self.seen.cut(from, to) {
            Some([first, last]) => {
                if first > 0.0 {
                    self.lift();
                }
                self.start(between(from, to, first), first * length);
                let [x, y] = local(between(from, to, last), self.origin);
                self.builder.line_to(x, y);
                if last < 1.0 {
                    self.lift();
                }
            }
            None => self.lift(),
        }
        self.length += length;
    }

    fn curve(&mut self, curve: &Curve, halvings: u32) {
        let points = &curve.points;
        if points[1..].iter().all(|point| *point == points[0]) {
            return;
        }
        let near = self.seen.is_near(points);
        if self.seen.is_beside(points) || (halvings == 0 && !near) {
            self.lift();
            self.length += curve.length();
        } else if near {
            self.start(points[0], 0.0);
            curve.add_to(&mut self.builder, self.origin);
            self.length += curve.length();
        } else {
            let (first, second) = curve.halves();
            self.curve(&first, halvings - 1);
            self.curve(&second, halvings - 1);
        }
    }

    fn close(&mut self, from: Vec2, to: Vec2) {
        if self.whole && self.pen == Pen::Down && self.seen.contains(to) {
            self.builder.close();
        } else {
            self.line(from, to);
        }
        self.begin();
    }

    /// Puts the pen down, so far behind what is counted already.
    fn start(&mut self, at: Vec2, behind: f64) {
        if self.pen == Pen::Down {
            return;
        }
        if self.dashed {
            self.end_run();
            self.phase = self.length + behind;
        }
        let [x, y] = local(at, self.origin);
        self.builder.move_to(x, y);
        self.pen = Pen::Down;
    }

    fn lift(&mut self) {
        self.pen = Pen::Up;
        self.whole = false;
    }

    fn end_run(&mut self) {
        let builder = std::mem::take(&mut self.builder);
        if let Some(path) = builder.finish() {
            let phase = self.phase;
            self.runs.push(Run { path, phase });
        }
    }
}

impl Bounds {
    /// Whether all of it lies beyond one edge.
    fn is_beside(&self, points: &[Vec2; 4]) -> bool {
        let all = |beyond: &dyn Fn(&Vec2) -> bool| points.iter().all(beyond);
        all(&|p| p[0] < self.left)
            || all(&|p| p[0] > self.right)
            || all(&|p| p[1] < self.top)
            || all(&|p| p[1] > self.bottom)
    }

    fn is_near(&self, points: &[Vec2; 4]) -> bool {
        let near = self.grown(NEAR);
        points.iter().all(|point| near.contains(*point))
    }

    /// The part of a straight line that lies inside, as fractions of it (Liang and Barsky, *A New
    /// Concept and Method for Line Clipping*, 1984).
    fn cut(&self, from: Vec2, to: Vec2) -> Option<[f64; 2]> {
        if self.contains(from) && self.contains(to) {
            return Some([0.0, 1.0]);
        }
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        let slabs = [(self.left, self.right), (self.top, self.bottom)];
        for (axis, (low, high)) in slabs.into_iter().enumerate() {
            let along = to[axis] - from[axis];
            if along == 0.0 {
                if from[axis] < low || from[axis] > high {
                    return None;
                }
                continue;
            }
            let (a, b) = ((low - from[axis]) / along, (high - from[axis]) / along);
            first = first.max(a.min(b));
            last = last.min(a.max(b));
        }
        (first < last).then_some([first, last])
    }
}

fn between(from: Vec2, to: Vec2, t: f64) -> Vec2 {
    [0, 1].map(|axis| from[axis] + t * (to[axis] - from[axis]))
}

fn local(at: Vec2, origin: Vec2) -> [f32; 2] {
    [0, 1].map(|axis| (at[axis] - origin[axis]) as f32)
}
