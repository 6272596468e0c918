import ArgumentParser
import Services

/// The size of new security matrices; those that people have keep theirs.
struct MatrixOptions: ParsableArguments {
  @Option(help: "Columns of a new security matrix, 1 to 26.")
  var matrixColumns = SigningRules().columns

  @Option(help: "Rows of a new security matrix, 1 to 99.")
  var matrixRows = SigningRules().rows

  @Option(help: "Digits of each code of a new security matrix, 3 to 9.")
  var matrixCodeLength = SigningRules().codeLength

  /// The rules of signing with that size.
  func rules() throws -> SigningRules {
    guard (1...26).contains(matrixColumns) else { throw CommandFailure("--matrix-columns takes 1 to 26") }
    guard (1...99).contains(matrixRows) else { throw CommandFailure("--matrix-rows takes 1 to 99") }
    guard (3...9).contains(matrixCodeLength) else { throw CommandFailure("--matrix-code-length takes 3 to 9") }
    var rules = SigningRules()
    (rules.columns, rules.rows, rules.codeLength) = (matrixColumns, matrixRows, matrixCodeLength)
    return rules
  }
}
