	.text
	.file	"calls.c"
	.globl	mixed                           // -- Begin function mixed
	.p2align	2
	.type	mixed,@function
mixed:                                  // @mixed
.Lfunc_begin0:
	.file	0 "." "calls.c" md5 0x160cec840f7fd8663a609a33ed0951ca
	.cfi_startproc
// %bb.0:
	.loc	0 16 31 prologue_end            // calls.c:16:31
	fcvtzs	x8, s1
	.loc	0 16 16 is_stmt 0               // calls.c:16:16
	fcvtzs	x9, d0
	.loc	0 16 26                         // calls.c:16:26
	ldrb	w10, [x1]
	.loc	0 16 14                         // calls.c:16:14
	add	x9, x9, w0, sxtw
	.loc	0 16 24                         // calls.c:16:24
	add	x8, x8, x2
	.loc	0 16 29                         // calls.c:16:29
	add	x8, x8, x10
	.loc	0 16 39                         // calls.c:16:39
	add	x0, x9, x8
	.loc	0 16 5                          // calls.c:16:5
	ret
.Ltmp0:
.Lfunc_end0:
	.size	mixed, .Lfunc_end0-mixed
	.cfi_endproc
                                        // -- End function
	.globl	many                            // -- Begin function many
	.p2align	2
	.type	many,@function
many:                                   // @many
.Lfunc_begin1:
	.cfi_startproc
// %bb.0:
	.loc	0 21 14 prologue_end is_stmt 1  // calls.c:21:14
	add	w8, w0, w1, lsl #1
	.loc	0 21 26 is_stmt 0               // calls.c:21:26
	add	w9, w2, w2, lsl #1
	mov	w10, #6                         // =0x6
	.loc	0 21 22                         // calls.c:21:22
	add	w8, w8, w9
	.loc	0 21 42                         // calls.c:21:42
	add	w9, w4, w4, lsl #2
	.loc	0 21 30                         // calls.c:21:30
	add	w8, w8, w3, lsl #2
	.loc	0 21 38                         // calls.c:21:38
	add	w8, w8, w9
	ldr	w9, [sp]
	.loc	0 21 46                         // calls.c:21:46
	madd	w8, w5, w10, w8
	.loc	0 21 74                         // calls.c:21:74
	add	w9, w9, w9, lsl #3
	.loc	0 21 54                         // calls.c:21:54
	sub	w8, w8, w6
	add	w8, w8, w6, lsl #3
	.loc	0 21 62                         // calls.c:21:62
	add	w8, w8, w7, lsl #3
	.loc	0 21 70                         // calls.c:21:70
	add	w0, w8, w9
	.loc	0 21 5                          // calls.c:21:5
	ret
.Ltmp1:
.Lfunc_end1:
	.size	many, .Lfunc_end1-many
	.cfi_endproc
                                        // -- End function
	.globl	floats                          // -- Begin function floats
	.p2align	2
	.type	floats,@function
floats:                                 // @floats
.Lfunc_begin2:
	.cfi_startproc
// %bb.0:
	.loc	0 26 20 prologue_end is_stmt 1  // calls.c:26:20
	fcvt	d2, s2
	.loc	0 26 12 is_stmt 0               // calls.c:26:12
	fcvt	d0, s0
	.loc	0 26 18                         // calls.c:26:18
	fnmul	d2, d2, d3
	fmadd	d0, d0, d1, d2
	.loc	0 26 5                          // calls.c:26:5
	ret
.Ltmp2:
.Lfunc_end2:
	.size	floats, .Lfunc_end2-floats
	.cfi_endproc
                                        // -- End function
	.globl	choose                          // -- Begin function choose
	.p2align	2
	.type	choose,@function
choose:                                 // @choose
.Lfunc_begin3:
	.cfi_startproc
// %bb.0:
	.loc	0 31 12 prologue_end is_stmt 1  // calls.c:31:12
	tst	w2, #0xff
	csel	x0, x1, x0, eq
	.loc	0 31 5 is_stmt 0                // calls.c:31:5
	ret
.Ltmp3:
.Lfunc_end3:
	.size	choose, .Lfunc_end3-choose
	.cfi_endproc
                                        // -- End function
	.globl	after_struct                    // -- Begin function after_struct
	.p2align	2
	.type	after_struct,@function
after_struct:                           // @after_struct
.Lfunc_begin4:
	.loc	0 35 0 is_stmt 1                // calls.c:35:0
	.cfi_startproc
// %bb.0:
	lsr	x8, x1, #32
.Ltmp4:
	.loc	0 36 18 prologue_end            // calls.c:36:18
	mul	w9, w1, w0
	.loc	0 36 24 is_stmt 0               // calls.c:36:24
	madd	w0, w8, w2, w9
	.loc	0 36 5                          // calls.c:36:5
	ret
.Ltmp5:
.Lfunc_end4:
	.size	after_struct, .Lfunc_end4-after_struct
	.cfi_endproc
                                        // -- End function
	.globl	fill                            // -- Begin function fill
	.p2align	2
	.type	fill,@function
fill:                                   // @fill
.Lfunc_begin5:
	.cfi_startproc
// %bb.0:
	.loc	0 41 5 prologue_end is_stmt 1   // calls.c:41:5
	cbz	x1, .LBB5_8
// %bb.1:
	cmp	x1, #7
	b.hi	.LBB5_3
// %bb.2:
	.loc	0 0 5 is_stmt 0                 // calls.c:0:5
	mov	x8, xzr
	b	.LBB5_6
.LBB5_3:
	.loc	0 41 5                          // calls.c:41:5
	dup	v0.4s, w2
	and	x8, x1, #0xfffffffffffffff8
	add	x9, x0, #16
	mov	x10, x8
.LBB5_4:                                // =>This Inner Loop Header: Depth=1
	.loc	0 41 36                         // calls.c:41:36
	subs	x10, x10, #8
	.loc	0 42 16 is_stmt 1               // calls.c:42:16
	stp	q0, q0, [x9, #-16]
	.loc	0 41 36                         // calls.c:41:36
	add	x9, x9, #32
	b.ne	.LBB5_4
// %bb.5:
	.loc	0 41 5 is_stmt 0                // calls.c:41:5
	cmp	x8, x1
	b.eq	.LBB5_8
.LBB5_6:
	add	x9, x0, x8, lsl #2
	sub	x8, x1, x8
.LBB5_7:                                // =>This Inner Loop Header: Depth=1
	.loc	0 41 26                         // calls.c:41:26
	subs	x8, x8, #1
	.loc	0 42 16 is_stmt 1               // calls.c:42:16
	str	w2, [x9], #4
	b.ne	.LBB5_7
.LBB5_8:
	.loc	0 43 1                          // calls.c:43:1
	ret
.Ltmp6:
.Lfunc_end5:
	.size	fill, .Lfunc_end5-fill
	.cfi_endproc
                                        // -- End function
	.globl	clear                           // -- Begin function clear
	.p2align	2
	.type	clear,@function
clear:                                  // @clear
.Lfunc_begin6:
	.loc	0 46 0                          // calls.c:46:0
	.cfi_startproc
// %bb.0:
	mov	x2, x1
.Ltmp7:
	.loc	0 47 5 prologue_end             // calls.c:47:5
	mov	w1, wzr
.Ltmp8:
	b	memset
.Ltmp9:
.Lfunc_end6:
	.size	clear, .Lfunc_end6-clear
	.cfi_endproc
                                        // -- End function
	.globl	keep                            // -- Begin function keep
	.p2align	2
	.type	keep,@function
keep:                                   // @keep
.Lfunc_begin7:
	.loc	0 51 0                          // calls.c:51:0
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	mov	w19, w1
	mov	w20, w0
.Ltmp10:
	.loc	0 52 17 prologue_end            // calls.c:52:17
	bl	work
.Ltmp11:
	mov	w21, w0
	.loc	0 53 18                         // calls.c:53:18
	mov	w0, w19
	bl	work
.Ltmp12:
	.loc	0 54 18                         // calls.c:54:18
	mul	w8, w21, w20
	.loc	0 54 22 is_stmt 0               // calls.c:54:22
	madd	w0, w0, w19, w8
	.cfi_def_cfa wsp, 48
	.loc	0 54 5 epilogue_begin           // calls.c:54:5
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp13:
.Lfunc_end7:
	.size	keep, .Lfunc_end7-keep
	.cfi_endproc
                                        // -- End function
	.globl	horner                          // -- Begin function horner
	.p2align	2
	.type	horner,@function
horner:                                 // @horner
.Lfunc_begin8:
	.cfi_startproc
// %bb.0:
	.loc	0 59 16 prologue_end is_stmt 1  // calls.c:59:16
	ldr	d1, [x0, w1, sxtw #3]
	.loc	0 60 5                          // calls.c:60:5
	cmp	w1, #1
	b.lt	.LBB8_3
// %bb.1:
	add	x9, x0, w1, uxtw #3
	mov	w8, w1
	add	x8, x8, #1
	sub	x9, x9, #8
.LBB8_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 61 21                         // calls.c:61:21
	ldr	d2, [x9], #-8
	.loc	0 60 32                         // calls.c:60:32
	sub	x8, x8, #1
	.loc	0 60 5 is_stmt 0                // calls.c:60:5
	cmp	x8, #1
	.loc	0 61 19 is_stmt 1               // calls.c:61:19
	fmadd	d1, d1, d0, d2
	.loc	0 60 5                          // calls.c:60:5
	b.hi	.LBB8_2
.LBB8_3:
	.loc	0 62 5                          // calls.c:62:5
	fmov	d0, d1
	ret
.Ltmp14:
.Lfunc_end8:
	.size	horner, .Lfunc_end8-horner
	.cfi_endproc
                                        // -- End function
	.globl	mean_blend                      // -- Begin function mean_blend
	.p2align	2
	.type	mean_blend,@function
mean_blend:                             // @mean_blend
.Lfunc_begin9:
	.loc	0 66 0                          // calls.c:66:0
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-48]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 48
	str	x21, [sp, #16]                  // 8-byte Folded Spill
	stp	x20, x19, [sp, #32]             // 16-byte Folded Spill
	mov	x29, sp
	.cfi_def_cfa w29, 48
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -32
	.cfi_offset w30, -40
	.cfi_offset w29, -48
	mov	w19, w1
.Ltmp15:
	.loc	0 68 5 prologue_end             // calls.c:68:5
	cmp	w1, #1
	b.lt	.LBB9_3
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // calls.c:0:5
	movi	d0, #0000000000000000
	mov	x20, x0
	.loc	0 68 23                         // calls.c:68:23
	mov	w21, w19
.LBB9_2:                                // =>This Inner Loop Header: Depth=1
	.loc	0 69 22 is_stmt 1               // calls.c:69:22
	ldr	d1, [x20], #8
	.loc	0 69 13 is_stmt 0               // calls.c:69:13
	mov	w0, w19
	bl	blend
.Ltmp16:
	.loc	0 68 23 is_stmt 1               // calls.c:68:23
	subs	x21, x21, #1
	.loc	0 68 5 is_stmt 0                // calls.c:68:5
	b.ne	.LBB9_2
	b	.LBB9_4
.LBB9_3:
	.loc	0 0 5                           // calls.c:0:5
	movi	d0, #0000000000000000
.LBB9_4:
	.loc	0 70 16 is_stmt 1               // calls.c:70:16
	scvtf	d1, w19
	.loc	0 70 14 is_stmt 0               // calls.c:70:14
	fdiv	d0, d0, d1
	.cfi_def_cfa wsp, 48
	.loc	0 70 5 epilogue_begin           // calls.c:70:5
	ldp	x20, x19, [sp, #32]             // 16-byte Folded Reload
	ldr	x21, [sp, #16]                  // 8-byte Folded Reload
	ldp	x29, x30, [sp], #48             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp17:
.Lfunc_end9:
	.size	mean_blend, .Lfunc_end9-mean_blend
	.cfi_endproc
                                        // -- End function
	.globl	tail                            // -- Begin function tail
	.p2align	2
	.type	tail,@function
tail:                                   // @tail
.Lfunc_begin10:
	.cfi_startproc
// %bb.0:
	.loc	0 75 19 prologue_end is_stmt 1  // calls.c:75:19
	sub	w0, w1, w0
.Ltmp18:
	.loc	0 75 12 is_stmt 0               // calls.c:75:12
	b	work
.Ltmp19:
.Lfunc_end10:
	.size	tail, .Lfunc_end10-tail
	.cfi_endproc
                                        // -- End function
	.globl	swap                            // -- Begin function swap
	.p2align	2
	.type	swap,@function
swap:                                   // @swap
.Lfunc_begin11:
	.cfi_startproc
// %bb.0:
	.loc	0 81 10 prologue_end is_stmt 1  // calls.c:81:10
	ldr	w8, [x1]
	.loc	0 80 13                         // calls.c:80:13
	ldr	w9, [x0]
	.loc	0 81 8                          // calls.c:81:8
	str	w8, [x0]
	.loc	0 82 8                          // calls.c:82:8
	str	w9, [x1]
	.loc	0 83 1                          // calls.c:83:1
	ret
.Ltmp20:
.Lfunc_end11:
	.size	swap, .Lfunc_end11-swap
	.cfi_endproc
                                        // -- End function
	.globl	apply                           // -- Begin function apply
	.p2align	2
	.type	apply,@function
apply:                                  // @apply
.Lfunc_begin12:
	.loc	0 86 0                          // calls.c:86:0
	.cfi_startproc
// %bb.0:
	stp	x29, x30, [sp, #-16]!           // 16-byte Folded Spill
	.cfi_def_cfa_offset 16
	mov	x29, sp
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	mov	x8, x0
.Ltmp21:
	.loc	0 87 12 prologue_end            // calls.c:87:12
	mov	w0, w1
	blr	x8
.Ltmp22:
	.loc	0 87 17 is_stmt 0               // calls.c:87:17
	add	w0, w0, #1
	.cfi_def_cfa wsp, 16
	.loc	0 87 5 epilogue_begin           // calls.c:87:5
	ldp	x29, x30, [sp], #16             // 16-byte Folded Reload
	.cfi_def_cfa_offset 0
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp23:
.Lfunc_end12:
	.size	apply, .Lfunc_end12-apply
	.cfi_endproc
                                        // -- End function
	.globl	big                             // -- Begin function big
	.p2align	2
	.type	big,@function
big:                                    // @big
.Lfunc_begin13:
	.loc	0 91 0 is_stmt 1                // calls.c:91:0
	.cfi_startproc
// %bb.0:
	mov	x0, #57072                      // =0xdef0
	movk	x0, #39612, lsl #16
	movk	x0, #22136, lsl #32
	movk	x0, #4660, lsl #48
.Ltmp24:
	.loc	0 92 5 prologue_end             // calls.c:92:5
	ret
.Ltmp25:
.Lfunc_end13:
	.size	big, .Lfunc_end13-big
	.cfi_endproc
                                        // -- End function
	.globl	crowded                         // -- Begin function crowded
	.p2align	2
	.type	crowded,@function
crowded:                                // @crowded
.Lfunc_begin14:
	.loc	0 97 0                          // calls.c:97:0
	.cfi_startproc
// %bb.0:
	sub	sp, sp, #128
	.cfi_def_cfa_offset 128
	stp	x29, x30, [sp, #32]             // 16-byte Folded Spill
	stp	x28, x27, [sp, #48]             // 16-byte Folded Spill
	stp	x26, x25, [sp, #64]             // 16-byte Folded Spill
	stp	x24, x23, [sp, #80]             // 16-byte Folded Spill
	stp	x22, x21, [sp, #96]             // 16-byte Folded Spill
	stp	x20, x19, [sp, #112]            // 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 96
	.cfi_offset w19, -8
	.cfi_offset w20, -16
	.cfi_offset w21, -24
	.cfi_offset w22, -32
	.cfi_offset w23, -40
	.cfi_offset w24, -48
	.cfi_offset w25, -56
	.cfi_offset w26, -64
	.cfi_offset w27, -72
	.cfi_offset w28, -80
	.cfi_offset w30, -88
	.cfi_offset w29, -96
.Ltmp26:
	.loc	0 98 33 prologue_end            // calls.c:98:33
	ldp	w9, w8, [x0, #8]
	.loc	0 98 13 is_stmt 0               // calls.c:98:13
	ldp	w21, w23, [x0]
	.loc	0 98 73                         // calls.c:98:73
	ldp	w28, w25, [x0, #24]
	stur	w9, [x29, #-8]                  // 4-byte Folded Spill
	.loc	0 99 65 is_stmt 1               // calls.c:99:65
	ldr	w27, [x0, #48]
	.loc	0 101 5                         // calls.c:101:5
	cmp	w1, #1
	str	w8, [sp, #16]                   // 4-byte Folded Spill
	.loc	0 98 53                         // calls.c:98:53
	ldp	w9, w8, [x0, #16]
	.loc	0 99 43                         // calls.c:99:43
	ldp	w24, w26, [x0, #40]
	stur	w9, [x29, #-4]                  // 4-byte Folded Spill
	stur	w8, [x29, #-12]                 // 4-byte Folded Spill
	.loc	0 99 23 is_stmt 0               // calls.c:99:23
	ldp	w9, w8, [x0, #32]
	stp	w8, w9, [sp, #8]                // 8-byte Folded Spill
	.loc	0 101 5 is_stmt 1               // calls.c:101:5
	b.lt	.LBB14_3
// %bb.1:
	.loc	0 0 5 is_stmt 0                 // calls.c:0:5
	mov	w19, w1
	mov	w20, wzr
	mov	w22, wzr
.LBB14_2:                               // =>This Inner Loop Header: Depth=1
	.loc	0 102 14 is_stmt 1              // calls.c:102:14
	mov	w0, w20
	bl	work
.Ltmp27:
	.loc	0 102 26 is_stmt 0              // calls.c:102:26
	eor	w8, w21, w0
	.loc	0 101 29 is_stmt 1              // calls.c:101:29
	add	w20, w20, #1
	.loc	0 102 26                        // calls.c:102:26
	eor	w8, w8, w23
	.loc	0 101 5                         // calls.c:101:5
	cmp	w19, w20
	.loc	0 102 11                        // calls.c:102:11
	add	w22, w8, w22
	.loc	0 101 5                         // calls.c:101:5
	b.ne	.LBB14_2
	b	.LBB14_4
.LBB14_3:
	.loc	0 0 5 is_stmt 0                 // calls.c:0:5
	mov	w22, wzr
.LBB14_4:
	ldp	w11, w9, [x29, #-12]            // 8-byte Folded Reload
	ldr	w10, [sp, #16]                  // 4-byte Folded Reload
	.loc	0 103 18 is_stmt 1              // calls.c:103:18
	mul	w8, w23, w21
	mul	w9, w10, w9
	ldur	w10, [x29, #-4]                 // 4-byte Folded Reload
	madd	w9, w25, w28, w9
	.loc	0 103 14 is_stmt 0              // calls.c:103:14
	madd	w8, w11, w10, w8
	ldp	w11, w10, [sp, #8]              // 8-byte Folded Reload
	madd	w9, w26, w24, w9
	.loc	0 103 38                        // calls.c:103:38
	madd	w8, w11, w10, w8
	.loc	0 103 54                        // calls.c:103:54
	add	w8, w8, w27
	sub	w8, w8, w9
	.loc	0 103 62                        // calls.c:103:62
	add	w0, w8, w22
	.cfi_def_cfa wsp, 128
	.loc	0 103 5 epilogue_begin          // calls.c:103:5
	ldp	x20, x19, [sp, #112]            // 16-byte Folded Reload
	ldp	x22, x21, [sp, #96]             // 16-byte Folded Reload
	ldp	x24, x23, [sp, #80]             // 16-byte Folded Reload
	ldp	x26, x25, [sp, #64]             // 16-byte Folded Reload
	ldp	x28, x27, [sp, #48]             // 16-byte Folded Reload
	ldp	x29, x30, [sp, #32]             // 16-byte Folded Reload
	add	sp, sp, #128
	.cfi_def_cfa_offset 0
	.cfi_restore w19
	.cfi_restore w20
	.cfi_restore w21
	.cfi_restore w22
	.cfi_restore w23
	.cfi_restore w24
	.cfi_restore w25
	.cfi_restore w26
	.cfi_restore w27
	.cfi_restore w28
	.cfi_restore w30
	.cfi_restore w29
	ret
.Ltmp28:
.Lfunc_end14:
	.size	crowded, .Lfunc_end14-crowded
	.cfi_endproc
                                        // -- End function
