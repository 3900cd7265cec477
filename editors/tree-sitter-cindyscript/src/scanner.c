// Tokens that are no regular language, or depend on what follows them: nested comments, numbers, and
// the lines that begin a cell.

#include "tree_sitter/parser.h"

enum Token { BLOCK_COMMENT, NUMBER, CELL_HEADER };

static inline bool is_digit(int32_t c) { return '0' <= c && c <= '9'; }

static inline bool is_blank(int32_t c) { return c == ' ' || c == '\t'; }

static inline bool is_in(int32_t c, int32_t first, int32_t last) { return first <= c && c <= last; }

// True if a name may begin with `c`. Of the other characters, those are listed that an operator or a
// script digit begins with.
static bool begins_name(int32_t c) {
  if (c < 0x80) {
    return is_in(c, 'a', 'z') || is_in(c, 'A', 'Z') || c == '\'';
  }
  switch (c) {
    case 0xAC: case 0xB0: case 0xB2: case 0xB3: case 0xB7: case 0xB9: case 0xD7: case 0xF7:
      return false;
    default:
      return !(is_in(c, 0x2010, 0x2070) || is_in(c, 0x2074, 0x207E) || is_in(c, 0x2080, 0x208E) ||
               is_in(c, 0x2190, 0x2BFF));
  }
}

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

static void blanks(TSLexer *lexer) {
  while (is_blank(lexer->lookahead)) advance(lexer);
}

// Reads digits with blanks between them. The token ends at the last one; the lexer stands behind the
// blanks after it.
static void digits(TSLexer *lexer) {
  while (is_digit(lexer->lookahead)) {
    while (is_digit(lexer->lookahead)) advance(lexer);
    lexer->mark_end(lexer);
    blanks(lexer);
  }
}

// Reads an exponent, if there is one.
static void exponent(TSLexer *lexer) {
  if (lexer->lookahead != 'e' && lexer->lookahead != 'E') return;
  advance(lexer);
  blanks(lexer);
  if (lexer->lookahead == '+' || lexer->lookahead == '-') {
    advance(lexer);
    blanks(lexer);
  }
  digits(lexer);
}

// Reads a number that begins with its dot.
static bool fraction(TSLexer *lexer) {
  advance(lexer);
  blanks(lexer);
  if (!is_digit(lexer->lookahead)) return false;
  digits(lexer);
  exponent(lexer);
  return true;
}

// Reads a number that begins with a digit. In `1..5` the dots are a range, and in `1.x` the dot takes a
// field, but `1.e3` is a number.
static void number(TSLexer *lexer) {
  digits(lexer);
  if (lexer->lookahead == '.') {
    advance(lexer);
    int32_t next = lexer->lookahead;
    if (next == '.' || next == '#') return;
    if (!begins_name(next)) {
      lexer->mark_end(lexer);
      blanks(lexer);
      digits(lexer);
    }
  }
  exponent(lexer);
}

// Reads a comment behind its `/*`. Comments nest; an open one ends with the text.
static void block_comment(TSLexer *lexer) {
  for (uint32_t depth = 1; depth > 0 && !lexer->eof(lexer);) {
    int32_t c = lexer->lookahead;
    advance(lexer);
    if (c == '/' && lexer->lookahead == '*') {
      depth++;
      advance(lexer);
    } else if (c == '*' && lexer->lookahead == '/') {
      depth--;
      advance(lexer);
    }
  }
  lexer->mark_end(lexer);
}

void *tree_sitter_cindyscript_external_scanner_create(void) { return NULL; }

void tree_sitter_cindyscript_external_scanner_destroy(void *payload) { (void)payload; }

unsigned tree_sitter_cindyscript_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}

void tree_sitter_cindyscript_external_scanner_deserialize(void *payload, const char *buffer,
                                                          unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_cindyscript_external_scanner_scan(void *payload, TSLexer *lexer,
                                                   const bool *valid_symbols) {
  (void)payload;
  bool begins_line = false;
  // The characters since the place where the search began, as long as no line has ended.
  uint32_t width = 0;
  for (;; width++) {
    if (lexer->lookahead == '\n' || lexer->lookahead == '\r') {
      begins_line = true;
    } else if (!is_blank(lexer->lookahead)) {
      break;
    }
    lexer->advance(lexer, true);
  }

  if (valid_symbols[NUMBER] && is_digit(lexer->lookahead)) {
    lexer->result_symbol = NUMBER;
    number(lexer);
    return true;
  }
  if (valid_symbols[NUMBER] && lexer->lookahead == '.') {
    lexer->result_symbol = NUMBER;
    return fraction(lexer);
  }
  if (lexer->lookahead != '/') return false;
  advance(lexer);
  if (valid_symbols[BLOCK_COMMENT] && lexer->lookahead == '*') {
    advance(lexer);
    lexer->result_symbol = BLOCK_COMMENT;
    block_comment(lexer);
    return true;
  }
  if (!valid_symbols[CELL_HEADER] || lexer->lookahead != '/') return false;
  advance(lexer);
  width += 2;
  for (; is_blank(lexer->lookahead); width++) advance(lexer);
  if (lexer->lookahead != '%') return false;
  advance(lexer);
  if (lexer->lookahead != '%') return false;
  // At the start of the text no line ends before it.
  begins_line = begins_line || lexer->get_column(lexer) == width + 1;
  if (!begins_line) return false;
  while (!lexer->eof(lexer) && lexer->lookahead != '\n' && lexer->lookahead != '\r') advance(lexer);
  lexer->mark_end(lexer);
  lexer->result_symbol = CELL_HEADER;
  return true;
}
