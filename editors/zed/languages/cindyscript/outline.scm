(cell_header) @name @item

(definition
  left: (call function: (identifier) @name)) @item
