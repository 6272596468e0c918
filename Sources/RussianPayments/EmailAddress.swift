/// An email address: a name, `@`, and a domain with at least two labels.
///
/// - The name is a dot-atom of RFC 5322: letters, digits, `.!#$%&'*+/=?^_{|}~-` and the backquote.
///   It has at most 64 characters (RFC 5321, section 4.5.3.1.1).
/// - The labels of the domain have at most 63 letters, digits and inner hyphens (RFC 1035, section
///   2.3.1). The last label must not consist of ASCII digits and hyphens only (RFC 3696, section
///   2).
/// - A label may contain letters, marks and digits of any script (RFC 5890, section 2.3.2.1). The
///   lengths apply to its Punycode form.
/// - The address has 6 to 254 characters (maximum: RFC 5321, section 4.5.3.1.3, without the angle
///   brackets).
/// - Quoted names, address literals in brackets and names with non-ASCII letters (RFC 6531) are
///   rejected.
///
/// Confidence: high. The verification does not check that the mailbox exists.
///
///     EmailAddress.verify("info@пример.рф")              // nil
///     EmailAddress.verify("anna.smirnova@example.ru")    // nil
///     EmailAddress.verify("anna@example")?.code          // "form"
///     EmailAddress.verify("анна@example.ru")?.description  // "character, character а, position 1"
public enum EmailAddress {
  private static let specials = Set(".!#$%&'*+/=?^_`{|}~-".unicodeScalars)

  /// Returns the first fault of an address, or nil if it is valid.
  public static func verify(_ address: String) -> Reason? {
    var isDomain = false
    let fault = address.fault { scalar, position in
      // `fault` starts again at position 1 if the text has non-ASCII characters.
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

  /// Returns true for a non-ASCII letter, mark or digit that a label may contain.
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
