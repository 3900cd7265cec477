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
    pub operator: Option<&'static str>,
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

/// What a builtin finds in the construction, of whatever kind that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finds {
    /// An element.
    Element,
    /// A list of elements of several kinds.
    Elements,
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
        form: Form::Strict,
        gpu: "",
        cpu: "",
        effect: Effect::None,
        modifiers: Modifiers::Listed(&[]),
        intrinsic: None,
        operator: None,
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

    pub(super) const fn operator(mut self, operator: &'static str) -> Self {
        self.operator = Some(operator);
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
}
