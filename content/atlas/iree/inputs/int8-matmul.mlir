func.func @main(%a: tensor<ROWSxWIDTHxi8>, %b: tensor<WIDTHxCOLUMNSxi8>) -> tensor<ROWSxCOLUMNSxi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<ROWSxCOLUMNSxi32>
  %start = linalg.fill ins(%zero : i32) outs(%empty : tensor<ROWSxCOLUMNSxi32>) -> tensor<ROWSxCOLUMNSxi32>
  %product = linalg.matmul ins(%a, %b : tensor<ROWSxWIDTHxi8>, tensor<WIDTHxCOLUMNSxi8>) outs(%start : tensor<ROWSxCOLUMNSxi32>) -> tensor<ROWSxCOLUMNSxi32>
  return %product : tensor<ROWSxCOLUMNSxi32>
}
