#include <array>
#include <cstdint>

struct Pixel {
  std::uint8_t red, green, blue;
};

template <typename T> static T clamp(T value, T low, T high) {
  return value < low ? low : value > high ? high : value;
}

namespace picture {
void brighten(Pixel *pixels, int n, int by) {
  for (int i = 0; i < n; i++) {
    pixels[i].red = clamp(pixels[i].red + by, 0, 255);
    pixels[i].green = clamp(pixels[i].green + by, 0, 255);
    pixels[i].blue = clamp(pixels[i].blue + by, 0, 255);
  }
}

float mean(const std::array<float, 256> &values) {
  float sum = 0;
  for (float value : values)
    sum += value;
  return sum / values.size();
}
} // namespace picture
