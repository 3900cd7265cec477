//! Fields of elements: `A.xy`, `A.color = [1, 0, 0]`.

use cindyscript_geometry::{
    Appearance, Conic, Construction, Element, ElementKind, ElementValue, Matrix, SpecialType,
    Trail, WidgetKind,
};
use num_complex::Complex64;

use super::{Geometry, tagged};
use crate::linear::projective;
use crate::value::element_id::ElementRef;
use crate::value::{List, Usage, Value};

/// A field, of the elements of some kinds.
struct Field {
    name: &'static str,
    kinds: &'static [ElementKind],
    /// Undefined where this element has no such field.
    get: fn(&Geometry, &Element) -> Value,
    set: Set,
}

/// How a field is written. The functions are false if the element cannot have such a value.
#[derive(Clone, Copy)]
enum Set {
    /// It cannot be written.
    Never,
    /// With a value.
    Value(fn(&mut Construction, cindyscript_geometry::ElementId, &Value) -> bool),
    /// With the printed form of a value.
    Text(fn(&mut Construction, cindyscript_geometry::ElementId, &str) -> bool),
}

/// The outcome of writing a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// It is written.
    Done,
    /// The element has such a field, but it cannot have this value.
    Unfit,
    /// The element has no such field, or it cannot be written.
    Unknown,
}

const fn field(
    name: &'static str,
    kinds: &'static [ElementKind],
    get: fn(&Geometry, &Element) -> Value,
    set: Set,
) -> Field {
    Field {
        name,
        kinds,
        get,
        set,
    }
}

const POINT: &[ElementKind] = &[ElementKind::Point];
/// The kinds that have coordinates in the plane.
const PLACED: &[ElementKind] = &[ElementKind::Point, ElementKind::Text];
const LINE: &[ElementKind] = &[ElementKind::Line, ElementKind::Segment];
const CONIC: &[ElementKind] = &[ElementKind::Conic];
const ROUND: &[ElementKind] = &[ElementKind::Point, ElementKind::Conic];
const TEXT: &[ElementKind] = &[ElementKind::Text];
/// The kinds that are drawn.
const DRAWN: &[ElementKind] = &[
    ElementKind::Point,
    ElementKind::Line,
    ElementKind::Segment,
    ElementKind::Conic,
    ElementKind::Polygon,
    ElementKind::Text,
];
/// The kinds that have a colour that scripts can read.
const COLOURED: &[ElementKind] = &[
    ElementKind::Point,
    ElementKind::Line,
    ElementKind::Segment,
    ElementKind::Conic,
    ElementKind::Polygon,
];
const ALL: &[ElementKind] = &[];

/// What the user changes.
const INPUT: [WidgetKind; 2] = [WidgetKind::ToggleButton, WidgetKind::EditableText];

/// Of two fields of the same name, the first that suits the kind counts.
static FIELDS: &[Field] = &[
    field("xy", PLACED, |_, e| affine(e), Set::Value(set_xy)),
    field("coord", POINT, |_, e| affine(e), Set::Never),
    field("homog", PLACED, homogeneous, Set::Value(set_homogeneous)),
    field("homog", LINE, homogeneous, Set::Value(set_homogeneous)),
    field("x", PLACED, |_, e| coordinate(e, 0), Set::Value(set_x)),
    field("y", PLACED, |_, e| coordinate(e, 1), Set::Value(set_y)),
    field("slope", LINE, slope, Set::Value(set_slope)),
    field("angle", LINE, line_angle, Set::Value(set_angle)),
    field("angle", POINT, point_angle, Set::Value(set_point_angle)),
    field("radius", CONIC, radius, Set::Value(set_radius)),
    field("center", CONIC, center, Set::Never),
    field("matrix", CONIC, matrix, Set::Value(set_matrix)),
    field("matrix", &[ElementKind::Transformation], matrix, Set::Never),
    field("dualMatrix", CONIC, dual_matrix, Set::Never),
    field("text", TEXT, text, Set::Text(set_text)),
    field("currenttext", TEXT, current_text, Set::Text(set_current)),
    field("val", TEXT, text, Set::Text(set_current)),
    field("pressed", TEXT, pressed, Set::Value(set_pressed)),
    field("name", ALL, |_, e| e.name.as_str().into(), Set::Never),
    field("isshowing", ALL, |_, e| e.is_showing().into(), Set::Never),
    field(
        "trace",
        ALL,
        |_, e| e.appearance.trail.is_some().into(),
        Set::Value(set_trace),
    ),
    field(
        "printlabel",
        ALL,
        |_, _| Value::Undefined,
        Set::Text(|c, id, text| put(c, id, Some(Some(text.into())), |a| &mut a.label.text)),
    ),
    field(
        "size",
        DRAWN,
        |_, e| e.appearance.size.into(),
        Set::Value(|c, id, value| put(c, id, value.real(), |a| &mut a.size)),
    ),
    field(
        "color",
        COLOURED,
        |_, e| e.appearance.color.into(),
        Set::Value(set_color),
    ),
    field(
        "color",
        TEXT,
        |_, _| Value::Undefined,
        Set::Value(set_color),
    ),
    field(
        "alpha",
        DRAWN,
        |_, e| e.appearance.alpha.into(),
        Set::Value(|c, id, value| put(c, id, value.real(), |a| &mut a.alpha)),
    ),
    field(
        "fillcolor",
        DRAWN,
        |_, e| optional(e.appearance.fill_color),
        Set::Value(|c, id, value| put(c, id, components(value).map(Some), |a| &mut a.fill_color)),
    ),
    field(
        "fillalpha",
        DRAWN,
        |_, e| e.appearance.fill_alpha.into(),
        Set::Value(|c, id, value| put(c, id, value.real(), |a| &mut a.fill_alpha)),
    ),
    field(
        "visible",
        ALL,
        |_, e| e.appearance.visible.into(),
        Set::Value(|c, id, value| put(c, id, boolean(value), |a| &mut a.visible)),
    ),
    field(
        "labeled",
        ALL,
        |_, e| e.appearance.labeled.into(),
        Set::Value(set_labeled),
    ),
    field(
        "labelled",
        ALL,
        |_, e| e.appearance.labeled.into(),
        Set::Value(set_labeled),
    ),
    field(
        "pinned",
        ALL,
        |_, e| e.appearance.pinned.into(),
        Set::Value(|c, id, value| put(c, id, boolean(value), |a| &mut a.pinned)),
    ),
    field(
        "narrow",
        ROUND,
        |_, e| optional(e.appearance.narrow),
        Set::Value(|c, id, value| put(c, id, reach(value), |a| &mut a.narrow)),
    ),
];

impl Geometry {
    /// The value of a field; undefined if there is none.
    pub(crate) fn field(&self, id: ElementRef, name: &str) -> Value {
        if let Some(value) = self.physics_field(id, name) {
            return value;
        }
        match (self.get(id), find(id.kind, name)) {
            (Some(element), Some(field)) => (field.get)(self, element),
            _ => Value::Undefined,
        }
    }

    /// Writes a field.
    pub(crate) fn set_field(&mut self, id: ElementRef, name: &str, value: &Value) -> Written {
        if let Some(written) = self.set_physics_field(id, name, value) {
            return written;
        }
        if let Some(index) = weight_index(id, name) {
            return self.set_weight(id, index, value);
        }
        let Some(field) = find(id.kind, name) else {
            return Written::Unknown;
        };
        let done = match field.set {
            Set::Never => return Written::Unknown,
            Set::Value(set) => set(self.construction_mut(), id.id, value),
            Set::Text(set) => {
                let text = crate::value::print::print(value, Some(self));
                set(self.construction_mut(), id.id, &text)
            }
        };
        if done { Written::Done } else { Written::Unfit }
    }

    fn set_weight(&mut self, id: ElementRef, index: usize, value: &Value) -> Written {
        let Value::Number(weight) = value else {
            return Written::Unfit;
        };
        match self.construction_mut().generator_mut(id.id, index) {
            Some(generator) => {
                generator.set_weight(weight.re);
                Written::Done
            }
            None => Written::Unknown,
        }
    }
}

/// The transformation of an iterated function system whose weight has this name, `prob0` to `prob9`.
fn weight_index(id: ElementRef, name: &str) -> Option<usize> {
    let is_system = id.kind == ElementKind::FunctionSystem;
    let digit = name
        .strip_prefix("prob")
        .filter(|digit| is_system && digit.len() == 1)?;
    digit.parse().ok()
}

fn find(kind: ElementKind, name: &str) -> Option<&'static Field> {
    let mut fields = FIELDS.iter().filter(|field| field.name == name);
    fields.find(|field| field.kinds.is_empty() || field.kinds.contains(&kind))
}

type Id = cindyscript_geometry::ElementId;

fn optional(value: Option<impl Into<Value>>) -> Value {
    value.map_or(Value::Undefined, Into::into)
}

fn affine(element: &Element) -> Value {
    match element.value.affine() {
        Some(xy) => tagged(xy, Usage::Point),
        None => Value::Undefined,
    }
}

fn coordinate(element: &Element, axis: usize) -> Value {
    match element.value.affine() {
        Some(xy) => xy[axis].into(),
        None => Value::Undefined,
    }
}

fn homogeneous(_: &Geometry, element: &Element) -> Value {
    if let Some(point) = element.value.point() {
        return tagged(point, Usage::Point);
    }
    match element.value.line() {
        Some(line) => tagged(line, Usage::Line),
        None => Value::Undefined,
    }
}

fn slope(_: &Geometry, element: &Element) -> Value {
    match element.value.line() {
        Some([a, b, _]) => (-(a / b)).into(),
        None => Value::Undefined,
    }
}

/// The angle to the horizontal, by Laguerre's formula.
fn line_angle(_: &Geometry, element: &Element) -> Value {
    let Some([a, b, _]) = element.value.line() else {
        return Value::Undefined;
    };
    let turn = -(a - Complex64::I * b) / (a + Complex64::I * b);
    // The logarithm of what is real and negative is at the upper side of the cut.
    let turn = Complex64::new(turn.re, turn.im + 0.0);
    Value::Angle(turn.ln() * Complex64::new(0.0, 0.5))
}

/// The circle that a point moves on.
fn circle_of<'a>(construction: &'a Construction, element: &Element) -> Option<&'a Conic> {
    let input = construction.get(*element.args.first()?)?;
    if element.is(SpecialType::PointOnCircle) {
        return input.value.conic();
    }
    if element.is(SpecialType::OtherPointOnCircle) {
        return construction.get(*input.args.first()?)?.value.conic();
    }
    None
}

/// The angle at which a point on a circle stands, seen from the center: 0 to 2π.
fn point_angle(geometry: &Geometry, element: &Element) -> Value {
    let circle = circle_of(&geometry.construction, element);
    let (Some(conic), Some([x, y])) = (circle, element.value.affine()) else {
        return Value::Undefined;
    };
    let [center_x, center_y, scale] = conic.center();
    let (dx, dy) = (x - center_x / scale, y - center_y / scale);
    if !(dx.is_finite() && dy.is_finite()) {
        return Value::Undefined;
    }
    Value::Angle(dy.re.atan2(dx.re).rem_euclid(std::f64::consts::TAU).into())
}

fn radius(_: &Geometry, element: &Element) -> Value {
    let conic = element.value.conic();
    conic.map_or(Value::Undefined, |conic| conic.radius().into())
}

fn center(_: &Geometry, element: &Element) -> Value {
    match element.value.conic() {
        Some(conic) => {
            let [x, y, z] = conic.center();
            tagged([x / z, y / z], Usage::Point)
        }
        None => Value::Undefined,
    }
}

fn matrix(_: &Geometry, element: &Element) -> Value {
    match &element.value {
        ElementValue::Conic(conic) => conic.matrix.into(),
        ElementValue::Transformation(transformation) => transformation.matrix.into(),
        _ => Value::Undefined,
    }
}

fn dual_matrix(_: &Geometry, element: &Element) -> Value {
    let conic = element.value.conic();
    conic.map_or(Value::Undefined, |conic| {
        projective::normalized(projective::adjoint(&conic.matrix)).into()
    })
}

/// Only texts that the user can change have one.
fn text(_: &Geometry, element: &Element) -> Value {
    match &element.widget {
        Some(widget) if INPUT.contains(&widget.kind) => widget.text.as_str().into(),
        _ => Value::Undefined,
    }
}

fn current_text(_: &Geometry, element: &Element) -> Value {
    match &element.widget {
        Some(widget) if widget.kind == WidgetKind::EditableText => widget.text.as_str().into(),
        _ => Value::Undefined,
    }
}

fn pressed(_: &Geometry, element: &Element) -> Value {
    element
        .widget
        .as_ref()
        .is_some_and(|widget| widget.pressed)
        .into()
}

/// Two or three coordinates.
fn point_of(value: &Value) -> Option<[Complex64; 3]> {
    let list = value.list()?;
    match list.vector::<2>() {
        Some([x, y]) => Some([x, y, Complex64::ONE]),
        None => list.vector::<3>(),
    }
}

fn set_xy(construction: &mut Construction, id: Id, value: &Value) -> bool {
    point_of(value).is_some_and(|point| construction.set_homogeneous(id, point))
}

fn set_homogeneous(construction: &mut Construction, id: Id, value: &Value) -> bool {
    let vector = value.list().and_then(List::vector::<3>);
    vector.is_some_and(|vector| construction.set_homogeneous(id, vector))
}

fn set_x(construction: &mut Construction, id: Id, value: &Value) -> bool {
    set_coordinate(construction, id, 0, value)
}

fn set_y(construction: &mut Construction, id: Id, value: &Value) -> bool {
    set_coordinate(construction, id, 1, value)
}

fn set_coordinate(construction: &mut Construction, id: Id, axis: usize, value: &Value) -> bool {
    let point = construction.get(id).and_then(|e| e.value.point());
    let (Some(mut point), Some(number)) = (point, value.number()) else {
        return false;
    };
    point[axis] = number * point[2];
    construction.set_homogeneous(id, point)
}

fn set_slope(construction: &mut Construction, id: Id, value: &Value) -> bool {
    let slope = value.number();
    slope.is_some_and(|slope| construction.set_slope(id, slope))
}

fn set_angle(construction: &mut Construction, id: Id, value: &Value) -> bool {
    let angle = value.number();
    angle.is_some_and(|angle| construction.set_angle(id, angle))
}

fn set_point_angle(construction: &mut Construction, id: Id, value: &Value) -> bool {
    let element = construction.get(id);
    let circle = element.and_then(|element| circle_of(construction, element));
    let (Some(circle), Some(angle)) = (circle, value.number()) else {
        return false;
    };
    let ([x, y, z], radius) = (circle.center(), circle.radius());
    let target = [
        x / z + radius * angle.cos(),
        y / z + radius * angle.sin(),
        Complex64::ONE,
    ];
    construction.set_homogeneous(id, target)
}

fn set_radius(construction: &mut Construction, id: Id, value: &Value) -> bool {
    let radius = value.number();
    radius.is_some_and(|radius| construction.set_radius(id, radius))
}

/// Half of a matrix that is not symmetric comes from its transpose.
fn set_matrix(construction: &mut Construction, id: Id, value: &Value) -> bool {
    let Some(list) = value.list().filter(|list| list.len() == 3) else {
        return false;
    };
    let mut matrix: Matrix = [[Complex64::ZERO; 3]; 3];
    for (row, item) in matrix.iter_mut().zip(list.iter()) {
        match item.list().and_then(List::vector::<3>) {
            Some(numbers) => *row = numbers,
            None => return false,
        }
    }
    let symmetric = std::array::from_fn(|row| {
        std::array::from_fn(|column| matrix[row][column] + matrix[column][row])
    });
    construction.set_matrix(id, symmetric)
}

fn set_text(construction: &mut Construction, id: Id, text: &str) -> bool {
    match construction.widget_mut(id) {
        Some(widget) if widget.kind == WidgetKind::Text || INPUT.contains(&widget.kind) => {
            widget.text = text.into();
            true
        }
        _ => false,
    }
}

fn set_current(construction: &mut Construction, id: Id, text: &str) -> bool {
    match construction.widget_mut(id) {
        Some(widget) if INPUT.contains(&widget.kind) => {
            widget.text = text.into();
            true
        }
        _ => false,
    }
}

fn set_pressed(construction: &mut Construction, id: Id, value: &Value) -> bool {
    match (construction.widget_mut(id), value) {
        (Some(widget), Value::Boolean(pressed)) if widget.kind == WidgetKind::ToggleButton => {
            widget.pressed = *pressed;
            true
        }
        _ => false,
    }
}

/// Writes a part of an element's appearance, if the value fits.
fn put<T>(
    construction: &mut Construction,
    id: Id,
    value: Option<T>,
    part: fn(&mut Appearance) -> &mut T,
) -> bool {
    match (construction.appearance_mut(id), value) {
        (Some(appearance), Some(value)) => {
            *part(appearance) = value;
            true
        }
        _ => false,
    }
}

fn set_color(construction: &mut Construction, id: Id, value: &Value) -> bool {
    put(construction, id, components(value), |a| &mut a.color)
}

fn set_labeled(construction: &mut Construction, id: Id, value: &Value) -> bool {
    put(construction, id, boolean(value), |a| &mut a.labeled)
}

fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Boolean(value) => Some(*value),
        _ => None,
    }
}

fn components(value: &Value) -> Option<[f64; 3]> {
    let components = value.list()?.vector::<3>()?;
    Some(components.map(|component| component.re))
}

/// The distance in pixels from which on the mouse does not take an element.
fn reach(value: &Value) -> Option<Option<f64>> {
    match value {
        Value::Boolean(false) => Some(None),
        Value::Boolean(true) => Some(Some(20.0)),
        other => other.real().map(Some),
    }
}

fn set_trace(construction: &mut Construction, id: Id, value: &Value) -> bool {
    let (Some(appearance), Some(shown)) = (construction.appearance_mut(id), boolean(value)) else {
        return false;
    };
    appearance.trail = match appearance.trail {
        Some(trail) if shown => Some(trail),
        _ => shown.then_some(Trail {
            dim: 1.0,
            length: 100.0,
            skip: 1.0,
        }),
    };
    true
}
