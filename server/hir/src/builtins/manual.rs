//! Where CindyJS's reference manual speaks of builtins and of variables that have values from the start.

use super::Builtin;
use crate::presets::Preset;

/// The folder of the manual in CindyJS's repository.
const MANUAL: &str = "https://github.com/CindyJS/CindyJS/blob/HEAD/ref/";

impl Builtin {
    /// The address of the section of CindyJS's manual that speaks of it; none for what the manual
    /// leaves out.
    #[must_use]
    pub fn manual(&self) -> Option<String> {
        address(self.name)
    }
}

impl Preset {
    /// The address of the section of CindyJS's manual that speaks of it; none for what the manual
    /// leaves out.
    #[must_use]
    pub fn manual(&self) -> Option<String> {
        address(self.name)
    }
}

/// The address of the section about a name.
fn address(name: &str) -> Option<String> {
    PAGES.iter().find_map(|(page, sections)| {
        let mut sections = sections.iter();
        let (_, section) = sections.find(|(about, _)| *about == name)?;
        Some(format!("{MANUAL}{page}.md#{section}"))
    })
}

/// A page, with the names that its sections are about.
type Page = (&'static str, &'static [(&'static str, &'static str)]);

/// The pages of the manual, with the names of builtins and presets and the sections about them.
#[rustfmt::skip]
static PAGES: &[Page] = &[
    (
        "Advanced_List_Operations",
        &[
            ("combinations", "combinations-combinationslist-int"),
            ("consecutive", "creating-a-chain-consecutivelist"),
            ("cycle", "creating-a-cycle-cyclelist"),
            ("directproduct", "creating-the-direct-product-of-two-lists-directproductlist1list2"),
            ("flatten", "flattening-a-nested-list-lists-flattenlist"),
            ("pairs", "building-pairs-pairslist"),
            ("reverse", "reversing-a-list-reverselist"),
            ("set", "sets-from-lists-setlist"),
            ("sort", "sorting-a-list-sortlist"),
            ("triples", "building-triples-tripleslist"),
        ],
    ),
    (
        "Appearance_of_Objects",
        &[
            ("alpha", "set-opacity-alphanumber"),
            ("blue", "blue-colors-bluenumber"),
            ("color", "set-color-colorcolorvec"),
            ("gray", "gray-colors-graynumber"),
            ("green", "green-colors-greennumber"),
            ("greset", "clear-the-appearance-stack-greset"),
            ("grestore", "pop-elements-from-the-appearance-stack-grestore"),
            ("gsave", "push-elements-on-the-appearance-stack-gsave"),
            ("hue", "rainbow-colors-huenumber"),
            ("linecolor", "set-line-color-linecolorcolorvec"),
            ("linesize", "set-line-size-linesizenumber"),
            ("pointcolor", "set-point-color-pointcolorcolorvec"),
            ("pointsize", "set-point-size-pointsizenumber"),
            ("red", "red-colors-rednumber"),
            ("textsize", "set-text-size-textsizenumber"),
        ],
    ),
    (
        "Arithmetic_Operators",
        &[
            ("*", "the-multiplication-operator-exprexpr-exprexpr-exprexpr-or-exprexpr"),
            ("+", "the-addition-operator-exprexpr"),
            ("-", "the-subtraction-operator-expr-expr-or-exprexpr"),
            ("/", "the-division-operator-exprnumber-exprnumber-exprnumber-or-exprnumber"),
            ("^", "the-power-operator-exprexpr"),
            ("abs", "absolute-value-absexpr"),
            ("add", "addition-addexpr1expr2"),
            ("arccos", "inverse-trigonometric-cosine-function-arccosexpr"),
            ("arcsin", "inverse-trigonometric-sine-function-arcsinexpr"),
            ("arctan", "inverse-trigonometric-tangent-function-arctanexpr"),
            ("arctan2", "angle-of-a-vector-arctan2expr1expr2"),
            ("ceil", "smallest-integer-greater-than-or-equal-ceilexpr"),
            ("conjugate", "conjugate-of-a-complex-number-conjugateexpr"),
            ("cos", "trigonometric-cosine-function-cosexpr"),
            ("div", "division-divexpr1expr2"),
            ("exp", "exponential-function-expexpr"),
            ("floor", "largest-integer-less-than-or-equal-floorexpr"),
            ("im", "imaginary-part-of-a-complex-number-imexpr"),
            ("log", "natural-logarithm-logexpr"),
            ("mod", "modulo-modexpr1expr2"),
            ("mult", "multiplication-multexpr1expr2"),
            ("pow", "exponentiation-powexpr1expr2"),
            ("random", "uniformly-distributed-random-real-number-between-0-and-1-random"),
            ("randombool", "random-boolean-value-true-or-false-randombool"),
            ("randomint", "uniformly-distributed-random-integer-number-between-0-and-number-randomintnumber"),
            ("randomnormal", "01-normally-distributed-random-number-randomnormal"),
            ("re", "real-part-of-a-complex-number-reexpr"),
            ("round", "rounded-value-roundexpr"),
            ("seedrandom", "initialize-the-random-generator-seedrandomnumber"),
            ("sin", "trigonometric-sine-function-sinexpr"),
            ("sqrt", "square-root-sqrtexpr"),
            ("sub", "subtraction-subexpr1expr2"),
            ("tan", "trigonometric-tangent-function-tanexpr"),
            ("|.|", "the-absolute-value-operator-number"),
            ("°", "the-degree-operator-number"),
        ],
    ),
    (
        "Boolean_Operators",
        &[
            ("!", "logical-not-bool"),
            ("!=", "testing-inequality-expr1--expr2"),
            ("%", "logical-or-bool1--bool2"),
            ("&", "logical-and-bool1--bool2"),
            ("<", "less-than-expr1--expr2"),
            ("<=", "less-than-or-equal-expr1--expr2"),
            ("==", "testing-equality-expr1--expr2"),
            (">", "greater-than-expr1--expr2"),
            (">=", "greater-than-or-equal-expr1--expr2"),
            ("and", "logical-and-andbool1bool2"),
            ("isbouncer", "is-a-bouncer-isbouncerexpr"),
            ("iscircle", "is-a-circle-iscircleexpr"),
            ("iscomplex", "is-a-complex-number-iscomplexexpr"),
            ("isconic", "is-a-conic-isconicexpr"),
            ("iseven", "is-even-isevenexpr"),
            ("isgeometric", "is-a-geometric-element-isgeometricexpr"),
            ("isinteger", "is-an-integer-isintegerexpr"),
            ("isline", "is-a-line-islineexpr"),
            ("islist", "is-a-list-islistexpr"),
            ("ismass", "is-a-mass-ismassexpr"),
            ("ismatrix", "is-a-matrix-ismatrixexpr"),
            ("isnumbermatrix", "is-a-number-matrix-isnumbermatrixexpr"),
            ("isnumbervector", "is-a-number-vector-isnumbervectorexpr"),
            ("isodd", "is-odd-isoddexpr"),
            ("ispoint", "is-a-point-ispointexpr"),
            ("isreal", "is-a-real-number-isrealexpr"),
            ("isspring", "is-a-spring-isspringexpr"),
            ("isstring", "is-a-string-isstringexpr"),
            ("issun", "is-a-sun-issunexpr"),
            ("isundefined", "is-undefined-isundefinedexpr"),
            ("not", "logical-not-notbool"),
            ("or", "logical-or-orbool1bool2"),
            ("xor", "logical-exclusive-or-xorbool1bool2"),
            ("~!=", "noticably-different-expr1--expr2"),
            ("~<", "noticably-less-expr1--expr2"),
            ("~<=", "less-or-approximately-equal-expr1--expr2"),
            ("~=", "approximately-equal-expr1--expr2"),
            ("~>", "noticably-greater-expr1--expr2"),
            ("~>=", "greater-or-approximately-equal-expr1--expr2"),
        ],
    ),
    (
        "Calculus",
        &[
            ("d", "calculating-a-derivative-dfunctionvar"),
            ("guess", "guessing-the-value-of-a-real-number-guessnumber"),
            ("roots", "roots-of-a-polynomial-rootslist"),
            ("tangent", "tangent-tangentfunctionvar"),
        ],
    ),
    (
        "CindyLeap",
        &[
            ("initleapmotion", "initializing-the-leap-motion-controller-initleapmotion"),
        ],
    ),
    (
        "CindyPrint",
        &[
            ("addcindy3dprintui", "adding-the-print-ui-addcindy3dprintuimeshfilename"),
            ("addcindyglprintui", "adding-the-print-ui-addcindyglprintuimeshfilename-updatepreviewcdyglarguments"),
            ("drawprintpreview", "drawing-the-print-preview-drawprintpreview"),
            ("savecsgmesh", "saving-a-triangle-mesh-of-a-cindy3d-scene-savecsgmeshmeshfilename"),
            ("saveisomeshtofile", "saving-a-triangle-mesh-of-an-iso-surface-saveisomeshtofilemeshfilename-f-df-isovalue-origin-dx-nx"),
            ("savetubemesh", "saving-a-triangle-mesh-of-a-tube-savetubemeshmeshfilename-tubepoints-tuberadius-tubeclosed"),
        ],
    ),
    (
        "CindyXR",
        &[
            ("initxrcindy3d", "initializing-webxr-for-cindy3d-or-cindygl-initxrcindy3d-initxrcindygl"),
        ],
    ),
    (
        "Console_Output",
        &[
            ("assert", "conditional-print-assertboolexpr"),
            ("clearconsole", "clearing-the-console-clearconsole"),
            ("err", "printing-text-errexpr"),
            ("print", "printing-text-printexpr"),
            ("println", "printing-text-printlnexpr"),
        ],
    ),
    (
        "Control_Operators",
        &[
            ("createvar", "creating-variables-createvarvarname"),
            ("eval", "forcing-evaluation-evalexprmodif1modif2"),
            ("if", "the-conditional-operator-ifboolexpr"),
            ("regional", "creating-many-local-variables-for-a-function-regionalname1name2"),
            ("removevar", "destroying-variables-removevarvarname"),
            ("repeat", "the-repeat-loop-repeatnumberexpr"),
            ("while", "the-while-loop-whileboolexpr"),
        ],
    ),
    (
        "Dictionaries",
        &[
            ("dict", "deprecated-dict"),
            ("get", "retrieving-a-value-getdictexpr"),
            ("keys", "retrieving-all-keys-and-values-of-a-dictionary-keysdict-and-valuesdict"),
            ("put", "adding-a-mapping-putdictexpr1expr2"),
            ("values", "retrieving-all-keys-and-values-of-a-dictionary-keysdict-and-valuesdict"),
        ],
    ),
    (
        "Elementary_Drawing_Functions",
        &[
            ("connect", "connect-the-dots-connectlist"),
            ("draw", "drawing-drawexpr"),
            ("drawall", "drawing-lists-of-objects-drawalllist"),
            ("drawarc", "drawing-circular-arc-drawarcpoint1point2point3"),
            ("drawcircle", "drawing-circles-drawcirclepointradius"),
            ("drawpoly", "draw-a-polygon-drawpolylist"),
            ("fillarc", "filling-circular-arcs-fillarcpoint1point2point3"),
            ("fillcircle", "filling-circles-fillcirclepointradius"),
            ("fillpoly", "fill-a-polygon-fillpolylist"),
        ],
    ),
    (
        "Elementary_List_Operations",
        &[
            ("..", "creating-an-integer-sequence-int1int2"),
            ("append", "appending-an-element-list--expr-or-appendlistexpr"),
            ("apply", "applying-an-expression-applylistexpr"),
            ("common", "intersection-of-lists-list1--list2-list1--list2-or-commonlist1list2"),
            ("concat", "concatenation-of-lists-list1--list2-list1--list2-or-concatlist1list2"),
            ("contains", "testing-for-containment-containslistexpr"),
            ("forall", "the-forall-loop-foralllistexpr"),
            ("length", "the-length-of-a-list-lengthlist"),
            ("prepend", "prepending-an-element-expr--list-or-prependexprlist"),
            ("remove", "removing-elements-from-lists-list1----list2-list1--list2-or-removelist1list2"),
            ("select", "selecting-elements-of-a-list-selectlistboolexpr"),
        ],
    ),
    (
        "File_Management",
        &[
            ("import", "importing-program-code-importstring"),
            ("javascript", "calling-javascript-javascriptstring"),
            ("load", "loading-data-loadstring"),
        ],
    ),
    (
        "Function_Plotting",
        &[
            ("colorplot", "creating-a-colorplot-on-the-entire-drawing-canvas-colorplotexpr"),
            ("plot", "plotting-a-function-plotexpr"),
        ],
    ),
    (
        "General_Concepts",
        &[
            ("#", "local-variables-the--variable"),
        ],
    ),
    (
        "Geometric_Operators",
        &[
            ("area", "the-area-of-a-triangle-areapoint1point2point3"),
            ("complex", "points-to-complex-numbers-complexpoint"),
            ("cross", "the-cross-product-of-two-points-crossvec1vec2"),
            ("crossratio", "cross-ratio-of-four-points-or-lines-crossratiovecvecvecvec"),
            ("gauss", "complex-numbers-to-points-gaussnumber"),
            ("join", "joining-two-points-joinpoint1point2"),
            ("line", "declaring-lines-linevec"),
            ("linereflect", "reflection-in-a-line-linereflectline"),
            ("map", "translation-mappoint1point2"),
            ("meet", "intersection-of-two-lines-meetline1line2"),
            ("para", "calculating-a-parallel-parallelpointline"),
            ("parallel", "calculating-a-parallel-parallelpointline"),
            ("perp", "calculating-an-orthogonal-line-perpendicularpointline"),
            ("perpendicular", "calculating-an-orthogonal-line-perpendicularpointline"),
            ("point", "declaring-points-pointvec"),
            ("pointreflect", "reflection-in-a-point-pointreflectpoint"),
        ],
    ),
    (
        "Image_Manipulation_and_Rendering",
        &[
            ("canvas", "painting-on-a-canvas-with-one-reference-point-canvasposimagenamedrawing-code"),
            ("clearimage", "erasing-an-image-clearimageimagename"),
            ("createimage", "creating-a-custom-image-createimageimagenameintint"),
            ("drawimage", "drawing-an-image-drawimageposimagename"),
            ("imagergb", "getting-pixel-data-imagergbimagenameintint"),
            ("imagergba", "getting-pixel-data-imagergbaimagenameintint"),
            ("imagesize", "getting-dimensions-of-an-image-imagesizeimagename"),
        ],
    ),
    (
        "Interaction_with_Geometry",
        &[
            ("algorithm", "algorithm-of-an-element-algorithmgeo"),
            ("continuefromhere", "creating-a-continuity-checkpoint-continuefromhere"),
            ("create", "creating-a-geometric-element-createlist1stringlist2"),
            ("createpoint", "creating-a-free-point-createpointstringpos"),
            ("element", "getting-an-element-by-name-elementstring"),
            ("elementsatmouse", "elements-close-to-the-mouse-elementsatmouse"),
            ("incidences", "incidences-of-an-object-incidencesgeo"),
            ("inputs", "input-elements-of-an-element-inputsgeo"),
            ("mover", "who-has-moved-mover"),
            ("moveto", "moving-a-free-element-movetogeopos"),
            ("removeelement", "removing-a-geometric-element-removeelementgeo"),
            ("repaint", "forcing-a-repaint-operation-repaint"),
        ],
    ),
    (
        "Lists_and_Linear_Algebra",
        &[
            ("take", "accessing-elements-of-lists-list_int-and-takelistint"),
        ],
    ),
    (
        "Lists_of_Geometric_Elements",
        &[
            ("allcircles", "all-circles-of-the-construction-allcircles"),
            ("allconics", "all-conics-of-the-construction-allconics"),
            ("allelements", "all-elements-of-the-construction-allelements"),
            ("alllines", "all-lines-of-the-construction-alllines"),
            ("allmasses", "all-masses-of-the-construction-allmasses"),
            ("allpoints", "all-points-of-the-construction-allpoints"),
            ("allsegments", "all-segments-of-the-construction-allsegments"),
            ("allsprings", "all-springs-of-the-construction-allsprings"),
        ],
    ),
    (
        "MIDI_Functions",
        &[
            ("instrument", "choose-an-instrument-instrumentint"),
            ("midiposition", "setting-the-position-of-the-sequencer-midipositionreal"),
            ("playmelody", "playing-a-melody-playmelodylist"),
            ("playtone", "playing-a-tone-playtoneint"),
        ],
    ),
    (
        "Sampled-Audio_Functions",
        &[
            ("playfunction", "playing-sample-defined-by-a-function-playfunctionfunct"),
            ("playsin", "playing-a-periodic-signal-defined-by-overtones-playsinreal"),
            ("playwave", "playing-sample-defined-by-a-list-playwavelist"),
            ("stopsound", "stopping-sampled-audio-stopsound"),
        ],
    ),
    (
        "Script_Coordinate_System",
        &[
            ("clrscr", "remove-all-drawings-in-a-layer-clrscr"),
            ("layer", "setting-the-drawing-layer-layerint"),
            ("rotate", "rotating-the-coordinate-system-rotatereal"),
            ("scale", "scaling-the-coordinate-system-scalereal"),
            ("screenbounds", "determining-screen-bounds-screenbounds"),
            ("screenresolution", "determining-screen-resolution-screenresolution"),
            ("translate", "translating-the-coordinate-system-translatelist"),
        ],
    ),
    (
        "Shapes",
        &[
            ("circle", "a-circular-shape-circlepointradius"),
            ("clip", "set-clippath-clipshape"),
            ("fill", "fill-a-shape-fillshape"),
            ("halfplane", "a-half-plane-shape-halfplanelinepoint"),
            ("polygon", "a-polygonal-shape-polygonlist"),
            ("screen", "the-shape-of-the-screen-screen"),
        ],
    ),
    (
        "String_Operators",
        &[
            ("format", "formating-a-number-to-a-specified-precision-formatnumberint"),
            ("indexof", "searching-for-occurrence-indexofstring1string2"),
            ("parse", "parsing-a-string-parsestring"),
            ("parsecsv", "parsing-a-csv-string-parsecsvstring"),
            ("replace", "replacing-in-strings-replacestring1string2string3"),
            ("substring", "extracting-a-substring-substringstringint1int2"),
            ("text", "conversion-to-string-textexpr"),
            ("tokenize", "dissecting-a-string-tokenizestringexpr"),
        ],
    ),
    (
        "System_Information",
        &[
            ("version", "version-information-version"),
        ],
    ),
    (
        "Texts_and_Tables",
        &[
            ("drawtable", "drawing-tables-drawtableveclist"),
            ("drawtext", "drawing-text-drawtextvecexpr"),
            ("unicode", "unicode-characters-unicodestring"),
        ],
    ),
    (
        "Timing_and_Animations",
        &[
            ("date", "accessing-date-date"),
            ("pauseanimation", "pausing-the-animation-pauseanimation"),
            ("playanimation", "starting-the-animation-playanimation"),
            ("resetclock", "resetting-the-internal-seconds-resetclock"),
            ("seconds", "timestamp-seconds"),
            ("simulationtime", "accessing-the-timestamp-of-a-simulation-simulationtime"),
            ("stopanimation", "stopping-the-animation-stopanimation"),
            ("time", "accessing-time-time"),
        ],
    ),
    (
        "User_Input",
        &[
            ("createtool", "creating-a-custom-toolbar-createtoolstringintint"),
            ("key", "key-input-key"),
            ("mouse", "mouse-position-mouse"),
            ("multiid", "getting-the-current-multi-id-multiid"),
            ("multiidlist", "obtain-a-list-of-all--active-touch-events-multiidlist"),
        ],
    ),
    (
        "Variables_and_Functions",
        &[
            ("false", "predefined-constants"),
            ("i", "predefined-constants"),
            ("newline", "predefined-constants"),
            ("nil", "predefined-constants"),
            ("pi", "predefined-constants"),
            ("tab", "predefined-constants"),
            ("true", "predefined-constants"),
            ("π", "predefined-constants"),
        ],
    ),
    (
        "Vectors_and_Matrices",
        &[
            ("column", "columns-of-a-matrix-columnmatrixint"),
            ("columnmatrix", "converting-a-vector-to-a-column-matrix-columnmatrixvector"),
            ("convexhull3d", "computing-a-convex-hull-in-3d-convexhull3dlist-of-vectors"),
            ("det", "determinant-of-a-square-matrix-detmatrix"),
            ("dist", "calculating-distances-distvec1vec2"),
            ("eigenvalues", "eigenvalues-of-a-square-matrix-eigenvaluesmatrix"),
            ("eigenvectors", "eigenvectors-of-a-square-matrix-eigenvectorsmatrix"),
            ("inverse", "inverse-of-a-square-matrix-inversematrix"),
            ("linearsolve", "solving-a-linear-equation-linearsolvematrixvector"),
            ("max", "the-maximum-operator-maxlist"),
            ("min", "the-minimum-operator-minlist"),
            ("mincostmatching", "finding-a-minimal-cost-matching-mincostmatchingmatrix"),
            ("product", "the-product-operator-productlist"),
            ("row", "rows-of-a-matrix-rowmatrixint"),
            ("rowmatrix", "converting-a-vector-to-a-row-matrix-rowmatrixvector"),
            ("submatrix", "extracting-a-submatrix-of-a-matrix-submatrixmatrixint1int2"),
            ("sum", "the-summation-operator-sumlist"),
            ("transpose", "transposing-a-matrix-transposematrix"),
            ("zeromatrix", "creating-a-zero-matrix-zeromatrixint1int2"),
            ("zerovector", "creating-a-zero-vector-zerovectorint"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtins::named;
    use crate::presets;

    #[test]
    fn what_the_manual_speaks_of_is_in_the_table() {
        let all = PAGES.iter().flat_map(|(_, sections)| *sections);
        let unknown: Vec<&str> = all
            .map(|(name, _)| *name)
            .filter(|name| named(name).is_empty() && presets::find(name).is_none())
            .collect();
        assert_eq!(unknown, [] as [&str; 0]);
    }

    #[test]
    fn sections() {
        let check = |name: &str, expected: Option<&str>| {
            let found = named(name).first().and_then(|id| id.row().manual());
            let expected = expected.map(|section| format!("{MANUAL}{section}"));
            assert_eq!(found, expected, "{name}");
        };
        check(
            "plot",
            Some("Function_Plotting.md#plotting-a-function-plotexpr"),
        );
        check(
            "drawtext",
            Some("Texts_and_Tables.md#drawing-text-drawtextvecexpr"),
        );
        check(
            "+",
            Some("Arithmetic_Operators.md#the-addition-operator-exprexpr"),
        );
        check(
            "#",
            Some("General_Concepts.md#local-variables-the--variable"),
        );
        check("cgllazy", None);
    }

    #[test]
    fn every_preset_is_in_the_manual() {
        let without = presets::PRESETS.iter().filter(|row| row.manual().is_none());
        let without: Vec<&str> = without.map(|row| row.name).collect();
        assert_eq!(without, [] as [&str; 0]);
    }
}
