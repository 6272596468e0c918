import Atoms

/// A deep link's place, `payments/quick`, and what it opens.
package struct Route: Sendable {
  /// `product/feature`.
  package let name: String
  /// The names and types behind `?`.
  package let parameters: [Port]
  /// What it opens.
  package let target: Target
  /// The file and line that say so; for a route that every operation has, those of the operation.
  package let place: String

  /// The scheme of links.
  package static let scheme = "valence"
  /// The product under which every operation has a route of its own.
  package static let operations = "operations"
}
