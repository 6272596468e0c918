/// The longest run of combining marks that a text from outside may have.
///
/// Canonical order sorts a run of marks, and Swift composes (NFC) a text to compare or hash it: both take time by the
/// square of the run. A text with runs of at most 30 (Unicode, UAX #15, section 13: stream-safe text) takes time by its
/// length. So the readers of requests refuse longer ones before anybody looks at the text: `Reader` those in JSON, `HTTP`
/// those in a target or header, `Link` those in a deep link.
///
///     CombiningRuns.excess(in: Array("cafe\u{301}".utf8))  // nil
package enum CombiningRuns {
  /// The longest run of non-starters (characters whose canonical combining class is not 0).
  package static let longest = 30

  /// The offset of the first non-starter beyond a run of `longest`; nil where there is none. Bytes that are no UTF-8 end a
  /// run, as U+FFFD does that stands for them.
  package static func excess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (place, run) = (0, 0)
    while place < bytes.count {
      guard mayBegin(bytes[place]) else {
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

  /// The offset of the first non-starter beyond a run of `longest`; nil where there is none.
  package static func excess(in bytes: [UInt8]) -> Int? { bytes.withUnsafeBufferPointer { excess(in: $0) } }

  /// Whether a non-starter may begin with that byte: U+0300 is the first one; Greek, the Cyrillic letters and the ideographs
  /// of U+4000 to U+9FFF have none.
  @inline(__always)
  static func mayBegin(_ byte: UInt8) -> Bool { byte >= 0xCC && byte &- 0xCE > 3 && byte &- 0xE4 > 5 }

  /// The scalar at that offset and its length in bytes; nil for bytes that are no UTF-8.
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
