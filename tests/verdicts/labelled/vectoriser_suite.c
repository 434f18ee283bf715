/* Small loops in the shapes of the public TSVC suite, written anew: one question a function. */
#include <math.h>

#define LEN_1D 32000
#define LEN_2D 256
typedef float real_t;

__attribute__((aligned(64))) real_t flat_2d_array[LEN_2D * LEN_2D];
__attribute__((aligned(64))) real_t a[LEN_1D], b[LEN_1D], c[LEN_1D], d[LEN_1D], e[LEN_1D], x[LEN_1D];
__attribute__((aligned(64))) real_t aa[LEN_2D][LEN_2D], bb[LEN_2D][LEN_2D], cc[LEN_2D][LEN_2D];
int indx[LEN_1D];
real_t test_value(real_t *);

void s111(void) { for (int i = 1; i < LEN_1D; i += 2) a[i] = a[i - 1] + b[i]; }

void s112(void) { for (int i = LEN_1D - 2; i >= 0; i--) a[i + 1] = a[i] + b[i]; }

void s113(void) { for (int i = 1; i < LEN_1D; i++) a[i] = a[0] + b[i]; }

void s114(void) {
  for (int i = 0; i < LEN_2D; i++)
    for (int j = 0; j < i; j++)
      aa[i][j] = aa[j][i] + bb[i][j];
}

void s115(void) {
  for (int j = 0; j < LEN_2D; j++)
    for (int i = j + 1; i < LEN_2D; i++)
      a[i] -= aa[j][i] * a[j];
}

void s1115(void) {
  for (int i = 0; i < LEN_2D; i++)
    for (int j = 0; j < LEN_2D; j++)
      aa[i][j] = aa[i][j] * cc[j][i] + bb[i][j];
}

void s116(void) {
  for (int i = 0; i < LEN_1D - 5; i += 5) {
    a[i] = a[i + 1] * a[i];
    a[i + 1] = a[i + 2] * a[i + 1];
    a[i + 2] = a[i + 3] * a[i + 2];
    a[i + 3] = a[i + 4] * a[i + 3];
    a[i + 4] = a[i + 5] * a[i + 4];
  }
}

void s118(void) {
  for (int i = 1; i < LEN_2D; i++)
    for (int j = 0; j <= i - 1; j++)
      a[i] += bb[j][i] * a[i - j - 1];
}

void s119(void) {
  for (int i = 1; i < LEN_2D; i++)
    for (int j = 1; j < LEN_2D; j++)
      aa[i][j] = aa[i - 1][j - 1] + bb[i][j];
}

void s121(void) {
  for (int i = 0; i < LEN_1D - 1; i++) {
    int j = i + 1;
    a[i] = a[j] + b[i];
  }
}

void s122(int n1, int n3) {
  int j = 1, k = 0;
  for (int i = n1 - 1; i < LEN_1D; i += n3) {
    k += j;
    a[i] += b[LEN_1D - k];
  }
}

void s123(void) {
  int j = -1;
  for (int i = 0; i < (LEN_1D / 2); i++) {
    j++;
    a[j] = b[i] + d[i] * e[i];
    if (c[i] > (real_t)0.) {
      j++;
      a[j] = c[i] + d[i] * e[i];
    }
  }
}

void s124(void) {
  int j = -1;
  for (int i = 0; i < LEN_1D; i++) {
    if (b[i] > (real_t)0.) {
      j++;
      a[j] = b[i] + d[i] * e[i];
    } else {
      j++;
      a[j] = c[i] + d[i] * e[i];
    }
  }
}

void s126(void) {
  int k = 1;
  for (int i = 0; i < LEN_2D; i++) {
    for (int j = 1; j < LEN_2D; j++) {
      bb[j][i] = bb[j - 1][i] + flat_2d_array[k - 1] * cc[j][i];
      ++k;
    }
    ++k;
  }
}

void s128(void) {
  int j = -1;
  for (int i = 0; i < LEN_1D / 2; i++) {
    int k = j + 1;
    a[i] = b[k] - d[i];
    j = k + 1;
    b[k] = a[i] + c[k];
  }
}

void s131(void) {
  int m = 1;
  for (int i = 0; i < LEN_1D - 1; i++) a[i] = a[i + m] + b[i];
}

void s132(void) {
  int m = 0, j = m, k = m + 1;
  for (int i = 1; i < LEN_2D; i++) aa[j][i] = aa[k][i - 1] + b[i] * c[1];
}

void s141(void) {
  for (int i = 0; i < LEN_2D; i++) {
    int k = (i + 1) * i / 2 + i;
    for (int j = i; j < LEN_2D; j++) {
      flat_2d_array[k] += bb[j][i];
      k += j + 1;
    }
  }
}

void s152s(real_t *p, real_t *q, real_t *r, int i) { p[i] += q[i] * r[i]; }

void s152(void) {
  for (int i = 0; i < LEN_1D; i++) {
    b[i] = d[i] * e[i];
    s152s(a, b, c, i);
  }
}

void s161(void) {
  for (int i = 0; i < LEN_1D - 1; ++i) {
    if (b[i] < (real_t)0.)
      goto L20;
    a[i] = c[i] + d[i] * e[i];
    goto L10;
  L20:
    c[i + 1] = a[i] + d[i] * d[i];
  L10:;
  }
}

void s1161(void) {
  for (int i = 0; i < LEN_1D - 1; ++i) {
    if (c[i] < (real_t)0.)
      goto L20;
    a[i] = c[i] + d[i] * e[i];
    goto L10;
  L20:
    b[i] = a[i] + d[i] * d[i];
  L10:;
  }
}

void s171(int inc) { for (int i = 0; i < LEN_1D; i++) a[i * inc] += b[i]; }

void s172(int n1, int n3) { for (int i = n1 - 1; i < LEN_1D; i += n3) a[i] += b[i]; }

void s174(int m) { for (int i = 0; i < m; i++) a[i + m] = a[i] + b[i]; }

void s175(int inc) { for (int i = 0; i < LEN_1D - 1; i += inc) a[i] = a[i + inc] + b[i]; }

void s176(void) {
  int m = LEN_1D / 2;
  for (int j = 0; j < (LEN_1D / 2); j++)
    for (int i = 0; i < m; i++)
      a[i] += b[i + m - j - 1] * c[j];
}

void s211(void) {
  for (int i = 1; i < LEN_1D - 1; i++) {
    a[i] = b[i - 1] + c[i] * d[i];
    b[i] = b[i + 1] - e[i] * d[i];
  }
}

void s212(void) {
  for (int i = 0; i < LEN_1D - 1; i++) {
    a[i] *= c[i];
    b[i] += a[i + 1] * d[i];
  }
}

void s1213(void) {
  for (int i = 1; i < LEN_1D - 1; i++) {
    a[i] = b[i - 1] + c[i];
    b[i] = a[i + 1] * d[i];
  }
}

void s221(void) {
  for (int i = 1; i < LEN_1D; i++) {
    a[i] += c[i] * d[i];
    b[i] = b[i - 1] + a[i] + d[i];
  }
}

void s222(void) {
  for (int i = 1; i < LEN_1D; i++) {
    a[i] += b[i] * c[i];
    e[i] = e[i - 1] * e[i - 1];
    a[i] -= b[i] * c[i];
  }
}

void s231(void) {
  for (int i = 0; i < LEN_2D; ++i)
    for (int j = 1; j < LEN_2D; j++)
      aa[j][i] = aa[j - 1][i] + bb[j][i];
}

void s232(void) {
  for (int j = 1; j < LEN_2D; j++)
    for (int i = 1; i <= j; i++)
      aa[j][i] = aa[j][i - 1] * aa[j][i - 1] + bb[j][i];
}

void s1232(void) {
  for (int j = 0; j < LEN_2D; j++)
    for (int i = j; i < LEN_2D; i++)
      aa[i][j] = bb[i][j] + cc[i][j];
}

void s233(void) {
  for (int i = 1; i < LEN_2D; i++) {
    for (int j = 1; j < LEN_2D; j++)
      aa[j][i] = aa[j - 1][i] + cc[j][i];
    for (int j = 1; j < LEN_2D; j++)
      bb[j][i] = bb[j][i - 1] + cc[j][i];
  }
}

void s2233(void) {
  for (int i = 1; i < LEN_2D; i++) {
    for (int j = 1; j < LEN_2D; j++)
      aa[j][i] = aa[j - 1][i] + cc[j][i];
    for (int j = 1; j < LEN_2D; j++)
      bb[i][j] = bb[i - 1][j] + cc[i][j];
  }
}

void s235(void) {
  for (int i = 0; i < LEN_2D; i++) {
    a[i] += b[i] * c[i];
    for (int j = 1; j < LEN_2D; j++)
      aa[j][i] = aa[j - 1][i] + bb[j][i] * a[i];
  }
}

void s241(void) {
  for (int i = 0; i < LEN_1D - 1; i++) {
    a[i] = b[i] * c[i] * d[i];
    b[i] = a[i] * a[i + 1] * d[i];
  }
}

void s242(real_t s1, real_t s2) {
  for (int i = 1; i < LEN_1D; ++i) a[i] = a[i - 1] + s1 + s2 + b[i] + c[i] + d[i];
}

void s243(void) {
  for (int i = 0; i < LEN_1D - 1; i++) {
    a[i] = b[i] + c[i] * d[i];
    b[i] = a[i] + d[i] * e[i];
    a[i] = b[i] + a[i + 1] * d[i];
  }
}

void s244(void) {
  for (int i = 0; i < LEN_1D - 1; ++i) {
    a[i] = b[i] + c[i] * d[i];
    b[i] = c[i] + b[i];
    a[i + 1] = b[i] + a[i + 1] * d[i];
  }
}

void s1244(void) {
  for (int i = 0; i < LEN_1D - 1; i++) {
    a[i] = b[i] + c[i] * c[i] + b[i] * b[i] + c[i];
    d[i] = a[i] + a[i + 1];
  }
}

void s2244(void) {
  for (int i = 0; i < LEN_1D - 1; i++) {
    a[i + 1] = b[i] + e[i];
    a[i] = b[i] + c[i];
  }
}

void s251(void) {
  for (int i = 0; i < LEN_1D; i++) {
    real_t s = b[i] + c[i] * d[i];
    a[i] = s * s;
  }
}

void s2251(void) {
  real_t s = (real_t)0.0;
  for (int i = 0; i < LEN_1D; i++) {
    a[i] = s * e[i];
    s = b[i] + c[i];
    b[i] = a[i] + d[i];
  }
}

void s3251(void) {
  for (int i = 0; i < LEN_1D - 1; i++) {
    a[i + 1] = b[i] + c[i];
    b[i] = c[i] * e[i];
    d[i] = a[i] * e[i];
  }
}

void s252(void) {
  real_t t = (real_t)0.;
  for (int i = 0; i < LEN_1D; i++) {
    real_t s = b[i] * c[i];
    a[i] = s + t;
    t = s;
  }
}

void s254(void) {
  real_t last = b[LEN_1D - 1];
  for (int i = 0; i < LEN_1D; i++) {
    a[i] = (b[i] + last) * (real_t).5;
    last = b[i];
  }
}

void s255(void) {
  real_t last = b[LEN_1D - 1], before = b[LEN_1D - 2];
  for (int i = 0; i < LEN_1D; i++) {
    a[i] = (b[i] + last + before) * (real_t).333;
    before = last;
    last = b[i];
  }
}

void s256(void) {
  for (int i = 0; i < LEN_2D; i++)
    for (int j = 1; j < LEN_2D; j++) {
      a[j] = (real_t)1.0 - a[j - 1];
      cc[j][i] = a[j] + bb[j][i] * d[j];
    }
}

void s257(void) {
  for (int i = 1; i < LEN_2D; i++)
    for (int j = 0; j < LEN_2D; j++) {
      a[i] = aa[j][i] - a[i - 1];
      aa[j][i] = a[i] + bb[j][i];
    }
}

void s258(void) {
  real_t s = 0.;
  for (int i = 0; i < LEN_2D; ++i) {
    if (a[i] > 0.)
      s = d[i] * d[i];
    b[i] = s * c[i] + d[i];
    e[i] = (s + (real_t)1.) * aa[0][i];
  }
}

void s261(void) {
  for (int i = 1; i < LEN_1D; ++i) {
    real_t t = a[i] + b[i];
    a[i] = t + c[i - 1];
    t = c[i] * d[i];
    c[i] = t;
  }
}

void s271(void) { for (int i = 0; i < LEN_1D; i++) if (b[i] > (real_t)0.) a[i] += b[i] * c[i]; }

void s272(real_t t) {
  for (int i = 0; i < LEN_1D; i++)
    if (e[i] >= t) {
      a[i] += c[i] * d[i];
      b[i] += c[i] * c[i];
    }
}

void s273(void) {
  for (int i = 0; i < LEN_1D; i++) {
    a[i] += d[i] * e[i];
    if (a[i] < (real_t)0.)
      b[i] += d[i] * e[i];
    c[i] += a[i] * d[i];
  }
}

void s274(void) {
  for (int i = 0; i < LEN_1D; i++) {
    a[i] = c[i] + e[i] * d[i];
    if (a[i] > (real_t)0.)
      b[i] = a[i] + b[i];
    else
      a[i] = d[i] * e[i];
  }
}

void s275(void) {
  for (int i = 0; i < LEN_2D; i++)
    if (aa[0][i] > (real_t)0.)
      for (int j = 1; j < LEN_2D; j++)
        aa[j][i] = aa[j - 1][i] + bb[j][i] * cc[j][i];
}

void s2275(void) {
  for (int i = 0; i < LEN_2D; i++) {
    for (int j = 0; j < LEN_2D; j++)
      aa[j][i] = aa[j][i] + bb[j][i] * cc[j][i];
    a[i] = b[i] + c[i] * d[i];
  }
}

void s276(void) {
  int mid = LEN_1D / 2;
  for (int i = 0; i < LEN_1D; i++) {
    if (i + 1 < mid)
      a[i] += b[i] * c[i];
    else
      a[i] += b[i] * d[i];
  }
}

void s277(void) {
  for (int i = 0; i < LEN_1D - 1; i++) {
    if (a[i] >= (real_t)0.)
      goto L20;
    if (b[i] >= (real_t)0.)
      goto L30;
    a[i] += c[i] * d[i];
  L30:
    b[i + 1] = c[i] + d[i] * e[i];
  L20:;
  }
}

void s278(void) {
  for (int i = 0; i < LEN_1D; i++) {
    if (a[i] > (real_t)0.)
      goto L20;
    b[i] = -b[i] + d[i] * e[i];
    goto L30;
  L20:
    c[i] = -c[i] + d[i] * e[i];
  L30:
    a[i] = b[i] + c[i] * d[i];
  }
}

void s279(void) {
  for (int i = 0; i < LEN_1D; i++) {
    if (a[i] > (real_t)0.)
      goto L20;
    b[i] = -b[i] + d[i] * d[i];
    if (b[i] <= a[i])
      goto L30;
    c[i] += d[i] * e[i];
    goto L30;
  L20:
    c[i] = -c[i] + e[i] * e[i];
  L30:
    a[i] = b[i] + c[i] * d[i];
  }
}

void s2710(real_t z) {
  for (int i = 0; i < LEN_1D; i++) {
    if (a[i] > b[i]) {
      a[i] += b[i] * d[i];
      if (LEN_1D > 10)
        c[i] += d[i] * d[i];
      else
        c[i] = d[i] * e[i] + (real_t)1.;
    } else {
      b[i] = a[i] + e[i] * e[i];
      if (z > (real_t)0.)
        c[i] = a[i] + d[i] * d[i];
      else
        c[i] += e[i] * e[i];
    }
  }
}

void s2711(void) { for (int i = 0; i < LEN_1D; i++) if (b[i] != (real_t)0.0) a[i] += b[i] * c[i]; }

void s281(void) {
  for (int i = 0; i < LEN_1D; i++) {
    real_t t = a[LEN_1D - i - 1] + b[i] * c[i];
    a[i] = t - (real_t)1.0;
    b[i] = t;
  }
}

void s291(void) {
  int last = LEN_1D - 1;
  for (int i = 0; i < LEN_1D; i++) {
    a[i] = (b[i] + b[last]) * (real_t).5;
    last = i;
  }
}

void s293(void) { for (int i = 0; i < LEN_1D; i++) a[i] = a[0]; }

void s2101(void) { for (int i = 0; i < LEN_2D; i++) aa[i][i] += bb[i][i] * cc[i][i]; }

void s2102(void) {
  for (int i = 0; i < LEN_2D; i++) {
    for (int j = 0; j < LEN_2D; j++)
      aa[j][i] = (real_t)0.;
    aa[i][i] = (real_t)1.;
  }
}

void s2111(void) {
  for (int j = 1; j < LEN_2D; j++)
    for (int i = 1; i < LEN_2D; i++)
      aa[j][i] = (aa[j][i - 1] + aa[j - 1][i]) / (real_t)1.9;
}

real_t s311(void) {
  real_t sum = (real_t)0.;
  for (int i = 0; i < LEN_1D; i++) sum += a[i];
  return sum;
}

real_t s312(void) {
  real_t prod = (real_t)1.;
  for (int i = 0; i < LEN_1D; i++) prod *= a[i];
  return prod;
}

real_t s313(void) {
  real_t dot = (real_t)0.;
  for (int i = 0; i < LEN_1D; i++) dot += a[i] * b[i];
  return dot;
}

real_t s314(void) {
  real_t best = a[0];
  for (int i = 0; i < LEN_1D; i++)
    if (a[i] > best)
      best = a[i];
  return best;
}

real_t s315(void) {
  real_t best = a[0];
  int index = 0;
  for (int i = 0; i < LEN_1D; ++i)
    if (a[i] > best) {
      best = a[i];
      index = i;
    }
  return best + (real_t)index;
}

real_t s316(void) {
  real_t best = a[0];
  for (int i = 1; i < LEN_1D; ++i)
    if (a[i] < best)
      best = a[i];
  return best;
}

real_t s317(void) {
  real_t q = (real_t)1.;
  for (int i = 0; i < LEN_1D / 2; i++) q *= (real_t).99;
  return q;
}

real_t s318(int inc) {
  int k = 0, index = 0;
  real_t best = fabsf(a[0]);
  k += inc;
  for (int i = 1; i < LEN_1D; i++) {
    if (fabsf(a[k]) <= best)
      goto L5;
    index = i;
    best = fabsf(a[k]);
  L5:
    k += inc;
  }
  return best + (real_t)index;
}

real_t s319(void) {
  real_t sum = 0.;
  for (int i = 0; i < LEN_1D; i++) {
    a[i] = c[i] + d[i];
    sum += a[i];
    b[i] = c[i] + e[i];
    sum += b[i];
  }
  return sum;
}

real_t s3110(void) {
  real_t best = aa[0][0];
  int xi = 0, yi = 0;
  for (int i = 0; i < LEN_2D; i++)
    for (int j = 0; j < LEN_2D; j++)
      if (aa[i][j] > best) {
        best = aa[i][j];
        xi = i;
        yi = j;
      }
  return best + xi + yi;
}

real_t s3111(void) {
  real_t sum = 0.;
  for (int i = 0; i < LEN_1D; i++)
    if (a[i] > (real_t)0.)
      sum += a[i];
  return sum;
}

real_t s3112(void) {
  real_t sum = (real_t)0.0;
  for (int i = 0; i < LEN_1D; i++) {
    sum += a[i];
    b[i] = sum;
  }
  return sum;
}

real_t s3113(void) {
  real_t best = fabsf(a[0]);
  for (int i = 0; i < LEN_1D; i++)
    if (fabsf(a[i]) > best)
      best = fabsf(a[i]);
  return best;
}

void s321(void) { for (int i = 1; i < LEN_1D; i++) a[i] += a[i - 1] * b[i]; }

void s322(void) { for (int i = 2; i < LEN_1D; i++) a[i] = a[i] + a[i - 1] * b[i] + a[i - 2] * c[i]; }

void s323(void) {
  for (int i = 1; i < LEN_1D; i++) {
    a[i] = b[i - 1] + c[i] * d[i];
    b[i] = a[i] + c[i] * e[i];
  }
}

int s331(void) {
  int j = -1;
  for (int i = 0; i < LEN_1D; i++)
    if (a[i] < (real_t)0.)
      j = i;
  return j;
}

real_t s332(int t) {
  int index = -2;
  real_t value = -1.;
  for (int i = 0; i < LEN_1D; i++) {
    if (a[i] > t) {
      index = i;
      value = a[i];
      goto L20;
    }
  }
L20:
  return value + (real_t)index;
}

void s341(void) {
  int j = -1;
  for (int i = 0; i < LEN_1D; i++)
    if (b[i] > (real_t)0.) {
      j++;
      a[j] = b[i];
    }
}

void s342(void) {
  int j = -1;
  for (int i = 0; i < LEN_1D; i++)
    if (a[i] > (real_t)0.) {
      j++;
      a[i] = b[j];
    }
}

void s343(void) {
  int k = -1;
  for (int i = 0; i < LEN_2D; i++)
    for (int j = 0; j < LEN_2D; j++)
      if (bb[j][i] > (real_t)0.) {
        k++;
        flat_2d_array[k] = aa[j][i];
      }
}

void s351(void) {
  real_t alpha = c[0];
  for (int i = 0; i < LEN_1D; i += 5) {
    a[i] += alpha * b[i];
    a[i + 1] += alpha * b[i + 1];
    a[i + 2] += alpha * b[i + 2];
    a[i + 3] += alpha * b[i + 3];
    a[i + 4] += alpha * b[i + 4];
  }
}

real_t s352(void) {
  real_t dot = (real_t)0.;
  for (int i = 0; i < LEN_1D; i += 5)
    dot = dot + a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3] +
          a[i + 4] * b[i + 4];
  return dot;
}

void s353(void) {
  real_t alpha = c[0];
  for (int i = 0; i < LEN_1D; i += 5) {
    a[i] += alpha * b[indx[i]];
    a[i + 1] += alpha * b[indx[i + 1]];
    a[i + 2] += alpha * b[indx[i + 2]];
    a[i + 3] += alpha * b[indx[i + 3]];
    a[i + 4] += alpha * b[indx[i + 4]];
  }
}

void s4112(real_t s) { for (int i = 0; i < LEN_1D; i++) a[i] += b[indx[i]] * s; }

void s4113(void) { for (int i = 0; i < LEN_1D; i++) a[indx[i]] = b[indx[i]] + c[i]; }

void s4114(int n1) {
  for (int i = n1 - 1; i < LEN_1D; i++) {
    int k = indx[i];
    a[i] = b[i] + c[LEN_1D - k + 1 - 2] * d[i];
    k += 5;
  }
}

real_t s4115(void) {
  real_t sum = 0.;
  for (int i = 0; i < LEN_1D; i++) sum += a[i] * b[indx[i]];
  return sum;
}

real_t s4116(int j, int inc) {
  real_t sum = 0.;
  for (int i = 0; i < LEN_2D - 1; i++) {
    int off = inc + i;
    sum += a[off] * aa[j - 1][indx[i]];
  }
  return sum;
}

void s4117(void) { for (int i = 0; i < LEN_1D; i++) a[i] = b[i] + c[i / 2] * d[i]; }

void s421(void) {
  real_t *yy = x;
  for (int i = 0; i < LEN_1D - 1; i++) x[i] = yy[i + 1] + a[i];
}

void s422(void) {
  real_t *xx = flat_2d_array + 4;
  for (int i = 0; i < LEN_1D; i++) xx[i] = flat_2d_array[i + 8] + a[i];
}

void s424(void) {
  real_t *xx = flat_2d_array + 63;
  for (int i = 0; i < LEN_1D - 1; i++) xx[i + 1] = flat_2d_array[i] + a[i];
}

void s441(void) {
  for (int i = 0; i < LEN_1D; i++) {
    if (d[i] < (real_t)0.)
      a[i] += b[i] * c[i];
    else if (d[i] == (real_t)0.)
      a[i] += b[i] * b[i];
    else
      a[i] += c[i] * c[i];
  }
}

void s442(void) {
  for (int i = 0; i < LEN_1D; i++) {
    switch (indx[i]) {
    case 1: a[i] += b[i] * b[i]; break;
    case 2: a[i] += c[i] * c[i]; break;
    case 3: a[i] += d[i] * d[i]; break;
    case 4: a[i] += e[i] * e[i]; break;
    }
  }
}

void s451(void) { for (int i = 0; i < LEN_1D; i++) a[i] = sinf(b[i]) + cosf(c[i]); }

int s471s(void);

void s471(int m) {
  for (int i = 0; i < m; i++) {
    x[i] = b[i] + d[i] * d[i];
    s471s();
    b[i] = c[i] + d[i] * e[i];
  }
}

void exit(int);

void s481(void) {
  for (int i = 0; i < LEN_1D; i++) {
    if (d[i] < (real_t)0.)
      exit(0);
    a[i] += b[i] * c[i];
  }
}

void s482(void) {
  for (int i = 0; i < LEN_1D; i++) {
    a[i] += b[i] * c[i];
    if (c[i] > b[i])
      break;
  }
}

void s491(void) { for (int i = 0; i < LEN_1D; i++) a[indx[i]] = b[i] + c[i] * d[i]; }

real_t s4121f(real_t p, real_t q) { return p * q; }

void s4121(void) { for (int i = 0; i < LEN_1D; i++) a[i] += s4121f(b[i], c[i]); }

void va(void) { for (int i = 0; i < LEN_1D; i++) a[i] = b[i]; }

void vag(void) { for (int i = 0; i < LEN_1D; i++) a[i] = b[indx[i]]; }

void vas(void) { for (int i = 0; i < LEN_1D; i++) a[indx[i]] = b[i]; }

void vif(void) { for (int i = 0; i < LEN_1D; i++) if (b[i] > (real_t)0.) a[i] = b[i]; }

real_t vsumr(void) {
  real_t sum = 0.;
  for (int i = 0; i < LEN_1D; i++) sum += a[i];
  return sum;
}

void vbor(void) {
  for (int i = 0; i < LEN_2D; i++) {
    real_t a1 = a[i], b1 = b[i], c1 = c[i];
    x[i] = a1 * b1 * c1 + a1 * b1 + a1 * c1 + b1 * c1;
  }
}
