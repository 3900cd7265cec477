//! Names that cannot stand in a shader of CindyGL's.

/// The keywords of GLSL ES 3.00 (specification, §3.9) and what is reserved there, as far as it is
/// written in letters and digits alone, and the one function that every shader has.
const RESERVED: &str = " attribute const uniform varying layout centroid flat smooth break \
continue do for while switch case default if else in out inout float int void bool true false \
invariant discard return mat2 mat3 mat4 vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 uint \
uvec2 uvec3 uvec4 lowp mediump highp precision sampler2D sampler3D samplerCube struct coherent \
volatile restrict readonly writeonly resource noperspective patch sample subroutine common \
partition active asm class union enum typedef template this goto inline noinline public static \
extern external interface long short double half fixed unsigned superp input output hvec2 hvec3 \
hvec4 dvec2 dvec3 dvec4 fvec2 fvec3 fvec4 filter image1D image2D image3D imageCube sizeof cast \
namespace using main ";

/// Letters that have names.
const LETTERS: [(char, &str); 24] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('φ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('ö', "oe"),
    ('ü', "ue"),
];

/// True if a name has characters that no name in a shader has.
pub(crate) fn is_foreign(name: &str) -> bool {
    !name
        .chars()
        .all(|character| character.is_ascii_alphanumeric())
}

/// True if a name is a word of the language.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.split_whitespace().any(|word| word == name)
}

/// A name that can stand there, like the one that cannot.
#[must_use]
pub fn portable(name: &str) -> String {
    if is_reserved(name) {
        return format!("my{name}");
    }
    let mut portable = String::new();
    for character in name.chars() {
        let named = LETTERS.iter().find(|(letter, _)| *letter == character);
        match named {
            Some((_, name)) => portable.push_str(name),
            None if character.is_ascii_alphanumeric() => portable.push(character),
            None if character == '\'' => portable.push('1'),
            None => portable.push('u'),
        }
    }
    portable
}
