package import JSON

/// Numbers as people of a language read them (CLDR 48, `common/main/ru.xml` and `en_001.xml`).
package enum NumberText {
  /// How a number is shown.
  package enum Style: Sendable, Hashable {
    /// With at most three places, as few as it needs: CLDR's `#,##0.###`.
    case plain
    /// Without a fraction.
    case integer
    /// Times a hundred, with a percent sign.
    case percent
    /// With so many places.
    case places(Int)
    /// Money with its sign, in the scale of the currency.
    case currency(String)
    /// As `plain`, in one run of digits: for years and numbers that name something.
    case ungrouped
  }

  /// The number that a person or a client wrote as text; nil for none. A power of ten, as in `5e3`, is none: a slip of the
  /// finger would be 5,000. A number that has no other form (`1E+300`) is read as `Decimal` writes it.
  package static func typed(_ text: String) -> Decimal? {
    guard let number = Decimal(text) else { return nil }
    return text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") } && number.description != text ? nil : number
  }

  /// The number in that style.
  package static func text(of number: Decimal, _ style: Style = .plain, in language: Language) -> String {
    switch style {
    case .plain: localized(rounded(number, most: 3), in: language)
    case .integer: localized(rounded(number, most: 0), in: language)
    case .percent: localized(rounded(percent(number), most: 0), in: language) + (language == .ru ? "\u{A0}%" : "%")
    case .places(let places): localized(rounded(number, least: places, most: places), in: language)
    case .currency(let code): money(number, code, in: language)
    case .ungrouped: localized(rounded(number, most: 3), in: language, grouped: false)
    }
  }

  /// A number written in plain digits, such as `-1234.50`, with the language's signs and every digit kept.
  static func localized(_ plain: String, in language: Language, grouped: Bool = true) -> String {
    let isNegative = plain.hasPrefix("-")
    let parts = plain.dropFirst(isNegative ? 1 : 0).split(separator: ".", maxSplits: 1)
    guard let whole = parts.first, whole.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return plain }
    var text = isNegative ? "-" : ""
    var left = whole.utf8.count
    for digit in whole {
      text.append(digit)
      left -= 1
      if grouped, left > 0, left % 3 == 0 { text += language == .ru ? "\u{A0}" : "," }
    }
    if parts.count > 1 { text += (language == .ru ? "," : ".") + parts[1] }
    return text
  }

  /// The number in plain digits with `least` to `most` places, halves rounded away from zero.
  static func rounded(_ number: Decimal, least: Int = 0, most: Int) -> String {
    let plain = number.normalized
    let places = max(least, min(most, plain.scale))
    if let exact = plain.text(places: places) { return exact }
    var (digits, dropped) = (plain.coefficient.magnitude, plain.scale - places)
    // A number too great to be written with all its zeros stands as it is.
    guard dropped > 0 else { return plain.description }
    while dropped > 1, digits > 0 { (digits, dropped) = (digits / 10, dropped - 1) }
    digits = (digits + 5) / 10
    let isNegative = plain.coefficient < 0 && digits > 0
    let cut = Decimal(coefficient: isNegative ? -Int128(digits) : Int128(digits), exponent: -places)
    // Zeros at the end that rounding made are not shown where fewer places will do.
    guard let cut, places > least else { return cut?.description ?? plain.description }
    return rounded(cut, least: least, most: cut.normalized.scale)
  }

  private static func percent(_ number: Decimal) -> Decimal {
    Decimal(coefficient: number.coefficient, exponent: number.exponent + 2) ?? number
  }

  private static func money(_ number: Decimal, _ code: String, in language: Language) -> String {
    let places = CurrencyScale.scale(code) ?? 2
    let plain = rounded(number, least: places, most: places)
    let sign = signs[code]?[language] ?? code
    switch language {
    case .ru: return localized(plain, in: .ru) + "\u{A0}" + sign
    case .en:
      let (minus, digits) = plain.hasPrefix("-") ? ("-", String(plain.dropFirst())) : ("", plain)
      // A code of letters is kept apart from the digits, a sign is not.
      let gap = sign.last?.isLetter == true ? "\u{A0}" : ""
      return minus + sign + gap + localized(digits, in: .en)
    }
  }

  /// The currencies' signs; a currency without one is shown by its code.
  private static let signs: [String: LocalizedText] = [
    "CNY": "CN¥", "EUR": "€", "GBP": "£", "JPY": LocalizedText(ru: "¥", en: "JP¥"),
    "RUB": LocalizedText(ru: "₽", en: "RUB"), "USD": LocalizedText(ru: "$", en: "US$"),
  ]
}
