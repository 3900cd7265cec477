//! Hovers for the place under the pointer: type, where it is computed, why.

use std::fmt::Write as _;

use cindyscript_hir::builtins::{self, Builtin, BuiltinId, Category, Side, modifiers};
use cindyscript_hir::names::{HASH, NameId};
use cindyscript_hir::presets;
use cindyscript_hir::program::{CalleeId, PlotId, ScriptId, TermId, TermKind};
use cindyscript_hir::types::{ColourConversion, Type};
use cindyscript_infer::{self, BodyKind, Role, SlotId};
use text_size::{TextRange, TextSize};

use crate::analysis::{Analysis, AppletAnalysis};
use crate::binding_time::BindingTime;
use crate::binding_time::constants;
use crate::documentation::{about, about_preset, comment_above};
use crate::explain::builtin_of;
use crate::observations::{Subject, subjects};
use crate::report::signature;
use crate::term_at::{Declared, script_at};
use cindyscript_analysis::provenance::{Step, weight};

mod bound_variables;
mod element;
mod page;
mod sign;

/// A hover as an editor shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The range that it is about, in bytes of the file.
    pub range: TextRange,
    /// What it says.
    pub text: HoverText,
    /// The things there whose values can be looked at while the applet runs; the nearest first.
    pub subjects: Vec<Subject>,
    /// Whether it shows a type.
    pub has_types: bool,
}

/// What a hover says: a block of code, and Markdown below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoverText {
    /// The language of the code; none for that of a page.
    pub language: &'static str,
    /// How it is called, and in the last line its type, if it has one.
    pub code: String,
    /// What stands behind the block.
    pub below: String,
}

impl HoverText {
    /// With nothing below.
    fn script(code: String) -> Self {
        Self {
            language: "cindyscript",
            code,
            below: String::new(),
        }
    }

    /// The same with a line below.
    fn line(mut self, line: &str) -> Self {
        self.below.push('\n');
        self.below.push_str(line);
        self
    }

    /// Below a rule.
    fn section(&mut self, text: &str) {
        self.below.push_str("\n\n---\n");
        self.below.push_str(text);
    }

    /// All of it as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let Self {
            language,
            code,
            below,
        } = self;
        format!("```{language}\n{code}\n```{below}")
    }
}

/// The hover at an offset of the file, if there is something to say. `link` gives the address of a
/// part of the file, for the way to the causes.
#[must_use]
pub fn hover(
    analysis: &Analysis,
    offset: TextSize,
    link: &dyn Fn(TextRange) -> String,
) -> Option<Hover> {
    let Some((applet, script, at)) = script_at(analysis, offset) else {
        return page::hover(analysis, offset, link);
    };
    let hoverer = Hoverer {
        applet,
        script,
        link,
    };
    hoverer.hover(at)
}

struct Hoverer<'a> {
    applet: &'a AppletAnalysis,
    script: ScriptId,
    link: &'a dyn Fn(TextRange) -> String,
}

impl Hoverer<'_> {
    fn hover(&self, at: TextSize) -> Option<Hover> {
        let declared = self.declared(at).or_else(|| self.modifier(at));
        declared.or_else(|| self.sign(at)).or_else(|| {
            let term = self.applet.innermost(self.script, at)?;
            self.term(term, at)
        })
    }

    /// The name of a function or parameter where it is defined.
    fn declared(&self, at: TextSize) -> Option<Hover> {
        let (declared, range) = self.applet.declared(self.script, at)?;
        let program = &self.applet.program;
        let text = match declared {
            Declared::Function(id) => self.user_function(program.function(id).callee),
            Declared::Parameter(id, place) => {
                let name = program.function(id).parameters.get(place)?.name;
                let name = program.names.text(name);
                match self.applet.declared_slots(declared).as_slice() {
                    [] => HoverText::script(name.to_owned()).line("nothing calls this function"),
                    slots => self.describe(None, name, None, slots, "parameter"),
                }
            }
        };
        Some(Hover {
            range: self.applet.to_file(self.script, range),
            text,
            subjects: Vec::new(),
            has_types: true,
        })
    }

    /// The name of a modifier, or the arrow behind it.
    fn modifier(&self, at: TextSize) -> Option<Hover> {
        let program = &self.applet.program;
        let near = self.applet.terms_near(self.script, TextRange::empty(at));
        let mut calls = near.filter(|(_, term)| term.range.contains(at));
        calls.find_map(|(id, _)| {
            let (builtin, given) = program.builtin_call(id)?;
            let modifier = given.iter().find(|modifier| {
                let value = program.term(modifier.value).range.start();
                let arrow = modifier.range.end()..value;
                modifier.range.contains_inclusive(at) || arrow.contains(&at)
            })?;
            let name = program.names.text(modifier.name);
            let row = modifiers::of(builtin)?.find(|row| row.name == name)?;
            let code = format!("{name} -> {}", row.wants.describe());
            let of = format!("modifier of `{}`: {}", builtin.name(), row.describe());
            Some(Hover {
                range: self.applet.to_file(self.script, modifier.range),
                text: HoverText::script(code).line(&of),
                subjects: Vec::new(),
                has_types: false,
            })
        })
    }

    fn term(&self, term: TermId, at: TextSize) -> Option<Hover> {
        let program = &self.applet.program;
        let range = self.applet.range(term);
        let text = match program.kind(term) {
            TermKind::Variable(name) => self.variable(term, name),
            TermKind::Call { callee, .. } => {
                let row = program.callee(callee);
                let name = TextRange::at(
                    program.term(term).range.start(),
                    TextSize::of(row.name.as_str()),
                );
                let is_own = !row.definitions.is_empty() && !row.runs_code();
                let is_called_wrongly = row.definitions.is_empty() && row.builtin.is_none();
                match builtins::named(&row.name) {
                    _ if is_own && name.contains_inclusive(at) => self.user_function(callee),
                    // The diagnostic says more than a type that can be anything.
                    [] if is_called_wrongly => return None,
                    [] => self.value(term, row.builtin),
                    rows if is_called_wrongly => calls(rows, row.arity),
                    _ => self.value(term, row.builtin),
                }
            }
            TermKind::Plot(plot) => self.colorplot(term, plot),
            TermKind::Regional(names) => {
                let names = program.children(names).iter();
                let names: Vec<&str> = names.map(|&name| self.applet.written(name)).collect();
                let call = HoverText::script(format!("regional({})", names.join(", ")));
                match builtin_of(self.applet, term) {
                    Some(builtin) => call.line(&about(builtin)),
                    None => call,
                }
            }
            TermKind::Define(_) | TermKind::Undefine(_) => return None,
            _ => self.value(term, builtin_of(self.applet, term)),
        };
        Some(Hover {
            range,
            text,
            subjects: subjects(self.applet, term),
            has_types: true,
        })
    }

    /// A variable, with what it counts or which element it is.
    fn variable(&self, term: TermId, name: NameId) -> HoverText {
        let binder = bound_variables::binder(self.applet, term, name);
        let count =
            binder.and_then(|binder| bound_variables::count(self.applet, binder, name, self.link));
        let is_given = binder.is_none() && self.applet.assignments().of(name).is_empty();
        let name = self.applet.program.names.text(name);
        let slots = self.applet.slots(term);
        let element = self.applet.source().element(name);
        let element = element.filter(|_| is_given);
        let element = element.map(|it| element::describe(self.applet, it, self.link));
        let what = count.or(element).unwrap_or_default();
        let mut text = self.describe(None, name, None, &slots, &what);
        let preset = presets::find(name);
        if let Some(preset) = preset.filter(|_| is_given) {
            text.section(&about_preset(preset));
        }
        if let (HASH, &[hash]) = (name, builtins::named(HASH)) {
            text.section(&about(hash));
        }
        text
    }

    /// What a colorplot paints, where it paints.
    fn colorplot(&self, term: TermId, plot: PlotId) -> HoverText {
        let solution = &*self.applet.solution;
        let builtin = builtin_of(self.applet, term);
        let call = builtin.map(|builtin| builtin.row().call());
        let bodies = solution.plots.get(&plot).into_iter().flatten();
        let slots: Vec<SlotId> = bodies
            .take(1)
            .map(|&body| solution.body(body))
            .map(|body| body.slot(body.root))
            .collect();
        let ty = slots.first().map(|&slot| solution.ty(slot));
        let colour = ty.and_then(|ty| Some((ty, ty.colour()?)));
        // A colour has a name of its own; that of its type comes behind.
        let named = colour.filter(|(_, colour)| *colour != ColourConversion::Grey);
        let name = named.map(|(ty, _)| ty.painted_name());
        let mut text = self.describe(call.as_deref(), "colorplot", name, &slots, "");
        if let Some((_, colour)) = colour {
            let _ = write!(text.below, "\n\npaints {}", colour.describe());
        }
        if let Some((ty, _)) = named {
            let _ = write!(text.below, ": {ty}");
        }
        let program = &self.applet.program;
        let pixel = self.applet.split(plot).pixel.iter();
        let pixel: Vec<String> = pixel
            .map(|pixel| format!("`{}`", program.names.text(pixel.name)))
            .collect();
        match ty {
            Some(_) if !pixel.is_empty() => {
                let _ = write!(text.below, "; the pixel is {}", pixel.join(", "));
            }
            Some(_) => {}
            None => text
                .below
                .push_str("\nnothing calls the function around it"),
        }
        if let Some(builtin) = builtin {
            text.section(&about(builtin));
        }
        text
    }

    /// A term with its type; of a builtin first how it is called, and at the end what it is for.
    fn value(&self, term: TermId, builtin: Option<BuiltinId>) -> HoverText {
        let call = builtin.map(BuiltinId::row);
        let call = call.filter(|row| row.category != Category::Operator);
        let call = call.map(Builtin::call);
        let (name, slots) = (self.applet.text(term), self.applet.slots(term));
        let mut text = self.describe(call.as_deref(), &name, None, &slots, "");
        if let Some(builtin) = builtin {
            text.section(&format!("{}{}", self.here(term), about(builtin)));
        }
        text
    }

    /// The type in the first block, in these words if there are any, under how it is called, then what
    /// it is and where it is computed for pixels, then why.
    fn describe(
        &self,
        call: Option<&str>,
        name: &str,
        ty: Option<String>,
        slots: &[SlotId],
        what: &str,
    ) -> HoverText {
        let solution = &*self.applet.solution;
        let mut types: Vec<&Type> = Vec::new();
        let mut shown: Vec<String> = Vec::new();
        for &slot in slots {
            let slot = match solution.slot(slot) {
                data if data.role == Role::Uniform && data.ty.is_unset() && data.link.is_some() => {
                    data.link
                }
                _ => slot,
            };
            let ty = solution.ty(slot);
            if !types.contains(&ty) {
                types.push(ty);
                shown.push(self.applet.shown_type(slot));
            }
        }
        let ty = ty.unwrap_or_else(|| shown.join(" | "));
        let typed = format!("{name}: {ty}");
        let has_value = types.iter().any(|ty| !ty.is_unset());
        let lines: Vec<&str> = match call {
            // What only draws has no value.
            Some(call) if !has_value => vec![call],
            call => call.into_iter().chain([typed.as_str()]).collect(),
        };
        let mut text = HoverText::script(lines.join("\n"));
        // Of several signatures, that with the largest type needs a reason most.
        let weight = |&&slot: &&SlotId| weight(solution.ty(slot));
        let Some(&slot) = slots.iter().rev().max_by_key(weight) else {
            return HoverText::script(call.unwrap_or(name).to_owned());
        };
        let notes = self.notes(slots, &types, what);
        if !notes.is_empty() {
            text = text.line(&notes.join(", "));
        }
        let steps = self.applet.provenance(solution).why(slot);
        for step in steps {
            let _ = write!(text.below, "\n- because {}", self.linked(&step));
        }
        text
    }

    /// Remarks on a value: what it is, where it is computed for pixels, whether it is constant.
    fn notes(&self, slots: &[SlotId], types: &[&Type], what: &str) -> Vec<String> {
        let mut notes = Vec::new();
        if !what.is_empty() {
            notes.push(what.to_owned());
        }
        let mut times: Vec<BindingTime> = Vec::new();
        for &slot in slots {
            let time = self.applet.binding_time(slot);
            if !times.contains(&time) {
                times.push(time);
            }
        }
        if times != [BindingTime::Script] {
            let times: Vec<&str> = times.into_iter().map(BindingTime::words).collect();
            notes.push(format!("computed {}", times.join(" and ")));
        }
        if slots.iter().all(|&slot| self.is_constant(slot)) {
            notes.push("constant".to_owned());
        }
        if types
            .iter()
            .all(|ty| matches!(ty, Type::Scalar(s) if *s != s.unsigned_forgotten()))
        {
            notes.push("not negative".to_owned());
        }
        notes
    }

    /// A step with the way to its place.
    fn linked(&self, step: &Step) -> String {
        let line = self.applet.line(step.range.start());
        step.linked(line, &(self.link)(step.range))
    }

    /// Whether something that is passed to the pixels is the same in all frames.
    fn is_constant(&self, slot: SlotId) -> bool {
        let is_passed = self.applet.binding_time(slot) == BindingTime::Frame;
        match self.applet.solution.slot(slot).subject {
            cindyscript_infer::SlotSubject::Term(term) if is_passed => {
                let first = self.applet.program.term(term).first.0;
                constants(self.applet, first..term.0 + 1).get(term) == Some(&true)
            }
            _ => false,
        }
    }

    fn user_function(&self, callee: CalleeId) -> HoverText {
        let program = &self.applet.program;
        let solution = &*self.applet.solution;
        let row = program.callee(callee);
        let mut lines: Vec<String> = Vec::new();
        let mut sides: Vec<Side> = Vec::new();
        for body in self.applet.bodies(&row.definitions) {
            let BodyKind::Function(function) = body.kind else {
                continue;
            };
            let ty = solution.ty(body.slot(body.root));
            let (name, ty) = signature(program, solution, function, &body.parameters, ty);
            let line = format!("{name}: {ty}");
            if !lines.contains(&line) {
                lines.push(line);
            }
            let side = body.side();
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        let where_it_runs = match sides.as_slice() {
            [] => {
                lines.push(row.name.to_string());
                Some("nothing calls this function")
            }
            [Side::Cpu] => None,
            [Side::Gpu] => Some("runs at every pixel"),
            _ => Some("runs on the CPU and at every pixel"),
        };
        let mut text = HoverText::script(lines.join("\n"));
        if let Some(line) = where_it_runs {
            text = text.line(line);
        }
        let mut definitions = row.definitions.iter().map(|&id| program.function(id));
        let comment = definitions.find_map(|function| {
            let script = self.applet.script_text(function.script);
            comment_above(script, function.name_range.start())
        });
        if let Some(comment) = comment {
            text.section(&comment);
        }
        text
    }
}

/// How a builtin may be called that is called with another number of arguments, and what it is for.
fn calls(rows: &[BuiltinId], arity: u32) -> HoverText {
    let calls: Vec<String> = rows.iter().map(|row| row.row().call()).collect();
    let mut text = HoverText::script(calls.join("\n"));
    let distance = |row: &&BuiltinId| row.row().arity.map(|own| u32::from(own).abs_diff(arity));
    if let Some(&nearest) = rows.iter().min_by_key(distance) {
        text.section(&about(nearest));
    }
    text
}

#[cfg(test)]
mod tests;
