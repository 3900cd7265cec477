//! Stack frames, and the scopes of each.

use cindyscript_player::session::CallFrame;
use serde_json::{Value as Json, json};

use super::variables::Container;
use super::{Adapter, Debuggee, Handled, read};
use crate::protocol::{
    FrameArguments, Scope, Source, StackFrame, StackTraceArguments, frame_index,
};
use crate::shown::line;

/// The most frames in one response.
const MOST_FRAMES: usize = 1000;

impl Adapter {
    pub(super) fn stack_trace(&mut self, arguments: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        let arguments: StackTraceArguments = read(arguments)?;
        let session = self.stopped(debuggee)?;
        let start = arguments.start_frame.unwrap_or(0);
        let count = arguments.levels.filter(|levels| *levels > 0);
        let count = count.unwrap_or(MOST_FRAMES).min(MOST_FRAMES);
        let depth = session.depth();
        let frames = session.call_frames(start..start.saturating_add(count));
        let shown = (start..).zip(&frames);
        let shown = shown.map(|(index, frame)| self.stack_frame(index, frame, debuggee));
        let shown: Vec<StackFrame> = shown.collect();
        Ok(json!({"stackFrames": shown, "totalFrames": depth}))
    }

    fn stack_frame(
        &self,
        index: usize,
        frame: &CallFrame,
        debuggee: &mut dyn Debuggee,
    ) -> StackFrame {
        let path = match &frame.place.library {
            Some(library) => Some(debuggee.library_path(library)),
            None => {
                let source = debuggee.source();
                source.map(|source| source.document.name().to_owned())
            }
        };
        let path = path.filter(|_| frame.place.line > 0);
        let source = path.map(Source::of);
        let place = &frame.place;
        StackFrame {
            id: index as i64 + 1,
            name: name(frame, debuggee),
            source,
            line: self.line_to_client(place.line),
            column: self.column_to_client(place.column),
            end_line: self.line_to_client(place.end_line),
            end_column: self.column_to_client(place.end_column),
        }
    }

    pub(super) fn scopes(&mut self, arguments: &Json, debuggee: &mut dyn Debuggee) -> Handled {
        let arguments: FrameArguments = read(arguments)?;
        let frame = frame_index(arguments.frame_id);
        let session = self.stopped(debuggee)?;
        let here = session.stack_frame(frame).ok_or("there is no such frame")?;
        let variables = match session.recording() {
            Some(recording) => recording.variables(&here),
            None => Vec::new(),
        };
        let mut owners: Vec<usize> = variables.iter().filter_map(|it| it.owner).collect();
        owners.sort_unstable();
        owners.dedup();
        owners.retain(|owner| *owner != frame);
        let mut scopes = vec![(
            "Locals".to_owned(),
            Some("locals"),
            Container::Locals {
                frame,
                owner: frame,
            },
        )];
        if !self.stopped(debuggee)?.loops(frame).is_empty() {
            let container = Container::Rounds { frame };
            scopes.push(("Rounds".to_owned(), None, container));
        }
        for owner in owners {
            let session = self.stopped(debuggee)?;
            let caller = session.call_frames(owner..owner + 1);
            let caller = caller.first().map(|frame| name(frame, debuggee));
            scopes.push((
                format!("Locals of {}", caller.unwrap_or_default()),
                None,
                Container::Locals { frame, owner },
            ));
        }
        scopes.push(("Globals".to_owned(), None, Container::Globals { frame }));
        scopes.push(("Elements".to_owned(), None, Container::Elements));
        let scopes = scopes
            .into_iter()
            .map(|(name, presentation_hint, container)| {
                let expensive = matches!(container, Container::Elements);
                Scope {
                    name,
                    presentation_hint,
                    variables_reference: self.reference(container),
                    expensive,
                }
            });
        let scopes: Vec<Scope> = scopes.collect();
        Ok(json!({"scopes": scopes}))
    }
}

/// The name of a frame, with the arguments of a function.
fn name(frame: &CallFrame, debuggee: &mut dyn Debuggee) -> String {
    let Some(session) = debuggee.session().filter(|_| !frame.arguments.is_empty()) else {
        return frame.name.clone();
    };
    let arguments = frame.arguments.iter();
    let arguments = arguments.map(|(name, value)| {
        let value = line(session, value);
        let short: String = value.chars().take(40).collect();
        let end = if short.len() < value.len() { "…" } else { "" };
        format!("{name} = {short}{end}")
    });
    let arguments: Vec<String> = arguments.collect();
    format!("{}({})", frame.name, arguments.join(", "))
}
