/* Halve the even, triple the odd and add one, until one is left: how many steps? */
int collatz_steps(unsigned long number) {
    int steps = 0;
    while (number != 1) {
        number = number % 2 == 0 ? number / 2 : 3 * number + 1;
        steps++;
    }
    return steps;
}
