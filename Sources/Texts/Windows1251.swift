/// The encoding of texts that older Russian programs save.
package enum Windows1251 {
  /// Returns the text of the bytes. Byte 0x98, which has no character, becomes U+FFFD.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(scalar(of: byte)) }
    return String(scalars)
  }

  private static func scalar(of byte: UInt8) -> Unicode.Scalar {
    switch byte {
    case 0..<0x80: Unicode.Scalar(byte)
    case 0x80..<0xC0: middle[Int(byte) - 0x80]
    // The letters А to я are in the order of Unicode, from U+0410.
    default: Unicode.Scalar(UInt16(byte) - 0xC0 + 0x410) ?? "\u{FFFD}"
    }
  }

  /// The characters of the bytes 0x80 to 0xBF.
  private static let middle = Array(
    ("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ"
      + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї").unicodeScalars)
}
