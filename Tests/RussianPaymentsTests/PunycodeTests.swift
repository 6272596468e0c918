import Testing

@testable import RussianPayments

/// The expected lengths are from Python's `punycode` codec and RFC 3492, section 7.1.
struct PunycodeTests {
  @Test(
    "The ASCII length of a domain label equals the length of its Punycode form",
    arguments: [
      ("рф", 8),
      ("пример", 12),
      ("münchen", 14),
      ("bücher", 13),
      ("例え", 11),
      ("한국", 12),
      ("भारत", 11),
      ("ελλάδα", 13),
      ("ñandú", 13),
      ("правительство", 20),
      ("добро-пожаловать", 26),
      ("xnя", 10),
      ("a1я2b", 12),
      ("яяяяяяяяяяя", 17),
      ("他们为什么不说中文", 28),
      ("ليهمابتكلموشعربي", 25),
      ("Pročprostěnemluvíčesky", 34),
      ("3年b組金八先生", 28),
      ("example", 7), ("", 0),
    ])
  func computesLengthOfLabel(label: String, length: Int) {
    #expect(Punycode.length(of: label[...]) == length)
  }
}
