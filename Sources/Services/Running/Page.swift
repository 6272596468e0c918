/// A page of a list, with the cursor of the next page.
package struct Page<Element: Sendable, Key: Sendable>: Sendable {
  package let elements: [Element]
  /// The cursor of the next page; nil at the end of the list.
  package let next: Key?

  /// Creates a page of the first `limit` elements. The caller must have requested `limit + 1`.
  init(_ elements: [Element], limit: Int, key: (Element) -> Key) {
    self.elements = Array(elements.prefix(limit))
    next = elements.count > limit ? self.elements.last.map(key) : nil
  }

  /// Creates a page of search results. `next` is the cursor from which the search continues; nil at
  /// the end.
  package init(found elements: [Element], next: Key?) { (self.elements, self.next) = (elements, next) }
}
