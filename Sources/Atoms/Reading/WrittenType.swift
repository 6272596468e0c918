/// The name of a type in a definition file: `text`, or for an optional value `optional text` or
/// `text?`.
///
/// YAML parsers such as PyYAML reject `?` at the end of a plain text in braces. `optional` is valid
/// for all of them.
package struct WrittenType {
  /// The name of the type, such as `text`.
  package let name: String
  package let isOptional: Bool
  /// The type as the author wrote it, such as `optional text`.
  package let written: String
  /// The text after the type, without the spaces before it.
  package let rest: Substring

  /// Parses the type at the beginning of `text`.
  package init(_ text: String) {
    let hasWord = text.hasPrefix(Self.word)
    let type = text.dropFirst(hasWord ? Self.word.count : 0).drop { $0 == " " }
    let name = type.prefix { $0 != " " }
    let hasMark = name.hasSuffix("?")
    self.name = String(hasMark ? name.dropLast() : name)
    isOptional = hasWord || hasMark
    written = String(text[..<name.endIndex])
    rest = text[name.endIndex...].drop { $0 == " " }
  }

  private static let word = "optional "
}
