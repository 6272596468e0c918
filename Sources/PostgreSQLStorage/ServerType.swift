import CPostgreSQL
import Storage

/// The types of arguments and columns, by their OIDs, which are the same in every database
/// (`pg_type.dat`).
enum ServerType {
  static let bool: Oid = 16
  static let bytea: Oid = 17
  static let char: Oid = 18
  static let name: Oid = 19
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let text: Oid = 25
  static let oid: Oid = 26
  static let json: Oid = 114
  static let float4: Oid = 700
  static let float8: Oid = 701
  static let unknown: Oid = 705
  static let bpchar: Oid = 1042
  static let varchar: Oid = 1043
  static let numeric: Oid = 1700
  static let uuid: Oid = 2950

  /// True for the types whose binary format is the text itself.
  static func isText(_ type: Oid) -> Bool {
    switch type {
    case text, varchar, bpchar, name, char, unknown, json: true
    default: false
    }
  }

  /// The explicit type for a value whose parameter the server assumes to be text; nil if text is
  /// right. An identifier is passed as text.
  static func saidFor(_ value: StoredValue) -> Oid? {
    switch value {
    case .integer: int8
    case .real: float8
    case .blob: bytea
    case .null, .text, .identifier: nil
    }
  }

  /// The element type of an array type; nil for other types.
  static func element(of array: Oid) -> Oid? {
    switch array {
    case 1000: bool
    case 1001: bytea
    case 1005: int2
    case 1007: int4
    case 1009: text
    case 1015: varchar
    case 1014: bpchar
    case 1016: int8
    case 2951: uuid
    default: nil
    }
  }
}
