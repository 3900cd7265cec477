//! Why a colorplot has no pixel program, in words.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::Program;
use cindyscript_pixel::Reason;

/// Why a term has no place in a pixel program.
pub(crate) fn words(program: &Program, reason: &Reason) -> String {
    let text = |name: NameId| program.names.text(name);
    match reason {
        Reason::NoValue(name) => format!("`{}` has no value here", text(*name)),
        Reason::UndefinedFunction(callee) => {
            format!("`{}` is not defined", program.callee(*callee).name)
        }
        Reason::Builtin(builtin) => format!("`{}` is not available at pixels", builtin.name()),
        Reason::Special(builtin) => {
            format!("`{}` is not available at every pixel", builtin.name())
        }
        Reason::Operands(builtin) => {
            format!("`{}` is not defined for these values", builtin.name())
        }
        Reason::NoReduction(kind) => format!("`{}` makes no value", kind.name()),
        Reason::Field(name) => format!("`.{name}` is not available at pixels"),
        Reason::AssignedField(name) => format!(
            "`.{}` cannot be assigned to at pixels: `.x`, `.y`, `.z` can",
            text(*name)
        ),
        Reason::BeforeRegional(name) => {
            let name = name.map_or("this", text);
            format!(
                "`{name}` is assigned before `regional({name})` declares it: write `regional` before \
                 the first use of `{name}`"
            )
        }
        Reason::UnlikeElements(name) => format!(
            "the elements of `{}` have different types, so the index must be a constant",
            text(*name)
        ),
        Reason::NoElements(name) => format!("`{}` has no elements before this", text(*name)),
        Reason::NotAList(name, ty) => format!(
            "only lists have elements, but `{}` is {} there",
            text(*name),
            ty.in_words()
        ),
        plain => plain_words(plain).to_owned(),
    }
}

/// The words for a reason that names no part of the program.
fn plain_words(reason: &Reason) -> &'static str {
    match reason {
        Reason::UnknownColour => "the type of this colour is not known before the applet runs",
        Reason::UnknownValue => "the type of this value is not known before the applet runs",
        Reason::UnknownArguments => "the arguments of this call have no value",
        Reason::UnknownCode => "the code that this calls is not known before the applet runs",
        Reason::Recursion => "recursion is not possible at pixels",
        Reason::OperandCount => "an operation is not defined for this number of values",
        Reason::ElementModifier => {
            "the modifier `element` is not available at pixels: sort the list, and take its last \
             element"
        }
        Reason::Definition => "a colorplot cannot contain a definition",
        Reason::NestedPlot => "a colorplot cannot contain another colorplot",
        Reason::TextOrDictionary => "there are no strings and dictionaries at pixels",
        Reason::ImagePlace => "an image has no colour at this position: a position is a point",
        Reason::NotWhole => "a whole number is needed here",
        Reason::NotReal => "a real number is needed here",
        Reason::NotBoolean => "this must be true or false",
        Reason::NotBooleanModifier => "this modifier is true or false",
        Reason::UnpackedUnsized => "only a list of known length can be taken apart",
        Reason::AssignedValue => {
            "only variables and elements of their lists can be assigned to at pixels; to compare, \
             write `==`"
        }
        Reason::AssignedElement => "only elements of variables can be assigned to at pixels",
        Reason::Unsized => {
            "the length of this list differs from pixel to pixel: a pixel can loop over it, but not \
             store it"
        }
        Reason::Growing => "this list may become longer without a limit",
        Reason::UnknownCapacity => {
            "the maximum length of this list is not known: a pixel can loop over it, but not store it"
        }
        Reason::UnsizedOrder => {
            "a list whose length differs from pixel to pixel can be sorted by real numbers only"
        }
        Reason::NoValue(_)
        | Reason::UndefinedFunction(_)
        | Reason::Builtin(_)
        | Reason::Special(_)
        | Reason::Operands(_)
        | Reason::NoReduction(_)
        | Reason::Field(_)
        | Reason::AssignedField(_)
        | Reason::BeforeRegional(_)
        | Reason::UnlikeElements(_)
        | Reason::NoElements(_)
        | Reason::NotAList(..) => "this is not available at pixels",
    }
}
