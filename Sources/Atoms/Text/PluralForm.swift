/// A form that a language has for numbers of things: CLDR's plural categories.
enum PluralForm: String, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

extension Language {
  /// The forms that the language has for cardinal numbers, each of which a text with a number needs.
  var pluralForms: [PluralForm] {
    switch self {
    case .ru: [.one, .few, .many, .other]
    case .en: [.one, .other]
    }
  }

  /// The form for a number as it is shown, such as `21` or `1.50` (CLDR 48, `common/supplemental/plurals.xml`).
  ///
  /// | language | form | rule |
  /// |---|---|---|
  /// | ru | one | v = 0 and i % 10 = 1 and i % 100 != 11 |
  /// | ru | few | v = 0 and i % 10 = 2..4 and i % 100 != 12..14 |
  /// | ru | many | v = 0 and i % 10 = 0, 5..9 or i % 100 = 11..14 |
  /// | en | one | i = 1 and v = 0 |
  ///
  /// i is the number without its fraction, v the number of digits of the fraction; what meets no rule is other.
  func pluralForm(of plain: String) -> PluralForm {
    let digits = plain.utf8.drop { $0 == UInt8(ascii: "-") }
    guard digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else { return .other }
    switch self {
    case .ru:
      let last = digits.suffix(2).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      switch (last % 10, last) {
      case (_, 11...14): return .many
      case (1, _): return .one
      case (2...4, _): return .few
      default: return .many
      }
    case .en: return digits.elementsEqual("1".utf8) ? .one : .other
    }
  }
}
