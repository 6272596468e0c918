package import Model
package import Atoms
package import Essentials
import JSON

/// The stored values of a submission as texts. Everything that a person signs is drawn from them alone.
///
///     let values = try StoredValues(submission, of: operation)
///     let form = try SigningForm.operation(for: challenge, of: values)
///     let summary = SubmissionSummary(of: values)
package struct StoredValues {
  /// The submission.
  package let submission: Submission
  /// The operation that gives the captions; nil if its version is no longer stored.
  package let operation: Operation?
  private let values: Object
  /// The texts by which the person saw chosen options, by path; labels that followed values, by path and `#`; currencies, by path and `¤`.
  private let captions: Object
  /// The warnings that stood, by path.
  private let warnings: Object
  /// The language in which alone texts are made; nil for all languages.
  private let language: Language?

  /// Reads the stored values of a submission; `operation` gives the captions.
  ///
  /// With a language, texts are made for a reader of that language alone, which takes half of the time.
  ///
  /// Throws `UnreadableSubmission` if they cannot be read, because a person must not sign hidden values.
  package init(
    _ submission: Submission, of operation: Operation?, in language: Language? = nil
  ) throws(UnreadableSubmission) {
    (self.submission, self.operation, self.language) = (submission, operation, language)
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
  }

  /// The values as text atoms with pairs, in the order of the operation's atoms, each with its warning behind it.
  ///
  /// The caption of each is `caption: value`, for clients that know no pairs.
  var inscriptions: [BuiltForm.Line] {
    var taken: Set<String> = []
    return lines(of: values, "signed", path: "", before: nil) { operation?.place(of: $0) }.map { line in
      // Ids may collide: that of an atom in an item with that of an atom named alike. Then the second gets a suffix.
      var id = line.id
      while !taken.insert(id).inserted { id += "_" }
      guard line.isWarning else { return BuiltForm.Line("text", id, line.text, pair: line.pair) }
      return BuiltForm.Line("text", id, line.text, ("severity", "warning"))
    }
  }

  /// Returns the values outside of items of the atoms that are wanted, in the order of the operation.
  ///
  /// The others are not formatted: every signature asks for two or three of them.
  func topLevel(where isWanted: (Atom) -> Bool) -> [(atom: Atom, value: ShownValue)] {
    guard let operation else { return [] }
    let places = values.members.compactMap { member in operation.place(of: member.name).map { ($0, member) } }
    return places.filter { isWanted(operation.atoms[$0.0]) }.sorted { $0.0 < $1.0 }.map { place, member in
      let atom = operation.atoms[place]
      let chosen = captions[member.name]?.string.map { LocalizedText(ru: $0, en: nil) }
      let text = chosen ?? self.text(of: member.value, at: atom, path: member.name)
      return (atom, shown(member.value, as: text, isChosen: chosen != nil, at: atom, path: member.name, in: values))
    }
  }

  /// The text of a value with its caption, and the same as a pair; a warning is no pair.
  private struct Line {
    let id: String
    let text: LocalizedText
    var pair: ShownPair?
    var isWarning = false
  }

  /// Returns the lines of values. The caption of the item or group around a value comes before its own.
  private func lines(
    of values: Object, _ id: String, path: String, before item: LocalizedText?, place: (String) -> Int?
  ) -> [Line] {
    func order(_ name: String) -> Int { place(name) ?? .max }
    let members = values.members.sorted { (order($0.name), $0.name) < (order($1.name), $1.name) }
    return members.flatMap { member -> [Line] in
      let found = place(member.name)
      let atom = found.flatMap { operation?.atoms[$0] }
      let groups = found.flatMap { operation?.groups(aroundAtomAt: $0) } ?? []
      let around = groups.compactMap { self.label(of: $0, at: path) }.reduce(item) { joined($0, ", ", $1) }
      let label = atom.flatMap { self.label(of: $0, at: path) } ?? LocalizedText(ru: member.name, en: nil)
      let caption = joined(around, ", ", label)
      let name = "\(id)_\(member.name)"
      if let found, let atom, atom.hasComputedRows, case .array(let rows) = member.value {
        return self.rows(rows, of: found, name, path: path + member.name, caption)
          + warning(at: path + member.name, name)
      }
      if let found, case .array(let items) = member.value {
        let inside = items.enumerated().flatMap { index, value in
          lines(
            of: value.object ?? Object(), "\(name)_\(index)", path: "\(path)\(member.name)[\(index)].",
            before: joined(caption, " ", Self.number(index + 1))
          ) { operation?.place(of: $0, insideRepeatAt: found) }
        }
        return inside + warning(at: path + member.name, name)
      }
      let chosen = captions[path + member.name]?.string.map { LocalizedText(ru: $0, en: nil) }
      let text = chosen ?? self.text(of: member.value, at: atom, path: path + member.name)
      let shown = self.shown(
        member.value, as: text, isChosen: chosen != nil, at: atom, path: path + member.name, in: values)
      let pair = ShownPair(label, shown, group: around)
      let line = Line(id: name, text: joined(caption, ": ", text), pair: pair)
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
      let text = cells.dropFirst().reduce(first.text) { joined($0, "; ", $1.text) }
      let numbered = joined(caption, " ", Self.number(index + 1))
      return Line(
        id: "\(id)_\(index)", text: joined(numbered, ": ", text), pair: ShownPair(numbered, .text(text)))
    }
  }

  /// Returns the line of the warning about the value at that path; none if it had none.
  private func warning(at path: String, _ id: String) -> [Line] {
    guard warnings.count > 0, let message = warnings[path]?["message"]?.string else { return [] }
    let text = LocalizedText(ru: "Внимание: \(message)", en: "Note: \(message)")
    return [Line(id: "\(id)_warning", text: text, isWarning: true)]
  }

  private static func number(_ number: Int) -> LocalizedText { LocalizedText(ru: "\(number)", en: nil) }

  private func joined(_ first: LocalizedText?, _ sign: String, _ second: LocalizedText) -> LocalizedText {
    guard let first else { return second }
    return text { first[$0] + sign + second[$0] }
  }

  /// Returns a text in the language of these values, or in all.
  private func text(_ text: (Language) -> String) -> LocalizedText {
    language.map { LocalizedText(ru: text($0), en: nil) } ?? LocalizedText(ru: text(.ru), en: text(.en))
  }

  /// Returns the caption of an atom as the person saw it: the stored one if it followed values.
  private func label(of atom: Atom, at path: String) -> LocalizedText? {
    let stored = captions[path + atom.id + Evaluation.labelMark]?.string
    return stored.map { LocalizedText(ru: $0, en: nil) } ?? atom.caption
  }

  /// Returns a value with the role that its atom tells; nothing is guessed from the text.
  private func shown(
    _ value: Value, as text: LocalizedText, isChosen: Bool, at atom: Atom?, path: String, in values: Object
  ) -> ShownValue {
    let plain = value.plainText
    guard let atom, !isChosen else { return .text(text, value: plain) }
    switch atom.role {
    case .amount:
      guard Decimal(plain) != nil else { return .text(text, value: plain) }
      guard let currency = currency(of: atom, at: path, plain, in: values) else {
        return ShownValue(.number, plain, text)
      }
      return .amount(plain, currency)
    case .number: return Decimal(plain) == nil ? .text(text, value: plain) : .number(plain)
    case .text: return .text(text, value: plain)
    case let role: return ShownValue(role, plain)
    }
  }

  /// Returns the currency of an amount: its own, the noted one, that of another stored value, or that of what is paid.
  private func currency(of atom: Atom, at path: String, _ plain: String, in values: Object) -> String? {
    if let currency = (atom.input as? TextInputKind)?.currency ?? noted(at: path) { return currency }
    if let source = operation?.currencyAtom(of: atom), let currency = (values[source] ?? self.values[source])?.string {
      return currency
    }
    guard let amount = submission.amount, Decimal(plain) == Decimal(amount.text) else { return nil }
    return amount.currency.rawValue
  }

  /// Returns the currency that the person saw at an amount, where it followed something that is not stored.
  private func noted(at path: String) -> String? { captions[path + Evaluation.currencyMark]?.string }

  /// Returns the currency of what is paid if it is that number.
  private func paidCurrency(_ number: Decimal) -> String? {
    guard let amount = submission.amount, Decimal(amount.text) == number else { return nil }
    return amount.currency.rawValue
  }

  /// Returns a value as text in each language.
  ///
  /// - An option of the definition is shown by its caption, and a switch in words.
  /// - Numbers, amounts and dates are shown as the language writes them, with every digit.
  /// - An amount without a currency of its own gets the noted one, or the submission's if it is the amount that is paid.
  /// - A value that the atom cannot read is shown as stored.
  private func text(of value: Value, at atom: Atom?, path: String) -> LocalizedText {
    if case .literal(let choices) = atom?.input?.options, let choice = choices.first(where: { $0.value == value }) {
      return choice.caption
    }
    if let kind = atom?.input as? TextInputKind, kind.content == .amount, kind.currency == nil,
      let number = value.string.flatMap({ Decimal($0) }), let currency = noted(at: path) ?? paidCurrency(number)
    {
      return self.text { NumberText.text(of: number, .currency(currency), in: $0) }
    }
    switch value {
    case .bool(true): return LocalizedText(ru: "да", en: "yes")
    case .bool(false): return LocalizedText(ru: "нет", en: "no")
    default:
      let kept = atom?.input.flatMap { kind in kind.read(value).map { (kind: kind, value: $0) } }
      func shown(in language: Language) -> String? { kept.flatMap { $0.kind.shown($0.value, in: language) } }
      let text = shown(in: language ?? .ru) ?? value.plainText
      return LocalizedText(ru: text, en: language == nil ? shown(in: .en) : nil)
    }
  }
}

/// Thrown when the stored values of a submission are not a JSON object.
package struct UnreadableSubmission: Error {
  /// The submission.
  package let submission: SubmissionID
}
