//! Whether an edit lets an applet go on as it is, or makes another one of it.
//!
//! What a script has computed is that of the text that was there. So that no picture depends on it,
//! an applet begins anew with every edit that can make a difference to what scripts compute, and
//! goes on with one that cannot: in comments and spaces, in what a colorplot paints on the view, in
//! how something is drawn.

use cindyscript_applet::{
    Applet, CodeTemplate, Constant, ConstantValue, ControlAction, Event, GeometryEntry,
    TemplatePiece,
};
use cindyscript_ide::AppletAnalysis;
use cindyscript_interpreter::PageImage;

use super::page_script::{needs_engine, page_text};
use crate::source::Source;

/// Whether two versions compute the same, whatever they paint.
pub(super) fn computes_the_same(a: &Source, b: &Source) -> bool {
    let computed = |source: &Source| source.facts().map(AppletAnalysis::computed);
    same_surroundings(a, b) && computed(a) == computed(b)
}

/// Whether two versions have everything in common but their scripts.
pub(super) fn same_surroundings(a: &Source, b: &Source) -> bool {
    let scripts = |source: &Source| source.applet().map(|applet| applet.scripts.len());
    let images = |source: &Source| source.images.len();
    let same_image = |(a, b): (&PageImage, &PageImage)| {
        a.name == b.name && a.picture.is_same(&b.picture) && a.missing == b.missing
    };
    a.document.name() == b.document.name()
        && scripts(a).is_some() == scripts(b).is_some()
        && images(a) == images(b)
        && a.images.iter().zip(b.images.iter()).all(same_image)
        && same_construction(a, b)
        && handlers(a) == handlers(b)
        && javascript(a) == javascript(b)
        && same_physics(a, b)
        && page(a) == page(b)
}

/// The text of the page for an engine, if it needs one.
fn javascript(source: &Source) -> Option<String> {
    needs_engine(source).then(|| page_text(source))
}

/// The actions of the page at its start and of its controls, wherever they stand in the file.
fn handlers(source: &Source) -> Vec<String> {
    let Some(applet) = source.applet() else {
        return Vec::new();
    };
    let handlers = applet.controls.iter().flat_map(|control| {
        let handlers = control.handlers.iter();
        handlers.map(|handler| {
            format!("{} {:?} ", control.key, handler.trigger) + &shown(&handler.actions)
        })
    });
    handlers.chain([shown(&applet.at_start)]).collect()
}

fn shown(actions: &[ControlAction]) -> String {
    let piece = |piece: &TemplatePiece| match piece {
        TemplatePiece::Text(text) => format!("{:?}", text.text()),
        TemplatePiece::Property(property) => format!("{:?} {:?}", property.of, property.read),
    };
    let pieces =
        |template: &CodeTemplate| -> Vec<String> { template.pieces.iter().map(piece).collect() };
    let action = |action: &ControlAction| match action {
        ControlAction::Run(code) => format!("{:?}", pieces(code)),
        ControlAction::Evaluate(code) => format!("evaluate {:?}", pieces(code)),
        ControlAction::SetValue { id, value } => format!("{id:?} = {:?}", pieces(value)),
        other => format!("{other:?}"),
    };
    let actions: Vec<String> = actions.iter().map(action).collect();
    actions.join("; ")
}

/// The texts of scripts that run when the applet starts.
pub(super) fn init(source: &Source) -> Vec<String> {
    let applet = source.applet();
    let scripts = applet.map_or(&[][..], |applet| &applet.scripts).iter();
    let init = scripts
        .enumerate()
        .filter(|(index, script)| script.event == Event::Init && source.can_parse(*index));
    init.map(|(_, script)| script.source.text().to_owned())
        .collect()
}

/// What the page says about the applet, but for its scripts, images and elements.
fn page(source: &Source) -> Option<String> {
    let applet = source.applet()?;
    let ports = applet.ports.iter().map(|port| {
        let [width, height] = port.size();
        format!(
            "{width} {height} {} {:?} {:?} {:?}",
            port.virtual_pixels(width, height),
            port.view(width, height),
            port.snap,
            port.grid
        )
    });
    let ports: Vec<String> = ports.collect();
    Some(format!(
        "{ports:?} {} {} {:?} {:?} {:?}",
        applet.animation.autoplay,
        applet.animation.speed,
        applet.animation.accuracy,
        applet.default_appearance,
        applet.angle_unit
    ))
}

/// Whether two versions have the same construction, wherever it stands in the file: an edit above
/// it moves it only there.
fn same_construction(a: &Source, b: &Source) -> bool {
    let elements = |source: &Source| -> Vec<GeometryEntry> {
        let elements = source.applet().map_or(&[][..], |applet| &applet.geometry);
        elements.to_vec()
    };
    let (a, b) = (elements(a), elements(b));
    a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| same_element(a, b))
}

/// True if two versions have the same masses, springs and forces.
fn same_physics(a: &Source, b: &Source) -> bool {
    let [a, b] = [a, b].map(|source| source.applet().map_or(&[][..], |applet| &applet.behavior));
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_constant(a, b))
}

fn same_element(a: &GeometryEntry, b: &GeometryEntry) -> bool {
    let placeless = |element: &GeometryEntry| GeometryEntry {
        name_range: Default::default(),
        position_range: None,
        arg_ranges: Vec::new(),
        written_color: None,
        range: Default::default(),
        others: Vec::new(),
        ..element.clone()
    };
    let same_other = |(a, b): (&(String, Constant), &(String, Constant))| {
        a.0 == b.0 && same_constant(&a.1, &b.1)
    };
    placeless(a) == placeless(b)
        && a.others.len() == b.others.len()
        && a.others.iter().zip(&b.others).all(same_other)
}

/// True if a control of the page is the same in both versions, or is missing in one of them.
pub(super) fn same_control(key: &str, a: Option<&Applet>, b: Option<&Applet>) -> bool {
    let controls = [a, b].map(|applet| applet?.controls.iter().find(|it| it.key == key));
    match controls {
        [Some(a), Some(b)] => a.is_same(b),
        _ => true,
    }
}

/// Whether two versions put an element at the same place.
pub(super) fn same_place(a: Option<&GeometryEntry>, b: Option<&GeometryEntry>) -> bool {
    let place = |element: Option<&GeometryEntry>| element?.position;
    place(a) == place(b)
}

/// Whether two versions say the same about an element's property of a name.
pub(super) fn same_property(
    a: Option<&GeometryEntry>,
    b: Option<&GeometryEntry>,
    of: &str,
) -> bool {
    fn property<'a>(element: Option<&'a GeometryEntry>, of: &str) -> Option<&'a Constant> {
        let mut others = element?.others.iter();
        others
            .find(|(other, _)| other == of)
            .map(|(_, value)| value)
    }
    match (property(a, of), property(b, of)) {
        (Some(a), Some(b)) => same_constant(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// The depth is that of the page's literals, which its parser bounds.
fn same_constant(a: &Constant, b: &Constant) -> bool {
    match (&a.value, &b.value) {
        (ConstantValue::String(a), ConstantValue::String(b)) => a.text() == b.text(),
        (ConstantValue::Array(a), ConstantValue::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_constant(a, b))
        }
        (ConstantValue::Object(a), ConstantValue::Object(b)) => {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len()
                && pairs.all(|(a, b)| a.name == b.name && same_constant(&a.value, &b.value))
        }
        (a, b) => a == b,
    }
}
