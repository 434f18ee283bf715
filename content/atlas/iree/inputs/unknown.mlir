func.func @main(%x: tensor<ROWSxWIDTHxf32>) -> tensor<WIDTHxROWSxf32> {
  %turned = "toy.transpose"(%x) : (tensor<ROWSxWIDTHxf32>) -> tensor<WIDTHxROWSxf32>
  return %turned : tensor<WIDTHxROWSxf32>
}
