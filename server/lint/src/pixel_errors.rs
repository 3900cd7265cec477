//! Why a colorplot has no pixel program, in words.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::Program;
use cindyscript_pixel::Reason;

/// Why a term has no place in a pixel program.
pub(crate) fn words(program: &Program, reason: &Reason) -> String {
    let text = |name: NameId| program.names.text(name);
    let plain = match reason {
        Reason::NoValue(name) => return format!("`{}` has no value here", text(*name)),
        Reason::UndefinedFunction(callee) => {
            return format!("`{}` is not defined", program.callee(*callee).name);
        }
        Reason::Builtin(builtin) => {
            return format!("`{}` is not available at pixels", builtin.name());
        }
        Reason::Special(builtin) => {
            return format!("`{}` is not available at every pixel", builtin.name());
        }
        Reason::Operands(builtin) => {
            return format!("`{}` is not defined for these values", builtin.name());
        }
        Reason::NoReduction(kind) => return format!("`{}` makes no value", kind.name()),
        Reason::Field(name) => return format!("`.{name}` is not available at pixels"),
        Reason::AssignedField(name) => {
            return format!(
                "`.{}` cannot be assigned to at pixels: `.x`, `.y`, `.z` can",
                text(*name)
            );
        }
        Reason::BeforeRegional(name) => {
            let name = name.map_or("this", text);
            return format!(
                "`{name}` is assigned to before `regional({name})` declares it: let `regional` \
                 stand in front of all that uses `{name}`"
            );
        }
        Reason::UnlikeElements(name) => {
            return format!(
                "which element of `{}` this is must be known: they are of unlike kinds",
                text(*name)
            );
        }
        Reason::NoElements(name) => {
            return format!("`{}` has no elements before this", text(*name));
        }
        Reason::NotAList(name, ty) => {
            return format!(
                "only lists have elements, `{}` is {} there",
                text(*name),
                ty.in_words()
            );
        }
        Reason::UnknownColour => "the type of this colour is not known before the applet runs",
        Reason::UnknownValue => "the type of this value is not known before the applet runs",
        Reason::UnknownArguments => "the arguments of this call have no value",
        Reason::UnknownCode => "which code this runs is not known before the applet runs",
        Reason::Recursion => "recursion is not possible at pixels",
        Reason::OperandCount => "an operation is not defined for so many values",
        Reason::ElementModifier => {
            "the modifier `element` is not available at pixels: sort the list, and take its last \
             element"
        }
        Reason::Definition => "a definition cannot stand in a program for pixels",
        Reason::NestedPlot => "a colorplot cannot stand inside a colorplot",
        Reason::TextOrDictionary => "there are no strings and dictionaries at pixels",
        Reason::ImagePlace => "an image has no colour at such a place",
        Reason::NotWhole => "an integer is needed here, known to be real",
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
            "how many elements this list has differs from pixel to pixel: a pixel can loop over \
             it, count its elements and combine them, but not hold it"
        }
        Reason::Growing => {
            "this list may become longer and longer: how many elements it will have is not known"
        }
        Reason::UnknownCapacity => {
            "how long this list may become is not known: a pixel can loop over it, but not hold it"
        }
        Reason::UnsizedOrder => {
            "a list whose length differs from pixel to pixel can be sorted by real numbers only"
        }
    };
    plain.to_owned()
}
