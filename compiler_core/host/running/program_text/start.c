/* Where a program without the C library begins: the kernel leaves the number of arguments and their
   addresses on the stack. What main returns is the exit status. */

__asm__(".text\n"
        ".globl _start\n"
        ".type _start, %function\n"
        "_start:\n"
        "    mov x29, xzr\n"
        "    mov x30, xzr\n"
        "    ldr x0, [sp]\n"
        "    add x1, sp, #8\n"
        "    bl main\n"
        "    mov x8, #94\n"
        "    svc #0\n"
        ".size _start, .-_start\n");
