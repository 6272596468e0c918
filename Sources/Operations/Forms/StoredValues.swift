package import Model
import Atoms
import Essentials
import JSON

/// The stored values of a submission as texts. Everything that a person signs is drawn from them alone.
struct StoredValues {
  private let values: Object
  /// The texts by which the person saw chosen options, by path.
  private let captions: Object
  /// The warnings that stood, by path.
  private let warnings: Object
  private let operation: Operation?
  private let amount: Money?

  /// Reads the stored values of a submission; `operation` gives the captions.
  ///
  /// Throws `UnreadableSubmission` if they cannot be read, because a person must not sign hidden values.
  init(_ submission: Submission, of operation: Operation?) throws(UnreadableSubmission) {
    guard let values = (try? Value(reading: submission.values))?.object else {
      throw UnreadableSubmission(submission: submission.id)
    }
    func object(_ text: String?) throws(UnreadableSubmission) -> Object {
      guard let text else { return Object() }
      guard let object = (try? Value(reading: text))?.object else {
        throw UnreadableSubmission(submission: submission.id)
      }
      return object
    }
    captions = try object(submission.captions)
    warnings = try object(submission.warnings)
    self.values = values
    self.operation = operation
    amount = submission.amount
  }

  /// The values as text atoms `caption: value`, in the order of the operation's atoms, each with its warning behind it.
  var inscriptions: [DefinitionLiteral.Line] {
    var taken: Set<String> = []
    return lines(of: values, "signed", path: "", before: nil) { operation?.place(of: $0) }.map { line in
      // Ids may collide: that of an atom in an item with that of an atom named alike. Then the second gets a suffix.
      var id = line.id
      while !taken.insert(id).inserted { id += "_" }
      return DefinitionLiteral.Line("text", id, line.text)
    }
  }

  private typealias Line = (id: String, text: LocalizedText)

  /// Returns the lines of values. The caption of the item or group around a value comes before its own.
  private func lines(
    of values: Object, _ id: String, path: String, before item: LocalizedText?, place: (String) -> Int?
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
      if let found, let atom, atom.hasComputedRows, case .array(let rows) = member.value {
        return self.rows(rows, of: found, name, path: path + member.name, caption)
          + warning(at: path + member.name, name)
      }
      if let found, case .array(let items) = member.value {
        let inside = items.enumerated().flatMap { index, value in
          lines(
            of: value.object ?? Object(), "\(name)_\(index)", path: "\(path)\(member.name)[\(index)].",
            before: Self.joined(caption, " ", Self.number(index + 1))
          ) { operation?.place(of: $0, insideRepeatAt: found) }
        }
        return inside + warning(at: path + member.name, name)
      }
      let chosen = captions[path + member.name]?.string.map { LocalizedText(ru: $0, en: nil) }
      let line = (name, Self.joined(caption, ": ", chosen ?? text(of: member.value, at: atom)))
      return [line] + warning(at: path + member.name, name)
    }
  }

  /// Returns one line for each computed row, with all its values: a schedule has hundreds of rows.
  private func rows(
    _ rows: [Value], of repeated: Int, _ id: String, path: String, _ caption: LocalizedText
  ) -> [Line] {
    rows.enumerated().compactMap { index, row in
      let cells = lines(of: row.object ?? Object(), id, path: "\(path)[\(index)].", before: nil) {
        operation?.place(of: $0, insideRepeatAt: repeated)
      }
      guard let first = cells.first else { return nil }
      let text = cells.dropFirst().reduce(first.text) { Self.joined($0, "; ", $1.text) }
      let numbered = Self.joined(caption, " ", Self.number(index + 1))
      return ("\(id)_\(index)", Self.joined(numbered, ": ", text))
    }
  }

  /// Returns the line of the warning about the value at that path; none if it had none.
  private func warning(at path: String, _ id: String) -> [Line] {
    guard warnings.count > 0, let message = warnings[path]?["message"]?.string else { return [] }
    return [("\(id)_warning", LocalizedText(ru: "Внимание: \(message)", en: "Note: \(message)"))]
  }

  private static func number(_ number: Int) -> LocalizedText { LocalizedText(ru: "\(number)", en: nil) }

  private static func joined(_ first: LocalizedText?, _ sign: String, _ second: LocalizedText) -> LocalizedText {
    guard let first else { return second }
    return LocalizedText(
      ru: first.ru + sign + second.ru, en: (first.en ?? first.ru) + sign + (second.en ?? second.ru))
  }

  /// Returns a value as text in each language.
  ///
  /// - An option of the definition is shown by its caption, and a switch in words.
  /// - Numbers, amounts and dates are shown as the language writes them, with every digit.
  /// - An amount without a currency of its own gets the submission's, if it is the amount that is paid.
  /// - A value that the atom cannot read is shown as stored.
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

/// Thrown when the stored values of a submission are not a JSON object.
package struct UnreadableSubmission: Error {
  /// The submission.
  package let submission: SubmissionID
}
