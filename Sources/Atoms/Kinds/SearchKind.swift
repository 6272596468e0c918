import Conditions
import Texts
import SourceText
import JSON

/// A choice of one option from many. The person finds it by typing.
///
/// While the person types, the client requests pages of options. The chosen option sets the value.
/// Its fields are read like the fields of a lookup, such as `address.postal`.
final class SearchKind: InputKind {
  static let name = "search"
  /// The node with the name of the list: a search of a service, a search of this server, or a fact
  /// that is a list.
  let list: SourceNode?
  /// The minimum number of characters for which the client requests options.
  let minLength: Int
  private let guidance: Guidance
  /// The maximum length of a value in characters.
  private static let longestValue = 200

  /// Reads `in` (required), `minLength`, `hint` and `help`.
  init(_ properties: inout Properties) {
    list = properties.node("in")
    if list == nil { properties.isMissing("in", "`in`, the list to search, is missing") }
    minLength = properties.integer("minLength", in: 0...50, default: 2)
    guidance = Guidance(&properties)
  }

  /// Text: the value of the chosen option.
  var type: ValueType { .text }
  var requiredSentence: String { "requiredChoice" }

  func read(_ posted: Value) -> Value? {
    switch posted {
    case .null: return .null
    case .string(let text):
      let kept = normalized(text)
      return kept.isEmpty ? .null : .string(kept)
    default: return nil
    }
  }

  /// Any text, because only the search has the options.
  var schema: Value { ValueSchemas.anyText }

  /// Returns a violation if the value is too long for an option.
  func judge(_ value: Value) -> Violation? {
    // A character has at least one byte, so most values do not need a count of characters.
    guard let text = value.string, text.utf8.count > Self.longestValue, text.count > Self.longestValue else {
      return nil
    }
    return Violation("option", sentence: "optionNotFound")
  }

  func write(to writer: inout Writer, in language: Language) {
    writer.member("minLength", minLength)
    guidance.write(to: &writer, in: language)
  }
}
