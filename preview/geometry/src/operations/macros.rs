//! Types that stand for others, depending on what they are computed from.

use smol_str::SmolStr;

use crate::ElementKind;
use crate::{Construction, Definition, DefinitionError, Element};

/// What a type that stands for others makes of a definition: it changes its type and arguments, and
/// gives the definition of a helping element that comes before it.
pub(crate) type Macro =
    fn(&mut Definition, &Construction) -> Result<Option<Definition>, DefinitionError>;

/// By name.
pub(crate) const MACROS: &[(&str, Macro)] = &[
    ("CircleByFixedRadius", fixed_radius),
    ("CircleMFixedr", fixed_radius),
    ("IntersectionConicLine", |definition, _| {
        definition.args.reverse();
        definition.type_name = "IntersectLC".into();
        Ok(None)
    }),
    ("TrCompose", |definition, construction| {
        let [first, second] = arguments(definition, construction)?;
        let letters = [first, second].map(|element| element.kind().letter());
        become_type(definition, format!("TrCompose{}{}", letters[0], letters[1]))
    }),
    ("TrReflection", |definition, construction| {
        let [mirror] = arguments(definition, construction)?;
        become_type(
            definition,
            format!("TrReflection{}", mirror.kind().letter()),
        )
    }),
    ("Transform", |definition, construction| {
        let [transformation, element] = arguments(definition, construction)?;
        let verb = match transformation.kind() {
            ElementKind::Moebius => "TrMoebius",
            _ => "Transform",
        };
        let is_arc = element
            .value
            .conic()
            .is_some_and(|conic| conic.arc.is_some());
        let noun = match element.kind() {
            ElementKind::Conic if is_arc => "Arc",
            ElementKind::Polygon => "Polygon",
            kind => kind.letter(),
        };
        become_type(definition, format!("{verb}{noun}"))
    }),
    ("angleBisector", |definition, _| {
        let name = format!("{}_Intersection", definition.name);
        let helper = Definition::new(&name, "Meet")
            .args(definition.args.iter().map(SmolStr::as_str))
            .with("visible", false);
        definition.args.push(name.into());
        definition.type_name = "AngleBisector".into();
        Ok(Some(helper))
    }),
];

fn fixed_radius(
    definition: &mut Definition,
    _: &Construction,
) -> Result<Option<Definition>, DefinitionError> {
    definition.set("pinned", true.into());
    definition.type_name = "CircleMr".into();
    Ok(None)
}

fn become_type(
    definition: &mut Definition,
    name: String,
) -> Result<Option<Definition>, DefinitionError> {
    definition.type_name = name.into();
    Ok(None)
}

fn arguments<'a, const N: usize>(
    definition: &Definition,
    construction: &'a Construction,
) -> Result<[&'a Element; N], DefinitionError> {
    let mut elements = Vec::with_capacity(N);
    for name in &definition.args {
        let element = construction
            .find(name)
            .and_then(|id| construction.get(id))
            .ok_or_else(|| DefinitionError::UnknownElement(name.clone()))?;
        elements.push(element);
    }
    elements
        .try_into()
        .map_err(|_| DefinitionError::WrongCount {
            type_name: definition.type_name.clone(),
            expected: if N == 1 {
                "one element".to_owned()
            } else {
                format!("{N} elements")
            },
            found: definition.args.len(),
        })
}
