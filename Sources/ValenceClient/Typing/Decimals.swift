/// Reads numbers as people write them.
///
///     _ = form.enter(.string(Decimals.read(text, in: "ru") ?? text), at: "rate")
public enum Decimals {
  /// Returns the decimal text of a number, such as `1234.5` for `1 234,5`; nil for any other text
  /// and an ambiguous one. Spaces and, in English, commas may separate groups of three digits.
  ///
  /// - Parameters:
  ///   - text: The entered text.
  ///   - language: The language of the person, `ru` or `en`.
  public static func read(_ text: String, in language: String) -> String? {
    var bare = text.narrow.trimmed.without(\.isFormat)
    if let sign = bare.unicodeScalars.first, sign == "−" || sign == "–" { bare = "-" + bare.dropFirst() }
    if bare.hasPrefix("+"), bare.dropFirst().first?.isASCII == true, bare.dropFirst().first?.isNumber == true {
      bare.removeFirst()
    }
    let spaced = /-?[0-9]{1,3}([ \u{A0}\u{2007}\u{2009}\u{202F}][0-9]{3})+([.,][0-9]*)?/
    if bare.wholeMatch(of: spaced) != nil { bare = bare.without(\.isSpace) }
    if language == "en" {
      if bare.wholeMatch(of: /-?[0-9]{1,3}(,[0-9]{3})+(\.[0-9]*)?/) != nil { return closed(bare.without { $0 == "," }) }
      if bare.firstMatch(of: /,[0-9]{3,}$/) != nil { return nil }
    }
    guard bare.wholeMatch(of: /-?[0-9]+([.,][0-9]*)?/) != nil else { return nil }
    return closed(String(bare.map { $0 == "," ? "." : $0 }))
  }

  /// Returns the decimal text of a pasted sum, such as `1234.5` for `1 234,50 ₽`, `1.234,50` or
  /// `1 234 руб. 50 коп.`; nil for any other text and an ambiguous one.
  public static func readPasted(_ text: String, in language: String) -> String? {
    let bare = text.narrow.without(\.isFormat).trimmed
    if bare.utf16.count > 64 { return nil }
    // Other three letters next to a number, such as MLN, may be a factor.
    if bare.matches(of: /[A-Z]{3}/).contains(where: { !Currencies.codes.contains($0.output) }) { return nil }
    let coins = /([0-9\s]*[0-9])\s*р(?:уб[а-я]*)?\.?\s*([0-9][0-9]?)\s*к(?:оп[а-я]*)?\.?/
    if let parts = bare.wholeMatch(of: coins.matchingSemantics(.unicodeScalar)) {
      let small = parts.output.2.count == 1 ? "0\(parts.output.2)" : "\(parts.output.2)"
      return read("\(parts.output.1).\(small)", in: language)
    }
    guard let parts = bare.wholeMatch(of: money.matchingSemantics(.unicodeScalar)) else {
      return read(bare, in: language)
    }
    let sign = parts.output.1.isEmpty || parts.output.1 == "+" ? "" : "-"
    let number = String(parts.output.2).trimmed
    // The last of two separators is the point, if the other one divides groups of three.
    let comma = number.wholeMatch(of: /([0-9]{1,3}(?:[.'’][0-9]{3})+),([0-9]{1,2})/)
    let point = number.wholeMatch(of: /([0-9]{1,3}(?:[,'’][0-9]{3})+)\.([0-9]{1,2})/)
    if let both = comma ?? point {
      return "\(sign)\(String(both.output.1).without { !$0.isDigit }).\(both.output.2)"
    }
    return read(sign + number, in: language)
  }

  /// A number with the sign or the code of a currency before or after it.
  private static var money: Regex<(Substring, Substring, Substring)> {
    #/
      (?: [A-Z]{0,3} \p{Sc} | [A-Z]{3} )? \s* ([-−–+]?) \s* (?: [A-Z]{0,3} \p{Sc} | [A-Z]{3} )? \s*
      ([0-9.,'’\s]*[0-9][.,]?) \s*
      (?: [A-Z]{0,3} \p{Sc} | [A-Z]{3} | руб (?:лей|ля|ль)? \.? | р\.? )?
    /#
  }

  /// True for a decimal text, as the server accepts it.
  static func isDecimal(_ text: String) -> Bool { text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil }

  /// Returns a number without leading zeros and without a final point.
  static func closed(_ number: String) -> String {
    let sign = number.hasPrefix("-") ? "-" : ""
    var digits = number.dropFirst(sign.count)
    if digits.last == "." { digits = digits.dropLast() }
    while digits.first == "0", let next = digits.dropFirst().unicodeScalars.first, next.isDigit {
      digits = digits.dropFirst()
    }
    return sign + digits
  }
}
