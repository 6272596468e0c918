package import Dates

/// A version of an operation's definition that is or was in service.
package struct OperationVersion: Sendable, Equatable {
  /// The treatment of a form that was created from a version.
  package enum State: String, Sendable {
    /// New forms are created from it.
    case serving
    /// Open forms are validated with it.
    case kept
    /// The retention of the version has ended.
    case expired
    /// An operator revoked it.
    case revoked
  }

  package let operation: String
  /// The hash of its content.
  package let version: String
  /// The time at which it last came into service.
  package let served: Instant
  /// The time at which another version replaced it; nil while it is in service.
  package let replaced: Instant?
  /// The time from which it no longer validates forms; nil while it is in service.
  package let expires: Instant?
  /// The time at which an operator revoked it; nil otherwise.
  package let revoked: Instant?

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

  /// Returns the treatment of a form of this version at `instant`.
  package func state(at instant: Instant) -> State {
    if revoked != nil { return .revoked }
    guard let expires else { return .serving }
    return expires > instant ? .kept : .expired
  }
}
