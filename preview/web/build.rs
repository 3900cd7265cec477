//! The stack of the module: what scripts and shaders nest needs more than a linker gives by itself.

fn main() {
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size=4194304");
    }
}
