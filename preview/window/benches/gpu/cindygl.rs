//! The same colorplots as CindyGL translates them, by OpenGL on the same GPU.
//!
//! Its shaders come from the oracle, if CINDYJS_ORACLE names its folder, and are kept in the folder
//! that CINDYGL_SHADERS names; without the oracle they are read from there, so that they can be
//! measured where there is no browser.

use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use glow::HasContext as _;

use crate::bench::{PICTURES, Shader, Target, noise};
use cindyscript_tests::folders::folder;

/// From EGL_EXT_platform_device.
const PLATFORM_DEVICE: khronos_egl::Enum = 0x313F;

/// A vertex: a place on the target from -1 to 1, and from 0 to 1. One triangle covers all.
const TRIANGLE: [f32; 15] = [
    -1.0, -1.0, 0.0, 0.0, 0.0, //
    3.0, -1.0, 0.0, 2.0, 0.0, //
    -1.0, 3.0, 0.0, 0.0, 2.0,
];

/// What CindyGL made of a script.
pub(crate) struct Translated {
    vertex: String,
    fragment: String,
    uniforms: serde_json::Map<String, serde_json::Value>,
}

/// Where CindyGL's shaders come from.
pub(crate) struct Source {
    oracle: Option<PathBuf>,
    folder: PathBuf,
}

impl Source {
    pub(crate) fn new() -> Result<Source, String> {
        let oracle = folder("CINDYJS_ORACLE");
        let folder = match folder("CINDYGL_SHADERS") {
            Some(folder) => folder,
            None if oracle.is_some() => std::env::temp_dir().join("cindygl-shaders"),
            None => return Err("neither CINDYJS_ORACLE nor CINDYGL_SHADERS is set".to_owned()),
        };
        Ok(Source { oracle, folder })
    }

    /// What CindyGL makes of a program, where it sees of the world what our shader sees.
    pub(crate) fn translated(&self, name: &str, like: &Shader) -> Result<Translated, String> {
        if let Some(oracle) = &self.oracle {
            self.ask(oracle, name, like)?;
        }
        let read = |end: &str| {
            let path = self.folder.join(format!("{name}.{end}"));
            std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let report: serde_json::Value =
            serde_json::from_str(&read("json")?).map_err(|error| error.to_string())?;
        let mut lines = report["console"].as_array().into_iter().flatten();
        let uniforms = lines
            .find_map(|line| line["text"].as_str()?.strip_prefix("uniforms "))
            .ok_or_else(|| format!("{name}: nothing was drawn"))?;
        Ok(Translated {
            vertex: read("0.vert")?,
            fragment: read("0.frag")?,
            uniforms: serde_json::from_str(uniforms).map_err(|error| error.to_string())?,
        })
    }

    fn ask(&self, oracle: &Path, name: &str, like: &Shader) -> Result<(), String> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/gpu");
        let file = format!("{name}.cindyscript");
        let own = here.join("cindygl").join(&file);
        let script = if own.exists() { own } else { here.join(&file) };
        let [left, bottom, right, _] = like.view();
        let rect = format!("--rect={left},{},{right},{bottom}", bottom + right - left);
        let status = Command::new("node")
            .arg(oracle.join("snippet.mjs"))
            .args(["--glsl", "--size", "512x512", &rect, "--init"])
            .arg(here.join("cindygl/record.cindyscript"))
            .arg("--out")
            .arg(&self.folder)
            .arg(script)
            .stdout(Stdio::null())
            .status();
        match status {
            Ok(status) if status.success() => Ok(()),
            other => Err(format!("the oracle failed on {name}: {other:?}")),
        }
    }
}

/// OpenGL without a window.
pub(crate) struct Gl {
    gl: glow::Context,
}

/// A program that is ready to paint.
pub(crate) struct Plot {
    program: glow::Program,
    framebuffer: glow::Framebuffer,
    image: glow::Texture,
    target: Target,
}

impl Gl {
    /// On the first device that has OpenGL.
    #[allow(unsafe_code)]
    pub(crate) fn new() -> Result<Gl, String> {
        type QueryDevices = extern "system" fn(i32, *mut *mut c_void, *mut i32) -> u32;
        let why = |error: &dyn std::fmt::Display| error.to_string();
        // SAFETY: EGL is called as its specification says, with a context current on this thread.
        unsafe {
            let egl = khronos_egl::DynamicInstance::<khronos_egl::EGL1_5>::load_required()
                .map_err(|error| why(&error))?;
            let query = egl.get_proc_address("eglQueryDevicesEXT");
            let query: QueryDevices = std::mem::transmute(query.ok_or("EGL lists no devices")?);
            let mut devices = [std::ptr::null_mut(); 16];
            let mut count = 0;
            query(16, devices.as_mut_ptr(), &mut count);
            let open = |device: *mut c_void| -> Result<(), khronos_egl::Error> {
                let none = [khronos_egl::ATTRIB_NONE];
                let display = egl.get_platform_display(PLATFORM_DEVICE, device, &none)?;
                egl.initialize(display)?;
                egl.bind_api(khronos_egl::OPENGL_API)?;
                let wanted = [
                    khronos_egl::SURFACE_TYPE,
                    khronos_egl::PBUFFER_BIT,
                    khronos_egl::RENDERABLE_TYPE,
                    khronos_egl::OPENGL_BIT,
                    khronos_egl::NONE,
                ];
                let config = egl.choose_first_config(display, &wanted)?;
                let config = config.ok_or(khronos_egl::Error::BadConfig)?;
                let version = [
                    khronos_egl::CONTEXT_MAJOR_VERSION,
                    4,
                    khronos_egl::CONTEXT_MINOR_VERSION,
                    5,
                    khronos_egl::NONE,
                ];
                let context = egl.create_context(display, config, None, &version)?;
                egl.make_current(display, None, None, Some(context))
            };
            let devices = devices.into_iter().take(count.unsigned_abs() as usize);
            let mut results = devices.map(open);
            results
                .find(Result::is_ok)
                .ok_or("no device of EGL's has OpenGL 4.5")?
                .map_err(|error| why(&error))?;
            let gl = glow::Context::from_loader_function(|name| {
                egl.get_proc_address(name)
                    .map_or(std::ptr::null(), |function| function as *const c_void)
            });
            // The library stays as long as the process.
            std::mem::forget(egl);
            Ok(Gl { gl })
        }
    }

    #[allow(unsafe_code)]
    pub(crate) fn name(&self) -> String {
        // SAFETY: a context is current.
        unsafe { self.gl.get_parameter_string(glow::RENDERER) }
    }

    /// `like` is our shader for the same picture: what it is told of the frame.
    #[allow(unsafe_code)]
    pub(crate) fn plot(
        &self,
        translated: &Translated,
        like: &Shader,
        target: Target,
        blends: bool,
    ) -> Result<Plot, String> {
        let gl = &self.gl;
        let [width, height] = target.size.map(u32::cast_signed);
        // SAFETY: a context is current, and the buffers are as long as their formats say.
        unsafe {
            let program = gl.create_program()?;
            let stages = [
                (glow::VERTEX_SHADER, &translated.vertex),
                (glow::FRAGMENT_SHADER, &translated.fragment),
            ];
            for (stage, text) in stages {
                let shader = gl.create_shader(stage)?;
                gl.shader_source(shader, text);
                gl.compile_shader(shader);
                if !gl.get_shader_compile_status(shader) {
                    return Err(gl.get_shader_info_log(shader));
                }
                gl.attach_shader(program, shader);
            }
            gl.bind_attrib_location(program, 0, "aPos");
            gl.bind_attrib_location(program, 1, "aTexCoord");
            gl.link_program(program);
            if !gl.get_program_link_status(program) {
                return Err(gl.get_program_info_log(program));
            }
            gl.use_program(Some(program));
            self.set_uniforms(program, translated, like, target);

            gl.bind_vertex_array(Some(gl.create_vertex_array()?));
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(gl.create_buffer()?));
            let bytes: Vec<u8> = TRIANGLE.iter().flat_map(|x| x.to_le_bytes()).collect();
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, &bytes, glow::STATIC_DRAW);
            for (index, size, offset) in [(0, 3, 0), (1, 2, 12)] {
                gl.enable_vertex_attrib_array(index);
                gl.vertex_attrib_pointer_f32(index, size, glow::FLOAT, false, 20, offset);
            }

            let texture = |floats, contents: Option<&[u8]>| {
                let texture = gl.create_texture()?;
                gl.bind_texture(glow::TEXTURE_2D, Some(texture));
                let (inner, ty) = if floats {
                    (glow::RGBA32F, glow::FLOAT)
                } else {
                    (glow::RGBA8, glow::UNSIGNED_BYTE)
                };
                gl.tex_image_2d(
                    glow::TEXTURE_2D,
                    0,
                    inner.cast_signed(),
                    width,
                    height,
                    0,
                    glow::RGBA,
                    ty,
                    glow::PixelUnpackData::Slice(contents),
                );
                Ok::<_, String>(texture)
            };
            let painted = texture(target.image, None)?;
            // Rows from the bottom.
            let row = 16 * target.size[0] as usize;
            let noise = noise(target);
            let noise: Vec<u8> = noise.rchunks_exact(row).flatten().copied().collect();
            let image = texture(true, target.image.then_some(&noise))?;
            let filter = if blends { glow::LINEAR } else { glow::NEAREST };
            for (name, value) in [
                (glow::TEXTURE_MIN_FILTER, filter),
                (glow::TEXTURE_MAG_FILTER, filter),
                (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
            ] {
                gl.tex_parameter_i32(glow::TEXTURE_2D, name, value.cast_signed());
            }
            let framebuffer = gl.create_framebuffer()?;
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            gl.framebuffer_texture_2d(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::TEXTURE_2D,
                Some(painted),
                0,
            );
            Ok(Plot {
                program,
                framebuffer,
                image,
                target,
            })
        }
    }

    #[allow(unsafe_code)]
    unsafe fn set_uniforms(
        &self,
        program: glow::Program,
        translated: &Translated,
        like: &Shader,
        target: Target,
    ) {
        let gl = &self.gl;
        let frame = like.frame();
        let [width, height] = target.size.map(|side| side as f32);
        let (x, y, view) = (&frame[0..3], &frame[4..7], like.view());
        // From 0 to 1, up, to the world: a column each.
        let place = [
            [x[0] * width, y[0] * width, 0.0],
            [-x[1] * height, -y[1] * height, 0.0],
            [x[2] + x[1] * height, y[2] + y[1] * height, 1.0],
        ];
        // SAFETY: a context is current, and the program is in use.
        unsafe {
            for index in 0..gl.get_active_uniforms(program) {
                let Some(uniform) = gl.get_active_uniform(program, index) else {
                    continue;
                };
                let name = uniform.name.as_str();
                let values: Vec<f32> = match name.split_once("_h").map_or(name, |(kind, _)| kind) {
                    "transformMatrix" => place.concat(),
                    "_lowerleft" => view[..2].to_vec(),
                    "_lowerright" => view[2..].to_vec(),
                    "_ratio" => vec![width / height],
                    // The texture is no larger than the image.
                    "_cropfact" => vec![1.0, 1.0],
                    _ => {
                        let values = translated.uniforms.get(name).and_then(|v| v.as_array());
                        let values = values.into_iter().flatten();
                        values.filter_map(|v| Some(v.as_f64()? as f32)).collect()
                    }
                };
                let whole: Vec<i32> = values.iter().map(|x| *x as i32).collect();
                let place = gl.get_uniform_location(program, name);
                let place = place.as_ref();
                match uniform.utype {
                    glow::FLOAT => gl.uniform_1_f32_slice(place, &values),
                    glow::FLOAT_VEC2 => gl.uniform_2_f32_slice(place, &values),
                    glow::FLOAT_VEC3 => gl.uniform_3_f32_slice(place, &values),
                    glow::FLOAT_VEC4 => gl.uniform_4_f32_slice(place, &values),
                    glow::FLOAT_MAT3 => gl.uniform_matrix_3_f32_slice(place, false, &values),
                    glow::INT_VEC2 => gl.uniform_2_i32_slice(place, &whole),
                    glow::INT_VEC3 => gl.uniform_3_i32_slice(place, &whole),
                    glow::INT_VEC4 => gl.uniform_4_i32_slice(place, &whole),
                    // Numbers, truth values, and the texture's unit.
                    _ => gl.uniform_1_i32_slice(place, &whole),
                }
            }
        }
    }

    /// Paints pictures one upon the other; milliseconds for one.
    #[allow(unsafe_code)]
    pub(crate) fn measure(&self, plot: &Plot) -> f64 {
        let gl = &self.gl;
        // SAFETY: a context is current.
        unsafe {
            let Ok(query) = gl.create_query() else {
                return f64::NAN;
            };
            self.paint(plot, 1);
            gl.begin_query(glow::TIME_ELAPSED, query);
            self.paint(plot, PICTURES);
            gl.end_query(glow::TIME_ELAPSED);
            let nanoseconds = gl.get_query_parameter_u32(query, glow::QUERY_RESULT);
            gl.delete_query(query);
            f64::from(nanoseconds) / 1e6 / f64::from(PICTURES)
        }
    }

    /// The picture's bytes, rows from the top.
    #[allow(unsafe_code)]
    pub(crate) fn picture(&self, plot: &Plot) -> Vec<u8> {
        let [width, height] = plot.target.size;
        let (ty, pixel) = if plot.target.image {
            (glow::FLOAT, 16)
        } else {
            (glow::UNSIGNED_BYTE, 4)
        };
        let row = (width * pixel) as usize;
        let mut bytes = vec![0; row * height as usize];
        self.paint(plot, 1);
        // SAFETY: a context is current, and the buffer is as long as the picture.
        unsafe {
            self.gl.read_pixels(
                0,
                0,
                width.cast_signed(),
                height.cast_signed(),
                glow::RGBA,
                ty,
                glow::PixelPackData::Slice(Some(&mut bytes)),
            );
        }
        bytes.rchunks_exact(row).flatten().copied().collect()
    }

    #[allow(unsafe_code)]
    fn paint(&self, plot: &Plot, pictures: u32) {
        let gl = &self.gl;
        let [width, height] = plot.target.size.map(u32::cast_signed);
        // SAFETY: a context is current.
        unsafe {
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(plot.framebuffer));
            gl.bind_texture(glow::TEXTURE_2D, Some(plot.image));
            gl.use_program(Some(plot.program));
            gl.viewport(0, 0, width, height);
            for _ in 0..pictures {
                gl.draw_arrays(glow::TRIANGLES, 0, 3);
            }
        }
    }
}
