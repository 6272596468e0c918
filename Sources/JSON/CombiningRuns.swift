/// The limit on consecutive combining marks in a text from outside.
///
///     CombiningRuns.excess(in: Array("cafe\u{301}".utf8))  // nil: one mark
///
/// Canonical order sorts a run of marks, and Swift composes (NFC) a text to compare or hash it. Both take quadratic
/// time in the length of the run. With runs of at most 30 (Unicode, UAX #15, section 13: stream-safe text) they take
/// linear time in the length of the text. So the readers of requests refuse longer runs before any other code reads the
/// text: `Reader` in JSON, `HTTPServer` in a target or header, `Link` in a deep link.
package enum CombiningRuns {
  /// The longest allowed run of non-starters (characters whose canonical combining class is not 0).
  package static let longest = 30

  /// Returns the offset of the first non-starter beyond a run of `longest`; nil if there is none.
  ///
  /// Bytes that are not UTF-8 end a run, as does U+FFFD, which replaces them.
  package static func excess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (place, run) = (0, 0)
    while place < bytes.count {
      guard isPossibleStart(bytes[place]) else {
        run = 0
        place += 1
        continue
      }
      guard let (scalar, length) = scalar(at: place, in: bytes) else {
        run = 0
        place += 1
        continue
      }
      run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
      if run > longest { return place }
      place += length
    }
    return nil
  }

  /// Returns the offset of the first non-starter beyond a run of `longest`; nil if there is none.
  package static func excess(in bytes: [UInt8]) -> Int? { bytes.withUnsafeBufferPointer { excess(in: $0) } }

  /// Returns true if a non-starter may begin with that byte.
  ///
  /// U+0300 is the first non-starter; Greek, the Cyrillic letters and the ideographs of U+4000 to U+9FFF have none.
  @inline(__always)
  static func isPossibleStart(_ byte: UInt8) -> Bool { byte >= 0xCC && byte &- 0xCE > 3 && byte &- 0xE4 > 5 }

  /// Returns the scalar at that offset and its length in bytes; nil if the bytes are not UTF-8.
  private static func scalar(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (Unicode.Scalar, Int)? {
    let lead = bytes[place]
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead < 0xF5, place + length <= bytes.count else { return nil }
    var code = UInt32(lead) & (0xFF >> UInt32(length + 1))
    for step in 1..<length {
      let byte = bytes[place + step]
      guard byte & 0xC0 == 0x80 else { return nil }
      code = code << 6 | UInt32(byte & 0x3F)
    }
    return Unicode.Scalar(code).map { ($0, length) }
  }
}
