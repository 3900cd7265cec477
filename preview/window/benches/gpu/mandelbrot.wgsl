fn plot(world: vec2f) -> vec4f {
    let start = world * 0.25 - vec2f(0.6, 0.0);
    var place = start;
    var steps = 0;
    while dot(place, place) < 16.0 && steps < 256 {
        place = vec2f(place.x * place.x - place.y * place.y, 2.0 * place.x * place.y) + start;
        steps += 1;
    }
    if steps == 256 {
        return vec4f(0.0, 0.0, 0.0, 1.0);
    }
    return vec4f(hue(f32(steps) / 40.0), 1.0);
}
