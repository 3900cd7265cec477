struct Frame {
    world_x: vec4f,
    world_y: vec4f,
    resolution: vec2f,
    seed: u32,
    nan: f32,
    view: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;

@group(1) @binding(0) var image_edges: sampler;
@group(1) @binding(3) var image_pixel_tiles: sampler;
@group(1) @binding(5) var image0: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u));
    return vec4f(4.0 * corner - 1.0, 0.0, 1.0);
}

@fragment
fn ENTRY(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let pixel = vec3f(position.xy, 1.0);
    return vec4f(plot(vec2f(dot(frame.world_x.xyz, pixel), dot(frame.world_y.xyz, pixel))));
}

fn hue(turns: f32) -> vec3f {
    let distance = abs(fract(turns) * 6.0 - vec3f(3.0, 2.0, 4.0));
    return clamp(vec3f(distance.x - 1.0, 2.0 - distance.yz), vec3f(), vec3f(1.0));
}
