import Dates
import Texts
package import Model
package import Storage

/// A type of fields of stored records. Its value occupies one to three columns of a row.
package protocol ColumnConvertible {
  /// Returns the names of the columns of a field. `name` is the name of a single column.
  static func columns(of name: String) -> [String]

  /// Reads the value from the columns at `place`.
  init(_ row: Row, at place: ColumnPlace) throws(StoreError)

  /// Appends the values of the columns, in order.
  func store(in arguments: inout [any Bindable])
}

/// The offsets of a field's columns in a row, from 0.
package struct ColumnPlace: Sendable {
  /// The offset of the first column.
  package let first: Int
  /// The offset of the last column; equal to `first` for a field with one column.
  let second: Int

  init(_ first: Int, _ second: Int) { (self.first, self.second) = (first, second) }
}

extension ColumnConvertible where Self: Storable {
  package static func columns(of name: String) -> [String] { [name] }
  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) { self = try row.get(place.first) }
  package func store(in arguments: inout [any Bindable]) { arguments.append(self) }
}

extension Optional: ColumnConvertible where Wrapped: ColumnConvertible {
  package static func columns(of name: String) -> [String] { Wrapped.columns(of: name) }

  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) {
    self = row.isNull(place.first) ? nil : try Wrapped(row, at: place)
  }

  package func store(in arguments: inout [any Bindable]) {
    if let self { return self.store(in: &arguments) }
    for _ in Wrapped.columns(of: "") { arguments.append(Int?.none) }
  }
}

extension String: ColumnConvertible {}
extension Int: ColumnConvertible {}
extension Int64: ColumnConvertible {}
extension Bool: ColumnConvertible {}
extension Instant: ColumnConvertible {}
extension CivilDate: ColumnConvertible {}
extension AccountNumber: ColumnConvertible {}
extension Card.Status: ColumnConvertible {}
extension Submission.Status: ColumnConvertible {}
extension Challenge.Method: ColumnConvertible {}
extension Person.Role: ColumnConvertible {}
extension PersonSettings.Language: ColumnConvertible {}
extension Login: ColumnConvertible {}
extension BIC: ColumnConvertible {}
extension Customer.Kind: ColumnConvertible {}
extension AccountAccess.Role: ColumnConvertible {}

extension Identifier: ColumnConvertible {
  // Calls the overload of `get` for identifiers, not the generic one.
  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) {
    self = try row.get(place.first)
  }
}

extension MaskedNumber: ColumnConvertible {
  package static func columns(of name: String) -> [String] { ["first_digits", "last_digits"] }

  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) {
    guard let number = MaskedNumber(first: try row.get(place.first), last: try row.get(place.second)) else {
      throw row.mismatch(place.first, MaskedNumber.self)
    }
    self = number
  }

  package func store(in arguments: inout [any Bindable]) {
    arguments.append(first)
    arguments.append(last)
  }
}

extension Money: ColumnConvertible {
  package static func columns(of name: String) -> [String] { [name, "currency"] }

  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) {
    self.init(minor: try row.get(place.first), try row.get(place.second))
  }

  package func store(in arguments: inout [any Bindable]) {
    arguments.append(minor)
    arguments.append(currency)
  }
}

/// The columns are adjacent, because no other field shares them.
extension OtherParty: ColumnConvertible {
  package static func columns(of name: String) -> [String] { [name + "_name", name + "_account", name + "_bic"] }

  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) {
    self.init(name: try row.get(place.first), account: try row.get(place.first + 1), bic: try row.get(place.second))
  }

  package func store(in arguments: inout [any Bindable]) {
    arguments.append(name)
    arguments.append(account)
    arguments.append(bic)
  }
}

extension Deal.Text: ColumnConvertible {
  package static func columns(of name: String) -> [String] { [name + "_ru", name + "_en"] }

  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) {
    self.init(ru: try row.get(place.first), en: try row.get(place.second))
  }

  package func store(in arguments: inout [any Bindable]) {
    arguments.append(ru)
    arguments.append(en)
  }
}

extension CoreMessage: ColumnConvertible {
  package static func columns(of name: String) -> [String] { [name, name + "_en"] }

  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) {
    self.init(try row.get(place.first), english: try row.get(place.second))
  }

  package func store(in arguments: inout [any Bindable]) {
    arguments.append(text)
    arguments.append(english)
  }
}

/// The restrictions of a bank are rows of another table, so its own row contains none.
extension Array: ColumnConvertible where Element == BankRestriction {
  package static func columns(of name: String) -> [String] { [name] }
  package init(_ row: Row, at place: ColumnPlace) throws(StoreError) { self = [] }
  package func store(in arguments: inout [any Bindable]) {}
}
