/// The key in use, and those before it, which still prove what they made.
package struct SecretKeys: Sendable {
  /// The key for what is made now.
  package let current: SecretKey
  private let byID: [String: SecretKey]

  /// Keys, the one in use first.
  package init(_ current: SecretKey, earlier: [SecretKey] = []) {
    self.current = current
    byID = Dictionary((earlier + [current]).map { ($0.id, $0) }) { _, last in last }
  }

  /// The key with `id`; nil when it has been thrown away.
  package subscript(id: String) -> SecretKey? { byID[id] }
}
