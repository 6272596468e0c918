package import Model
import Atoms
import Essentials
import JSON

/// The stored values of a submission are no JSON object.
package struct UnreadableSubmission: Error {
  /// The submission.
  package let submission: SubmissionID
}

/// The stored values of a submission as inscriptions. A person signs this rendering and no other.
struct StoredValues {
  private let values: Object
  private let operation: Operation?
  private let amount: Money?

  /// Reads the stored values; `operation` gives the captions.
  ///
  /// Throws for unreadable values, because a person must not sign data that are not shown.
  init(_ submission: Submission, of operation: Operation?) throws(UnreadableSubmission) {
    guard let values = (try? Value(reading: submission.values))?.object else {
      throw UnreadableSubmission(submission: submission.id)
    }
    self.values = values
    self.operation = operation
    amount = submission.amount
  }

  /// An inscription `caption: value` for each value, in the order of the operation's atoms.
  var inscriptions: [DefinitionLiteral.Line] {
    var taken: Set<String> = []
    return lines(of: values, "signed", before: nil) { operation?.place(of: $0) }.map { line in
      // Of two ids that look alike, such as that of an item's atom and of one called so, the second is another.
      var id = line.id
      while !taken.insert(id).inserted { id += "_" }
      return DefinitionLiteral.Line("text", id, line.text)
    }
  }

  private typealias Line = (id: String, text: LocalizedText)

  /// The lines of values; those of an item say before the caption which item it is, those of a group which group.
  private func lines(
    of values: Object, _ id: String, before item: LocalizedText?, place: (String) -> Int?
  ) -> [Line] {
    func order(_ name: String) -> Int { place(name) ?? .max }
    let members = values.members.sorted { (order($0.name), $0.name) < (order($1.name), $1.name) }
    return members.flatMap { member -> [Line] in
      let found = place(member.name)
      let atom = found.flatMap { operation?.atoms[$0] }
      let groups = found.flatMap { operation?.groupCaptions(aroundAtomAt: $0) } ?? []
      let around = groups.reduce(item) { Self.joined($0, ", ", $1) }
      let caption = Self.joined(around, ", ", atom?.caption ?? LocalizedText(ru: member.name, en: nil))
      let name = "\(id)_\(member.name)"
      if let found, case .array(let items) = member.value {
        return items.enumerated().flatMap { index, value in
          lines(
            of: value.object ?? Object(), "\(name)_\(index)", before: Self.joined(caption, " ", Self.number(index + 1))
          ) { operation?.place(of: $0, insideRepeatAt: found) }
        }
      }
      return [(name, Self.joined(caption, ": ", text(of: member.value, at: atom)))]
    }
  }

  private static func number(_ number: Int) -> LocalizedText { LocalizedText(ru: "\(number)", en: nil) }

  private static func joined(_ first: LocalizedText?, _ sign: String, _ second: LocalizedText) -> LocalizedText {
    guard let first else { return second }
    return LocalizedText(
      ru: first.ru + sign + second.ru, en: (first.en ?? first.ru) + sign + (second.en ?? second.ru))
  }

  /// Returns the value as people of each language read it.
  ///
  /// - An option by its caption, a switch in words; numbers, amounts and dates by the language's rules, with all
  ///   digits.
  /// - An amount with a followed currency names the currency if it is paid.
  /// - A value that does not fit its atom as it is stored.
  private func text(of value: Value, at atom: Atom?) -> LocalizedText {
    if case .literal(let choices) = atom?.input?.options, let choice = choices.first(where: { $0.value == value }) {
      return choice.caption
    }
    if let amount, let kind = atom?.input as? TextInputKind, kind.content == .amount, kind.currency == nil,
      let number = value.string.flatMap({ Decimal($0) }), number == Decimal(amount.text)
    {
      let style = NumberText.Style.currency(amount.currency.rawValue)
      return LocalizedText(
        ru: NumberText.text(of: number, style, in: .ru), en: NumberText.text(of: number, style, in: .en))
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
