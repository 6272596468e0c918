package import Secrets

/// A digest of many rows in order, independent of how they are delivered. It is computed in blocks,
/// each of which ends with a complete row.
package struct RowDigest {
  private static let block = 1 << 18
  private static let length = Digest(of: "").bytes.count

  private var bytes = [UInt8](repeating: 0, count: Self.length)
  /// The number of rows.
  package private(set) var count = 0

  mutating func add(_ row: [UInt8]) {
    bytes += row
    count += 1
    guard bytes.count >= Self.block else { return }
    // Each block begins with the digest of the preceding blocks.
    let before = Digest(of: bytes).bytes
    bytes.removeAll(keepingCapacity: true)
    bytes += before
  }

  /// The digest of all rows added so far.
  package var value: Digest { Digest(of: bytes) }
}
