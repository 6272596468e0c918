/// One definition of an operation that serves or has served.
package struct OperationVersion: Sendable, Equatable {
  /// What becomes of a form that was drawn from a version.
  package enum State: String, Sendable {
    /// New forms are drawn from it.
    case serving
    /// Open forms are judged by it.
    case kept
    /// It was kept long enough.
    case expired
    /// An operator ended it.
    case revoked
  }

  /// The operation's id.
  package let operation: String
  /// The hash of its content.
  package let version: String
  /// Since when it served, the last time.
  package let served: Instant
  /// When another took its place; nil while it serves.
  package let replaced: Instant?
  /// From when on nothing is judged by it; nil while it serves.
  package let expires: Instant?
  /// When an operator ended it.
  package let revoked: Instant?

  /// A version with what became of it.
  package init(
    operation: String, version: String, served: Instant, replaced: Instant? = nil, expires: Instant? = nil,
    revoked: Instant? = nil
  ) {
    self.operation = operation
    self.version = version
    self.served = served
    self.replaced = replaced
    self.expires = expires
    self.revoked = revoked
  }

  /// What becomes of a form that was drawn from it, at `instant`.
  package func state(at instant: Instant) -> State {
    if revoked != nil { return .revoked }
    guard let expires else { return .serving }
    return expires > instant ? .kept : .expired
  }
}
