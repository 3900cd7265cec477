//! Spheres, rods, polygons and grids.

use cindyscript_space::{
    Corner, Rod, Sphere, Topology, grid, normals as normals_of, polygon as triangles_of,
};

use super::coercion::{GREY, colour, direction, point as point_of, real, whole};
use super::{look, with};
use crate::context::Context;
use crate::context::space::{Look, Viewer};
use crate::display::picture::Picture;
use crate::value::{List, Value};

/// The coordinates of a value that is no list: no point at all.
const NO_COORDINATES: [f64; 4] = [0.0; 4];

pub(super) fn point(context: &mut Context, place: &Value) -> Value {
    match look(context, |looks| looks.point) {
        Some(look) => add_sphere(context, place, look.size, look),
        None => Value::Undefined,
    }
}

pub(super) fn sphere(context: &mut Context, place: &Value, radius: &Value) -> Value {
    match look(context, |looks| looks.surface) {
        Some(look) => add_sphere(context, place, real(radius), look),
        None => Value::Undefined,
    }
}

fn add_sphere(context: &mut Context, place: &Value, radius: f64, look: Look) -> Value {
    let Some(centre) = point_of(place) else {
        return context.warn(NO_POINT);
    };
    add(context, 1, |viewer| {
        viewer.scene().spheres.push(Sphere {
            centre: centre.map(|entry| entry as f32),
            radius: radius as f32,
            material: look.material(),
        });
    })
}

/// The message for a value that is no point.
const NO_POINT: &str = "a point in space is a list of three numbers";

/// Adds shapes, if there is room for them.
fn add(context: &mut Context, shapes: usize, add: impl FnOnce(&mut Viewer)) -> Value {
    let current = context.space.current();
    if current.is_some_and(|viewer| !viewer.has_room(shapes)) {
        return context.warn("too much is drawn in space; the rest is left out");
    }
    with(context, add)
}

/// Rods from each place to the next.
pub(super) fn rods(context: &mut Context, places: &[Value], closed: bool) -> Value {
    let Some(look) = look(context, |looks| looks.line) else {
        return Value::Undefined;
    };
    let points = places.iter().map(point_of);
    let Some(points) = points.collect::<Option<Vec<[f64; 4]>>>() else {
        return context.warn(NO_POINT);
    };
    let count = if closed {
        points.len()
    } else {
        points.len().saturating_sub(1)
    };
    add(context, count, |viewer| {
        for index in 0..count {
            // A closed path begins at its end.
            let shift = usize::from(closed) * (points.len() - 1);
            let ends = [index, index + 1].map(|end| points[(end + shift) % points.len()]);
            viewer.scene().rods.push(Rod {
                ends: ends.map(|end| end.map(|entry| entry as f32)),
                radius: look.size as f32,
                material: look.material(),
            });
        }
    })
}

pub(super) fn path(context: &mut Context, places: &Value, closed: bool) -> Value {
    let Some(list) = places.list() else {
        return context.warn(NO_POINTS);
    };
    if list.len() < 2 {
        return Value::Undefined;
    }
    let places: Vec<Value> = list.iter().collect();
    rods(context, &places, closed)
}

/// The message for a value that is no list of points.
const NO_POINTS: &str = "this takes a list of points in space";

/// Homogeneous coordinates of the points of a list.
fn points(value: &Value) -> Option<Vec<[f64; 4]>> {
    let places = value.list()?.iter();
    Some(
        places
            .map(|it| point_of(&it).unwrap_or(NO_COORDINATES))
            .collect(),
    )
}

/// The directions in a list.
fn directions(value: &Value) -> Option<Vec<[f64; 3]>> {
    let directions = value.list()?.iter();
    Some(
        directions
            .map(|it| direction(&it).unwrap_or_default())
            .collect(),
    )
}

/// The colours in a list.
fn colours(value: &Value) -> Option<Vec<[f64; 3]>> {
    let colours = value.list()?.iter();
    Some(colours.map(|it| colour(&it).unwrap_or(GREY)).collect())
}

/// The places in a texture in a list, homogeneous: u and v are divided by the third number.
fn places_in_texture(value: &Value) -> Option<Vec<[f64; 3]>> {
    let places = value.list()?.iter();
    let place = |value: Value| match (direction(&value), value.list().map(List::len)) {
        (Some([u, v, _]), Some(0..=2)) => [u, v, 1.0],
        (place, _) => place.unwrap_or_default(),
    };
    Some(places.map(place).collect())
}

pub(super) fn polygon(context: &mut Context, places: &Value, normals: Option<&Value>) -> Value {
    let Some(look) = look(context, |looks| looks.surface) else {
        return Value::Undefined;
    };
    let normals = normals.map(directions);
    let (Some(points), None | Some(Some(_))) = (points(places), &normals) else {
        return context.warn(NO_POINTS);
    };
    let normals = normals.flatten();
    if points.len() < 2 || !counts_match(&points, normals.as_deref()) {
        return Value::Undefined;
    }
    let corners: Vec<Corner> = (0..points.len())
        .map(|index| Corner {
            position: points[index],
            normal: normals.as_ref().map(|normals| normals[index]),
            colour: None,
        })
        .collect();
    add(context, corners.len(), |viewer| {
        triangles_of(&corners, &look.material(), &mut viewer.scene().triangles);
    })
}

/// True if each point has one of these, or no point has any.
fn counts_match<T>(points: &[[f64; 4]], others: Option<&[T]>) -> bool {
    others.is_none_or(|others| others.len() == points.len())
}

/// The texture that the modifiers of the call name, and the places in it of the points: each u, v and 1.
struct Texture {
    picture: Option<Picture>,
    places: Vec<[f64; 3]>,
}

impl Texture {
    fn of_call(context: &mut Context) -> Option<Texture> {
        let name = context
            .modifier("texture")
            .and_then(Value::string)?
            .to_owned();
        let places = context.modifier("uv").and_then(places_in_texture)?;
        let is_ready = context.images.is_ready(&name);
        let picture = context.images.picture(&name).filter(|_| is_ready).cloned();
        Some(Texture { picture, places })
    }
}

pub(super) fn triangle(context: &mut Context, places: &Value) -> Value {
    let Some(look) = look(context, |looks| looks.surface) else {
        return Value::Undefined;
    };
    let Some(points) = points(places) else {
        return context.warn(NO_POINTS);
    };
    let texture = Texture::of_call(context);
    let colours = match &texture {
        Some(texture) => Some(texture.places.clone()),
        None => context.modifier("colors").and_then(colours),
    };
    let normals = context.modifier("normals").and_then(directions);
    if points.len() != 3
        || !counts_match(&points, colours.as_deref())
        || !counts_match(&points, normals.as_deref())
    {
        return Value::Undefined;
    }
    let corners = [0, 1, 2].map(|index| Corner {
        position: points[index],
        normal: normals.as_ref().map(|normals| normals[index]),
        colour: colours.as_ref().map(|colours| colours[index]),
    });
    add(context, 1, |viewer| {
        if let Some(texture) = texture {
            viewer.set_texture(texture.picture);
        }
        triangles_of(&corners, &look.material(), &mut viewer.scene().triangles);
    })
}

/// A grid of points, and what it looks like.
struct Mesh {
    size: [usize; 2],
    topology: Topology,
    points: Vec<[f64; 4]>,
    /// At each point; none for that of each face.
    normals: Option<Vec<[f64; 3]>>,
    /// At each point.
    colours: Option<Vec<[f64; 3]>>,
    /// Each face has the colour of its first corner.
    is_coloured_by_face: bool,
    look: Look,
}

impl Mesh {
    fn add_to(&self, viewer: &mut Viewer) {
        let material = self.look.material();
        grid(self.size, self.topology, |face| {
            let corners = face.map(|index| {
                let coloured = if self.is_coloured_by_face {
                    face[0]
                } else {
                    index
                };
                Corner {
                    position: self.points[index],
                    normal: self.normals.as_ref().map(|normals| normals[index]),
                    colour: self.colours.as_ref().map(|colours| colours[coloured]),
                }
            });
            triangles_of(&corners, &material, &mut viewer.scene().triangles);
        });
    }
}

/// The text of a modifier, in lower case.
fn text(context: &Context, name: &str) -> Option<String> {
    let text = context.modifier(name).and_then(Value::string);
    text.map(str::to_lowercase)
}

pub(super) fn mesh(context: &mut Context, arguments: &[Value]) -> Value {
    let Some(look) = look(context, |looks| looks.surface) else {
        return Value::Undefined;
    };
    let Some(points) = points(&arguments[2]) else {
        return context.warn(NO_POINTS);
    };
    // `as` saturates, and makes 0 of what is no number.
    let size = [0, 1].map(|axis| whole(&arguments[axis]).unwrap_or(0.0) as usize);
    if size[0].checked_mul(size[1]) != Some(points.len()) {
        return context.warn("a grid has as many points as rows times columns");
    }
    let topology = text(context, "topology").unwrap_or_default();
    let topology = Topology {
        closes_rows: matches!(topology.as_str(), "closerows" | "closeboth"),
        closes_columns: matches!(topology.as_str(), "closecolumns" | "closeboth"),
    };
    let normals = match arguments.get(3) {
        Some(normals) => match directions(normals) {
            Some(normals) => Some(normals),
            None => return context.warn("the normals are a list of directions"),
        },
        None if text(context, "normaltype").as_deref() == Some("pervertex") => {
            Some(normals_of(size, topology, &points))
        }
        None => None,
    };
    let texture = Texture::of_call(context);
    let colours = match &texture {
        Some(texture) => Some(texture.places.clone()),
        None => context.modifier("colors").and_then(colours),
    };
    if !counts_match(&points, colours.as_deref()) || !counts_match(&points, normals.as_deref()) {
        return context.warn("there is a colour and a direction for each point of a grid");
    }
    let mesh = Mesh {
        size,
        topology,
        // As in Cindy3D, faces with a direction of their own have one colour.
        colours: colours.filter(|_| normals.is_some()),
        normals,
        is_coloured_by_face: texture.is_none()
            && text(context, "colortype").as_deref() == Some("perface"),
        points,
        look,
    };
    add(context, 2 * mesh.points.len(), |viewer| {
        if let Some(texture) = texture {
            viewer.set_texture(texture.picture);
        }
        mesh.add_to(viewer);
    })
}
