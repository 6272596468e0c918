extension String {
  /// The offset of the first byte that is no ASCII digit; nil if there is none.
  ///
  ///     "40702A10".firstOffsetWithoutDigit  // 5
  package var firstOffsetWithoutDigit: Int? {
    var text = self
    return text.withUTF8 { bytes in bytes.firstIndex { $0 &- UInt8(ascii: "0") >= 10 } }
  }
}
