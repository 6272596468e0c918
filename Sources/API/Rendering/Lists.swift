import Atoms
import HTTPServer
import JSON
import Services

extension Response {
  /// Returns a list: `{"document": "list", "count": 2, "data": [...]}`.
  ///
  /// `count` is the number of rows in the response.
  ///
  /// `after` writes members after `data`.
  static func list<Rows: Collection>(
    _ rows: Rows, after: (inout Writer) -> Void = { _ in }, row: (Rows.Element, inout Writer) throws -> Void
  ) rethrows -> Response {
    try json { try $0.list(rows, next: nil, after: after, row: row) }
  }

  /// Returns a page of a list. `next` is the address of the next page; the last page has none.
  ///
  /// - Parameters:
  ///   - next: Returns the address of the page that follows a key.
  ///   - before: Writes members between `count` and `data`.
  ///   - after: Writes members between `data` and `next`.
  ///   - row: Writes an element of the page.
  static func page<Element, Key>(
    _ page: Page<Element, Key>, next: (Key) -> String, before: (inout Writer) -> Void = { _ in },
    after: (inout Writer) -> Void = { _ in }, row: (Element, inout Writer) throws -> Void
  ) rethrows -> Response {
    try json { try $0.list(page.elements, next: page.next.map(next), before: before, after: after, row: row) }
  }
}

extension Writer {
  fileprivate mutating func list<Rows: Collection>(
    _ rows: Rows, next: String?, before: (inout Writer) -> Void = { _ in }, after: (inout Writer) -> Void = { _ in },
    row: (Rows.Element, inout Writer) throws -> Void
  ) rethrows {
    beginObject()
    document(.list)
    member("count", rows.count)
    before(&self)
    key("data")
    beginArray()
    for each in rows { try row(each, &self) }
    endArray()
    after(&self)
    if let next { member("next", next) }
    endObject()
  }
}
