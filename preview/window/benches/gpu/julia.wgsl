fn plot(world: vec2f) -> vec4f {
    let place = vec2f(world.x * world.x - world.y * world.y - 0.4, 2.0 * world.x * world.y + 0.6);
    if dot(place, place) >= 4.0 {
        return vec4f(0.0, 0.0, 0.0, 1.0);
    }
    let at = (place - frame.view.xy) / (frame.view.z - frame.view.x);
    if any(at < vec2f(0.0)) || any(at > vec2f(1.0)) {
        return vec4f(0.03, 0.02, 0.01, 1.0);
    }
    let before = textureSampleLevel(image0, image_edges, vec2f(at.x, 1.0 - at.y), 0.0);
    return vec4f(0.97 * before.rgb + vec3f(0.03, 0.02, 0.01), 1.0);
}
