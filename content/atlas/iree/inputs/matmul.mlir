#left = affine_map<(row, column, depth) -> (row, depth)>
#right = affine_map<(row, column, depth) -> (depth, column)>
#result = affine_map<(row, column, depth) -> (row, column)>
func.func @main(%a: tensor<ROWSxWIDTHxf16>, %b: tensor<WIDTHxCOLUMNSxf16>) -> tensor<ROWSxCOLUMNSxf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<ROWSxCOLUMNSxf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<ROWSxCOLUMNSxf32>) -> tensor<ROWSxCOLUMNSxf32>
  %product = linalg.generic {indexing_maps = [#left, #right, #result], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<ROWSxWIDTHxf16>, tensor<WIDTHxCOLUMNSxf16>) outs(%start : tensor<ROWSxCOLUMNSxf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %wide_x = arith.extf %x : f16 to f32
    %wide_y = arith.extf %y : f16 to f32
    %both = arith.mulf %wide_x, %wide_y : f32
    %more = arith.addf %sum, %both : f32
    linalg.yield %more : f32
  } -> tensor<ROWSxCOLUMNSxf32>
  return %product : tensor<ROWSxCOLUMNSxf32>
}
