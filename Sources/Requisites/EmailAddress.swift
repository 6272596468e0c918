/// An address of electronic mail as people have it: a name, `@`, and a domain of two labels or more.
///
/// Rules: the name is an RFC 5322 dot-atom (letters, digits, `.!#$%&'*+/=?^_{|}~-` and the back-quote), at most 64 characters
/// by RFC 5321 4.5.3.1.1; the domain has labels of at most 63 letters, digits and inner hyphens by RFC 1035 2.3.1, and the
/// last one is no number by RFC 3696 2; in all at most 254 characters (RFC 5321 4.5.3.1.3, without the angle brackets).
/// Quoted names, addresses in brackets and letters beyond ASCII (RFC 6531) are refused, as in the HTML standard's valid
/// addresses. Confidence: high. The verification does not check that anybody reads the mail.
///
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
      if isDomain { return isPlain || scalar == "." || scalar == "-" }
      isDomain = scalar == "@"
      return isPlain || isDomain || specials.contains(scalar)
    }
    if let reason = fault ?? address.fault(lengths: 6...254) { return reason }
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= 64, isDotted(parts[0], { !$0.isEmpty }) else { return form }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.allSatisfy(isLabel), let last = labels.last, !last.utf8.allSatisfy({ $0 < 0x3A })
    else { return form }
    return nil
  }

  private static let form = Reason.form(expected: ["name@example.ru"])

  private static func isDotted(_ text: Substring, _ isRight: (Substring) -> Bool) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isRight)
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
  }
}
