import Texts
import JSON

/// The help texts of an input or an action.
struct Guidance: Sendable {
  /// The short example or explanation.
  private let hint: LocalizedText?
  /// The longer explanation, shown when the person opens it.
  private let help: LocalizedText?

  init(_ properties: inout Properties) {
    hint = properties.text("hint")
    help = properties.text("help")
  }

  func write(to writer: inout Writer, in language: Language) {
    if let hint { writer.member("hint", hint[language]) }
    if let help { writer.member("help", help[language]) }
  }
}
