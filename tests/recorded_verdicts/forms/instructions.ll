define dso_local void @each(ptr noalias nocapture noundef %p, ptr noundef %q, i32 noundef %n, float %s) #0 !dbg !10 {
  %1 = add nsw i32 %n, -1
  br label %10, !dbg !14
10:
  %i = phi i32 [ 0, %0 ], [ %next, %30 ], !dbg !13
  %first = load float, ptr %p, align 4, !dbg !11
  %second = load volatile i32, ptr %q, align 4
  %third = load atomic i64, ptr %q seq_cst, align 8
  %fourth = load atomic volatile i64, ptr %q acquire, align 8
  store float %first, ptr %p, align 4, !dbg !12
  store volatile i32 7, ptr %q, align 4
  store atomic i64 %third, ptr %q release, align 8
  store <2 x float> <float 1.000000e+00, float 2.000000e+00>, ptr %p, align 8
  %4 = fadd fast float %first, %s
  %5 = fneg float %4
  %6 = fmul nnan ninf double 2.000000e+00, -1.500000e+00
  %7 = or disjoint i32 %i, 1
  %8 = or i32 %i, 1
  %9 = lshr exact i32 %i, 3
  %11 = ashr i32 %i, 31
  %12 = udiv i32 %i, %n
  %13 = srem i32 %i, %n
  %14 = xor i32 %i, -1
  %15 = zext nneg i32 %i to i64
  %16 = sitofp i32 %i to float
  %17 = trunc i64 %15 to i8
  %18 = select i1 true, float %4, float %5
  %19 = icmp samesign ult i32 %i, %n
  %20 = fcmp fast oeq float %first, 0.000000e+00
  %21 = getelementptr inbounds float, ptr %p, i64 %15
  %22 = getelementptr inbounds %struct.box, ptr %q, i64 %15, i32 1
  %23 = getelementptr inbounds nuw [4 x [8 x i16]], ptr %q, i64 0, i64 %15, i64 3
  %24 = call float @llvm.fmuladd.f32(float %first, float %s, float %4)
  %25 = tail call fast float @sqrtf(float noundef %first) #4
  %26 = call i32 @llvm.smax.i32(i32 %i, i32 %n)
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %q)
  %27 = call i32 asm sideeffect "add $0, $1, #1", "=r,r"(i32 %i)
  %28 = atomicrmw add ptr %q, i32 1 seq_cst, align 4
  %29 = cmpxchg ptr %q, i32 0, i32 1 seq_cst seq_cst, align 4
  fence seq_cst
  %fresh = freeze i32 %i
  %called = call noundef signext i16 %fp(i16 noundef signext 3)
  %taken = extractvalue { i32, i1 } %29, 0
  switch i32 %i, label %30 [
    i32 0, label %40
    i32 7, label %50
  ], !dbg !13
30:
  %next = add nuw nsw i32 %i, 1
  br i1 %19, label %10, label %40, !llvm.loop !20
40:
  %landed = invoke i32 @may_throw(i32 %i)
          to label %50 unwind label %60
50:
  indirectbr ptr %q, [label %60, label %10]
60:
  resume { ptr, i32 } %pair
70:
  ret void, !dbg !13
80:
  unreachable
}
!1 = !DIFile(filename: "/work/loop.c", directory: "/work")
!2 = !DIFile(filename: "/usr/include/c++/algorithm.h", directory: "/")
!10 = distinct !DISubprogram(name: "each", scope: !1, file: !1, line: 3)
!15 = distinct !DISubprogram(name: "inner", scope: !2, file: !2, line: 90)
!11 = !DILocation(line: 5, column: 9, scope: !10)
!12 = !DILocation(line: 91, column: 4, scope: !15, inlinedAt: !11)
!13 = !DILocation(line: 7, scope: !10)
!14 = !DILocation(line: 92, column: 1, scope: !15)
!20 = distinct !{!20, !11, !21}
!21 = !{!"llvm.loop.vectorize.enable", i1 false}
