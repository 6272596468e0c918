package import Atoms

/// Which clients are served at all, and where the others find a newer one.
package struct ClientPolicy: Sendable {
  /// The oldest clients that are served.
  package var minimum: MinimumClient
  /// Where a client is updated, by platform: an absolute URL.
  package var updates: [String: String]

  /// Every client is served, unless told otherwise.
  package init(minimum: MinimumClient = MinimumClient(), updates: [String: String] = [:]) {
    self.minimum = minimum
    self.updates = updates
  }
}
