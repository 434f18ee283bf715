// C[i, j] = sum over k of A[i, k] * B[j, k], around SMMLA: two rows of A times two rows of B, eight
// numbers each, in one operation of the dialect arm_neon.
func.func @by_smmla(%c: memref<64x64xi32>, %a: memref<64x64xi8>, %b: memref<64x64xi8>) {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 4 : index
  %8 = arith.constant 8 : index
  %64 = arith.constant 64 : index
  %zero = arith.constant dense<0> : vector<4xi32>

  // Pack: eight numbers of each of two rows side by side, one register; of A and B alike.
  %rows = memref.alloca() : memref<32x8x16xi8>
  %columns = memref.alloca() : memref<32x8x16xi8>
  scf.for %i = %0 to %64 step %1 {
    %pair = arith.divui %i, %2 : index
    %second = arith.remui %i, %2 : index
    %to = arith.muli %second, %8 : index
    scf.for %part = %0 to %8 step %1 {
      %from = arith.muli %part, %8 : index
      %x = vector.load %a[%i, %from] : memref<64x64xi8>, vector<8xi8>
      %y = vector.load %b[%i, %from] : memref<64x64xi8>, vector<8xi8>
      vector.store %x, %rows[%pair, %part, %to] : memref<32x8x16xi8>, vector<8xi8>
      vector.store %y, %columns[%pair, %part, %to] : memref<32x8x16xi8>, vector<8xi8>
    }
  }

  // A tile of 4 x 4 sums at a time, as four registers of 2 x 2.
  scf.for %i0 = %0 to %64 step %4 {
    %i1 = arith.addi %i0, %1 : index
    %i2 = arith.addi %i0, %2 : index
    %i3 = arith.addi %i0, %3 : index
    %up = arith.divui %i0, %2 : index
    %down = arith.addi %up, %1 : index
    scf.for %j = %0 to %64 step %4 {
      %left = arith.divui %j, %2 : index
      %right = arith.addi %left, %1 : index
      %sums:4 = scf.for %part = %0 to %8 step %1
          iter_args(%s00 = %zero, %s01 = %zero, %s10 = %zero, %s11 = %zero)
          -> (vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>) {
        %x0 = vector.load %rows[%up, %part, %0] : memref<32x8x16xi8>, vector<16xi8>
        %x1 = vector.load %rows[%down, %part, %0] : memref<32x8x16xi8>, vector<16xi8>
        %y0 = vector.load %columns[%left, %part, %0] : memref<32x8x16xi8>, vector<16xi8>
        %y1 = vector.load %columns[%right, %part, %0] : memref<32x8x16xi8>, vector<16xi8>
        %t00 = arm_neon.intr.smmla %s00, %x0, %y0 : vector<16xi8> to vector<4xi32>
        %t01 = arm_neon.intr.smmla %s01, %x0, %y1 : vector<16xi8> to vector<4xi32>
        %t10 = arm_neon.intr.smmla %s10, %x1, %y0 : vector<16xi8> to vector<4xi32>
        %t11 = arm_neon.intr.smmla %s11, %x1, %y1 : vector<16xi8> to vector<4xi32>
        scf.yield %t00, %t01, %t10, %t11 : vector<4xi32>, vector<4xi32>, vector<4xi32>, vector<4xi32>
      }
      %c0 = vector.shuffle %sums#0, %sums#1 [0, 1, 4, 5] : vector<4xi32>, vector<4xi32>
      %c1 = vector.shuffle %sums#0, %sums#1 [2, 3, 6, 7] : vector<4xi32>, vector<4xi32>
      %c2 = vector.shuffle %sums#2, %sums#3 [0, 1, 4, 5] : vector<4xi32>, vector<4xi32>
      %c3 = vector.shuffle %sums#2, %sums#3 [2, 3, 6, 7] : vector<4xi32>, vector<4xi32>
      vector.store %c0, %c[%i0, %j] : memref<64x64xi32>, vector<4xi32>
      vector.store %c1, %c[%i1, %j] : memref<64x64xi32>, vector<4xi32>
      vector.store %c2, %c[%i2, %j] : memref<64x64xi32>, vector<4xi32>
      vector.store %c3, %c[%i3, %j] : memref<64x64xi32>, vector<4xi32>
    }
  }
  return
}
