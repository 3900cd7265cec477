//! Iterated function systems, as CindyJS paints them: a point goes from place to place, each time by
//! one of the transformations, chosen at random, and leaves a mark of half opacity wherever it comes.
//!
//! The random numbers are always the same, those of CindyJS, and so is the picture.

use std::sync::Arc;

use cindyscript_geometry::{ElementKind, PlaneMap, WeightedMap};

use super::Geometry;
use crate::context::draw::Graphics;
use crate::display::picture::{Picture, Pixels};

/// Marks per CSS pixel of the canvas, in each direction.
const FINENESS: f64 = 4.0;
/// The most marks that there is room for; on a larger canvas, they are coarser.
const MAX_MARKS: f64 = 33_554_432.0;
/// Steps before the first mark: until then, the points come to their attractors.
const LEAD: usize = 1000;
/// Steps of all points together in the first picture, and until nothing is added any more.
const STEPS: usize = 2_000_000;
/// Steps that a frame takes if the systems have changed since the frame before, and adds later.
const STEPS_OF_A_FRAME: usize = 400_000;
/// The opacity of a mark.
const ALPHA: f64 = 0.5;
/// The state of the random numbers at the start.
const SEED: [u32; 4] = [0xd6cd_6448, 0x6358_f904, 0xf7e2_a0b9, 0x994e_4c3b];

/// The picture of all iterated function systems of a construction.
#[derive(Clone, Debug)]
pub(super) struct SystemPicture {
    /// The maps of each system.
    maps: Vec<Vec<WeightedMap>>,
    walk: Walk,
    picture: Picture,
}

impl Geometry {
    /// Draws the iterated function systems, over everything else. True if the picture becomes denser
    /// in the next frame.
    pub(crate) fn draw_function_systems(&mut self, graphics: &mut Graphics) -> bool {
        let systems = self
            .iter()
            .filter(|(id, _)| id.kind == ElementKind::FunctionSystem);
        let systems: Vec<_> = systems.map(|(id, _)| id.id).collect();
        if systems.is_empty() {
            self.system_picture = None;
            return false;
        }
        let grid = Grid::of(graphics.canvas_size(), graphics.density);
        let frame = graphics.canvas_frame().map(|entry| entry * grid.fineness());
        let construction = &self.construction;
        let maps: Vec<_> = systems
            .iter()
            .map(|id| construction.function_system(*id, frame))
            .collect();
        let last = self.system_picture.take();
        let is_first = last.is_none();
        let kept = self.kept_picture.take();
        let kept = kept.filter(|kept| is_first && kept.walk.steps >= STEPS);
        let last = last.or(kept);
        let last = last.filter(|last| last.maps == maps && last.walk.grid == grid);
        let painted = match last {
            Some(last) if last.walk.steps >= STEPS => last,
            last => {
                let mut walk = match last {
                    Some(last) => Arc::unwrap_or_clone(last).walk,
                    None => Walk::new(&maps, grid),
                };
                walk.go(if is_first { STEPS } else { STEPS_OF_A_FRAME });
                Arc::new(SystemPicture {
                    picture: walk.picture(),
                    maps,
                    walk,
                })
            }
        };
        graphics.draw_over_canvas(&painted.picture);
        let grows = painted.walk.steps < STEPS;
        self.system_picture = Some(painted);
        grows
    }
}

impl Geometry {
    /// Keeps the picture of the construction before, which may be the same again.
    pub(crate) fn keep_system_picture(&mut self, before: &mut Geometry) {
        let kept = before.system_picture.take();
        self.kept_picture = kept.or_else(|| before.kept_picture.take());
    }
}

/// The pixels of a picture, and the marks in them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    /// Pixels of the picture per CSS pixel, in each direction.
    density: f64,
    /// Marks per pixel, in each direction.
    block: usize,
    /// Width and height of the picture.
    picture: [usize; 2],
}

impl Grid {
    /// The grid of a canvas, in CSS pixels, that has `density` pixels of the screen per CSS pixel.
    fn of(canvas: [f64; 2], density: f64) -> Grid {
        let room = (MAX_MARKS / (canvas[0] * canvas[1])).sqrt();
        let mut density = match density {
            density if density > 2.0 => 4.0,
            density if density > 1.0 => 2.0,
            _ => 1.0,
        };
        let mut block = FINENESS / density;
        while density * block > room && block > 1.0 {
            block /= 2.0;
        }
        if density > room {
            density = room;
        }
        Grid {
            density,
            block: block as usize,
            picture: canvas.map(|side| (side * density).round().max(1.0) as usize),
        }
    }

    /// Marks per CSS pixel.
    fn fineness(&self) -> f64 {
        self.density * self.block as f64
    }

    /// Width and height in marks.
    fn marks(&self) -> [usize; 2] {
        self.picture.map(|side| side * self.block)
    }
}

/// The points of all systems on their way, and the marks they have left.
#[derive(Clone, Debug)]
struct Walk {
    systems: Vec<System>,
    random: [u32; 4],
    grid: Grid,
    /// Red, green, blue, alpha of each mark, not multiplied.
    marks: Vec<[u8; 4]>,
    /// Steps of all points so far.
    steps: usize,
}

/// The point of a system.
#[derive(Clone, Debug)]
struct System {
    steps: Vec<Step>,
    /// For each map, the largest random number that chooses it or one before it.
    thresholds: Vec<u32>,
    place: [f64; 3],
    color: [f64; 3],
}

/// A map, ready to be used.
#[derive(Clone, Debug)]
struct Step {
    map: PlaneMap,
    /// The share of the colour that is kept.
    kept: f64,
    color: [f64; 3],
}

impl System {
    fn new(maps: &[WeightedMap]) -> System {
        let total: f64 = maps.iter().map(|map| map.generator.weight).sum();
        let (mut steps, mut thresholds) = (Vec::new(), Vec::new());
        let (mut sum, mut highest) = (0.0, 0);
        for WeightedMap { map, generator } in maps {
            let Some(map) = *map else {
                continue;
            };
            let share = generator.weight / total;
            sum += share;
            // `as` saturates, and takes NaN for 0.
            highest = highest.max((sum * 4_294_967_296.0 - 0.5) as u32);
            thresholds.push(highest);
            steps.push(Step {
                map,
                kept: share,
                color: generator.color.map(|part| part * 255.0),
            });
        }
        System {
            steps,
            thresholds,
            place: [0.0, 0.0, 1.0],
            color: [1.0; 3],
        }
    }

    /// Goes to the next place; none if there is no such place.
    fn next(&mut self, random: u32) -> Option<[f64; 2]> {
        let index = self.thresholds.partition_point(|most| *most < random);
        let step = self.steps.get(index)?;
        let place = step.map.image(self.place);
        let largest = place
            .iter()
            .fold(0.0, |most: f64, part| most.max(part.abs()));
        let place = place.map(|part| part * largest.recip());
        if !place.iter().all(|part| part.is_finite()) {
            return None;
        }
        self.place = place;
        for (old, new) in self.color.iter_mut().zip(step.color) {
            *old = step.kept * *old + (1.0 - step.kept) * new;
        }
        let [x, y, z] = place;
        Some([x / z, y / z])
    }
}

impl Walk {
    fn new(maps: &[Vec<WeightedMap>], grid: Grid) -> Walk {
        let [width, height] = grid.marks();
        let mut walk = Walk {
            systems: maps.iter().map(|maps| System::new(maps)).collect(),
            random: SEED,
            grid,
            marks: vec![[0; 4]; width * height],
            steps: 0,
        };
        let lead = LEAD.min(STEPS / walk.systems.len().max(1));
        for _ in 0..lead {
            walk.step(|_, _, _| {});
        }
        walk
    }

    /// Takes so many steps, each point as many as the others.
    fn go(&mut self, steps: usize) {
        let [width, height] = self.grid.marks().map(|side| side as f64);
        let rounds = (steps / self.systems.len().max(1)).max(1);
        for _ in 0..rounds {
            self.step(|marks, [x, y], color| {
                let (x, y) = (x + 0.5, y + 0.5);
                if (0.0..width).contains(&x) && (0.0..height).contains(&y) {
                    let index = y as usize * width as usize + x as usize;
                    if let Some(mark) = marks.get_mut(index) {
                        blend(mark, color);
                    }
                }
            });
        }
        self.steps = self.steps.saturating_add(steps);
    }

    /// Moves the point of each system once.
    fn step(&mut self, leave: impl Fn(&mut [[u8; 4]], [f64; 2], [f64; 3])) {
        for system in &mut self.systems {
            let random = next_random(&mut self.random);
            if let Some(place) = system.next(random) {
                leave(&mut self.marks, place, system.color);
            }
        }
    }

    /// The marks as a picture. As in a browser that makes a picture smaller, the marks in the middle of
    /// a pixel count, four at most.
    fn picture(&self) -> Picture {
        let block = self.grid.block;
        let [width, height] = self.grid.picture;
        let [first, last] = [(block - 1) / 2, block / 2];
        let mut rgba = Vec::with_capacity(4 * width * height);
        for rows in self.marks.chunks_exact(block * block * width) {
            let rows = [first, last].map(|row| &rows[row * block * width..][..block * width]);
            for left in (0..width).map(|column| column * block) {
                let marks = rows.map(|row| [row[left + first], row[left + last]]);
                rgba.extend(mean(marks.as_flattened()));
            }
        }
        let size = [width, height].map(|side| side as u32);
        let pixels = Pixels::new(size, rgba);
        pixels.map_or_else(|| Picture::blank(size), Picture::from_pixels)
    }
}

/// The mean of four colours, each of which counts as much as it is opaque.
fn mean(marks: &[[u8; 4]]) -> [u8; 4] {
    let alpha: u32 = marks.iter().map(|mark| u32::from(mark[3])).sum();
    if alpha == 0 {
        return [0; 4];
    }
    let part = |index: usize| {
        let parts = marks
            .iter()
            .map(|mark| u32::from(mark[index]) * u32::from(mark[3]));
        ((parts.sum::<u32>() + alpha / 2) / alpha) as u8
    };
    [part(0), part(1), part(2), ((alpha + 2) / 4) as u8]
}

/// Paints a colour, 0 to 255, over a mark.
fn blend(mark: &mut [u8; 4], color: [f64; 3]) {
    let below = (1.0 - ALPHA) * f64::from(mark[3]) / 255.0;
    let alpha = ALPHA + below;
    for (old, new) in mark.iter_mut().zip(color) {
        // `as` saturates, and takes NaN for 0.
        *old = ((new * ALPHA + f64::from(*old) * below) / alpha + 0.5) as u8;
    }
    mark[3] = (alpha * 255.0 + 0.5) as u8;
}

/// The next random number. (Marsaglia: *Xorshift RNGs*, 2003.)
fn next_random([x, y, z, w]: &mut [u32; 4]) -> u32 {
    let mixed = *x ^ (*x << 11);
    (*x, *y, *z) = (*y, *z, *w);
    *w = *w ^ (*w >> 19) ^ mixed ^ (mixed >> 8);
    *w
}

#[cfg(test)]
mod tests {
    use cindyscript_geometry::Generator;

    use super::*;

    /// Red of the 16 × 16 marks that CindyJS's `ifs.js` leaves in its first two rounds.
    const RED: [&str; 16] = [
        "00fef9f4e3dad1c07d7a6a5e3d2c1307",
        "00fdf5efd8d7c7c07c786660a8a40400",
        "00f3f10000c6c2f5f366d2c9612d0100",
        "00f0ef0000c0bff9006060c300010000",
        "0000ceccc6c000eee61f1d1109010000",
        "0000cb00c0c00000dc79130301000000",
        "000000c2c00000000000040200000000",
        "000000953e3b352e1b10020000000000",
        "000000003d3b3126180601000000635e",
        "000000003332301809010097927d6d5e",
        "00000000303000000400000087000000",
        "00000000000f0c060100000000000000",
        "00000000000c0c0400000000005b533d",
        "00000000000403010000000000005145",
        "0000000000000000000000000000002d",
        "0000000000000000000000000000001b",
    ];
    /// Their opacity.
    const OPACITY: [&str; 16] = [
        "00c0fcfffffffffffeffffffffffffff",
        "00fefcfec0fffcffe0fcfffffffffff8",
        "00f0ff0000ffffffffffffffffffff00",
        "0080800000f8f8ff00ffe0ff00ff0000",
        "0000f0fffcff00e0fff0ffffffff0000",
        "00008000ffe00000fffffffeff000000",
        "000000fef80000000000f0ff00000000",
        "000000c0f0f0fffefefffff000000000",
        "00000000ffe0fffcffffff000000e0ff",
        "00000000e0f0f880ffffc0fffffffffc",
        "0000000080f00000fcff0000ff000000",
        "0000000000e0ffffff00000000000000",
        "0000000000f0e0fef000000000e0ffff",
        "000000000080fff8000000000000ffff",
        "000000000000f88000000000000000ff",
        "000000000000000000000000000000ff",
    ];

    fn system(maps: &[(PlaneMap, f64, [f64; 3])]) -> Vec<WeightedMap> {
        let maps = maps.iter().map(|(map, weight, color)| WeightedMap {
            map: Some(*map),
            generator: Generator {
                weight: *weight,
                color: *color,
            },
        });
        maps.collect()
    }

    fn halved([x, y]: [f64; 2]) -> PlaneMap {
        PlaneMap::Projective([[0.5, 0.0, x], [0.0, 0.5, y], [0.0, 0.0, 1.0]])
    }

    #[test]
    fn marks_are_those_of_cindyjs() {
        let inverted = PlaneMap::Moebius {
            anti: true,
            coefficients: [[0.5, 0.25], [3.0, 2.0], [0.01, -0.005], [1.0, 0.0]],
        };
        let systems = [
            system(&[
                (halved([0.0, 0.0]), 1.0, [1.0, 0.0, 0.0]),
                (halved([7.5, 0.0]), 2.0, [0.0, 1.0, 0.0]),
                (halved([3.0, 7.2]), 1.0, [0.0, 0.0, 1.0]),
            ]),
            system(&[
                (inverted, 0.4, [1.0, 1.0, 0.0]),
                (halved([7.9, 7.9]), 0.6, [0.0, 1.0, 1.0]),
            ]),
        ];
        let mut walk = Walk::new(&systems, Grid::of([4.0; 2], 1.0));
        walk.go(2 * 1100);
        let part = |index: usize| {
            let rows = walk.marks.chunks(16);
            let row = |row: &[[u8; 4]]| {
                row.iter()
                    .map(|mark| format!("{:02x}", mark[index]))
                    .collect()
            };
            rows.map(row).collect::<Vec<String>>()
        };
        assert_eq!(part(0), RED);
        assert_eq!(part(3), OPACITY);
    }

    #[test]
    fn marks_of_a_large_canvas_are_coarser() {
        let grid = |canvas, density| {
            let grid = Grid::of(canvas, density);
            let [width, height] = grid.marks();
            assert!(
                width * height <= MAX_MARKS as usize + width + height,
                "{grid:?}"
            );
            (grid.density, grid.block)
        };
        assert_eq!(grid([500.0, 400.0], 1.0), (1.0, 4));
        assert_eq!(grid([500.0, 400.0], 2.0), (2.0, 2));
        assert_eq!(grid([500.0, 400.0], 3.0), (4.0, 1));
        assert_eq!(grid([1920.0, 1080.0], 0.5), (1.0, 4));
        assert_eq!(grid([3840.0, 2160.0], 1.0), (1.0, 2));
        assert_eq!(grid([3840.0, 2160.0], 2.0), (2.0, 1));
        let (density, block) = grid([1e5, 1e5], 4.0);
        assert!(density < 0.1 && block == 1);
    }

    #[test]
    fn maps_without_an_attractor_end() {
        let nan = PlaneMap::Projective([[f64::NAN; 3]; 3]);
        let zero = PlaneMap::Projective([[0.0; 3]; 3]);
        let growing = PlaneMap::Projective([[1e9, 0.0, 1.0], [0.0, 1e9, 1.0], [0.0, 0.0, 1.0]]);
        let unused = WeightedMap {
            map: None,
            generator: Generator {
                weight: f64::NAN,
                color: [f64::INFINITY; 3],
            },
        };
        let mut many = system(&[(halved([1.0, 1.0]), 1.0, [1.0; 3])]);
        many.resize(100_000, many[0]);
        for maps in [
            system(&[(nan, 1.0, [0.0; 3])]),
            system(&[(zero, -1.0, [0.0; 3]), (growing, 1.0, [f64::NAN; 3])]),
            system(&[(growing, f64::INFINITY, [0.0; 3])]),
            vec![unused],
            Vec::new(),
            many,
        ] {
            let mut walk = Walk::new(&[maps], Grid::of([1.0; 2], 1.0));
            walk.go(10_000);
            assert_eq!(walk.picture().size(), [1, 1]);
        }
    }
}
