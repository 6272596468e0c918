import ArgumentParser
import Services

/// The size of new security matrices; those that people have keep theirs.
struct MatrixOptions: ParsableArguments {
  @Option(1...26, help: "Columns of a new security matrix.")
  var matrixColumns = SigningRules().columns

  @Option(1...99, help: "Rows of a new security matrix.")
  var matrixRows = SigningRules().rows

  @Option(3...9, "digits", help: "How long each code of a new security matrix is.")
  var matrixCodeLength = SigningRules().codeLength

  /// The rules of signing with that size.
  var rules: SigningRules {
    var rules = SigningRules()
    (rules.columns, rules.rows, rules.codeLength) = (matrixColumns, matrixRows, matrixCodeLength)
    return rules
  }
}
