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
    inscriptions(of: values, "signed", before: nil) { operation?.place(of: $0) }
  }

  /// The inscriptions of values; those of an item say before the caption which item it is.
  private func inscriptions(
    of values: Object, _ id: String, before item: LocalizedText?, place: (String) -> Int?
  ) -> [[(String, SourceNode)]] {
    func order(_ name: String) -> Int { place(name) ?? .max }
    let members = values.members.sorted { (order($0.name), $0.name) < (order($1.name), $1.name) }
    return members.flatMap { member -> [[(String, SourceNode)]] in
      let found = place(member.name)
      let atom = found.flatMap { operation?.atoms[$0] }
      let caption = Self.joined(item, ", ", atom?.caption ?? LocalizedText(ru: member.name, en: nil))
      let name = "\(id)_\(member.name)"
      if let found, case .array(let items) = member.value {
        return items.enumerated().flatMap { index, value in
          inscriptions(
            of: value.object ?? Object(), "\(name)_\(index)", before: Self.joined(caption, " ", Self.number(index + 1))
          ) { operation?.place(of: $0, insideRepeatAt: found) }
        }
      }
      let text = Self.joined(caption, ": ", Self.text(of: member.value, at: atom))
      return [[("text", DefinitionLiteral.word(name)), ("caption", DefinitionLiteral.caption(text))]]
    }
  }

  private static func number(_ number: Int) -> LocalizedText { LocalizedText(ru: "\(number)", en: nil) }

  private static func joined(_ first: LocalizedText?, _ sign: String, _ second: LocalizedText) -> LocalizedText {
    guard let first else { return second }
    return LocalizedText(
      ru: first.ru + sign + second.ru, en: (first.en ?? first.ru) + sign + (second.en ?? second.ru))
  }

  /// The value as people of each language read it: an option by its caption, a switch in words, numbers, amounts and
  /// dates as they are written there, with every digit. What is no value of the atom stands as it is stored.
  private static func text(of value: Value, at atom: Atom?) -> LocalizedText {
    if case .literal(let choices) = atom?.input?.options, let choice = choices.first(where: { $0.value == value }) {
      return choice.caption
    }
    switch value {
    case .bool(true): return LocalizedText(ru: "да", en: "yes")
    case .bool(false): return LocalizedText(ru: "нет", en: "no")
    default:
      let kept = atom?.input.flatMap { kind in kind.read(value).map { (kind: kind, value: $0) } }
      func shown(in language: Language) -> String? { kept.flatMap { $0.kind.shown($0.value, in: language) } }
      return LocalizedText(ru: shown(in: .ru) ?? value.plainText, en: shown(in: .en))
    }
  }
}
