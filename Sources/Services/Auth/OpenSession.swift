package import Model

/// One of a person's sessions, as the person sees it.
package struct OpenSession: Sendable, Equatable {
  /// The session, with its last use.
  package let session: SessionRecord
  /// From when on its token is refused where nobody uses it before.
  package let ends: Instant
  /// Whether it is the one that asks.
  package let isCurrent: Bool
}
