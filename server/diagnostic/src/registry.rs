//! The registry of codes: what each means, its name, how bad it is, an example, why it is said, and
//! what to do.

use crate::Severity;

/// Makes [`Code`] of a table with a row for each code. A row begins with the meaning, as documentation,
/// and the variant. The name and the severities follow, the usual one first. Then come an example or
/// the case in words, the reason, the fix, and the codes that replace it, by where those stand.
macro_rules! codes {
    ($(
        #[doc = $meaning:literal]
        $code:ident $name:literal $usual:ident $(| $other:ident)* $(=> $example:literal)? $(case $case:literal)?
        why $why:literal
        fix $fix:literal
        $(replaced $place:ident [$($by:ident),*])*;
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
                        replaced: &[$(Replaced::$place(&[$(Self::$by),*])),*],
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
    pub(crate) replaced: &'static [Replaced],
}

/// The diagnostics that replace one of a code: those are the cause, and this is a consequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replaced {
    /// Diagnostics of these codes about the same term.
    AtTheSame(&'static [Code]),
    /// Errors and warnings of these codes inside of the whole range that the diagnostic is about. An
    /// empty list stands for every other code.
    Inside(&'static [Code]),
    /// Errors and warnings of these codes around it.
    Around(&'static [Code]),
}

codes! {
    // Syntax: a script that has one does not run, unless it is a warning.

    /// The definition of a function is removed inside another expression.
    AfterUndefine "after-undefine" Error => "x := _ + 1;"
        why "`:= _` removes a definition. It is a statement of its own and has no value."
        fix "End the statement after `_` with a semicolon.";
    /// Bars contain too many values, or other bars.
    Bars "bars" Error => "println(|1, 2, 3|);"
        why "`|a|` is an absolute value, and `|a, b|` a distance. A second bar always closes the \
            first, so bars do not nest."
        fix "Write brackets around a list, `|[a, b, c]|`, and parentheses or `abs(..)` around an \
            expression that contains bars.";
    /// A call after `_`, `:` or `.` has no parentheses around it.
    CallInIndex "call-in-index" Error => "l = [1, 2]; f(x) := x; a = l_f(1);"
        why "`_`, `:` and `.` bind tighter than a call. CindyJS does not accept a call after them \
            without parentheses."
        fix "Put the call into parentheses: `l_(f(1))`.";
    /// A comma separates values outside of brackets.
    CommaOutsideBrackets "comma-outside-brackets" Error => "a = 1, 2;"
        why "A comma separates the elements of a list or the arguments of a call; statements are \
            separated by semicolons."
        fix "Write `;` between statements, or brackets around a list.";
    /// A string is written with single or typographic quotation marks.
    CurlyQuotes "curly-quotes" Error => "println(“hello”);"
        why "Strings are written between straight double quotation marks. Other quotation marks \
            are not part of the language."
        fix "Write `\"` on both sides.";
    /// An entry of a dictionary does not have the form `"key": value`, so CindyJS leaves it out.
    DictEntry "dict-entry" Warning => r#"d = {"a" = 1}; println(d.a);"#
        why "A dictionary is written `{\"key\": value, ..}`, with only a colon between key and \
            value."
        fix "Write a colon between key and value.";
    /// A key of a dictionary is not a string, so CindyJS leaves the entry out.
    DictKey "dict-key" Warning => "d = {a: 1}; println(d.a);"
        why "Keys are strings. A name without quotation marks would be a variable, and CindyJS \
            does not use its value here."
        fix "Put the key into quotation marks.";
    /// A bracket is closed too early.
    EarlyBracket "early-bracket" Error => "x = 5; if(x > 3), println(x));"
        why "A call ends with its `)`: text after it is no longer an argument."
        fix "Delete the `)` in the middle, or move it to the end of the call.";
    /// A string contains an escape sequence of another language.
    Escape "escape" Error | Hint => r#"s = "say \"hi\""; println(s);"#
        why "In a string, a backslash is a character like others. A quotation mark always ends the \
            string."
        fix "Write `unicode(\"22\")` for a quotation mark, `newline` for a line break, `tab` for a \
            tab character, and join them with `+`.";
    /// The text after `.` is not the name of a field.
    FieldName "field-name" Error => r#"println("a" . "b");"#
        why "`.` reads a field by its name, as in `p.x`."
        fix "Write the name of a field; use `_` for elements and `+` to join strings.";
    /// A comment is written as in another language.
    ForeignComment "foreign-comment" Error => "# a = 3;\nprintln(2);"
        why "A comment begins with `//`, or is written between `/*` and `*/`. `#` is the running \
            variable."
        fix "Write `//`.";
    /// A control structure is written as in another language.
    ForeignControl "foreign-control" Error => "a = true; if(a) 1 else 2;"
        why "`if`, `while` and the loops are functions: condition and body are their arguments."
        fix "Write `if(condition, then, otherwise)`, `while(condition, body)`, `repeat(n, k, \
            body)` or `forall(list, x, body)`.";
    /// A function is defined as in another language.
    ForeignDefinition "foreign-definition" Error | Warning => "f(x) => x^2;"
        why "A definition has a name, parameters in parentheses, `:=`, and an expression that \
            gives the value."
        fix "Write `f(x) := ...`. Put several statements into parentheses, separated by \
            semicolons; the last one gives the value.";
    /// A list is indexed with brackets.
    ForeignIndex "foreign-index" Error => "m = [[1, 2], [3, 4]]; println(m[1][2]);"
        why "A value with brackets after it is read as a call. `_` takes an element of a list; the \
            first is 1."
        fix "Write `m_1_2`, and parentheses around an index that is computed: `l_(k + 1)`.";
    /// A name contains a character that is not allowed.
    ForeignName "foreign-name" Error | Warning => "2x = 3;"
        why "A name begins with a letter and consists of letters, digits and `'`. `_` takes an \
            element of a list, and `2x` is not a product."
        fix "Choose a name of letters and digits, such as `myRadius`; write `*` between factors.";
    /// A number is written as in another language.
    ForeignNumber "foreign-number" Error => "a = 0x1F;"
        why "Numbers are decimal: digits, a decimal point, and an exponent as in `1.5e-3`."
        fix "Write the number in decimal.";
    /// An operator of another language is used.
    ForeignOperator "foreign-operator" Error | Warning | Hint => "x = 3; inside = x > 1 && x < 4; println(inside);"
        why "CindyScript does not have this operator."
        fix "Write `&` for and, `%` for or, `!` for not, `a = a + 1` for `a += 1`, `mod(a, b)` for \
            a remainder.";
    /// A power is written between the name of a function and its arguments.
    ForeignPower "foreign-power" Error => "x = 0.5; println(sin^2(x));"
        why "The arguments of a function come directly after its name. With a power in between, \
            the name is a variable."
        fix "Write the power after the call: `sin(x)^2`.";
    /// A bracket is closed by a bracket of another kind.
    MismatchedBrackets "mismatched-brackets" Error => "a = [1, 2); println(a);"
        why "Each bracket is closed by its own kind: `(` by `)`, `[` by `]`, `{` by `}`."
        fix "Replace the wrong one, or close the inner bracket first.";
    /// An operator lacks a value.
    MissingOperand "missing-operand" Error => "a = 3 +;"
        why "An operator between two values needs both. A sign such as `-` or `°` needs one value."
        fix "Write the value, or delete the operator.";
    /// Two values follow one another without an operator.
    MissingOperator "missing-operator" Error => "a = 1; b = (a) (a);"
        why "Two values side by side are not a product. An operator, a comma or a semicolon \
            belongs between them."
        fix "Write `*` to multiply, `,` between elements or arguments, `;` between statements.";
    /// A semicolon is missing between two statements.
    MissingSemicolon "missing-semicolon" Error => "a = 1\nb = [1, 2];"
        why "The end of a line does not end a statement: the next line continues it."
        fix "Write `;` at the end of the statement.";
    /// The left side of `->` is not a name.
    ModifierName "modifier-name" Error => r#"draw([0, 0], "color" -> [1, 0, 0]);"#
        why "A modifier is a name without quotation marks, followed by `->`."
        fix "Write the name without quotation marks: `color -> [1, 0, 0]`.";
    /// `->` is used outside of the arguments of a call.
    ModifierOutsideCall "modifier-outside-call" Error => "x -> 2;"
        why "`->` passes a modifier to the call in whose parentheses it is written."
        fix "Move it into a call, or write `=` to set a variable.";
    /// A modifier has no value.
    ModifierValue "modifier-value" Error => "draw([0, 0], size -> );"
        why "`->` needs a value after it."
        fix "Write the value after the arrow, or delete the modifier.";
    /// An operator follows superscript digits, where it is not possible.
    OperatorAfterSuperscript "operator-after-superscript" Error => "x = 2; a = x²^3;"
        why "`x²` is a power. An operator that binds tighter than a power cannot follow it."
        fix "Put the power into parentheses: `(x²)^3`.";
    /// A parameter of a definition is not a name.
    ParameterName "parameter-name" Error => "f(1, y) := y;"
        why "The parentheses of a definition contain only the names of the parameters."
        fix "Give the parameter a name, and use the value in the body.";
    /// A sign follows an operator without parentheses.
    SignAfterOperator "sign-after-operator" Error => "a = 2*-1;"
        why "After an operator such as `*`, a value with a sign needs parentheses: a sign binds \
            only as tightly as `+` and `-`."
        fix "Put the number with its sign into parentheses: `2*(-1)`.";
    /// A statement is nested too deeply.
    TooDeep "too-deep" Error
        case "Three hundred opened parentheses, one inside the other: `((((` and so on."
        why "A statement may have at most 256 brackets inside each other, and 512 operations."
        fix "Compute parts first, and store them in variables.";
    /// A bracket is never closed.
    UnclosedBracket "unclosed-bracket" Error => "a = (1 + 2;"
        why "Without the closing bracket, all the text after the opening one belongs to it."
        fix "Close the bracket where its content ends.";
    /// A character is not part of the language.
    UnknownCharacter "unknown-character" Error => "a = 1 @ 2;"
        why "The character does not belong to any name, number or operator."
        fix "Delete it, put it into a string, or write the operator that CindyScript has: `*` for `@`.";
    /// A bracket closes nothing: none is open.
    UnopenedBracket "unopened-bracket" Error => "a = 1 + 2);"
        why "No bracket of its kind is open here."
        fix "Delete it, or write the opening bracket where its content begins.";
    /// A comment is never closed.
    UnterminatedComment "unterminated-comment" Error => "a = 3 /* three;"
        why "A comment that begins with `/*` ends with `*/`. Comments nest, so each `/*` needs its \
            own `*/`."
        fix "Write `*/` where the comment ends.";
    /// A string is never closed.
    UnterminatedString "unterminated-string" Error => r#"a = "text;"#
        why "A string ends at the next quotation mark, even if that is in another line."
        fix "Write the quotation mark where the string ends.";

    // The page and its files.

    /// The settings of an applet are not written out in the call `CindyJS({...})`.
    ArgumentNotConstant "argument-not-constant" Warning
        => r#"<div id="CSCanvas"></div><script>CindyJS(settings());</script>"#
        why "The editor reads settings from the text of the page: it does not know settings that \
            JavaScript computes. The published page has them."
        fix "Write the object with the settings into the call: `CindyJS({...})`.";
    /// `<base href>` redirects the relative addresses of the page.
    BaseAddress "base-address" Warning
        => r#"<base href="https://example.org/"><script>CindyJS({});</script>"#
        why "`<base href>` changes the meaning of each relative address. The preview and the \
            export look for files beside the page."
        fix "Delete the element, and write the addresses relative to the page.";
    /// A file cannot be read.
    CannotRead "cannot-read" Error
        case "`cindyscript-server check nothere.html`, if this file does not exist."
        why "The file does not exist, is a folder, is larger than 16 MiB, or you have no \
            permission to read it. Or its name has another ending than a page (`.html`, `.htm`, \
            `.xhtml`) or a script (`.cindyscript`, `.cjs`, `.txt`)."
        fix "Check the path, the ending and the permissions. Split a large page: move images and data into \
            files beside it.";
    /// Two script elements have the same id.
    DuplicateScript "duplicate-script" Error
        => r#"<script type="text/x-cindyscript" id="csdraw">a = 1;</script>
            <script type="text/x-cindyscript" id="csdraw">a = 2;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "An id belongs to one element of a page: a search for the id finds only the first \
            one."
        fix "Give each script its own id, or join the two scripts.";
    /// A script element loads its text from another file.
    ExternalScript "external-script" Warning
        => r#"<script type="text/x-cindyscript" id="csdraw" src="a.cindyscript"></script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "CindyJS reads the text inside the script element. It does not load the file that \
            `src` names."
        fix "Put the text into the element, or name the file in the `import` setting.";
    /// A preview in a browser does not run a handler of the page.
    HandlerNotRun "handler-not-run" Hint | Warning
        => r#"<button onclick="cdy.evokeCS(code())">Go</button><canvas id="c"></canvas>
            <script>var cdy = CindyJS({ports: [{id: "c"}]});</script>"#
        why "Installed on a computer, the preview runs the JavaScript of the page. In a browser, and in \
            a page exported with `--player`, it knows only simple handlers: `evokeCS` or `evalcs` of \
            strings, `this.value`, `this.checked`, `play`, `pause` and `stop`."
        fix "No change is needed for the published page. For a preview in a browser, call a function of \
            the scripts: `onclick=\"cdy.evokeCS('go()')\"`.";
    /// Libraries import one another in a circle.
    ImportCycle "import-cycle" Warning
        case "`a.cjs` says `import(\"b\");`, and `b.cjs` says `import(\"a\");`."
        why "A library runs where it is imported. If it imports itself, directly or through \
            others, this never ends."
        fix "Remove one of the imports, or move the code that both need into a third library.";
    /// The JavaScript of the page has a syntax error.
    JavaScriptSyntax "javascript-syntax" Error | Warning
        => "<script>CindyJS({scripts: );</script>"
        why "A browser does not run a script element with a syntax error, so `CindyJS` is never \
            called."
        fix "Correct the JavaScript at this position.";
    /// A canvas is larger than the maximum size.
    LargeCanvas "large-canvas" Warning
        => r#"<div id="CSCanvas"></div>
            <script>CindyJS({ports: [{id: "CSCanvas", width: 100000, height: 10}]});</script>"#
        why "Browsers do not show canvases of this size, and each pixel takes memory and time."
        fix "Give the port a size that fits on a screen.";
    /// The id of a port is not the id of an element of the page.
    MissingCanvas "missing-canvas" Warning | Hint
        => r#"<script>CindyJS({ports: [{id: "canvas"}]});</script>"#
        why "The port draws into the element with this id, and the page has no such element."
        fix "Add a `div` with this id, or write the id of an existing element.";
    /// An image or video file does not exist.
    MissingImage "missing-image" Warning
        case "`CindyJS({images: {cat: \"cat.png\"}})`, if there is no `cat.png` beside the page."
        why "CindyJS looks for the file beside the page, and it is not there."
        fix "Check the path, which is relative to the page, and capital and small letters.";
    /// A library cannot be read.
    MissingLibrary "missing-library" Warning
        case "`import(\"lib\");`, if there is no `lib.cjs` beside the script."
        why "CindyJS looks for the library beside the page, and cannot read it there."
        fix "Check the path, which is relative to the page, and capital and small letters.";
    /// A file is not UTF-8.
    NotUtf8 "not-utf-8" Error
        case "A page that was saved as Latin-1: there `ö` is the single byte F6."
        why "Files are read as UTF-8, and these bytes are not a character in UTF-8."
        fix "Save the file as UTF-8 in the editor.";
    /// A setting names a script element that the page does not have.
    MissingScript "missing-script" Error => r#"<script>CindyJS({drawscript: "paint"});</script>"#
        why "The event runs the script element with this id, and the page has no such element."
        fix "Add the script element, or write the id of an existing one.";
    /// The page contains neither a script nor a call of `CindyJS`.
    NoApplet "no-applet" Hint => "<p>Text</p>"
        why "The preview has nothing to show."
        fix "Add a script element of type `text/x-cindyscript` and a call of `CindyJS`, or start \
            from a new applet.";
    /// The page has scripts, but does not call `CindyJS`.
    NoCall "no-cindyjs-call" Warning
        => r#"<script type="text/x-cindyscript" id="csdraw">a = 1;</script>"#
        why "For the browser, the scripts are only text. `CindyJS({...})` reads and runs them."
        fix "Add `CindyJS({scripts: \"cs*\", ports: [...]})` after the scripts.";
    /// An applet has more than one port.
    SecondPort "second-port" Warning
        => r#"<div id="a"></div><div id="b"></div>
            <script>CindyJS({ports: [{id: "a"}, {id: "b"}]});</script>"#
        why "CindyJS draws only into the first port. The elements of the others stay empty."
        fix "Call `CindyJS` once for each canvas, or draw both pictures side by side into one.";
    /// A page calls `CindyJS` without loading it.
    NotLoaded "not-loaded" Warning
        => r#"<!DOCTYPE html><canvas id="c"></canvas><script>CindyJS({ports: [{id: "c"}]});</script>"#
        why "The browser does not find the function `CindyJS`, and the page stays empty. The \
            preview has its own."
        fix "Load it before the call: \
            `<script src=\"https://cindyjs.org/dist/latest/Cindy.js\"></script>`.";
    /// A tick script never runs because the animation is not started.
    NeverTicks "never-ticks" Warning
        => r#"<script type="text/x-cindyscript" id="cstick">a = 1;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "The tick script runs while the animation plays, and at first the animation is \
            stopped."
        fix "Set `autoplay: true`, show the buttons of the animation with `animcontrols: true`, or \
            call `playanimation()`.";
    /// The value of a setting is known only when the page runs.
    SettingNotConstant "setting-not-constant" Hint | Warning
        => "<script>CindyJS({ports: f()});</script>"
        why "The preview reads settings from the text of the page: it does not know values that \
            JavaScript computes. It ignores this setting."
        fix "Write the value itself if the preview needs it.";
    /// The value of a setting has the wrong form.
    SettingWrongShape "setting-wrong-shape" Warning | Error
        => "<script>CindyJS({scripts: 3});</script>"
        why "CindyJS needs this setting in another form. It ignores the value or fails."
        fix "Write it in the form that the message names.";
    /// A script is not bound to an event.
    UnboundScript "unbound-script" Warning
        => r#"<script type="text/x-cindyscript">a = 1;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "An event runs a script. The id of the script names the event, as in `csdraw`, or a \
            setting names the script."
        fix "Give the script an id that ends with the name of an event, or name it in a setting \
            such as `drawscript`.";
    /// A script element is never closed.
    UnclosedScript "unclosed-script" Error
        => r#"<script>CindyJS({scripts: "cs*"});</script>
            <script type="text/x-cindyscript" id="csdraw">a = 1;"#
        why "Without `</script>`, the rest of the page belongs to the script."
        fix "Write `</script>` where the script ends.";
    /// A script is named after an event that does not exist.
    UnknownEvent "unknown-event" Warning | Error
        => r#"<script type="text/x-cindyscript" id="csdrawing">a = 1;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#
        why "With `scripts: \"cs*\"`, the id of a script is `cs` and the name of an event. There \
            is no event with this name."
        fix "Use the name of an event: `csinit`, `csdraw`, `csmove`, `cstick`, `csmousedown`, \
            `cskeydown`, and so on.";
    /// The name of a plugin is misspelt.
    UnknownPlugin "unknown-plugin" Warning => r#"<script>CindyJS({use: ["CindyGl"]});</script>"#
        why "CindyJS loads a plugin only by its exact name, and ignores other names."
        fix "Write the name as CindyJS does: `\"CindyGL\"`, `\"Cindy3D\"`.";
    /// A setting does not exist in CindyJS.
    UnknownSetting "unknown-setting" Warning | Hint
        => "<script>CindyJS({animtion: {autoplay: true}});</script>"
        why "CindyJS ignores settings that it does not know, including misspelt ones."
        fix "Correct the name, or delete the setting.";

    // The construction.

    /// An element has more or fewer arguments than its type takes.
    ArgumentCount "argument-count" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "a", type: "Join", args: ["A"]}]});</script>"#
        why "Each type of element has a fixed number of arguments. With another number, CindyJS \
            drops the element or ignores some."
        fix "List as many elements in `args` as the type takes.";
    /// An argument of an element has the wrong kind.
    ArgumentKind "argument-kind" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]}, {name: "B", type: "Free", pos: [3, 2]},
        {name: "P", type: "Meet", args: ["A", "B"]}]});</script>"#
        why "Each type of element needs arguments of certain kinds: `Meet` two lines, `Join` two \
            points."
        fix "Use arguments of these kinds, or choose another type of element.";
    /// Two elements have the same name.
    DuplicateElement "duplicate-element" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "A", type: "Free", pos: [3, 2]}]});</script>"#
        why "Scripts find elements by their names, so one of the two cannot be reached."
        fix "Give each element its own name.";
    /// An argument of an element does not exist, or is defined later.
    MissingElement "missing-element" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "a", type: "Join", args: ["A", "B"]}]});</script>"#
        why "Elements are computed in order, each from the elements before it. CindyJS drops an \
            element with a missing argument."
        fix "Correct the name, or define the other element first.";
    /// An element has a type that CindyJS does not know.
    UnknownElementType "unknown-element-type" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Fre", pos: [1, 2]}]});</script>"#
        why "CindyJS drops elements with an unknown type."
        fix "Correct the type.";

    // Names and calls.

    /// Arguments are in the wrong order, or a position is incomplete.
    ArgumentOrder "argument-order" Warning | Error => "drawcircle(1, [0, 0]);"
        why "These arguments fit in a different order."
        fix "Exchange them. Write a position as a list of its coordinates.";
    /// A semicolon is used instead of a comma.
    ArgumentSeparator "argument-separator" Warning => "m = [1, 2; 3, 4];"
        why "A semicolon separates statements: the value before it is not used."
        fix "Write a comma.";
    /// An assignment is used instead of a modifier.
    AssignedModifier "assigned-modifier" Warning => "draw([0, 0], size = 20);"
        why "In a call, `=` sets a variable, and passes its value as one more argument."
        fix "Write `->` for a modifier: `size -> 20`.";
    /// A predefined name is overwritten.
    ConstantAssigned "constant-assigned" Hint => "pi = 3;"
        why "From this assignment on, the name has the new value everywhere in the applet."
        fix "Choose another name.";
    /// An argument is empty.
    EmptyPlace "empty-place" Warning | Hint => "println(apply([1, 2], , #));"
        why "An empty argument between two commas has the undefined value."
        fix "Write the value, or delete a comma.";
    /// A modifier is written as in another language.
    ForeignModifier "foreign-modifier" Error => "draw([0, 0], size:20);"
        why "A modifier is written with `->`. In CindyScript, `:` reads the data of an element, \
            and `=` assigns."
        fix "Write `->`.";
    /// `regional` removes the value that a variable has just been given.
    LateRegional "late-regional" Warning => "f(x) := (t = 2*x; regional(t); t); println(f(2));"
        why "`regional` makes a new variable, which has no value. The assignment before it has set \
            the global variable."
        fix "Write `regional` before the first assignment.";
    /// A recursive function overwrites a global variable that it still needs.
    LeakingVariable "leaking-variable" Hint
        => "tree(n) := (k = n; if(n > 0, tree(n - 1)); println(k)); tree(3);"
        why "Variables are global unless `regional` declares them. The inner call overwrites the \
            value of the outer call."
        fix "Begin the function with `regional(k);`.";
    /// The value of a modifier has the wrong kind.
    ModifierType "modifier-type" Hint | Warning => r#"draw([0, 0], size -> "big");"#
        why "With a value of another kind, the modifier has no effect, or a different one."
        fix "Give the modifier a value of the kind that the message names."
        replaced AtTheSame [ArgumentSeparator];
    /// An argument that must be a name is another expression.
    NotAName "not-a-name" Error | Warning => "max(0, 1, 2);"
        why "In this form of the call, the argument is the name of the running variable."
        fix "Write a name there, or put the values into one list: `max([0, 1, 2])`.";
    /// The preview lacks a feature of CindyJS.
    NotAvailable "not-available" Hint | Warning | Information => "playtone(60);"
        why "The preview does not have this feature, for example MIDI or virtual reality. The published page \
            has it."
        fix "No change is needed for the published page. The preview continues without it.";
    /// A definition of a function replaces an earlier one.
    SameFunction "same-function" Warning | Hint => "f(t) := t^2; F(t) := t^3/3; a = f(2);"
        why "Functions with the same name and the same number of parameters are one function. \
            Capital and small letters are the same here. The later definition replaces the earlier \
            one."
        fix "Rename one of the two. Capital letters alone do not make a difference.";
    /// Two words are read as one name.
    SpacedName "spaced-name" Warning => "let a = 3; println(a);"
        why "Names may contain spaces: `let a` is the name `leta`."
        fix "Write the missing operator, or delete one of the words.";
    /// Two numbers are read as one.
    SpacedNumber "spaced-number" Warning => "a = [1 1];"
        why "Numbers may contain spaces: `1 1` is eleven."
        fix "Write a comma or an operator between two numbers.";
    /// A function is called that does not exist.
    UndefinedFunction "undefined-function" Error | Hint => "a = sqr(2);"
        why "The function is not defined by a script, by the language, or by a plugin of the \
            page."
        fix "Correct the name, or define the function: `f(x) := ...`.";
    /// A variable is never given a value.
    UndefinedName "undefined-name" Warning | Hint => "radius = 2; a = radus + 1; println(a + radius);"
        why "A variable that is never set is undefined, and so is every result computed from it. \
            CindyJS gives no message."
        fix "Correct the name, or give the variable a value first.";
    /// An image with this name does not exist.
    UnknownImage "unknown-image" Warning => r#"drawimage([0, 0], "cat");"#
        why "An image has the name that the page's `images` or `createimage` gives it."
        fix "Correct the name, add it to `images`, or create it with `createimage`.";
    /// A function does not have this modifier.
    UnknownModifier "unknown-modifier" Warning | Hint => "draw([0, 0], Size -> 5);"
        why "CindyJS ignores modifiers that the function does not have. In their names, capital \
            and small letters differ."
        fix "Correct the name, or delete the modifier.";
    /// A function is called with the wrong number of arguments.
    WrongArity "wrong-arity" Error | Warning => "drawcircle(0, 0, 1);"
        why "Functions with the same name and different numbers of parameters are different \
            functions. No function of this name has as many parameters."
        fix "Call it with as many arguments as the message names.";

    // Values.

    /// An assignment is used instead of a comparison.
    AssignedCondition "assigned-condition" Warning => "n = 1; if(n = 1, println(n));"
        why "`=` assigns the value to the variable. The result is neither true nor false."
        fix "Write `==` to compare.";
    /// The result of a comparison is compared again.
    ChainedComparison "chained-comparison" Warning => "a = 1; println(0 < a < 1);"
        why "The first comparison gives true or false, which is neither larger nor smaller than a \
            number. The result is undefined."
        fix "Write both with `&`: `0 < a & a < 1`."
        replaced Inside [SpacedName];
    /// A definition with `:=` uses the variable that it defines.
    CodeOfItself "code-of-itself" Warning => "n = 1; n := n + 1;"
        why "`:=` stores an expression, which is evaluated whenever the variable is read. This one \
            evaluates itself without end."
        fix "Write `=` to compute the value now.";
    /// A component of a colour is outside of 0 to 1.
    ColourRange "colour-range" Warning | Hint => "colorplot(hue(360*|#|));"
        why "The components of a colour are numbers from 0 to 1; other values are cut off. `hue` \
            runs through all colours from 0 to 1."
        fix "Divide by the largest value: `[255, 128, 0]/255`. Do not multiply the argument of \
            `hue` by 360.";
    /// A computed number is compared with a decimal fraction.
    ExactComparison "exact-comparison" Hint => "println(0.1 + 0.2 == 0.3);"
        why "Most decimal fractions are rounded to binary numbers. So a computed number often \
            differs from the written one in the last digit."
        fix "Write `~=`, which ignores such differences.";
    /// A number is divided by zero.
    DivisionByZero "division-by-zero" Hint => "a = 1/0;"
        why "The result is not a number, and neither is anything computed from it."
        fix "Divide by another number, or test the divisor first with `if`.";
    /// A range ends before it begins.
    EmptyRange "empty-range" Warning => "forall(10..1, k, println(k));"
        why "A range counts upwards in steps of one. If the second number is smaller than the \
            first, the range is empty."
        fix "Write the smaller number first, and `reverse(1..10)` to count down.";
    /// A function always calls itself.
    EndlessRecursion "endless-recursion" Warning => "f(n) := n*f(n - 1); println(f(3));"
        why "No call ever returns. CindyJS ends the script with an error."
        fix "Test with `if` whether to continue: `f(n) := if(n > 1, n*f(n - 1), 1)`.";
    /// The body of a loop does not change its condition.
    EndlessLoop "endless-loop" Warning => "n = 10; while(n > 0, println(n));"
        why "The condition stays true, so the loop never ends. The preview stops it after a few \
            seconds."
        fix "In the body, change a variable of the condition, or count with `repeat`."
        replaced AtTheSame [AssignedCondition, NotACondition];
    /// The imaginary unit `i` is used instead of a counter.
    ImaginaryUnit "imaginary-unit" Warning => "repeat(3, println(i));"
        why "If no value is assigned to `i`, it is the imaginary unit, whose square is -1. A loop \
            without a named variable counts with `#`."
        fix "Name the counter: `repeat(3, i, println(i))`.";
    /// A list has no element with this index.
    IndexOutOfRange "index-out-of-range" Error | Warning | Hint => "l = [1, 2, 3]; a = l_4;"
        why "The first element has the index 1, and the last one -1. There is no element with this \
            index, so the value is undefined."
        fix "Use an index from 1 to the length of the list.";
    /// Numbers are joined to a string one by one instead of being added.
    JoinedNumbers "joined-numbers" Hint => r#"println("sum: " + 3 + 4);"#
        why "`+` is evaluated from left to right. A string plus a number is a longer string, and \
            the next number is joined to it, too."
        fix "Put the sum into parentheses: `\"sum: \" + (3 + 4)`.";
    /// `length` is used instead of the absolute value of a vector.
    LengthOfVector "length-of-vector" Hint => "colorplot(length(#) - 1);"
        why "`length` is the number of elements, which is always 2 or 3 for a point. The absolute \
            value is the distance to the origin."
        fix "Write `|p|`.";
    /// An image that a colorplot paints and reads again is created in every frame.
    LostFeedback "lost-feedback" Warning
        => r#"createimage("a", 9, 9); colorplot("a", 0.9*imagergb("a", #)); drawimage([0, 0], "a");"#
        why "`createimage` makes an empty image. In a script that runs in every frame, it deletes \
            the picture that the colorplot reads."
        fix "Create the image in the init script.";
    /// A value is nested deeper in each run, so its type never becomes stable.
    NeverSettles "never-settles" Hint | Warning | Error
        => "// %% draw\nl = [l];\n// %% init\nl = [];"
        why "Each run puts the old value into the new one. The list becomes deeper without end, \
            and no type describes it."
        fix "Begin each run with a new value, or keep the parts in a flat list.";
    /// An assignment, or the key of `sort`, has no effect.
    NoEffect "no-effect" Warning => "l = [1, 2]; l_3 = 5; println(l);"
        why "An assignment to an element replaces an existing element, and adds none. `p.x = 5` \
            does not set a coordinate of a list. A point that depends on others stays where they \
            put it. `sort` with the same key for all elements keeps their order."
        fix "Write `l = append(l, 5)` to add an element, `p_1 = 5` to set the first one, and \
            `reverse(sort(l))` to begin with the largest.";
    /// An operation is not defined for the types of its operands.
    NoSignature "no-signature" Warning | Error | Hint => "a = sqrt([1, 2]);"
        why "The operation is defined only for other kinds of values, and has the undefined value \
            for these."
        fix "Convert the operands, or use an operation that fits them."
        replaced AtTheSame [ArgumentSeparator];
    /// A value does not have this field.
    NoSuchField "no-such-field" Hint | Warning | Error => r#"s = "hello"; println(s.length);"#
        why "Each field belongs to certain values only: `x` to points and lists of numbers. For \
            other values, the result is undefined."
        fix "Correct the field, or use a function such as `length(s)`.";
    /// A condition is neither true nor false.
    NotACondition "not-a-condition" Hint | Warning | Error => r#"if("yes", println(1));"#
        why "A condition is true or false. With a number, a string or a list, `if` does nothing."
        fix "Write a comparison, such as `n > 0`."
        replaced AtTheSame [AssignedCondition];
    /// A value is used as a list, but is not a list.
    NotAList "not-a-list" Hint | Warning | Error => "n = 5; println(n_1);"
        why "Only lists, strings and dictionaries have elements."
        fix "Take the element of the right list, or make the value a list.";
    /// A corner of a colorplot is not a point.
    NotAPoint "not-a-point" Warning
        => r#"corner = 0; createimage("a", 10, 10); colorplot(corner, [1, 0], "a", |#|);"#
        why "A colorplot paints a rectangle, given by two corners, which are points."
        fix "Give a list of two coordinates, or a point of the construction.";
    /// The left side of an assignment is not a variable.
    NotAssignable "not-assignable" Warning | Hint => "f(a) = a^2; println(f(2));"
        why "The left side of `=` is a variable, an element, a field, or a list of these."
        fix "Write `:=` to define a function, `==` to compare."
        replaced AtTheSame [ForeignName, UndefinedFunction];
    /// `cgleval` has wrong arguments, or calls a value that `cgllazy` has not made.
    NotCode "not-code" Warning | Error => "f = cgllazy((x, y), x*y); a = cgleval(f, 1);"
        why "`cgleval` calls a function that `cgllazy` has made, and needs a value for each of its \
            parameters."
        fix "Pass such a function, and all of its arguments.";
    /// A value that cannot be drawn is passed to a drawing function.
    NotDrawable "not-drawable" Warning => r#"plot("x^2");"#
        why "The function draws points, lines, shapes, or the graph of an expression. For other \
            values it draws nothing."
        fix "Pass a value of the kind that the message names."
        replaced AtTheSame [ArgumentSeparator];
    /// An angle is probably meant in degrees.
    Radians "radians" Hint | Warning => "println(sin(90));"
        why "Angles are in radians: a full turn is `2*pi`."
        fix "Write `°` after the number: `sin(90°)`.";
    /// A counter is set to its first value in every frame.
    ResetCounter "reset-counter" Hint => "n = 0; n = n + 1; drawtext([0, 0], n);"
        why "The draw script runs in every frame, so the counter always begins again."
        fix "Set the first value in the init script.";
    /// An index takes two rows of a matrix instead of one element.
    RowsTaken "rows-taken" Hint => "m = [[1, 2], [3, 4]]; println(m_(1, 2));"
        why "`_` with a list of indices takes several elements. The elements of a matrix are its \
            rows."
        fix "Write `m_1_2` for the second element of the first row.";
    /// Values of different kinds are compared.
    UnlikeComparison "unlike-comparison" Warning => r#"a = 5; if(a == "5", println(1));"#
        why "Values of different kinds are never equal, so the comparison always gives the same \
            answer."
        fix "Convert one of them: `text(a)`, `parse(s)`.";
    /// A comparison is used instead of an assignment.
    UnusedComparison "unused-comparison" Warning => "a = 2; a == 3; println(a);"
        why "A comparison changes nothing, and its result is not used."
        fix "Write `=` to set the variable, or delete the statement."
        replaced Around [WrongArity];
    /// A function is never called.
    UnusedFunction "unused-function" Hint => "f(x) := x^2; draw([1, 0]);"
        why "The function is defined, but never runs."
        fix "Call the function, or delete it.";
    /// A value is computed but not used.
    UnusedValue "unused-value" Warning => "x = 3; x + 1; println(x);"
        why "Only the value of the last statement is returned. The value of this one is not used."
        fix "Assign it, draw it, print it, or delete it.";
    /// A variable is never read.
    UnusedVariable "unused-variable" Hint => "radius = 2; draw([1, 0]);"
        why "The variable is set, but no other code uses its value."
        fix "Use the variable, or delete it.";

    // Colorplots.

    /// The shader is compiled again whenever the type of a value changes.
    Drift "drift" Hint => r#"a = parse("1"); colorplot(#.x*a + a);"#
        why "The types of a shader are fixed when it is compiled. If the type of a value changes, \
            the shader is compiled again, and the picture stops meanwhile."
        fix "Give the variable a first value of its later type, or convert it."
        replaced AtTheSame [UndefinedFunction, WrongArity, NotAvailable];
    /// An `if` without a third argument gives no colour at some pixels.
    MissingElse "missing-else" Warning => "colorplot(if(|#| < 1, 1));"
        why "At pixels for which the condition is false, there is no colour to paint."
        fix "Write the colour of the other pixels as a third argument of `if`.";
    /// A misspelt name is taken for the pixel.
    MistypedPixel "mistyped-pixel" Error => "time = 3;
        steps(z) := (n = 0; while(|z| < 2 & n < 30, z = z^2; n = n + 1); n);
        colorplot(if(tiem < steps(z), 1, 0));"
        why "In a colorplot, a name without a value stands for the pixel. So a misspelt name is \
            not undefined here."
        fix "Correct the name.";
    /// A colorplot contains another colorplot.
    NestedColorplot "nested-colorplot" Error => "colorplot(colorplot(|#|));"
        why "A colorplot paints a picture. It has no value that another colorplot could paint."
        fix "First paint the inner one into an image, and read that with `imagergb`.";
    /// A colorplot is in a function that is never called.
    NeverRuns "never-runs" Hint => "f() := colorplot(|#|);"
        why "Without a call, the function does not run, and the colorplot paints nothing."
        fix "Call the function in the draw script.";
    /// In a colorplot, a variable has values without a common type.
    NoCommonType "no-common-type" Warning | Error => "colorplot(if(|#| < 1, 1, [1, 0, 0]));"
        why "Each variable of a shader has one type. No type contains both a number and a list, or \
            lists of different lengths."
        fix "Make the values alike, for example grey as `[g, g, g]`, or use two variables.";
    /// A variable is read before it is assigned.
    NoValueYet "no-value-yet" Error | Warning
        => "colorplot(repeat(5, k, s = s*sin(k*|#|)); s);"
        why "Each pixel starts without values: those from outside or from other pixels are not \
            available."
        fix "Assign a first value at the beginning of the colorplot.";
    /// The value of a colorplot is not a colour.
    NotAColour "not-a-colour" Error | Hint => "colorplot(z^2);"
        why "A colour is a number from 0 to 1 for grey, or a list of three or four such numbers: \
            red, green, blue, opacity."
        fix "Compute a number or such a list from it: `|z|`, `re(z)`, `hue(arg)`, `[r, g, b]`.";
    /// An operation is not available on the GPU, so the CPU paints the colorplot.
    NotOnGpu "not-on-gpu" Warning | Error | Hint => "colorplot(tokenize([#.x, 1], 2));"
        why "Shaders have numbers, truth values and lists of fixed lengths. Other values need the \
            CPU, which computes one pixel after the other and is slow."
        fix "Compute the value before the colorplot if it does not depend on the pixel, or write \
            it with numbers."
        replaced AtTheSame [UndefinedFunction, WrongArity, NotAvailable, NoSignature, NotACondition];
    /// A colorplot has the same colour at all pixels.
    OneColour "one-colour" Warning => "a = 1; b = 2; colorplot(hue(a + b), [-1, -1], [1, 1]);"
        why "The expression does not depend on the pixel."
        fix "Use `#`, with its coordinates `#.x` and `#.y`, or fill the area with `fillpoly`."
        replaced Inside [];
    /// An assignment in a colorplot is not visible outside of it, or at the next pixel.
    OwnCopy "own-copy" Warning
        => "colorplot(n = floor(|#|); n/10); drawtext([0, 0], n);"
        why "Each pixel has its own variables, and all pixels are computed at the same time. So \
            there is no single final value."
        fix "If other code needs the value, compute it outside of the colorplot.";
    /// A function that a colorplot uses calls itself.
    Recursion "recursion" Warning | Error
        => "fac(n) := if(n < 2, 1, n*fac(n - 1)); colorplot(fac(|#|));"
        why "A function of a shader cannot call itself. The CPU paints the colorplot, which is \
            slow."
        fix "Write it as a loop: `repeat` or `while`.";
    /// A time in a colorplot counts from 1970, which needs more digits than a GPU has.
    TimeSince1970 "time-since-1970" Warning | Hint => "colorplot(|#| - seconds());"
        why "A GPU number has about seven digits, and the seconds since 1970 need more. The \
            picture would move in jerks."
        fix "Count from the start: `resetclock()` in the init script and `seconds()` in the \
            colorplot.";

    // What was seen when the applet ran.

    /// Single precision is not enough for a colorplot.
    LostDigits "lost-digits" Hint
        case "The preview has compared some pixels of `colorplot(gray((#.x + 1000000) - \
            1000000));` with results of 64 bits."
        why "The GPU has about seven digits. Differences of nearly equal numbers, large numbers \
            and long loops lose them. The published page shows blocks or noise. The preview uses \
            double precision there, which is slower."
        fix "Use coordinates relative to a nearby point, and rewrite differences of nearly equal \
            numbers.";
    /// A value that may be complex was always real.
    NeverComplex "never-complex" Hint
        case "`colorplot(#.x + sqrt(s));`, if `s` was never negative in the preview."
        why "The script allows a complex value here, and complex numbers cost time at each pixel. \
            In the preview the value was always real."
        fix "Take the real part, `re(..)`, or write `sqrt(|..|)`.";
    /// A problem occurred while the applet ran.
    AtRunTime "at-run-time" Error | Warning
        case "`import(file);`, if there is no library with the name in `file`."
        why "Some problems appear only when the applet runs: missing files, unexpected values, \
            limits of the GPU."
        fix "The message says what to do. Hovers show the values that occurred in the preview.";
    /// While the applet ran, a value had another type than in the script.
    ObservedType "observed-type" Warning
        case "`whole = 1; colorplot(|#| + whole);` in a page whose JavaScript sets `whole` to 0.5."
        why "In the preview, the value had a type that the script does not give it. Usually \
            JavaScript or a plugin has set it."
        fix "Give the variable a value of that type in a script. Then the type is known before the \
            applet runs.";

    // The published page.

    /// On the CPU a function sees a variable of its caller, but not on the GPU.
    CallersVariable "callers-variable" Hint
        => "g() := t; f(t) := g(); t = 1; a = f(2); colorplot(f(|#|));"
        why "On the CPU, a function sees the variables of its caller. In a shader, it sees only \
            its own and the global ones."
        fix "Pass the value as an argument.";
    /// CindyGL treats a real value as complex.
    ComplexInCindyGL "complex-in-cindygl" Information
        => "colorplot(if(sqrt(|#|) > 1, 1, 0));"
        why "CindyGL treats `sqrt`, `log` and powers as complex, even where they are real. It \
            cannot paint or compare complex numbers."
        fix "Write `re(..)` around it.";
    /// A name is not possible in the shaders of CindyGL.
    NameInCindyGL "name-in-cindygl" Information => "colorplot(int = |#|; int/2);"
        why "CindyGL uses the names of the script in its shader. Words of the shading language and \
            some characters are not allowed there."
        fix "Choose another name of letters and digits.";
    /// CindyGL does not have an operation at pixels.
    NotInCindyGL "not-in-cindygl" Information => "colorplot(product([#.x, #.y])/4);"
        why "The preview has this operation at pixels, but CindyGL does not. The published page \
            paints grey or nothing."
        fix "Use the form that the message names, or compute it outside of the colorplot.";
    /// CindyGL computes something different here.
    OtherwiseInCindyGL "otherwise-in-cindygl" Information => "colorplot(sum(1..3, #*0.1)*#.x);"
        why "CindyGL computes this differently from CindyJS on the CPU, so the published page \
            looks different."
        fix "Write the form that the message names, which means the same to both.";
    /// A second name beside the pixel is undefined in CindyGL.
    SecondCoordinate "second-coordinate" Information => "colorplot(#.x + y);"
        why "CindyGL uses one name for the pixel. Another name without a value is undefined \
            there."
        fix "Use only `#`, as `#.x` and `#.y`, or `x` and `y` together.";
    /// The number of rounds of a loop differs from pixel to pixel.
    VaryingCount "varying-count" Information
        => "colorplot(s = 0; repeat(floor(5*|#|), k, s = s + 0.1); s);"
        why "CindyGL needs the number of rounds when it compiles its shader."
        fix "Repeat as often as the largest number needs, and test in the body with `if`.";
    /// An index differs from pixel to pixel.
    VaryingIndex "varying-index" Information
        => "l = [0.1, 0.5, 1]; colorplot(l_(floor(|#|) + 1));"
        why "CindyGL needs the index when it compiles its shader."
        fix "Search the list with `forall`, or choose with `if`.";

    // All diagnostics.

    /// There are more problems than the editor shows.
    More "more" Warning | Error | Information | Hint
        case "A script with 150 undefined names: the editor shows 100 problems, and that there are \
            50 more."
        why "If there are so many problems, usually one mistake causes most of them."
        fix "Correct the first ones. Then the editor shows the remaining ones.";
}
