	.arch armv8-a
	.file	"saxpy.c"
	.text
.Ltext0:
	.file 0 "/sources" "saxpy.c"
	.align	2
	.p2align 4,,11
	.global	saxpy
	.type	saxpy, %function
saxpy:
.LFB0:
	.file 1 "saxpy.c"
	.loc 1 3 57
	.cfi_startproc
.LBB2:
	.loc 1 4 24
	cbz	x0, .L1
	sub	x3, x0, #1
	cmp	x3, 2
	bls	.L8
	add	x4, x1, 4
	mov	x3, 0
	sub	x4, x2, x4
	cmp	x4, 8
	bhi	.L19
	.p2align 3,,7
.L6:
	.loc 1 5 21
	ldr	s2, [x1, x3, lsl 2]
	ldr	s1, [x2, x3, lsl 2]
	fmadd	s1, s0, s2, s1
	.loc 1 5 10
	str	s1, [x2, x3, lsl 2]
	.loc 1 4 30
	add	x3, x3, 1
	.loc 1 4 24
	cmp	x0, x3
	bne	.L6
.L1:
.LBE2:
	.loc 1 6 1
	ret
	.p2align 2,,3
.L19:
	dup	v3.4s, v0.s[0]
	lsr	x4, x0, 2
	lsl	x4, x4, 4
	.p2align 3,,7
.L4:
.LBB3:
	.loc 1 5 17 discriminator 3
	ldr	q2, [x1, x3]
	.loc 1 5 24 discriminator 3
	ldr	q1, [x2, x3]
	.loc 1 5 21 discriminator 3
	fmla	v1.4s, v2.4s, v3.4s
	.loc 1 5 10 discriminator 3
	str	q1, [x2, x3]
	add	x3, x3, 16
	cmp	x3, x4
	bne	.L4
	and	x3, x0, -4
	tst	x0, 3
	beq	.L1
	.loc 1 5 21
	ldr	s2, [x1, x3, lsl 2]
	.loc 1 4 30
	add	x5, x3, 1
	.loc 1 5 21
	ldr	s1, [x2, x3, lsl 2]
	.loc 1 5 17
	lsl	x4, x3, 2
	.loc 1 5 21
	fmadd	s1, s2, s0, s1
	.loc 1 5 10
	str	s1, [x2, x3, lsl 2]
	.loc 1 4 24
	cmp	x0, x5
	bls	.L1
	.loc 1 5 17
	add	x5, x4, 4
	.loc 1 4 30
	add	x3, x3, 2
	.loc 1 5 21
	ldr	s2, [x1, x5]
	ldr	s1, [x2, x5]
	fmadd	s1, s0, s2, s1
	.loc 1 5 10
	str	s1, [x2, x5]
	.loc 1 4 24
	cmp	x0, x3
	bls	.L1
	.loc 1 5 17
	add	x0, x4, 8
	.loc 1 5 21
	ldr	s2, [x1, x0]
	ldr	s1, [x2, x0]
	fmadd	s0, s0, s2, s1
	.loc 1 5 10
	str	s0, [x2, x0]
.LBE3:
	.loc 1 6 1
	ret
	.p2align 2,,3
.L8:
.LBB4:
	.loc 1 4 24
	mov	x3, 0
	.loc 1 5 21
	ldr	s2, [x1, x3, lsl 2]
	ldr	s1, [x2, x3, lsl 2]
	fmadd	s1, s0, s2, s1
	.loc 1 5 10
	str	s1, [x2, x3, lsl 2]
	.loc 1 4 30
	add	x3, x3, 1
	.loc 1 4 24
	cmp	x0, x3
	bne	.L6
	b	.L1
.LBE4:
	.cfi_endproc
.LFE0:
	.size	saxpy, .-saxpy
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
