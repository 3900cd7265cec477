fn times(a: vec2f, b: vec2f) -> vec2f {
    return vec2f(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

fn plot(world: vec2f) -> vec4f {
    let z = world;
    let z2 = times(z, z);
    let w = z - vec2f(2.0, 1.0);
    let above = times(times(z2, z) - vec2f(1.0, 0.0), times(w, w));
    let below = z2 + vec2f(2.0, 2.0);
    let value = times(above, vec2f(below.x, -below.y)) / dot(below, below);
    let size = 0.5 * log(dot(value, value));
    return vec4f(hue(atan2(value.y, value.x) / 6.2831853) * (0.7 + 0.3 * fract(size)), 1.0);
}
