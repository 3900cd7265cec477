//! Moving a point on which much depends.

fn main() {
    divan::main();
}
