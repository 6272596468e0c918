/// A part of a list, and where the next part begins.
package struct Page<Element: Sendable, Key: Sendable>: Sendable {
  /// The rows.
  package let elements: [Element]
  /// The key for the request of the next page; nil for the last one.
  package let next: Key?

  /// Creates the first `limit` of `elements`, of which one more was asked than the page takes.
  init(_ elements: [Element], limit: Int, key: (Element) -> Key) {
    self.elements = Array(elements.prefix(limit))
    next = elements.count > limit ? self.elements.last.map(key) : nil
  }
}
