package import Model
package import SQLite

extension String: Columned {}
extension Int: Columned {}
extension Int64: Columned {}
extension Bool: Columned {}
extension Identifier: Columned {}
extension Instant: Columned {}
extension CivilDate: Columned {}
extension AccountNumber: Columned {}
extension Card.Status: Columned {}

extension MaskedNumber: Columned {
  package static func columns(of name: String) -> [String] { ["first_digits", "last_digits"] }

  package init(_ row: Row, at place: ColumnPlace) throws(SQLiteError) {
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

extension Money: Columned {
  package static func columns(of name: String) -> [String] { [name, "currency"] }

  package init(_ row: Row, at place: ColumnPlace) throws(SQLiteError) {
    self.init(minor: try row.get(place.first), try row.get(place.second))
  }

  package func store(in arguments: inout [any Bindable]) {
    arguments.append(minor)
    arguments.append(currency)
  }
}
