import JSON

/// What a field to type into looks like: hints for the client, without effect on what is right.
struct InputAppearance: Sendable {
  private let wide: Bool
  private let capitalize: String?
  private let hint: LocalizedText?
  /// How the text is drawn while it is typed.
  let mask: String?
  private let keyboard: String?

  /// Reads `wide`, `capitalize`, `hint`, `mask` and `keyboard`.
  init(_ properties: inout Properties) {
    wide = properties.flag("wide") ?? false
    capitalize = properties.word("capitalize", of: ["none", "words", "sentences", "characters"])
    hint = properties.text("hint")
    mask = properties.string("mask")
    keyboard = properties.word("keyboard", of: ["default", "digits", "decimal", "phone", "email"])
  }

  /// Writes what is set.
  func write(to writer: inout Writer, in language: Language) {
    if wide { writer.member("wide", true) }
    if let capitalize { writer.member("capitalize", capitalize) }
    if let hint { writer.member("hint", hint[language]) }
    if let mask { writer.member("mask", mask) }
    if let keyboard { writer.member("keyboard", keyboard) }
  }
}
