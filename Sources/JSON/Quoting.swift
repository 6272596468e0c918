extension [UInt8] {
  /// Appends the text in quotes and escapes what RFC 8259, section 7, demands and nothing else.
  mutating func appendQuoted(_ text: String) {
    append(UInt8(ascii: "\""))
    if !append(plainUnits: text) { appendEscaped(text.utf8) }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ units: String.UTF8View) {
    for unit in units {
      switch unit {
      case 0x22, 0x5C: append(contentsOf: [UInt8(ascii: "\\"), unit])
      case 0x08: append(contentsOf: "\\b".utf8)
      case 0x09: append(contentsOf: "\\t".utf8)
      case 0x0A: append(contentsOf: "\\n".utf8)
      case 0x0C: append(contentsOf: "\\f".utf8)
      case 0x0D: append(contentsOf: "\\r".utf8)
      case 0..<0x20: append(contentsOf: "\\u00\(unit < 16 ? "0" : "1")\(String(unit & 15, radix: 16))".utf8)
      default: append(unit)
      }
    }
  }
}
