//! What the tests compare.

use cindyscript_diagnostic::Diagnostic;
use std::fmt::Write;

use crate::{
    Applet, ControlAction, ControlState, GeometryEntry, Page, PageControl, Port, TextRange,
};

/// A page as the snapshots of the tests show it.
pub(crate) fn shown(text: &str, page: &Page) -> String {
    let place = |range: TextRange| {
        let start = usize::from(range.start());
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = text[..start].matches('\n').count() + 1;
        format!("{line}:{}", text[line_start..start].chars().count() + 1)
    };
    let mut out = String::new();
    for applet in &page.applets {
        let _ = writeln!(out, "applet {}", place(applet.range));
        for script in &applet.scripts {
            let at = place(script.source.file_range());
            let _ = writeln!(
                out,
                "  {} {} {at} {:?}",
                script.event,
                script.id,
                script.source.text()
            );
        }
        for element in &applet.geometry {
            let GeometryEntry {
                name,
                kind,
                position,
                args,
                color,
                ..
            } = element;
            let position = position.map(|p| p.map(|c| c.to_string()).join(" "));
            let _ = write!(
                out,
                "  {name}: {kind} {args:?} at {position:?}, color {color:?}"
            );
            let others: Vec<_> = element
                .others
                .iter()
                .map(|(name, _)| name.as_str())
                .collect();
            let _ = writeln!(out, ", others {others:?}");
        }
        for port in &applet.ports {
            let Port {
                id,
                width,
                height,
                transforms,
                background,
                ..
            } = port;
            let _ = writeln!(
                out,
                "  port {id:?} {width:?} {height:?} {transforms:?} {background:?}"
            );
        }
        let defaults = Applet::new(applet.range);
        if applet.animation != defaults.animation {
            let _ = writeln!(out, "  {:?}", applet.animation);
        }
        for image in &applet.images {
            let _ = writeln!(out, "  {:?} {} {:?}", image.kind, image.name, image.url);
        }
        for control in &applet.controls {
            let _ = writeln!(out, "  {}", shown_control(control, &place));
        }
        if !applet.at_start.is_empty() {
            let actions = shown_actions(&applet.at_start, &Default::default(), &place);
            let _ = writeln!(out, "  at start:{actions}");
        }
        if !applet.uses.is_empty() {
            let _ = writeln!(out, "  uses {:?}", applet.uses);
        }
    }
    for script in &page.unbound {
        let at = place(script.source.file_range());
        let _ = writeln!(
            out,
            "unbound {:?} {at} {:?}",
            script.id,
            script.source.text()
        );
    }
    for problem in &page.problems {
        let Diagnostic {
            severity,
            code,
            message,
            range,
            help,
            ..
        } = problem;
        let name = code.name();
        let _ = writeln!(out, "{severity:?} {name} {}: {message}", place(*range));
        if let Some(help) = help {
            let _ = writeln!(out, "  = {help}");
        }
    }
    out
}

fn shown_control(control: &PageControl, place: &impl Fn(TextRange) -> String) -> String {
    let PageControl {
        key,
        label,
        kind,
        initial,
        handlers,
        range,
    } = control;
    let mut out = format!("{key:?} {} {label:?} {kind:?}", place(*range));
    let _ = write!(out, " {:?} {}", initial.value, initial.is_checked);
    for handler in handlers {
        let _ = write!(out, "\n    {:?}:", handler.trigger);
        out += &shown_actions(&handler.actions, initial, place);
    }
    out
}

fn shown_actions(
    actions: &[ControlAction],
    own: &ControlState,
    place: &impl Fn(TextRange) -> String,
) -> String {
    let mut out = String::new();
    for action in actions {
        let template = match action {
            ControlAction::Run(template) | ControlAction::Evaluate(template) => template,
            ControlAction::SetValue { id, value } => {
                let _ = write!(out, " {id} =");
                value
            }
            other => {
                let _ = write!(out, " {other:?}");
                continue;
            }
        };
        let text = template.filled(|of| match of {
            None => own.clone(),
            Some(id) => ControlState {
                value: format!("<{id}>"),
                is_checked: false,
            },
        });
        let _ = write!(out, " {} {:?}", place(text.file_range()), text.text());
    }
    out
}
