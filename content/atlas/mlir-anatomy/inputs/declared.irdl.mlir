irdl.dialect @toy {
  irdl.operation @transpose {
    %taken = irdl.base "!builtin.tensor"
    %given = irdl.base "!builtin.tensor"
    irdl.operands(%taken)
    irdl.results(%given)
  }
}
