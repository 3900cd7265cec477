//! Images: every way to read one is valid WGSL, and the slots are those that the program names.

use cindyscript_hir::types::Type;
use cindyscript_infer::split::Coordinate;
use cindyscript_pixel::{ImageFrame, NodeId, NodeKind, PixelProgram, Sample, Setting};
use cindyscript_shader::{Filtering, MAX_IMAGES, ModuleOptions, Precision, compile, compile_with};

use crate::builder::{Builder, module};

fn sample(image: NodeId, place: NodeId) -> Sample {
    Sample {
        frame: ImageFrame::View,
        image,
        place,
        interpolate: Setting::Known(true),
        repeat: Setting::Known(false),
        mipmap: Setting::Known(false),
    }
}

fn node(b: &mut Builder, sample: Sample) -> NodeId {
    b.node(
        NodeKind::Sample(Box::new(sample)),
        Type::list(4, Type::REAL),
    )
}

/// The program that reads one image, changed by `change`.
fn program(change: impl FnOnce(&mut Builder, &mut Sample)) -> PixelProgram {
    let mut b = Builder::new();
    let p = b.pixel("p", Coordinate::Vector);
    let place = b.load(p);
    let image = b.uniform(Type::String);
    let mut read = sample(image, place);
    change(&mut b, &mut read);
    let body = node(&mut b, read);
    b.finish(body)
}

#[test]
fn every_mode_is_valid() {
    let filterings = [Filtering::Device, Filtering::Shader];
    let precisions = [Precision::Single, Precision::Double];
    for (filtering, precision) in filterings
        .into_iter()
        .flat_map(|filtering| precisions.map(|precision| (filtering, precision)))
    {
        let options = ModuleOptions {
            filtering,
            precision,
            ..ModuleOptions::default()
        };
        for mode in 0..8 {
            let is = |bit: u32| Setting::Known(mode >> bit & 1 == 1);
            let known = program(|_, read| {
                (read.interpolate, read.repeat, read.mipmap) = (is(0), is(1), is(2));
            });
            let known = compile_with(&known, options).unwrap();
            assert_eq!(known.images.len(), 1);
            assert_eq!(known.images[0].mipmap, mode >> 2 == 1);
            let computed = program(|b, read| {
                for (bit, setting) in [&mut read.interpolate, &mut read.repeat, &mut read.mipmap]
                    .into_iter()
                    .enumerate()
                {
                    if mode >> bit & 1 == 1 {
                        *setting = Setting::Computed(b.uniform(Type::BOOLEAN));
                    }
                }
            });
            assert!(compile_with(&computed, options).is_ok(), "{mode}");
        }
    }
}

#[test]
fn every_kind_of_place_is_one() {
    for ty in [
        Type::COMPLEX,
        Type::list(2, Type::REAL),
        Type::list(3, Type::REAL),
    ] {
        let read = program(|b, read| {
            let corners = [b.uniform(ty.clone()), b.uniform(ty.clone())];
            read.frame = ImageFrame::Corners(corners);
            read.place = b.uniform(ty.clone());
        });
        assert!(compile(&read).is_ok(), "{ty}");
    }
}

#[test]
fn an_image_can_be_chosen_at_the_pixel() {
    let mut b = Builder::new();
    let p = b.pixel("p", Coordinate::X);
    let zero = b.uniform(Type::REAL);
    let x = b.load(p);
    let right = b.apply(">", &[x, zero]);
    let (first, second) = (b.uniform(Type::String), b.uniform(Type::String));
    let chosen = b.branch(right, first, Some(second));
    let place = b.uniform(Type::list(2, Type::REAL));
    let image = b.variable("image", Type::String);
    let parameter = b.load(image);
    let read = sample(parameter, place);
    let read = node(&mut b, read);
    let function = b.function("read", &[image], read);
    let body = b.call(function, &[chosen]);
    let module = module(&b.finish(body));
    let sources: Vec<_> = module.images.iter().map(|slot| slot.source).collect();
    assert_eq!(sources, [1, 2]);
    assert!(module.wgsl.contains("switch image"), "{}", module.wgsl);
}

#[test]
fn a_list_of_images_is_a_slot_each() {
    let list = |len: u32| {
        program(|b, read| {
            let images = b.uniform(Type::list(len, Type::String));
            let index = b.uniform(Type::INT);
            read.image = b.index(images, index);
        })
    };
    let module = module(&list(5));
    let elements: Vec<_> = module.images.iter().map(|slot| slot.element).collect();
    assert_eq!(elements, [0, 0, 1, 2, 3, 4]);
    let errors = compile(&list(MAX_IMAGES as u32)).unwrap_err();
    assert!(
        errors[0].message.contains("at most 16 images"),
        "{errors:?}"
    );
}
