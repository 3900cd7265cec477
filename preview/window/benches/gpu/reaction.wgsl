fn at(place: vec2f, x: f32, y: f32) -> vec2f {
    let moved = place + vec2f(x, y) / 1024.0;
    return textureSampleLevel(image0, image_pixel_tiles, moved, 0.0).xy;
}

fn plot(world: vec2f) -> vec4f {
    let turned = (world - frame.view.xy) / (frame.view.z - frame.view.x);
    let p = vec2f(turned.x, 1.0 - turned.y);
    let here = at(p, 0.0, 0.0);
    let side = at(p, 1.0, 0.0) + at(p, -1.0, 0.0) + at(p, 0.0, 1.0) + at(p, 0.0, -1.0);
    let corner = at(p, 1.0, 1.0) + at(p, -1.0, 1.0) + at(p, 1.0, -1.0) + at(p, -1.0, -1.0);
    let around = 0.2 * side + 0.05 * corner - here;
    let eaten = here.x * here.y * here.y;
    return vec4f(
        here.x + 0.2 * around.x - eaten + 0.037 * (1.0 - here.x),
        here.y + 0.1 * around.y + eaten - 0.097 * here.y,
        0.0,
        1.0,
    );
}
