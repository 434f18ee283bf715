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
	.loc 1 4 15
	mov	x3, 0
	.p2align 3,,7
.L3:
	.loc 1 5 21 discriminator 3
	ldr	s2, [x1, x3, lsl 2]
	ldr	s1, [x2, x3, lsl 2]
	fmadd	s1, s2, s0, s1
	.loc 1 5 10 discriminator 3
	str	s1, [x2, x3, lsl 2]
	.loc 1 4 30 discriminator 3
	add	x3, x3, 1
	.loc 1 4 24 discriminator 3
	cmp	x0, x3
	bne	.L3
.L1:
.LBE2:
	.loc 1 6 1
	ret
	.cfi_endproc
.LFE0:
	.size	saxpy, .-saxpy
.Letext0:
	.ident	"GCC: (Debian 12.2.0-14) 12.2.0"
	.section	.note.GNU-stack,"",@progbits
