//! The bytes of the uniforms.

use cindyscript_hir::types::Type;
use cindyscript_shader::{
    BufferBinding, FrameUniforms, ModuleOptions, Precision, Promoted, UniformLayout, compile_with,
};

use crate::builder::{Builder, module};

fn layout(types: &[Type]) -> UniformLayout {
    let mut b = Builder::new();
    for ty in types {
        b.uniform(ty.clone());
    }
    let body = b.uniform(Type::REAL);
    module(&b.finish(body)).layout.clone()
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

#[test]
fn members_lie_where_naga_puts_them() {
    let list = |len, ty: &Type| Type::list(len, ty.clone());
    let types = [
        Type::BOOLEAN,
        Type::COMPLEX,
        list(3, &Type::REAL),
        Type::INT,
        list(3, &Type::BOOLEAN),
        list(5, &Type::NAT),
        list(2, &list(2, &Type::COMPLEX)),
        Type::Unset,
        list(4, &Type::REAL),
        list(2, &list(3, &Type::REAL)),
        list(1, &Type::BOOLEAN),
    ];
    let mut b = Builder::new();
    for ty in &types {
        b.uniform(ty.clone());
    }
    let body = b.uniform(Type::REAL);
    let module = module(&b.finish(body));
    let members = module
        .naga
        .types
        .iter()
        .find_map(|(_, ty)| match &ty.inner {
            naga::TypeInner::Struct { members, .. } if ty.name.as_deref() == Some("Uniforms") => {
                Some(members)
            }
            _ => None,
        })
        .unwrap();
    for member in members {
        let uniform = member.name.as_ref().unwrap()[1..].parse().unwrap();
        let mut bytes = vec![0; module.layout.size()];
        module
            .layout
            .write(&mut bytes, uniform, &[[-1.0, -1.0]; 12]);
        let first = bytes.iter().position(|byte| *byte != 0).unwrap();
        // -1.0 is 00 00 80 bf, 1 is 01 00 00 00.
        assert_eq!(first & !3, member.offset as usize, "{member:?}");
    }
}

#[test]
fn numbers_saturate() {
    let layout = layout(&[
        Type::INT,
        Type::REAL,
        Type::list(2, Type::INT),
        Type::BOOLEAN,
    ]);
    let mut bytes = Vec::new();
    layout.write(&mut bytes, 0, &[[1e12, 0.0]]);
    layout.write(&mut bytes, 1, &[[1e300, 0.0]]);
    layout.write(&mut bytes, 2, &[[-1e12, 0.0], [f64::NAN, 0.0]]);
    layout.write(&mut bytes, 3, &[[f64::NAN, 0.0]]);
    layout.write(&mut bytes, 99, &[[1.0, 0.0]]);
    assert_eq!(bytes.len(), layout.size());
    let words = words(&bytes);
    assert_eq!(words[0], i32::MAX as u32);
    assert_eq!(words[1], f32::INFINITY.to_bits());
    assert_eq!(words[2..4], [i32::MIN as u32, 0]);
    assert_eq!(words[4], 1);
}

#[test]
fn lists_have_sixteen_bytes_an_element() {
    let layout = layout(&[
        Type::list(2, Type::list(5, Type::REAL)),
        Type::list(5, Type::COMPLEX),
    ]);
    let mut bytes = Vec::new();
    let numbers: Vec<_> = (0..20).map(|n| [f64::from(n), -f64::from(n)]).collect();
    layout.write(&mut bytes, 0, &numbers);
    layout.write(&mut bytes, 1, &numbers);
    let words = words(&bytes);
    assert_eq!(words[4 * 7], 7f32.to_bits());
    assert_eq!(
        words[40 + 4 * 3..][..2],
        [3f32.to_bits(), (-3f32).to_bits()]
    );
}

#[test]
fn much_goes_into_a_storage_buffer() {
    assert_eq!(layout(&[Type::REAL]).binding(), BufferBinding::Uniform);
    let large = layout(&[Type::list(2000, Type::COMPLEX)]);
    assert_eq!(large.binding(), BufferBinding::Storage);
    assert!(large.size() >= 32_000);
}

/// The words of an f64, as they lie in memory.
fn halves(bits: u64) -> [u32; 2] {
    [bits as u32, (bits >> 32) as u32]
}

#[test]
fn numbers_of_f64_lie_in_the_buffer_as_they_are() {
    let mut b = Builder::new();
    let types = [
        Type::REAL,
        Type::COMPLEX,
        Type::list(3, Type::REAL),
        Type::INT,
    ];
    let uniforms: Vec<_> = types.into_iter().map(|ty| b.uniform(ty)).collect();
    let body = b.sequence(&uniforms);
    let program = b.finish(body);
    let options = ModuleOptions {
        precision: Precision::Native,
        promoted: Some(&Promoted::all(&program)),
        ..ModuleOptions::default()
    };
    let module = compile_with(&program, options).unwrap();
    let third = 1.0 / 3.0;
    let mut bytes = Vec::new();
    let layout = &module.layout;
    layout.write(&mut bytes, 0, &[[third, 0.0]]);
    layout.write(&mut bytes, 1, &[[third, -third]]);
    layout.write(&mut bytes, 2, &[[1.0, 0.0], [third, 0.0], [1e300, 0.0]]);
    layout.write(&mut bytes, 3, &[[7.0, 0.0]]);
    let bits = |number: f64| halves(number.to_bits());
    let words = words(&bytes);
    assert_eq!(words[..2], bits(third));
    assert_eq!(words[4..8], [bits(third), bits(-third)].concat());
    assert_eq!(words[12..14], bits(third));
    assert_eq!(words[16..18], bits(1e300));
    assert_eq!(words[20], 7);
}

#[test]
fn a_frame_is_as_wgsl_has_it() {
    let frame = FrameUniforms {
        world_x: [1.0, 2.0, 3.0],
        world_y: [4.0, 5.0, 6.0],
        resolution: [7.0, 8.0],
        seed: 9,
        view: [[10.0, 11.0], [12.0, 13.0]],
    };
    let reals = [1.0f32, 2.0, 3.0, 0.0, 4.0, 5.0, 6.0, 0.0, 7.0, 8.0].map(f32::to_bits);
    let view = [10.0f32, 11.0, 12.0, 13.0].map(f32::to_bits);
    assert_eq!(
        words(&frame.to_bytes()),
        [
            reals.as_slice(),
            &[9, f32::NAN.to_bits()],
            &view,
            &[0; 8],
            &[1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
                .map(f64::to_bits)
                .map(halves)
                .concat(),
        ]
        .concat()
    );
    // What single precision lacks lies behind all that.
    let third = FrameUniforms {
        world_x: [1.0, 2.0, 1.0 / 3.0],
        ..frame
    };
    let third = words(&third.to_bytes());
    let sum = f64::from(f32::from_bits(third[2])) + f64::from(f32::from_bits(third[18]));
    assert!((sum - 1.0 / 3.0).abs() < 1e-15);
}
