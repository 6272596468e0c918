/// The encodings of a payment's QR code. The raw value is the digit in the header.
public enum QREncoding: Int, Sendable, CaseIterable {
  /// Windows-1251.
  case windows1251 = 1
  /// UTF-8.
  case utf8 = 2
  /// KOI8-R.
  case koi8r = 3

  /// Decodes the bytes; nil if they are not valid UTF-8. The other encodings decode every byte.
  func text(of bytes: [UInt8]) -> String? {
    guard let table else { return String(validating: bytes, as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(byte < 0x80 ? Unicode.Scalar(byte) : table[Int(byte) - 0x80]) }
    return String(scalars)
  }

  /// Encodes the text. Fails with the first character that the encoding cannot represent.
  func bytes(of text: String) -> Result<[UInt8], Unmapped> {
    guard let table else { return .success(Array(text.utf8)) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        bytes.append(UInt8(scalar.value))
      } else if scalar != "\u{FFFD}", let place = table.firstIndex(of: scalar) {
        bytes.append(UInt8(place + 0x80))
      } else {
        return .failure(Unmapped(character: scalar))
      }
    }
    return .success(bytes)
  }

  /// A character that the encoding cannot represent.
  struct Unmapped: Error { let character: Unicode.Scalar }

  private var table: [Unicode.Scalar]? {
    switch self {
    case .windows1251: Self.upper1251
    case .koi8r: Self.upperKOI8
    case .utf8: nil
    }
  }

  /// The characters of the bytes 0x80 to 0xFF. U+FFFD marks 0x98, which has no character.
  private static let upper1251 = Array(
    ("ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ"
      + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
      + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
      + "абвгдежзийклмнопрстуфхцчшщъыьэюя").unicodeScalars)
  private static let upperKOI8 = Array(
    ("─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷"
      + "═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©"
      + "юабцдефгхийклмнопярстужвьызшэщчъ"
      + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ").unicodeScalars)
}
