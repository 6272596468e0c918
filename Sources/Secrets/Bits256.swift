/// 256 bits, such as a token or a digest has, held in place: 32 bytes in an array would be an allocation for each.
struct Bits256: Hashable, Sendable {
  /// How many characters of base64url they take.
  static let characters = 43

  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// Zeros.
  init() {}

  /// The bits of 32 bytes.
  init(_ bytes: [UInt8]) {
    precondition(bytes.count == 32)
    withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
  }

  /// The 32 bytes.
  var bytes: [UInt8] { withUnsafeBytes { Array($0) } }

  /// Calls `body` with the 32 bytes.
  @inline(__always)
  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    Swift.withUnsafeBytes(of: words, body)
  }

  /// Calls `body` with the 32 bytes, to be written.
  @inline(__always)
  mutating func withUnsafeMutableBytes<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    Swift.withUnsafeMutableBytes(of: &words, body)
  }

  static func == (left: Self, right: Self) -> Bool { left.words == right.words }

  /// Digests are noise: any word tells them apart well enough for a table.
  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
