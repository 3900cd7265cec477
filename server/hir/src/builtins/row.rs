//! A row of the table, and how it is written: what every builtin has is said first, what only some
//! have by a method each, so that a row says what is unusual about its builtin.

use super::form::{Control, Form, IterationKind};
use super::intrinsic::Intrinsic;
use super::modifiers::{Group, Modifiers};

/// A builtin function or operator.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name in lower case, or the operator's canonical spelling.
    pub name: &'static str,
    /// The number of arguments; `None` where any number is allowed.
    pub arity: Option<u8>,
    /// What it belongs to.
    pub category: Category,
    /// One sentence for the author.
    pub doc: &'static str,
    /// The names of its arguments, see [`Builtin::arguments`] for the notation.
    pub args: &'static str,
    /// A script that shows its use, without anything that is said against it.
    pub example: Option<&'static str>,
    /// How often scripts call it that people have published: the binary logarithm of the number of
    /// calls, rounded down. One row of a name says it for all.
    pub used: u8,
    /// What strings among its arguments name, each with the 0-based place of the argument; images
    /// have a column of their own.
    pub names: &'static [(u8, Named)],
    /// How its arguments are treated.
    pub form: Form,
    /// Signatures for pixels (and for the CPU), smallest first: see
    /// [`Overload`](super::Overload) for the notation.
    pub gpu: &'static str,
    /// Further signatures for the CPU; they come after those for pixels, which `...` stands for
    /// where that is said.
    pub cpu: &'static str,
    /// What it does besides having a value.
    pub effect: Effect,
    /// Which modifiers it takes.
    pub modifiers: Modifiers,
    /// What it is, if some pass has a rule for it.
    pub intrinsic: Option<Intrinsic>,
    /// The operator that it is another name of.
    pub alias_of: Option<&'static str>,
    /// The loop that it is of the elements of a list as they are: `sum(list)`.
    pub folds: Option<IterationKind>,
    /// The loop that it is instead where its first argument is a list and its second one is code:
    /// `max(list, #^2)`, but `max(a, b)`.
    pub or_loop: Option<IterationKind>,
    /// What it does with the elements of lists, be they as unlike as they will.
    pub lists: Option<Lists>,
    /// Whether it has a value wherever it has a signature and its arguments have values.
    pub is_total: bool,
    /// Whether it makes something of arguments that are undefined.
    pub takes_undefined: bool,
    /// Whether a scalar that it makes is a number, and no truth value.
    pub is_number: bool,
    /// Code that it runs, or functions that it defines, which do not stand in the program.
    pub unseen: Option<Unseen>,
    /// Whether its arguments are formulas: names in them need no values.
    pub is_of_formulas: bool,
    /// What it finds in the construction.
    pub finds: Option<Finds>,
    /// The image among its arguments.
    pub image: Option<ImageArgument>,
    /// Where the image lies whose colour it looks up.
    pub samples: Option<SampledIn>,
    /// What it takes, as a sentence, where its signatures do not say it well.
    pub takes: Option<&'static str>,
    /// How it is called, for those who call it otherwise; one row of a name says it for all.
    pub usage: Option<&'static str>,
    /// Whether it takes one list, and is often called with the elements instead.
    pub is_of_one_list: bool,
    /// Whether its argument is a colour: red, green, blue.
    pub is_of_colour: bool,
    /// The 0-based place of the argument of which it makes a changed copy, and which stays as it is.
    pub copies: Option<u8>,
    /// Whether it makes something that is to be drawn, and draws nothing itself.
    pub is_figure: bool,
    /// What its arguments must be for something to be drawn; empty where anything may be.
    pub draws: &'static [Drawn],
    /// Whether it does nothing but draw.
    pub only_draws: bool,
    /// What it makes, where its values have no type that says it.
    pub makes: Option<&'static str>,
    /// The real numbers for which it is real; of others it is complex.
    pub real_for: Option<RealFor>,
    /// Whether it compares sizes: its value is a truth value, which has none.
    pub compares_sizes: bool,
    /// Whether its argument is an angle, in radians.
    pub is_of_angle: bool,
    /// Whether CindyGL has it at pixels, of what is there at pixels here. All was tried with
    /// CindyJS 1.1.
    pub cindygl: CindyGl,
}

/// What a builtin does besides having a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing: with equal arguments, in one frame, the value is the same.
    None,
    /// The value is another one at each call.
    Random,
    /// It draws, prints, or changes the state of the applet.
    State,
}

/// What a builtin belongs to, as in the reference manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the names say it
pub enum Category {
    Operator,
    Arithmetic,
    Boolean,
    Control,
    Variables,
    List,
    Matrix,
    String,
    Dictionary,
    Calculus,
    Predicate,
    Geometry,
    Shape,
    Transformation,
    Color,
    Drawing,
    GraphicsState,
    Image,
    Random,
    Time,
    Animation,
    Input,
    Console,
    System,
    CindyGl,
    Plugin,
}

/// What a builtin does with the elements of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lists {
    /// Makes one list of two, one behind the other; what is undefined adds nothing.
    Joined,
    /// Adds the second argument behind the first.
    Appended,
    /// Adds the first argument before the second.
    Prepended,
    /// Keeps some of the first list, whatever the second argument is.
    Kept,
    /// Puts them in the opposite order.
    Reversed,
    /// Compares them pair by pair.
    Compared,
}

/// What a string names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// An image or a video.
    Image,
    /// An element of the construction.
    Element,
    /// An element that is there from then on; or a list of such names.
    NewElement,
    /// A kind of element: CindyJS's `type`.
    Kind,
    /// A plugin.
    Plugin,
}

/// Code that does not stand in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unseen {
    /// The code of a text, a file or the page runs.
    Text,
    /// The code among its arguments runs with something else in the place of `#`.
    Rewritten,
    /// Functions are defined under names that are given as strings.
    Functions,
    /// The functions of a plugin are there from then on.
    Plugin,
}

/// What a builtin finds in the construction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// An element, of whatever kind.
    Element,
    /// A list of elements of several kinds.
    Elements,
    /// A list of elements of one kind.
    Alike,
}

/// The argument that is an image, or its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageArgument {
    /// Its 0-based place among the arguments.
    pub place: u8,
    /// Whether the image is there from then on, rather than before.
    pub is_created: bool,
}

/// Where an image lies whose colour is looked up at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampledIn {
    /// In the unit square.
    Unit,
    /// Its lower corners are those of the view.
    View,
    /// Its lower corners are the first two arguments.
    Corners,
    /// Its pixels are counted, from its upper left corner.
    Pixels,
}

/// What an argument of a function that draws has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A point, or a list of its coordinates.
    Place,
    /// A number.
    Number,
    /// A list of places.
    Places,
    /// A place, a line, two places, or a shape.
    Figure,
    /// Anything.
    Anything,
}

/// Real numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RealFor {
    /// Those that are not negative.
    NotNegative,
    /// Those in -1..1.
    UnitInterval,
}

/// Whether CindyGL has a builtin at pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CindyGl {
    /// It has, or this preview has not either.
    Has,
    /// It has not.
    Lacks,
    /// It has not, but something else does the same.
    Otherwise {
        /// What to do, as an order.
        title: &'static str,
        /// What to write, with places in braces for the arguments: `({0}) ++ [{1}]`.
        template: &'static str,
    },
}

/// The arity of a builtin with any number of arguments.
pub(super) const ANY: u8 = u8::MAX;

/// A builtin whose arguments are values, without signatures, without an effect.
pub(super) const fn row(
    category: Category,
    name: &'static str,
    arity: u8,
    doc: &'static str,
) -> Builtin {
    Builtin {
        name,
        arity: match arity {
            ANY => None,
            arity => Some(arity),
        },
        category,
        doc,
        args: "",
        example: None,
        used: 0,
        names: &[],
        form: Form::Strict,
        gpu: "",
        cpu: "",
        effect: Effect::None,
        modifiers: Modifiers::Listed(&[]),
        intrinsic: None,
        alias_of: None,
        folds: None,
        or_loop: None,
        lists: None,
        is_total: false,
        takes_undefined: false,
        is_number: false,
        unseen: None,
        is_of_formulas: false,
        finds: None,
        image: None,
        samples: None,
        takes: None,
        usage: None,
        is_of_one_list: false,
        is_of_colour: false,
        copies: None,
        is_figure: false,
        draws: &[],
        only_draws: false,
        makes: None,
        real_for: None,
        compares_sizes: false,
        is_of_angle: false,
        cindygl: CindyGl::Has,
    }
}

impl Builtin {
    /// Whether it is there at pixels.
    #[must_use]
    pub fn is_at_pixels(&self) -> bool {
        !self.gpu.is_empty() || matches!(self.form, Form::Control(_))
    }
}

/// One method a column.
impl Builtin {
    pub(super) const fn gpu(mut self, signatures: &'static str) -> Self {
        self.gpu = signatures;
        self
    }

    pub(super) const fn cpu(mut self, signatures: &'static str) -> Self {
        self.cpu = signatures;
        self
    }

    pub(super) const fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    pub(super) const fn args(mut self, names: &'static str) -> Self {
        self.args = names;
        self
    }

    pub(super) const fn example(mut self, example: &'static str) -> Self {
        self.example = Some(example);
        self
    }

    pub(super) const fn used(mut self, used: u8) -> Self {
        self.used = used;
        self
    }

    pub(super) const fn names(mut self, names: &'static [(u8, Named)]) -> Self {
        self.names = names;
        self
    }

    /// What it comes to has a rule of its own.
    pub(super) const fn control(mut self, control: Control) -> Self {
        self.is_total = false;
        self.form(Form::Control(control))
    }

    pub(super) const fn loops(self, kind: IterationKind) -> Self {
        self.control(Control::Loop(kind))
    }

    /// Nothing is known of its modifiers.
    pub(super) const fn unavailable(self) -> Self {
        self.form(Form::Unavailable).any_modifiers()
    }

    pub(super) const fn out_of_scope(self, what: &'static str) -> Self {
        self.form(Form::OutOfScope(what)).any_modifiers()
    }

    pub(super) const fn changes_state(mut self) -> Self {
        self.effect = Effect::State;
        self
    }

    pub(super) const fn pure(mut self) -> Self {
        self.effect = Effect::None;
        self
    }

    pub(super) const fn random(mut self) -> Self {
        self.effect = Effect::Random;
        self
    }

    pub(super) const fn modifiers(mut self, groups: &'static [Group]) -> Self {
        self.modifiers = Modifiers::Listed(groups);
        self
    }

    pub(super) const fn any_modifiers(mut self) -> Self {
        self.modifiers = Modifiers::Any;
        self
    }

    pub(super) const fn is(mut self, intrinsic: Intrinsic) -> Self {
        self.intrinsic = Some(intrinsic);
        self
    }

    pub(super) const fn alias_of(mut self, operator: &'static str) -> Self {
        self.alias_of = Some(operator);
        self
    }

    pub(super) const fn folds(mut self, kind: IterationKind) -> Self {
        self.folds = Some(kind);
        self
    }

    pub(super) const fn or_loop(mut self, kind: IterationKind) -> Self {
        self.or_loop = Some(kind);
        self
    }

    pub(super) const fn lists(mut self, lists: Lists) -> Self {
        self.lists = Some(lists);
        self
    }

    pub(super) const fn total(mut self) -> Self {
        self.is_total = true;
        self
    }

    pub(super) const fn partial(mut self) -> Self {
        self.is_total = false;
        self
    }

    pub(super) const fn takes_undefined(mut self) -> Self {
        self.takes_undefined = true;
        self
    }

    pub(super) const fn number(mut self) -> Self {
        self.is_number = true;
        self
    }

    pub(super) const fn runs(mut self, unseen: Unseen) -> Self {
        self.unseen = Some(unseen);
        self
    }

    pub(super) const fn of_formulas(mut self) -> Self {
        self.is_of_formulas = true;
        self
    }

    pub(super) const fn finds(mut self, finds: Finds) -> Self {
        self.finds = Some(finds);
        self
    }

    pub(super) const fn image(mut self, place: u8) -> Self {
        self.image = Some(ImageArgument {
            place,
            is_created: false,
        });
        self
    }

    pub(super) const fn creates_image(mut self, place: u8) -> Self {
        self.image = Some(ImageArgument {
            place,
            is_created: true,
        });
        self
    }

    pub(super) const fn samples(mut self, place: SampledIn) -> Self {
        self.samples = Some(place);
        self
    }

    pub(super) const fn takes(mut self, takes: &'static str) -> Self {
        self.takes = Some(takes);
        self
    }

    pub(super) const fn usage(mut self, usage: &'static str) -> Self {
        self.usage = Some(usage);
        self
    }

    pub(super) const fn of_one_list(mut self) -> Self {
        self.is_of_one_list = true;
        self
    }

    pub(super) const fn of_colour(mut self) -> Self {
        self.is_of_colour = true;
        self.of_one_list()
    }

    pub(super) const fn copies(mut self, copies: u8) -> Self {
        self.copies = Some(copies);
        self
    }

    pub(super) const fn figure(mut self) -> Self {
        self.is_figure = true;
        self
    }

    pub(super) const fn draws(mut self, arguments: &'static [Drawn]) -> Self {
        self.draws = arguments;
        self
    }

    pub(super) const fn only_draws(mut self) -> Self {
        self.only_draws = true;
        self
    }

    pub(super) const fn makes(mut self, makes: &'static str) -> Self {
        self.makes = Some(makes);
        self
    }

    pub(super) const fn real_for(mut self, real_for: RealFor) -> Self {
        self.real_for = Some(real_for);
        self
    }

    pub(super) const fn compares_sizes(mut self) -> Self {
        self.compares_sizes = true;
        self
    }

    pub(super) const fn of_angle(mut self) -> Self {
        self.is_of_angle = true;
        self
    }

    pub(super) const fn not_in_cindygl(mut self) -> Self {
        self.cindygl = CindyGl::Lacks;
        self
    }

    pub(super) const fn instead_in_cindygl(
        mut self,
        title: &'static str,
        template: &'static str,
    ) -> Self {
        self.cindygl = CindyGl::Otherwise { title, template };
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::{BuiltinId, all, find, named};

    /// Whether a place is one of an argument.
    fn is_argument(row: &Builtin, place: u8) -> bool {
        row.arity.is_some_and(|arity| place < arity)
    }

    #[test]
    fn each_form_is_one_row() {
        for id in all() {
            let same = |other: &&BuiltinId| other.row().arity == id.row().arity;
            assert_eq!(
                named(id.name()).iter().filter(same).count(),
                1,
                "{}",
                id.name()
            );
        }
    }

    #[test]
    fn columns_speak_of_arguments_that_there_are() {
        for row in all().map(BuiltinId::row) {
            let name = row.name;
            assert!(
                row.image.is_none_or(|image| is_argument(row, image.place)),
                "{name}"
            );
            assert!(
                row.copies.is_none_or(|place| is_argument(row, place)),
                "{name}"
            );
            let drawn = row.draws.len();
            assert!(
                drawn == 0 || row.arity.map(usize::from) == Some(drawn),
                "{name}"
            );
            let mut named = row.names.iter();
            assert!(named.all(|(place, _)| is_argument(row, *place)), "{name}");
            assert!(row.folds.is_none() || row.arity == Some(1), "{name}");
            assert!(row.or_loop.is_none() || row.arity == Some(2), "{name}");
            if let CindyGl::Otherwise { template, .. } = row.cindygl {
                for place in template.split('{').skip(1) {
                    let place = place.split('}').next().and_then(|place| place.parse().ok());
                    assert!(place.is_some_and(|place| is_argument(row, place)), "{name}");
                }
            }
        }
    }

    #[test]
    fn another_name_of_an_operator_is_the_operator() {
        for row in all().map(BuiltinId::row) {
            let (Some(operator), Some(arity)) = (row.alias_of, row.arity) else {
                continue;
            };
            let operator = find(operator, usize::from(arity)).expect("an operator");
            assert_eq!(operator.operator(), row.intrinsic, "{}", row.name);
        }
    }

    #[test]
    fn what_cindygl_lacks_is_there_at_pixels() {
        for row in all().map(BuiltinId::row) {
            assert!(
                row.cindygl == CindyGl::Has || row.is_at_pixels(),
                "{}",
                row.name
            );
        }
    }

    #[test]
    fn one_row_of_a_name_speaks_for_all() {
        for id in all() {
            let says: [fn(&Builtin) -> bool; 2] = [|row| row.usage.is_some(), |row| row.used > 0];
            for says in says {
                let rows = named(id.name()).iter();
                let count = rows.filter(|id| says(id.row())).count();
                assert!(count <= 1, "{}", id.name());
            }
        }
    }
}
