fn at(pixel: vec2i, x: i32, y: i32) -> vec2f {
    return textureLoad(image0, (pixel + vec2i(x, y)) & vec2i(1023), 0).xy;
}

fn plot(world: vec2f) -> vec4f {
    let turned = (world - frame.view.xy) / (frame.view.z - frame.view.x) * 1024.0;
    let p = vec2i(i32(turned.x), 1023 - i32(turned.y));
    let here = at(p, 0, 0);
    let around = 0.2 * (at(p, 1, 0) + at(p, -1, 0) + at(p, 0, 1) + at(p, 0, -1))
        + 0.05 * (at(p, 1, 1) + at(p, -1, 1) + at(p, 1, -1) + at(p, -1, -1)) - here;
    let eaten = here.x * here.y * here.y;
    return vec4f(
        here.x + 0.2 * around.x - eaten + 0.037 * (1.0 - here.x),
        here.y + 0.1 * around.y + eaten - 0.097 * here.y,
        0.0,
        1.0,
    );
}
