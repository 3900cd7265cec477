; A copy of editors/tree-sitter-cindyscript/queries/tags.scm, written by a test.

(definition
  left: (call function: (identifier) @name)) @definition.function

(call function: (identifier) @name) @reference.call
