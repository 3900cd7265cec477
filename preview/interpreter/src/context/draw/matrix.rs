//! Where world coordinates lie on the canvas.

use cindyscript_applet::View;

use crate::display::Affine;

/// A linear map of world coordinates and a shift, in CindyJS's notation: (x, y) goes to the pixel
/// (a x − b y + tx, c x − d y − ty). Pixels count from the upper left corner, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ViewMatrix {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    tx: f64,
    ty: f64,
}

impl ViewMatrix {
    /// The world itself: one pixel is a unit, and y counts down.
    pub(crate) const WORLD: ViewMatrix = ViewMatrix {
        a: 1.0,
        b: 0.0,
        c: 0.0,
        d: 1.0,
        tx: 0.0,
        ty: 0.0,
    };

    /// What a view says, in pixels of which one is `unit` of the view's.
    pub(crate) fn of(view: &View, unit: f64) -> ViewMatrix {
        let scale = view.scale / unit;
        let [x, y] = view.origin;
        ViewMatrix {
            a: scale,
            b: 0.0,
            c: 0.0,
            d: scale,
            tx: x / unit,
            ty: -y / unit,
        }
    }

    /// The pixel of a place in the world.
    pub(crate) fn to_pixel(self, [x, y]: [f64; 2]) -> [f64; 2] {
        [
            x * self.a - y * self.b + self.tx,
            x * self.c - y * self.d - self.ty,
        ]
    }

    /// The place in the world at a pixel.
    pub(crate) fn to_world(self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (x, y) = (x - self.tx, y + self.ty);
        let determinant = self.determinant();
        [
            (x * self.d - y * self.b) / determinant,
            (x * self.c - y * self.a) / determinant,
        ]
    }

    fn determinant(self) -> f64 {
        self.a * self.d - self.b * self.c
    }

    /// Pixels per unit: the square root of how much areas grow.
    pub(crate) fn scale(self) -> f64 {
        self.determinant().sqrt()
    }

    /// What `screenresolution()` says.
    pub(crate) fn resolution(self) -> f64 {
        self.a
    }

    /// The map after which this one comes, in CindyJS's order: the linear parts are multiplied from
    /// one side and the shift from the other.
    fn before(self, [a, b, c, d, tx, ty]: [f64; 6]) -> ViewMatrix {
        ViewMatrix {
            a: self.a * a + self.c * b,
            b: self.b * a + self.d * b,
            c: self.a * c + self.c * d,
            d: self.b * c + self.d * d,
            tx: self.a * tx + self.c * ty + self.tx,
            ty: self.b * tx + self.d * ty + self.ty,
        }
    }

    /// Moves the origin by so many units.
    pub(crate) fn translated(self, [x, y]: [f64; 2]) -> ViewMatrix {
        self.before([1.0, 0.0, 0.0, 1.0, x, y])
    }

    /// Turns the axes counterclockwise, by radians.
    pub(crate) fn rotated(self, angle: f64) -> ViewMatrix {
        let (sin, cos) = angle.sin_cos();
        self.before([cos, sin, -sin, cos, 0.0, 0.0])
    }

    /// Makes the unit longer.
    pub(crate) fn scaled(self, factor: f64) -> ViewMatrix {
        self.before([factor, 0.0, 0.0, factor, 0.0, 0.0])
    }

    /// The matrix of coordinates of which [`ViewMatrix::to_pixel`] of `system` is the world, y down.
    /// This one must not turn the axes.
    pub(crate) fn with(self, system: ViewMatrix) -> ViewMatrix {
        let ViewMatrix { a, b, c, d, tx, ty } = system;
        self.before([a, b, c, d, tx, ty])
    }

    /// The map from coordinates of this system to the world.
    pub(crate) fn to_affine(self) -> Affine {
        let ViewMatrix { a, b, c, d, tx, ty } = self;
        [a, -c, -b, d, tx, ty]
    }

    /// The system from which this map leads to the world.
    pub(crate) fn from_affine([a, b, c, d, e, f]: Affine) -> ViewMatrix {
        ViewMatrix {
            a,
            b: -c,
            c: -b,
            d,
            tx: e,
            ty: f,
        }
    }

    /// The homogeneous matrix from pixels to the world, up to a factor.
    pub(crate) fn homogeneous_to_world(self) -> [[f64; 3]; 3] {
        let ViewMatrix { a, b, c, d, tx, ty } = self;
        [
            [d, -b, -tx * d - ty * b],
            [c, -a, -tx * c - ty * a],
            [0.0, 0.0, self.determinant()],
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VIEW: View = View {
        scale: 25.0,
        origin: [250.5, 249.5],
    };

    #[track_caller]
    fn check(matrix: ViewMatrix, world: [f64; 2], pixel: [f64; 2]) {
        let close = |[a, b]: [f64; 2], [c, d]: [f64; 2]| (a - c).hypot(b - d) < 1e-9;
        assert!(close(matrix.to_pixel(world), pixel), "{matrix:?}");
        assert!(close(matrix.to_world(pixel), world), "{matrix:?}");
        let [x, y] = pixel;
        let [u, v, w] = matrix
            .homogeneous_to_world()
            .map(|[p, q, r]| p * x + q * y + r);
        assert!(close([u / w, v / w], world), "{matrix:?}");
    }

    #[test]
    fn places() {
        let start = ViewMatrix::of(&VIEW, 1.0);
        check(start, [0.0, 0.0], [250.5, 249.5]);
        check(start, [1.0, 2.0], [275.5, 199.5]);
        check(start.translated([1.0, 1.0]), [0.0, 0.0], [275.5, 224.5]);
        check(start.scaled(2.0), [1.0, 1.0], [300.5, 199.5]);
        let quarter = std::f64::consts::FRAC_PI_2;
        check(start.rotated(quarter), [1.0, 0.0], [250.5, 224.5]);
        let both = start.translated([2.0, 0.0]).rotated(quarter);
        check(both, [1.0, 0.0], [300.5, 224.5]);
        let system = ViewMatrix::WORLD.translated([2.0, 0.0]).rotated(quarter);
        check(start.with(system), [1.0, 0.0], [300.5, 224.5]);
        assert_eq!(ViewMatrix::from_affine(system.to_affine()), system);
        // Pixels of which two are one of the view.
        check(ViewMatrix::of(&VIEW, 0.5), [1.0, 0.0], [551.0, 499.0]);
    }
}
