//! What the tests share: constructions as text.
#![allow(dead_code, clippy::unwrap_used)] // each test uses a part of it

use cindyscript_applet::parse_file;
use cindyscript_geometry::{
    Complex64, Construction, ElementId, ElementValue, GeometryProblem, Vector,
};

/// A construction, each line a JSON object of a page's `geometry`, and what is done with it.
#[derive(Debug, Default)]
pub(crate) struct Case<'a> {
    pub(crate) title: &'a str,
    pub(crate) elements: Vec<&'a str>,
    pub(crate) moves: Vec<Move<'a>>,
}

/// `move A 1 2`: an element, and the numbers it gets.
#[derive(Debug)]
pub(crate) struct Move<'a> {
    pub(crate) verb: &'a str,
    pub(crate) name: &'a str,
    pub(crate) numbers: Vec<f64>,
}

/// Cases: `# title`, elements, moves.
pub(crate) fn cases(text: &str) -> Vec<Case<'_>> {
    let mut cases: Vec<Case<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(title) = line.strip_prefix("# ") {
            cases.push(Case {
                title,
                ..Case::default()
            });
            continue;
        }
        let case = cases.last_mut().expect("a title");
        if line.starts_with('{') {
            case.elements.push(line);
            continue;
        }
        let mut words = line.split_whitespace();
        case.moves.push(Move {
            verb: words.next().unwrap(),
            name: words.next().unwrap(),
            numbers: words.map(|word| word.parse().unwrap()).collect(),
        });
    }
    cases
}

/// The construction of a page with these elements, each a JavaScript object.
pub(crate) fn construct(elements: &[&str]) -> (Construction, Vec<GeometryProblem>) {
    let geometry = elements.join(",\n");
    let page = format!("<script>CindyJS({{geometry: [{geometry}]}})</script>");
    let page = parse_file("page.html", &page);
    Construction::of(&page.applets[0])
}

impl Move<'_> {
    /// Does it.
    pub(crate) fn apply(&self, construction: &mut Construction) -> bool {
        let id = find(construction, self.name);
        let number = |index: usize| -> Complex64 { self.numbers[index].into() };
        match self.verb {
            "move" => construction.set_homogeneous(id, [number(0), number(1), Complex64::ONE]),
            "homog" => construction.set_homogeneous(id, [number(0), number(1), number(2)]),
            "radius" => construction.set_radius(id, number(0)),
            "angle" => construction.set_angle(id, number(0)),
            "slope" => construction.set_slope(id, number(0)),
            other => panic!("no such move: {other}"),
        }
    }

    /// The same in CindyScript.
    pub(crate) fn script(&self) -> String {
        let (name, numbers) = (self.name, &self.numbers);
        match self.verb {
            "move" => format!("{name}.xy={numbers:?}"),
            "homog" => format!("{name}.homog={numbers:?}"),
            verb => format!("{name}.{verb}={}", numbers[0]),
        }
    }
}

pub(crate) fn find(construction: &Construction, name: &str) -> ElementId {
    construction
        .find(name)
        .unwrap_or_else(|| panic!("no element {name}"))
}

/// Where a point is that must be real.
pub(crate) fn xy(construction: &Construction, name: &str) -> [f64; 2] {
    let element = construction.get(find(construction, name)).unwrap();
    element
        .value
        .xy()
        .unwrap_or_else(|| panic!("{name} is {:?}", element.value))
}

/// The homogeneous coordinates of a point or a line.
pub(crate) fn vector(construction: &Construction, name: &str) -> Vector {
    let shape = &construction.get(find(construction, name)).unwrap().value;
    shape.point().or_else(|| shape.line()).unwrap()
}

/// All numbers of what CindyScript can read, and the expression that reads them. Helping elements
/// have names that are none there.
pub(crate) fn reading(name: &str, shape: &ElementValue) -> Option<(String, Vec<Complex64>)> {
    if name.contains('_') {
        return None;
    }
    let flat = |matrix: &[[Complex64; 3]; 3]| matrix.iter().flatten().copied().collect();
    Some(match shape {
        ElementValue::Point(vector) | ElementValue::Line(vector) => {
            (format!("{name}.homog"), vector.to_vec())
        }
        ElementValue::Segment(segment) => (format!("{name}.homog"), segment.line.to_vec()),
        ElementValue::Conic(conic) => (format!("{name}.matrix"), flat(&conic.matrix)),
        ElementValue::Transformation(map) => (format!("{name}.matrix"), flat(&map.matrix)),
        ElementValue::Number(number) | ElementValue::Angle(number) => {
            (format!("{name}+0"), vec![*number])
        }
        _ => return None,
    })
}
