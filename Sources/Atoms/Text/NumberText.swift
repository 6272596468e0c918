package import Texts
package import JSON

/// Numbers in the form that readers of a language expect (CLDR 48, `common/main/ru.xml` and `en_001.xml`).
///
///     guard let sum = Decimal("1234.5") else { return }
///     NumberText.text(of: sum, .places(2), in: .en)  // "1,234.50"
///     NumberText.text(of: sum, .currency("RUB"), in: .ru)  // "1 234,50 ₽", with no-break spaces
///     NumberText.typed("5e3")  // nil
package enum NumberText {
  /// A number format.
  package enum Style: Sendable, Hashable {
    /// As many decimal places as the number needs.
    case plain
    /// No fraction.
    case integer
    /// The number times 100, with a percent sign.
    case percent
    /// Exactly this count of decimal places.
    case places(Int)
    /// Money with the sign of this currency (ISO 4217 code), in the currency's decimal places.
    case currency(String)
    /// As `plain`, without grouping of digits: for years and numbers that identify something.
    case ungrouped
  }

  /// Reads a number that a person or a client wrote as text.
  ///
  /// - Returns nil when the text is no number.
  /// - Returns nil for a power of ten such as `5e3`: a slip of the finger would become 5,000.
  /// - Returns nil for more than 38 significant digits, or more than 64 in all.
  package static func typed(_ text: String) -> Decimal? {
    text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } ? nil : Decimal(plain: text)
  }

  /// Returns the number in the format of `style`.
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

  /// Returns a number written in plain digits, such as `-1234.50`, with the language's separators.
  ///
  /// Keeps every digit. Returns `plain` unchanged when it is not written in plain digits.
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

  /// Returns the number in plain digits with `minimum` to `maximum` decimal places, halves rounded away from zero.
  ///
  /// Returns the number as `Decimal` writes it when it is too large to be written with all its zeros.
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
    // Rounding may have made trailing zeros, which are cut down to `minimum` places.
    guard let cut, places > minimum else { return cut?.description ?? plain.description }
    return rounded(cut, minimum: minimum, maximum: cut.normalized.scale)
  }

  /// Returns the number in plain digits with as many decimal places as it needs.
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
      // A code follows the digits, as in `5 RUB`; a sign precedes them, as in `€5`.
      if sign.last?.isLetter == true { return localized(plain, in: .en) + "\u{A0}" + sign }
      let (minus, digits) = plain.hasPrefix("-") ? ("-", String(plain.dropFirst())) : ("", plain)
      return minus + sign + localized(digits, in: .en)
    }
  }

  /// Signs of currencies; a currency without one shows its code.
  private static let signs: [String: LocalizedText] = [
    "CNY": "CN¥", "EUR": "€", "GBP": "£", "JPY": LocalizedText(ru: "¥", en: "JP¥"),
    "RUB": LocalizedText(ru: "₽", en: "RUB"), "USD": LocalizedText(ru: "$", en: "US$"),
  ]
}

/// A plural category of CLDR: a word form for a number of things.
enum PluralForm: String, Sendable, CaseIterable {
  case zero, one, two, few, many, other
}

extension Language {
  /// The language's plural forms of cardinal numbers; a `plural` text needs each of them.
  var pluralForms: [PluralForm] {
    switch self {
    case .ru: [.one, .few, .many, .other]
    case .en: [.one, .other]
    }
  }

  /// Returns the form for a number as shown, such as `21` or `1.50` (CLDR 48, `common/supplemental/plurals.xml`).
  ///
  /// | language | form | rule |
  /// |---|---|---|
  /// | ru | one | v = 0 and i % 10 = 1 and i % 100 != 11 |
  /// | ru | few | v = 0 and i % 10 = 2..4 and i % 100 != 12..14 |
  /// | ru | many | v = 0 and i % 10 = 0, 5..9 or i % 100 = 11..14 |
  /// | en | one | i = 1 and v = 0 |
  ///
  /// i is the integer part, v the count of fraction digits. A number that meets no rule has the form `other`.
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
