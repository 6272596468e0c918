package import Texts
package import JSON

/// Numbers in the format of a language (CLDR 48, `common/main/ru.xml` and `en_001.xml`).
package enum NumberText {
  package enum Style: Sendable, Hashable {
    /// As many decimal places as necessary.
    case plain
    /// No decimal places.
    case integer
    /// The number times 100, with a percent sign.
    case percent
    /// A fixed number of decimal places.
    case places(Int)
    /// Money with the currency's sign and decimal places (ISO 4217 code).
    case currency(String)
    /// As `plain`, without digit grouping, for years and identifiers.
    case ungrouped
  }

  /// Parses a number that a person or a client wrote as text.
  ///
  /// Returns nil in these cases:
  /// - The text is not a number.
  /// - The text has an exponent, such as `5e3`, because a typing error must not become 5,000.
  /// - The number has more than 38 significant digits, or more than 64 digits in all.
  package static func typed(_ text: String) -> Decimal? {
    text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } ? nil : Decimal(plain: text)
  }

  package static func text(of number: Decimal, _ style: Style = .plain, in language: Language) -> String {
    switch style {
    case .plain: localized(exact(number), in: language)
    case .integer: localized(rounded(number, maximum: 0), in: language)
    case .percent:
      percent(number).map { localized(rounded($0, maximum: 0), in: language) + (language == .ru ? "\u{A0}%" : "%") }
        ?? Template.nothing
    case .places(let places): localized(rounded(number, minimum: places, maximum: places), in: language)
    case .currency(let code): money(number, code, in: language)
    case .ungrouped: localized(exact(number), in: language, grouped: false)
    }
  }

  /// The maximum number of decimal places of a quotient without a format.
  static let quotientPlaces = 3

  /// Returns a quotient with at most three decimal places.
  static func text(ofQuotient number: Decimal, in language: Language) -> String {
    localized(rounded(number, maximum: quotientPlaces), in: language)
  }

  /// Returns a number in plain digits, such as `-1234.50`, with the language's separators and all
  /// digits.
  ///
  /// Returns `plain` unchanged if it is not in plain digits.
  static func localized(_ plain: String, in language: Language, grouped: Bool = true) -> String {
    let units = Array(plain.utf8)
    let first = units.first == UInt8(ascii: "-") ? 1 : 0
    let point = units.firstIndex(of: UInt8(ascii: ".")) ?? units.count
    guard first < point, units[first..<point].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return plain }
    var text: [UInt8] = []
    text.reserveCapacity(units.count + 2 * (point / 3))
    if first > 0 { text.append(UInt8(ascii: "-")) }
    for place in first..<point {
      text.append(units[place])
      let left = point - place - 1
      guard grouped, left > 0, left % 3 == 0 else { continue }
      if language == .ru {
        // U+00A0 in UTF-8.
        text.append(0xC2)
        text.append(0xA0)
      } else {
        text.append(UInt8(ascii: ","))
      }
    }
    if point + 1 < units.count {
      text.append(language == .ru ? UInt8(ascii: ",") : UInt8(ascii: "."))
      text += units[(point + 1)...]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the number in plain digits with `minimum` to `maximum` decimal places. Halves are
  /// rounded away from zero.
  ///
  /// If the number is too large for plain digits, returns its `description`.
  static func rounded(_ number: Decimal, minimum: Int = 0, maximum: Int) -> String {
    let plain = number.normalized
    let places = max(minimum, min(maximum, plain.scale))
    if let exact = plain.text(places: places) { return exact }
    var (digits, dropped) = (plain.coefficient.magnitude, plain.scale - places)
    guard dropped > 0 else { return plain.description }
    while dropped > 1, digits > 0 { (digits, dropped) = (digits / 10, dropped - 1) }
    digits = (digits + 5) / 10
    let isNegative = plain.coefficient < 0 && digits > 0
    let cut = Decimal(coefficient: isNegative ? -Int128(digits) : Int128(digits), exponent: -places)
    // Rounding can produce trailing zeros, which are removed down to `minimum` places.
    guard let cut, places > minimum else { return cut?.description ?? plain.description }
    return rounded(cut, minimum: minimum, maximum: cut.normalized.scale)
  }

  /// Returns the number in plain digits with as many decimal places as necessary.
  static func exact(_ number: Decimal) -> String { rounded(number, maximum: number.scale) }

  private static func percent(_ number: Decimal) -> Decimal? {
    Decimal(coefficient: number.coefficient, exponent: number.exponent + 2)?.plain(rounds: false)
  }

  private static func money(_ number: Decimal, _ code: String, in language: Language) -> String {
    let places = CurrencyScale.scale(code) ?? 2
    let plain = rounded(number, minimum: places, maximum: places)
    let sign = signs[code]?[language] ?? code
    switch language {
    case .ru: return localized(plain, in: .ru) + "\u{A0}" + sign
    case .en:
      // A code follows the digits, as in `5 RUB`. A sign precedes them, as in `€5`.
      if sign.last?.isLetter == true { return localized(plain, in: .en) + "\u{A0}" + sign }
      let (minus, digits) = plain.hasPrefix("-") ? ("-", String(plain.dropFirst())) : ("", plain)
      return minus + sign + localized(digits, in: .en)
    }
  }

  /// The signs of currencies. A currency without a sign shows its code.
  private static let signs: [String: LocalizedText] = [
    "CNY": "CN¥", "EUR": "€", "GBP": "£", "JPY": LocalizedText(ru: "¥", en: "JP¥"),
    "RUB": LocalizedText(ru: "₽", en: "RUB"), "USD": LocalizedText(ru: "$", en: "US$"),
  ]
}

/// A CLDR plural category.
enum PluralForm: String, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

extension Language {
  /// The plural forms of cardinal numbers. A `plural` text requires all of them.
  var pluralForms: [PluralForm] {
    switch self {
    case .ru: [.one, .few, .many, .other]
    case .en: [.one, .other]
    }
  }

  /// The plural form that only the number 1 has, so that the choice `=1` replaces it; nil without
  /// such a form.
  var formOfOne: PluralForm? {
    switch self {
    case .ru: nil
    case .en: .one
    }
  }

  /// Returns the plural form for a number as shown, such as `21` or `1.50` (CLDR 48,
  /// `common/supplemental/plurals.xml`).
  ///
  /// | language | form | rule |
  /// |---|---|---|
  /// | ru | one | v = 0 and i % 10 = 1 and i % 100 != 11 |
  /// | ru | few | v = 0 and i % 10 = 2..4 and i % 100 != 12..14 |
  /// | ru | many | v = 0 and i % 10 = 0, 5..9 or i % 100 = 11..14 |
  /// | en | one | i = 1 and v = 0 |
  ///
  /// i is the integer part, v the number of decimal places. All other numbers have the form
  /// `other`.
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
