import Storage

extension PostgreSQLConnection {
  /// Plans a statement without executing it, with NULL for each parameter.
  ///
  /// Throws the server's error if a table, a column or a privilege is missing, and a syntax error
  /// if the statement has no plan.
  func plan(_ sql: String) throws(StoreError) {
    let arguments = repeatElement("NULL", count: Self.parameters(of: sql)).joined(separator: ", ")
    let call = arguments.isEmpty ? "trial" : "trial(\(arguments))"
    _ = try live().run(
      script: "PREPARE trial AS \(sql); EXPLAIN EXECUTE \(call); DEALLOCATE trial", within: server.limits.connect)
  }

  /// Returns the highest number of a parameter, such as 2 for `$2`; 0 without parameters.
  static func parameters(of sql: String) -> Int {
    sql.split(separator: "$", omittingEmptySubsequences: false).dropFirst()
      .map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }.max() ?? 0
  }
}
