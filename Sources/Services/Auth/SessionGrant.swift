package import Model

/// What a login gives; printed, its token is `[redacted]`.
package struct SessionGrant: Sendable, CustomStringConvertible, CustomReflectable {
  /// The bearer token, for the client and nobody else.
  package let token: String
  /// From when on it is refused where it is not used before; every use moves that on.
  package let unused: Instant
  /// From when on it is refused, however much it is used.
  package let expires: Instant
  /// Who has logged in.
  package let person: Person

  package var description: String { "SessionGrant([redacted], expires: \(expires), person: \(person.id))" }
  package var customMirror: Mirror { Mirror(self, children: ["expires": expires, "person": person.id]) }
}
