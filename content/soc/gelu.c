/* GELU in its tanh form: x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))).

   tanh is a quotient of two polynomials (degrees 13 and 6, the coefficients of Eigen's generic
   float tanh), so that the loop calls no function and every compiler can use vectors. */
void gelu(float *restrict out, const float *restrict in, int n)
{
    for (int i = 0; i < n; i++) {
        float x = in[i];
        float argument = 0.7978845608f * (x + 0.044715f * x * x * x);
        float t = __builtin_fminf(__builtin_fmaxf(argument, -7.9053111f), 7.9053111f);
        float square = t * t;
        float above = -2.76076847742355e-16f;
        above = above * square + 2.00018790482477e-13f;
        above = above * square - 8.60467152213735e-11f;
        above = above * square + 5.12229709037114e-08f;
        above = above * square + 1.48572235717979e-05f;
        above = above * square + 6.37261928875436e-04f;
        above = above * square + 4.89352455891786e-03f;
        float below = 1.19825839466702e-06f;
        below = below * square + 1.18534705686654e-04f;
        below = below * square + 2.26843463243900e-03f;
        below = below * square + 4.89352518554385e-03f;
        out[i] = 0.5f * x * (1.0f + t * above / below);
    }
}
