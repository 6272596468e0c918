/// Bytes that are hashed: fields in a fixed order, numbers in eight bytes and the others with their lengths before them (-1
/// for what is absent), so that no two lists of fields look alike.
struct CanonicalBytes {
  private(set) var bytes: [UInt8] = []

  /// Bytes that begin by what they are and the version of their encoding.
  init(of name: StaticString) {
    bytes.reserveCapacity(512)
    bytes.append(contentsOf: name.description.utf8)
  }

  /// Adds a number.
  mutating func add(_ number: Int64) {
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> Int64(8 * place))) }
  }

  /// Adds a text, or that there is none.
  mutating func add(_ text: String?) {
    guard let text else { return add(-1) }
    add(Int64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Adds bytes, or that there are none.
  mutating func add(_ blob: [UInt8]?) {
    guard let blob else { return add(-1) }
    add(Int64(blob.count))
    bytes.append(contentsOf: blob)
  }
}
