import Texts

/// Numbers as people write them in tables: `1 234,50 ₽`, `1.234,50`, `$1,234.50`.
enum WrittenNumber {
  private static let longest = 64
  /// Words next to an amount.
  private static let words = ["рублей", "рубля", "рубль", "руб.", "руб", "р.", "р"]

  /// Returns the number with a point and without groups, such as `1234.50`; nil if the text is not
  /// a number or is ambiguous.
  ///
  /// - Of a point and a comma, the last one is the decimal mark. A repeated one separates groups.
  /// - A single comma or point is the decimal mark. In English, a comma before exactly three digits
  ///   separates a group, and a comma before more digits is ambiguous.
  static func plain(_ text: String, in language: Language) -> String? {
    guard text.utf8.count <= 4 * longest else { return nil }
    var scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .format }[...]
    var isNegative = false
    trim(&scalars)
    if let sign = scalars.first, "+-−–".unicodeScalars.contains(sign) {
      isNegative = sign != "+"
      scalars.removeFirst()
      trim(&scalars)
    }
    guard scalars.count <= longest, let number = digits(Array(scalars), in: language) else { return nil }
    return isNegative ? "-" + number : number
  }

  /// Removes white space, currency signs and currency words at both ends.
  private static func trim(_ scalars: inout Substring.UnicodeScalarView) {
    func isMargin(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .currencySymbol
    }
    while let first = scalars.first, isMargin(first) { scalars.removeFirst() }
    while let last = scalars.last, isMargin(last) { scalars.removeLast() }
    let text = String(scalars)
    if text.utf8.last.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) != false { return }
    guard let word = (words + CurrencyScale.codes).first(where: text.hasSuffix) else { return }
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
