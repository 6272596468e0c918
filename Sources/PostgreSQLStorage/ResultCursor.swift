import CPostgreSQL
import Storage

/// The position in a libpq result from which a row is read. Values are read from libpq's memory.
final class ResultCursor: Cursor {
  private let text: StatementText
  private var result: OpaquePointer?
  private var row: Int32 = 0
  private var columns: Int32 = 0

  init(_ text: StatementText) { self.text = text }

  /// True while rows are read. A nested use of the statement needs another cursor.
  var isBusy: Bool { result != nil }

  /// Calls `body` with each row of `result` until it returns false. Clears the result.
  func walk(_ result: OpaquePointer?, _ body: (Row) throws(StoreError) -> Bool) throws(StoreError) {
    self.result = result
    columns = PQnfields(result)
    defer {
      PQclear(result)
      self.result = nil
    }
    let count = PQntuples(result)
    row = 0
    while row < count {
      let current = row
      guard try body(Row(self)) else { return }
      row = current + 1
    }
  }

  func isNull(_ place: Int) -> Bool { PQgetisnull(result, row, Int32(place)) == 1 }

  func mismatch(_ place: Int, _ type: Any.Type) -> StoreError {
    StoreError(
      .datatypeMismatch, "column \(name(of: place)) contains no \(type)", sql: text.description, reason: .mismatch)
  }

  private func name(of place: Int) -> String {
    PQfname(result, Int32(place)).map { String(cString: $0) } ?? "\(place)"
  }

  func identifier(_ place: Int) throws(StoreError) -> (high: UInt64, low: UInt64)? {
    try require(place)
    let column = Int32(place)
    guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else { return nil }
    let length = PQgetlength(result, row, column)
    let type = PQftype(result, column)
    if type == ServerType.uuid {
      return length == 16 ? (valence_pq_read_64(bytes), valence_pq_read_64(bytes + 8)) : nil
    }
    guard ServerType.isText(type), length == 36 else { return nil }
    return Self.canonical(UnsafeRawBufferPointer(start: bytes, count: 36))
  }

  /// Parses the 36 characters of an identifier (RFC 9562, section 4); nil if they are malformed.
  private static func canonical(_ text: UnsafeRawBufferPointer) -> (high: UInt64, low: UInt64)? {
    var (words, nibble): ((UInt64, UInt64), Int) = ((0, 0), 0)
    for (place, character) in text.enumerated() {
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard character == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      default: return nil
      }
      if nibble < 16 { words.0 = words.0 << 4 | UInt64(digit) } else { words.1 = words.1 << 4 | UInt64(digit) }
      nibble += 1
    }
    return words
  }

  private func require(_ place: Int) throws(StoreError) {
    guard place >= 0, place < Int(columns) else {
      throw StoreError(.undefinedColumn, "no column \(place)", sql: text.description, reason: .other)
    }
  }

  func stored(_ place: Int) throws(StoreError) -> StoredValue {
    try require(place)
    let column = Int32(place)
    guard PQgetisnull(result, row, column) == 0, let bytes = PQgetvalue(result, row, column) else { return .null }
    let length = Int(PQgetlength(result, row, column))
    let type = PQftype(result, column)
    switch type {
    case ServerType.int8 where length == 8: return .integer(Int64(bitPattern: valence_pq_read_64(bytes)))
    case ServerType.int4 where length == 4:
      return .integer(Int64(Int32(bitPattern: valence_pq_read_32(bytes))))
    case ServerType.int2 where length == 2:
      return .integer(Int64(Int16(bitPattern: valence_pq_read_16(bytes))))
    case ServerType.oid where length == 4: return .integer(Int64(valence_pq_read_32(bytes)))
    case ServerType.bool where length == 1: return .integer(bytes.pointee == 0 ? 0 : 1)
    case ServerType.float8 where length == 8: return .real(Double(bitPattern: valence_pq_read_64(bytes)))
    case ServerType.float4 where length == 4: return .real(Double(Float(bitPattern: valence_pq_read_32(bytes))))
    case ServerType.bytea: return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: length)))
    case ServerType.uuid where length == 16:
      return .identifier(valence_pq_read_64(bytes), valence_pq_read_64(bytes + 8))
    case ServerType.numeric:
      // The sum of an int8 column is a numeric.
      guard let number = Self.whole(bytes, length) else {
        throw StoreError(
          .outOfRange, "column \(name(of: place)) contains no 64-bit integer", sql: text.description,
          reason: .mismatch)
      }
      return .integer(number)
    case _ where ServerType.isText(type):
      return .text(String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self))
    default:
      throw StoreError(
        .datatypeMismatch, "column \(name(of: place)) has an unsupported type (\(type))",
        sql: text.description, reason: .mismatch)
    }
  }

  /// Parses a numeric: digits of base 10,000, the first with the power `weight`. Returns nil if it
  /// has a fraction or does not fit in 64 bits.
  private static func whole(_ bytes: UnsafePointer<CChar>, _ length: Int) -> Int64? {
    guard length >= 8 else { return nil }
    let count = Int(valence_pq_read_16(bytes))
    let weight = Int(Int16(bitPattern: valence_pq_read_16(bytes + 2)))
    let sign = valence_pq_read_16(bytes + 4)
    guard sign == 0 || sign == 0x4000, length == 8 + 2 * count else { return nil }
    if count == 0 { return 0 }
    guard weight >= 0, weight < 6 else { return nil }
    var number: Int64 = 0
    for place in 0..<max(count, weight + 1) {
      let digit = place < count ? Int64(valence_pq_read_16(bytes + 8 + 2 * place)) : 0
      if place > weight {
        if digit != 0 { return nil }
        continue
      }
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10_000)
      let (sum, isOver) = product.subtractingReportingOverflow(digit)
      if isTooLarge || isOver { return nil }
      number = sum
    }
    // The number is accumulated as a negative one, because the minimum has no positive counterpart.
    if sign == 0x4000 { return number }
    return number == .min ? nil : -number
  }
}
