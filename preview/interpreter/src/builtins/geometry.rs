//! The construction: its elements, what they are, new ones.

use cindyscript_geometry::{
    Attribute, Definition, Element, ElementKind, ElementValue, PhysicsRole, SpecialType, TypeInfo,
};

use super::{Row, raw, row};
use crate::context::Context;
use crate::context::geometry::{Written, tagged};
use crate::value::element_id::ElementRef;
use crate::value::print::ElementNames;
use crate::value::{List, Usage, Value};

pub(super) const ROWS: &[Row] = &[
    raw("isgeometric", 1, |context, a| is(context, a, |_| true)),
    raw("ispoint", 1, |context, a| is(context, a, is_point)),
    // As in CindyJS, segments are no lines here; among `alllines` they are.
    raw("isline", 1, |context, a| {
        is(context, a, |element| element.kind() == ElementKind::Line)
    }),
    raw("ismass", 1, |context, a| {
        has_role(context, a, |role| matches!(role, PhysicsRole::Mass(_)))
    }),
    raw("issun", 1, |context, a| {
        has_role(context, a, |role| matches!(role, PhysicsRole::Sun(_)))
    }),
    raw("isspring", 1, |context, a| {
        has_role(context, a, |role| matches!(role, PhysicsRole::Spring(_)))
    }),
    raw("isbouncer", 1, |context, a| {
        has_role(context, a, |role| role == PhysicsRole::Bouncer)
    }),
    raw("isconic", 1, |context, a| is(context, a, is_conic)),
    raw("iscircle", 1, |context, a| is(context, a, is_circle)),
    row("allelements", 0, |context, _| all(context, |_| true)),
    row("allpoints", 0, |context, _| all(context, is_point)),
    row("alllines", 0, |context, _| all(context, is_straight)),
    row("allsegments", 0, |context, _| all(context, is_segment)),
    row("allconics", 0, |context, _| all(context, is_conic)),
    row("allcircles", 0, |context, _| all(context, is_circle)),
    raw("allelements", 1, |context, a| {
        incident(context, a, |_| true)
    }),
    raw("incidences", 1, |context, a| incident(context, a, |_| true)),
    raw("allpoints", 1, |context, a| incident(context, a, is_point)),
    raw("alllines", 1, |context, a| {
        incident(context, a, is_straight)
    }),
    raw("allsegments", 1, |context, a| {
        incident(context, a, is_segment)
    }),
    raw("allconics", 1, |context, a| incident(context, a, is_conic)),
    raw("allcircles", 1, |context, a| {
        incident(context, a, is_circle)
    }),
    row("allmasses", 0, |context, _| {
        context.geometry.masses().map(Value::Element).collect()
    }),
    row("allsprings", 0, |context, _| {
        context.geometry.springs().map(Value::Element).collect()
    }),
    raw("allmasses", 1, |context, a| {
        incident_with_role(context, a, |role| matches!(role, PhysicsRole::Mass(_)))
    }),
    raw("allsprings", 1, |context, a| {
        incident_with_role(context, a, |role| matches!(role, PhysicsRole::Spring(_)))
    }),
    row("elementsatmouse", 0, |context, _| {
        let elements = context.geometry.near(context.input.mouse);
        elements.into_iter().map(Value::Element).collect()
    }),
    raw("element", 1, |context, a| {
        let element = a[0].string().and_then(|name| context.geometry.find(name));
        element.map_or(Value::Undefined, Value::Element)
    }),
    raw("algorithm", 1, algorithm),
    raw("inputs", 1, |context, a| match &a[0] {
        Value::Element(id) => inputs(context, *id),
        _ => Value::Undefined,
    }),
    raw("moveto", 2, move_to),
    row("continuefromhere", 0, |context, _| {
        context.geometry.construction_mut().continue_from_here();
        Value::Undefined
    }),
    raw("createpoint", 2, create_point),
    raw("create", 2, create_unnamed),
    raw("create", 3, |context, a| {
        create_named(context, &a[0], &a[1], &a[2])
    }),
    raw("removeelement", 1, |context, a| {
        match &a[0] {
            Value::Element(id) => context.geometry.remove(*id),
            _ => {
                context.warn("only elements of the construction can be removed");
            }
        }
        Value::Undefined
    }),
];

fn is_point(element: &Element) -> bool {
    element.kind() == ElementKind::Point
}

fn is_straight(element: &Element) -> bool {
    matches!(element.kind(), ElementKind::Line | ElementKind::Segment)
}

fn is_segment(element: &Element) -> bool {
    element.kind() == ElementKind::Segment
}

fn is_conic(element: &Element) -> bool {
    element.kind() == ElementKind::Conic
}

fn is_circle(element: &Element) -> bool {
    element.value.conic().is_some_and(|conic| conic.is_circle)
}

fn is(context: &Context, arguments: &[Value], test: fn(&Element) -> bool) -> Value {
    match &arguments[0] {
        Value::Element(id) => context.geometry.get(*id).is_some_and(test).into(),
        _ => false.into(),
    }
}

fn has_role(context: &Context, arguments: &[Value], test: fn(PhysicsRole) -> bool) -> Value {
    match &arguments[0] {
        Value::Element(id) => context.geometry.role(*id).is_some_and(test).into(),
        _ => false.into(),
    }
}

fn empty() -> Value {
    [Value::Undefined; 0].into()
}

fn all(context: &Context, test: fn(&Element) -> bool) -> Value {
    let elements = context.geometry.iter();
    elements
        .filter(|(_, element)| test(element))
        .map(|(id, _)| Value::Element(id))
        .collect()
}

fn incident(context: &mut Context, arguments: &[Value], test: fn(&Element) -> bool) -> Value {
    incident_if(context, arguments, |context, id| {
        context.geometry.get(id).is_some_and(test)
    })
}

fn incident_with_role(
    context: &mut Context,
    arguments: &[Value],
    test: fn(PhysicsRole) -> bool,
) -> Value {
    incident_if(context, arguments, |context, id| {
        context.geometry.role(id).is_some_and(test)
    })
}

fn incident_if(
    context: &mut Context,
    arguments: &[Value],
    test: impl Fn(&Context, ElementRef) -> bool,
) -> Value {
    let Value::Element(id) = &arguments[0] else {
        return empty();
    };
    let incident = context.geometry.incident(*id).into_iter();
    incident
        .filter(|id| test(context, *id))
        .map(Value::Element)
        .collect()
}

/// Types whose names Cinderella has others for.
const CINDERELLA_NAMES: &[(&str, &str)] = &[
    ("AngleBisector", "AngularBisector"),
    ("ArcBy3", "Arc"),
    ("Button", "Text"),
    ("CenterOfConic", "Center"),
    ("ConicBy1p4l", "Conic1P4L"),
    ("ConicBy2Foci1P", "ConicFoci"),
    ("ConicBy4p1l", "Conic4P1L"),
    ("ConicBy5lines", "Conic5L"),
    ("ConicFromPrincipalDirections", "ConicPrincipleDirs"),
    ("Free", "FreePoint"),
    ("IntersectCirCir", "IntersectionCircleCircle"),
    ("IntersectLC", "IntersectionConicLine"),
    ("OtherPointOnCircle", "PointOnCircle"),
    ("Para", "Parallel"),
    ("Perp", "Orthogonal"),
    ("PointOnSegment", "PointOnLine"),
    ("PolarOfLine", "PolarLine"),
    ("PolarOfPoint", "PolarPoint"),
    ("ToggleButton", "Text"),
    ("TrAffine", "TrProjection"),
    ("TrInverseMoebius", "TrInverse"),
    ("TrMoebiusArc", "Transform"),
    ("TrMoebiusC", "Transform"),
    ("TrMoebiusL", "Transform"),
    ("TrMoebiusP", "Transform"),
    ("TrMoebiusPolygon", "Transform"),
    ("TrMoebiusS", "Transform"),
    ("TrReflectionC", "TrReflection"),
    ("TrReflectionL", "TrReflection"),
    ("TrReflectionP", "TrReflection"),
    ("TrSimilarity", "TrProjection"),
    ("TrTranslation", "TrProjection"),
    ("TransformArc", "Transform"),
    ("TransformC", "Transform"),
    ("TransformL", "Transform"),
    ("TransformP", "Transform"),
    ("TransformPolygon", "Transform"),
    ("TransformS", "Transform"),
];

/// The type of an element; with `compatibility->"cinderella"` as Cinderella calls it, which knows
/// no selections.
fn algorithm(context: &mut Context, arguments: &[Value]) -> Value {
    let geometry = &context.geometry;
    let Value::Element(id) = &arguments[0] else {
        return Value::Undefined;
    };
    let Some(mut element) = geometry.get(*id) else {
        return Value::Undefined;
    };
    let compatibility = context.modifier("compatibility").and_then(Value::string);
    if !compatibility.is_some_and(|other| other.eq_ignore_ascii_case("cinderella")) {
        return element.resolved_type().into();
    }
    if element.is(SpecialType::Selection)
        && let Some(selected) = geometry.arguments(*id).first()
        && let Some(selected) = geometry.get(*selected)
    {
        element = selected;
    }
    if element.is(SpecialType::CircleByRadius) {
        return match element.appearance.pinned {
            true => "CircleByFixedRadius".into(),
            false => "CircleByRadius".into(),
        };
    }
    let name = element.resolved_type();
    let row = CINDERELLA_NAMES.iter().find(|(own, _)| *own == name);
    row.map_or(name, |(_, other)| other).into()
}

/// What an element is computed from, and where it is if that is not all there is to say.
fn inputs(context: &Context, id: ElementRef) -> Value {
    let geometry = &context.geometry;
    let Some(element) = geometry.get(id) else {
        return Value::Undefined;
    };
    let mut inputs: Vec<Value> = geometry
        .arguments(id)
        .into_iter()
        .map(Value::Element)
        .collect();
    if element.is_movable() || element.is(SpecialType::Selection) {
        match &element.value {
            ElementValue::Point(point) => inputs.push(tagged(*point, Usage::Point)),
            ElementValue::Line(line) => inputs.push(tagged(*line, Usage::Line)),
            ElementValue::Conic(conic) => inputs.push(conic.matrix.into()),
            _ => {}
        }
    }
    inputs.into_iter().collect()
}

fn move_to(context: &mut Context, arguments: &[Value]) -> Value {
    let (Value::Element(id), Value::List(target)) =
        (&arguments[0], context.plain(arguments[1].clone()))
    else {
        return Value::Undefined;
    };
    let field = match target.len() {
        2 => "xy",
        _ => "homog",
    };
    let written = context.geometry.set_field(*id, field, &Value::List(target));
    if written == Written::Unknown || written == Written::Unfit {
        context.warn("this element cannot be moved there");
    }
    Value::Undefined
}

fn create_point(context: &mut Context, arguments: &[Value]) -> Value {
    let Some(name) = arguments[0].string() else {
        return context.warn("the name of a point is a string");
    };
    let Some((position, _)) = context.homogeneous(&arguments[1]) else {
        return context.warn("a point needs a position: two or three numbers");
    };
    let definition = Definition::new(name, "Free")
        .with("labeled", true)
        .with("pos", position);
    match context.geometry.create(definition) {
        Ok(id) => Value::Element(id),
        Err(error) => context.warn(error.to_string()),
    }
}

/// One element of that name; of several names, an element for all values, and one for each.
fn create_named(context: &mut Context, names: &Value, kind: &Value, inputs: &Value) -> Value {
    let Some(names) = strings(names) else {
        return context.warn("the name of an element is a string");
    };
    let (Some(type_name), Some(inputs)) = (kind.string(), inputs.list()) else {
        return context.warn("an element needs a type and a list of its arguments");
    };
    let extra = modifiers(context);
    match names.as_slice() {
        [name] => create(context, name, type_name, inputs, &extra)
            .map_or_else(|message| context.warn(message), Value::Element),
        names => match create(context, &names.join("__"), type_name, inputs, &extra) {
            Ok(all) => select(context, all, names, &extra),
            Err(message) => context.warn(message),
        },
    }
}

/// An element with a name of its own; of a type with several values, all of them, or the one at a
/// place if there is one.
fn create_unnamed(context: &mut Context, arguments: &[Value]) -> Value {
    let (Some(type_name), Some(inputs)) = (arguments[0].string(), arguments[1].list()) else {
        return context.warn("an element needs a type and a list of its arguments");
    };
    let Some(info) = TypeInfo::of(type_name) else {
        return context.warn(format!("there is no element type `{type_name}`"));
    };
    let mut extra = modifiers(context);
    let mut inputs = inputs.clone();
    if let Some(arity) = info.arity.filter(|arity| inputs.len() > *arity) {
        // What is too much is the place.
        let last = inputs.get(inputs.len() - 1).unwrap_or_default();
        if extra.iter().all(|(name, _)| name != "pos")
            && let Some((position, _)) = context.homogeneous(&last)
        {
            extra.push(("pos".to_owned(), position.into()));
        }
        inputs = List::new(inputs.iter().take(arity)).unwrap_or_default();
    }
    let name = free_name(context, info.kind);
    let id = match create(context, &name, type_name, &inputs, &extra) {
        Ok(id) => id,
        Err(message) => return context.warn(message),
    };
    let Some(selection) = id.kind().selection() else {
        return Value::Element(id);
    };
    let kind = TypeInfo::of(selection).map_or(ElementKind::Point, |info| info.kind);
    if extra.iter().any(|(name, _)| name == "pos") {
        let name = free_name(context, kind);
        let all = List::new([Value::Element(id)]).unwrap_or_default();
        return create(context, &name, selection, &all, &extra)
            .map_or_else(|message| context.warn(message), Value::Element);
    }
    let count = match context.geometry.get(id).map(|element| &element.value) {
        Some(ElementValue::Points(all) | ElementValue::Lines(all)) => all.len(),
        Some(ElementValue::Conics(all)) => all.len(),
        _ => 0,
    };
    (1..=count)
        .map(|index| {
            let name = free_name(context, kind);
            select_one(context, id, &name, index, &extra)
        })
        .collect()
}

/// The values of an element that has several, as elements with these names.
fn select(
    context: &mut Context,
    all: ElementRef,
    names: &[String],
    extra: &[(String, Attribute)],
) -> Value {
    let selected = names.iter().enumerate();
    selected
        .map(|(index, name)| select_one(context, all, name, index + 1, extra))
        .collect()
}

fn select_one(
    context: &mut Context,
    all: ElementRef,
    name: &str,
    index: usize,
    extra: &[(String, Attribute)],
) -> Value {
    let Some(selection) = all.kind().selection() else {
        return Value::Undefined;
    };
    let inputs = List::new([Value::Element(all)]).unwrap_or_default();
    let mut extra = extra.to_vec();
    extra.push(("index".to_owned(), (index as f64).into()));
    create(context, name, selection, &inputs, &extra)
        .map_or_else(|message| context.warn(message), Value::Element)
}

fn create(
    context: &mut Context,
    name: &str,
    type_name: &str,
    inputs: &List,
    extra: &[(String, Attribute)],
) -> Result<ElementRef, String> {
    let mut names = Vec::new();
    let mut definition = Definition::new(name, type_name).with("labeled", true);
    for input in inputs.iter() {
        match &input {
            Value::String(name) => names.push(name.to_string()),
            Value::Element(id) => {
                names.push(context.geometry.name(*id).unwrap_or_default().to_owned());
            }
            other => match context.homogeneous(other) {
                Some((position, _)) => definition.set("pos", position.into()),
                None => return Err("elements are computed from elements and places".to_owned()),
            },
        }
    }
    for (name, value) in extra {
        definition.set(name, value.clone());
    }
    let definition = definition.args(names.iter().map(String::as_str));
    let created = context.geometry.create_once(definition);
    created.map_err(|error| error.to_string())
}

/// A string, or a list of at least one.
fn strings(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(name) => Some(vec![name.to_string()]),
        Value::List(list) if !list.is_empty() => list
            .iter()
            .map(|name| name.string().map(str::to_owned))
            .collect(),
        _ => None,
    }
}

/// The modifiers of the call, as attributes of an element.
fn modifiers(context: &Context) -> Vec<(String, Attribute)> {
    context
        .modifiers
        .iter()
        .filter_map(|(name, value)| {
            let value = context.plain(value.clone());
            Some((name.to_string(), attribute(&value)?))
        })
        .collect()
}

/// Lists are at most 500 deep.
fn attribute(value: &Value) -> Option<Attribute> {
    match value {
        Value::Boolean(value) => Some(Attribute::Boolean(*value)),
        Value::String(text) => Some(Attribute::Text((&**text).into())),
        Value::List(list) => {
            let items: Option<Vec<Attribute>> = list.iter().map(|item| attribute(&item)).collect();
            items.map(Attribute::List)
        }
        other => other.number().map(Attribute::Number),
    }
}

/// `A`, `B`, ... for points, `a`, `b`, ... for lines, without those that stand for numbers; then,
/// and for everything else, a letter and a number.
fn free_name(context: &Context, kind: ElementKind) -> String {
    let letters = match kind {
        ElementKind::Point => 'A'..='Z',
        ElementKind::Line | ElementKind::Segment => 'a'..='z',
        // None.
        _ => 'b'..='a',
    };
    let letters = letters
        .filter(|letter| !"IJij".contains(*letter))
        .map(String::from);
    let numbered = (0u64..).map(|number| format!("{}{number}", kind.letter()));
    let free = |name: &String| context.geometry.find(name).is_none();
    letters.chain(numbered).find(free).unwrap_or_default()
}
