package import Texts
package import SourceText
package import JSON

/// The properties of one mapping in a definition file, such as an atom's line, read by name.
///
/// Reading returns nil for a missing property, and also adds an error for a wrong value. A property that no reader asks
/// for is a fault.
///
///     var properties = Properties(entries, at: node.location)
///     let from = properties.node("from")
///     let count = properties.integer("count", in: 1...9)
///     properties.refuseTheRest(of: "a step")
///     diagnostics.append(properties.diagnostics)
package struct Properties {
  /// The place of the mapping.
  package let location: Location
  /// The findings so far, without those of missing properties.
  private var noted = Diagnostics()
  /// The errors of missing properties, by name; `refuseTheRest` takes back that of a misspelled one.
  private var missing: [(name: String, error: Diagnostic)] = []
  private let entries: [SourceNode.Entry]
  /// The properties of an outer mapping, which apply if this one does not have them.
  private let inherited: [SourceNode.Entry]
  /// The normalisations that `normalize` may name.
  let normalizations: [String: Normalization]
  /// The names in `define` of the operation, which limits may be.
  var definedNames: Set<String> = []
  /// The tables whose rows options may be, by name.
  var tables: [String: DataTable] = [:]
  /// The names of the tables that were read.
  var usedTables: Set<String> = []
  /// The properties that were asked for, by name: all that the mapping may have.
  package private(set) var asked: [String: AskedProperty] = [:]

  /// The findings so far.
  package var diagnostics: Diagnostics {
    var all = noted
    for (_, error) in missing { all.append(error) }
    return all
  }

  /// Takes the entries of a mapping.
  ///
  /// - Parameter others: The entries to read a missing property from. An entry that no reader asks for is no fault
  ///   here.
  package init(_ entries: [SourceNode.Entry], inheriting others: [SourceNode.Entry] = [], at location: Location) {
    self.init(entries, inheriting: others, at: location, [:])
  }

  /// Takes the entries of a mapping whose `normalize` may name these normalisations.
  init(
    _ entries: [SourceNode.Entry], inheriting others: [SourceNode.Entry] = [], at location: Location,
    _ normalizations: [String: Normalization]
  ) {
    self.normalizations = normalizations
    self.entries = entries
    inherited = others
    self.location = location
  }

  /// Returns the node of a property; nil if there is none.
  package mutating func node(_ name: String) -> SourceNode? { node(name, of: .own) }

  /// Returns the node of a property and records the shape that its reader expects.
  private mutating func node(_ name: String, of shape: AskedProperty.Shape, required: Bool = false) -> SourceNode? {
    asked[name, default: AskedProperty()].ask(for: shape, required: required)
    let node = (entries.first { $0.key.scalar == name } ?? inherited.first { $0.key.scalar == name })?.value
    return shape == .own && !Self.literals.contains(name) ? node : node?.given
  }

  /// Returns true if the mapping has a property, without asking for it.
  func has(_ name: String) -> Bool { entries.contains { $0.key.scalar == name } }

  /// The properties whose readers take an expression or a value as it is written.
  ///
  /// A parameter of a fragment gives the value; in expressions it is read like any variable.
  private static let literals: Set = ["default", "options", "min", "max"]

  /// Tells the reference the value that a mapping without the property has, after the property was asked for.
  mutating func declare(default standard: String, of name: String) { asked[name]?.standard = standard }

  /// Reads a text without translations.
  package mutating func string(_ name: String) -> String? {
    guard let node = node(name, of: .string) else { return nil }
    if let text = node.scalar { return text }
    noted.error("`\(name)` takes a text, not \(node.noun)", at: node.location)
    return nil
  }

  /// Reads a text, plain or `{ru: ..., en: ...}`.
  package mutating func text(_ name: String) -> LocalizedText? {
    guard let node = node(name, of: .text) else { return nil }
    return text(name, node)
  }

  /// Reads a text with placeholders, plain or `{ru: ..., en: ...}`.
  mutating func written(_ name: String) -> WrittenText? {
    guard let node = node(name, of: .text) else { return nil }
    return written(name, node)
  }

  /// Reads a text, plain or `{ru: ..., en: ...}`, from a node of that property.
  mutating func text(_ name: String, _ node: SourceNode) -> LocalizedText? { written(name, node)?.plain }

  /// Reads a text with placeholders, plain or `{ru: ..., en: ...}`, from a node of that property.
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
      noted.error("`\(name)` takes a text or {ru: ..., en: ...}, not \(node.noun)\(hint)", at: node.location)
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
        // In a mapping of YAML a comma ends a text that is not quoted.
        let isRest = word.contains(" ") || word.contains { !$0.isASCII }
        let advice = isRest ? "; quote a text that contains a comma" : ""
        noted.error("unknown language `\(word)`: use \(known)\(advice)", at: entry.key.location)
        continue
      }
      guard let text = entry.value.scalar else {
        noted.error("`\(word)` takes a text, not \(entry.value.noun)", at: entry.value.location)
        continue
      }
      warnOfComment(after: entry.value)
      texts[language] = .init(language: language, text: text, location: entry.value.location)
    }
    if let standard = texts[.standard] {
      remarkTranslations(of: name, texts.mapValues(\.text), at: node.location)
      warnOfExchange(standard, texts)
      return WrittenText(versions: [standard] + Language.allCases.dropFirst().compactMap { texts[$0] })
    }
    if !entries.contains(where: { $0.key.scalar == Language.standard.rawValue }) {
      noted.error(
        "`\(name)` has no text in the default language, `\(Language.standard.rawValue)`", at: node.location)
    }
    return nil
  }

  /// Reads a text that is the same in all languages, `{all: IBAN}`.
  ///
  /// The author says so, because no rule could tell such a text from one whose translation was forgotten.
  private mutating func writtenOnce(
    _ name: String, _ entry: SourceNode.Entry, among entries: [SourceNode.Entry]
  ) -> WrittenText? {
    for other in entries where other.key.scalar != WrittenText.all {
      noted.error(
        "`\(other.key.scalar ?? "")` conflicts with `all`, the text in every language", at: other.key.location)
    }
    guard let text = entry.value.scalar else {
      noted.error("`all` takes a text, not \(entry.value.noun)", at: entry.value.location)
      return nil
    }
    warnOfComment(after: entry.value)
    if text.unicodeScalars.contains(where: WrittenText.isCyrillic) {
      noted.error(
        "`all` is for texts that are the same in every language, but this text has Cyrillic letters: write {ru: ..., en: ...}",
        at: entry.value.location)
      return nil
    }
    return WrittenText(
      versions: Language.allCases.map { .init(language: $0, text: text, location: entry.value.location) }, isSame: true)
  }

  /// Warns of a comment that stands behind an unquoted text without a blank after `#`: it looks like a part of the text.
  private mutating func warnOfComment(after node: SourceNode) {
    guard case .scalar(let text, quoted: false) = node.content,
      let place = CommonMistakes.comment(at: node.location, after: text)
    else { return }
    noted.warning("a comment begins here\(CommonMistakes.quoteIt)", at: place)
  }

  /// Warns of a text without Cyrillic letters whose translation is in them: the two languages seem to be exchanged.
  private mutating func warnOfExchange(_ standard: WrittenText.Version, _ texts: [Language: WrittenText.Version]) {
    guard standard.text.contains(where: { $0.isASCII && $0.isLetter }),
      !standard.text.unicodeScalars.contains(where: WrittenText.isCyrillic),
      let other = texts[.en], other.text.unicodeScalars.contains(where: WrittenText.isCyrillic),
      !other.text.contains(where: { $0.isASCII && $0.isLetter })
    else { return }
    noted.warning(
      "`ru` has Latin letters and `en` Cyrillic ones: the languages seem to be swapped",
      at: standard.location)
  }

  private static let sameEverywhere = ": if the text is the same in every language, write {all: ...}"

  /// Remarks the languages without a translation; a text without words, such as `1 %`, is the same in all.
  private mutating func remarkTranslations(of name: String, _ texts: [Language: String], at location: Location) {
    guard let standard = texts[.standard], Template.hasWords(standard) else { return }
    for language in Language.allCases where texts[language] == nil {
      // A text in Latin letters may be one that nobody translates, and may as well be a forgotten one.
      let hint = standard.unicodeScalars.contains(where: WrittenText.isCyrillic) ? "" : Self.sameEverywhere
      noted.remark("`\(name)` has no translation into `\(language.rawValue)`\(hint)", at: location)
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
      noted.error("`\(name)` takes true or false\(word)", at: node.location)
      return nil
    }
  }

  /// Reads `true` or `false`; returns `standard` without either.
  mutating func flag(_ name: String, default standard: Bool) -> Bool {
    let found = flag(name) ?? standard
    declare(default: "\(standard)", of: name)
    return found
  }

  /// Reads a whole number in a range; returns `standard` without one.
  package mutating func integer(_ name: String, in range: ClosedRange<Int>, default standard: Int) -> Int {
    let found = integer(name, in: range) ?? standard
    declare(default: "\(standard)", of: name)
    return found
  }

  /// Reads a whole number in a range.
  package mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let node = node(name, of: .integer(range)) else { return nil }
    if let number = node.scalar.flatMap({ Int($0) }), range.contains(number) { return number }
    let hint = node.scalar.flatMap(CommonMistakes.numberHint) ?? ""
    noted.error(
      "`\(name)` takes a whole number from \(range.lowerBound) to \(range.upperBound)\(hint)", at: node.location)
    return nil
  }

  /// Reads an exact decimal number.
  package mutating func decimal(_ name: String) -> Decimal? {
    guard let node = node(name, of: .number) else { return nil }
    if let number = node.scalar.flatMap({ Decimal(plain: $0) }) { return number }
    let hint = node.scalar.flatMap(CommonMistakes.numberHint) ?? ""
    noted.error("`\(name)` takes a number\(hint)", at: node.location)
    return nil
  }

  /// Reads seconds, more than 0 and at most a maximum, as milliseconds.
  package mutating func seconds(_ name: String, upTo maximum: Int) -> Int? {
    guard let node = node(name) else { return nil }
    if let number = node.scalar.flatMap({ Decimal($0) }), number > Decimal(0), number <= Decimal(Int64(maximum)),
      let milliseconds = Int(NumberText.rounded(Decimal(1000).multiplied(by: number) ?? number, maximum: 0))
    {
      return max(1, milliseconds)
    }
    error("`\(name)` takes seconds, more than 0 and at most \(maximum), such as 2 or 0.5", at: node.location)
    return nil
  }

  /// Reads one of several words.
  package mutating func word(_ name: String, of words: [String], required: Bool = false) -> String? {
    guard let node = node(name, of: .word(words), required: required) else {
      if required { isMissing(name, "`\(name)` is missing: one of \(words.listed)") }
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
      "`\(name)` takes one of \(words.listed)" + (hint.isEmpty ? "" : hint), at: node.location)
    return nil
  }

  /// Reads one of the words of a type; returns `standard` without one.
  package mutating func word<Word: CaseIterable & RawRepresentable<String>>(
    _ name: String, default standard: Word
  ) -> Word {
    let found = word(name, of: Word.allCases.map(\.rawValue)).flatMap(Word.init) ?? standard
    declare(default: standard.rawValue, of: name)
    return found
  }

  /// Adds an error.
  package mutating func error(_ message: String, at location: Location) {
    noted.error(message, at: location)
  }

  /// Adds the error of a missing property at the mapping.
  ///
  /// `refuseTheRest`, called after it, takes it back if the mapping has a misspelled name in the property's place.
  package mutating func isMissing(_ name: String, _ message: String) {
    missing.append((name, Diagnostic(.error, message, at: location)))
  }

  /// Adds a warning.
  mutating func warning(_ message: String, at location: Location) { noted.warning(message, at: location) }

  /// Adds the findings of reading a part of the mapping.
  mutating func append(_ found: Diagnostics) { noted.append(found) }
  /// Adds the findings of another reading of the same mapping, without those that are here already.
  mutating func merge(_ other: Diagnostics) { noted.merge(other) }

  /// Adds an error for each property that no reader asked for, with the nearest name or the list of all.
  ///
  /// - Parameters:
  ///   - kind: The noun of the mapping in the message, such as `an operation`.
  ///   - company: Returns what else the mapping must say for a property to go with it; nil if nothing helps.
  package mutating func refuseTheRest(of kind: String, company: (String) -> String? = { _ in nil }) {
    var reported = 0
    for (index, entry) in entries.enumerated() where index >= reported {
      guard let name = entry.key.scalar else {
        noted.error("expected the name of a property of \(kind), found \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard asked[name] == nil else { continue }
      if let next = reportComma(before: index, name) {
        reported = next
        continue
      }
      // The name of a kind begins its own line.
      let names = asked.keys.sorted().filter { name in
        AtomRegistry.byName[name] == nil
          || ![name, "the fallback \(name):"].contains { "\(kind) ".hasPrefix("\($0) ") }
      }
      let isNeeded = asked["requireIf"] != nil && ["required", "mandatory"].contains(name)
      let near =
        isNeeded
        ? ": an input is required unless it has `optional` or `requireIf`"
        : CommonMistakes.propertyHint(name, among: names) ?? suggestion(for: name, among: names)
      missing.removeAll { near.contains("`\($0.name)`") }
      let list = names.isEmpty ? "" : "; there is \(names.listed)"
      let hint = near.isEmpty ? company(name).map { ", which goes with \($0)" } ?? list : near
      noted.error("unknown property `\(name)` of \(kind)\(hint)", at: entry.key.location)
    }
  }

  /// Adds the error of a value that ends at a comma, whose rest stands in the place of names from `index` on; returns the index
  /// behind that rest, nil if it is none.
  private mutating func reportComma(before index: Int, _ rest: String) -> Int? {
    guard index > 0, entries[index].value.isNull, let property = entries[index - 1].key.scalar else { return nil }
    let (value, location) = (entries[index - 1].value, entries[index].key.location)
    let numbers = CommonMistakes.numbers(value.scalar, rest)
    if !numbers.isEmpty {
      let ways = numbers.map { "`\(property): \($0)`" }.joined(separator: " or ")
      noted.error("the decimal separator is a point, and a comma ends the value: write \(ways)", at: location)
      return index + 1
    }
    // Behind the kind stands the id, which is no text.
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
    noted.error("a comma ends a value without quotes: write `\(property): \"\(whole)\"`", at: location)
    return end
  }
}

/// Returns the whole number that a scalar writes.
///
/// Returns nil for `"1"`, which is text, and for `01`, whose leading zero shows that it is a code.
func wholeNumber(_ scalar: String, quoted: Bool) -> Int64? {
  guard !quoted, let number = Int64(scalar), String(number) == scalar else { return nil }
  return number
}
