import Atoms
import Conditions
import SourceText
import Texts

/// The row of a declared list as written: `{title: product, badge: {text: status, tone: tone}}`.
struct WrittenRow {
  private let title: SourceNode?
  private let subtitle: [SourceNode]
  private let trailing: SourceNode?
  private let badge: SourceNode?
  private let tone: SourceNode?
  private let group: SourceNode?
  let icon: Icon?

  /// Parses the texts; nil, with a fault, if the node is not a mapping.
  init?(_ node: SourceNode, _ faults: inout Diagnostics) {
    guard let entries = node.mapping else {
      faults.error(
        .wrongShape, "`row` takes {title: ..., subtitle: ..., trailing: ..., badge: ..., group: ...}, not \(node.noun)",
        at: node.location)
      return nil
    }
    var row = Properties(entries, at: node.location)
    title = row.node("title")
    if title == nil { row.isMissing("title", "`title`, the first line of a row, is missing") }
    let written = row.node("subtitle")
    subtitle = written.map { $0.sequence ?? [$0] } ?? []
    (trailing, group, icon) = (row.node("trailing"), row.node("group"), row.icon())
    let mark = row.node("badge")
    if let mark, let entries = mark.mapping, Self.has("text", entries) || Self.has("tone", entries) {
      var parts = Properties(entries, at: mark.location)
      (badge, tone) = (parts.node("text"), parts.node("tone"))
      if badge == nil { parts.isMissing("text", "`text`, the text of the badge, is missing") }
      parts.refuseTheRest(of: "`badge`")
      faults.append(parts.diagnostics)
    } else {
      (badge, tone) = (mark, nil)
    }
    row.refuseTheRest(of: "`row`")
    faults.append(row.diagnostics)
  }

  private static func has(_ name: String, _ entries: [SourceNode.Entry]) -> Bool {
    entries.contains { $0.key.scalar == name }
  }

  /// Returns the lines of text atoms for the row, with the names of these atoms.
  func lines(
    _ filter: SourceNode?, of fields: [Field], besides inputs: [Port], _ faults: inout Diagnostics
  ) -> (lines: [SourceNode], texts: DeclaredList.Texts) {
    var lines: [SourceNode] = []
    func add(_ what: String, _ node: SourceNode?, _ faults: inout Diagnostics, _ number: Int = 0) -> String? {
      guard let node else { return nil }
      let id = Self.free("row_\(what)\(number == 0 ? "" : "\(number)")", inputs)
      guard let line = Self.line(id, what, node, fields, &faults) else { return nil }
      lines.append(line)
      return id
    }
    let title = add("title", title, &faults)
    let below = subtitle.enumerated().compactMap { add("subtitle", $1, &faults, $0) }
    let (trailing, badge) = (add("trailing", trailing, &faults), add("badge", badge, &faults))
    let group = add("group", group, &faults)
    var tone = DeclaredList.Tone.fixed(.neutral)
    if let node = self.tone, let written = Self.tone(node, fields, &faults) {
      if case .fixed = written { tone = written } else if let id = add("tone", node, &faults) { tone = .value(id) }
    }
    var condition: String?
    if let filter {
      let id = Self.free("row_filter", inputs)
      lines.append(Self.atom(id, [("showIf", filter)], at: filter.location))
      condition = id
    }
    let texts = DeclaredList.Texts(
      title: title ?? "", subtitle: below, trailing: trailing, badge: badge, group: group, filter: condition,
      tone: tone)
    return (lines, texts)
  }

  /// Returns the name with as many underscores as make it differ from the inputs.
  private static func free(_ name: String, _ inputs: [Port]) -> String {
    var name = name
    while inputs[name] != nil { name += "_" }
    return name
  }

  // MARK: - Texts

  /// Returns the line of a text atom for one text of the row; nil after adding an error.
  private static func line(
    _ id: String, _ what: String, _ node: SourceNode, _ fields: [Field], _ faults: inout Diagnostics
  ) -> SourceNode? {
    if let text = node.scalar {
      guard isText(text) else { return atom(id, [("value", node)], at: node.location) }
      // The values in a text without words have the format of each language.
      let isSame = text.unicodeScalars.allSatisfy(\.isASCII)
      let key = SourceNode(.scalar("all", quoted: true), at: node.location)
      let same = SourceNode(.mapping([SourceNode.Entry(key: key, value: node)]), at: node.location)
      return atom(id, [("caption", isSame ? same : node)], at: node.location)
    }
    guard let entries = node.mapping else {
      faults.error(
        .wrongShape,
        "`\(what)` takes a field, a text with {FIELD}, or {value: ..., role: ...}, not \(node.noun)", at: node.location)
      return nil
    }
    guard has("value", entries) || DeclaredList.shownWords.contains(where: { has($0, entries) }) else {
      return atom(id, [("caption", node)], at: node.location)
    }
    var shown = Properties(entries, at: node.location)
    let found = DeclaredList.shownWords.compactMap { name in shown.node(name).map { (name, $0) } }
    if shown.node("value") == nil { shown.isMissing("value", "`value`, the field to show, is missing") }
    if let currency = shown.node("currency"), let name = currency.scalar, fields.contains(where: { $0.name == name }) {
      shown.error(
        .wrongValue, "`currency` takes the code of a currency, and `\(name)` is a field",
        remedy: ": write `currencyFrom: \(name)`", at: currency.location)
    }
    shown.refuseTheRest(of: "`\(what)`")
    faults.append(shown.diagnostics)
    return shown.diagnostics.hasErrors ? nil : atom(id, found, at: node.location)
  }

  /// Returns true for a text, which has placeholders or begins with a letter that no name has.
  private static func isText(_ text: String) -> Bool {
    text.contains("{") || text.unicodeScalars.first.map { !$0.isASCII } == true
  }

  /// Returns a line of a text atom. Without a caption its caption is never shown.
  private static func atom(_ id: String, _ properties: [(String, SourceNode)], at place: Location) -> SourceNode {
    func word(_ text: String) -> SourceNode { SourceNode(.scalar(text, quoted: true), at: place) }
    func entry(_ name: String, _ value: SourceNode) -> SourceNode.Entry { .init(key: word(name), value: value) }
    var entries = [entry("text", word(id))]
    if !properties.contains(where: { $0.0 == "caption" }) {
      entries.append(entry("caption", SourceNode(.mapping([entry("all", word(id))]), at: place)))
    }
    return SourceNode(.mapping(entries + properties.map { entry($0.0, $0.1) }), at: place)
  }

  /// Returns the tone at a node: a word, or the value of an expression; nil after adding an error.
  private static func tone(
    _ node: SourceNode, _ fields: [Field], _ faults: inout Diagnostics
  ) -> DeclaredList.Tone? {
    let words = BadgeTone.allCases.map(\.rawValue)
    guard let word = node.scalar else {
      faults.error(.wrongShape, "`tone` takes one of \(words.listed), or a field, not \(node.noun)", at: node.location)
      return nil
    }
    if let tone = BadgeTone(rawValue: word) { return .fixed(tone) }
    guard isIdentifier(word[...]) else { return .value(word) }
    guard let field = fields.first(where: { $0.name == word }) else {
      let hint = suggestion(for: word, among: words + fields.map(\.name))
      faults.error(
        .wrongValue, "`\(word)` is neither a tone nor a field",
        remedy: hint.isEmpty ? "; a tone is one of \(words.listed)" : hint, at: node.location)
      return nil
    }
    guard field.type == .text || field.type == .any else {
      faults.error(
        .wrongType, "`tone` takes one of \(words.listed) as text, and `\(word)` is \(field.type.noun)",
        at: node.location)
      return nil
    }
    return .value(word)
  }
}
