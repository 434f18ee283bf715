#include <math.h>
double cube(double x) {
    return pow(x, 3.0);
}
