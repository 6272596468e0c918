import JSON

/// Schemas of posted values, one for each sort of input: what such a schema rejects is no value that the kind takes.
enum ValueSchemas {
  /// Any text that is not blank.
  static let anyText: Value = ["type": "string", "pattern": .string(PatternText.filled)]

  /// A value that was cleared.
  static let cleared: [Value] = [["type": "null"], ["type": "string", "pattern": .string(PatternText.empty)]]

  /// A text of ASCII characters of that class.
  static func text(of characters: String, _ lengths: ClosedRange<Int>) -> Value {
    let most = lengths.upperBound == Int.max ? "" : String(lengths.upperBound)
    return pattern(PatternText.trimmed("[\(characters)]{\(max(1, lengths.lowerBound)),\(most)}"))
  }

  /// A text without control characters.
  static func freeText(_ lengths: ClosedRange<Int>) -> Value {
    ["type": "string", "anyOf": [matching(PatternText.changing), matching(PatternText.free(lengths))]]
  }

  /// A text that matches.
  static func pattern(_ pattern: String) -> Value { ["type": "string", "pattern": .string(pattern)] }

  /// One of the options.
  static func choice(among options: [Value]) -> Value {
    let listed: Value = ["enum": .array(options)]
    guard options.contains(where: { $0.string != nil }) else { return listed }
    // A text is compared once it is normalised.
    return ["anyOf": [listed, pattern(PatternText.padded), pattern(PatternText.changing)]]
  }

  private static func matching(_ pattern: String) -> Value { ["pattern": .string(pattern)] }
}
