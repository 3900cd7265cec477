//! Mouse and keys, time, animation.

use crate::builtins::modifiers::TOUCH;
use crate::builtins::writing::row;
use crate::builtins::{Builtin, Category, Finds, Intrinsic, form};

const fn input(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Input, name, arity, doc).total()
}

const fn animation(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Animation, name, arity, doc).changes_state()
}

const fn time(name: &'static str, arity: u8, doc: &'static str) -> Builtin {
    row(Category::Time, name, arity, doc).total()
}

#[rustfmt::skip]
pub(super) const ROWS: &[Builtin] = &[
    input("key", 0, "the last pressed key, as a string")
        .example(r#"if(key() == "r", resetclock())"#).used(7).cpu("-> string"),
    input("keycode", 0, "the number of the last pressed key")
        .example("if(keycode() == 32, playanimation())").used(7).cpu("-> nat"),
    input("mouse", 0, "position of the mouse, two numbers")
        .example("draw(mouse(), size -> 10)").used(10).cpu("-> list(2, real)").is(Intrinsic::Mouse).modifiers(&[TOUCH]),
    input("mover", 0, "the element that the user drags")
        .example(r#"if(mover() == A, drawtext(A, "moving"))"#).used(7)
        .cpu("-> any").finds(Finds::Element).makes("the element that is being moved"),
    input("multiid", 0, "number of the touch that caused the current event")
        .example("println(multiid())").used(4).cpu("-> nat"),
    input("multiidlist", 0, "numbers of all current touches")
        .example("println(length(multiidlist()))").used(2).cpu("-> list(nat)"),
    input("dropped", 0, "the files that the user has dropped on the canvas, in the script `ondrop`: of each a list of its content, the type of that, its MIME type and its name")
        .example(r#"forall(dropped(), if(#_2 == "image", picture = #_1))"#).used(4).cpu("-> any")
        .makes("a list of lists in the script `ondrop`, undefined elsewhere"),
    input("droppoint", 0, "the position at which the user has dropped something, in the script `ondrop`: three homogeneous coordinates")
        .example("at = droppoint()").cpu("-> any").makes("three numbers in the script `ondrop`, undefined elsewhere"),

    animation("playanimation", 0, "starts or resumes the animation")
        .example("playanimation()").used(6).form(form::SCRIPTS).cpu("-> undefined"),
    animation("pauseanimation", 0, "pauses the animation")
        .example("pauseanimation()").used(5).cpu("-> undefined"),
    animation("stopanimation", 0, "stops the animation and resets the construction")
        .example("stopanimation()").used(5).form(form::SCRIPTS).cpu("-> undefined"),
    animation("setsimulationspeed", 1, "sets the speed factor of the animation").args("factor")
        .example("setsimulationspeed(0.5)").cpu("any -> undefined"),
    animation("setsimulationquality", 1, "sets how exact the steps of the physics are, from 0 to 3; 1 at the start").args("level")
        .example("setsimulationquality(2)").cpu("any -> undefined"),
    animation("setsimulationaccuracy", 1, "has no effect, as in CindyJS; the setting `accuracy` sets the number of steps per frame").args("count")
        .example("setsimulationaccuracy(20)").cpu("any -> undefined"),

    time("timestamp", 0, "milliseconds since the beginning of 1970")
        .example("println(timestamp())").used(1).cpu("-> nonneg").is(Intrinsic::Timestamp),
    time("seconds", 0, "seconds since the last `resetclock()`; without one, since 1970")
        .example("t = seconds(); drawcircle([0, 0], 1 + sin(t))").used(9).cpu("-> nonneg").is(Intrinsic::Seconds),
    time("resetclock", 0, "sets the clock of `seconds()` to zero")
        .example("resetclock(); t = seconds()").used(5).changes_state().cpu("-> undefined").is(Intrinsic::ResetClock),
    time("time", 0, "time of day: the list [hour, minute, second, millisecond]")
        .example(r#"t = time(); drawtext([0, 0], t_1 + ":" + t_2)"#).used(2).cpu("-> list(4, nat)"),
    time("date", 0, "today: the list [year, month, day]")
        .example("d = date(); drawtext([0, 0], d_1)").used(2).cpu("-> list(3, nat)"),
    time("simulationtime", 0, "the milliseconds since 1970 plus the time of the frame, times 5/360; because of a bug in CindyJS, not the time of the animation")
        .example("draw([sin(simulationtime()), 0])").used(3).cpu("-> nonneg").is(Intrinsic::SimulationTime),
    time("settimeout", 2, "evaluates code after a delay in seconds, then repaints").args("seconds, body")
        .example(r#"settimeout(1, println("a second later"))"#).used(1)
        .form(form::LATER).changes_state().cpu("any, any -> undefined"),
];
