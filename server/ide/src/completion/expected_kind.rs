//! What kind of value is wanted at a place.

use cindyscript_hir::builtins::modifiers::{self, Wants};
use cindyscript_hir::builtins::{self, BuiltinArgument, BuiltinId, DrawnArgument, Side};
use cindyscript_hir::program::FunctionId;
use cindyscript_hir::types::{Scalar, Type};
use cindyscript_syntax::SyntaxKind;
use rustc_hash::FxHashMap;

use super::rank;
use crate::analysis::AppletAnalysis;
use crate::context::{Bracket, Context, Position};
use crate::term_at::Declared;

/// What kind of value is wanted at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Nothing is known.
    Anything,
    /// A statement: what it does matters, or its value.
    Statement,
    /// A condition.
    Boolean,
    /// Something to count with: numbers, and lists of them.
    Arithmetic,
    /// A list.
    List,
    /// What a colorplot paints.
    Colour,
    /// What a builtin takes: one of these rows, at a 0-based place.
    Argument(Vec<BuiltinId>, usize),
    /// What a function of the applet is given elsewhere for the same parameter.
    Parameter(Type),
    /// The value of a modifier.
    Modifier(Wants),
}

/// Names of arguments in the table of builtins that say what is wanted of the code there.
const CONDITION: &str = "condition";
const COLOUR: &str = "colour";
const CODE: [&str; 3] = [BuiltinArgument::BODY, "then", "otherwise"];

impl Wanted {
    pub(super) fn new(applet: &AppletAnalysis, context: &Context) -> Self {
        match &context.position {
            Position::ModifierValue(name) => {
                let wants = context.call().and_then(|(callee, _)| {
                    let mut rows = builtins::named(&callee.name)
                        .iter()
                        .filter_map(|id| modifiers::of(*id))
                        .flatten();
                    rows.find(|row| row.name == name).map(|row| row.wants)
                });
                match wants {
                    Some(Wants::Boolean) => Self::Boolean,
                    Some(wants) => Self::Modifier(wants),
                    None => Self::Anything,
                }
            }
            Position::Statement => Self::of_value(applet, &context.brackets),
            Position::Operand(kind) => Self::of_operand(*kind, applet, &context.brackets),
            Position::Field { .. }
            | Position::Key
            | Position::String { .. }
            | Position::Parameter
            | Position::Nothing => Self::Anything,
        }
    }

    fn of_operand(before: SyntaxKind, applet: &AppletAnalysis, brackets: &[Bracket]) -> Self {
        match before {
            SyntaxKind::AND | SyntaxKind::OR | SyntaxKind::BANG => Self::Boolean,
            SyntaxKind::PLUS
            | SyntaxKind::MINUS
            | SyntaxKind::STAR
            | SyntaxKind::SLASH
            | SyntaxKind::CARET
            | SyntaxKind::SQRT
            | SyntaxKind::LESS
            | SyntaxKind::GREATER
            | SyntaxKind::LESS_EQ
            | SyntaxKind::GREATER_EQ
            | SyntaxKind::DOT_DOT
            | SyntaxKind::UNDERSCORE
            | SyntaxKind::BAR => Self::Arithmetic,
            SyntaxKind::CONCAT | SyntaxKind::REMOVE | SyntaxKind::COMMON | SyntaxKind::APPEND => {
                Self::List
            }
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACKET | SyntaxKind::COMMA => {
                Self::of_slot(applet, brackets)
            }
            _ => Self::Anything,
        }
    }

    /// At the beginning of a statement within brackets: the last one is their value.
    fn of_value(applet: &AppletAnalysis, brackets: &[Bracket]) -> Self {
        match Self::of_slot(applet, brackets) {
            Self::Colour => Self::Colour,
            _ => Self::Statement,
        }
    }

    /// At the beginning of a slot of the innermost bracket.
    fn of_slot(applet: &AppletAnalysis, brackets: &[Bracket]) -> Self {
        let Some((bracket, around)) = brackets.split_first() else {
            return Self::Anything;
        };
        let Some(callee) = &bracket.callee else {
            return match bracket.open {
                // `(a = 1; b)` stands for its value.
                SyntaxKind::L_PAREN => Self::of_slot(applet, around),
                _ => Self::Anything,
            };
        };
        let place = bracket.argument();
        let rows = builtins::named(&callee.name);
        let named = |names: &[&str]| {
            rows.iter().any(|id| {
                let argument = id.row().arguments().nth(place);
                argument.is_some_and(|argument| names.contains(&argument.name))
            })
        };
        if let Some(ty) = parameter(applet, &callee.name, place) {
            Self::Parameter(ty)
        } else if named(&[CONDITION]) {
            Self::Boolean
        } else if named(&[COLOUR]) {
            Self::Colour
        } else if named(&CODE) {
            // A branch is wanted for what the whole is wanted for.
            Self::of_value(applet, around)
        } else {
            Self::Argument(rows.to_vec(), place)
        }
    }

    /// Whether a value of that type is wanted; none if nothing is known of that.
    fn fits(&self, ty: &Type) -> Option<bool> {
        if matches!(ty, Type::Top | Type::Unset) {
            return None;
        }
        match self {
            Self::Anything | Self::Statement => None,
            Self::Boolean => Some(*ty == Type::BOOLEAN),
            Self::Arithmetic => Some(is_number(ty) || ty.as_list().is_some() || *ty == Type::Point),
            Self::List => Some(ty.as_list().is_some()),
            // What is no colour may be computed with, unless it is a truth value.
            Self::Colour if *ty == Type::BOOLEAN => Some(false),
            Self::Colour => ty.colour().is_some().then_some(true),
            Self::Parameter(given) => is_like(given, ty),
            Self::Modifier(wants) => (*wants != Wants::Any).then(|| wants.may_take(ty)),
            Self::Argument(rows, place) => {
                let drawn = rows.iter().filter_map(|id| id.row().draws.get(*place));
                let drawn = drawn.filter_map(|drawn| is_drawn(*drawn, ty));
                let overloads = rows.iter().flat_map(|id| id.overloads(Side::Cpu));
                let taken = overloads.filter_map(|overload| overload.takes_at(*place, ty));
                drawn.chain(taken).reduce(|any, fits| any || fits)
            }
        }
    }

    /// What the type of an item adds to its score.
    pub(super) fn of_type(&self, ty: &Type) -> i32 {
        match self.fits(ty) {
            Some(true) => rank::FITS,
            Some(false) => rank::DOES_NOT_FIT,
            None => 0,
        }
    }
}

/// What the types of many items add to their scores, each type looked at once.
#[derive(Debug)]
pub(super) struct Fits<'a> {
    wanted: &'a Wanted,
    known: FxHashMap<&'a Type, i32>,
}

impl<'a> Fits<'a> {
    pub(super) fn new(wanted: &'a Wanted) -> Self {
        Self {
            wanted,
            known: FxHashMap::default(),
        }
    }

    pub(super) fn of_type(&mut self, ty: &'a Type) -> i32 {
        let of_type = || self.wanted.of_type(ty);
        *self.known.entry(ty).or_insert_with(of_type)
    }
}

/// What a function of the applet is given for a parameter, all its calls together; none if it is not
/// one of the applet's functions, or nothing is known.
fn parameter(applet: &AppletAnalysis, name: &str, place: usize) -> Option<Type> {
    let program = &applet.program;
    let functions = program.functions.iter().zip((0..).map(FunctionId));
    let of_name = functions.filter(|(function, _)| {
        !function.is_code() && program.callee(function.callee).name.as_str() == name
    });
    let slots = of_name.flat_map(|(_, id)| applet.declared_slots(Declared::Parameter(id, place)));
    let types = slots.map(|slot| applet.solution.ty(slot));
    let given = types.fold(Type::Unset, |joined, ty| joined.join(ty));
    (!matches!(given, Type::Unset | Type::Top)).then_some(given)
}

/// Whether a type is of the kind that is given elsewhere: both are numbers, or one holds the other,
/// but that a truth value is no number.
fn is_like(given: &Type, ty: &Type) -> Option<bool> {
    if (*given == Type::BOOLEAN) != (*ty == Type::BOOLEAN) {
        return Some(false);
    }
    let both = |is: fn(&Type) -> bool| is(given) && is(ty);
    let joined = given.join(ty);
    Some(both(is_number) || joined == *given || joined == *ty)
}

fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Scalar(scalar) if *scalar != Scalar::Boolean)
}

/// Whether something that draws takes a value of that type.
fn is_drawn(drawn: DrawnArgument, ty: &Type) -> Option<bool> {
    match drawn {
        DrawnArgument::Place => Some(ty.place().is_some() && !is_number(ty)),
        DrawnArgument::Number => Some(is_number(ty)),
        DrawnArgument::Places => Some(ty.as_list().is_some()),
        DrawnArgument::Figure => Some(
            matches!(ty, Type::Line | Type::Circle | Type::Shape | Type::Element)
                || ty.place().is_some() && !is_number(ty)
                || ty.as_list().is_some(),
        ),
        DrawnArgument::Anything => None,
    }
}
