/// Regular expressions (ECMA-262) over posted texts, that reject only what the server rejects once it has normalised them.
///
/// The server composes a text and cuts the blanks off its ends; a regular expression sees it before that. So blanks at the
/// ends are allowed for, and lengths are told only of texts whose characters stay as they are.
enum PatternText {
  /// What Unicode calls white space, as the inside of a character class.
  private static let blank = #"\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"#
  /// Characters that no other text composes to and that compose with nothing themselves, as the inside of a class.
  private static let stable = #"\u0000-\u02ff\u0400-\u047f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116"#
  /// Control characters, as the inside of a class.
  private static let control = #"\u0000-\u001f\u007f"#

  /// A text of blanks, which is no value.
  static let empty = "^[\(blank)]*$"
  /// A text that is a value.
  static let filled = "[^\(blank)]"
  /// A text that the server may change before it looks at it.
  static let changing = "[^\(stable)]"
  /// A text that has blanks to cut off.
  static let padded = "^[\(blank)]|[\(blank)]$"

  /// A text that is this once its blanks are cut off.
  static func trimmed(_ core: String) -> String { "^[\(blank)]*\(core)[\(blank)]*$" }

  /// What a text without control characters is of so many characters.
  static func free(_ lengths: ClosedRange<Int>) -> String {
    let (least, most) = (max(1, lengths.lowerBound), lengths.upperBound)
    let (edge, inside) = ("[^\(blank)\(control)]", "[^\(control)]")
    if most == 1 { return trimmed(edge) }
    let end = most == Int.max ? "" : String(most - 2)
    let long = "\(edge)\(inside){\(max(0, least - 2)),\(end)}\(edge)"
    return trimmed(least == 1 ? "(?:\(edge)|\(long))" : long)
  }
}
