#include <cstddef>
namespace image { struct Pixel { float r, g, b; }; Pixel mix(const Pixel &a, const Pixel &b, float t); }
namespace image {
void blend(Pixel *out, const Pixel *a, const Pixel *b, float t, int n) {
    for (int i = 0; i < n; i++)
        out[i] = mix(a[i], b[i], t);
}
}
