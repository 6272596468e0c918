package import Texts
package import SourceText
package import JSON

/// The properties of one mapping in a definition file, such as an atom's line, read by name.
///
/// Read methods return nil for a missing property. For an invalid value they also add an error.
/// `refuseTheRest` reports properties that no reader requested.
package struct Properties {
  /// The location of the mapping.
  package let location: Location
  /// The findings so far, without errors of missing properties.
  private var noted = Diagnostics()
  /// The errors of missing properties, by name. `refuseTheRest` removes an error if the property is
  /// only misspelled.
  private var missing: [(name: String, error: Diagnostic)] = []
  private let entries: [SourceNode.Entry]
  /// The properties of an outer mapping, used if this mapping lacks them.
  private let inherited: [SourceNode.Entry]
  /// The normalizations that `normalize` can name.
  let normalizations: [String: Normalization]
  /// The names in the operation's `define`, which limits can use.
  var definedNames: Set<String> = []
  /// The tables whose rows can be options, by name.
  var tables: [String: DataTable] = [:]
  /// The names of the tables that options have used.
  var usedTables: Set<String> = []
  /// The documents that consents can name, by file name.
  var documents: [String: ConsentDocument] = [:]
  /// The names of the documents that consents have used.
  var usedDocuments: Set<String> = []
  /// The pictures of the definition set; nil if they are unknown.
  var pictures: Pictures?
  /// The names in messages of properties that the author wrote with another name.
  var aliases: [String: String] = [:]
  /// The requested properties by name. Any other property is an error.
  package private(set) var asked: [String: AskedProperty] = [:]

  package var diagnostics: Diagnostics {
    var all = noted
    for (_, error) in missing { all.append(error) }
    return all
  }

  /// Creates a reader of a mapping.
  ///
  /// - Parameter others: Entries that supply missing properties. Unrequested entries among them are
  ///   not errors.
  package init(_ entries: [SourceNode.Entry], inheriting others: [SourceNode.Entry] = [], at location: Location) {
    self.init(entries, inheriting: others, at: location, [:])
  }

  /// Creates a reader of a mapping whose `normalize` can name these normalizations.
  init(
    _ entries: [SourceNode.Entry], inheriting others: [SourceNode.Entry] = [], at location: Location,
    _ normalizations: [String: Normalization]
  ) {
    self.normalizations = normalizations
    self.entries = entries
    inherited = others
    self.location = location
  }

  /// Returns the node of a property; nil if it is missing.
  package mutating func node(_ name: String) -> SourceNode? { node(name, of: .own) }

  /// Returns the node of a property and records the shape that its reader expects.
  private mutating func node(_ name: String, of shape: AskedProperty.Shape, required: Bool = false) -> SourceNode? {
    asked[name, default: AskedProperty()].ask(for: shape, required: required)
    let node = (entries.first { $0.key.scalar == name } ?? inherited.first { $0.key.scalar == name })?.value
    return shape == .own && !Self.literals.contains(name) ? node : node?.given
  }

  /// Returns true if the mapping has a property. Does not count as a request.
  func has(_ name: String) -> Bool { entries.contains { $0.key.scalar == name } }

  /// The properties whose readers accept an expression or a constant.
  ///
  /// A fragment's parameter is replaced by its value. Within an expression it is read like a
  /// variable.
  private static let literals: Set = ["default", "options", "min", "max"]

  /// Records the default of a requested property for the reference.
  mutating func declare(default standard: String, of name: String) { asked[name]?.standard = standard }

  /// Reads a text without translations.
  package mutating func string(_ name: String) -> String? {
    guard let node = node(name, of: .string) else { return nil }
    if let text = node.scalar { return text }
    noted.error(.wrongShape, "`\(name)` takes a text, not \(node.noun)", at: node.location)
    return nil
  }

  /// Reads a text, plain or `{ru: ..., en: ...}`.
  package mutating func text(_ name: String) -> LocalizedText? {
    guard let node = node(name, of: .text) else { return nil }
    return text(aliases[name] ?? name, node)
  }

  /// Reads a text with placeholders, plain or `{ru: ..., en: ...}`.
  mutating func written(_ name: String) -> WrittenText? {
    guard let node = node(name, of: .text) else { return nil }
    return written(aliases[name] ?? name, node)
  }

  /// Reads a text, plain or `{ru: ..., en: ...}`, from the node of property `name`.
  mutating func text(_ name: String, _ node: SourceNode) -> LocalizedText? { written(name, node)?.plain }

  /// Reads a text with placeholders, plain or `{ru: ..., en: ...}`, from the node of property
  /// `name`.
  mutating func written(_ name: String, _ node: SourceNode) -> WrittenText? {
    let given = node.given
    warnOfComment(after: given)
    let node = given.translated()
    if let text = node.scalar {
      remarkTranslations(of: name, [.standard: text], at: node.location)
      return WrittenText(versions: [.init(language: .standard, text: text, location: node.location)])
    }
    guard let entries = node.mapping else {
      let hint =
        node.isNull
        ? CommonMistakes.comment(at: node.location, after: "").map { _ in CommonMistakes.quoteIt } ?? "" : ""
      noted.error(
        .wrongShape, "`\(name)` takes a text or {ru: ..., en: ...}, not \(node.noun)", remedy: hint, at: node.location)
      return nil
    }
    if let same = entries.first(where: { $0.key.scalar == WrittenText.all }) {
      return writtenOnce(name, same, among: entries)
    }
    var texts: [Language: WrittenText.Version] = [:]
    for entry in entries {
      let word = entry.key.scalar ?? ""
      guard let language = Language(rawValue: word) else {
        let known = Language.allCases.map(\.rawValue).listed + ", or all for a text that is the same in every language"
        // In a YAML mapping a comma ends an unquoted text.
        let isRest = word.contains(" ") || word.contains { !$0.isASCII }
        let advice = isRest ? "; quote a text that contains a comma" : ""
        noted.error(
          .unknownLanguage, "unknown language `\(word)`", remedy: ": use \(known)\(advice)", at: entry.key.location)
        continue
      }
      guard let text = entry.value.scalar else {
        noted.error(.wrongShape, "`\(word)` takes a text, not \(entry.value.noun)", at: entry.value.location)
        continue
      }
      warnOfComment(after: entry.value)
      texts[language] = .init(language: language, text: text, location: entry.value.location)
    }
    if let standard = texts[.standard] {
      noteTranslations(texts, of: standard)
      remarkTranslations(of: name, texts.mapValues(\.text), at: node.location)
      warnOfExchange(standard, texts)
      warnOfCopy(name, standard, texts)
      return WrittenText(versions: [standard] + Language.allCases.dropFirst().compactMap { texts[$0] })
    }
    if !entries.contains(where: { $0.key.scalar == Language.standard.rawValue }) {
      noted.error(
        .missingTranslation, "`\(name)` has no text in the default language, `\(Language.standard.rawValue)`",
        at: node.location)
    }
    return nil
  }

  /// Reads a text that is the same in all languages, `{all: IBAN}`.
  ///
  /// The author declares this, because a rule cannot distinguish such a text from a missing
  /// translation.
  private mutating func writtenOnce(
    _ name: String, _ entry: SourceNode.Entry, among entries: [SourceNode.Entry]
  ) -> WrittenText? {
    for other in entries where other.key.scalar != WrittenText.all {
      noted.error(
        .conflict, "`\(other.key.scalar ?? "")` conflicts with `all`, the text in every language",
        at: other.key.location)
    }
    guard let text = entry.value.scalar else {
      noted.error(.wrongShape, "`all` takes a text, not \(entry.value.noun)", at: entry.value.location)
      return nil
    }
    warnOfComment(after: entry.value)
    if text.unicodeScalars.contains(where: WrittenText.isCyrillic) {
      noted.error(
        .missingTranslation,
        "`all` is for texts that are the same in every language, but this text has Cyrillic letters",
        remedy: ": write {ru: ..., en: ...}", at: entry.value.location)
      return nil
    }
    return WrittenText(
      versions: Language.allCases.map { .init(language: $0, text: text, location: entry.value.location) }, isSame: true)
  }

  /// Warns about a comment after an unquoted text if `#` has no space after it: it looks like a
  /// part of the text.
  private mutating func warnOfComment(after node: SourceNode) {
    guard case .scalar(let text, quoted: false) = node.content,
      let place = CommonMistakes.comment(at: node.location, after: text)
    else { return }
    noted.warning(.missingQuotes, "a comment begins here", remedy: CommonMistakes.quoteIt, at: place)
  }

  /// Warns if the Russian text has Latin letters only and the English text Cyrillic letters only:
  /// they seem to be swapped.
  private mutating func warnOfExchange(_ standard: WrittenText.Version, _ texts: [Language: WrittenText.Version]) {
    guard standard.text.contains(where: { $0.isASCII && $0.isLetter }),
      !standard.text.unicodeScalars.contains(where: WrittenText.isCyrillic),
      let other = texts[.en], other.text.unicodeScalars.contains(where: WrittenText.isCyrillic),
      !other.text.contains(where: { $0.isASCII && $0.isLetter })
    else { return }
    noted.warning(
      .swappedLanguages, "`ru` has Latin letters and `en` Cyrillic ones: the languages seem to be swapped",
      at: standard.location)
  }

  /// Warns if an English label is the Russian one with its Cyrillic letters.
  ///
  /// Labels are the title of an operation, and the caption and hint of an input or a button. Other
  /// texts can be names, such as `Русский` among languages.
  private mutating func warnOfCopy(
    _ name: String, _ standard: WrittenText.Version, _ texts: [Language: WrittenText.Version]
  ) {
    guard let other = texts[.en], other.text == standard.text, WrittenText.hasCyrillicWords(other.text),
      name == "title" ? has("operation") && has("atoms") : isOfField && ["caption", "hint"].contains(name)
    else { return }
    noted.warning(
      .missingTranslation, "the `en` text is the same as the `ru` text and has Cyrillic letters",
      remedy: ": translate it", at: other.location)
  }

  /// True for the definition of an input or a button.
  private var isOfField: Bool {
    entries.contains { entry in
      let kind = AtomRegistry.byName[entry.key.scalar ?? ""]
      return kind is any InputKind.Type || kind == ButtonKind.self
    }
  }

  private static let sameEverywhere = ": if the text is the same in every language, write {all: ...}"

  /// Records the languages of a text's translations. The server's own texts have one location for
  /// all languages and are not recorded.
  private func noteTranslations(_ texts: [Language: WrittenText.Version], of standard: WrittenText.Version) {
    for (language, text) in texts where language != .standard && !text.location.isSame(as: standard.location) {
      standard.location.file.noteTranslation(into: language)
    }
  }

  /// Adds a remark for each language without a translation. A text without words, such as `1 %`,
  /// needs none.
  private mutating func remarkTranslations(of name: String, _ texts: [Language: String], at location: Location) {
    guard let standard = texts[.standard], Template.hasWords(standard) else { return }
    for language in Language.allCases where texts[language] == nil {
      // A text in Latin letters may be intentionally untranslated, or its translation may be
      // missing.
      let hint = standard.unicodeScalars.contains(where: WrittenText.isCyrillic) ? "" : Self.sameEverywhere
      noted.remark(MissingTranslation(of: name, into: language), remedy: hint, at: location)
    }
  }

  /// Reads `true` or `false`.
  package mutating func flag(_ name: String) -> Bool? {
    guard let node = node(name, of: .flag) else { return nil }
    switch node.content {
    case .scalar("true", quoted: false): return true
    case .scalar("false", quoted: false): return false
    default:
      let word = node.scalar.flatMap(CommonMistakes.flag).map { ": write `\($0)`" } ?? ""
      noted.error(.wrongValue, "`\(name)` takes true or false", remedy: word, at: node.location)
      return nil
    }
  }

  /// Reads `true` or `false`. Returns `standard` if the property is missing or invalid.
  mutating func flag(_ name: String, default standard: Bool) -> Bool {
    let found = flag(name) ?? standard
    declare(default: "\(standard)", of: name)
    return found
  }

  /// Reads a whole number in a range. Returns `standard` if the property is missing or invalid.
  package mutating func integer(_ name: String, in range: ClosedRange<Int>, default standard: Int) -> Int {
    let found = integer(name, in: range) ?? standard
    declare(default: "\(standard)", of: name)
    return found
  }

  /// Reads a whole number in a range.
  package mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let node = node(name, of: .integer(range)) else { return nil }
    if let number = node.scalar.flatMap({ Int($0) }), range.contains(number) { return number }
    let hint = node.scalar.flatMap(CommonMistakes.numberHint) ?? countCheck(name, node) ?? ""
    noted.error(
      .wrongValue, "`\(name)` takes a whole number from \(range.lowerBound) to \(range.upperBound)", remedy: hint,
      at: node.location)
    return nil
  }

  /// Returns the check in place of an expression for `min` or `max` of a repeat; nil for any other
  /// value.
  private func countCheck(_ name: String, _ node: SourceNode) -> String? {
    guard let list = entries.first(where: { $0.key.scalar == RepeatKind.name })?.value.scalar,
      let relation = ["min": ">=", "max": "<="][name], let limit = node.scalar,
      limit.contains(where: \.isLetter)
    else { return nil }
    return ": write `check: \"$\(list).@count \(relation) \(limit)\"` with a `message`"
  }

  /// Reads an exact decimal number.
  package mutating func decimal(_ name: String) -> Decimal? {
    guard let node = node(name, of: .number) else { return nil }
    if let number = node.scalar.flatMap({ Decimal(plain: $0) }) { return number }
    let hint = node.scalar.flatMap(CommonMistakes.numberHint) ?? ""
    noted.error(.wrongValue, "`\(name)` takes a number", remedy: hint, at: node.location)
    return nil
  }

  /// Reads a duration in seconds, more than 0 and at most `maximum`, and returns milliseconds.
  package mutating func seconds(_ name: String, upTo maximum: Int) -> Int? {
    guard let node = node(name) else { return nil }
    if let number = node.scalar.flatMap({ Decimal($0) }), number > Decimal(0), number <= Decimal(Int64(maximum)),
      let milliseconds = Int(NumberText.rounded(Decimal(1000).multiplied(by: number) ?? number, maximum: 0))
    {
      return max(1, milliseconds)
    }
    error(
      .wrongValue, "`\(name)` takes seconds, more than 0 and at most \(maximum), such as 2 or 0.5", at: node.location)
    return nil
  }

  /// Reads one of several words.
  package mutating func word(_ name: String, of words: [String], required: Bool = false) -> String? {
    guard let node = node(name, of: .word(words), required: required) else {
      if required { isMissing(name, "`\(name)` is missing", remedy: ": one of \(words.listed)") }
      return nil
    }
    if let word = node.scalar, words.contains(word) { return word }
    let written = node.scalar ?? ""
    let successor = CommonMistakes.currencies[written.uppercased()].flatMap { words.contains($0) ? $0 : nil }
    let hint =
      successor.map { ": `\(written)` is now `\($0)`" }
      ?? (name == "type" ? CommonMistakes.typeHint(written, among: words) : nil)
      ?? suggestion(for: written, among: words)
    noted.error(
      .wrongValue, "`\(name)` takes one of \(words.listed)", remedy: hint, at: node.location)
    return nil
  }

  /// Reads a raw value of `Word`. Returns `standard` if the property is missing or invalid.
  package mutating func word<Word: CaseIterable & RawRepresentable<String>>(
    _ name: String, default standard: Word
  ) -> Word {
    let found = word(name, of: Word.allCases.map(\.rawValue)).flatMap(Word.init) ?? standard
    declare(default: standard.rawValue, of: name)
    return found
  }

  package mutating func error(_ code: FindingCode, _ problem: String, remedy: String = "", at location: Location) {
    noted.error(code, problem, remedy: remedy, at: location)
  }

  /// Adds the error of a missing property, located at the mapping.
  ///
  /// A later `refuseTheRest` removes the error if the mapping has a misspelling of the property.
  package mutating func isMissing(_ name: String, _ problem: String, remedy: String = "") {
    missing.append((name, Diagnostic(.error, .missingProperty, problem, remedy: remedy, at: location)))
  }

  mutating func warning(_ code: FindingCode, _ problem: String, remedy: String = "", at location: Location) {
    noted.warning(code, problem, remedy: remedy, at: location)
  }

  /// Adds the findings of a part of the mapping.
  mutating func append(_ found: Diagnostics) { noted.append(found) }
  /// Adds the findings of another reader of the same mapping, without duplicates.
  mutating func merge(_ other: Diagnostics) { noted.merge(other) }

  /// Adds an error for each property that no reader requested, with the nearest name or the list of
  /// all names.
  ///
  /// - Parameters:
  ///   - kind: The noun for the mapping in the message, such as `an operation`.
  ///   - company: Returns the other properties that would allow this one, for the message; nil if
  ///     none would.
  package mutating func refuseTheRest(of kind: String, company: (String) -> String? = { _ in nil }) {
    var reported = 0
    for (index, entry) in entries.enumerated() where index >= reported {
      guard let name = entry.key.scalar else {
        noted.error(
          .wrongShape, "expected the name of a property of \(kind), found \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard asked[name] == nil else { continue }
      if let next = reportComma(before: index, name) {
        reported = next
        continue
      }
      // Do not suggest the kind of the line itself.
      let names = asked.keys.sorted().filter { name in
        AtomRegistry.byName[name] == nil
          || ![name, "the fallback \(name):"].contains { "\(kind) ".hasPrefix("\($0) ") }
      }
      let isNeeded = asked["requireIf"] != nil && ["required", "mandatory"].contains(name)
      let near =
        isNeeded
        ? ": an input is required unless it has `optional` or `requireIf`"
        : checkHint(name, entry.value) ?? digitsHint(name, entry.value)
          ?? CommonMistakes.propertyHint(name, among: names) ?? suggestion(for: name, among: names)
      missing.removeAll { near.contains("`\($0.name)`") }
      let list = names.isEmpty ? "" : "; there is \(names.listed)"
      let hint = near.isEmpty ? company(name).map { ", which goes with \($0)" } ?? list : near
      noted.error(.unknownProperty, "unknown property `\(name)` of \(kind)", remedy: hint, at: entry.key.location)
    }
  }

  /// Returns a hint for a `severity` or `judged` next to `check` instead of inside it; nil for
  /// other names.
  private func checkHint(_ name: String, _ value: SourceNode) -> String? {
    let words = ["severity": ["error", "warning"], "judged": ["submit"]][name] ?? []
    guard asked["check"] != nil, let word = value.scalar, words.contains(word) else { return nil }
    return ": write it inside the check, `check: {check: ..., \(name): \(word)}`"
  }

  /// Returns a hint for a length at a number, whose limit is its value; nil for other names.
  private func digitsHint(_ name: String, _ value: SourceNode) -> String? {
    guard asked["max"] != nil, asked["scale"] != nil || asked["currency"] != nil,
      let count = value.scalar.flatMap({ Int($0) }), (1...NumberRules.maximumDigits).contains(count)
    else { return nil }
    let zeros = String(repeating: "0", count: count - 1)
    switch name {
    case "maxLength": return ": write `max: \(String(repeating: "9", count: count))`"
    case "minLength": return ": write `min: 1\(zeros)`"
    case "length": return ": write `min: 1\(zeros)` and `max: \(String(repeating: "9", count: count))`"
    default: return nil
    }
  }

  /// Reports a value that a comma has split. The rest of the value is in the keys from `index` on.
  /// Returns the index after the rest; nil if the keys are not the rest of a value.
  private mutating func reportComma(before index: Int, _ rest: String) -> Int? {
    guard index > 0, entries[index].value.isNull, let property = entries[index - 1].key.scalar else { return nil }
    let (value, location) = (entries[index - 1].value, entries[index].key.location)
    let numbers = CommonMistakes.numbers(value.scalar, rest)
    if !numbers.isEmpty {
      let ways = numbers.map { "`\(property): \($0)`" }.joined(separator: " or ")
      noted.error(
        .missingQuotes, "the decimal separator is a point, and a comma ends the value", remedy: ": write \(ways)",
        at: location)
      return index + 1
    }
    // The value of a property named like a kind is the atom's id, which is not free text.
    guard AtomRegistry.byName[property] == nil, CommonMistakes.isCutOff(entries[index].key, from: value) else {
      return nil
    }
    var end = index + 1
    while end < entries.count, entries[end].value.isNull, entries[end].key.scalar.map({ asked[$0] == nil }) == true,
      CommonMistakes.isCutOff(entries[end].key, from: entries[end - 1].key)
    {
      end += 1
    }
    let whole = CommonMistakes.line(from: value, to: entries[end - 1].key)
    noted.error(
      .missingQuotes, "a comma ends a value without quotes", remedy: ": write `\(property): \"\(whole)\"`", at: location
    )
    return end
  }
}

/// Returns the whole number in a scalar.
///
/// Returns nil for `"1"`, which is text, and for `01`, because a leading zero indicates a code.
func wholeNumber(_ scalar: String, quoted: Bool) -> Int64? {
  guard !quoted, let number = Int64(scalar), String(number) == scalar else { return nil }
  return number
}
