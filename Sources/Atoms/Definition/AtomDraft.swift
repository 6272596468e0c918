/// One atom's line as read, its conditions not yet compiled: they may name atoms of later lines.
struct AtomDraft {
  /// A check with its own message.
  struct Check {
    let condition: SourceNode
    let message: LocalizedText?
  }

  let id: String
  let idLocation: Location
  let kind: any AtomKind
  let input: (any InputKind)?
  let caption: LocalizedText?
  let isOptional: Bool
  let showIf: SourceNode?
  let enableIf: SourceNode?
  let requireIf: SourceNode?
  let value: SourceNode?
  let preset: SourceNode?
  let captionFrom: SourceNode?
  let failed: LocalizedText?
  let filter: SourceNode?
  let checks: [Check]
  let lookup: SourceNode?
  var lookupSlot: Int?

  /// Reads a line `{kind: id, property: value, ...}`; nil where it is not even that.
  init?(_ line: SourceNode, collecting diagnostics: inout Diagnostics) {
    guard let entries = line.mapping else {
      diagnostics.error("an atom is written as {kind: id, ...}, not \(line.noun)", at: line.location)
      return nil
    }
    let heads = entries.filter { AtomRegistry.byName[$0.key.scalar ?? ""] != nil }
    guard let head = heads.first, let name = head.key.scalar, let type = AtomRegistry.byName[name] else {
      let first = entries.first?.key.scalar ?? ""
      let hint = suggestion(for: first, among: AtomRegistry.kinds.map { $0.name })
      diagnostics.error("unknown kind of atom `\(first)`\(hint)", at: entries.first?.key.location ?? line.location)
      return nil
    }
    guard let id = head.value.scalar, isIdentifier(id[...]) else {
      diagnostics.error(
        "an atom's id is letters, digits and _, and does not begin with a digit", at: head.value.location)
      return nil
    }
    self.id = id
    idLocation = head.value.location

    var properties = Properties(entries, at: line.location)
    _ = properties.node(name)
    kind = type.init(&properties)
    input = kind as? any InputKind
    caption = properties.text("caption")
    showIf = properties.node("showIf")
    failed = properties.text("failed")
    captionFrom = properties.node("captionFrom")
    if let input {
      isOptional = properties.flag("optional") ?? false
      enableIf = properties.node("enableIf")
      requireIf = properties.node("requireIf")
      value = properties.node("value")
      preset = properties.node("default")
      lookup = properties.node("lookup")
      checks = Self.checks(&properties)
      filter = input.options == nil ? nil : properties.node("filter")
    } else {
      isOptional = true
      enableIf = kind is ButtonKind ? properties.node("enableIf") : nil
      (requireIf, value, preset, lookup, filter) = (nil, nil, nil, nil, nil)
      checks = []
    }
    properties.refuseTheRest(of: name)
    diagnostics.append(properties.diagnostics)
  }

  /// `check: condition` with `message: text`, or lists of both of the same length.
  private static func checks(_ properties: inout Properties) -> [Check] {
    guard let node = properties.node("check") else {
      if let message = properties.node("message") {
        properties.error("`message` stands without `check`", at: message.location)
      }
      return []
    }
    let conditions = node.sequence ?? [node]
    let messages = properties.node("message").map { $0.sequence ?? [$0] } ?? []
    let texts = messages.map { message in
      let text = LocalizedText(message)
      if text == nil { properties.error("`message` takes a text or {ru: ..., en: ...}", at: message.location) }
      return text
    }
    if let extra = messages.dropFirst(conditions.count).first {
      properties.error("there are more messages than checks", at: extra.location)
    }
    return conditions.enumerated().map { index, condition in
      Check(condition: condition, message: texts.indices.contains(index) ? texts[index] : nil)
    }
  }
}
