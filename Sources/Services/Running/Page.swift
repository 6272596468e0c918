/// A part of a list, and where the next part begins.
package struct Page<Element: Sendable, Key: Sendable>: Sendable {
  /// The rows.
  package let elements: [Element]
  /// What to ask the next part with; nil at the end.
  package let next: Key?

  /// The first `limit` of `elements`, of which one more was asked than the page takes.
  init(_ elements: [Element], limit: Int, key: (Element) -> Key) {
    self.elements = Array(elements.prefix(limit))
    next = elements.count > limit ? self.elements.last.map(key) : nil
  }
}
