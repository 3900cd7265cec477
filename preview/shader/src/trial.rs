//! What devices are timed with.

use crate::frame;
use crate::library::Library;
use crate::repr::Precision;

/// A fragment shader with the entry point `fragment`, whose only binding is
/// [`FrameUniforms`](crate::FrameUniforms): 256 rounds of z^2 + c in a precision, all of them at every pixel
/// of a target of up to 600 by 600.
#[must_use]
pub fn trial(precision: Precision) -> String {
    let mut library = Library::new(precision.double());
    let (start, square, sum, end) = match precision {
        Precision::Single | Precision::Perturbed => ("", "complex_mul", "", ""),
        Precision::Double | Precision::Native => (
            library.require("double_complex_of_single"),
            library.require("double_complex_square"),
            library.require("double_complex_add"),
            library.require("double_complex_single"),
        ),
    };
    let round = match precision {
        Precision::Single | Precision::Perturbed => {
            format!("{}(z, z) + c", library.require(square))
        }
        Precision::Double | Precision::Native => format!("{sum}({square}(z), c)"),
    };
    let fragment = format!(
        "
@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {{
    let c = {start}(position.xy * 2e-4);
    var z = c;
    for (var k = 0; k < 256; k += 1) {{
        z = {round};
    }}
    return vec4f({end}(z), 0.0, 1.0);
}}
"
    );
    let frame = frame::wgsl(precision.double());
    let aliases = precision.aliases();
    format!("{frame}{aliases}{}{fragment}", library.into_text())
}
