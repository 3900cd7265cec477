//! The forms in which builtins of a name are called, whatever the number of arguments.

use cindyscript_hir::builtins::{self, Control, Form, Intrinsic, UsageHelp};

/// True if a name is that of a control structure.
pub(crate) fn is_control(name: &str, control: Control) -> bool {
    let mut rows = builtins::named(name).iter();
    rows.any(|id| id.row().form == Form::Control(control))
}

/// True if a name is that of a builtin, be it with as many arguments as it will.
pub(crate) fn is(name: &str, intrinsic: Intrinsic) -> bool {
    builtins::named(name).iter().any(|id| id.is(intrinsic))
}

/// The help on how a function is called, if it is often called otherwise.
pub(crate) fn usage(name: &str) -> Option<String> {
    let mut rows = builtins::named(name).iter();
    let usage = rows.find_map(|id| id.row().usage)?;
    Some(match usage {
        UsageHelp::Call(call) => format!("write {call}"),
        UsageHelp::Remark(remark) => remark.to_owned(),
    })
}
