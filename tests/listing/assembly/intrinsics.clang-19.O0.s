	.text
	.file	"intrinsics.c"
	.globl	add_constant                    // -- Begin function add_constant
	.p2align	2
	.type	add_constant,@function
add_constant:                           // @add_constant
.Lfunc_begin0:
	.file	0 "/sources" "intrinsics.c" md5 0x88e1b0f81a67355fb0ea5f59b0d8900d
	.loc	0 3 0                           // intrinsics.c:3:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #176
	.cfi_def_cfa_offset 176
                                        // implicit-def: $q0
	str	x0, [sp, #72]
	str	w1, [sp, #68]
.Ltmp1:
	.loc	0 4 12 prologue_end             // intrinsics.c:4:12
	str	wzr, [sp, #64]
	.loc	0 4 8 is_stmt 0                 // intrinsics.c:4:8
	b	.LBB0_1
.LBB0_1:                                // =>This Inner Loop Header: Depth=1
	.loc	0 4 19                          // intrinsics.c:4:19
	ldr	w8, [sp, #64]
	.loc	0 4 21                          // intrinsics.c:4:21
	add	w8, w8, #4
	.loc	0 4 28                          // intrinsics.c:4:28
	ldr	w9, [sp, #68]
	.loc	0 4 3                           // intrinsics.c:4:3
	subs	w8, w8, w9
	b.gt	.LBB0_4
	b	.LBB0_2
.LBB0_2:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 0 3                           // intrinsics.c:0:3
	ldr	q0, [sp]                        // 16-byte Folded Reload
	.loc	0 5 5 is_stmt 1                 // intrinsics.c:5:5
	ldr	x8, [sp, #72]
	ldrsw	x9, [sp, #64]
	lsl	x9, x9, #2
	ldr	q1, [x8, x9]
	str	q1, [sp, #32]
	ldr	q1, [sp, #32]
	str	q1, [sp, #16]
	ldr	q1, [sp, #16]
	mov	w8, #39322                      // =0x999a
	movk	w8, #16025, lsl #16
	fmov	s2, w8
	str	s2, [sp, #172]
	ldr	s3, [sp, #172]
                                        // implicit-def: $q2
	fmov	s2, s3
	mov	v0.s[0], v2.s[0]
	ldr	s3, [sp, #172]
                                        // implicit-def: $q2
	fmov	s2, s3
	mov	v0.s[1], v2.s[0]
	ldr	s3, [sp, #172]
                                        // implicit-def: $q2
	fmov	s2, s3
	mov	v0.s[2], v2.s[0]
	ldr	s3, [sp, #172]
                                        // implicit-def: $q2
	fmov	s2, s3
	mov	v0.s[3], v2.s[0]
	str	q0, [sp, #128]
	ldr	q0, [sp, #128]
	str	q0, [sp, #144]
	ldr	q0, [sp, #144]
	str	q1, [sp, #112]
	str	q0, [sp, #96]
	ldr	q0, [sp, #112]
	ldr	q1, [sp, #96]
	fadd	v0.4s, v0.4s, v1.4s
	str	q0, [sp, #80]
	ldr	q0, [sp, #80]
	str	q0, [sp, #48]
	ldr	x8, [sp, #72]
	ldrsw	x9, [sp, #64]
	lsl	x9, x9, #2
	ldr	q0, [sp, #48]
	str	q0, [x8, x9]
	b	.LBB0_3
.LBB0_3:                                //   in Loop: Header=BB0_1 Depth=1
	.loc	0 4 33                          // intrinsics.c:4:33
	ldr	w8, [sp, #64]
	add	w8, w8, #4
	str	w8, [sp, #64]
	.loc	0 4 3 is_stmt 0                 // intrinsics.c:4:3
	b	.LBB0_1
.LBB0_4:
	.loc	0 6 3 is_stmt 1                 // intrinsics.c:6:3
	//APP
	nop
	nop
	dmb	ish
	//NO_APP
	.loc	0 7 1 epilogue_begin            // intrinsics.c:7:1
	add	sp, sp, #176
	.cfi_def_cfa_offset 0
	ret
.Ltmp2:
.Lfunc_end0:
	.size	add_constant, .Lfunc_end0-add_constant
	.cfi_endproc
                                        // -- End function
	.ident	"Debian clang version 19.1.7 (3~deb12u1)"
	.section	".note.GNU-stack","",@progbits
	.addrsig
