package import Storage

/// What a field of a stored record may be: a value that one column of a row holds, or two.
package protocol Columned {
  /// The names of the columns of a field whose own column would have that name.
  static func columns(of name: String) -> [String]

  /// The value in the columns at `place`.
  init(_ row: Row, at place: ColumnPlace) throws(StoreError)

  /// Adds what the columns hold, in their order.
  func store(in arguments: inout [any Bindable])
}

/// Where in a row a field's columns stand, counted from 0.
package struct ColumnPlace: Sendable {
  /// The first column.
  package let first: Int
  /// The second one; the first again where there is none.
  package let second: Int

  /// These columns.
  package init(_ first: Int, _ second: Int) { (self.first, self.second) = (first, second) }
}

extension Columned where Self: Storable {
  package static func columns(of name: String) -> [String] { [name] }
  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) { self = try row.get(place.first) }
  package func store(in arguments: inout [any Bindable]) { arguments.append(self) }
}

extension Optional: Columned where Wrapped: Columned {
  package static func columns(of name: String) -> [String] { Wrapped.columns(of: name) }

  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) {
    self = row.isNull(place.first) ? nil : try Wrapped(row, at: place)
  }

  package func store(in arguments: inout [any Bindable]) {
    if let self { return self.store(in: &arguments) }
    for _ in Wrapped.columns(of: "") { arguments.append(Int?.none) }
  }
}
