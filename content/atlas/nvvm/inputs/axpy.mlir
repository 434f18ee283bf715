// y = a·x + y, an element a thread. FLAGS stands for what the operations permit.
func.func @axpy(%y: memref<?xf32>, %x: memref<?xf32>, %a: f32, %n: index) {
  %one = arith.constant 1 : index
  %block = arith.constant 256 : index
  %blocks = arith.ceildivui %n, %block : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%dx = %block, %dy = %one, %dz = %one) {
    %first = arith.muli %bx, %dx : index
    %i = arith.addi %first, %tx : index
    %inside = arith.cmpi ult, %i, %n : index
    scf.if %inside {
      %xi = memref.load %x[%i] : memref<?xf32>
      %yi = memref.load %y[%i] : memref<?xf32>
      %product = arith.mulf %a, %xi FLAGS: f32
      %sum = arith.addf %product, %yi FLAGS: f32
      memref.store %sum, %y[%i] : memref<?xf32>
    }
    gpu.terminator
  }
  return
}
