//! How a row of the table is written: what every builtin has is said first, what only some have by a
//! method each, so that a row says what is unusual about its builtin.

use super::form::{Control, Form, IterationKind};
use super::intrinsic::Intrinsic;
use super::modifiers::{Group, Modifiers};
use super::row::{
    Builtin, Category, CindyGl, DrawnArgument, Effect, Finds, ImageArgument, Lists, Named, Opaque,
    RealFor, SampledIn, UsageHelp,
};

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
        opaque: None,
        is_of_formulas: false,
        finds: None,
        image: None,
        samples: None,
        takes: None,
        usage: None,
        is_of_one_list: false,
        colour: None,
        copies: None,
        is_figure: false,
        draws: &[],
        only_draws: false,
        makes: None,
        real_for: None,
        compares_sizes: false,
        is_of_angle: false,
        plugin: None,
        cindygl: CindyGl::Has,
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

    pub(super) const fn runs(mut self, opaque: Opaque) -> Self {
        self.opaque = Some(opaque);
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
        self.usage = Some(UsageHelp::Call(usage));
        self
    }

    pub(super) const fn remark(mut self, remark: &'static str) -> Self {
        self.usage = Some(UsageHelp::Remark(remark));
        self
    }

    pub(super) const fn of_one_list(mut self) -> Self {
        self.is_of_one_list = true;
        self
    }

    pub(super) const fn of_colour(self) -> Self {
        self.colour(0).of_one_list()
    }

    pub(super) const fn colour(mut self, place: u8) -> Self {
        self.colour = Some(place);
        self
    }

    pub(super) const fn copies(mut self, copies: u8) -> Self {
        self.copies = Some(copies);
        self
    }

    pub(super) const fn figure(mut self) -> Self {
        self.is_figure = true;
        self
    }

    pub(super) const fn draws(mut self, arguments: &'static [DrawnArgument]) -> Self {
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

    pub(super) const fn of_plugin(mut self, plugin: &'static str) -> Self {
        self.plugin = Some(plugin);
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
