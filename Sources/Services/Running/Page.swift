/// A part of a list, with the key of its next part.
///
///     let first = try services.templates.all(person, limit: 20)
///     let second = try first.next.map { try services.templates.all(person, before: $0, limit: 20) }
package struct Page<Element: Sendable, Key: Sendable>: Sendable {
  /// The rows.
  package let elements: [Element]
  /// The key to request the next part with; nil at the end.
  package let next: Key?

  /// The first `limit` of `elements`; the caller has asked for `limit + 1`.
  init(_ elements: [Element], limit: Int, key: (Element) -> Key) {
    self.elements = Array(elements.prefix(limit))
    next = elements.count > limit ? self.elements.last.map(key) : nil
  }

  /// The rows that a search has found; it has looked no further than `next`, which is nil at the end.
  init(found elements: [Element], next: Key?) { (self.elements, self.next) = (elements, next) }
}
