import JSON

extension Properties {
  /// Options written as `{value: caption}`, as a list of records, or as an expression; the property is required.
  mutating func options(_ name: String) -> OptionSource {
    guard let node = node(name) else {
      error("`\(name)` is missing", at: location)
      return .literal([])
    }
    switch node.content {
    case .scalar(let text, _) where !text.isEmpty: return .expression(node)
    case .mapping(let entries) where !entries.isEmpty: return .literal(entries.compactMap { choice(name, $0) })
    case .sequence(let nodes) where !nodes.isEmpty:
      var choices: [Choice] = []
      for node in nodes {
        guard let choice = record(name, node) else { continue }
        if choices.contains(where: { $0.value == choice.value }) {
          error("option \(choice.value.plainText) stands here twice", at: node.location)
        }
        choices.append(choice)
      }
      return .literal(choices)
    default:
      error(
        "`\(name)` takes {value: caption}, a list of {value: ..., caption: ...}, or an expression, with at least one",
        at: node.location)
      return .literal([])
    }
  }

  /// An option written as `value: caption`.
  private mutating func choice(_ name: String, _ entry: SourceNode.Entry) -> Choice? {
    guard case .scalar(let key, let quoted) = entry.key.content else {
      error("an option is written as `value: caption`, not with \(entry.key.noun)", at: entry.key.location)
      return nil
    }
    guard let value = value(key, quoted: quoted, at: entry.key.location) else { return nil }
    return text("\(name).\(key)", entry.value).map { Choice(value: value, caption: $0) }
  }

  /// An option written as `{value: ..., caption: ..., field: ...}`.
  private mutating func record(_ name: String, _ node: SourceNode) -> Choice? {
    guard let entries = node.mapping else {
      error("an option of a list is written as {value: ..., caption: ...}, not as \(node.noun)", at: node.location)
      return nil
    }
    var parts = Properties(entries, at: node.location)
    let (value, caption) = (parts.node("value"), parts.text("caption"))
    for (part, isThere) in [("value", value != nil), ("caption", parts.node("caption") != nil)] where !isThere {
      parts.error("an option has no `\(part)`: it is written as {value: ..., caption: ...}", at: node.location)
    }
    var details: [(name: String, value: Value)] = []
    for entry in entries {
      let field = entry.key.scalar ?? ""
      guard field != "value", field != "caption" else { continue }
      switch entry.value.content {
      case .scalar(let text, let quoted) where isIdentifier(field[...]):
        details.append((field, Self.plain(text, quoted: quoted)))
      case .null where isIdentifier(field[...]): details.append((field, nil))
      default: parts.error("a field of an option is a name with a single value", at: entry.key.location)
      }
    }
    append(parts.diagnostics)
    guard let value else { return nil }
    guard case .scalar(let text, let quoted) = value.content else {
      error("an option's `value` is a single value, not \(value.noun)", at: value.location)
      return nil
    }
    guard let caption, let read = self.value(text, quoted: quoted, at: value.location) else { return nil }
    return Choice(value: read, caption: caption, details: details)
  }

  /// The value that is posted for an option.
  private mutating func value(_ text: String, quoted: Bool, at location: Location) -> Value? {
    guard !text.isEmpty else {
      error("an option's value cannot be empty: that is how no choice is posted", at: location)
      return nil
    }
    return wholeNumber(text, quoted: quoted).map(Value.integer) ?? .string(normalized(text))
  }

  /// A single value of YAML 1.2's core schema, its numbers exact.
  private static func plain(_ text: String, quoted: Bool) -> Value {
    if quoted { return .string(normalized(text)) }
    switch text {
    case "true": return true
    case "false": return false
    default:
      if let number = wholeNumber(text, quoted: false) { return .integer(number) }
      if text.contains("."), let number = Decimal(text) { return .decimal(number) }
      return .string(normalized(text))
    }
  }
}
