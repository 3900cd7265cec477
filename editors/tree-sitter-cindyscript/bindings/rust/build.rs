//! Compiles the generated parser.

fn main() {
    println!("cargo:rerun-if-changed=src");
    cc::Build::new()
        .include("src")
        .flag_if_supported("-Wno-unused-parameter")
        .files(["src/parser.c", "src/scanner.c"])
        .compile("tree-sitter-cindyscript");
}
