import Atoms
import JSON
import Model

/// What is stored of a submission, as inscriptions: what a person signs is rendered from here and nowhere else.
struct StoredValues {
  private let values: Object
  private let operation: Operation?

  /// The stored values of a submission; `operation` gives the captions.
  init(_ submission: Model.Submission, of operation: Operation?) {
    values = (try? Value(reading: submission.values))?.object ?? Object()
    self.operation = operation
  }

  /// One text atom per value, in the order of the operation's atoms: `caption: value`.
  var inscriptions: [[(String, SourceNode)]] {
    func place(_ name: String) -> Int { operation?.place(of: name) ?? .max }
    return values.members.sorted { (place($0.name), $0.name) < (place($1.name), $1.name) }.map { member in
      let atom = operation.flatMap { $0.place(of: member.name) }.flatMap { operation?.atoms[$0] }
      let caption = atom?.caption ?? LocalizedText(ru: member.name, en: nil)
      let value = Self.text(of: member.value, at: atom)
      let text = LocalizedText(
        ru: "\(caption.ru): \(value.ru)", en: "\(caption.en ?? caption.ru): \(value.en ?? value.ru)")
      return [("text", DefinitionLiteral.word("signed_\(member.name)")), ("caption", DefinitionLiteral.caption(text))]
    }
  }

  /// The value as the person saw it: an option by its caption, a switch in words.
  private static func text(of value: Value, at atom: Atom?) -> LocalizedText {
    if case .literal(let choices) = atom?.input?.options, let choice = choices.first(where: { $0.value == value }) {
      return choice.caption
    }
    switch value {
    case .bool(true): return LocalizedText(ru: "да", en: "yes")
    case .bool(false): return LocalizedText(ru: "нет", en: "no")
    default: return LocalizedText(ru: value.plainText, en: nil)
    }
  }
}
