//! Variables of a scope, elements of lists, entries of dictionaries, fields of elements.

use cindyscript_interpreter::Value;
use cindyscript_player::Session;
use serde_json::{Value as Json, json};

use super::rounds::rounds;
use super::{Adapter, Debuggee, Handled, read};
use crate::protocol::{Variable, VariablesArguments, VariablesFilter};
use crate::shown::{element_path, entry_path, line, line_with_single, type_name};

/// The most variables in one response.
const MOST_VARIABLES: usize = 1000;
/// The most things that can be unfolded at one stop.
const MOST_CONTAINERS: usize = 1 << 20;

/// Something that can be unfolded.
#[derive(Clone, Debug)]
pub(super) enum Container {
    /// The variables of a stack frame, as another one sees them.
    Locals { frame: usize, owner: usize },
    /// The global variables that scripts assign to, as a stack frame sees them.
    Globals { frame: usize },
    /// The loops around the statement of a stack frame.
    Rounds { frame: usize },
    /// The elements of the construction.
    Elements,
    /// A value, and the expression that it is the value of.
    Value {
        value: Value,
        path: Option<String>,
        /// The number of changes of variables before it was read.
        changes: u64,
    },
}

/// A part of a container.
struct Part {
    name: String,
    /// The value; none for code.
    value: Option<Value>,
    path: Option<String>,
    /// At a pixel, the value in single precision.
    single: Option<Value>,
}

impl Adapter {
    /// A number for something that can be unfolded; 0 if there are too many.
    pub(super) fn reference(&mut self, container: Container) -> i64 {
        if self.containers.len() >= MOST_CONTAINERS {
            return 0;
        }
        self.containers.push(container);
        self.containers.len() as i64
    }

    pub(super) fn variables(&mut self, arguments: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        let arguments: VariablesArguments = read(arguments)?;
        let container = self.container(arguments.variables_reference)?;
        let session = self.stopped(debuggee)?;
        if let Container::Rounds { frame } = container {
            return Ok(json!({"variables": rounds(session, frame)}));
        }
        let kind = match &container {
            Container::Value {
                value: Value::List(_),
                ..
            } => VariablesFilter::Indexed,
            _ => VariablesFilter::Named,
        };
        if arguments.filter.is_some_and(|filter| filter != kind) {
            return Ok(json!({"variables": []}));
        }
        let start = arguments.start.unwrap_or(0);
        let wanted = arguments.count.filter(|count| *count > 0);
        let count = wanted.unwrap_or(MOST_VARIABLES).min(MOST_VARIABLES);
        let (parts, total) = parts(session, &container, self.changes, start, count)?;
        let left = total.saturating_sub(start + parts.len());
        let shown = parts.into_iter().map(|part| self.variable(part, session));
        let mut shown: Vec<Variable> = shown.collect();
        if left > 0 && wanted.is_none_or(|wanted| wanted > count) {
            shown.push(Variable {
                name: "…".to_owned(),
                value: format!("{left} more: ask for them with `start` and `count`"),
                ..Variable::default()
            });
        }
        Ok(json!({"variables": shown}))
    }

    pub(super) fn container(&self, reference: i64) -> Result<Container, String> {
        let place = usize::try_from(reference.saturating_sub(1)).ok();
        let container = place.and_then(|place| self.containers.get(place));
        container
            .cloned()
            .ok_or_else(|| "this is not of the current stop".to_owned())
    }

    fn variable(&mut self, part: Part, session: &Session) -> Variable {
        let Some(value) = part.value else {
            return Variable {
                name: part.name,
                value: "code".to_owned(),
                ty: "code".to_owned(),
                evaluate_name: part.path,
                ..Variable::default()
            };
        };
        let (variables_reference, indexed, named) =
            self.unfold(&value, part.path.as_deref(), session);
        Variable {
            name: part.name,
            value: match part.single {
                Some(single) => line_with_single(session, &value, &single),
                None => line(session, &value),
            },
            ty: type_name(&value),
            evaluate_name: part.path,
            variables_reference,
            indexed_variables: indexed,
            named_variables: named,
        }
    }

    /// A number for a value that has parts, and how many of them have numbers and names.
    pub(super) fn unfold(
        &mut self,
        value: &Value,
        path: Option<&str>,
        session: &Session,
    ) -> (i64, Option<usize>, Option<usize>) {
        let (indexed, named) = match value {
            Value::List(list) if !list.is_empty() => (Some(list.len()), None),
            Value::Dictionary(dictionary) => (None, Some(session.entries(dictionary).len())),
            Value::Element(_) => (None, None),
            _ => return (0, None, None),
        };
        let path = match value {
            Value::Element(_) => Some(session.print(value)),
            _ => path.map(str::to_owned),
        };
        let reference = self.reference(Container::Value {
            value: value.clone(),
            path,
            changes: self.changes,
        });
        (reference, indexed, named)
    }
}

/// Some parts of a container, and how many there are.
fn parts(
    session: &mut Session,
    container: &Container,
    now: u64,
    start: usize,
    count: usize,
) -> Result<(Vec<Part>, usize), String> {
    let all: Vec<Part> = match container {
        Container::Locals { frame, owner } => names(session, *frame, Some(*owner))?,
        Container::Globals { frame } => names(session, *frame, None)?,
        Container::Rounds { .. } => Vec::new(),
        Container::Elements => elements(session),
        Container::Value {
            value,
            path,
            changes,
        } => {
            let value = match path {
                // A variable has changed meanwhile.
                Some(path) if *changes != now => session.evaluate_in_frame(0, path)?.value,
                _ => value.clone(),
            };
            if let Value::List(list) = &value {
                let items = (start..list.len()).take(count).filter_map(|index| {
                    Some(Part {
                        name: (index + 1).to_string(),
                        value: Some(list.get(index)?),
                        path: path.as_deref().map(|path| element_path(path, index + 1)),
                        single: None,
                    })
                });
                return Ok((items.collect(), list.len()));
            }
            named_parts(session, &value, path.as_deref())
        }
    };
    let total = all.len();
    Ok((all.into_iter().skip(start).take(count).collect(), total))
}

/// The variables that a frame sees: those of another one, or global ones that scripts assign to.
fn names(session: &mut Session, frame: usize, owner: Option<usize>) -> Result<Vec<Part>, String> {
    let index = frame;
    let frame = session.stack_frame(index).ok_or("there is no such frame")?;
    let Some(recording) = session.recording() else {
        return Ok(Vec::new());
    };
    let names = recording.program().names.clone();
    let mut variables = recording.variables(&frame);
    variables.retain(|it| it.owner == owner);
    if owner.is_none() {
        variables.retain(|it| session.is_assigned(it.name) || session.is_coordinate(it.name));
    }
    let parts = variables.into_iter().map(|variable| {
        let name = names.text(variable.name).to_owned();
        Part {
            path: Some(name.clone()),
            name,
            single: session.single_value(index, variable.name),
            value: variable.value,
        }
    });
    let mut parts: Vec<Part> = parts.collect();
    if owner.is_none() {
        parts.sort_by(|a, b| a.name.cmp(&b.name));
    }
    Ok(parts)
}

/// The elements of the construction, where they are at this step.
fn elements(session: &mut Session) -> Vec<Part> {
    let names: Vec<String> = session.elements().map(str::to_owned).collect();
    let all = session.evaluate_in_frame(0, &format!("[{}]", names.join(", ")));
    let values = all.ok().and_then(|all| all.value.list().cloned());
    let parts = names.into_iter().enumerate().filter_map(|(index, name)| {
        let value = values.as_ref()?.get(index)?;
        Some(Part {
            path: Some(name.clone()),
            name,
            value: Some(value),
            single: None,
        })
    });
    parts.collect()
}

fn named_parts(session: &mut Session, value: &Value, path: Option<&str>) -> Vec<Part> {
    match value {
        Value::Dictionary(dictionary) => {
            let entries = session.entries(dictionary).into_iter();
            let parts = entries.map(|(key, value)| {
                let name = session.print(&key);
                Part {
                    path: path.map(|path| entry_path(path, &name)),
                    name,
                    value,
                    single: None,
                }
            });
            parts.collect()
        }
        Value::Element(_) => {
            let name = session.print(value);
            let fields = session.element(&name).map_or(&[][..], |(_, fields)| fields);
            let parts = fields.iter().filter_map(|field| {
                let path = format!("{name}.{field}");
                let value = session.evaluate_in_frame(0, &path).ok()?.value;
                Some(Part {
                    name: (*field).to_owned(),
                    value: Some(value),
                    path: Some(path),
                    single: None,
                })
            });
            parts.collect()
        }
        _ => Vec::new(),
    }
}

/// The expression of a part of a container, which can be assigned to.
pub(super) fn path_of_part(
    container: Container,
    name: &str,
    session: &mut Session,
) -> Result<String, String> {
    match container {
        Container::Locals { frame, .. } | Container::Globals { frame } => {
            let frame = session.stack_frame(frame).ok_or("there is no such frame")?;
            let recording = session.recording().ok_or("no script is stopped")?;
            let id = recording.program().names.get(name);
            let id = id.ok_or_else(|| format!("there is no variable `{name}`"))?;
            match recording.is_hidden(&frame, id) {
                true => Err(format!(
                    "a variable `{name}` of a function that was called hides this one"
                )),
                false => Ok(name.to_owned()),
            }
        }
        Container::Rounds { .. } => Err("a round is no variable".to_owned()),
        Container::Elements => Err("an element cannot be replaced".to_owned()),
        Container::Value { value, path, .. } => {
            let path = path.ok_or("this value belongs to no variable")?;
            match (value, name.parse::<usize>()) {
                (Value::List(_), Ok(index)) => Ok(element_path(&path, index)),
                (Value::Dictionary(_), _) => Ok(entry_path(&path, name)),
                (Value::Element(_), _) => Ok(format!("{path}.{name}")),
                _ => Err("this cannot be changed".to_owned()),
            }
        }
    }
}
