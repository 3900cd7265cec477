//! Whether a text can be a name, and nothing has it.

use cindyscript_hir::builtins::{self, BuiltinId, Category};
use cindyscript_hir::presets;
use cindyscript_syntax::{SyntaxKind, tokens};
use text_size::{TextLen, TextRange};

use super::{RenameRefusal, Renaming, refuse};
use crate::analysis::AppletAnalysis;
use crate::occurrences::{Entity, EntityId, EntityKind};
use crate::symbol_at::Named;

impl Renaming<'_> {
    /// Whether a text can be the name, and nothing has it.
    pub(super) fn check_new(&self, new: &str) -> Result<(), RenameRefusal> {
        if self.entity.kind == EntityKind::Image {
            if new.is_empty() || new.contains(['"', '\\']) || new.contains(char::is_control) {
                return refuse(format!("`{new}` cannot be the name of an image"));
            }
        } else if !is_name(new) {
            return refuse(format!(
                "`{new}` is no name: names are letters, followed by letters, digits and primes"
            ));
        }
        // It could be told apart by the brackets behind it, but not by people.
        let controls = |id: &BuiltinId| id.row().category == Category::Control;
        if self.entity.kind != EntityKind::Image && builtins::named(new).iter().any(controls) {
            return refuse(format!("`{new}` is a function of the language"));
        }
        for &Named { applet, entity } in &self.named {
            let Some(data) = applet.occurrences().entity(entity) else {
                continue;
            };
            self.check_new_in(applet, data, new)?;
        }
        Ok(())
    }

    fn check_new_in(
        &self,
        applet: &AppletAnalysis,
        entity: &Entity,
        new: &str,
    ) -> Result<(), RenameRefusal> {
        let program = &applet.program;
        let source = applet.source();
        match entity.kind {
            EntityKind::Function(callee) => {
                let (arity, lower) = (program.callee(callee).arity, new.to_lowercase());
                if !builtins::named(&lower).is_empty() {
                    return refuse(format!("`{new}` is a function of the language"));
                }
                if source.host.functions.iter().any(|one| one.name == lower) {
                    return refuse(format!("`{new}` is a function of the page's JavaScript"));
                }
                let all = applet.occurrences().entities();
                let mut others = all.filter(|(_, other)| match other.kind {
                    EntityKind::Function(other) => {
                        let other_row = program.callee(other);
                        other != callee
                            && other_row.arity == arity
                            && other_row.name.to_lowercase() == lower
                    }
                    _ => false,
                });
                if let Some((other, _)) = others.next() {
                    return self.clash(applet, other, new);
                }
            }
            EntityKind::Image => {
                let mut all = applet.occurrences().entities();
                let other =
                    all.find(|(_, other)| other.kind == EntityKind::Image && other.name == new);
                if let Some((other, _)) = other {
                    return self.clash(applet, other, new);
                }
            }
            EntityKind::Local => {}
            EntityKind::Global | EntityKind::Element => {
                if presets::find(new).is_some() {
                    return refuse(format!("`{new}` is a constant of the language"));
                }
                let mut all = applet.occurrences().entities();
                let other = all.find(|(_, other)| {
                    matches!(other.kind, EntityKind::Global | EntityKind::Element)
                        && other.name == new
                });
                if let Some((other, _)) = other {
                    return self.clash(applet, other, new);
                }
                if source.element(new).is_some() {
                    return refuse(format!("`{new}` is an element of the construction"));
                }
            }
        }
        Ok(())
    }

    /// The refusal of a name that something else has.
    pub(super) fn clash(
        &self,
        applet: &AppletAnalysis,
        other: EntityId,
        new: &str,
    ) -> Result<(), RenameRefusal> {
        let mut places = applet.occurrences().of(other).collect::<Vec<_>>();
        places.sort_by_key(|one| !one.access.is_write());
        let line = places.first().map(|one| self.line(one.range));
        let line = line.map_or(String::new(), |line| format!(" (line {line})"));
        refuse(format!(
            "`{}` would be the same as `{new}`, {}{line}",
            self.entity.name,
            applet.what_is(other)
        ))
    }

    /// Whether the new name may mean something else somewhere: where it stands in the applet
    /// already, or where names say what they are by themselves.
    pub(super) fn may_clash(&self, new: &str) -> bool {
        let is_variable = matches!(
            self.entity.kind,
            EntityKind::Local | EntityKind::Global | EntityKind::Element
        );
        let is_known = |named: &Named<'_>| {
            let applet = named.applet;
            let implicit = named.data().is_some_and(|entity| entity.is_implicit);
            implicit
                || applet.program.names.get(new).is_some()
                || applet.source().element(new).is_some()
        };
        is_variable && (new.chars().count() == 1 || self.named.iter().any(is_known))
    }
}

/// Whether a text is a name of CindyScript.
fn is_name(text: &str) -> bool {
    let mut all = tokens(text);
    let is_word = all.next() == Some((SyntaxKind::IDENT, TextRange::up_to(text.text_len())));
    is_word && !text.starts_with('#') && !text.contains([' ', '\t'])
}
