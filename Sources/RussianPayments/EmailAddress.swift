/// An address of electronic mail as people have it: a name, `@`, and a domain of two labels or more.
///
/// Rules: the name is an RFC 5322 dot-atom (letters, digits, `.!#$%&'*+/=?^_{|}~-` and the back-quote), at most 64 characters
/// by RFC 5321 4.5.3.1.1; the domain has labels of at most 63 letters, digits and inner hyphens by RFC 1035 2.3.1, and the
/// last one is no number by RFC 3696 2; in all at most 254 characters (RFC 5321 4.5.3.1.3, without the angle brackets).
/// A label of the domain may have letters, marks and digits of any script (RFC 5890, 2.3.2.1); its form in
/// Punycode has to fit the lengths. Quoted names, addresses in brackets and names with letters beyond ASCII (RFC 6531)
/// are refused.
/// Confidence: high. The verification does not check that anybody reads the mail.
///
///     EmailAddress.verify("info@пример.рф")              // nil
///     EmailAddress.verify("anna.smirnova@example.ru")    // nil
///     EmailAddress.verify("anna@example")?.code          // "form"
///     EmailAddress.verify("анна@example.ru")?.description  // "character, character а, position 1"
public enum EmailAddress {
  /// The special characters of a name.
  private static let specials = Set(".!#$%&'*+/=?^_`{|}~-".unicodeScalars)

  /// Returns the first fault of an address, or nil.
  public static func verify(_ address: String) -> Reason? {
    var isDomain = false
    let fault = address.fault { scalar, position in
      // A text with other characters is walked once more from its beginning.
      if position == 1 { isDomain = false }
      let isPlain = scalar.isDigit || scalar.isCapital || scalar.value &- 0x61 < 26
      if isDomain { return isPlain || scalar == "." || scalar == "-" || isNational(scalar) }
      isDomain = scalar == "@"
      return isPlain || isDomain || specials.contains(scalar)
    }
    if let reason = fault ?? address.fault(lengths: 6...254) { return reason }
    return verify(parts: address)
  }

  private static func verify(parts address: String) -> Reason? {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= 64, isDotted(parts[0], { !$0.isEmpty }) else { return form }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy(isLabel), let last = labels.last, !last.utf8.allSatisfy({ $0 < 0x3A })
    else { return form }
    let length = parts[0].utf8.count + labels.reduce(0) { $0 + 1 + Punycode.length(of: $1) }
    return length > 254 ? .length(length, allowed: [6...254]) : nil
  }

  private static let form = Reason.form(expected: ["name@example.ru"])

  private static func isDotted(_ text: Substring, _ isRight: (Substring) -> Bool) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isRight)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(Punycode.length(of: label)) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.unicodeScalars.first.map(isMark) == false
  }

  /// True for a letter, mark or digit beyond ASCII that a label may have.
  private static func isNational(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80, !scalar.properties.isDefaultIgnorableCodePoint else { return false }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: return true
    default: return isMark(scalar)
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .spacingMark
  }
}
