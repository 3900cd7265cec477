//! The registry of codes: what each means, its name, how bad it is, an example, why it is said, and
//! what to do.

use crate::Severity;

/// Makes [`Code`] of a table with a row for each code. A row begins with the meaning, as documentation,
/// and the variant. The name and the severities follow, the usual one first. Then come an example or
/// the case in words, the reason, the fix, and the codes that replace it.
macro_rules! codes {
    ($(
        #[doc = $meaning:literal]
        $code:ident $name:literal $usual:ident $(| $other:ident)* $(=> $example:literal)? $(case $case:literal)?
        why $why:literal
        fix $fix:literal
        $(replaced $place:ident [$($by:ident),*])?;
    )*) => {
        /// The kind of a diagnostic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(
                #[doc = $meaning]
                $code,
            )*
        }

        impl Code {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$code),*];

            pub(crate) fn row(self) -> &'static Row {
                match self {
                    $(Self::$code => &Row {
                        name: $name,
                        severities: &[
                            Severity::$usual $(, Severity::$other)*
                        ],
                        meaning: $meaning,
                        example: optional!($($example)?),
                        case: optional!($($case)?),
                        why: $why,
                        fix: $fix,
                        replaced: optional!(
                            $(Replaced::$place(&[$(Self::$by),*]))?
                        ),
                    },)*
                }
            }
        }
    };
}

macro_rules! optional {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}
/// A row of the registry.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) severities: &'static [Severity],
    pub(crate) meaning: &'static str,
    pub(crate) example: Option<&'static str>,
    pub(crate) case: Option<&'static str>,
    pub(crate) why: &'static str,
    pub(crate) fix: &'static str,
    pub(crate) replaced: Option<Replaced>,
}

/// The diagnostics that replace one of a code: those are the cause, and this is a consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// Diagnostics of these codes about the same term.
    AtTheSame(&'static [Code]),
    /// Errors and warnings of these codes inside of the whole range that the diagnostic is about. An
    /// empty list stands for every other code.
    Inside(&'static [Code]),
}

codes! {
    // Syntax: a script that has one does not run, unless it is a warning.

    /// Something follows `:= _`.
    AfterUndefine "after-undefine" Error => "x := _ + 1;"
        why "`:= _` takes a definition away; it has no value that could be used further."
        fix "End the statement behind `_` with a semicolon.";
    /// Bars have the wrong number of values between them, or stand inside of bars.
    Bars "bars" Error => "println(|1, 2, 3|);"
        why "Bars enclose one value, whose size they give, or two, whose distance they give; a \
            bar closes the one before it, so that they do not nest."
        fix "Put a list into brackets, `|[a, b, c]|`, and what has bars itself into parentheses \
            or `abs(..)`.";
    /// A call follows `_`, `:` or `.` without parentheses around it.
    CallInIndex "call-in-index" Error => "l = [1, 2]; f(x) := x; a = l_f(1);"
        why "`_`, `:` and `.` bind tighter than a call, so that CindyJS refuses one behind them."
        fix "Put the call into parentheses: `l_(f(1))`.";
    /// A comma separates values outside of brackets.
    CommaOutsideBrackets "comma-outside-brackets" Error => "a = 1, 2;"
        why "A comma separates the elements of a list or the arguments of a call; statements are \
            separated by semicolons."
        fix "Write `;` between statements, or brackets around a list.";
    /// A string stands in single quotation marks, or in those of a word processor.
    CurlyQuotes "curly-quotes" Error => "println(“hello”);"
        why "Strings stand between straight double quotation marks; others are no part of the \
            language."
        fix "Write `\"` on both sides.";
    /// An entry of a dictionary is not of the form `"key": value`; CindyJS leaves it out.
    DictEntry "dict-entry" Warning => r#"d = {"a" = 1}; println(d.a);"#
        why "A dictionary is written `{\"key\": value, ..}`, and nothing but a colon stands \
            between key and value."
        fix "Write a colon between key and value.";
    /// A key of a dictionary is no string; CindyJS leaves the entry out.
    DictKey "dict-key" Warning => "d = {a: 1}; println(d.a);"
        why "Keys are strings; a bare name would be a variable, and CindyJS does not ask it for \
            its value."
        fix "Put the key into quotation marks.";
    /// A bracket is closed before all that belongs into it.
    EarlyBracket "early-bracket" Error => "x = 5; if(x > 3), println(x));"
        why "A call ends with its `)`: what stands behind it is no argument any more."
        fix "Delete the `)` in the middle, or move it to the end of the call.";
    /// A string has an escape sequence of another language.
    Escape "escape" Error | Hint => r#"s = "say \"hi\""; println(s);"#
        why "A backslash is a character like others in a string, and no sign can take away the \
            meaning of a quotation mark."
        fix "Write `unicode(\"22\")` for a quotation mark, `newline` for the end of a line, \
            `tab` for a tabulator, and join them with `+`.";
    /// What follows `.` is not the name of a field.
    FieldName "field-name" Error => r#"println("a" . "b");"#
        why "`.` asks for a field by its name, as in `p.x`."
        fix "Write the name of a field; use `_` for elements and `+` to join strings.";
    /// A comment is written as in another language.
    ForeignComment "foreign-comment" Error => "# a = 3;\nprintln(2);"
        why "Comments begin with `//`, or stand between `/*` and `*/`; `#` is the running \
            variable."
        fix "Write `//`.";
    /// A control structure is written as in another language.
    ForeignControl "foreign-control" Error => "a = true; if(a) 1 else 2;"
        why "`if`, `while` and the loops are functions: condition, body and otherwise are their \
            arguments."
        fix "Write `if(condition, then, otherwise)`, `while(condition, body)`, `repeat(n, k, \
            body)` or `forall(list, x, body)`.";
    /// A function is defined as in another language.
    ForeignDefinition "foreign-definition" Error | Warning => "f(x) => x^2;"
        why "A function is its name with its parameters, `:=`, and an expression, whose value is \
            the function's."
        fix "Write `f(x) := ...`; several statements stand in parentheses, separated by \
            semicolons, and the last one is the value.";
    /// An element of a list is taken with brackets.
    ForeignIndex "foreign-index" Error => "m = [[1, 2], [3, 4]]; println(m[1][2]);"
        why "Brackets behind a value are a call; elements are taken with `_`, counted from 1."
        fix "Write `m_1_2`, and parentheses around an index that is computed: `l_(k + 1)`.";
    /// A name has characters that only names of other languages have.
    ForeignName "foreign-name" Error | Warning => "2x = 3;"
        why "A name begins with a letter and consists of letters, digits and `'`; `_` takes an \
            element, and `2x` is no product."
        fix "Choose a name of letters and digits, such as `myRadius`; write `*` between factors.";
    /// A number is written as in another language.
    ForeignNumber "foreign-number" Error => "a = 0x1F;"
        why "Numbers are decimal: digits with a point, and an exponent as in `1.5e-3`."
        fix "Write the number in decimal.";
    /// An operator is one of another language.
    ForeignOperator "foreign-operator" Error | Warning | Hint => "a = 1 && 2;"
        why "Each language writes its operators in its own way, and this one is not among those \
            of CindyScript."
        fix "Write `&` for and, `%` for or, `!` for not, `a = a + 1` for `a += 1`, `mod(a, b)` \
            for a remainder.";
    /// A power stands between the name of a function and its arguments.
    ForeignPower "foreign-power" Error => "x = 0.5; println(sin^2(x));"
        why "A function's arguments follow its name; what stands between them is taken for \
            something else."
        fix "Put the power behind the call: `sin(x)^2`.";
    /// A bracket is closed by one of another kind.
    MismatchedBrackets "mismatched-brackets" Error => "a = [1, 2); println(a);"
        why "Each bracket is closed by its own kind: `(` by `)`, `[` by `]`, `{` by `}`."
        fix "Replace the one that is wrong, or close the inner bracket first.";
    /// An operator lacks a value.
    MissingOperand "missing-operand" Error => "a = 3 +;"
        why "An operator needs a value on each of its sides."
        fix "Write the value, or take the operator away.";
    /// Two values follow one another without an operator.
    MissingOperator "missing-operator" Error => "a = 1; b = (a) (a);"
        why "Two values side by side are no product: something has to stand between them."
        fix "Write `*` to multiply, `,` between elements or arguments, `;` between statements.";
    /// A statement is not separated from the next.
    MissingSemicolon "missing-semicolon" Error => "a = 1\nb = [1, 2];"
        why "The end of a line ends nothing: the next line goes on with the same statement."
        fix "Write `;` at the end of the statement.";
    /// The left side of `->` is not a name.
    ModifierName "modifier-name" Error => r#"draw([0, 0], "color" -> [1, 0, 0]);"#
        why "A modifier is written as a bare name before `->`."
        fix "Write its name without quotation marks: `color -> [1, 0, 0]`.";
    /// `->` stands outside of the arguments of a call.
    ModifierOutsideCall "modifier-outside-call" Error => "x -> 2;"
        why "`->` gives a modifier to the call in whose parentheses it stands; here it stands in no \
            call."
        fix "Move it into a call, or write `=` to set a variable.";
    /// A modifier has no value.
    ModifierValue "modifier-value" Error => "draw([0, 0], size -> );"
        why "`->` stands between the name of a modifier and its value."
        fix "Write the value behind the arrow, or leave the modifier out.";
    /// An operator follows superscript digits that may not.
    OperatorAfterSuperscript "operator-after-superscript" Error => "x = 2; a = x²^3;"
        why "Superscript digits are a power already, and what binds tighter than a power cannot \
            follow them."
        fix "Put the power into parentheses: `(x²)^3`.";
    /// A parameter of a definition is not a name.
    ParameterName "parameter-name" Error => "f(1, y) := y;"
        why "What stands in the parentheses of a definition are the names of the parameters, and \
            nothing else."
        fix "Give the parameter a name, and use the value in the body.";
    /// A sign follows an operator without parentheses.
    SignAfterOperator "sign-after-operator" Error => "a = 2*-1;"
        why "A sign binds no tighter than `+` and `-`, so that it cannot stand behind an \
            operator that binds as tightly or tighter."
        fix "Put the number with its sign into parentheses: `2*(-1)`.";
    /// A statement nests deeper than is read.
    TooDeep "too-deep" Error
        case "Three hundred opened parentheses, one inside of the other: `((((` and so on."
        why "Brackets or operators stand inside of one another hundreds of times, which is more \
            than is read."
        fix "Compute parts of it before, in variables of their own.";
    /// A bracket is never closed.
    UnclosedBracket "unclosed-bracket" Error => "a = (1 + 2;"
        why "Without its end, everything behind the bracket belongs into it."
        fix "Close the bracket where its content ends.";
    /// A character means nothing where it stands.
    UnknownCharacter "unknown-character" Error => "a = 1 @ 2;"
        why "The character belongs to no name, number or operator."
        fix "Delete it, or put it into a string.";
    /// A bracket closes nothing.
    UnopenedBracket "unopened-bracket" Error => "a = 1 + 2);"
        why "No bracket of its kind is open there."
        fix "Delete it, or write the opening bracket where its content begins.";
    /// A comment is never closed.
    UnterminatedComment "unterminated-comment" Error => "a = 3 /* three;"
        why "A comment from `/*` on reaches to its `*/`; comments nest, so that each needs one \
            of its own."
        fix "Write `*/` where the comment ends.";
    /// A string is never closed.
    UnterminatedString "unterminated-string" Error => r#"a = "text;"#
        why "A string reaches to the next quotation mark, over the ends of lines as well."
        fix "Write the quotation mark where the string ends.";

    // The page and its files.

    /// The settings of an applet are not an object literal.
    ArgumentNotConstant "argument-not-constant" Warning
        => r#"<div id="CSCanvas"></div><script>CindyJS(settings());</script>"#
        why "The page is read, and not run: settings that JavaScript computes are not known \
            here, though the published page has them."
        fix "Write the object with the settings into the call: `CindyJS({...})`.";
    /// Addresses of the page are relative to another folder.
    BaseAddress "base-address" Warning
        => r#"<base href="https://example.org/"><script>CindyJS({});</script>"#
        why "`<base href>` changes the meaning of each address of a page. The preview and the \
            export look for files beside the page."
        fix "Leave the element out, and write the addresses relative to the page.";
    /// A file cannot be read.
    CannotRead "cannot-read" Error
        case "`cindyscript-server check nothere.html`, where there is no such file."
        why "The file does not exist, is no file or larger than 16 MiB, or this program may not read it."
        fix "Check the path and who may read the file; move what a large page holds into files beside it.";
    /// Two script elements have one id.
    DuplicateScript "duplicate-script" Error
        => r#"<script type="text/x-cindyscript" id="csdraw">a = 1;</script>
            <script type="text/x-cindyscript" id="csdraw">a = 2;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "An id belongs to one element of a page: who asks for a script by its id gets the first."
        fix "Give each script an id of its own, or write both into one.";
    /// A script names another file for its text.
    ExternalScript "external-script" Warning
        => r#"<script type="text/x-cindyscript" id="csdraw" src="a.cindyscript"></script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "CindyJS reads what stands in the script element, and does not load what `src` \
            names."
        fix "Put the text into the element, or name the file in the `import` setting.";
    /// A handler of the page does something that the preview does not run.
    HandlerNotRun "handler-not-run" Hint | Warning
        => r#"<button onclick="cdy.evokeCS(code())">Go</button><canvas id="c"></canvas>
            <script>var cdy = CindyJS({ports: [{id: "c"}]});</script>"#
        why "The preview reads the handlers of a page, and does not run JavaScript: it knows \
            `evokeCS` of strings, `this.value` and `this.checked`, and `play`, `pause` and `stop`. \
            The published page runs all of it."
        fix "Nothing, if the published page is all that matters. Else have the handler call a \
            function of the scripts: `onclick=\"cdy.evokeCS('go()')\"`.";
    /// Libraries import one another without end.
    ImportCycle "import-cycle" Warning
        case "`a.cjs` says `import(\"b\");`, and `b.cjs` says `import(\"a\");`."
        why "A library runs where it is imported, so that one that imports itself by way of \
            others would never be done."
        fix "Take one of the imports away, or move what both need into a third library.";
    /// The JavaScript of the page does not parse.
    JavaScriptSyntax "javascript-syntax" Error | Warning
        => "<script>CindyJS({scripts: );</script>"
        why "A browser runs nothing of a script element that it cannot read, so that `CindyJS` \
            is never called."
        fix "Mend the JavaScript at the place that is shown.";
    /// A canvas is larger than any that is shown.
    LargeCanvas "large-canvas" Warning
        => r#"<div id="CSCanvas"></div>
            <script>CindyJS({ports: [{id: "CSCanvas", width: 100000, height: 10}]});</script>"#
        why "Browsers do not show canvases of that size, and each pixel takes memory and time."
        fix "Give the port a size in pixels of the screen.";
    /// A port names no element of the page.
    MissingCanvas "missing-canvas" Hint
        => r#"<script>CindyJS({ports: [{id: "canvas"}]});</script>"#
        why "The port draws into the element of that id, and the page has none."
        fix "Add a `div` with that id, or name the one that there is.";
    /// An image or video is not there.
    MissingImage "missing-image" Warning
        case "`CindyJS({images: {cat: \"cat.png\"}})` in a page beside which there is no `cat.png`."
        why "The image is looked for beside the page, and is not there."
        fix "Check the path, which is relative to the page, and its case.";
    /// A library cannot be read.
    MissingLibrary "missing-library" Warning
        case "`import(\"lib\");` in a script beside which there is no `lib.cjs`."
        why "The library is looked for beside the page, and cannot be read."
        fix "Check the path, which is relative to the page, and its case.";
    /// A file is not UTF-8.
    NotUtf8 "not-utf-8" Error
        case "A page that was saved as Latin-1: there `ö` is the single byte F6."
        why "Texts are read as UTF-8, in which these bytes stand for no character."
        fix "Save the file as UTF-8 in the editor.";
    /// A setting names a script element that the page lacks.
    MissingScript "missing-script" Error => r#"<script>CindyJS({drawscript: "paint"});</script>"#
        why "The event runs the script element of that id, and the page has none."
        fix "Add the script element, or name the one that there is.";
    /// The page has neither a script nor a call of `CindyJS`.
    NoApplet "no-applet" Hint => "<p>Text</p>"
        why "There is nothing here that the preview could show."
        fix "Add a script element of type `text/x-cindyscript` and a call of `CindyJS`, or start \
            from a new applet.";
    /// The page has scripts, and nothing calls `CindyJS`.
    NoCall "no-cindyjs-call" Warning
        => r#"<script type="text/x-cindyscript" id="csdraw">a = 1;</script>"#
        why "Scripts are text for the browser until `CindyJS({...})` reads them."
        fix "Add `CindyJS({scripts: \"cs*\", ports: [...]})` behind the scripts.";
    /// An applet has more ports than it shows.
    SecondPort "second-port" Warning
        => r#"<div id="a"></div><div id="b"></div>
            <script>CindyJS({ports: [{id: "a"}, {id: "b"}]});</script>"#
        why "CindyJS draws into the first port alone; the element of another one stays empty."
        fix "Call `CindyJS` once for each canvas, or draw both pictures side by side into one.";
    /// A page calls `CindyJS` and loads no script that defines it.
    NotLoaded "not-loaded" Warning
        => r#"<!DOCTYPE html><canvas id="c"></canvas><script>CindyJS({ports: [{id: "c"}]});</script>"#
        why "The browser finds no function `CindyJS`, and the page stays empty. The preview brings \
            its own."
        fix "Load it before the call: \
            `<script src=\"https://cindyjs.org/dist/latest/Cindy.js\"></script>`.";
    /// A tick script never runs: nothing starts the animation.
    NeverTicks "never-ticks" Warning
        => r#"<script type="text/x-cindyscript" id="cstick">a = 1;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "The tick script runs while the animation plays, and an applet starts with its \
            animation stopped."
        fix "Write `autoplay: true` into the settings, show its buttons with `animcontrols: \
            true`, or call `playanimation()`.";
    /// The value of a setting is known only when the page runs.
    SettingNotConstant "setting-not-constant" Hint | Warning
        => "<script>CindyJS({ports: f()});</script>"
        why "The page is read, and not run: what JavaScript computes is not known here, and the \
            setting is taken as if it were missing."
        fix "Write the value itself, if the preview is to know it.";
    /// The value of a setting is of the wrong shape.
    SettingWrongShape "setting-wrong-shape" Warning | Error
        => "<script>CindyJS({scripts: 3});</script>"
        why "CindyJS wants this setting in another form, and ignores it or fails."
        fix "Write it in the form that the message names.";
    /// No event runs a script.
    UnboundScript "unbound-script" Warning
        => r#"<script type="text/x-cindyscript">a = 1;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "A script runs when something happens: its id says what, as in `csdraw`, or a \
            setting names it."
        fix "Give it an id that ends with the event's name, or name it in a setting such as \
            `drawscript`.";
    /// A script has no end.
    UnclosedScript "unclosed-script" Error
        => r#"<script>CindyJS({scripts: "cs*"});</script>
            <script type="text/x-cindyscript" id="csdraw">a = 1;"#
        why "Without `</script>`, the rest of the page belongs to the script."
        fix "Write `</script>` where the script ends.";
    /// A script is named after something that is no event.
    UnknownEvent "unknown-event" Warning | Error
        => r#"<script type="text/x-cindyscript" id="csdrawing">a = 1;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "The part of the id behind the pattern's is the event that runs the script, and \
            no event has that name."
        fix "Use the name of an event: `csinit`, `csdraw`, `csmove`, `cstick`, `csmousedown`, \
            `cskeydown`, and so on.";
    /// `use` names something that is almost a plugin of CindyJS.
    UnknownPlugin "unknown-plugin" Warning => r#"<script>CindyJS({use: ["CindyGl"]});</script>"#
        why "CindyJS loads plugins by exactly these names, and ignores others."
        fix "Write the name as CindyJS does: `\"CindyGL\"`, `\"Cindy3D\"`.";
    /// CindyJS has no such setting.
    UnknownSetting "unknown-setting" Warning | Hint
        => "<script>CindyJS({animtion: {autoplay: true}});</script>"
        why "CindyJS ignores settings that it does not know, mistyped ones as well."
        fix "Correct the name, or take the setting away.";

    // The construction.

    /// An element gets more or fewer arguments than its type takes.
    ArgumentCount "argument-count" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "a", type: "Join", args: ["A"]}]});</script>"#
        why "Each type of element is computed from a fixed number of others; with another number \
            CindyJS drops the element, or ignores some."
        fix "Name as many elements in `args` as the type takes.";
    /// An element is computed from elements of other kinds than its type takes.
    ArgumentKind "argument-kind" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]}, {name: "B", type: "Free", pos: [3, 2]},
        {name: "P", type: "Meet", args: ["A", "B"]}]});</script>"#
        why "A type of element is computed from certain kinds: `Meet` from two lines, `Join` \
            from two points."
        fix "Name elements of these kinds, or take the type that fits the ones that there are.";
    /// Two elements have one name.
    DuplicateElement "duplicate-element" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "A", type: "Free", pos: [3, 2]}]});</script>"#
        why "Scripts know elements by their names, so that one of the two cannot be reached."
        fix "Give each element a name of its own.";
    /// An element is computed from one that does not exist before it.
    MissingElement "missing-element" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "a", type: "Join", args: ["A", "B"]}]});</script>"#
        why "Elements are computed one after the other, each from those above it; CindyJS drops \
            one whose arguments are not there."
        fix "Correct the name, or define the other element first.";
    /// CindyJS has no such type of elements.
    UnknownElementType "unknown-element-type" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Fre", pos: [1, 2]}]});</script>"#
        why "CindyJS drops elements of types that it does not know."
        fix "Correct the type.";

    // Names and calls.

    /// Arguments stand in the wrong order, or too few of them describe a place.
    ArgumentOrder "argument-order" Warning | Error => "drawcircle(1, [0, 0]);"
        why "The arguments have an order, and these would fit in another one."
        fix "Exchange them, and write a place as a list of its coordinates.";
    /// A semicolon stands in the place of a comma.
    ArgumentSeparator "argument-separator" Warning => "m = [1, 2; 3, 4];"
        why "A semicolon separates statements: what stands before it is computed and thrown \
            away."
        fix "Write a comma.";
    /// An assignment stands in the place of a modifier.
    AssignedModifier "assigned-modifier" Warning => "draw([0, 0], size = 20);"
        why "`=` in a call sets a variable, and hands its value over as one more argument."
        fix "Write `->` for a modifier: `size -> 20`.";
    /// A name that has a meaning is given another.
    ConstantAssigned "constant-assigned" Hint => "pi = 3;"
        why "From there on the name means the new value, everywhere in the applet."
        fix "Take another name.";
    /// An argument is empty.
    EmptyPlace "empty-place" Warning | Hint => "println(apply([1, 2], , #));"
        why "Nothing between two commas is the undefined value."
        fix "Write the value, or delete a comma.";
    /// A modifier is written as in another language.
    ForeignModifier "foreign-modifier" Error => "draw([0, 0], size:20);"
        why "Modifiers are given with `->`; the other sign means something else, `:` the data of \
            an element, `=` an assignment."
        fix "Write `->`.";
    /// `regional` takes away the value that a variable has just got.
    LateRegional "late-regional" Warning => "f(x) := (t = 2*x; regional(t); t); println(f(2));"
        why "`regional` makes a new variable, which has no value; the assignment before it went to \
            the variable of the applet."
        fix "Write `regional` before the first assignment.";
    /// A function assigns a variable of the applet and runs again before it is done with it.
    LeakingVariable "leaking-variable" Hint
        => "tree(n) := (k = n; if(n > 0, tree(n - 1)); println(k)); tree(3);"
        why "A variable belongs to the whole applet unless it is declared: the inner call writes \
            into the one that the outer call still needs."
        fix "Declare it first in the function: `regional(k);`.";
    /// The value of a modifier is of a kind that it does not take.
    ModifierType "modifier-type" Hint => r#"draw([0, 0], size -> "big");"#
        why "The modifier is ignored, or has another effect, where its value is of another kind."
        fix "Give it a value of the kind that the message names.";
    /// A name is expected where something else stands.
    NotAName "not-a-name" Error | Warning => "max(0, 1, 2);"
        why "In this form of the call, the argument names the variable that runs through the \
            list."
        fix "Write a name there, or put the values into one list: `max([0, 1, 2])`.";
    /// Something that CindyJS has is not there in the preview.
    NotAvailable "not-available" Hint | Warning | Information => "playsin(440);"
        why "The preview has no such thing, as sound or three dimensions, though the published \
            page has it."
        fix "Nothing, for the published page; the preview goes on without it.";
    /// A definition of a function replaces an earlier one.
    SameFunction "same-function" Warning | Hint => "f(t) := t^2; F(t) := t^3/3; a = f(2);"
        why "Functions of one name and one number of parameters are one function, and names of \
            functions are blind to case: the later definition takes the place of the earlier."
        fix "Take names that differ in more than case.";
    /// Two words are one name.
    SpacedName "spaced-name" Warning => "let a = 3; println(a);"
        why "Spaces may stand inside of names: `let a` is one name, `leta`."
        fix "Write the operator that is missing, or leave the word away.";
    /// Two numbers are one number.
    SpacedNumber "spaced-number" Warning => "a = [1 1];"
        why "Spaces may stand inside of numbers: `1 1` is eleven."
        fix "Write a comma or an operator between two numbers.";
    /// There is no such function.
    UndefinedFunction "undefined-function" Error | Hint => "a = sqr(2);"
        why "No script defines it, and neither do the language or the plugins that the page \
            uses."
        fix "Correct the name, or define the function: `f(x) := ...`.";
    /// Nothing gives a variable a value.
    UndefinedName "undefined-name" Warning | Hint => "a = radus + 1;"
        why "What nothing gives a value is undefined, and so is all that is computed from it, \
            without a message when the applet runs."
        fix "Correct the name, or give the variable a value before.";
    /// There is no image of that name.
    UnknownImage "unknown-image" Warning => r#"drawimage([0, 0], "cat");"#
        why "An image is known by the name that the page's `images` or `createimage` give it."
        fix "Correct the name, add it to `images`, or create it with `createimage`.";
    /// A function has no such modifier.
    UnknownModifier "unknown-modifier" Warning | Hint => "draw([0, 0], Size -> 5);"
        why "CindyJS ignores modifiers that the function does not know; their names have a case."
        fix "Correct the name, or leave the modifier out.";
    /// A function takes another number of arguments.
    WrongArity "wrong-arity" Error | Warning => "a = sin(1, 2);"
        why "Functions of one name and different numbers of arguments are different functions, \
            and no function of this name has this number."
        fix "Call it with as many arguments as the message names.";

    // Values.

    /// An assignment stands in the place of a comparison.
    AssignedCondition "assigned-condition" Warning => "n = 1; if(n = 1, println(n));"
        why "`=` gives the variable that value; the value of the assignment is no truth value."
        fix "Write `==` to compare.";
    /// The result of a comparison is compared again.
    ChainedComparison "chained-comparison" Warning => "a = 1; println(0 < a < 1);"
        why "The first comparison is true or false, which has no size, so that the whole is \
            undefined."
        fix "Write both with `&`: `0 < a & a < 1`."
        replaced Inside [SpacedName];
    /// The code of a variable asks for that variable.
    CodeOfItself "code-of-itself" Warning => "n = 1; n := n + 1;"
        why "`:=` keeps code that is run whenever the variable is read: this one would run \
            itself for ever."
        fix "Write `=` to compute the value now.";
    /// A part of a colour is outside of 0 to 1.
    ColourRange "colour-range" Warning | Hint => "colorplot(hue(360*|#|));"
        why "The parts of a colour go from 0 to 1; what is larger or smaller is cut off. `hue` \
            goes round once from 0 to 1."
        fix "Divide by the largest value: `(255, 128, 0)/255`, and do not multiply the argument \
            of `hue` by 360.";
    /// A number that was computed is compared with a decimal fraction.
    ExactComparison "exact-comparison" Hint => "println(0.1 + 0.2 == 0.3);"
        why "Numbers are binary: most decimal fractions are rounded, and a computed number often \
            differs from one that is written in its last digit."
        fix "Write `~=`, which ignores such differences.";
    /// A number is divided by zero.
    DivisionByZero "division-by-zero" Hint => "a = 1/0;"
        why "The quotient is no number, and nothing that is computed from it is."
        fix "Divide by something else, or ask before with `if`.";
    /// A range ends before it begins.
    EmptyRange "empty-range" Warning => "forall(10..1, k, println(k));"
        why "A range counts upwards in steps of one: from a number down to a smaller one, it has no \
            elements."
        fix "Write the smaller number first, and `reverse(1..10)` to count down.";
    /// A function calls itself whatever its arguments are.
    EndlessRecursion "endless-recursion" Warning => "f(n) := n*f(n - 1); println(f(3));"
        why "Each call makes another one, so that none of them ever returns: CindyJS ends the \
            script with an error."
        fix "Ask with `if` whether to go on: `f(n) := if(n > 1, n*f(n - 1), 1)`.";
    /// Nothing changes the condition of a loop.
    EndlessLoop "endless-loop" Warning => "n = 10; while(n > 0, println(n));"
        why "The condition stays true, so that the loop never ends; the preview stops it after \
            two seconds."
        fix "Change something in the body that the condition asks about, or count with `repeat`.";
    /// `i` stands in the place of a counter.
    ImaginaryUnit "imaginary-unit" Warning => "repeat(3, println(i));"
        why "A variable `i` that nothing gives a value is the imaginary unit, whose square is -1. \
            A loop that names no variable counts with `#`."
        fix "Name the counter: `repeat(3, i, println(i))`.";
    /// A list has no element of that index.
    IndexOutOfRange "index-out-of-range" Error | Warning | Hint => "l = [1, 2, 3]; a = l_4;"
        why "Elements are counted from 1, and from -1 at the end; this place has no element, \
            and the value is undefined."
        fix "Use an index from 1 to the length of the list.";
    /// Numbers that are to be added are joined to a string one by one.
    JoinedNumbers "joined-numbers" Hint => r#"println("sum: " + 3 + 4);"#
        why "`+` goes from left to right: a string and a number make a longer string, to which the \
            next number is joined as well."
        fix "Put the sum into parentheses: `\"sum: \" + (3 + 4)`.";
    /// A sum or a comparison has the number of elements of a vector, instead of its size.
    LengthOfVector "length-of-vector" Hint => "colorplot(length(#) - 1);"
        why "`length` counts elements, so that of a point it is always 2 or 3; the distance to the \
            origin is the absolute value."
        fix "Write `|p|`.";
    /// An image that a colorplot feeds back is created anew in each frame.
    LostFeedback "lost-feedback" Warning
        => r#"createimage("a", 9, 9); colorplot("a", 0.9*imagergb("a", #)); drawimage([0, 0], "a");"#
        why "`createimage` makes an empty image. In a script that runs in each frame, it removes \
            the picture of the last frame, which the colorplot reads."
        fix "Create the image in the init script.";
    /// A variable grows whenever a script or function runs, so that its type has no end.
    NeverSettles "never-settles" Hint | Warning | Error
        => "// %% draw\nl = [l];\n// %% init\nl = [];"
        why "Each run puts the old value into the new one, so that a list grows deeper for ever \
            and no type describes it."
        fix "Begin each run with a fresh value, or keep the parts in a flat list.";
    /// An assignment or a criterion changes nothing.
    NoEffect "no-effect" Warning => "l = [1, 2]; l_3 = 5; println(l);"
        why "An assignment to an element replaces an element that exists. It adds none, and the \
            coordinates of a list are no fields that can be set. A point that is computed from \
            others stays where they put it. `sort` compares a value for each element: if all are \
            the same, so is the order."
        fix "Write `l = append(l, 5)` to add an element, `p_1 = 5` to set the first one, and \
            `reverse(sort(l))` to begin with the largest.";
    /// An operation has no meaning for the types of its operands.
    NoSignature "no-signature" Warning | Error | Hint => "a = sqrt([1, 2]);"
        why "The operation is defined for other kinds of values only, and gives the undefined \
            value for these."
        fix "Convert the operands, or choose the operation for what they are.";
    /// A value has no such field.
    NoSuchField "no-such-field" Hint | Warning | Error => r#"s = "hello"; println(s.length);"#
        why "A field belongs to certain values, as `x` to points and lists of numbers; others \
            give the undefined value."
        fix "Correct the field, or use a function such as `length(s)`.";
    /// A condition is neither true nor false.
    NotACondition "not-a-condition" Hint | Warning | Error => r#"if("yes", println(1));"#
        why "A condition has to be true or false; a number, string or list is neither, and `if` \
            then does nothing."
        fix "Write a comparison, such as `n > 0`.";
    /// A value is used as a list, and is no list.
    NotAList "not-a-list" Hint | Warning | Error => "n = 5; println(n_1);"
        why "Only lists, strings and dictionaries have elements; a number is treated as a list \
            of itself alone."
        fix "Take the element from the right list, or put the value into a list.";
    /// A corner of what a colorplot paints is no point.
    NotAPoint "not-a-point" Warning
        => r#"corner = 0; createimage("a", 10, 10); colorplot(corner, [1, 0], "a", |#|);"#
        why "The picture is painted between two corners, which are points."
        fix "Give a list of two coordinates, or a point of the construction.";
    /// Something is assigned to that is no variable.
    NotAssignable "not-assignable" Warning | Hint => "f(a) = a^2; println(f(2));"
        why "A value can be given to a variable, an element, a field or a list of these, and to \
            nothing else."
        fix "Write `:=` to define a function, `==` to compare.";
    /// Code is run with arguments that it does not take, or what is run is no code.
    NotCode "not-code" Warning | Error => "f = cgllazy((x, y), x*y); a = cgleval(f, 1);"
        why "`cgleval` runs what `cgllazy` has made, with as many arguments as that has \
            parameters."
        fix "Give it such code, and all of its arguments.";
    /// A value cannot be drawn.
    NotDrawable "not-drawable" Warning => r#"plot("x^2");"#
        why "The function draws points, lines and shapes, or an expression. It draws nothing for \
            any other value."
        fix "Give it what it draws, as the message says.";
    /// An angle looks like one in degrees.
    Radians "radians" Hint | Warning => "println(sin(90));"
        why "Angles are measured in radians, of which a full turn has `2*pi`."
        fix "Write `°` behind the number: `sin(90°)`.";
    /// A variable is set to its first value again in each frame.
    ResetCounter "reset-counter" Hint => "n = 0; n = n + 1; drawtext([0, 0], n);"
        why "The draw script runs in each frame. A variable that it sets to a number never counts \
            further than one step."
        fix "Set the first value in the init script.";
    /// An index takes two rows of a matrix instead of one element.
    RowsTaken "rows-taken" Hint => "m = [[1, 2], [3, 4]]; println(m_(1, 2));"
        why "A list behind `_` takes several elements; those of a matrix are its rows."
        fix "Write `m_1_2` for the second element of the first row.";
    /// Values of kinds are compared that are never equal.
    UnlikeComparison "unlike-comparison" Warning => r#"a = 5; if(a == "5", println(1));"#
        why "Values of different kinds are never equal, so that the comparison has one answer \
            for ever."
        fix "Convert one of them: `text(a)`, `parse(s)`.";
    /// A comparison stands in the place of an assignment.
    UnusedComparison "unused-comparison" Warning => "a = 2; a == 3; println(a);"
        why "A comparison changes nothing, and nobody asks for its answer."
        fix "Write `=` to set the variable, or take the statement away.";
    /// Nothing calls a function.
    UnusedFunction "unused-function" Hint => "f(x) := x^2; draw([1, 0]);"
        why "The function is defined, and never runs."
        fix "Call it, or take it away.";
    /// A value is computed that nobody uses.
    UnusedValue "unused-value" Warning => "x = 3; x + 1; println(x);"
        why "Only the last value of a sequence is its value; this one is computed and thrown \
            away."
        fix "Assign it, draw it, print it, or take it away.";
    /// Nothing reads a variable.
    UnusedVariable "unused-variable" Hint => "radius = 2; draw([1, 0]);"
        why "The variable gets values, and nothing depends on them."
        fix "Use it, or take it away.";

    // Colorplots.

    /// The shader is compiled again when a value of another type comes.
    Drift "drift" Hint => r#"a = parse("1"); colorplot(#.x*a + a);"#
        why "The types of a shader are fixed when it is compiled: where a value turns out to be \
            of another type, it is compiled anew and the picture stalls."
        fix "Give the variable a value of the type that it has later from the start, or convert \
            it."
        replaced AtTheSame [UndefinedFunction, WrongArity, NotAvailable];
    /// A part of a colorplot has no colour because a condition has no other case.
    MissingElse "missing-else" Warning => "colorplot(if(|#| < 1, 1));"
        why "At pixels for which the condition does not hold there is no value to paint."
        fix "Write the colour of the other pixels as a third argument of `if`.";
    /// A mistyped name is taken for the pixel.
    MistypedPixel "mistyped-pixel" Error => "time = 3;
        steps(z) := (n = 0; while(|z| < 2 & n < 30, z = z^2; n = n + 1); n);
        colorplot(if(tiem < steps(z), 1, 0));"
        why "A name without a value stands for the pixel, so that a mistyped one is taken for it \
            instead of being undefined."
        fix "Correct the name.";
    /// A colorplot stands inside of a colorplot.
    NestedColorplot "nested-colorplot" Error => "colorplot(colorplot(|#|));"
        why "A colorplot paints a picture; it has no value that another one could paint at each \
            pixel."
        fix "Paint the inner one into an image before, and read that with `imagergb`.";
    /// Nothing runs a colorplot.
    NeverRuns "never-runs" Hint => "f() := colorplot(|#|);"
        why "The colorplot stands in a function that nothing calls, so that it paints nothing."
        fix "Call the function in the draw script.";
    /// A variable has values at pixels that have no common type.
    NoCommonType "no-common-type" Warning | Error => "colorplot(if(|#| < 1, 1, [1, 0, 0]));"
        why "Each variable of a shader has one type, and no type holds both a number and a list, \
            or lists of unlike lengths."
        fix "Make the values alike, grey as `[g, g, g]` for example, or use two variables.";
    /// A variable is read before it is assigned.
    NoValueYet "no-value-yet" Error | Warning
        => "colorplot(repeat(5, k, s = s*sin(k*|#|)); s);"
        why "Every pixel begins anew: what a variable had outside, or at another pixel, is not \
            there."
        fix "Give it its first value at the beginning of the colorplot.";
    /// The value of a colorplot is no colour.
    NotAColour "not-a-colour" Error | Hint => "colorplot(z^2);"
        why "A colour is a number from 0 to 1, for grey, or a list of three or four of them: \
            red, green, blue and opacity."
        fix "Make a number or such a list of it: `|z|`, `re(z)`, `hue(arg)`, `[r, g, b]`.";
    /// An operation is not available at every pixel, so that the colorplot is painted on the CPU.
    NotOnGpu "not-on-gpu" Warning | Error | Hint => "colorplot(tokenize([#.x, 1], 2));"
        why "Shaders have numbers, truth values and lists of fixed lengths. What needs more runs \
            on the CPU, pixel by pixel, and is slow."
        fix "Compute it before the colorplot if it does not depend on the pixel, or write it \
            with numbers."
        replaced AtTheSame [UndefinedFunction, WrongArity, NotAvailable];
    /// A colorplot paints the same colour everywhere.
    OneColour "one-colour" Warning => "a = 1; b = 2; colorplot(hue(a + b), [-1, -1], [1, 1]);"
        why "Nothing in the expression stands for the pixel, so that all pixels get the same \
            colour."
        fix "Use `#`, with its coordinates `#.x` and `#.y`, or fill the area with `fillpoly`."
        replaced Inside [];
    /// What a pixel assigns is not seen outside of the colorplot, or by the next pixel.
    OwnCopy "own-copy" Warning
        => "colorplot(n = floor(|#|); n/10); drawtext([0, 0], n);"
        why "Each pixel has variables of its own, all pixels at the same time: nobody could say \
            which value is left at the end."
        fix "Compute what the applet needs outside of the colorplot.";
    /// A function that is called at pixels calls itself.
    Recursion "recursion" Warning | Error
        => "fac(n) := if(n < 2, 1, n*fac(n - 1)); colorplot(fac(|#|));"
        why "Shaders cannot call a function from itself; the colorplot runs on the CPU, which is \
            slow."
        fix "Write it as a loop: `repeat` or `while`.";
    /// A time counts from 1970: a number too large for a GPU, and larger than any limit.
    TimeSince1970 "time-since-1970" Warning | Hint => "colorplot(|#| - timestamp()/1000);"
        why "The GPU's numbers have about seven digits, and the seconds since 1970 need more: \
            the picture would move in jerks."
        fix "Count from the start: `resetclock()` in the init script and `seconds()` in the \
            colorplot.";

    // What was seen when the applet ran.

    /// Single precision is not enough for a colorplot.
    LostDigits "lost-digits" Hint
        case "`colorplot(gray((#.x + 1000000) - 1000000));`, of which the preview has compared pixels \
            with what the interpreter computes in 64 bits."
        why "The GPU's numbers have about seven digits, and subtracting what is nearly the same, \
            large values in between and errors that grow in loops use them up: a published page \
            shows blocks or noise there, and what the preview computes in double precision takes \
            longer."
        fix "Compute with the distance from a place nearby in place of large coordinates, and \
            rewrite differences of what is nearly the same.";
    /// A value that may be complex was always real.
    NeverComplex "never-complex" Hint
        case "`colorplot(#.x + sqrt(s));`, where `s` never was negative in the preview."
        why "By its text the value may be complex; in the preview it always was real, and \
            complex numbers cost time at each pixel."
        fix "Take the real part, `re(..)`, or write `sqrt(|..|)`.";
    /// The preview met something while the applet ran.
    AtRunTime "at-run-time" Error | Warning
        case "`import(file);`, where `file` names a library that is not there when it runs."
        why "What a value is, whether a file can be read and what the graphics card can do is known \
            when the applet runs, and not before."
        fix "The message says what to do; hovers show the values that the preview has seen.";
    /// A value was of another type than the text says.
    ObservedType "observed-type" Warning
        case "`whole = 1; colorplot(|#| + whole);` in a page whose JavaScript sets `whole` to 0.5."
        why "The text says another type than the value had in the preview, usually because \
            JavaScript or a plugin set it."
        fix "Give the variable a value of that type in a script, so that the types are known \
            before it runs.";

    // The published page.

    /// A function sees a variable of its caller on the CPU, and not at pixels.
    CallersVariable "callers-variable" Hint
        => "g() := t; f(t) := g(); t = 1; a = f(2); colorplot(f(|#|));"
        why "On the CPU a function sees the variables of whoever calls it; in a shader it sees \
            its own and the applet's."
        fix "Hand the value over as a parameter.";
    /// CindyGL takes a real value for complex.
    ComplexInCindyGL "complex-in-cindygl" Information
        => "colorplot(if(sqrt(|#|) > 1, 1, 0));"
        why "CindyGL takes `sqrt`, `log` and powers of real numbers for complex, also where they \
            cannot be, and does not paint or compare these."
        fix "Write `re(..)` around it.";
    /// CindyGL's shaders cannot have a name.
    NameInCindyGL "name-in-cindygl" Information => "colorplot(int = |#|; int/2);"
        why "CindyGL writes names into its shader as they are, where words of the shading \
            language and some characters are not allowed."
        fix "Take a name of plain letters that is no such word.";
    /// CindyGL does not have an operation at pixels.
    NotInCindyGL "not-in-cindygl" Information => "colorplot(product([#.x, #.y])/4);"
        why "The preview has it at pixels, CindyGL has not: the published page paints grey, or \
            nothing."
        fix "Use what the message names, or compute it outside of the colorplot.";
    /// CindyGL computes something else.
    OtherwiseInCindyGL "otherwise-in-cindygl" Information => "colorplot(sum(1..3, #*0.1)*#.x);"
        why "CindyGL understands this in another way than CindyJS does on the CPU, so that the \
            published page looks different."
        fix "Write it in the form that the message names, which means the same to both.";
    /// CindyGL has another name for the pixel.
    SecondCoordinate "second-coordinate" Information => "colorplot(#.x + y);"
        why "CindyGL looks for one name that stands for the pixel; another one beside it is \
            undefined there."
        fix "Use `#` alone, as `#.x` and `#.y`, or `x` and `y` together.";
    /// The number of rounds of a loop is another at each pixel.
    VaryingCount "varying-count" Information
        => "colorplot(s = 0; repeat(floor(5*|#|), k, s = s + 0.1); s);"
        why "CindyGL wants the number of rounds when it compiles its shader."
        fix "Repeat as often as it can be at most, and ask in the body with `if` whether it is \
            still wanted.";
    /// An index is another at each pixel.
    VaryingIndex "varying-index" Information
        => "l = [0.1, 0.5, 1]; colorplot(l_(floor(|#|) + 1));"
        why "CindyGL wants an index when it compiles its shader."
        fix "Look through the list with `forall`, or choose with `if`.";

    // All diagnostics.

    /// There are more diagnostics than the editor shows.
    More "more" Warning | Error | Information | Hint
        case "A script with 150 names that nothing defines: the editor shows 100, and that there are 50 more."
        why "A text with so many remarks has usually one mistake that causes most of them."
        fix "Mend the first ones; those that are left are then said.";
}
