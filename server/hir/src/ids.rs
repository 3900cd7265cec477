//! Indices into tables, one type for each table of a program.

/// Makes a type of indices into a table.
#[macro_export]
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The index into the table.
            #[must_use]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id! {
    /// A variable's name: CindyScript distinguishes case in variables, not in functions.
    NameId
}
id! {
    /// A term: [`Program::terms`](crate::program::Program::terms).
    TermId
}
id! {
    /// A script of the applet, by its place in `Applet::scripts`.
    ScriptId
}
impl ScriptId {
    /// No script of the applet: a text that was evaluated while it ran. It has no place in the
    /// file.
    pub const RUN_TIME: Self = Self(u32::MAX);
}
id! {
    /// One definition `f(x) := body`: [`Program::functions`](crate::program::Program::functions).
    FunctionId
}
id! {
    /// What a call names, a word and an arity: [`Program::callees`](crate::program::Program::callees).
    CalleeId
}
id! {
    /// A colorplot in the text: [`Program::plots`](crate::program::Program::plots).
    PlotId
}
id! {
    /// A loop over a list or a range: [`Program::iterations`](crate::program::Program::iterations).
    IterationId
}
id! {
    /// A call of a builtin with code or names among its arguments: [`Program::specials`](crate::program::Program::specials).
    SpecialId
}
id! {
    /// A string literal: [`Program::texts`](crate::program::Program::texts).
    TextId
}
