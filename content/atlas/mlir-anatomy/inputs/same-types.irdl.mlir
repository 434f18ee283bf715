irdl.dialect @toy {
  irdl.operation @transpose {
    %any = irdl.base "!builtin.tensor"
    irdl.operands(%any)
    irdl.results(%any)
  }
}
