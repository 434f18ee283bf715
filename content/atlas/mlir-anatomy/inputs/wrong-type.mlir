func.func @wrong(%brightness: f64) -> tensor<3x2xf64> {
  %turned = "toy.transpose"(%brightness) : (f64) -> tensor<3x2xf64>
  return %turned : tensor<3x2xf64>
}
