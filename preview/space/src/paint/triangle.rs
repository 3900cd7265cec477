//! Triangles, by their barycentric coordinates in homogeneous form (Olano and Greer, *Triangle scan
//! conversion using 2D homogeneous coordinates*): nothing needs to be cut off at the camera.

use super::band::Band;
use super::lens::{Extent, Lens};
use crate::light::{Lighting, Surface};
use crate::mipmap::Mipmap;
use crate::scene::Triangle;
use crate::vector::{apply, cross, dehomogenized, dot, normalized, xyz};

/// The pixels that may show a triangle.
pub(super) fn extent(triangle: &Triangle, lens: &Lens) -> Option<Extent> {
    let corners = triangle.corners.map(|it| lens.homogeneous(it.position));
    lens.extent(&corners.map(xyz))
}

/// Paints a triangle. With a texture, the colours of its corners are places there.
pub(super) fn paint(
    triangle: &Triangle,
    texture: Option<&Mipmap>,
    lens: &Lens,
    light: &Lighting,
    band: &mut Band,
) {
    let positions = triangle.corners.map(|it| lens.homogeneous(it.position));
    // As in WebGL, the last coordinate does not move the corner; it only weights the interpolation.
    let seen = positions.map(xyz);
    let Some(extent) = lens.extent(&seen) else {
        return;
    };
    let Some(edges) = edges(seen.map(|corner| lens.projected(corner))) else {
        return;
    };
    let normals = triangle.corners.map(|corner| {
        let [x, y, z] = corner.normal.map(f64::from);
        xyz(apply(&lens.view, [x, y, z, 0.0]))
    });
    let colours = triangle.corners.map(|it| it.colour.map(f64::from));
    for y in band.common(&extent.rows) {
        for x in extent.columns.clone() {
            let middle = [f64::from(x) + 0.5, f64::from(y) + 0.5];
            let mask = covered(&edges, middle, band.pattern());
            if mask == 0 {
                continue;
            }
            let weights = weights(&edges, middle);
            let position = dehomogenized(mixed(&positions, weights));
            if !lens.is_in_range(position[2]) {
                continue;
            }
            band.paint([x, y], mask, lens.depth(position[2]), || {
                let [r, g, b, alpha] = match texture {
                    Some(texture) => looked_up(texture, &colours, &edges, middle),
                    None => {
                        let [r, g, b] = mixed(&colours, weights);
                        [r, g, b, f64::from(triangle.alpha)]
                    }
                };
                let [r, g, b] = light.colour(&Surface {
                    position,
                    normal: normalized(mixed(&normals, weights)),
                    colour: [r, g, b],
                    shininess: f64::from(triangle.shininess),
                });
                [r, g, b, alpha]
            });
        }
    }
}

/// Linear functions of a pixel, each positive on the side of an edge where the triangle is: together
/// they are the barycentric coordinates, up to a factor. None of a triangle that is seen from its edge.
fn edges([a, b, c]: [[f64; 3]; 3]) -> Option<[[f64; 3]; 3]> {
    let edges = [cross(b, c), cross(c, a), cross(a, b)];
    let turn = dot(a, edges[0]);
    let sign = turn.signum();
    (turn != 0.0 && turn.is_finite()).then(|| edges.map(|edge| edge.map(|entry| sign * entry)))
}

/// The barycentric coordinates of a place of the picture.
fn weights(edges: &[[f64; 3]; 3], [x, y]: [f64; 2]) -> [f64; 3] {
    let weights = edges.map(|[a, b, c]| a * x + b * y + c);
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

/// The colour of the texture at a pixel, and its alpha.
fn looked_up(
    texture: &Mipmap,
    corners: &[[f64; 3]; 3],
    edges: &[[f64; 3]; 3],
    [x, y]: [f64; 2],
) -> [f64; 4] {
    let place = |at: [f64; 2]| {
        let [u, v, w] = mixed(corners, weights(edges, at));
        [u / w, v / w]
    };
    let here = place([x, y]);
    let covered = [place([x + 1.0, y]), place([x, y + 1.0])].map(|there| {
        let size = texture.size();
        let [across, down] = [0, 1].map(|axis| size[axis] * (there[axis] - here[axis]));
        across.hypot(down)
    });
    texture.colour(here, covered[0].max(covered[1]))
}

/// A bit for each sample of a pixel that is inside. A sample on an edge between two triangles is in
/// one of them.
fn covered(edges: &[[f64; 3]; 3], middle: [f64; 2], pattern: &[[f64; 2]]) -> u8 {
    let mut mask = 0;
    for (sample, offset) in pattern.iter().enumerate() {
        let [x, y] = [0, 1].map(|axis| middle[axis] + offset[axis]);
        let is_inside = edges.iter().all(|[a, b, c]| {
            let side = a * x + b * y + c;
            side > 0.0 || side == 0.0 && (*a > 0.0 || *a == 0.0 && *b > 0.0)
        });
        mask |= u8::from(is_inside) << sample;
    }
    mask
}

/// The weighted sum.
fn mixed<const N: usize>(corners: &[[f64; N]; 3], weights: [f64; 3]) -> [f64; N] {
    let mut sum = [0.0; N];
    for (corner, weight) in corners.iter().zip(weights) {
        for (sum, entry) in sum.iter_mut().zip(corner) {
            *sum += weight * entry;
        }
    }
    sum
}
