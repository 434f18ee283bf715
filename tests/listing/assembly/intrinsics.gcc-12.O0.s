	.arch armv8-a
	.file	"intrinsics.c"
	.text
.Ltext0:
	.file 0 "/sources" "intrinsics.c"
	.align	2
	.global	add_constant
	.type	add_constant, %function
add_constant:
.LFB4350:
	.file 1 "intrinsics.c"
	.loc 1 3 36
	.cfi_startproc
	sub	sp, sp, #96
	.cfi_def_cfa_offset 96
	str	x0, [sp, 8]
	str	w1, [sp, 4]
.LBB11:
	.loc 1 4 12
	str	wzr, [sp, 92]
	.loc 1 4 3
	b	.L2
.L6:
	.loc 1 5 17 discriminator 3
	ldrsw	x0, [sp, 92]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	.loc 1 5 44 discriminator 3
	ldrsw	x1, [sp, 92]
	lsl	x1, x1, 2
	ldr	x2, [sp, 8]
	add	x1, x2, x1
	str	x1, [sp, 16]
.LBB12:
.LBB13:
	.file 2 "/usr/lib/gcc-cross/aarch64-linux-gnu/12/include/arm_neon.h"
	.loc 2 15262 10 discriminator 3
	ldr	x1, [sp, 16]
	ldr	q0, [x1]
	mov	v1.16b, v0.16b
	mov	w1, 39322
	movk	w1, 0x3e99, lsl 16
	fmov	s0, w1
	str	s0, [sp, 28]
.LBE13:
.LBE12:
.LBB14:
.LBB15:
	.loc 2 13536 10 discriminator 3
	ldr	s0, [sp, 28]
	dup	v0.4s, v0.s[0]
	str	q1, [sp, 48]
	str	q0, [sp, 32]
.LBE15:
.LBE14:
.LBB16:
.LBB17:
	.loc 2 338 14 discriminator 3
	ldr	q1, [sp, 48]
	ldr	q0, [sp, 32]
	fadd	v0.4s, v1.4s, v0.4s
	str	x0, [sp, 80]
	str	q0, [sp, 64]
.LBE17:
.LBE16:
.LBB18:
.LBB19:
	.loc 2 24708 3 discriminator 3
	ldr	q0, [sp, 64]
	ldr	x0, [sp, 80]
	str	q0, [x0]
	.loc 2 24709 1 discriminator 3
	nop
.LBE19:
.LBE18:
	.loc 1 4 33 discriminator 3
	ldr	w0, [sp, 92]
	add	w0, w0, 4
	str	w0, [sp, 92]
.L2:
	.loc 1 4 25 discriminator 1
	ldr	w0, [sp, 92]
	add	w0, w0, 3
	ldr	w1, [sp, 4]
	cmp	w1, w0
	bgt	.L6
.LBE11:
	.loc 1 6 3
#APP
// 6 "intrinsics.c" 1
	nop; nop
	dmb ish
// 0 "" 2
	.loc 1 7 1
#NO_APP
	nop
	add	sp, sp, 96
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE4350:
	.size	add_constant, .-add_constant
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
