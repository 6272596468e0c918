import Texts

/// Numbers as people write them in tables: `1 234,50 ₽`, `1.234,50`, `$1,234.50`.
enum WrittenNumber {
  private static let longest = 64
  /// Words after an amount in roubles.
  private static let roubles = ["рублей", "рубля", "рубль", "руб.", "руб", "р.", "р"]
  /// The signs of currencies.
  private static let signs: [String: Unicode.Scalar] = [
    "CNY": "¥", "EUR": "€", "GBP": "£", "JPY": "¥", "KZT": "₸", "RUB": "₽", "TRY": "₺", "USD": "$",
  ]

  /// Returns the number with a point and without groups, such as `1234.50`; nil if the text is not
  /// a number or is ambiguous.
  ///
  /// - Only the sign, the code and the words of `currency` may be next to the number.
  /// - Of a point and a comma, the last one is the decimal mark. A repeated one separates groups.
  /// - A single comma or point is the decimal mark. In English, a comma before exactly three digits
  ///   separates a group, and a comma before more digits is ambiguous.
  static func plain(_ text: String, of currency: String?, in language: Language) -> String? {
    guard text.utf8.count <= 4 * longest else { return nil }
    var scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .format }[...]
    var isNegative = false
    trim(&scalars, currency)
    if let sign = scalars.first, "+-−–".unicodeScalars.contains(sign) {
      isNegative = sign != "+"
      scalars.removeFirst()
      trim(&scalars, currency)
    }
    guard scalars.count <= longest, let number = digits(Array(scalars), in: language) else { return nil }
    return isNegative ? "-" + number : number
  }

  /// Removes white space, and the sign, code and words of the currency, at both ends.
  private static func trim(_ scalars: inout Substring.UnicodeScalarView, _ currency: String?) {
    let sign = currency.flatMap { signs[$0] }
    func isMargin(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar == sign }
    while let first = scalars.first, isMargin(first) { scalars.removeFirst() }
    while let last = scalars.last, isMargin(last) { scalars.removeLast() }
    let text = String(scalars)
    if text.utf8.last.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) != false { return }
    let words = (currency == "RUB" ? roubles : []) + (currency.map { [$0] } ?? [])
    guard let word = words.first(where: text.hasSuffix) else { return }
    scalars.removeLast(word.unicodeScalars.count)
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
  }

  private static func digits(_ scalars: [Unicode.Scalar], in language: Language) -> String? {
    let (points, commas) = (scalars.count { $0 == "." }, scalars.count { $0 == "," })
    var mark: Unicode.Scalar?
    if points > 0, commas > 0 {
      mark = scalars.last { $0 == "." || $0 == "," }
    } else if points == 1 {
      mark = "."
    } else if commas == 1 {
      mark = ","
    }
    if language == .en, mark == ",", points == 0, let place = scalars.firstIndex(of: ",") {
      let after = scalars.count - place - 1
      if after == 3 { mark = nil } else if after > 3 { return nil }
    }
    guard let mark else { return whole(scalars[...]) }
    guard scalars.count(where: { $0 == mark }) == 1, let place = scalars.firstIndex(of: mark) else { return nil }
    let fraction = scalars[(place + 1)...]
    guard fraction.allSatisfy(isDigit), let whole = whole(scalars[..<place]) else { return nil }
    return fraction.isEmpty ? whole : whole + "." + String(String.UnicodeScalarView(fraction))
  }

  /// Returns the digits of a whole number, whose groups have three digits.
  private static func whole(_ scalars: ArraySlice<Unicode.Scalar>) -> String? {
    let groups = scalars.split(omittingEmptySubsequences: false) { !isDigit($0) }
    let separators = Set(scalars.filter { !isDigit($0) })
    guard let first = groups.first, !first.isEmpty, separators.count <= 1, separators.allSatisfy(isSeparator) else {
      return nil
    }
    guard groups.count == 1 || first.count <= 3 && groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    return groups.map { String(String.UnicodeScalarView($0)) }.joined()
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    ".,'’".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
  }
}
