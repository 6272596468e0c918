import Storage

extension PostgreSQLConnection {
  /// Plans a statement without executing it, with NULL for each parameter.
  ///
  /// The server checks the tables, columns and privileges of a statement when EXPLAIN plans it. Throws its error otherwise,
  /// and a syntax error for statements that have no plan.
  func plan(_ sql: String) throws(StoreError) {
    let arguments = repeatElement("NULL", count: Self.parameters(of: sql)).joined(separator: ", ")
    let call = arguments.isEmpty ? "trial" : "trial(\(arguments))"
    _ = try live().run(
      script: "PREPARE trial AS \(sql); EXPLAIN EXECUTE \(call); DEALLOCATE trial", within: server.limits.connect)
  }

  /// Returns the highest number of a parameter, such as 2 of `$2`.
  static func parameters(of sql: String) -> Int {
    sql.split(separator: "$", omittingEmptySubsequences: false).dropFirst()
      .map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }.max() ?? 0
  }
}
