package import Conditions
package import Texts
import SourceText
package import JSON

/// A choice of one option among many, which the person finds by typing.
///
/// The client asks for pages of options while the person types. Choosing an option sets the value; the
/// option's fields are read like the fields of a lookup, such as `address.postal`.
package final class SearchKind: InputKind {
  /// `search`.
  package static let name = "search"
  /// The node with the name of the list: a search of a service, one of the server's own, or a fact with a list.
  let list: SourceNode?
  /// The least count of characters for which the client asks.
  let minLength: Int
  private let guidance: Guidance
  /// The maximum length of a value in characters.
  private static let longestValue = 200

  /// Reads `in`, which is required, `minLength`, `hint` and `help`.
  package init(_ properties: inout Properties) {
    list = properties.node("in")
    if list == nil { properties.isMissing("in", "`in`, the list to search, is missing") }
    minLength = properties.integer("minLength", in: 0...50, default: 2)
    guidance = Guidance(&properties)
  }

  /// Text: the value of the chosen option.
  package var type: ValueType { .text }
  /// An option is to be chosen.
  package var requiredSentence: String { "requiredChoice" }

  /// Reads the value of an option.
  package func read(_ posted: Value) -> Value? {
    switch posted {
    case .null: return .null
    case .string(let text):
      let kept = normalized(text)
      return kept.isEmpty ? .null : .string(kept)
    default: return nil
    }
  }

  /// Any text: which options there are, only the list tells.
  package var schema: Value { ValueSchemas.anyText }

  /// Returns the violation of a value that no option can have: it is too long.
  package func judge(_ value: Value) -> Violation? {
    // A character has at least one byte, and counting bytes takes no time.
    guard let text = value.string, text.utf8.count > Self.longestValue, text.count > Self.longestValue else {
      return nil
    }
    return Violation("option", sentence: "optionNotFound")
  }

  /// Writes `minLength` and the guidance.
  package func write(to writer: inout Writer, in language: Language) {
    writer.member("minLength", minLength)
    guidance.write(to: &writer, in: language)
  }
}
