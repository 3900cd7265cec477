//! A row of the table: its columns.

use super::form::{Form, IterationKind};
use super::intrinsic::Intrinsic;
use super::modifiers::Modifiers;

/// A builtin function or operator.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name in lower case, or the operator's canonical spelling.
    pub name: &'static str,
    /// The number of arguments; `None` where any number is allowed.
    pub arity: Option<u8>,
    /// The category in the reference.
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
    /// Its effect besides having a value.
    pub effect: Effect,
    /// Which modifiers it takes.
    pub modifiers: Modifiers,
    /// Its identity for passes that have a rule for it.
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
    pub opaque: Option<Opaque>,
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
    pub usage: Option<UsageHelp>,
    /// Whether it takes one list, and is often called with the elements instead.
    pub is_of_one_list: bool,
    /// The 0-based place of the argument that is a colour: red, green, blue.
    pub colour: Option<u8>,
    /// The 0-based place of the argument of which it makes a changed copy, and which stays as it is.
    pub copies: Option<u8>,
    /// Whether it makes something that is to be drawn, and draws nothing itself.
    pub is_figure: bool,
    /// What its arguments must be for something to be drawn; empty where anything may be.
    pub draws: &'static [DrawnArgument],
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
    /// The plugin that defines it, if authors may take its name for one of the language: without the
    /// plugin, there is no such function.
    pub plugin: Option<&'static str>,
    /// Whether CindyGL has it at pixels, of what is there at pixels here. All was tried with
    /// the release that `tests/oracle` runs.
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

/// Opaque code: what does not stand in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opaque {
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
    OfOneKind,
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

/// How a builtin is called, for those who call it otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsageHelp {
    /// What to write.
    Call(&'static str),
    /// A sentence on what it is.
    Remark(&'static str),
}

/// What an argument of a function that draws has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnArgument {
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

impl Builtin {
    /// True if equal arguments always give an equal value: it asks neither for the time, the input, a
    /// random number nor the construction.
    #[must_use]
    pub fn depends_on_arguments_only(&self) -> bool {
        use Category::{
            Arithmetic, Boolean, Calculus, Color, Dictionary, List, Matrix, Operator, Predicate,
            String, Transformation,
        };
        let is_of_values = matches!(
            self.category,
            Arithmetic
                | Boolean
                | Calculus
                | Color
                | Dictionary
                | List
                | Matrix
                | Operator
                | Predicate
                | String
                | Transformation
        );
        is_of_values
            && self.effect == Effect::None
            && self.finds.is_none()
            && self.opaque.is_none()
            && self.image.is_none()
    }

    /// Whether it is there at pixels.
    #[must_use]
    pub fn is_at_pixels(&self) -> bool {
        !self.gpu.is_empty() || matches!(self.form, Form::Control(_))
    }
}
