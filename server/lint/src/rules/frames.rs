//! Statements that each frame repeats instead of the init script, and scripts that never run.

use cindyscript_applet::{Event, Settings};
use cindyscript_diagnostic::{Code, Fix};
use cindyscript_hir::builtins::Intrinsic;
use cindyscript_hir::names::NameId;
use cindyscript_hir::program::{PlotForm, ScriptBody, ScriptId, TermId, TermKind};
use text_size::{TextRange, TextSize};

use crate::context::Context;
use crate::sink::Sink;

/// True if an event takes place in each frame.
fn is_of_frames(event: Event) -> bool {
    matches!(
        event,
        Event::Move | Event::Draw | Event::Tick | Event::SimulationStep
    )
}

/// Looks for what is done again in each frame.
pub(crate) fn resets(cx: &Context, sink: &mut Sink) {
    let program = &cx.applet.program;
    let of_frames = |script: &&ScriptBody| script.event.is_some_and(is_of_frames);
    for script in program.scripts.iter().filter(of_frames) {
        let TermKind::Sequence(statements) = program.kind(script.root) else {
            continue;
        };
        let statements = program.children(statements);
        for (place, &statement) in statements.iter().enumerate() {
            if let TermKind::Assign { target, value } = program.kind(statement)
                && let Some(name) = program.name_of(target)
                && let TermKind::Number(0.0) = program.kind(value)
            {
                reset_counter(cx, sink, statement, name, &statements[place + 1..]);
            }
        }
        lost_feedback(cx, sink, script);
    }
}

/// `n = 0; n = n + 1`
fn reset_counter(cx: &Context, sink: &mut Sink, reset: TermId, name: NameId, behind: &[TermId]) {
    let program = &cx.applet.program;
    let assignments = cx.applet.assignments().of(name);
    let &[_, step] = assignments else {
        return;
    };
    let TermKind::Assign { target, value } = program.kind(step) else {
        return;
    };
    if !behind.contains(&step) || program.name_of(target) != Some(name) {
        return;
    }
    let Some((callee, arguments)) = program.call(value) else {
        return;
    };
    let is_step = matches!(
        callee.operator(),
        Some(Intrinsic::Add | Intrinsic::Subtract)
    );
    let &[counter, amount] = arguments else {
        return;
    };
    let is_it = is_step && program.name_of(counter) == Some(name) && cx.is_number(amount);
    // The first value may be used before the step.
    let first = program.term(step).first;
    let variables = cx.applet.variables();
    let is_used = variables.within(name, TermId(reset.0 + 1), first).iter();
    let is_used = is_used.copied().any(|term| term < target);
    if !is_it || is_used || cx.opaque.names.is_some() || cx.is_bound(name) {
        return;
    }
    let text = program.names.text(name);
    let message =
        format!("this sets `{text}` to 0 in every frame, so it never counts further than one step");
    let help = format!("set `{text}` in the init script");
    sink.report(reset, Code::ResetCounter, message).help(help);
}

/// `createimage("a", 9, 9); colorplot("a", imagergb("a", #))`
fn lost_feedback(cx: &Context, sink: &mut Sink, script: &ScriptBody) {
    let program = &cx.applet.program;
    let within = program.term(script.root).first..=script.root;
    for &term in program.actions_within(within.clone()) {
        let Some(image) = created_image(cx, term) else {
            continue;
        };
        let mut plots = program
            .plots
            .iter()
            .filter(|plot| within.contains(&plot.term));
        let fed_back = plots.find(|plot| {
            let target = match plot.form {
                PlotForm::Image { image } | PlotForm::PlacedImage { image, .. } => image,
                PlotForm::View | PlotForm::Rectangle { .. } => return false,
            };
            is_image(cx, target, image)
                && reads_image(cx, plot.body, image)
                && cx.is_unconditional(plot.term)
        });
        if fed_back.is_none() || !cx.is_unconditional(term) || is_painted_else(cx, image) {
            continue;
        }
        let message =
            format!("this clears \"{image}\" in every frame: the colorplot reads an empty picture");
        let severity = Code::LostFeedback.severity();
        sink.report_as(term, Code::LostFeedback, severity, message)
            .help("create the image in the init script");
    }
}

/// The name of the image that a call creates.
fn created_image<'a>(cx: &Context<'a>, term: TermId) -> Option<&'a str> {
    let program = &cx.applet.program;
    let (builtin, _) = program.builtin_call(term)?;
    let image = builtin.row().image.filter(|image| image.is_created)?;
    let TermKind::Call { arguments, .. } = program.kind(term) else {
        return None;
    };
    let name = program.children(arguments).get(usize::from(image.place))?;
    match program.kind(*name) {
        TermKind::Text(text) => Some(program.text(text)),
        _ => None,
    }
}

fn is_image(cx: &Context, term: TermId, name: &str) -> bool {
    let program = &cx.applet.program;
    matches!(program.kind(term), TermKind::Text(text) if program.text(text) == name)
}

/// True if an expression looks up colours of an image.
fn reads_image(cx: &Context, body: TermId, name: &str) -> bool {
    let program = &cx.applet.program;
    let mut calls = program
        .actions_within(program.term(body).first..=body)
        .iter();
    calls.any(|&call| {
        let (TermKind::Call { arguments, .. }, Some((builtin, _))) =
            (program.kind(call), program.builtin_call(call))
        else {
            return false;
        };
        let row = builtin.row();
        let image = row.image.filter(|_| row.samples.is_some());
        let given = program.children(arguments);
        let image = image.and_then(|image| given.get(usize::from(image.place)));
        image.is_some_and(|&image| is_image(cx, image, name))
    })
}

/// True if more than one command paints into an image.
fn is_painted_else(cx: &Context, name: &str) -> bool {
    let program = &cx.applet.program;
    let numbered = program.terms.iter().zip((0..).map(TermId));
    let named = numbered
        .filter(|(row, _)| matches!(row.kind, TermKind::Text(text) if program.text(text) == name));
    let paints = named.filter(|&(_, text)| {
        let parent = cx.applet.parent(text);
        match parent.map(|parent| (parent, program.kind(parent))) {
            Some((call, TermKind::Call { .. })) => {
                let builtin = program.builtin_call(call).map(|(builtin, _)| builtin);
                builtin.is_none_or(|builtin| {
                    let row = builtin.row();
                    let is_harmless = row.samples.is_some()
                        || row.image.is_some_and(|image| image.is_created)
                        || matches!(row.name, "drawimage" | "imagesize" | "imageready");
                    !is_harmless
                })
            }
            _ => true,
        }
    });
    // The colorplot itself is one.
    paints.count() > 1
}

/// A tick script in a page whose animation nothing starts.
pub(crate) fn never_ticks(cx: &Context, sink: &mut Sink) {
    let analysis = cx.applet;
    let (program, source) = (&analysis.program, analysis.source());
    let page = analysis.document.page();
    // An author who writes `autoplay: false` means it.
    let has_autoplay = source.keys.iter().any(|key| key.name == "autoplay");
    let starts = |name: &str| matches!(name, "playanimation" | "startanimation");
    let is_open = has_autoplay
        || source.animation.autoplay
        || source.animation.controls
        || source.host.runs_code
        || !source.host.functions.is_empty()
        || cx.opaque.functions.is_some()
        || page.problems.iter().any(|one| one.code.hides_settings())
        || program
            .callees
            .iter()
            .any(|callee| starts(&callee.name.to_lowercase()));
    if is_open {
        return;
    }
    let scripts = source.scripts.iter().zip((0..).map(ScriptId));
    let mut ticks = scripts.filter(|(script, _)| script.event == Event::Tick && !script.is_library);
    let Some(script) = ticks.find_map(|(_, id)| program.scripts.get(id.index())) else {
        return;
    };
    // The whole text of a page may be long, and the page may have many applets without such a script.
    let text = analysis.document.text();
    if !text.trim_start().starts_with('<') || text.contains(".play(") {
        return;
    }
    let TermKind::Sequence(statements) = program.kind(script.root) else {
        return;
    };
    let Some(&first) = program.children(statements).first() else {
        return;
    };
    let fix = autoplay(cx);
    let message = "the animation is never started, so this tick script never runs";
    sink.report(first, Code::NeverTicks, message)
        .help("write `autoplay: true` into the settings, or call playanimation()")
        .with_fix(fix);
}

/// Sets `autoplay` in the settings of the page.
fn autoplay(cx: &Context) -> Option<Fix> {
    let source = cx.applet.source();
    let mut keys = source.keys.iter();
    let is_set = keys.any(|key| key.of == Settings::Applet && key.name == "animation");
    let text = cx.applet.document.text();
    let call = text.get(std::ops::Range::<usize>::from(source.range))?;
    let inner = call.strip_prefix("CindyJS")?.trim_start();
    let inner = inner.strip_prefix('(')?.trim_start().strip_prefix('{')?;
    let at = source.range.end() - TextSize::of(inner);
    (!is_set).then(|| {
        Fix::new(
            TextRange::empty(at),
            "autoplay: true, ",
            "add `autoplay: true`",
        )
    })
}
