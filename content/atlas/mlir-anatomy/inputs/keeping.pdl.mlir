pdl.pattern : benefit(1) {
  %flat = type
  %turned = type
  %x = operand : %flat
  %inner = operation "toy.transpose"(%x : !pdl.value) -> (%turned : !pdl.type)
  %y = result 0 of %inner
  %outer = operation "toy.transpose"(%y : !pdl.value) -> (%flat : !pdl.type)
  rewrite %outer {
    replace %outer with (%x : !pdl.value)
  }
}
