fn plot(world: vec2f) -> vec4f {
    let here = i32((world.x - frame.view.x) / (frame.view.z - frame.view.x) * 1000.0);
    let me = textureLoad(image0, vec2i(here, 0), 0);
    var force = vec2f();
    for (var k = 0; k < 1000; k += 1) {
        let away = me.xy - textureLoad(image0, vec2i(k, 0), 0).xy;
        let near = 1.0 / (dot(away, away) + 0.5);
        let third = near * near * near;
        force += (2.0 * third - 1.0) * third * near * away;
    }
    let velocity = me.zw + 0.00001 * force;
    return vec4f(me.xy + 0.001 * velocity, velocity);
}
