import CPostgreSQL
import Storage

/// The arguments of one statement in libpq's form. Its memory is reused by the next statement.
struct ArgumentBuffer {
  /// A value that cannot be converted to the type of its parameter.
  struct UnsupportedArgument: Error {
    let state: SQLState
    let message: String
  }

  private var bytes: [UInt8] = []
  /// The offset of each value in `bytes`; -1 for NULL.
  private var places: [Int] = []
  private var lengths: [Int32] = []
  /// 1 for a value in binary format, 0 for text format.
  private var formats: [Int32] = []
  private var pointers: [UnsafePointer<CChar>?] = []

  /// Removes all arguments and keeps the memory.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
  }

  /// Calls `body` with the number of arguments, the values, their lengths and their formats.
  mutating func withPointers<Value>(
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Value
  ) -> Value {
    pointers.removeAll(keepingCapacity: true)
    let (places, lengths, formats) = (places, lengths, formats)
    return bytes.withUnsafeBytes { all in
      // An empty value needs a non-null address, because a null pointer means NULL.
      let start = all.baseAddress?.assumingMemoryBound(to: CChar.self)
      for place in places { pointers.append(place < 0 ? nil : start.map { $0 + place } ?? Self.nothing) }
      return body(Int32(places.count), pointers, lengths, formats)
    }
  }

  /// A non-null address that is never read.
  private static var nothing: UnsafePointer<CChar> {
    UnsafePointer(bitPattern: 8).unsafelyUnwrapped
  }

  /// Appends a value for a parameter of `type`.
  mutating func append(_ value: StoredValue, as type: Oid) throws(UnsupportedArgument) {
    let place = bytes.count
    var isBinary = true
    switch value {
    case .null:
      places.append(-1)
      lengths.append(0)
      formats.append(1)
      return
    case .integer(let number): isBinary = try append(number, as: type)
    case .real(let number): isBinary = append(number, as: type)
    case .text(let text): isBinary = try append(text, as: type)
    case .blob(let blob):
      guard type == ServerType.bytea else {
        throw UnsupportedArgument(
          state: .datatypeMismatch, message: "bytes cannot be converted to the parameter's type")
      }
      bytes.append(contentsOf: blob)
    case .identifier(let high, let low):
      if type == ServerType.uuid {
        appendBig(high)
        appendBig(low)
      } else {
        appendCanonical(high, low)
        isBinary = ServerType.isText(type)
      }
    }
    places.append(place)
    lengths.append(Int32(bytes.count - place))
    formats.append(isBinary ? 1 : 0)
    // libpq reads a value in text format up to its zero byte.
    if !isBinary { bytes.append(0) }
  }

  /// Appends an array of `values` as one argument. `type` is the type of the elements.
  mutating func append(_ values: [StoredValue], asArrayOf type: Oid) throws(UnsupportedArgument) {
    let place = bytes.count
    for word in [1, 0, type, UInt32(values.count), 1] as [UInt32] { appendBig(word) }
    for value in values {
      let head = bytes.count
      appendBig(UInt32(0))
      // This appends a separate argument. Its entries are removed, so that its bytes become an
      // element.
      try append(value, as: type)
      guard formats.removeLast() == 1, places.removeLast() >= 0 else {
        throw UnsupportedArgument(state: .datatypeMismatch, message: "the key has another type than its column")
      }
      let length = UInt32(lengths.removeLast())
      for byte in 0..<4 { bytes[head + byte] = UInt8(truncatingIfNeeded: length >> (24 - 8 * byte)) }
    }
    places.append(place)
    lengths.append(Int32(bytes.count - place))
    formats.append(1)
  }

  private mutating func append(_ number: Int64, as type: Oid) throws(UnsupportedArgument) -> Bool {
    switch type {
    case ServerType.int8: appendBig(UInt64(bitPattern: number))
    case ServerType.int4: appendBig(UInt32(bitPattern: try narrowed(number)))
    case ServerType.int2: appendBig(UInt16(bitPattern: try narrowed(number)))
    case ServerType.oid: appendBig(try narrowed(number) as UInt32)
    case ServerType.bool:
      guard number == 0 || number == 1 else {
        throw UnsupportedArgument(state: .outOfRange, message: "the number is not a boolean")
      }
      bytes.append(UInt8(number))
    case ServerType.float8: appendBig(Double(number).bitPattern)
    case ServerType.float4: appendBig(Float(number).bitPattern)
    default:
      bytes.append(contentsOf: String(number).utf8)
      return false
    }
    return true
  }

  private func narrowed<Narrow: FixedWidthInteger>(_ number: Int64) throws(UnsupportedArgument) -> Narrow {
    guard let narrow = Narrow(exactly: number) else {
      throw UnsupportedArgument(state: .outOfRange, message: "the number is out of range for its type")
    }
    return narrow
  }

  private mutating func append(_ number: Double, as type: Oid) -> Bool {
    switch type {
    case ServerType.float8: appendBig(number.bitPattern)
    case ServerType.float4: appendBig(Float(number).bitPattern)
    default:
      bytes.append(contentsOf: number.description.utf8)
      return false
    }
    return true
  }

  private mutating func append(_ text: String, as type: Oid) throws(UnsupportedArgument) -> Bool {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    // PostgreSQL rejects U+0000 in text, and it would end a value in text format.
    guard !bytes[start...].contains(0) else {
      throw UnsupportedArgument(state: .characterNotInRepertoire, message: "the text contains U+0000")
    }
    return ServerType.isText(type)
  }

  private mutating func appendBig(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends the 36 characters of an identifier (RFC 9562, section 4).
  private mutating func appendCanonical(_ high: UInt64, _ low: UInt64) {
    for nibble in 0..<32 {
      if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 { bytes.append(UInt8(ascii: "-")) }
      let digit = UInt8((nibble < 16 ? high : low) >> UInt64(60 - 4 * (nibble & 15)) & 15)
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
