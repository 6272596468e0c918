package import Secrets

/// A digest over many rows in their order, however they come: it is made in blocks that end with a row.
package struct RowDigest {
  private static let block = 1 << 18
  private static let length = Digest(of: "").bytes.count

  private var bytes = [UInt8](repeating: 0, count: Self.length)
  /// Count of rows.
  package private(set) var count = 0

  /// Adds a row.
  mutating func add(_ row: [UInt8]) {
    bytes += row
    count += 1
    guard bytes.count >= Self.block else { return }
    // Each block begins with the digest of those before it.
    let before = Digest(of: bytes).bytes
    bytes.removeAll(keepingCapacity: true)
    bytes += before
  }

  /// The digest of all rows so far.
  package var value: Digest { Digest(of: bytes) }
}
