/// Percent-encodes a text for one part of a URL: all bytes except the unreserved characters (RFC
/// 3986, 2.3).
package func percentEncoded(_ text: String) -> String {
  var encoded: [UInt8] = []
  percentEncode(text, to: &encoded)
  return String(decoding: encoded, as: UTF8.self)
}

/// Appends the percent-encoded text to the bytes of a URL.
package func percentEncode(_ text: String, to encoded: inout [UInt8]) {
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      encoded.append(byte)
    default:
      encoded.append(UInt8(ascii: "%"))
      encoded.append(hexadecimalDigit(byte >> 4))
      encoded.append(hexadecimalDigit(byte & 15))
    }
  }
}

private func hexadecimalDigit(_ number: UInt8) -> UInt8 { number < 10 ? 48 + number : 55 + number }
