//! Arguments of the elements of a construction: they must name elements that stand before, of the
//! right kinds. CindyJS drops elements with others.

use cindyscript_applet::{ElementKind, GeometryEntry};
use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_hir::element_arguments::{Mixed, in_words};
use cindyscript_hir::elements::signature;
use rustc_hash::{FxHashMap, FxHashSet};
use text_size::TextRange;

use crate::advice::nearest;
use crate::context::Context;
use crate::sink::Sink;

/// The most missing elements for which the rule looks for similar names.
const SUGGESTED: usize = 20;

/// An element that stands before another.
struct Known<'a> {
    /// The kind, if that is certain.
    kind: Option<ElementKind>,
    /// The `type` in the text.
    made_as: &'a str,
    /// The range of its name.
    range: TextRange,
}

/// The types of arcs, which are conics otherwise.
const ARCS: [&str; 5] = [
    "Arc",
    "ArcBy3",
    "ReflectCArc",
    "TransformArc",
    "TrMoebiusArc",
];

/// Looks at the arguments of all elements, in the order in which CindyJS makes them.
pub(crate) fn construction(cx: &Context, sink: &mut Sink) {
    let analysis = cx.applet;
    let geometry = &analysis.source().geometry;
    // A name that only a running page knows may be any element's.
    let is_open = |problem: &Diagnostic| problem.code.hides_settings();
    let is_whole = !analysis.document.page().problems.iter().any(is_open);
    let all: FxHashSet<&str> = geometry.iter().map(|one| one.name.as_str()).collect();
    let mut known: FxHashMap<&str, Known<'_>> = FxHashMap::default();
    let mut told: FxHashSet<TextRange> = FxHashSet::default();
    for element in geometry {
        let name = element.name.as_str();
        if let Some(first) = known.get(name) {
            if told.insert(element.name_range) {
                let message = format!("the name `{name}` is already taken by another element");
                let said = Diagnostic::new(Code::DuplicateElement, element.name_range, message)
                    .related(first.range, "CindyJS uses this element");
                sink.found.push(said);
            }
            continue;
        }
        let fault = argument_fault(cx, element, &known, &all, is_whole, told.len());
        let fault = fault
            .filter(|one| one.code != Code::ArgumentCount || !has_misread_arguments(cx, element));
        let kind = match &fault {
            None => kind_of(element, &known),
            Some(_) => None,
        };
        if let Some(fault) = fault
            && told.insert(fault.range)
        {
            sink.found.push(fault);
        }
        let range = element.name_range;
        let made_as = element.kind.as_str();
        known.insert(
            name,
            Known {
                kind,
                made_as,
                range,
            },
        );
    }
}

/// True if the `args` of an element were reported to be no list, or not to be JavaScript.
fn has_misread_arguments(cx: &Context, element: &GeometryEntry) -> bool {
    let problems = &cx.applet.document.page().problems;
    let range = element.range;
    let first = problems.partition_point(|one| one.range.start() < range.start());
    let within = problems[first..].iter();
    let mut within = within.take_while(|one| one.range.start() < range.end());
    element.args.is_empty()
        && within.any(|one| match one.code {
            Code::SettingWrongShape => one.message.starts_with("`args`"),
            code => code == Code::JavaScriptSyntax,
        })
}

/// The first thing that is wrong with what an element is computed from.
fn argument_fault(
    cx: &Context,
    element: &GeometryEntry,
    known: &FxHashMap<&str, Known<'_>>,
    all: &FxHashSet<&str>,
    is_whole: bool,
    told: usize,
) -> Option<Diagnostic> {
    let arguments = element.args.iter().zip(&element.arg_ranges);
    let mut unknown = arguments
        .clone()
        .filter(|(argument, _)| is_whole && !known.contains_key(argument.as_str()));
    if let Some((argument, &range)) = unknown.next() {
        let is_later = all.contains(argument.as_str());
        let mut fault = missing_argument(element, argument, range, is_later);
        if fault.help.is_none()
            && told < SUGGESTED
            && let Some(meant) = nearest(argument, known.keys().copied())
        {
            meant.put(&mut fault, |meant| cx.rewrite(range, argument, meant));
        }
        return Some(fault);
    }
    if let Some(mixed) = Mixed::of(&element.kind) {
        return mixed_arguments(cx, element, known, &mixed);
    }
    let signature = signature(&element.kind)?;
    let wants = signature.arguments()?;
    let kind = &element.kind;
    if wants.len() != element.args.len() {
        return Some(wrong_count(cx, element, wants.len()));
    }
    for ((argument, &range), &wanted) in arguments.zip(wants) {
        let given = known.get(argument.as_str()).and_then(|one| one.kind);
        if let Some(given) = given.filter(|&given| !wanted.accepts(given)) {
            let message = format!("`{argument}` is {given}, but `{kind}` takes {wanted} here");
            return Some(Diagnostic::new(Code::ArgumentKind, range, message));
        }
    }
    particular_argument(cx, element, known)
}

/// An argument that is no element before this one.
fn missing_argument(
    element: &GeometryEntry,
    argument: &str,
    range: TextRange,
    is_later: bool,
) -> Diagnostic {
    let name = &element.name;
    let missing = |message| Diagnostic::new(Code::MissingElement, range, message);
    if argument == name {
        missing(format!(
            "an element cannot be made from itself: CindyJS drops `{name}`"
        ))
        .help("use elements that come before it")
    } else if is_later {
        missing(format!(
            "`{argument}` comes after `{name}`: CindyJS drops `{name}`"
        ))
        .help(format!("put `{argument}` before `{name}`"))
    } else {
        missing(format!(
            "there is no element `{argument}`: CindyJS drops `{name}`"
        ))
    }
}

/// An element with another number of arguments than its type wants.
fn wrong_count(cx: &Context, element: &GeometryEntry, wanted: usize) -> Diagnostic {
    let kind = &element.kind;
    let range = cx.quoted(element.range, kind).unwrap_or(element.name_range);
    let message = format!(
        "`{kind}` is computed from {}, not from {}",
        match wanted {
            0 => "no other elements".to_owned(),
            1 => "1 element".to_owned(),
            _ => format!("{wanted} elements"),
        },
        element.args.len()
    );
    Diagnostic::new(Code::ArgumentCount, range, message).help(match in_words(kind) {
        Some(from) => format!("`args` are {from}"),
        None => "leave out `args`".to_owned(),
    })
}

/// The first fault of arguments of several kinds, or of any number.
fn mixed_arguments(
    cx: &Context,
    element: &GeometryEntry,
    known: &FxHashMap<&str, Known<'_>>,
    mixed: &Mixed,
) -> Option<Diagnostic> {
    let kind = &element.kind;
    let arguments = element.args.iter().zip(&element.arg_ranges);
    if !mixed.count.contains(&element.args.len()) {
        let range = cx.quoted(element.range, kind);
        let given = element.args.len();
        let message = match *mixed.count.end() {
            usize::MAX => format!("`{kind}` is computed from other elements, and `args` has none"),
            most => {
                let s = if most == 1 { "" } else { "s" };
                format!("`{kind}` is computed from {most} element{s}, not from {given}")
            }
        };
        let range = range.unwrap_or(element.name_range);
        let mut fault = Diagnostic::new(Code::ArgumentCount, range, message);
        fault.help = in_words(kind).map(|from| format!("`args` are {from}"));
        return Some(fault);
    }
    for (place, (argument, &range)) in arguments.enumerate() {
        let (kinds, described) = mixed.at(place)?;
        let given = known.get(argument.as_str()).and_then(|one| one.kind);
        if let Some(given) = given.filter(|given| !kinds.contains(given)) {
            let message = format!("`{argument}` is {given}, but `{kind}` takes {described} here");
            return Some(Diagnostic::new(Code::ArgumentKind, range, message));
        }
    }
    None
}

/// An argument of the right kind that has to be made in a particular way.
fn particular_argument(
    cx: &Context,
    element: &GeometryEntry,
    known: &FxHashMap<&str, Known<'_>>,
) -> Option<Diagnostic> {
    let (wanted, types, instead): (_, &[&str], _) = match element.kind.as_str() {
        "PointOnArc" => ("an arc", &ARCS, Some("PointOnCircle")),
        "TrMoebiusArc" => ("an arc", &ARCS, Some("TrMoebiusC")),
        "OtherPointOnCircle" => ("a point of type `PointOnCircle`", &["PointOnCircle"], None),
        _ => return None,
    };
    let (argument, &range) = element.args.iter().zip(&element.arg_ranges).next_back()?;
    let given = known
        .get(argument.as_str())
        .filter(|one| one.kind.is_some())?;
    // The kind of others depends on what they are made of.
    if types.contains(&given.made_as) || given.made_as == "Transform" {
        return None;
    }
    let kind = &element.kind;
    let message = format!(
        "`{argument}` is a `{}`, but `{kind}` takes {wanted} here",
        given.made_as
    );
    let mut fault = Diagnostic::new(Code::ArgumentKind, range, message);
    if let Some(instead) = instead {
        fault.help = Some(format!("the type for this element is `{instead}`"));
        let place = cx.quoted(element.range, kind);
        fault.fix = place.and_then(|place| cx.rewrite(place, kind, instead));
    }
    Some(fault)
}

/// The kind of an element; that of some depends on what they are computed from.
fn kind_of(element: &GeometryEntry, known: &FxHashMap<&str, Known<'_>>) -> Option<ElementKind> {
    use ElementKind::{Conic, Line, Moebius, Point, Segment, Transformation};
    if let Some(signature) = signature(&element.kind) {
        return Some(signature.kind);
    }
    let kind = |place: usize| known.get(element.args.get(place)?.as_str())?.kind;
    match element.kind.as_str() {
        "TrReflection" => Some(match kind(0)? {
            Conic => Moebius,
            _ => Transformation,
        }),
        "TrCompose" => Some(match (kind(0)?, kind(1)?) {
            (Transformation, Transformation) => Transformation,
            _ => Moebius,
        }),
        "Transform" => match (kind(0)?, kind(1)?) {
            (Transformation, kind) => Some(kind),
            (Moebius, Point) => Some(Point),
            (Moebius, Line | Segment | Conic) => Some(Conic),
            _ => None,
        },
        _ => None,
    }
}
