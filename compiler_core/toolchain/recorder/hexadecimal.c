/* Hexadecimal text to bytes. */
#include "recorder.h"

int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
    return -1;
}

/* False for anything but pairs of digits, or more than there is room for. */
bool read_hex(const char *text, size_t length, uint8_t *bytes, size_t room, size_t *count)
{
    if (length % 2 || length / 2 > room) return false;
    for (size_t i = 0; i < length / 2; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    *count = length / 2;
    return true;
}
