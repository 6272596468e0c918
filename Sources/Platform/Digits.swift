extension String {
  /// The UTF-8 offset of the first byte that is not an ASCII digit; nil if all bytes are digits.
  package var firstOffsetWithoutDigit: Int? {
    var text = self
    return text.withUTF8 { bytes in bytes.firstIndex { $0 &- UInt8(ascii: "0") >= 10 } }
  }
}
