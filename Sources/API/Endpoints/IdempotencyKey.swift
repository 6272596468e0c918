/// The client's key for one tap: a string of RFC 8941 in quotes, as the draft of the header asks, or the same bare.
struct IdempotencyKey {
  /// The key without quotes: 1 to 255 visible ASCII characters.
  let text: String

  init(_ header: String?) throws(Problem) {
    guard let header else { throw Problem(.keyMissing) }
    var text = header.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if text.count >= 2, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
    guard (1...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
    else {
      throw Problem(
        .keyMissing, ru: "Idempotency-Key: нужно от 1 до 255 видимых символов ASCII",
        en: "Idempotency-Key takes 1 to 255 visible ASCII characters")
    }
    self.text = String(text)
  }
}
