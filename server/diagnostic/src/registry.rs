//! The registry of codes: what each means, its name, how bad it is, and an example.

use crate::code::codes;

codes! {
    // Syntax: a script that has one does not run, unless it is a warning.

    /// Something follows `:= _`.
    AfterUndefine "after-undefine" Error => "x := _ + 1;";
    /// Bars have the wrong number of values between them, or stand inside of bars.
    Bars "bars" Error => "println(|1, 2, 3|);";
    /// A call follows `_`, `:` or `.` without parentheses around it.
    CallInIndex "call-in-index" Error => "l = [1, 2]; f(x) := x; a = l_f(1);";
    /// A comma separates values outside of brackets.
    CommaOutsideBrackets "comma-outside-brackets" Error => "a = 1, 2;";
    /// A string stands in quotation marks of a word processor.
    CurlyQuotes "curly-quotes" Error => "println(“hello”);";
    /// An entry of a dictionary is not of the form `"key": value`; CindyJS leaves it out.
    DictEntry "dict-entry" Warning => r#"d = {"a" = 1}; println(d.a);"#;
    /// A key of a dictionary is no string; CindyJS leaves the entry out.
    DictKey "dict-key" Warning => "d = {a: 1}; println(d.a);";
    /// A string has an escape sequence of another language.
    Escape "escape" Error | Hint => r#"s = "say \"hi\""; println(s);"#;
    /// What follows `.` is not the name of a field.
    FieldName "field-name" Error => r#"println("a" . "b");"#;
    /// A comment is written as in another language.
    ForeignComment "foreign-comment" Error => "# a = 3;\nprintln(2);";
    /// A control structure is written as in another language.
    ForeignControl "foreign-control" Error => "a = true; if(a) 1 else 2;";
    /// A function is defined as in another language.
    ForeignDefinition "foreign-definition" Error | Warning => "f(x) => x^2;";
    /// An element of a list is taken with brackets.
    ForeignIndex "foreign-index" Error => "m = [[1, 2], [3, 4]]; println(m[1][2]);";
    /// A name has characters that only names of other languages have.
    ForeignName "foreign-name" Error | Warning => "2x = 3;";
    /// A number is written as in another language.
    ForeignNumber "foreign-number" Error => "a = 0x1F;";
    /// An operator is one of another language.
    ForeignOperator "foreign-operator" Error | Warning => "a = 1 && 2;";
    /// A power stands between the name of a function and its arguments.
    ForeignPower "foreign-power" Error => "x = 0.5; println(sin^2(x));";
    /// A bracket is closed by one of another kind.
    MismatchedBrackets "mismatched-brackets" Error => "a = [1, 2); println(a);";
    /// An operator lacks a value.
    MissingOperand "missing-operand" Error => "a = 3 +;";
    /// Two values follow one another without an operator.
    MissingOperator "missing-operator" Error => "a = 1; b = (a) (a);";
    /// A statement is not separated from the next.
    MissingSemicolon "missing-semicolon" Error => "a = 1\nb = [1, 2];";
    /// The left side of `->` is not a name.
    ModifierName "modifier-name" Error => r#"draw([0, 0], "color" -> [1, 0, 0]);"#;
    /// `->` stands outside of the arguments of a call.
    ModifierOutsideCall "modifier-outside-call" Error => "x -> 2;";
    /// A modifier has no value.
    ModifierValue "modifier-value" Error => "draw([0, 0], size -> );";
    /// An operator follows superscript digits that may not.
    OperatorAfterSuperscript "operator-after-superscript" Error => "x = 2; a = x²^3;";
    /// A parameter of a definition is not a name.
    ParameterName "parameter-name" Error => "f(1, y) := y;";
    /// A sign follows an operator without parentheses.
    SignAfterOperator "sign-after-operator" Error => "a = 2*-1;";
    /// A statement nests deeper than is read.
    TooDeep "too-deep" Error;
    /// A bracket is never closed.
    UnclosedBracket "unclosed-bracket" Error => "a = (1 + 2;";
    /// A character means nothing where it stands.
    UnknownCharacter "unknown-character" Error => "a = 1 @ 2;";
    /// A bracket closes nothing.
    UnopenedBracket "unopened-bracket" Error => "a = 1 + 2);";
    /// A comment is never closed.
    UnterminatedComment "unterminated-comment" Error => "a = 3 /* three;";
    /// A string is never closed.
    UnterminatedString "unterminated-string" Error => r#"a = "text;"#;

    // The page and its files.

    /// The settings of an applet are not an object literal.
    ArgumentNotConstant "argument-not-constant" Warning
        => r#"<div id="CSCanvas"></div><script>CindyJS(settings());</script>"#;
    /// A file cannot be read.
    CannotRead "cannot-read" Error;
    /// Two script elements have one id.
    DuplicateScript "duplicate-script" Error
        => r#"<script type="text/x-cindyscript" id="csdraw">a = 1;</script>
            <script type="text/x-cindyscript" id="csdraw">a = 2;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#;
    /// The text of a script is said to be in another file.
    ExternalScript "external-script" Warning
        => r#"<script type="text/x-cindyscript" id="csdraw" src="a.cindyscript"></script>
            <script>CindyJS({scripts: "cs*"});</script>"#;
    /// Libraries import one another without end.
    ImportCycle "import-cycle" Warning;
    /// The JavaScript of the page does not parse.
    JavaScriptSyntax "javascript-syntax" Error | Warning
        => "<script>CindyJS({scripts: );</script>";
    /// A canvas is larger than any that is shown.
    LargeCanvas "large-canvas" Warning
        => r#"<div id="CSCanvas"></div>
            <script>CindyJS({ports: [{id: "CSCanvas", width: 100000, height: 10}]});</script>"#;
    /// A port names no element of the page.
    MissingCanvas "missing-canvas" Hint
        => r#"<script>CindyJS({ports: [{id: "canvas"}]});</script>"#;
    /// An image or video is not there.
    MissingImage "missing-image" Warning;
    /// A library cannot be read.
    MissingLibrary "missing-library" Warning;
    /// A file is not UTF-8.
    NotUtf8 "not-utf-8" Error;
    /// A setting names a script element that the page lacks.
    MissingScript "missing-script" Error => r#"<script>CindyJS({drawscript: "paint"});</script>"#;
    /// The page has neither a script nor a call of `CindyJS`.
    NoApplet "no-applet" Hint => "<p>Text</p>";
    /// The page has scripts, and nothing calls `CindyJS`.
    NoCall "no-cindyjs-call" Warning
        => r#"<script type="text/x-cindyscript" id="csdraw">a = 1;</script>"#;
    /// The value of a setting is known only when the page runs.
    SettingNotConstant "setting-not-constant" Hint | Warning
        => "<script>CindyJS({ports: f()});</script>";
    /// The value of a setting is of the wrong shape.
    SettingWrongShape "setting-wrong-shape" Warning | Error
        => "<script>CindyJS({scripts: 3});</script>";
    /// No event runs a script.
    UnboundScript "unbound-script" Warning
        => r#"<script type="text/x-cindyscript">a = 1;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#;
    /// A script has no end.
    UnclosedScript "unclosed-script" Error
        => r#"<script>CindyJS({scripts: "cs*"});</script>
            <script type="text/x-cindyscript" id="csdraw">a = 1;"#;
    /// A script is named after something that is no event.
    UnknownEvent "unknown-event" Warning | Error
        => r#"<script type="text/x-cindyscript" id="csdrawing">a = 1;</script>
            <script>CindyJS({scripts: "cs*"});</script>"#;
    /// `use` names something that is almost a plugin of CindyJS.
    UnknownPlugin "unknown-plugin" Warning => r#"<script>CindyJS({use: ["CindyGl"]});</script>"#;
    /// CindyJS has no such setting.
    UnknownSetting "unknown-setting" Warning | Hint
        => "<script>CindyJS({animtion: {autoplay: true}});</script>";

    // The construction.

    /// An element gets more or fewer arguments than its type takes.
    ArgumentCount "argument-count" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "a", type: "Join", args: ["A"]}]});</script>"#;
    /// An element is computed from elements of other kinds than its type takes.
    ArgumentKind "argument-kind" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]}, {name: "B", type: "Free", pos: [3, 2]},
        {name: "P", type: "Meet", args: ["A", "B"]}]});</script>"#;
    /// Two elements have one name.
    DuplicateElement "duplicate-element" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "A", type: "Free", pos: [3, 2]}]});</script>"#;
    /// An element is computed from one that does not exist before it.
    MissingElement "missing-element" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Free", pos: [1, 2]},
        {name: "a", type: "Join", args: ["A", "B"]}]});</script>"#;
    /// CindyJS has no such type of elements.
    UnknownElementType "unknown-element-type" Warning => r#"<script>CindyJS({geometry: [
        {name: "A", type: "Fre", pos: [1, 2]}]});</script>"#;

    // Names and calls.

    /// Arguments stand in the wrong order, or too few of them describe a place.
    ArgumentOrder "argument-order" Warning | Error => "drawcircle(1, [0, 0]);";
    /// A semicolon stands where a comma is meant.
    ArgumentSeparator "argument-separator" Warning => "m = [1, 2; 3, 4];";
    /// A variable is set where a modifier is meant.
    AssignedModifier "assigned-modifier" Warning => "draw([0, 0], size = 20);";
    /// A name that has a meaning is given another.
    ConstantAssigned "constant-assigned" Hint => "pi = 3;";
    /// An argument is empty.
    EmptyPlace "empty-place" Warning | Hint => "println(apply([1, 2], , #));";
    /// A modifier is written as in another language.
    ForeignModifier "foreign-modifier" Error => "draw([0, 0], size:20);";
    /// A function assigns a variable of the applet and runs again before it is done with it.
    LeakingVariable "leaking-variable" Hint
        => "tree(n) := (k = n; if(n > 0, tree(n - 1)); println(k)); tree(3);";
    /// The value of a modifier is of a kind that it does not take.
    ModifierType "modifier-type" Hint => r#"draw([0, 0], size -> "big");"#;
    /// A name is expected where something else stands.
    NotAName "not-a-name" Error => "max(0, 1, 2);";
    /// Something that CindyJS has is not there in the preview.
    NotAvailable "not-available" Hint | Information => "playsin(440);";
    /// A definition of a function replaces one whose name differs in case only.
    SameFunction "same-function" Warning => "f(t) := t^2; F(t) := t^3/3; a = f(2);";
    /// Two words are one name.
    SpacedName "spaced-name" Warning => "let a = 3; println(a);";
    /// Two numbers are one number.
    SpacedNumber "spaced-number" Warning => "a = [1 1];";
    /// There is no such function.
    UndefinedFunction "undefined-function" Error | Hint => "a = sqr(2);";
    /// Nothing gives a variable a value.
    UndefinedName "undefined-name" Warning | Hint => "a = radus + 1;";
    /// There is no image of that name.
    UnknownImage "unknown-image" Warning => r#"drawimage([0, 0], "cat");"#;
    /// A function has no such modifier.
    UnknownModifier "unknown-modifier" Warning | Hint => "draw([0, 0], Size -> 5);";
    /// A function takes another number of arguments.
    WrongArity "wrong-arity" Error | Warning => "a = sin(1, 2);";

    // Values.

    /// A variable is set where a comparison is meant.
    AssignedCondition "assigned-condition" Warning => "n = 1; if(n = 1, println(n));";
    /// The result of a comparison is compared again.
    ChainedComparison "chained-comparison" Warning => "a = 1; println(0 < a < 1);";
    /// The code of a variable asks for that variable.
    CodeOfItself "code-of-itself" Warning => "n = 1; n := n + 1;";
    /// A part of a colour is outside of 0 to 1.
    ColourRange "colour-range" Warning => "colorplot(hue(360*|#|));";
    /// A number is divided by zero.
    DivisionByZero "division-by-zero" Hint => "a = 1/0;";
    /// Nothing changes the condition of a loop.
    EndlessLoop "endless-loop" Warning => "n = 10; while(n > 0, println(n));";
    /// A list has no element of that index.
    IndexOutOfRange "index-out-of-range" Error | Hint => "l = [1, 2, 3]; a = l_4;";
    /// A variable grows whenever a script or function runs, so that its type has no end.
    NeverSettles "never-settles" Hint | Warning | Error
        => "// %% draw\nl = [l];\n// %% init\nl = [];";
    /// An operation has no meaning for the types of its operands.
    NoSignature "no-signature" Warning | Error | Hint => "a = sqrt([1, 2]);";
    /// A value has no such field.
    NoSuchField "no-such-field" Hint | Warning | Error => r#"s = "hello"; println(s.length);"#;
    /// A condition is neither true nor false.
    NotACondition "not-a-condition" Hint | Warning | Error => r#"if("yes", println(1));"#;
    /// Something is taken for a list that is none.
    NotAList "not-a-list" Hint | Warning | Error => "n = 5; println(n_1);";
    /// A corner of what a colorplot paints is no point.
    NotAPoint "not-a-point" Warning
        => r#"corner = 0; createimage("a", 10, 10); colorplot(corner, [1, 0], "a", |#|);"#;
    /// Something is assigned to that is no variable.
    NotAssignable "not-assignable" Warning | Hint => "f(a) = a^2; println(f(2));";
    /// Code is run with arguments that it does not take, or what is run is no code.
    NotCode "not-code" Warning | Error => "f = cgllazy((x, y), x*y); a = cgleval(f, 1);";
    /// A value cannot be drawn.
    NotDrawable "not-drawable" Warning => r#"plot("x^2");"#;
    /// An angle looks like one in degrees.
    Radians "radians" Hint => "println(sin(90));";
    /// Values of kinds are compared that are never equal.
    UnlikeComparison "unlike-comparison" Warning => r#"a = 5; if(a == "5", println(1));"#;
    /// A comparison stands where an assignment is meant.
    UnusedComparison "unused-comparison" Warning => "a = 2; a == 3; println(a);";
    /// Nothing calls a function.
    UnusedFunction "unused-function" Hint => "f(x) := x^2; draw([1, 0]);";
    /// A value is computed that nobody uses.
    UnusedValue "unused-value" Warning => "x = 3; x + 1; println(x);";
    /// Nothing reads a variable.
    UnusedVariable "unused-variable" Hint => "radius = 2; draw([1, 0]);";

    // Colorplots.

    /// The shader is compiled again when a value of another type comes.
    Drift "drift" Hint => r#"a = parse("1"); colorplot(#.x*a + a);"#;
    /// A part of a colorplot has no colour because a condition has no other case.
    MissingElse "missing-else" Warning => "colorplot(if(|#| < 1, 1));";
    /// A mistyped name is taken for the pixel.
    MistypedPixel "mistyped-pixel" Error => "time = 3;
        steps(z) := (n = 0; while(|z| < 2 & n < 30, z = z^2; n = n + 1); n);
        colorplot(if(tiem < steps(z), 1, 0));";
    /// A colorplot stands inside of a colorplot.
    NestedColorplot "nested-colorplot" Error => "colorplot(colorplot(|#|));";
    /// Nothing runs a colorplot.
    NeverRuns "never-runs" Hint => "f() := colorplot(|#|);";
    /// A variable has values at pixels that have no common type.
    NoCommonType "no-common-type" Warning | Error => "colorplot(if(|#| < 1, 1, [1, 0, 0]));";
    /// A variable is read before it is assigned.
    NoValueYet "no-value-yet" Error | Warning
        => "colorplot(repeat(5, k, s = s*sin(k*|#|)); s);";
    /// The value of a colorplot is no colour.
    NotAColour "not-a-colour" Error | Hint => "colorplot(z^2);";
    /// An operation is not available at every pixel, so that the colorplot is painted on the CPU.
    NotOnGpu "not-on-gpu" Warning | Error | Hint => "colorplot(tokenize([#.x, 1], 2));";
    /// A colorplot paints the same colour everywhere.
    OneColour "one-colour" Warning => "a = 1; b = 2; colorplot(hue(a + b), [-1, -1], [1, 1]);";
    /// What a pixel assigns is not seen outside of the colorplot, or by the next pixel.
    OwnCopy "own-copy" Warning
        => "colorplot(n = floor(|#|); n/10); drawtext([0, 0], n);";
    /// A function that is called at pixels calls itself.
    Recursion "recursion" Warning | Error
        => "fac(n) := if(n < 2, 1, n*fac(n - 1)); colorplot(fac(|#|));";
    /// A time counts from 1970, for which the numbers of a GPU are not precise enough.
    TimeSince1970 "time-since-1970" Warning => "colorplot(|#| - timestamp()/1000);";

    // What was seen when the applet ran.

    /// A value that may be complex was always real.
    NeverComplex "never-complex" Hint;
    /// A value was of another type than the text says.
    ObservedType "observed-type" Warning;

    // The published page.

    /// A function sees a variable of its caller on the CPU, and not at pixels.
    CallersVariable "callers-variable" Hint
        => "g() := t; f(t) := g(); t = 1; a = f(2); colorplot(f(|#|));";
    /// CindyGL takes a real value for complex.
    ComplexInCindyGL "complex-in-cindygl" Information
        => "colorplot(if(sqrt(|#|) > 1, 1, 0));";
    /// CindyGL's shaders cannot have a name.
    NameInCindyGL "name-in-cindygl" Information => "colorplot(int = |#|; int/2);";
    /// CindyGL does not have an operation at pixels.
    NotInCindyGL "not-in-cindygl" Information => "colorplot(product([#.x, #.y])/4);";
    /// CindyGL computes something else.
    OtherwiseInCindyGL "otherwise-in-cindygl" Information => "colorplot(sum(1..3, #*0.1)*#.x);";
    /// CindyGL has another name for the pixel.
    SecondCoordinate "second-coordinate" Information => "colorplot(#.x + y);";
    /// The number of rounds of a loop is another at each pixel.
    VaryingCount "varying-count" Information
        => "colorplot(s = 0; repeat(floor(5*|#|), k, s = s + 0.1); s);";
    /// An index is another at each pixel.
    VaryingIndex "varying-index" Information
        => "l = [0.1, 0.5, 1]; colorplot(l_(floor(|#|) + 1));";

    // All diagnostics.

    /// There are more diagnostics than are said.
    More "more" Warning | Error | Information | Hint;
}
