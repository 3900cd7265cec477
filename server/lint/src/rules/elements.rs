//! The construction and the images: entries of the page that nothing is known of, and names of
//! images that nothing makes.

use cindyscript_diagnostic::{Code, Diagnostic};
use cindyscript_hir::builtins::BuiltinId;
use cindyscript_hir::elements;
use cindyscript_hir::program::{Callee, PlotForm, Program, TermId, TermKind};
use rustc_hash::FxHashSet;

use crate::advice::{Suggestion, write};
use crate::context::Context;
use crate::sink::Sink;

/// Types of elements as one may expect them, and CindyJS's.
#[rustfmt::skip]
const ELSEWHERE: [(&str, &str); 7] = [
    ("Circle",        "CircleMP"),
    ("Intersection",  "Meet"),
    ("Line",          "Join"),
    ("Midpoint",      "Mid"),
    ("Perpendicular", "Perp"),
    ("Point",         "Free"),
    ("Polygon",       "Poly"),
];

/// Elements of types that CindyJS does not have, or the preview does not.
pub(crate) fn elements(cx: &Context, sink: &mut Sink) {
    let analysis = cx.applet;
    for element in &analysis.source().geometry {
        let kind = element.kind.as_str();
        let out_of_scope = elements::is_out_of_scope(kind);
        if kind.is_empty() || elements::is_known(kind) && !out_of_scope {
            continue;
        }
        let range = cx.quoted(element.range, kind).unwrap_or(element.name_range);
        let (code, message) = if out_of_scope {
            let message = format!("`{kind}` is not available in the preview");
            (Code::NotAvailable, message)
        } else {
            let message = format!("CindyJS has no type of element `{kind}`");
            (Code::UnknownElementType, message)
        };
        let elsewhere = ELSEWHERE.iter().find(|(known, _)| *known == kind);
        let meant = match elsewhere {
            Some((_, meant)) => Some(Suggestion::one(meant)),
            None => sink.nearest("element", kind, elements::known()),
        };
        let meant = meant.filter(|_| !out_of_scope);
        let mut said = Diagnostic::new(code, range, message);
        if let Some(meant) = meant {
            meant.put(&mut said, |meant| cx.rewrite(range, kind, meant));
        }
        sink.found.push(said);
    }
}

/// Names of images that the page does not load and no script creates.
pub(crate) fn images(cx: &Context, sink: &mut Sink) {
    if cx.opaque.names.is_some() {
        return;
    }
    let analysis = cx.applet;
    let program = &analysis.program;
    let mut known: FxHashSet<&str> = analysis
        .source()
        .images
        .iter()
        .map(|image| image.name.as_str())
        .collect();
    let mut used: Vec<(TermId, &str)> = Vec::new();
    for image in images_of(program) {
        match (image, program.kind(image.term())) {
            (Image::Used(term), TermKind::Text(name)) => used.push((term, program.text(name))),
            (Image::Created(_), TermKind::Text(name)) => {
                known.insert(program.text(name));
            }
            // Any name may be created.
            (Image::Created(_), _) => return,
            (Image::Used(_), _) => {}
        }
    }
    for (term, name) in used {
        if known.contains(name) {
            continue;
        }
        let message = format!("there is no image `{name}`");
        let meant = sink.nearest("image", name, known.iter().copied());
        let range = analysis.range(term);
        // `foto`, where the only image is `photo`.
        let only = || match known.len() {
            1 => known.iter().next().copied().map(Suggestion::one),
            _ => None,
        };
        sink.report(term, Code::UnknownImage, message)
            .help("load it with `images: {...}` of the page, or create it with `createimage`")
            .suggestion(meant.or_else(only), |meant| {
                Some(write(range, &format!("\"{meant}\"")))
            });
    }
}

/// The arguments of a program that are images.
fn images_of(program: &Program) -> impl Iterator<Item = Image> {
    let painted = program.plots.iter().filter_map(|plot| match plot.form {
        PlotForm::Image { image } | PlotForm::PlacedImage { image, .. } => Some(Image::Used(image)),
        PlotForm::View | PlotForm::Rectangle { .. } => None,
    });
    let takes_image = |row: &Callee| {
        let builtin = row.plain_builtin();
        builtin.is_some_and(|builtin| builtin.row().image.is_some())
    };
    let called = program
        .calls_of(takes_image)
        .filter_map(|(_, callee, arguments)| {
            image(program.callee(callee).builtin?, program.children(arguments))
        });
    let special = program
        .specials
        .iter()
        .filter_map(|special| image(special.builtin, program.children(special.arguments)));
    painted.chain(called).chain(special)
}

/// The image that a builtin uses or creates.
fn image(builtin: BuiltinId, arguments: &[TermId]) -> Option<Image> {
    let image = builtin.row().image?;
    let term = *arguments.get(usize::from(image.place))?;
    Some(match image.is_created {
        true => Image::Created(term),
        false => Image::Used(term),
    })
}

/// An argument that is an image.
#[derive(Clone, Copy)]
enum Image {
    Used(TermId),
    Created(TermId),
}

impl Image {
    fn term(self) -> TermId {
        match self {
            Self::Used(term) | Self::Created(term) => term,
        }
    }
}
