/// The limit on consecutive combining marks in external text.
///
/// Canonical ordering sorts a run of marks, and Swift normalizes (NFC) text to compare or hash it.
/// Both take quadratic time in the length of a run. With runs of at most 30 marks (stream-safe
/// text: Unicode, UAX #15, section 13), the time is linear in the length of the text. Parsers of
/// requests therefore reject longer runs before other code reads the text: `Reader` in JSON,
/// `HTTPServer` in targets and headers, `Operations` in deep links.
package enum CombiningRuns {
  /// The maximum length of a run of non-starters (characters whose canonical combining class is not
  /// 0).
  package static let longest = 30

  /// Returns the offset of the first non-starter beyond a run of `longest`; nil if no run is
  /// longer.
  ///
  /// Invalid UTF-8 ends a run, as does U+FFFD, which replaces it.
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

  /// Returns the offset of the first non-starter beyond a run of `longest`; nil if no run is
  /// longer.
  package static func excess(in bytes: [UInt8]) -> Int? { bytes.withUnsafeBufferPointer { excess(in: $0) } }

  /// Returns true if a non-starter can begin with this byte.
  ///
  /// U+0300 is the first non-starter. Greek, the Cyrillic letters and the ideographs from U+4000 to
  /// U+9FFF are excluded, because they contain no non-starters.
  @inline(__always)
  static func isPossibleStart(_ byte: UInt8) -> Bool { byte >= 0xCC && byte &- 0xCE > 3 && byte &- 0xE4 > 5 }

  /// Returns the scalar at an offset and its length in bytes; nil if the bytes are not valid UTF-8.
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
