//! Images that colorplots paint into and read: on the GPU, on lesser ones, and on the CPU they are
//! the same.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use cindyscript_player::bitmap::Bitmap;
use cindyscript_player::source::ReceivedText;
use cindyscript_render::compile::PlotProgram;
use cindyscript_render::gpu::{Demand, Gpu};
use cindyscript_tests::lacking;
use cindyscript_window::headless::{HeadlessOptions, Rendered, render_on};
use cindyscript_window::picture_file::write_png;

/// 40 by 40 pixels, from -4 to 4. The draw script begins in line 2.
fn page(script: &str, images: &str) -> String {
    format!(
        "<script id=\"csdraw\" type=\"text/x-cindyscript\">\n{script}\n</script>\n\
         <div id=\"CSCanvas\"></div>\n<script>\nCindyJS({{\n  scripts: \"cs*\", autoplay: true,\n  \
         images: {{ {images} }},\n  ports: [{{ id: \"CSCanvas\", width: 40, height: 40, \
         transform: [{{ visibleRect: [-4, 4, 4, -4] }}] }}],\n}});\n</script>\n"
    )
}

fn paint(device: Option<Gpu>, text: String, frame: u32) -> Rendered {
    let text = ReceivedText {
        path: folder().join("page.html").to_str().unwrap().to_owned(),
        text,
        version: 1,
        arrived: Instant::now(),
    };
    let options = HeadlessOptions {
        frame,
        bare: true,
        ..HeadlessOptions::default()
    };
    render_on(device, text, &options).unwrap()
}

fn folder() -> PathBuf {
    std::env::temp_dir().join(format!("textures-{}", std::process::id()))
}

fn device(demand: Demand) -> Option<Gpu> {
    let gpu = Gpu::modest(demand);
    if let Err(error) = &gpu {
        lacking("textures", &error.to_string());
    }
    gpu.ok()
}

fn picture(device: Option<Gpu>, script: &str, frame: u32) -> Bitmap {
    let on_gpu = device.is_some();
    let rendered = paint(device, page(script, ""), frame);
    assert_eq!(rendered.diagnostics, [], "{script}");
    for plot in rendered.compiled.plots.iter() {
        let is_shader = matches!(plot, PlotProgram::Shader(_));
        assert_eq!(is_shader, on_gpu, "{script}: {plot:?}");
    }
    rendered.picture
}

/// Two pictures of a script must be the same, but for `edges` pixels.
fn assert_alike(a: &Bitmap, b: &Bitmap, edges: usize, what: &str) {
    let pixels = a.rgba().chunks_exact(4).zip(b.rgba().chunks_exact(4));
    let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 3);
    let far: Vec<_> = pixels.filter(differ).collect();
    assert!(
        far.len() <= edges,
        "{}: {:?}: {what}",
        far.len(),
        far.first()
    );
    let first = a.rgba().chunks_exact(4).next();
    let is_plain = a.rgba().chunks_exact(4).all(|pixel| Some(pixel) == first);
    assert!(!is_plain, "nothing to see: {what}");
}

/// A script's pixels at places, in pixels from the upper left, on the GPU and the CPU.
fn check(script: &str, frame: u32, wanted: &[([u32; 2], [u8; 3])]) {
    let gpu = device(Demand::ALL).map(Some);
    for device in gpu.into_iter().chain([None]) {
        let on = device.as_ref().map_or("CPU".to_owned(), Gpu::name);
        let picture = picture(device, script, frame);
        for (place, wanted) in wanted {
            let [r, g, b, _] = picture.pixel(*place);
            let far = [r, g, b]
                .iter()
                .zip(wanted)
                .any(|(a, b)| a.abs_diff(*b) > 1);
            assert!(
                !far,
                "{on}, {place:?}: {:?}, not {wanted:?}: {script}",
                [r, g, b]
            );
        }
    }
}

/// An image of 7 by 5 pixels, each another colour.
const SMALL: &str = "createimage(\"a\", 7, 5);
    colorplot(\"a\", [sin(3*#.x + #.y), cos(2*#.y - #.x), sin(#.x*#.y)]/2 + [0.5, 0.5, 0.5]);";

#[test]
fn who_filters_makes_no_difference() {
    let (Some(device_filters), Some(shader_filters)) = (
        device(Demand::ALL),
        device(Demand {
            filters: false,
            ..Demand::ALL
        }),
    ) else {
        return;
    };
    let mut modifiers = Vec::new();
    for interpolate in [true, false] {
        for repeat in [true, false] {
            for mipmap in [true, false] {
                modifiers.push(format!(
                    "interpolate -> {interpolate}, repeat -> {repeat}, mipmap -> {mipmap}"
                ));
            }
        }
    }
    for call in ["\"a\", ", "[-3, -1], [-1.2, -0.6], \"a\", "] {
        for modifiers in &modifiers {
            // A little beyond the image, which is not made smaller by that: of smaller sizes only
            // devices that filter know.
            let script = format!("{SMALL} colorplot(imagergb({call}#*1.2, {modifiers}));");
            let one = picture(Some(device_filters.clone()), &script, 1);
            let other = picture(Some(shader_filters.clone()), &script, 1);
            assert_alike(&one, &other, 40, &script);
            let cpu = picture(None, &script, 1);
            assert_alike(&one, &cpu, 60, &script);
        }
    }
}

#[test]
fn from_far_away_pixels_are_grey_where_smaller_sizes_are_wanted() {
    let Some(gpu) = device(Demand::ALL) else {
        return;
    };
    let board = "createimage(\"a\", 64, 64);
        colorplot(\"a\", if(mod(floor((#.x + 4)*8) + floor((#.y + 4)*8), 2) == 0, [1, 1, 1], [0, 0, 0]));";
    let grey = |modifiers: &str| {
        let script =
            format!("{board} colorplot(imagergb(\"a\", #*8.3, repeat -> true, {modifiers}));");
        let picture = picture(Some(gpu.clone()), &script, 1);
        let mut pixels = picture.rgba().chunks_exact(4);
        pixels.all(|pixel| pixel[0].abs_diff(128) < 40)
    };
    assert!(grey("mipmap -> true"));
    assert!(grey("mipmap -> true, interpolate -> false"));
    assert!(!grey("mipmap -> false"));
}

#[test]
fn smaller_sizes_of_odd_images_lie_where_the_image_is() {
    let Some(gpu) = device(Demand::ALL) else {
        return;
    };
    let script = "createimage(\"a\", 63, 63); colorplot(\"a\", gray((#.x + 4)/8));
        colorplot(imagergb(\"a\", #*4, mipmap -> true));";
    let picture = picture(Some(gpu), script, 1);
    // The image is 10 pixels wide.
    for x in 17..23 {
        let wanted = (f64::from(x) + 0.5 - 15.0) / 10.0 * 255.0;
        let seen = f64::from(picture.pixel([x, 20])[0]);
        assert!((seen - wanted).abs() < 4.0, "{x}: {seen}, not {wanted}");
    }
}

#[test]
fn images_as_large_as_the_device_takes() {
    let demand = Demand {
        side: 64,
        ..Demand::ALL
    };
    let Some(gpu) = device(demand) else { return };
    assert_eq!(gpu.max_side(), 64);
    let script = "createimage(\"fits\", 64, 64);\n\
                  createimage(\"big\", 65, 64);\n\
                  colorplot(\"fits\", [1, (#.x + 4)/8, 0]);\n\
                  colorplot(\"big\", [1, 0, 0]);\n\
                  colorplot(imagergb(\"fits\", #, interpolate -> false));\n\
                  colorplot([0, 0, 1], [2, 2], [4, 4]);";
    let rendered = paint(Some(gpu), page(script, ""), 1);
    let [diagnostic] = rendered.diagnostics.as_slice() else {
        panic!("{:?}", rendered.diagnostics);
    };
    assert!(diagnostic.message.contains("65 × 64"), "{diagnostic:?}");
    let source = &rendered.compiled.source;
    assert_eq!(source.place(diagnostic.range.unwrap().start()).line, 5);
    // All the rest is painted.
    let [r, g, b, _] = rendered.picture.pixel([20, 30]);
    assert!((r, b) == (255, 0) && g.abs_diff(130) < 4, "{:?}", [r, g, b]);
    assert_eq!(rendered.picture.pixel([39, 0]), [0, 0, 255, 255]);
}

#[test]
fn images_of_the_page_that_the_device_does_not_take() {
    fs::create_dir_all(folder()).unwrap();
    // Red at the left, green at the right.
    let pixel = |x: u32| [[255, 0, 0, 255], [0, 255, 0, 255]][(x / 100) as usize];
    let pixels: Vec<u8> = (0..200 * 200)
        .flat_map(|index| pixel(index % 200))
        .collect();
    let wide = Bitmap::from_rgba([0, 0], [200, 200], pixels).unwrap();
    write_png(&wide, fs::File::create(folder().join("wide.png")).unwrap()).unwrap();
    let demand = Demand {
        side: 160,
        ..Demand::ALL
    };
    let Some(gpu) = device(demand) else { return };
    // Drawn, it is seen all the same; a colorplot does not see it.
    let script = "drawimage([-4, -4], [4, -4], \"wide\");\n\
                  colorplot(imagergb(\"wide\", #), [-4, 2], [4, 4]);\n\
                  colorplot([0, 0, 1], [-1, -1], [1, 1]);";
    let rendered = paint(Some(gpu), page(script, "wide: \"wide.png\""), 1);
    let [diagnostic] = rendered.diagnostics.as_slice() else {
        panic!("{:?}", rendered.diagnostics);
    };
    assert!(diagnostic.message.contains("200 × 200"), "{diagnostic:?}");
    let source = &rendered.compiled.source;
    assert_eq!(source.place(diagnostic.range.unwrap().start()).line, 3);
    for (place, wanted) in [
        ([5, 20], [255, 0, 0]),
        ([35, 20], [0, 255, 0]),
        ([20, 20], [0, 0, 255]),
    ] {
        let [r, g, b, a] = rendered.picture.pixel(place);
        assert_eq!(([r, g, b], a), (wanted, 255), "{place:?}");
    }
    fs::remove_dir_all(folder()).unwrap();
}

#[test]
fn an_image_is_read_as_it_was_while_it_is_painted() {
    // Each round adds to what was there.
    let script =
        "createimage(\"a\", 8, 8); repeat(4, colorplot(\"a\", imagergb(\"a\", #) + [0.1, 0.2, 0]));
        colorplot(imagergb(\"a\", #));";
    check(
        script,
        1,
        &[([3, 3], [102, 204, 0]), ([30, 20], [102, 204, 0])],
    );
    // Pixels of neighbours, shifted by half of the image: what is painted already would be seen.
    let script = "createimage(\"a\", 8, 8); colorplot(\"a\", if(#.x < 0, [1, 0, 0], [0, 0, 1]));
        colorplot(\"a\", imagergb(\"a\", # + [4, 0], repeat -> true, interpolate -> false));
        colorplot(imagergb(\"a\", #, interpolate -> false));";
    check(
        script,
        1,
        &[([5, 20], [0, 0, 255]), ([35, 20], [255, 0, 0])],
    );
    // From frame to frame.
    let script = "if(!imageready(\"a\"), createimage(\"a\", 8, 8));
        colorplot(\"a\", imagergb(\"a\", #) + [0.1, 0, 0]); colorplot(imagergb(\"a\", #));";
    check(script, 5, &[([20, 20], [128, 0, 0])]);
    // Two images that show each other.
    let script = "createimage(\"a\", 8, 8); createimage(\"b\", 8, 8);
        repeat(3, colorplot(\"a\", imagergb(\"b\", #) + [0.1, 0, 0]);
                  colorplot(\"b\", imagergb(\"a\", #) + [0, 0.1, 0]));
        colorplot(imagergb(\"b\", #));";
    check(script, 1, &[([20, 20], [77, 77, 0])]);
}

#[test]
fn plots_come_in_the_order_of_the_program() {
    let script = "createimage(\"a\", 8, 8);
        colorplot(\"a\", [1, 0, 0]); colorplot(imagergb(\"a\", #), [-4, -4], [0, 4]);
        colorplot(\"a\", [0, 1, 0]); colorplot(imagergb(\"a\", #), [0, -4], [4, 0]);
        fillpoly([[0, 0], [4, 0], [4, 4], [0, 4]], color -> [0, 0, 1]);
        colorplot(\"a\", [1, 1, 0]); drawimage([2, 2], [4, 2], \"a\");
        colorplot(\"a\", [0, 0, 0]); colorplot([1, 1, 1], [0, 0], [1, 1]);";
    let wanted = [
        ([5, 5], [255, 0, 0]),
        ([30, 35], [0, 255, 0]),
        ([28, 12], [0, 0, 255]),
        ([35, 5], [255, 255, 0]),
        ([22, 17], [255, 255, 255]),
    ];
    check(script, 1, &wanted);
    // A part of an image, over what is there.
    let script = "createimage(\"a\", 8, 8); colorplot(\"a\", [1, 0, 0]);
        colorplot([-4, -4], [0, -4], \"a\", [0, 0, 1]);
        colorplot(imagergb(\"a\", #, interpolate -> false));";
    check(script, 1, &[([20, 20], [0, 0, 255])]);
    // Many.
    let script =
        "createimage(\"a\", 4, 4); forall(1..200, k, colorplot(\"a\", [k/200, 1 - k/200, 0*#.x]));
        colorplot(imagergb(\"a\", #));";
    check(script, 1, &[([20, 20], [255, 0, 0])]);
}

#[test]
fn scripts_read_what_was_plotted_and_plots_what_scripts_have_written() {
    let script = "createimage(\"a\", 4, 4); colorplot(\"a\", [0.2, 0.4, 0.6]);
        c = imagergb(\"a\", 1, 1); colorplot([c_1, c_2, c_3 + 0*#.x]/255);";
    check(script, 1, &[([20, 20], [51, 102, 153])]);
    let script = "createimage(\"a\", 4, 4); colorplot(\"a\", [0.2, 0.4, 0.6]);
        c = readpixels(\"a\")_1; colorplot([c_1, c_2, c_3 + 0*#.x]);";
    check(script, 1, &[([20, 20], [51, 102, 153])]);
    // The upper left pixel, then the lower right one.
    let script = "createimage(\"a\", 2, 2); colorplot(\"a\", [0, 0, 1]);
        setpixel(\"a\", 0, 1, [1, 0, 0]); setpixel(\"a\", 1, 0, [0, 1, 0]);
        colorplot(imagergb(\"a\", #, interpolate -> false));";
    let wanted = [
        ([5, 5], [255, 0, 0]),
        ([35, 35], [0, 255, 0]),
        ([5, 35], [0, 0, 255]),
    ];
    check(script, 1, &wanted);
    // What is drawn upon a plot, and plotted over that.
    let script = "createimage(\"a\", 40, 40); colorplot(\"a\", [0, 0, 1]);
        canvas([-4, -4], [4, -4], \"a\", fillpoly([[0, -4], [4, -4], [4, 4], [0, 4]], color -> [1, 0, 0]));
        colorplot(\"a\", imagergb(\"a\", #) + [0, 1, 0]);
        colorplot(imagergb(\"a\", #, interpolate -> false));";
    check(
        script,
        1,
        &[([5, 20], [0, 255, 255]), ([35, 20], [255, 255, 0])],
    );
    let script = "createimage(\"a\", 4, 4); colorplot(\"a\", [1, 0, 0]); clearimage(\"a\");
        colorplot(\"a\", imagergb(\"a\", #) + [0, 1, 0]); colorplot(imagergb(\"a\", #));";
    check(script, 1, &[([20, 20], [0, 255, 0])]);
}

#[test]
fn numbers_of_images_are_no_bytes() {
    // Larger than 1, negative, and small ones.
    let script = "createimage(\"a\", 4, 4); colorplot(\"a\", [300, -20, 0.0001, 7]);
        colorplot(c = imagergba(\"a\", #); [c_1/600, -c_2/40, c_3*2500]);";
    check(script, 1, &[([20, 20], [128, 128, 64])]);
}
