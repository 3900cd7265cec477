//! The argument of `CindyJS({...})` read as an applet.

use cindyscript_diagnostic::{Code, Diagnostic, Severity};
use num_complex::Complex64;
use text_size::TextRange;

use crate::import;
use crate::keys::{self, Settings};
use crate::{
    Animation, Applet, Constant, ConstantValue, DefaultAppearance, GeometryEntry, Image, ImageKind,
    Port, Transform,
};

/// Settings that are read here or with the scripts; what is not among them goes to `others`.
const KNOWN: [&str; 24] = [
    "angleUnit",
    "animation",
    "animcontrols",
    "autoplay",
    "axes",
    "behavior",
    "canvas",
    "canvasname",
    "cinderella",
    "csconsole",
    "defaultAppearance",
    "exclusive",
    "geometry",
    "grid",
    "images",
    "import",
    "keylistener",
    "oninit",
    "ports",
    "scripts",
    "snap",
    "transform",
    "use",
    "videos",
];

/// Reads everything but the scripts, which need the page.
pub(crate) fn read(data: &Constant, applet: &mut Applet, problems: &mut Vec<Diagnostic>) {
    let mut reader = Reader { problems };
    applet.geometry = reader.geometry(data.get("geometry"));
    applet.ports = reader.ports(data);
    applet.animation = reader.animation(data);
    for (setting, kind) in [("images", ImageKind::Picture), ("videos", ImageKind::Video)] {
        reader.images(data.get(setting), kind, &mut applet.images);
    }
    applet.uses = reader.strings(data.get("use"), "use");
    if let Some(appearance) = data.get("defaultAppearance") {
        applet.default_appearance = reader.appearance(appearance);
    }
    applet.angle_unit = data
        .get("angleUnit")
        .and_then(|c| reader.string(c, "angleUnit"))
        .map(str::to_owned);
    applet.key_listener = reader.flag(data, "keylistener", false);
    import::read(data, &mut applet.imports, reader.problems);
    applet.behavior = data
        .get("behavior")
        .and_then(Constant::as_array)
        .unwrap_or_default()
        .to_vec();
    applet.others = others(data, &KNOWN);
    // `drawscript` and its like are read with the scripts.
    applet.others.retain(|(name, _)| !name.ends_with("script"));
    let lists = [
        ("ports", Settings::Port),
        ("geometry", Settings::Element),
        ("behavior", Settings::Behavior),
    ];
    let objects = [
        ("animation", Settings::Animation),
        ("defaultAppearance", Settings::Appearance),
    ];
    keys::collect(data, Settings::Applet, &mut applet.keys);
    for (name, of) in lists {
        let items = data.get(name).and_then(Constant::as_array);
        for item in items.unwrap_or_default() {
            keys::collect(item, of, &mut applet.keys);
        }
    }
    // Those of older exports.
    let inner = applet.behavior.iter().filter_map(|one| one.get("behavior"));
    inner.for_each(|object| keys::collect(object, Settings::Behavior, &mut applet.keys));
    for (name, of) in objects {
        if let Some(object) = data.get(name) {
            keys::collect(object, of, &mut applet.keys);
        }
    }
}

/// Whether the page was exported by a version of Cinderella before this one.
pub(crate) fn is_cinderella_before(data: &Constant, version: [f64; 3]) -> bool {
    let stated = data
        .get("cinderella")
        .and_then(|c| c.get("version"))
        .and_then(Constant::as_array);
    let Some(stated) = stated else { return false };
    for (stated, wanted) in stated.iter().zip(version) {
        match stated.as_number() {
            Some(stated) if stated == wanted => {}
            Some(stated) => return stated < wanted,
            None => return false,
        }
    }
    false
}

fn others(object: &Constant, known: &[&str]) -> Vec<(String, Constant)> {
    let properties = object.as_object().unwrap_or_default().iter();
    properties
        .filter(|p| !known.contains(&p.name.as_str()))
        .map(|p| (p.name.clone(), p.value.clone()))
        .collect()
}

struct Reader<'p> {
    problems: &'p mut Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Says that `constant` is not the `wanted` thing, or not known. Absent and null say nothing.
    fn mismatch(&mut self, constant: &Constant, setting: &str, wanted: &str) {
        self.problems.push(match constant.value {
            ConstantValue::Null => return,
            ConstantValue::Unknown => Diagnostic::new(
                Code::SettingNotConstant,
                constant.range,
                format!("`{setting}` is known only when the page runs"),
            )
            .help(format!("the preview needs a literal: write {wanted}")),
            _ => Diagnostic::new(
                Code::SettingWrongShape,
                constant.range,
                format!("`{setting}` should be {wanted}"),
            ),
        });
    }

    fn number(&mut self, constant: &Constant, setting: &str) -> Option<f64> {
        let number = constant.as_number().or_else(|| quoted(constant));
        if number.is_none() {
            self.mismatch(constant, setting, "a number");
        }
        number.filter(|n| n.is_finite())
    }

    fn string<'c>(&mut self, constant: &'c Constant, setting: &str) -> Option<&'c str> {
        if constant.as_str().is_none() {
            self.mismatch(constant, setting, "a string");
        }
        constant.as_str()
    }

    fn numbers<const N: usize>(&mut self, constant: &Constant, setting: &str) -> Option<[f64; N]> {
        let numbers = constant
            .as_numbers()
            .and_then(|n| <[f64; N]>::try_from(n).ok());
        if numbers.is_none() {
            match innermost_unknown(constant) {
                Some(unknown) => self.mismatch(unknown, setting, "numbers"),
                None => self.mismatch(constant, setting, &format!("a list of {N} numbers")),
            }
        }
        numbers
    }

    fn strings(&mut self, constant: Option<&Constant>, setting: &str) -> Vec<String> {
        let Some(constant) = constant else {
            return Vec::new();
        };
        let Some(items) = constant.as_array() else {
            let told = self.problems.len();
            self.mismatch(constant, setting, "a list of strings");
            // `args: "A, B"`
            if let (Some(problem), Some(text)) = (self.problems.get_mut(told), constant.as_str()) {
                let names = text.split(',').map(|name| format!("\"{}\"", name.trim()));
                let names: Vec<String> = names.take(5).collect();
                problem.help = Some(format!("write [{}]", names.join(", ")));
            }
            return Vec::new();
        };
        items
            .iter()
            .filter_map(|item| self.string(item, setting))
            .map(str::to_owned)
            .collect()
    }

    fn number_of(&mut self, object: &Constant, setting: &str) -> Option<f64> {
        object.get(setting).and_then(|c| self.number(c, setting))
    }

    /// What JavaScript takes the setting for in a condition.
    fn flag(&mut self, object: &Constant, setting: &str, default: bool) -> bool {
        let Some(constant) = object.get(setting) else {
            return default;
        };
        constant.truthy().unwrap_or_else(|| {
            self.mismatch(constant, setting, "`true` or `false`");
            default
        })
    }

    fn geometry(&mut self, geometry: Option<&Constant>) -> Vec<GeometryEntry> {
        let Some(geometry) = geometry else {
            return Vec::new();
        };
        let Some(items) = geometry.as_array() else {
            self.mismatch(geometry, "geometry", "a list of elements");
            return Vec::new();
        };
        items.iter().filter_map(|item| self.element(item)).collect()
    }

    fn element(&mut self, item: &Constant) -> Option<GeometryEntry> {
        const KNOWN: [&str; 10] = [
            "name", "type", "kind", "args", "size", "color", "labeled", "visible", "pinned",
            "alpha",
        ];
        if item.as_object().is_none() {
            self.mismatch(item, "geometry", "a list of objects `{name, type, ...}`");
            return None;
        }
        let Some((name, name_range)) = item
            .property("name")
            .and_then(|p| Some((self.string(&p.value, "name")?.to_owned(), p.value.range)))
        else {
            if item.get("name").is_none() {
                self.problems.push(Diagnostic::new(
                    Code::SettingWrongShape,
                    item.range,
                    "this element has no `name`, so no script can refer to it",
                ));
            }
            return None;
        };
        let Some(kind) = item.get("type").and_then(|c| self.string(c, "type")) else {
            if item.get("type").is_none() {
                let message = format!("`{name}` has no `type`, so CindyJS drops it");
                let problem = Diagnostic::new(Code::SettingWrongShape, item.range, message);
                self.problems.push(problem.severity(Severity::Error));
            }
            return None;
        };
        let position = item.get("pos").and_then(position);
        let mut others = others(item, &KNOWN);
        match (position, item.get("pos").and_then(innermost_unknown)) {
            (Some(_), _) => others.retain(|(name, _)| name != "pos"),
            (None, Some(unknown)) => self.mismatch(unknown, "pos", "coordinates"),
            (None, None) => self.place(item.get("pos")),
        }
        Some(GeometryEntry {
            kind: kind.to_owned(),
            position,
            position_range: item.get("pos").map(|written| written.range),
            args: self.strings(item.get("args"), "args"),
            arg_ranges: arg_ranges(item),
            size: self.number_of(item, "size"),
            color: item.get("color").and_then(|c| self.color(c)),
            written_color: item.get("color").cloned(),
            labeled: self.flag(item, "labeled", false),
            visible: self.flag(item, "visible", true),
            pinned: self.flag(item, "pinned", false),
            alpha: self.number_of(item, "alpha"),
            others,
            range: item.range,
            name,
            name_range,
        })
    }

    /// Reports a `pos` that is no list of coordinates: `pos: "1,2"`, `pos: 3`.
    fn place(&mut self, written: Option<&Constant>) {
        let Some(written) = written else { return };
        let is_place = match &written.value {
            ConstantValue::Null => true,
            // Lines and conics have more numbers, and lists of them.
            ConstantValue::Array(parts) => {
                parts.len() > 1
                    && parts
                        .iter()
                        .all(|part| part.as_str().is_none() || quoted(part).is_some())
            }
            // A conic has `xx`, `yy` and others.
            ConstantValue::Object(_) => written.get("x").or(written.get("y")).is_none(),
            _ => false,
        };
        if is_place {
            return;
        }
        let message = "`pos` should be a list of coordinates";
        let problem = Diagnostic::new(Code::SettingWrongShape, written.range, message);
        // `"1, 2"`, `"[1, 2]"`
        let text = written.as_str().unwrap_or_default();
        let numbers = text.trim_matches(|c: char| "[]() ".contains(c)).split(',');
        let numbers: Option<Vec<f64>> = numbers.map(|part| part.trim().parse().ok()).collect();
        let meant = match numbers.as_deref() {
            Some([x, y]) => format!("[{x}, {y}]"),
            _ => "[x, y]".to_owned(),
        };
        self.problems
            .push(problem.help(format!("write pos: {meant}")));
    }

    /// The colour of an element.
    fn color(&mut self, constant: &Constant) -> Option<[f64; 3]> {
        let told = self.problems.len();
        let color = self.numbers(constant, "color");
        if let Some(problem) = self.problems.get_mut(told)
            && let Some(Ok(meant)) = constant.as_str().map(csscolorparser::parse)
        {
            let parts = [meant.r, meant.g, meant.b];
            let parts = parts.map(|part| ((part * 1000.0).round() / 1000.0).to_string());
            problem.help = Some(format!("write [{}]", parts.join(", ")));
        }
        color
    }

    fn ports(&mut self, data: &Constant) -> Vec<Port> {
        let mut ports = Vec::new();
        match data.get("ports") {
            Some(constant) => match constant.as_array() {
                Some(items) => {
                    ports.extend(items.iter().map(|item| self.port(item)));
                    self.problems.extend(items.iter().skip(1).map(|item| {
                        let message = "CindyJS draws only into the first port, not into this one";
                        Diagnostic::new(Code::SecondPort, item.range, message)
                            .help("call `CindyJS` once for each canvas")
                    }));
                }
                None => self.mismatch(constant, "ports", "a list of objects `{id, ...}`"),
            },
            None => {
                let mut port = Port::new(data.range);
                if let Some(name) = data.get("canvasname") {
                    port.id = self.string(name, "canvasname").map(str::to_owned);
                }
                ports.push(port);
            }
        }
        if ports.is_empty() {
            ports.push(Port::new(data.range));
        }
        // What a port leaves open is taken from the top level.
        for port in &mut ports {
            if port.transforms.is_empty() {
                port.transforms = self.transforms(data.get("transform"));
            }
            port.grid = port
                .grid
                .or_else(|| self.number_of(data, "grid"))
                .filter(|g| *g > 0.0);
            port.snap |= self.flag(data, "snap", false);
        }
        ports
    }

    fn port(&mut self, item: &Constant) -> Port {
        const KNOWN: [&str; 12] = [
            "id",
            "element",
            "width",
            "height",
            "virtualwidth",
            "virtualheight",
            "fill",
            "transform",
            "background",
            "grid",
            "snap",
            "axes",
        ];
        let positive = |n: &f64| *n > 0.0;
        // CindyJS takes neither dimension if one is missing.
        let (width, height) = (
            self.number_of(item, "width"),
            self.number_of(item, "height"),
        );
        let size = width.filter(positive).zip(height.filter(positive));
        Port {
            id: item
                .get("id")
                .and_then(|c| self.string(c, "id"))
                .map(str::to_owned),
            width: size.map(|s| s.0),
            height: size.map(|s| s.1),
            virtual_width: self.number_of(item, "virtualwidth").filter(positive),
            virtual_height: self.number_of(item, "virtualheight").filter(positive),
            fill: self.flag(item, "fill", false),
            transforms: self.transforms(item.get("transform")),
            background: item.get("background").and_then(|c| self.background(c)),
            grid: self.number_of(item, "grid"),
            snap: self.flag(item, "snap", false),
            axes: self.flag(item, "axes", false),
            others: others(item, &KNOWN),
            range: item.range,
        }
    }

    fn background(&mut self, constant: &Constant) -> Option<[f64; 4]> {
        let text = self.string(constant, "background")?;
        match csscolorparser::parse(text) {
            Ok(color) => Some(color.to_array().map(f64::from)),
            Err(_) => {
                self.mismatch(
                    constant,
                    "background",
                    "a CSS colour, such as `white` or `#fff`",
                );
                None
            }
        }
    }

    fn transforms(&mut self, constant: Option<&Constant>) -> Vec<Transform> {
        let Some(constant) = constant else {
            return Vec::new();
        };
        let Some(items) = constant.as_array() else {
            self.mismatch(
                constant,
                "transform",
                "a list of objects, such as `[{scale: 2}]`",
            );
            return Vec::new();
        };
        items
            .iter()
            .filter_map(|item| self.transform(item))
            .collect()
    }

    fn transform(&mut self, item: &Constant) -> Option<Transform> {
        // Only the first property counts.
        let property = item.as_object().and_then(<[_]>::first);
        let (name, value) = property.map(|p| (p.name.as_str(), &p.value)).unzip();
        match (name, value) {
            (Some("scale"), Some(value)) => self.number(value, "scale").map(Transform::Scale),
            (Some("translate"), Some(value)) => {
                self.numbers(value, "translate").map(Transform::Translate)
            }
            (Some("scaleAndOrigin"), Some(value)) => {
                let [scale, x, y] = self.numbers(value, "scaleAndOrigin")?;
                Some(Transform::ScaleAndOrigin {
                    scale,
                    origin: [x, y],
                })
            }
            (Some("visibleRect"), Some(value)) => {
                let [left, top, right, bottom] = self.numbers(value, "visibleRect")?;
                if top < bottom || right < left {
                    let message = "`visibleRect` is [left, top, right, bottom]: these values mirror the picture";
                    let ([left, right], [bottom, top]) = (
                        [left.min(right), left.max(right)],
                        [top.min(bottom), top.max(bottom)],
                    );
                    let problem = Diagnostic::new(Code::SettingWrongShape, value.range, message);
                    let help = format!("write [{left}, {top}, {right}, {bottom}]");
                    self.problems.push(problem.help(help));
                }
                Some(Transform::VisibleRect {
                    left,
                    top,
                    right,
                    bottom,
                })
            }
            _ => {
                let wanted = "one of `scale`, `translate`, `scaleAndOrigin` and `visibleRect`";
                self.mismatch(item, "transform", wanted);
                None
            }
        }
    }

    fn animation(&mut self, data: &Constant) -> Animation {
        // The older top-level settings count only without the newer object.
        let (object, controls) = match data.get("animation") {
            Some(object) if object.truthy() != Some(false) => (object, "controls"),
            _ => (data, "animcontrols"),
        };
        let mut animation = Animation {
            autoplay: self.flag(object, "autoplay", false),
            controls: self.flag(object, controls, false),
            ..Animation::default()
        };
        if let Some(object) = data.get("animation") {
            animation.accuracy = self.number_of(object, "accuracy");
            if let Some(speed) = self.number_of(object, "speed") {
                // Before that version, Cinderella's speed had another meaning.
                let is_old =
                    animation.accuracy.is_none() && is_cinderella_before(data, [2.0, 9.0, 1875.0]);
                animation.speed = if is_old { speed * 0.5 } else { speed };
            }
        }
        animation
    }

    fn images(&mut self, constant: Option<&Constant>, kind: ImageKind, images: &mut Vec<Image>) {
        let Some(constant) = constant else { return };
        let Some(properties) = constant.as_object() else {
            self.mismatch(constant, "images", "an object `{name: \"url\"}`");
            return;
        };
        for property in properties {
            images.push(Image {
                name: property.name.clone(),
                url: self
                    .string(&property.value, &property.name)
                    .map(str::to_owned),
                kind,
                range: TextRange::new(
                    property
                        .name_range
                        .start()
                        .min(property.value.range.start()),
                    property.value.range.end(),
                ),
            });
        }
    }

    fn appearance(&mut self, object: &Constant) -> DefaultAppearance {
        let mut look = DefaultAppearance::default();
        let colors = [
            ("pointColor", &mut look.point_color),
            ("lineColor", &mut look.line_color),
            ("textColor", &mut look.text_color),
        ];
        for (setting, slot) in colors {
            if let Some(color) = object.get(setting).and_then(|c| self.numbers(c, setting)) {
                *slot = color;
            }
        }
        let numbers = [
            ("pointSize", &mut look.point_size),
            ("lineSize", &mut look.line_size),
            ("textsize", &mut look.text_size),
            ("alpha", &mut look.alpha),
            ("overhangLine", &mut look.overhang_line),
            ("overhangSeg", &mut look.overhang_segment),
            ("dimDependent", &mut look.dim_dependent),
        ];
        for (setting, slot) in numbers {
            if let Some(number) = self.number_of(object, setting) {
                *slot = number;
            }
        }
        let strings = [
            ("fontFamily", &mut look.font_family),
            ("clip", &mut look.clip),
        ];
        for (setting, slot) in strings {
            if let Some(text) = object.get(setting).and_then(|c| self.string(c, setting)) {
                text.clone_into(slot);
            }
        }
        look
    }
}

/// Where the names of the elements are written from which one is computed.
fn arg_ranges(item: &Constant) -> Vec<TextRange> {
    let args = item.get("args").and_then(Constant::as_array);
    let args = args.unwrap_or_default().iter();
    let names = args.filter(|argument| argument.as_str().is_some());
    names.map(|name| name.range).collect()
}

/// The first part that is known only when the page runs.
fn innermost_unknown(constant: &Constant) -> Option<&Constant> {
    match &constant.value {
        ConstantValue::Unknown => Some(constant),
        ConstantValue::Array(items) => items.iter().find_map(innermost_unknown),
        ConstantValue::Object(properties) => {
            properties.iter().find_map(|p| innermost_unknown(&p.value))
        }
        _ => None,
    }
}

/// `[x, y]` or `[x, y, z]`, numbers real or `{r, i}`.
/// A number in quotes, which is one to the arithmetic of JavaScript.
fn quoted(constant: &Constant) -> Option<f64> {
    constant.as_str()?.trim().parse().ok()
}

fn position(constant: &Constant) -> Option<[Complex64; 3]> {
    let number = |c: &Constant| match c.as_number().or_else(|| quoted(c)) {
        Some(real) => Some(Complex64::new(real, 0.0)),
        None => Some(Complex64::new(
            c.get("r")?.as_number()?,
            c.get("i")?.as_number()?,
        )),
    };
    match constant.as_array()? {
        [x, y] => Some([number(x)?, number(y)?, Complex64::new(1.0, 0.0)]),
        [x, y, z] => Some([number(x)?, number(y)?, number(z)?]),
        _ => None,
    }
}
