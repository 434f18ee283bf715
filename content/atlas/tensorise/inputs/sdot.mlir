// C[i, j] = sum over k of A[i, k] * B[j, k], around SDOT. Loops, loads and stores are MLIR's usual
// ones; the instruction is an operation of the dialect arm_neon.
func.func @by_sdot(%c: memref<64x64xi32>, %a: memref<64x64xi8>, %b: memref<64x64xi8>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 4 : index
  %16 = arith.constant 16 : index
  %64 = arith.constant 64 : index
  %zero = arith.constant dense<0> : vector<4xi32>

  // Pack: four numbers of each of four columns side by side, one register.
  %packed = memref.alloca() : memref<16x16x16xi8>
  scf.for %j = %0 to %64 step %1 {
    %block = arith.divui %j, %4 : index
    %column = arith.remui %j, %4 : index
    %to = arith.muli %column, %4 : index
    scf.for %quad = %0 to %16 step %1 {
      %from = arith.muli %quad, %4 : index
      %numbers = vector.load %b[%j, %from] : memref<64x64xi8>, vector<4xi8>
      vector.store %numbers, %packed[%block, %quad, %to] : memref<16x16x16xi8>, vector<4xi8>
    }
  }

  // A tile of 4 x 4 sums at a time; four numbers of a row of A meet those of four columns.
  scf.for %i0 = %0 to %64 step %4 {
    %i1 = arith.addi %i0, %1 : index
    %i2 = arith.addi %i0, %2 : index
    %i3 = arith.addi %i0, %3 : index
    scf.for %block = %0 to %16 step %1 {
      %j = arith.muli %block, %4 : index
      %sums:4 = scf.for %k = %0 to %64 step %16
          iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero, %s3 = %zero)
          -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
        %a0 = vector.load %a[%i0, %k] : memref<64x64xi8>, vector<16xi8>
        %f0 = vector.bitcast %a0 : vector<16xi8> to vector<4xi32>
        %a1 = vector.load %a[%i1, %k] : memref<64x64xi8>, vector<16xi8>
        %f1 = vector.bitcast %a1 : vector<16xi8> to vector<4xi32>
        %a2 = vector.load %a[%i2, %k] : memref<64x64xi8>, vector<16xi8>
        %f2 = vector.bitcast %a2 : vector<16xi8> to vector<4xi32>
        %a3 = vector.load %a[%i3, %k] : memref<64x64xi8>, vector<16xi8>
        %f3 = vector.bitcast %a3 : vector<16xi8> to vector<4xi32>
        %q0 = arith.divui %k, %4 : index
        %q1 = arith.addi %q0, %1 : index
        %q2 = arith.addi %q0, %2 : index
        %q3 = arith.addi %q0, %3 : index
        %w0 = vector.load %packed[%block, %q0, %0] : memref<16x16x16xi8>, vector<16xi8>
        %x00 = vector.shuffle %f0, %f0 [0, 0, 0, 0] : vector<4xi32>, vector<4xi32>
        %y00 = vector.bitcast %x00 : vector<4xi32> to vector<16xi8>
        %t00 = arm_neon.intr.sdot %s0, %w0, %y00 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x10 = vector.shuffle %f1, %f1 [0, 0, 0, 0] : vector<4xi32>, vector<4xi32>
        %y10 = vector.bitcast %x10 : vector<4xi32> to vector<16xi8>
        %t10 = arm_neon.intr.sdot %s1, %w0, %y10 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x20 = vector.shuffle %f2, %f2 [0, 0, 0, 0] : vector<4xi32>, vector<4xi32>
        %y20 = vector.bitcast %x20 : vector<4xi32> to vector<16xi8>
        %t20 = arm_neon.intr.sdot %s2, %w0, %y20 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x30 = vector.shuffle %f3, %f3 [0, 0, 0, 0] : vector<4xi32>, vector<4xi32>
        %y30 = vector.bitcast %x30 : vector<4xi32> to vector<16xi8>
        %t30 = arm_neon.intr.sdot %s3, %w0, %y30 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %w1 = vector.load %packed[%block, %q1, %0] : memref<16x16x16xi8>, vector<16xi8>
        %x01 = vector.shuffle %f0, %f0 [1, 1, 1, 1] : vector<4xi32>, vector<4xi32>
        %y01 = vector.bitcast %x01 : vector<4xi32> to vector<16xi8>
        %t01 = arm_neon.intr.sdot %t00, %w1, %y01 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x11 = vector.shuffle %f1, %f1 [1, 1, 1, 1] : vector<4xi32>, vector<4xi32>
        %y11 = vector.bitcast %x11 : vector<4xi32> to vector<16xi8>
        %t11 = arm_neon.intr.sdot %t10, %w1, %y11 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x21 = vector.shuffle %f2, %f2 [1, 1, 1, 1] : vector<4xi32>, vector<4xi32>
        %y21 = vector.bitcast %x21 : vector<4xi32> to vector<16xi8>
        %t21 = arm_neon.intr.sdot %t20, %w1, %y21 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x31 = vector.shuffle %f3, %f3 [1, 1, 1, 1] : vector<4xi32>, vector<4xi32>
        %y31 = vector.bitcast %x31 : vector<4xi32> to vector<16xi8>
        %t31 = arm_neon.intr.sdot %t30, %w1, %y31 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %w2 = vector.load %packed[%block, %q2, %0] : memref<16x16x16xi8>, vector<16xi8>
        %x02 = vector.shuffle %f0, %f0 [2, 2, 2, 2] : vector<4xi32>, vector<4xi32>
        %y02 = vector.bitcast %x02 : vector<4xi32> to vector<16xi8>
        %t02 = arm_neon.intr.sdot %t01, %w2, %y02 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x12 = vector.shuffle %f1, %f1 [2, 2, 2, 2] : vector<4xi32>, vector<4xi32>
        %y12 = vector.bitcast %x12 : vector<4xi32> to vector<16xi8>
        %t12 = arm_neon.intr.sdot %t11, %w2, %y12 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x22 = vector.shuffle %f2, %f2 [2, 2, 2, 2] : vector<4xi32>, vector<4xi32>
        %y22 = vector.bitcast %x22 : vector<4xi32> to vector<16xi8>
        %t22 = arm_neon.intr.sdot %t21, %w2, %y22 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x32 = vector.shuffle %f3, %f3 [2, 2, 2, 2] : vector<4xi32>, vector<4xi32>
        %y32 = vector.bitcast %x32 : vector<4xi32> to vector<16xi8>
        %t32 = arm_neon.intr.sdot %t31, %w2, %y32 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %w3 = vector.load %packed[%block, %q3, %0] : memref<16x16x16xi8>, vector<16xi8>
        %x03 = vector.shuffle %f0, %f0 [3, 3, 3, 3] : vector<4xi32>, vector<4xi32>
        %y03 = vector.bitcast %x03 : vector<4xi32> to vector<16xi8>
        %t03 = arm_neon.intr.sdot %t02, %w3, %y03 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x13 = vector.shuffle %f1, %f1 [3, 3, 3, 3] : vector<4xi32>, vector<4xi32>
        %y13 = vector.bitcast %x13 : vector<4xi32> to vector<16xi8>
        %t13 = arm_neon.intr.sdot %t12, %w3, %y13 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x23 = vector.shuffle %f2, %f2 [3, 3, 3, 3] : vector<4xi32>, vector<4xi32>
        %y23 = vector.bitcast %x23 : vector<4xi32> to vector<16xi8>
        %t23 = arm_neon.intr.sdot %t22, %w3, %y23 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        %x33 = vector.shuffle %f3, %f3 [3, 3, 3, 3] : vector<4xi32>, vector<4xi32>
        %y33 = vector.bitcast %x33 : vector<4xi32> to vector<16xi8>
        %t33 = arm_neon.intr.sdot %t32, %w3, %y33 : vector<16xi8>, vector<16xi8> to vector<4xi32>
        scf.yield %t03, %t13, %t23, %t33 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
      }
      vector.store %sums#0, %c[%i0, %j] : memref<64x64xi32>, vector<4xi32>
      vector.store %sums#1, %c[%i1, %j] : memref<64x64xi32>, vector<4xi32>
      vector.store %sums#2, %c[%i2, %j] : memref<64x64xi32>, vector<4xi32>
      vector.store %sums#3, %c[%i3, %j] : memref<64x64xi32>, vector<4xi32>
    }
  }
  return
}
