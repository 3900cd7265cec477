(definition
  left: (call function: (identifier) @name)) @definition.function

(call function: (identifier) @name) @reference.call
