import JSON

/// Percent-encoding (RFC 3986, section 2.1) of UTF-8 text.
enum PercentEncoding {
  /// The text that `bytes` stand for; with `plus`, a plus sign stands for a blank, as in a query that a form wrote.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, plus: Bool = false) throws(TargetFault) -> String {
    let isPlain = !bytes.contains { $0 == UInt8(ascii: "%") || (plus && $0 == UInt8(ascii: "+")) }
    // ASCII needs no validation, which is not compiled for this kind of bytes and costs ten times as much.
    if isPlain && !bytes.hasNonASCII { return String(decoding: bytes, as: UTF8.self) }
    var decoded: [UInt8] = []
    if !isPlain {
      decoded.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if plus && byte == UInt8(ascii: "+") {
          decoded.append(UInt8(ascii: " "))
        } else if byte == UInt8(ascii: "%") {
          guard index + 1 < bytes.count,
            let high = bytes[index].hexadecimalValue, let low = bytes[index + 1].hexadecimalValue
          else { throw .badPercentEncoding }
          decoded.append(high << 4 | low)
          index += 2
        } else {
          decoded.append(byte)
        }
      }
    }
    let text = isPlain ? String(validating: bytes, as: UTF8.self) : String(validating: decoded, as: UTF8.self)
    guard let text else { throw .notUTF8 }
    let run = isPlain ? CombiningRuns.excess(in: bytes) : CombiningRuns.excess(in: decoded)
    guard run == nil else { throw .combiningRun(limit: CombiningRuns.longest) }
    return text
  }
}
