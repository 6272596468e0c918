package import JSON

/// The properties of one atom's line, read once by name; what nobody asked for is a fault.
package struct Properties {
  /// Where the atom stands.
  package let location: Location
  /// What was found wrong.
  package private(set) var diagnostics = Diagnostics()
  private let entries: [SourceNode.Entry]
  /// What is taken from elsewhere where the line does not say it.
  private let inherited: [SourceNode.Entry]
  /// What `normalize` may name.
  let normalizations: [String: Normalization]
  /// What was asked for, by name: all that a line may say.
  package private(set) var asked: [String: AskedProperty] = [:]

  /// The properties of a line; what it does not say is read from `others`, of which nothing is refused.
  package init(_ entries: [SourceNode.Entry], inheriting others: [SourceNode.Entry] = [], at location: Location) {
    self.init(entries, inheriting: others, at: location, [:])
  }

  /// The same of a line whose `normalize` may name these.
  init(
    _ entries: [SourceNode.Entry], inheriting others: [SourceNode.Entry] = [], at location: Location,
    _ normalizations: [String: Normalization]
  ) {
    self.normalizations = normalizations
    self.entries = entries
    inherited = others
    self.location = location
  }

  /// The node of that name.
  package mutating func node(_ name: String) -> SourceNode? { node(name, of: .own) }

  /// The node of that name, which takes what the shape says.
  private mutating func node(_ name: String, of shape: AskedProperty.Shape, required: Bool = false) -> SourceNode? {
    let known = asked[name]
    asked[name] = AskedProperty(
      shape: shape == .own ? known?.shape ?? .own : shape, isRequired: required || known?.isRequired == true)
    return (entries.first { $0.key.scalar == name } ?? inherited.first { $0.key.scalar == name })?.value
  }

  /// A text without translation.
  package mutating func string(_ name: String) -> String? {
    guard let node = node(name, of: .string) else { return nil }
    if let text = node.scalar { return text }
    diagnostics.error("`\(name)` takes a text, not \(node.noun)", at: node.location)
    return nil
  }

  /// A text, plain or `{ru: ..., en: ...}`.
  package mutating func text(_ name: String) -> LocalizedText? {
    guard let node = node(name, of: .text) else { return nil }
    return text(name, node)
  }

  /// A text with places to fill in, plain or `{ru: ..., en: ...}`.
  mutating func written(_ name: String) -> WrittenText? {
    guard let node = node(name, of: .text) else { return nil }
    return written(name, node)
  }

  /// A text, plain or `{ru: ..., en: ...}`, at a node of that property.
  mutating func text(_ name: String, _ node: SourceNode) -> LocalizedText? { written(name, node)?.plain }

  /// A text with places to fill in, plain or `{ru: ..., en: ...}`, at a node of that property.
  mutating func written(_ name: String, _ node: SourceNode) -> WrittenText? {
    let node = node.translated()
    if let text = node.scalar {
      remarkTranslations(of: name, [.standard: text], at: node.location)
      return WrittenText(versions: [.init(language: .standard, text: text, location: node.location)])
    }
    guard let entries = node.mapping else {
      diagnostics.error("`\(name)` takes a text or {ru: ..., en: ...}, not \(node.noun)", at: node.location)
      return nil
    }
    var texts: [Language: WrittenText.Version] = [:]
    for entry in entries {
      let word = entry.key.scalar ?? ""
      guard let language = Language(rawValue: word) else {
        let known = Language.allCases.map(\.rawValue).listed
        // In a mapping of YAML a comma ends a text that is not quoted.
        let isRest = word.contains(" ") || word.contains { !$0.isASCII }
        let advice = isRest ? ": quote a text that has a comma in it" : ""
        diagnostics.error("`\(word)` is no language of captions, which are \(known)\(advice)", at: entry.key.location)
        continue
      }
      guard let text = entry.value.scalar else {
        diagnostics.error("`\(word)` takes a text, not \(entry.value.noun)", at: entry.value.location)
        continue
      }
      texts[language] = .init(language: language, text: text, location: entry.value.location)
    }
    if let standard = texts[.standard] {
      remarkTranslations(of: name, texts.mapValues(\.text), at: node.location)
      return WrittenText(versions: [standard] + Language.allCases.dropFirst().compactMap { texts[$0] })
    }
    if !entries.contains(where: { $0.key.scalar == Language.standard.rawValue }) {
      diagnostics.error(
        "`\(name)` has no text in the default language, `\(Language.standard.rawValue)`", at: node.location)
    }
    return nil
  }

  /// Remarks the languages that a text is missing in; digits and signs are the same in all.
  private mutating func remarkTranslations(of name: String, _ texts: [Language: String], at location: Location) {
    guard let standard = texts[.standard], Template.hasWords(standard) else { return }
    for language in Language.allCases where texts[language] == nil {
      diagnostics.remark("`\(name)` has no translation into `\(language.rawValue)`", at: location)
    }
  }

  /// `true` or `false`.
  package mutating func flag(_ name: String) -> Bool? {
    guard let node = node(name, of: .flag) else { return nil }
    switch node.content {
    case .scalar("true", quoted: false): return true
    case .scalar("false", quoted: false): return false
    default:
      diagnostics.error("`\(name)` takes true or false", at: node.location)
      return nil
    }
  }

  /// A whole number within a range.
  package mutating func integer(_ name: String, in range: ClosedRange<Int>) -> Int? {
    guard let node = node(name, of: .integer(range)) else { return nil }
    if let number = node.scalar.flatMap({ Int($0) }), range.contains(number) { return number }
    diagnostics.error(
      "`\(name)` takes a whole number from \(range.lowerBound) to \(range.upperBound)", at: node.location)
    return nil
  }

  /// An exact decimal number.
  package mutating func decimal(_ name: String) -> Decimal? {
    guard let node = node(name, of: .number) else { return nil }
    if let number = node.scalar.flatMap({ Decimal($0) }) { return number }
    diagnostics.error("`\(name)` takes a number", at: node.location)
    return nil
  }

  /// One of several words.
  package mutating func word(_ name: String, of words: [String], required: Bool = false) -> String? {
    guard let node = node(name, of: .word(words), required: required) else {
      if required { diagnostics.error("`\(name)` is missing: one of \(words.listed)", at: location) }
      return nil
    }
    if let word = node.scalar, words.contains(word) { return word }
    let hint = suggestion(for: node.scalar ?? "", among: words)
    diagnostics.error(
      "`\(name)` takes one of \(words.listed)" + (hint.isEmpty ? "" : hint), at: node.location)
    return nil
  }

  /// Notes a fault of what was read.
  package mutating func error(_ message: String, at location: Location) {
    diagnostics.error(message, at: location)
  }

  /// Notes what a reading of a part found.
  mutating func append(_ found: Diagnostics) { diagnostics.append(found) }
  /// Notes what another reading of the same line found, but for what was found here already.
  mutating func merge(_ other: Diagnostics) { diagnostics.merge(other) }

  /// Notes every property that nobody asked for.
  package mutating func refuseTheRest(of kind: String) {
    for entry in entries {
      guard let name = entry.key.scalar else {
        diagnostics.error("a property of \(kind) has a name, found \(entry.key.noun)", at: entry.key.location)
        continue
      }
      guard asked[name] == nil else { continue }
      diagnostics.error(
        "unknown property `\(name)` of \(kind)\(suggestion(for: name, among: asked.keys))", at: entry.key.location)
    }
  }
}

/// The whole number that a scalar writes; nil for `"1"`, which is text, and for `01`, whose zero says that it is a code.
func wholeNumber(_ scalar: String, quoted: Bool) -> Int64? {
  guard !quoted, let number = Int64(scalar), String(number) == scalar else { return nil }
  return number
}
