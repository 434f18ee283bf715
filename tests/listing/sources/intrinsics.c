#include <arm_neon.h>

void add_constant(float *a, int n) {
  for (int i = 0; i + 4 <= n; i += 4)
    vst1q_f32(a + i, vaddq_f32(vld1q_f32(a + i), vdupq_n_f32(0.3f)));
  __asm__ volatile("nop; nop\n\tdmb ish");
}
