func.func @twice(%picture: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %turned = "toy.transpose"(%picture) {inplace = true} : (tensor<2x3xf64>) -> tensor<3x2xf64>
  %back = "toy.transpose"(%turned) : (tensor<3x2xf64>) -> tensor<2x3xf64> loc("photo.py":12:1)
  return %back : tensor<2x3xf64>
}
