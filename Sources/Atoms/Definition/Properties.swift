package import JSON

/// The properties of one atom's line, read once by name; what nobody asked for is a fault.
package struct Properties {
  /// Where the atom stands.
  let location: Location
  /// What was found wrong.
  private(set) var diagnostics = Diagnostics()
  private let entries: [SourceNode.Entry]
  private var asked: Set<String> = []

  /// The properties of a line.
  init(_ entries: [SourceNode.Entry], at location: Location) {
    self.entries = entries
    self.location = location
  }

  /// The node of that name.
  package mutating func node(_ name: String) -> SourceNode? {
    asked.insert(name)
    return entries.first { $0.key.scalar == name }?.value
  }

  /// A text without translation.
  package mutating func string(_ name: String) -> String? {
    guard let node = node(name) else { return nil }
    if let text = node.scalar { return text }
    diagnostics.error("`\(name)` takes a text, not \(node.noun)", at: node.location)
    return nil
  }

  /// A text, plain or `{ru: ..., en: ...}`.
  package mutating func text(_ name: String) -> LocalizedText? {
    guard let node = node(name) else { return nil }
    if let text = LocalizedText(node) { return text }
    diagnostics.error("`\(name)` takes a text or {ru: ..., en: ...}, not \(node.noun)", at: node.location)
    return nil
  }

  /// `true` or `false`.
  package mutating func flag(_ name: String) -> Bool? {
    guard let node = node(name) else { return nil }
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
    guard let node = node(name) else { return nil }
    if let number = node.scalar.flatMap({ Int($0) }), range.contains(number) { return number }
    diagnostics.error(
      "`\(name)` takes a whole number from \(range.lowerBound) to \(range.upperBound)", at: node.location)
    return nil
  }

  /// An exact decimal number.
  package mutating func decimal(_ name: String) -> Decimal? {
    guard let node = node(name) else { return nil }
    if let number = node.scalar.flatMap({ Decimal($0) }) { return number }
    diagnostics.error("`\(name)` takes a number", at: node.location)
    return nil
  }

  /// One of several words.
  package mutating func word(_ name: String, of words: [String], required: Bool = false) -> String? {
    guard let node = node(name) else {
      if required { diagnostics.error("`\(name)` is missing: one of \(words.listed)", at: location) }
      return nil
    }
    if let word = node.scalar, words.contains(word) { return word }
    let hint = suggestion(for: node.scalar ?? "", among: words)
    diagnostics.error(
      "`\(name)` takes one of \(words.listed)" + (hint.isEmpty ? "" : hint), at: node.location)
    return nil
  }

  /// Options written as `{value: caption}`; the property is required.
  package mutating func options(_ name: String) -> [Choice] {
    guard let node = node(name) else {
      diagnostics.error("`\(name)` is missing", at: location)
      return []
    }
    guard let entries = node.mapping, !entries.isEmpty else {
      diagnostics.error("`\(name)` takes {value: caption}, with at least one", at: node.location)
      return []
    }
    return entries.compactMap { entry in
      guard case .scalar(let key, let quoted) = entry.key.content, let caption = LocalizedText(entry.value) else {
        diagnostics.error("an option is written as `value: caption`", at: entry.key.location)
        return nil
      }
      let number = quoted ? nil : Int64(key).map(Value.integer)
      return Choice(value: number ?? .string(key), caption: caption)
    }
  }

  /// Notes a fault of what was read.
  package mutating func error(_ message: String, at location: Location) {
    diagnostics.error(message, at: location)
  }

  /// Notes every property that nobody asked for.
  mutating func refuseTheRest(of kind: String) {
    for entry in entries {
      guard let name = entry.key.scalar, !asked.contains(name) else { continue }
      diagnostics.error(
        "unknown property `\(name)` of \(kind)\(suggestion(for: name, among: asked))", at: entry.key.location)
    }
  }
}

extension LocalizedText {
  /// A plain scalar, or a mapping of languages with at least `ru`.
  init?(_ node: SourceNode) {
    if let text = node.scalar {
      self.init(ru: text, en: nil)
      return
    }
    guard let entries = node.mapping else { return nil }
    var texts: [String: String] = [:]
    for entry in entries {
      guard let name = entry.key.scalar, Language(rawValue: name) != nil, let text = entry.value.scalar else {
        return nil
      }
      texts[name] = text
    }
    guard let ru = texts["ru"] else { return nil }
    self.init(ru: ru, en: texts["en"])
  }
}

extension [String] {
  /// `a, b, c`, for a fault's sentence.
  var listed: String { joined(separator: ", ") }
}
