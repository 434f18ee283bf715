namespace image { struct Pixel { float r, g, b; };
Pixel mix(const Pixel &a, const Pixel &b, float t) {
    return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
} }
