fn barth(p: vec3f) -> f32 {
    let q = vec3f(0.8 * p.x - 0.6 * p.z, p.y, 0.6 * p.x + 0.8 * p.z);
    let golden2 = 2.618034;
    let s = q * q;
    let sphere = s.x + s.y + s.z - 1.0;
    let planes = golden2 * s - s.yzx;
    return 4.0 * planes.x * planes.y * planes.z - 4.236068 * sphere * sphere;
}

fn plot(world: vec2f) -> vec4f {
    let here = world * 0.19;
    let inside = 3.61 - dot(here, here);
    if inside < 0.0 {
        return vec4f(0.95, 0.95, 1.0, 1.0);
    }
    let depth = sqrt(inside);
    let step = depth / 64.0;
    var height = depth;
    let before = barth(vec3f(here, height));
    var now = before;
    var rounds = 0;
    while now * before > 0.0 && rounds < 128 {
        height -= step;
        now = barth(vec3f(here, height));
        rounds += 1;
    }
    if rounds == 128 {
        return vec4f(0.9, 0.9, 0.95, 1.0);
    }
    var high = height + step;
    var low = height;
    for (var k = 0; k < 12; k += 1) {
        let middle = (high + low) * 0.5;
        if barth(vec3f(here, middle)) * before > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    let p = vec3f(here, low);
    let e = vec2f(0.001, 0.0);
    let gradient = vec3f(
        barth(p + e.xyy) - barth(p - e.xyy),
        barth(p + e.yxy) - barth(p - e.yxy),
        barth(p + e.yyx) - barth(p - e.yyx),
    );
    let light = abs(dot(gradient, vec3f(0.4, 0.5, 0.77))) * inverseSqrt(dot(gradient, gradient));
    return vec4f(vec3f(0.25, 0.2, 0.15) + light * vec3f(0.7, 0.6, 0.4), 1.0);
}
