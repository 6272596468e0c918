import Storage

/// The statements that a session has prepared, by what they stand for.
struct PreparedStatements {
  /// A literal keeps its address as long as the process lives.
  private var literals: [UnsafeRawPointer: StatementForms] = [:]
  /// Retains each query, so that no other one gets its identity.
  private var queries: [ObjectIdentifier: (query: Query, forms: StatementForms)] = [:]
  private var texts: [String: StatementForms] = [:]

  /// The forms of a statement; nil until it is prepared. A literal has a pointer.
  subscript(text: StatementText) -> StatementForms? {
    get {
      switch text {
      case .literal(let sql): literals[UnsafeRawPointer(sql.utf8Start)]
      case .query(let query): queries[ObjectIdentifier(query)]?.forms
      case .own(let sql): texts[sql]
      }
    }
    set {
      switch text {
      case .literal(let sql): literals[UnsafeRawPointer(sql.utf8Start)] = newValue
      case .query(let query): queries[ObjectIdentifier(query)] = newValue.map { (query, $0) }
      case .own(let sql): texts[sql] = newValue
      }
    }
  }
}
