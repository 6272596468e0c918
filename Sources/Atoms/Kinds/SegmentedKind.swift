import JSON
import Texts

/// A choice of one option from a few, all visible: an `enum` drawn as a row of segments.
final class SegmentedKind: OptionKind {
  static let name = "segmented"
  let settings: OptionSettings
  /// True if the options are drawn below each other, as radio buttons.
  private let isList: Bool

  /// Reads `options` (required), `look`, `hint` and `help`.
  init(_ properties: inout Properties) {
    isList = properties.word("look", of: ["list"]) != nil
    settings = OptionSettings(&properties)
  }

  func write(to writer: inout Writer, in language: Language) {
    if isList { writer.member("look", "list") }
    settings.guidance.write(to: &writer, in: language)
  }
}
