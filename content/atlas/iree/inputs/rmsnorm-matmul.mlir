func.func @main(%x: tensor<ROWSxWIDTHxf32>, %gain: tensor<WIDTHxf32>, %w: tensor<WIDTHxCOLUMNSxf32>) -> tensor<ROWSxCOLUMNSxf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %width = stablehlo.constant dense<WIDTH.0> : tensor<ROWSxf32>
  %epsilon = stablehlo.constant dense<1.0e-5> : tensor<ROWSxf32>
  %squares = stablehlo.multiply %x, %x : tensor<ROWSxWIDTHxf32>
  %sum = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<ROWSxWIDTHxf32>, tensor<f32>) -> tensor<ROWSxf32>
  %mean = stablehlo.divide %sum, %width : tensor<ROWSxf32>
  %positive = stablehlo.add %mean, %epsilon : tensor<ROWSxf32>
  %root = stablehlo.sqrt %positive : tensor<ROWSxf32>
  %roots = stablehlo.broadcast_in_dim %root, dims = [0] : (tensor<ROWSxf32>) -> tensor<ROWSxWIDTHxf32>
  %gains = stablehlo.broadcast_in_dim %gain, dims = [1] : (tensor<WIDTHxf32>) -> tensor<ROWSxWIDTHxf32>
  %scaled = stablehlo.multiply %x, %gains : tensor<ROWSxWIDTHxf32>
  %normal = stablehlo.divide %scaled, %roots : tensor<ROWSxWIDTHxf32>
  %result = stablehlo.dot_general %normal, %w, contracting_dims = [1] x [0] : (tensor<ROWSxWIDTHxf32>, tensor<WIDTHxCOLUMNSxf32>) -> tensor<ROWSxCOLUMNSxf32>
  return %result : tensor<ROWSxCOLUMNSxf32>
}
