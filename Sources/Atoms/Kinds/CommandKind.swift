import SourceText
import Texts
import JSON

/// A button that fills and clears inputs of the form: `{command: fill, caption: Заполнить, set:
/// {city: company.city}}`.
///
/// It has no value, and nothing of a tap is stored.
final class CommandKind: AtomKind {
  static let name = "command"
  private let guidance: Guidance

  /// Reads `hint` and `help`.
  init(_ properties: inout Properties) { guidance = Guidance(&properties) }

  func write(to writer: inout Writer, in language: Language) { guidance.write(to: &writer, in: language) }
}

extension Properties {
  /// Returns `set` and `reset` of a command as they are written in `onChange`; nil after adding an
  /// error.
  mutating func commandEffect() -> SourceNode? {
    let parts = ["reset", "set"].compactMap { name in node(name).map { (name, $0) } }
    guard !parts.isEmpty else {
      isMissing("set", "`set` or `reset` is missing: a tap would do nothing")
      return nil
    }
    let entries = parts.map { name, node in
      SourceNode.Entry(key: SourceNode(.scalar(name, quoted: false), at: node.location), value: node)
    }
    return SourceNode(.mapping(entries), at: location)
  }
}
