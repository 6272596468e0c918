import DataAccess
import SQLiteStorage
import Storage

/// A stored value as `Decodable`.
struct Stored<Value: Storable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? RowDecoder else { throw NotARow() }
    value = try decoder.row.get(decoder.place.taken())
  }
}

/// A type that cannot be decoded from a row.
struct NotARow: Error {}

/// The index of the next column.
final class Place {
  private var next = 0

  /// Returns the index and advances it.
  func taken() -> Int {
    defer { next += 1 }
    return next
  }
}

/// A row as a `Decoder`, its columns in the order of the fields.
struct RowDecoder: Decoder {
  let row: Row
  let place = Place()
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Columns(decoder: self))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotARow() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotARow() }
}

/// The columns of a row as members.
private struct Columns<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RowDecoder
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }
  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.row.get(decoder.place.taken()) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.row.get(decoder.place.taken()) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.row.get(decoder.place.taken()) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.row.get(decoder.place.taken()) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { throw NotARow() }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw NotARow() }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { throw NotARow() }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { throw NotARow() }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { throw NotARow() }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { throw NotARow() }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { throw NotARow() }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { throw NotARow() }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { throw NotARow() }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { throw NotARow() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try Value(from: decoder) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw NotARow() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NotARow() }
  func superDecoder() throws -> any Decoder { throw NotARow() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw NotARow() }
}
