import SourceText
import Texts
import JSON

/// A group of atoms. Its `showIf` applies to all of them.
final class GroupKind: NestingKind {
  static let name = "group"
  /// True if the group is closed until the person opens it, for inputs that are rarely needed.
  private let isFolded: Bool
  /// The explanation below the caption.
  let help: LocalizedText?

  /// Reads `help` and `folded`, which requires a caption for the person to open the group by.
  init(_ properties: inout Properties) {
    isFolded = properties.flag("folded", default: false)
    help = properties.text("help")
    if isFolded, properties.node("caption") == nil, let folded = properties.node("folded") {
      properties.error(
        .missingCompanion, "a folded group requires `caption`: the person opens it by that text", at: folded.location)
    }
  }

  func write(to writer: inout Writer, in language: Language) {
    if isFolded { writer.member("folded", true) }
    if let help { writer.member("help", help[language]) }
  }
}
