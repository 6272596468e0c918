import SourceText
import Texts
import JSON

/// Atoms that belong together; its `showIf` covers them all.
final class GroupKind: NestingKind {
  /// `group`.
  static let name = "group"
  /// True if the group is closed until the person opens it: its inputs are rarely needed.
  private let isFolded: Bool

  /// Reads `folded`, which requires a caption: the person opens the group by it.
  init(_ properties: inout Properties) {
    isFolded = properties.flag("folded", default: false)
    if isFolded, properties.node("caption") == nil, let folded = properties.node("folded") {
      properties.error("a folded group requires `caption`: the person opens it by that text", at: folded.location)
    }
  }

  /// Writes `folded`.
  func write(to writer: inout Writer, in language: Language) {
    if isFolded { writer.member("folded", true) }
  }
}
