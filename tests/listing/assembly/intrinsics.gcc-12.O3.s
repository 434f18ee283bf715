	.arch armv8-a
	.file	"intrinsics.c"
	.text
.Ltext0:
	.file 0 "/sources" "intrinsics.c"
	.align	2
	.p2align 4,,11
	.global	add_constant
	.type	add_constant, %function
add_constant:
.LFB4350:
	.file 1 "intrinsics.c"
	.loc 1 3 36
	.cfi_startproc
.LBB11:
	.loc 1 4 25
	cmp	w1, 3
	ble	.L2
	sub	w1, w1, #4
.LBB12:
.LBB13:
	.file 2 "/usr/lib/gcc-cross/aarch64-linux-gnu/12/include/arm_neon.h"
	.loc 2 338 14
	adrp	x3, .LC0
	add	x2, x0, 16
	lsr	w1, w1, 2
	ldr	q1, [x3, #:lo12:.LC0]
	add	x1, x2, w1, uxtw 4
	.p2align 3,,7
.L3:
.LBE13:
.LBE12:
.LBB15:
.LBB16:
	.loc 2 15262 10 discriminator 3
	ldr	q0, [x0]
.LBE16:
.LBE15:
.LBB17:
.LBB14:
	.loc 2 338 14 discriminator 3
	fadd	v0.4s, v0.4s, v1.4s
.LBE14:
.LBE17:
.LBB18:
.LBB19:
	.loc 2 24708 3 discriminator 3
	str	q0, [x0], 16
.LBE19:
.LBE18:
	.loc 1 4 25 discriminator 3
	cmp	x0, x1
	bne	.L3
.L2:
.LBE11:
	.loc 1 6 3
#APP
// 6 "intrinsics.c" 1
	nop; nop
	dmb ish
// 0 "" 2
	.loc 1 7 1
#NO_APP
	ret
	.cfi_endproc
.LFE4350:
	.size	add_constant, .-add_constant
	.section	.rodata.cst16,"aM",@progbits,16
	.align	4
.LC0:
	.word	1050253722
	.word	1050253722
	.word	1050253722
	.word	1050253722
	.text
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
