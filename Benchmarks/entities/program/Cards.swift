import Dates
import Model
import DataAccess
import SQLiteStorage
import Storage

/// A card whose reading code lists the fields again.
struct HandCard {
  let id: CardID
  let number: MaskedNumber
  let account: AccountNumber
  let caption: String
  let status: Card.Status
  let expires: CivilDate
  let changed: Instant

  /// The card in a row.
  static func read(_ row: Row) throws(StoreError) -> HandCard {
    guard let number = MaskedNumber(first: try row.get(1), last: try row.get(2)) else {
      throw row.mismatch(1, MaskedNumber.self)
    }
    return HandCard(
      id: try row.get(0), number: number, account: try row.get(3), caption: try row.get(4), status: try row.get(5),
      expires: try row.get(6), changed: try row.get(7))
  }
}

/// A card whose fields are set one by one through key paths.
struct PathCard {
  var id = CardID(high: 0, low: 0)
  var first = ""
  var last = ""
  var account: AccountNumber?
  var caption = ""
  var status = Card.Status.active
  var expires = CivilDate(daysSinceEpoch: 0)
  var changed = Instant(seconds: 0)

  private static let setters: [@Sendable (inout PathCard, Row) throws -> Void] = [
    { try $0.set(\.id, $1, 0) }, { try $0.set(\.first, $1, 1) }, { try $0.set(\.last, $1, 2) },
    { try $0.set(\.account, $1, 3) }, { try $0.set(\.caption, $1, 4) }, { try $0.set(\.status, $1, 5) },
    { try $0.set(\.expires, $1, 6) }, { try $0.set(\.changed, $1, 7) },
  ]

  private mutating func set<Value: Storable>(
    _ path: WritableKeyPath<PathCard, Value>, _ row: Row, _ place: Int
  ) throws {
    self[keyPath: path] = try row.get(place)
  }

  /// The card in a row.
  static func read(_ row: Row) throws -> PathCard {
    var card = PathCard()
    for set in setters { try set(&card, row) }
    return card
  }
}

/// A card with the `Decodable` code that the compiler synthesizes.
struct CodableCard: Decodable {
  let id: Stored<CardID>
  let first: String
  let last: String
  let account: Stored<AccountNumber>
  let caption: String
  let status: Stored<Card.Status>
  let expires: Stored<CivilDate>
  let changed: Stored<Instant>

  /// The card in a row.
  static func read(_ row: Row) throws -> CodableCard { try CodableCard(from: RowDecoder(row: row)) }
}
