package import Model
package import Atoms
package import Texts
import JSON

/// The stored values of a submission as texts. Forms show these values to a person before the
/// signature.
package struct SubmittedValues {
  package private(set) var submission: Submission
  /// The operation that defines the captions; nil if its version is no longer stored.
  package let operation: Operation?
  private let values: Object
  /// Stored texts by path: captions of chosen options. With the suffix `#`, labels and titles of
  /// items that depended on values. With the suffix `¤`, currencies.
  private let captions: Object
  /// The shown warnings, by path.
  private let warnings: Object
  /// The only language of the texts; nil for all languages.
  private let language: Language?
  /// The parts that all forms of the submission share; nil before `written`.
  private var parts: Parts?

  /// A class, so that a copy of the values copies one reference.
  private final class Parts: Sendable {
    let inscriptions: [GeneratedForm.Line]
    let summary: SubmissionSummary

    init(_ inscriptions: [GeneratedForm.Line], _ summary: SubmissionSummary) {
      (self.inscriptions, self.summary) = (inscriptions, summary)
    }
  }

  /// Parses the stored values of a submission. `operation` defines the captions.
  ///
  /// With a language, texts are created only for that language. Throws `UnreadableSubmission` if
  /// the values cannot be read, because a person must not sign hidden values.
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

  /// The same values with the shared parts of the signing and result forms already written.
  ///
  /// The parts are written in the language of the values. Values in all languages are returned
  /// unchanged.
  package var written: SubmittedValues {
    guard let language else { return self }
    let gathered = gathered
    let summary = SubmissionSummary(gathered.lead, paying: submission.amount, in: gathered.lines)
    var values = self
    let lines = Self.headed(gathered.lines, operation)
    values.parts = Parts(lines.map { $0.written(in: language) }, summary.written(in: language))
    return values
  }

  /// The lines of values, and the values for the summary.
  private struct Gathered {
    var lines: [GeneratedForm.Line] = []
    var lead: [(atom: Atom, value: ShownValue)] = []
  }

  /// Returns these values for a later state of the same submission; nil if any displayed data
  /// differs.
  package func of(_ later: Submission, of operation: Operation?, in language: Language) -> SubmittedValues? {
    guard language == self.language, operation === self.operation, later.id == submission.id,
      later.values == submission.values, later.captions == submission.captions, later.warnings == submission.warnings,
      later.amount == submission.amount
    else { return nil }
    var values = self
    values.submission = later
    return values
  }

  /// The summary, if it was already created.
  var summary: SubmissionSummary? { parts?.summary }

  /// The values as text atoms with pairs, in the order of the operation's atoms, each followed by
  /// its warning.
  ///
  /// Each caption is `caption: value`, for clients that do not support pairs.
  var inscriptions: [GeneratedForm.Line] {
    parts?.inscriptions ?? Self.headed(gathered.lines, operation)
  }

  /// Returns the values as texts, in the order of the operation's atoms, each followed by its
  /// warning. The values must have been read in this language or in all languages.
  package func texts(in language: Language) -> [String] { inscriptions.map { $0.caption.localized[language] } }

  /// Returns the lines of a review: the title of each page, followed by its values. The values must
  /// have been read in this language or in all languages.
  package func reviewLines(in language: Language) -> [(isTitle: Bool, text: String)] {
    inscriptions.map { (isTitle: $0.style == .title, text: $0.caption.localized[language]) }
  }

  /// Returns the text of the line for the value, item or composed atom at a path; nil without one.
  /// The values must have been read in this language or in all languages.
  package func text(at path: String, in language: Language) -> String? {
    let id = path.reduce(into: "signed_") { id, sign in
      if sign == "[" || sign == "." { id += "_" } else if sign != "]" { id.append(sign) }
    }
    let lines = gathered.lines
    return (lines.first { $0.origin == path } ?? lines.first { $0.id == id })?.caption.localized[language]
  }

  /// The lines of one page; without pages, of the whole form.
  private struct Section {
    let page: FormPage?
    var lines: [GeneratedForm.Line]
  }

  /// The values as lines, in the order of the form, without the titles of pages.
  var valueLines: [GeneratedForm.Line] { gathered.lines }

  private static func sections(of lines: [GeneratedForm.Line], _ operation: Operation?) -> [Section] {
    guard let operation, !operation.pages.isEmpty else { return [Section(page: nil, lines: lines)] }
    var sections: [Section] = []
    for line in lines {
      let page = line.origin.flatMap { operation.page(atPath: $0) }
      if let known = sections.firstIndex(where: { $0.page === page }) {
        sections[known].lines.append(line)
      } else {
        sections.append(Section(page: page, lines: [line]))
      }
    }
    return sections
  }

  /// Returns the lines with the title of each page before its values.
  private static func headed(_ lines: [GeneratedForm.Line], _ operation: Operation?) -> [GeneratedForm.Line] {
    sections(of: lines, operation).flatMap { section in
      (section.page.map { [GeneratedForm.Line(.title, "page_\($0.id)", $0.title)] } ?? []) + section.lines
    }
  }

  private var gathered: Gathered {
    var gathered = Gathered()
    gathered.lines.reserveCapacity(values.count + warnings.count)
    add(values, "signed", path: "", before: nil, to: &gathered) { operation?.place(of: $0) }
    // Names of one object are unique, so only ids of values in items or of warnings can collide.
    let isFlat =
      warnings.count == 0 && values.members.allSatisfy { if case .array = $0.value { false } else { true } }
    if !isFlat { gathered.lines = Self.distinct(gathered.lines) }
    return gathered
  }

  /// Returns the lines with unique ids. The id of an atom in an item can be equal to that of
  /// another atom. Then the second gets a suffix.
  private static func distinct(_ lines: [GeneratedForm.Line]) -> [GeneratedForm.Line] {
    var taken: Set<String> = []
    return lines.map { line in
      var id = line.id
      while !taken.insert(id).inserted { id += "_" }
      return GeneratedForm.Line(line.style, id, line.caption, pair: line.pair, of: line.origin)
    }
  }

  /// Returns the selected values outside items, in the order of the operation. Only selected values
  /// are formatted.
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

  /// Returns the caption of the chosen option at a path as the person saw it; nil if no option was
  /// chosen there.
  private func chosen(at path: String) -> LocalizedText? {
    guard captions.count > 0, let text = captions[path]?.string else { return nil }
    return LocalizedText(ru: text, en: nil)
  }

  /// Returns the members with their indexes, in the order of the operation. Members without an
  /// index come last, sorted by name.
  private static func ordered(
    _ values: Object, _ place: (String) -> Int?
  ) -> [(place: Int?, member: Object.Member)] {
    var ordered: [(place: Int?, member: Object.Member)] = []
    ordered.reserveCapacity(values.count)
    for member in values.members { ordered.append((place(member.name), member)) }
    ordered.sort { ($0.place ?? .max, $0.member.name) < ($1.place ?? .max, $1.member.name) }
    return ordered
  }

  /// Adds the lines of values. The caption of the enclosing item or group precedes the caption of a
  /// value.
  private func add(
    _ values: Object, _ id: String, path: String, before item: LocalizedText?, to gathered: inout Gathered,
    place: (String) -> Int?
  ) {
    // The end of the composed atom whose text is already added.
    var end = 0
    for (found, member) in Self.ordered(values, place) {
      if let found {
        if found < end { continue }
        if let (whole, text) = composed(around: found, path) {
          let shown = operation?.atoms[whole]
          end = operation?.parts(ofGroupAt: whole).upperBound ?? 0
          add(
            text, of: whole, "\(id)_\(shown?.id ?? "")", path: path, first: path + member.name, before: item,
            to: &gathered)
          continue
        }
      }
      let atom = found.flatMap { operation?.atoms[$0] }
      let at = path.isEmpty ? member.name : path + member.name
      let around = found.map { self.around($0, path, item) } ?? item
      let known = atom.flatMap { self.label(of: $0, at: path) }
      let label = known ?? LocalizedText(ru: member.name, en: nil)
      let name = "\(id)_\(member.name)"
      if let found, let atom, !atom.isMultiple, case .array(let rows) = member.value {
        let caption = known.map { joined(around, ", ", $0) } ?? around
        if atom.hasComputedRows {
          add(rows, of: found, name, path: at, caption, to: &gathered)
        } else {
          for (index, value) in rows.enumerated() {
            add(
              value.object ?? Object(), "\(name)_\(index)", path: "\(at)[\(index)].",
              before: heading(ofItem: index, of: found, path: at, caption), to: &gathered
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
            pair: ShownPair(label, shown, group: around), of: at))
      }
      if warnings.count > 0 { addWarning(at: at, name, to: &gathered) }
    }
  }

  /// Returns the outermost composed atom around an atom whose text the person saw, with that text.
  private func composed(around place: Int, _ path: String) -> (whole: Int, text: String)? {
    guard captions.count > 0, let operation else { return nil }
    for group in operation.groups(aroundAtomAt: place) where group.hasComposedText {
      guard let text = captions[path + group.id + Evaluation.composedMark]?.string else { continue }
      return operation.atoms.firstIndex { $0 === group }.map { ($0, text) }
    }
    return nil
  }

  /// Adds the line of a composed atom, and the warnings about its parts. `first` is the path of its
  /// first value.
  private func add(
    _ text: String, of whole: Int, _ id: String, path: String, first: String, before item: LocalizedText?,
    to gathered: inout Gathered
  ) {
    guard let operation else { return }
    let atom = operation.atoms[whole]
    let around = around(whole, path, item)
    let text = LocalizedText(ru: text, en: nil)
    let label = label(of: atom, at: path)
    let caption = label ?? around ?? LocalizedText(ru: atom.id, en: nil)
    let group = label == nil ? nil : around
    gathered.lines.append(
      GeneratedForm.Line(
        .text, id, GeneratedForm.Caption(group: group, label: caption, text: text, in: language),
        pair: ShownPair(caption, .text(text), group: group), of: first))
    guard warnings.count > 0 else { return }
    for part in operation.atoms[operation.parts(ofGroupAt: whole)] {
      addWarning(at: path + part.id, "\(id)_\(part.id)", to: &gathered)
    }
  }

  /// Returns the captions of the groups around an atom, after the caption of the item.
  private func around(_ place: Int, _ path: String, _ item: LocalizedText?) -> LocalizedText? {
    let groups = operation?.groups(aroundAtomAt: place) ?? []
    if groups.isEmpty { return item }
    return groups.compactMap { self.label(of: $0, at: path) }.reduce(item) { joined($0, ", ", $1) }
  }

  /// Returns the caption of an item: the caption of its list and its title, as the person saw it,
  /// or its number.
  private func heading(
    ofItem index: Int, of repeated: Int, path: String, _ caption: LocalizedText?
  ) -> LocalizedText {
    if captions.count > 0, let stored = captions["\(path)[\(index)]\(Evaluation.labelMark)"]?.string {
      return joined(caption, ", ", LocalizedText(ru: stored, en: nil))
    }
    if let title = operation?.fixedTitle(ofItemsAt: repeated) { return joined(caption, ", ", title) }
    return numbered(index, caption)
  }

  /// Returns the caption of a list with the number of an item.
  private func numbered(_ index: Int, _ caption: LocalizedText?) -> LocalizedText {
    guard let caption else { return LocalizedText(ru: "№ \(index + 1)", en: "No. \(index + 1)") }
    return joined(caption, " ", LocalizedText(ru: "\(index + 1)", en: nil))
  }

  /// Adds one line for each computed row with all its values, because a schedule has hundreds of
  /// rows.
  private func add(
    _ rows: [Value], of repeated: Int, _ id: String, path: String, _ caption: LocalizedText?,
    to gathered: inout Gathered
  ) {
    for (index, row) in rows.enumerated() {
      var cells = Gathered()
      add(row.object ?? Object(), id, path: "\(path)[\(index)].", before: nil, to: &cells) {
        operation?.place(of: $0, insideRepeatAt: repeated)
      }
      guard let first = cells.lines.first else { continue }
      let text = cells.lines.dropFirst().reduce(first.caption.localized) { joined($0, "; ", $1.caption.localized) }
      let numbered = numbered(index, caption)
      gathered.lines.append(
        GeneratedForm.Line(
          .text, "\(id)_\(index)", GeneratedForm.Caption(group: nil, label: numbered, text: text, in: language),
          pair: ShownPair(numbered, .text(text)), of: "\(path)[\(index)].\(row.object?.members.first?.name ?? "")"))
    }
  }

  /// Adds the line of the warning about the value at a path, if there is one.
  private func addWarning(at path: String, _ id: String, to gathered: inout Gathered) {
    guard let message = warnings[path]?["message"]?.string else { return }
    let text = LocalizedText(ru: "Внимание: \(message)", en: "Note: \(message)")
    gathered.lines.append(
      GeneratedForm.Line(.warning, "\(id)_warning", GeneratedForm.Caption(text), of: path))
  }

  private func joined(_ first: LocalizedText?, _ sign: String, _ second: LocalizedText) -> LocalizedText {
    guard let first else { return second }
    return text { first[$0] + sign + second[$0] }
  }

  /// Returns a text in the language of these values, or in all languages.
  private func text(_ text: (Language) -> String) -> LocalizedText {
    language.map { LocalizedText(ru: text($0), en: nil) } ?? LocalizedText(ru: text(.ru), en: text(.en))
  }

  /// Returns the caption of an atom as the person saw it: the stored one if it depended on values.
  private func label(of atom: Atom, at path: String) -> LocalizedText? {
    guard captions.count > 0, let stored = captions[path + atom.id + Evaluation.labelMark]?.string else {
      return atom.caption
    }
    return LocalizedText(ru: stored, en: nil)
  }

  /// Returns a value with the role of its atom. The role is never derived from the text.
  private func shown(
    _ value: Value, as text: LocalizedText, isChosen: Bool, at atom: Atom?, path: String, in values: Object
  ) -> ShownValue {
    let plain = value.plainText
    if atom?.isMultiple == true { return .text(text) }
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

  /// Returns the currency of an amount: the atom's own, the stored one, the value of another atom,
  /// or the currency of the payment.
  private func currency(of atom: Atom, at path: String, _ plain: String, in values: Object) -> String? {
    if let currency = (atom.input as? TextInputKind)?.currency ?? noted(at: path) { return currency }
    if let source = operation?.currencyAtom(of: atom), let currency = (values[source] ?? self.values[source])?.string {
      return currency
    }
    guard let amount = submission.amount, Decimal(plain) == Decimal(amount.text) else { return nil }
    return amount.currency.rawValue
  }

  /// Returns the currency that the person saw at an amount, if it depended on data that is not
  /// stored.
  private func noted(at path: String) -> String? {
    captions.count > 0 ? captions[path + Evaluation.currencyMark]?.string : nil
  }

  /// Returns the currency of the payment if its amount is that number.
  private func paidCurrency(_ number: Decimal) -> String? {
    guard let amount = submission.amount, Decimal(amount.text) == number else { return nil }
    return amount.currency.rawValue
  }

  /// Returns a value as text in each language.
  ///
  /// - An option of the definition is shown by its caption, and a switch as yes or no.
  /// - Numbers, amounts and dates are formatted for the language, with all digits.
  /// - An amount without its own currency gets the stored one, or the currency of the payment if
  ///   the amounts are equal.
  /// - A text with a fixed mask is shown through it.
  /// - A value that the atom cannot read is shown as stored.
  private func text(of value: Value, at atom: Atom?, path: String) -> LocalizedText {
    if case .literal(let choices) = atom?.input?.options, let caption = choices.signedCaption(of: value) {
      return caption
    }
    if let kind = atom?.input as? TextInputKind, kind.content == .amount, kind.currency == nil,
      let number = value.string.flatMap({ Decimal($0) }), let currency = noted(at: path) ?? paidCurrency(number)
    {
      return self.text { NumberText.text(of: number, .currency(currency), in: $0) }
    }
    if let masked = (atom?.input as? TextInputKind)?.masked(value) { return LocalizedText(ru: masked, en: nil) }
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

/// The error thrown if the stored values of a submission are not a JSON object.
package struct UnreadableSubmission: Error {
  package let submission: SubmissionID
}
