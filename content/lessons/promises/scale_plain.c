float from[1024];
float to[1024];
void scale(float k) {
    for (int i = 0; i < 1024; i++)
        to[i] = from[i] * k;
}
