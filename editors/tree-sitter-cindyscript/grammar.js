/**
 * The grammar of CindyScript.
 *
 * It follows the parser of `cindyscript-server` (`server/syntax`): the same spellings, levels and
 * brackets. A test compares the two trees of every script in the repository, so an operator is added
 * in both places. This grammar accepts more than the parser does, such as `2 * -1`: the server reports
 * errors, highlighting does not.
 */

/// <reference types="tree-sitter-cli/dsl" />

/** The loosest level of the operator table of `server/syntax/src/operator.rs`. */
const LOOSEST = 14;

/** Binary operators that compute a value: level, associativity, spellings. */
const BINARY = [
  [3, "right", ["^"]],
  [4, "left", ["*", "\u2062", "⋅", "·", "×", "/", "÷", "∕", "∶"]],
  [5, "left", ["+", "-", "−"]],
  [6, "left", [".."]],
  [7, "left", [
    "==", "≟", "!=", "<>", "≠", "<", ">", "<=", "≤", "≦", ">=", "≥", "≧",
    "~=", "≈", "~!=", "≉", "~<", "⪉", "~>", "⪊", "~<=", "⪅", "~>=", "⪆", "∈", "∉",
  ]],
  [8, "left", ["&", "∧", "%", "∨"]],
  [9, "right", ["<:"]],
  [10, "left", ["++", "∪", "--", "∖", "~~", "∩", ":>"]],
];

/** Gives a rule the precedence of a level: tree-sitter's numbers grow with tightness. */
const level = (number, associativity, rule) => prec[associativity](LOOSEST + 1 - number, rule);

/** Slots between commas. Each may be empty. */
const slots = (slot) =>
  choice(slot, seq(optional(slot), repeat1(seq(",", optional(slot)))));

const anyOf = (spellings) => (spellings.length === 1 ? spellings[0] : choice(...spellings));

/** Blanks that may stand inside a token. */
const BLANKS = "[ \\t]*";

module.exports = grammar({
  name: "cindyscript",

  externals: ($) => [$.block_comment, $.number, $.cell_header],

  extras: ($) => [/[ \t\r\n]/, $.line_comment, $.block_comment],

  supertypes: ($) => [$.expression],

  rules: {
    script: ($) => seq(optional($._statements), repeat($.cell)),

    // A part of a script file for one event: `// %% draw`.
    cell: ($) => seq($.cell_header, optional($._statements)),

    _statements: ($) => choice($.expression, seq(repeat1($._terminated), optional($.expression))),

    _terminated: ($) => choice(seq($.expression, ";"), ";"),

    // Statements within brackets. One without a semicolon stays an expression. The precedence lets the
    // second bar of `|a; |` close.
    sequence: ($) => prec(1, seq(repeat1($._terminated), optional($.expression))),

    _slot: ($) => choice($.expression, $.sequence),

    expression: ($) => choice(
      $.identifier,
      $.running_variable,
      $.number,
      $.string,
      $.call,
      $.parenthesized_expression,
      $.list,
      $.dictionary,
      $.absolute_value,
      $.user_data_expression,
      $.field_expression,
      $.index_expression,
      $.subscript_expression,
      $.superscript_expression,
      $.degree_expression,
      $.prefix_expression,
      $.binary_expression,
      $.assignment,
      $.definition,
      $.undefinition,
    ),

    // Literals and names

    string: (_) => /"[^"]*"/,

    identifier: (_) => new RegExp(`[\\p{XID_Start}'](?:${BLANKS}[\\p{XID_Start}0-9'])*`, "u"),

    // The variable that a loop or a colorplot runs through.
    running_variable: (_) => new RegExp(`#(?:${BLANKS}[1-9])?`),

    _name: ($) => choice($.identifier, $.running_variable),

    // Brackets

    call: ($) => seq(field("function", $._name), field("arguments", $.arguments)),

    arguments: ($) => {
      const all = optional(slots(choice($._slot, $.modifier)));
      return choice(seq("(", all, ")"), seq("[", all, "]"));
    },

    modifier: ($) => seq(field("name", $._name), choice("->", "→"), field("value", $._slot)),

    parenthesized_expression: ($) => seq("(", $._slot, ")"),

    list: ($) => choice(
      seq("(", optional(seq(optional($._slot), repeat1(seq(",", optional($._slot))))), ")"),
      seq("[", optional(slots($._slot)), "]"),
    ),

    // CindyJS drops what is no entry, with a message.
    dictionary: ($) => seq("{", optional(slots(choice($.entry, $._slot))), "}"),

    entry: ($) => prec(LOOSEST + 1, seq(
      field("key", choice($.string, $.identifier)),
      ":",
      field("value", $._slot),
    )),

    absolute_value: ($) => seq("|", $._slot, repeat(seq(",", $._slot)), "|"),

    // Operators

    user_data_expression: ($) => level(1, "left", seq(
      field("object", $.expression), ":", field("key", $.expression),
    )),

    field_expression: ($) => level(1, "left", seq(
      field("object", $.expression),
      ".",
      field("field", choice($._name, $.parenthesized_expression)),
    )),

    index_expression: ($) => level(1, "left", seq(
      field("object", $.expression), "_", field("index", $.expression),
    )),

    subscript_expression: ($) => level(1, "left", seq(field("object", $.expression), $.subscript)),

    superscript_expression: ($) => level(3, "right", seq(field("base", $.expression), $.superscript)),

    subscript: (_) => new RegExp(`(?:[₊₋]${BLANKS})?[₀-₉](?:${BLANKS}[₀-₉])*`, "u"),

    superscript: (_) => new RegExp(`(?:[⁺⁻]${BLANKS})?[⁰¹²³⁴-⁹](?:${BLANKS}[⁰¹²³⁴-⁹])*`, "u"),

    degree_expression: ($) => level(1, "left", seq($.expression, "°")),

    prefix_expression: ($) => choice(
      level(3, "right", seq(field("operator", "√"), field("operand", $.expression))),
      level(5, "left", seq(
        field("operator", choice("+", "-", "−", "!", "¬")),
        field("operand", $.expression),
      )),
    ),

    binary_expression: ($) => choice(...BINARY.map(([number, associativity, spellings]) =>
      level(number, associativity, seq(
        field("left", $.expression),
        field("operator", anyOf(spellings)),
        field("right", $.expression),
      )))),

    assignment: ($) => level(11, "right", seq(
      field("left", $.expression), "=", field("right", $.expression),
    )),

    definition: ($) => level(11, "right", seq(
      field("left", $.expression), choice(":=", "::="), field("right", $.expression),
    )),

    // `f(x) := _` takes a definition back.
    undefinition: ($) => level(11, "right", seq(
      field("left", $.expression), choice(":=_", seq(":=", "_")),
    )),

    line_comment: (_) => /\/\/[^\n\r\u2028\u2029]*/,
  },
});
