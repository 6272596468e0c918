package import Model
package import Atoms
package import Texts
import JSON

/// The stored values of a submission as texts. Everything that a person signs is drawn from them alone.
package struct SubmittedValues {
  /// The submission.
  package private(set) var submission: Submission
  /// The operation that gives the captions; nil if its version is no longer stored.
  package let operation: Operation?
  private let values: Object
  /// The texts by which the person saw chosen options, by path; labels that followed values, by path and `#`; currencies, by path and `¤`.
  private let captions: Object
  /// The warnings that stood, by path.
  private let warnings: Object
  /// The language in which alone texts are made; nil for all languages.
  private let language: Language?
  /// The parts that every form of the submission shows; nil before `written`.
  private var parts: Parts?

  /// A class, so that values are copied with one reference for all of it.
  private final class Parts: Sendable {
    let inscriptions: [GeneratedForm.Line]
    let summary: SubmissionSummary

    init(_ inscriptions: [GeneratedForm.Line], _ summary: SubmissionSummary) {
      (self.inscriptions, self.summary) = (inscriptions, summary)
    }
  }

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

  /// The same values, whose parts that the forms of the signature and of the result share need not be made again.
  ///
  /// They are written in the language of the values. Values in all languages stay as they are.
  package var written: SubmittedValues {
    guard let language else { return self }
    let gathered = gathered
    let summary = SubmissionSummary(gathered.lead, paying: submission.amount, in: gathered.lines)
    var values = self
    values.parts = Parts(gathered.lines.map { $0.written(in: language) }, summary.written(in: language))
    return values
  }

  /// The lines of values, and the values that the summary picks from.
  private struct Gathered {
    var lines: [GeneratedForm.Line] = []
    var lead: [(atom: Atom, value: ShownValue)] = []
  }

  /// Returns these values for a later state of the submission, in which the same is stored; nil if anything that is shown differs.
  package func of(_ later: Submission, of operation: Operation?, in language: Language) -> SubmittedValues? {
    guard language == self.language, operation === self.operation, later.id == submission.id,
      later.values == submission.values, later.captions == submission.captions, later.warnings == submission.warnings,
      later.amount == submission.amount
    else { return nil }
    var values = self
    values.submission = later
    return values
  }

  /// The sum, from where and to whom, if it was made already.
  var summary: SubmissionSummary? { parts?.summary }

  /// The values as text atoms with pairs, in the order of the operation's atoms, each with its warning behind it.
  ///
  /// The caption of each is `caption: value`, for clients that know no pairs.
  var inscriptions: [GeneratedForm.Line] {
    parts?.inscriptions ?? gathered.lines
  }

  private var gathered: Gathered {
    var gathered = Gathered()
    gathered.lines.reserveCapacity(values.count + warnings.count)
    add(values, "signed", path: "", before: nil, to: &gathered) { operation?.place(of: $0) }
    // The names of an object differ: only ids with more than a name may collide.
    let isFlat =
      warnings.count == 0 && values.members.allSatisfy { if case .array = $0.value { false } else { true } }
    if !isFlat { gathered.lines = Self.distinct(gathered.lines) }
    return gathered
  }

  /// Returns the lines with other ids where they collide: that of an atom in an item with that of an atom named alike. Then the
  /// second gets a suffix.
  private static func distinct(_ lines: [GeneratedForm.Line]) -> [GeneratedForm.Line] {
    var taken: Set<String> = []
    return lines.map { line in
      var id = line.id
      while !taken.insert(id).inserted { id += "_" }
      return GeneratedForm.Line(line.style, id, line.caption, pair: line.pair)
    }
  }

  /// Returns the values outside of items of the atoms that are wanted, in the order of the operation.
  ///
  /// The others are not formatted: every signature asks for two or three of them.
  func topLevel(where isWanted: (Atom) -> Bool) -> [(atom: Atom, value: ShownValue)] {
    guard let operation else { return [] }
    var wanted: [(place: Int, member: Object.Member)] = []
    for member in values.members {
      guard let place = operation.place(of: member.name), isWanted(operation.atoms[place]) else { continue }
      wanted.append((place, member))
    }
    return wanted.sorted { $0.place < $1.place }.map { place, member in
      let atom = operation.atoms[place]
      let chosen = chosen(at: member.name)
      let text = chosen ?? self.text(of: member.value, at: atom, path: member.name)
      return (atom, shown(member.value, as: text, isChosen: chosen != nil, at: atom, path: member.name, in: values))
    }
  }

  /// Returns the text by which the person saw the chosen option at that path; nil if none was chosen there.
  private func chosen(at path: String) -> LocalizedText? {
    guard captions.count > 0, let text = captions[path]?.string else { return nil }
    return LocalizedText(ru: text, en: nil)
  }

  /// Returns the members of values with their places, in the order of the operation; those without a place come last, by name.
  private static func ordered(
    _ values: Object, _ place: (String) -> Int?
  ) -> [(place: Int?, member: Object.Member)] {
    var ordered: [(place: Int?, member: Object.Member)] = []
    ordered.reserveCapacity(values.count)
    for member in values.members { ordered.append((place(member.name), member)) }
    ordered.sort { ($0.place ?? .max, $0.member.name) < ($1.place ?? .max, $1.member.name) }
    return ordered
  }

  /// Adds the lines of values. The caption of the item or group around a value comes before its own.
  private func add(
    _ values: Object, _ id: String, path: String, before item: LocalizedText?, to gathered: inout Gathered,
    place: (String) -> Int?
  ) {
    for (found, member) in Self.ordered(values, place) {
      let atom = found.flatMap { operation?.atoms[$0] }
      let at = path.isEmpty ? member.name : path + member.name
      let around = found.map { self.around($0, path, item) } ?? item
      let label = atom.flatMap { self.label(of: $0, at: path) } ?? LocalizedText(ru: member.name, en: nil)
      let name = "\(id)_\(member.name)"
      if let found, let atom, case .array(let rows) = member.value {
        let caption = joined(around, ", ", label)
        if atom.hasComputedRows {
          add(rows, of: found, name, path: at, caption, to: &gathered)
        } else {
          for (index, value) in rows.enumerated() {
            add(
              value.object ?? Object(), "\(name)_\(index)", path: "\(at)[\(index)].",
              before: joined(caption, " ", Self.number(index + 1)), to: &gathered
            ) { operation?.place(of: $0, insideRepeatAt: found) }
          }
        }
      } else {
        let chosen = chosen(at: at)
        let text = chosen ?? self.text(of: member.value, at: atom, path: at)
        var shown = self.shown(member.value, as: text, isChosen: chosen != nil, at: atom, path: at, in: values)
        if let language { shown = shown.worded(in: language) }
        if path.isEmpty, let atom, SubmissionSummary.takes(atom) { gathered.lead.append((atom, shown)) }
        gathered.lines.append(
          GeneratedForm.Line(
            .text, name, GeneratedForm.Caption(group: around, label: label, text: text, in: language),
            pair: ShownPair(label, shown, group: around)))
      }
      if warnings.count > 0 { addWarning(at: at, name, to: &gathered) }
    }
  }

  /// Returns the captions of the groups around an atom, behind that of the item.
  private func around(_ place: Int, _ path: String, _ item: LocalizedText?) -> LocalizedText? {
    let groups = operation?.groups(aroundAtomAt: place) ?? []
    if groups.isEmpty { return item }
    return groups.compactMap { self.label(of: $0, at: path) }.reduce(item) { joined($0, ", ", $1) }
  }

  /// Adds one line for each computed row, with all its values: a schedule has hundreds of rows.
  private func add(
    _ rows: [Value], of repeated: Int, _ id: String, path: String, _ caption: LocalizedText,
    to gathered: inout Gathered
  ) {
    for (index, row) in rows.enumerated() {
      var cells = Gathered()
      add(row.object ?? Object(), id, path: "\(path)[\(index)].", before: nil, to: &cells) {
        operation?.place(of: $0, insideRepeatAt: repeated)
      }
      guard let first = cells.lines.first else { continue }
      let text = cells.lines.dropFirst().reduce(first.caption.localized) { joined($0, "; ", $1.caption.localized) }
      let numbered = joined(caption, " ", Self.number(index + 1))
      gathered.lines.append(
        GeneratedForm.Line(
          .text, "\(id)_\(index)", GeneratedForm.Caption(group: nil, label: numbered, text: text, in: language),
          pair: ShownPair(numbered, .text(text))))
    }
  }

  /// Adds the line of the warning about the value at that path, if it had one.
  private func addWarning(at path: String, _ id: String, to gathered: inout Gathered) {
    guard let message = warnings[path]?["message"]?.string else { return }
    let text = LocalizedText(ru: "Внимание: \(message)", en: "Note: \(message)")
    gathered.lines.append(GeneratedForm.Line(.warning, "\(id)_warning", text))
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
    guard captions.count > 0, let stored = captions[path + atom.id + Evaluation.labelMark]?.string else {
      return atom.caption
    }
    return LocalizedText(ru: stored, en: nil)
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
  private func noted(at path: String) -> String? {
    captions.count > 0 ? captions[path + Evaluation.currencyMark]?.string : nil
  }

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
