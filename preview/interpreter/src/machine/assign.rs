//! Writing: variables, elements of lists, fields, user data, and lists of these.

use cindyscript_hir::names::NameId;
use cindyscript_hir::program::TermId;

use crate::code::Node;
use crate::context::geometry::Written;
use crate::error::Halt;
use crate::machine::access::{beyond_the_end, position};
use crate::machine::variables::Binding;
use crate::machine::{Evaluated, Machine, kind};
use crate::value::dictionary::{Dictionary, EntryContent};
use crate::value::{Usage, Value, checked_text};
use crate::work;

impl Machine<'_> {
    /// `target = value`.
    pub(crate) fn assign(&mut self, target: TermId, value: Value) -> Result<(), Halt> {
        match self.code.node(target) {
            Node::Variable(name) => {
                self.state.variables.set(*name, Binding::Value(value));
                return Ok(());
            }
            Node::Index { .. } => self.assign_element(target, value)?,
            Node::Field { base, name } => {
                let base = self.eval(*base)?;
                if matches!(base, Value::List(_)) && self.axis(*name).is_some() {
                    // Only the variable holds it, so that no copy is made.
                    drop(base);
                    return self.assign_element(target, value);
                }
                let program = self.program;
                self.assign_field(target, &base, program.names.text(*name), value);
            }
            Node::UserData { base, key } => {
                let value = self.state.context.plain(value);
                self.attach(target, *base, *key, EntryContent::Value(value))?;
            }
            Node::List(targets) => {
                let program = self.program;
                let Value::List(values) = value else {
                    self.warn(target, || {
                        format!(
                            "a list of targets needs a list of values, not {}",
                            kind(&value)
                        )
                    });
                    return Ok(());
                };
                for (&target, value) in program.children(*targets).iter().zip(values.iter()) {
                    self.assign(target, value)?;
                }
            }
            Node::Constant(Value::Undefined) => {}
            _ => {
                self.warn(target, || "this cannot be assigned to".to_owned());
            }
        }
        // An entry of a dictionary may take too much memory.
        self.checked(target, Value::Undefined).map(drop)
    }

    /// `target := body` for variables and entries of dictionaries.
    #[inline(never)]
    pub(crate) fn define(&mut self, target: TermId, body: TermId) -> Result<(), Halt> {
        match self.code.node(target) {
            Node::Variable(name) => self
                .state
                .variables
                .set(*name, Binding::Code(self.lazy(body))),
            Node::Field { base, name } => {
                let base = self.eval(*base)?;
                let program = self.program;
                self.set_entry(
                    target,
                    &base,
                    program.names.text(*name),
                    EntryContent::Code(self.lazy(body)),
                );
            }
            Node::UserData { base, key } => {
                // User data of an element gets its value at once, as in CindyJS.
                let content = match self.eval(*base)? {
                    Value::Element(_) => EntryContent::Value(self.eval_plain(body)?),
                    _ => EntryContent::Code(self.lazy(body)),
                };
                self.attach(target, *base, *key, content)?;
            }
            _ => {
                self.warn(target, || "this cannot be defined".to_owned());
            }
        }
        self.checked(target, Value::Undefined).map(drop)
    }

    /// `base:key = content`: lists and strings with something attached are new ones, assigned to
    /// the base.
    fn attach(
        &mut self,
        target: TermId,
        base: TermId,
        key: TermId,
        content: EntryContent,
    ) -> Result<(), Halt> {
        let holder = self.eval(base)?;
        let key = self.eval(key)?;
        let key = self.state.context.print(&key);
        let with = |data: Option<&Dictionary>| {
            let data = data.map_or_else(Dictionary::default, Dictionary::copy);
            data.set(&key, content.clone());
            data
        };
        match holder {
            Value::List(list) => {
                let data = with(list.data());
                self.assign(base, Value::List(list.with_data(data)))
            }
            Value::String(text) => {
                let data = with(text.data());
                self.assign(base, Value::String(text.with_data(data)))
            }
            holder => {
                self.set_entry(target, &holder, &key, content);
                Ok(())
            }
        }
    }

    /// The index of the element that is assigned to by this name of a coordinate: at pixels, as in
    /// CindyGL; CindyJS leaves the list as it is.
    fn axis(&self, name: NameId) -> Option<Value> {
        let names = ["x", "y", "z"];
        let name = self.program.names.text(name);
        let axis = names.iter().position(|axis| *axis == name);
        let is_pixel = self.revisions.is_none();
        axis.filter(|_| is_pixel)
            .map(|axis| Value::from(axis as f64 + 1.0))
    }

    /// `list_index = value`: the list is a new one with one element replaced, assigned to the
    /// base. It is taken out of its place meanwhile, so that no copy is made if nobody else holds
    /// it.
    #[inline(never)]
    fn assign_element(&mut self, target: TermId, value: Value) -> Result<(), Halt> {
        let mut places = Vec::new();
        let mut root = target;
        // `m_1_2 = v` replaces an element of an element of the variable.
        loop {
            root = match self.code.node(root) {
                Node::Index { base, index } => {
                    places.push(self.eval_plain(*index)?);
                    *base
                }
                Node::Field { base, name } => match self.axis(*name) {
                    Some(place) => {
                        places.push(place);
                        *base
                    }
                    None => break,
                },
                _ => break,
            };
        }
        let old = match self.code.node(root) {
            Node::Variable(name) => match self.state.variables.get(*name) {
                Binding::Value(_) => {
                    match self
                        .state
                        .variables
                        .replace(*name, Binding::Value(Value::Undefined))
                    {
                        Binding::Value(value) => value,
                        Binding::Unset | Binding::Code(_) => Value::Undefined,
                    }
                }
                Binding::Unset | Binding::Code(_) => self.eval(root)?,
            },
            _ => self.eval(root)?,
        };
        let new = self.replaced(root, old, &places, value)?;
        self.assign(root, new)
    }

    /// `old` with the value at the end of the path of indices (outermost last) replaced.
    fn replaced(&mut self, at: TermId, old: Value, path: &[Value], value: Value) -> Evaluated {
        let Some((index, inner)) = path.split_last() else {
            return Ok(value);
        };
        match old {
            Value::List(mut list) => {
                let place = index.real().and_then(|index| position(index, list.len()));
                let Some(place) = place else {
                    self.warn(at, || beyond_the_end(index, list.len()));
                    return Ok(Value::List(list));
                };
                if list.is_shared() {
                    // It is copied.
                    work::spend(list.len());
                }
                let value = if inner.is_empty() {
                    value
                } else {
                    let old = list.take(place);
                    self.replaced(at, old, inner, value)?
                };
                let list = list.with(place, value);
                self.checked(at, list.map(|list| list.with_usage(Usage::Plain)).into())
            }
            Value::String(text) if inner.is_empty() => {
                work::spend(text.len());
                let mut units: Vec<u16> = text.encode_utf16().collect();
                match index.real().and_then(|index| position(index, units.len())) {
                    Some(place) => {
                        let text = self.state.context.print(&value);
                        units.splice(place..=place, text.encode_utf16());
                        Ok(checked_text(String::from_utf16_lossy(&units)))
                    }
                    None => Ok(Value::String(text)),
                }
            }
            Value::Dictionary(dictionary) => {
                let key = self.state.context.print(index);
                let value = if inner.is_empty() {
                    value
                } else {
                    let old = match dictionary.get(&key) {
                        Some(EntryContent::Value(old)) => old,
                        _ => Value::Undefined,
                    };
                    self.replaced(at, old, inner, value)?
                };
                dictionary.set(&key, EntryContent::Value(value));
                Ok(Value::Dictionary(dictionary))
            }
            other => {
                self.warn(at, || {
                    format!("{} has no elements to assign to", kind(&other))
                });
                Ok(other)
            }
        }
    }

    fn assign_field(&mut self, at: TermId, base: &Value, name: &str, value: Value) {
        let value = self.state.context.plain(value);
        match base {
            Value::Element(id) => {
                let written = self.state.context.geometry.set_field(*id, name, &value);
                match written {
                    Written::Done => {}
                    Written::Unfit => {
                        self.warn(at, || {
                            format!("`.{name}` of this element cannot become {}", kind(&value))
                        });
                    }
                    Written::Unknown => {
                        self.warn(at, || {
                            format!("`.{name}` of this element cannot be changed")
                        });
                    }
                }
            }
            Value::Dictionary(dictionary) => dictionary.set(name, EntryContent::Value(value)),
            other => {
                self.warn(at, || format!("{} has no fields to assign to", kind(other)));
            }
        }
    }

    fn set_entry(&mut self, at: TermId, base: &Value, key: &str, content: EntryContent) {
        match base {
            Value::Dictionary(dictionary) => dictionary.set(key, content),
            Value::Element(id) => self
                .state
                .context
                .geometry
                .user_data_mut(*id)
                .set(key, content),
            other => {
                self.warn(at, || format!("nothing can be attached to {}", kind(other)));
            }
        }
    }
}
