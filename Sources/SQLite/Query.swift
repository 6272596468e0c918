/// A statement that is put together once, mostly from declared names, and kept in a `static let`: connections know it again
/// by itself, and keep what they have prepared of it for as long as they live.
@usableFromInline
package final class Query: Sendable {
  /// The statement.
  let text: String

  /// The statement with that text.
  package init(_ text: SQLText) { self.text = text.text }
}
