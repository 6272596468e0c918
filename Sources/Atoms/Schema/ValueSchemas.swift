import JSON

/// Schemas of posted values for the types of inputs. Every value that a schema rejects is also
/// rejected by the kind.
enum ValueSchemas {
  /// Any text with a visible character.
  static let anyText: Value = ["type": "string", "pattern": .string(PatternText.filled)]

  /// Schemas of an empty value: null, or a text without characters other than white space.
  private static let cleared: [Value] = [["type": "null"], ["type": "string", "pattern": .string(PatternText.empty)]]

  /// Returns schemas of an empty value of that kind.
  static func cleared(of input: any InputKind) -> [Value] {
    input is ChoicesKind ? [["type": "null"], ["type": "array", "maxItems": 0]] : cleared
  }

  /// Returns the schema of a text of allowed characters. `characters` is the content of a character
  /// class, without its brackets.
  static func text(of characters: String, _ lengths: ClosedRange<Int>) -> Value {
    let maximum = lengths.upperBound == Int.max ? "" : String(lengths.upperBound)
    return pattern(PatternText.trimmed("[\(characters)]{\(max(1, lengths.lowerBound)),\(maximum)}"))
  }

  /// Returns the schema of a text without control characters.
  static func freeText(_ lengths: ClosedRange<Int>) -> Value {
    ["type": "string", "anyOf": [matching(PatternText.changing), matching(PatternText.free(lengths))]]
  }

  /// Returns the schema of a text that may have line breaks and has no other control characters.
  static func textOfLines(_ lengths: ClosedRange<Int>) -> Value {
    let inside = PatternText.insideOfLines
    return [
      "type": "string",
      "anyOf": [matching(PatternText.changing), matching(PatternText.free(lengths, inside: inside))],
    ]
  }

  static func pattern(_ pattern: String) -> Value { ["type": "string", "pattern": .string(pattern)] }

  /// Returns the schema of a choice among the options.
  static func choice(among options: [Value]) -> Value {
    let listed: Value = ["enum": .array(options)]
    guard options.contains(where: { $0.string != nil }) else { return listed }
    // The server normalizes a text before the comparison, so such a text can also be an option.
    return ["anyOf": [listed, pattern(PatternText.padded), pattern(PatternText.changing)]]
  }

  private static func matching(_ pattern: String) -> Value { ["pattern": .string(pattern)] }
}

/// Regular expressions (ECMA-262) for posted texts. The server rejects every text that they reject.
///
/// They apply to the posted text, before the server composes it (NFC) and trims white space. So
/// they allow leading and trailing white space, and limit the length only of texts that composition
/// does not change.
enum PatternText {
  /// Unicode white space, as the content of a character class.
  private static let blank = #"\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"#
  /// Characters that composition neither produces nor combines, as the content of a character
  /// class.
  private static let stable = #"\u0000-\u02ff\u0400-\u047f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116"#
  /// Control characters, as the content of a character class.
  private static let control = #"\u0000-\u001f\u007f"#

  /// Matches a text that is empty or consists of white space, which is an empty value.
  static let empty = "^[\(blank)]*$"
  /// Invisible characters, as the content of a character class.
  private static let invisible =
    #"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"#

  /// Matches a text with a character that is neither white space nor invisible.
  static let filled = "[^\(blank)\(invisible)]"
  /// Matches a text that composition may change before validation.
  static let changing = "[^\(stable)]"
  /// Matches a text with leading or trailing white space.
  static let padded = "^[\(blank)]|[\(blank)]$"

  /// Returns a regular expression for a text that matches `core` after trimming.
  static func trimmed(_ core: String) -> String { "^[\(blank)]*\(core)[\(blank)]*$" }

  /// Matches one character of a text that may have several lines. The server stores each line break
  /// as one character.
  static let insideOfLines = #"(?:\r?\n|\r(?!\n)|[^\u0000-\u001f\u007f])"#

  /// Returns a regular expression for a text without control characters, with a length in `lengths`
  /// after trimming.
  ///
  /// - Parameter inside: Matches one character between the first and the last one; by default any
  ///   character except a control character.
  static func free(_ lengths: ClosedRange<Int>, inside: String = "[^\(control)]") -> String {
    let (minimum, maximum) = (max(1, lengths.lowerBound), lengths.upperBound)
    let edge = "[^\(blank)\(control)]"
    if maximum == 1 { return trimmed(edge) }
    let end = maximum == Int.max ? "" : String(maximum - 2)
    let long = "\(edge)\(inside){\(max(0, minimum - 2)),\(end)}\(edge)"
    return trimmed(minimum == 1 ? "(?:\(edge)|\(long))" : long)
  }
}
