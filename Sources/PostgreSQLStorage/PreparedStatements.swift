import Storage

/// The prepared statements of a session, by the identity of their texts.
struct PreparedStatements {
  /// The key is the address of a literal, which never changes.
  private var literals: [UnsafeRawPointer: StatementForms] = [:]
  /// Retains each query, because a new object could have the identity of a released one.
  private var queries: [ObjectIdentifier: (query: Query, forms: StatementForms)] = [:]
  private var texts: [String: StatementForms] = [:]

  /// The forms of a statement; nil if it is not prepared. A literal must have a pointer
  /// representation.
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
