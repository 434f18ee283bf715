	.arch armv8-a
	.file	"saxpy.c"
	.text
.Ltext0:
	.file 0 "/sources" "saxpy.c"
	.align	2
	.global	saxpy
	.type	saxpy, %function
saxpy:
.LFB0:
	.file 1 "saxpy.c"
	.loc 1 3 57
	.cfi_startproc
	sub	sp, sp, #48
	.cfi_def_cfa_offset 48
	str	x0, [sp, 24]
	str	s0, [sp, 20]
	str	x1, [sp, 8]
	str	x2, [sp]
.LBB2:
	.loc 1 4 15
	str	xzr, [sp, 40]
	.loc 1 4 3
	b	.L2
.L3:
	.loc 1 5 17 discriminator 3
	ldr	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp, 8]
	add	x0, x1, x0
	ldr	s1, [x0]
	.loc 1 5 14 discriminator 3
	ldr	s0, [sp, 20]
	fmul	s1, s1, s0
	.loc 1 5 24 discriminator 3
	ldr	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp]
	add	x0, x1, x0
	ldr	s0, [x0]
	.loc 1 5 6 discriminator 3
	ldr	x0, [sp, 40]
	lsl	x0, x0, 2
	ldr	x1, [sp]
	add	x0, x1, x0
	.loc 1 5 21 discriminator 3
	fadd	s0, s1, s0
	.loc 1 5 10 discriminator 3
	str	s0, [x0]
	.loc 1 4 30 discriminator 3
	ldr	x0, [sp, 40]
	add	x0, x0, 1
	str	x0, [sp, 40]
.L2:
	.loc 1 4 24 discriminator 1
	ldr	x1, [sp, 40]
	ldr	x0, [sp, 24]
	cmp	x1, x0
	bcc	.L3
.LBE2:
	.loc 1 6 1
	nop
	nop
	add	sp, sp, 48
	.cfi_def_cfa_offset 0
	ret
	.cfi_endproc
.LFE0:
	.size	saxpy, .-saxpy
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
