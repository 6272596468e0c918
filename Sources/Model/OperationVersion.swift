package import Dates

/// A version of an operation's definition that is or has been in service.
package struct OperationVersion: Sendable, Equatable {
  /// The treatment of a form that was drawn from a version.
  package enum State: String, Sendable {
    /// New forms are drawn from it.
    case serving
    /// Open forms are judged by it.
    case kept
    /// The retention of the version has ended.
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
  /// The time at which another version replaced it; nil while it is in service.
  package let replaced: Instant?
  /// From when on nothing is judged by it; nil while it serves.
  package let expires: Instant?
  /// The time at which an operator revoked it; nil if none did.
  package let revoked: Instant?

  /// Creates a version with its history.
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

  /// Returns the treatment of a form that was drawn from it, at `instant`.
  package func state(at instant: Instant) -> State {
    if revoked != nil { return .revoked }
    guard let expires else { return .serving }
    return expires > instant ? .kept : .expired
  }
}
