/// The key in use, and those before it, which still prove what they made.
package struct SecretKeys: Sendable {
  /// The key for what is made now.
  package let current: SecretKey
  /// The ids of keys that are gone for good, as the operator has said: what they made proves nothing any more.
  package let lost: Set<String>
  private let byID: [String: SecretKey]

  /// Keys, the one in use first, and those that are known to be gone.
  package init(_ current: SecretKey, earlier: [SecretKey] = [], lost: Set<String> = []) {
    (self.current, self.lost) = (current, lost)
    byID = Dictionary((earlier + [current]).map { ($0.id, $0) }) { _, last in last }
  }

  /// The key with `id`; nil when it has been thrown away.
  package subscript(id: String) -> SecretKey? { byID[id] }
}
