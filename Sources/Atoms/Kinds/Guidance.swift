import Texts
import JSON

/// The texts that help a person with an input or an action.
struct Guidance: Sendable {
  /// The short example or explanation.
  private let hint: LocalizedText?
  /// The longer explanation, which the person opens.
  private let help: LocalizedText?

  /// Reads `hint` and `help`.
  init(_ properties: inout Properties) {
    hint = properties.text("hint")
    help = properties.text("help")
  }

  /// Writes the texts that there are.
  func write(to writer: inout Writer, in language: Language) {
    if let hint { writer.member("hint", hint[language]) }
    if let help { writer.member("help", help[language]) }
  }
}
