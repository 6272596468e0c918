import Essentials

/// An atom's line as read. Its conditions are not yet compiled, because they may name atoms of later lines.
struct AtomDraft {
  let id: String
  let idLocation: Location
  let kind: any AtomKind
  let input: (any InputKind)?
  let caption: WrittenText?
  let isOptional: Bool
  let showIf: SourceNode?
  let enableIf: SourceNode?
  let requireIf: SourceNode?
  let value: SourceNode?
  let preset: SourceNode?
  let presetFrom: SourceNode?
  /// True if the value belongs to one submission, so that no later one starts with it.
  let isOnce: Bool
  let captionFrom: SourceNode?
  let failed: WrittenText?
  let failedLocation: Location?
  let filter: SourceNode?
  let checks: [WrittenCheck]
  let lookup: WrittenLookup?
  /// True if a client that cannot draw the atom may leave it out.
  let mayBeLeftOut: Bool
  let fallbacks: [FallbackDraft]
  let minimumClient: MinimumClient
  var lookupSlot: Int?
  /// The reference that a tap follows; nil if there is none.
  let link: SourceNode?
  /// The lines of the atoms inside; nil if the kind has none.
  let children: SourceNode?
  /// The properties that the line may have.
  let asked: [String: AskedProperty]
  /// The tables whose rows are options.
  let tables: Set<String>
  /// The position in the tree.
  var position = AtomPosition()

  /// Reads a line `{kind: id, property: value, ...}`.
  ///
  /// Returns nil after adding an error if the line is no mapping, or does not name one kind and an id. Any other fault
  /// leaves a draft to compile.
  init?(_ line: SourceNode, _ vocabulary: Vocabulary, collecting diagnostics: inout Diagnostics) {
    guard let entries = line.mapping else {
      diagnostics.error("an atom is written as {kind: id, ...}, not \(line.noun)", at: line.location)
      return nil
    }
    let heads = entries.filter { AtomRegistry.byName[$0.key.scalar ?? ""] != nil }
    guard let head = heads.first, let name = head.key.scalar, let type = AtomRegistry.byName[name] else {
      Self.refuseKind(of: entries, at: line.location, &diagnostics)
      return nil
    }
    if let second = heads.dropFirst().first, let other = second.key.scalar {
      diagnostics.error("an atom is of one kind, and this one is a \(name) and a \(other)", at: second.key.location)
      return nil
    }
    guard let id = head.value.scalar, isIdentifier(id[...]) else {
      let isNone = head.value.isNull || head.value.scalar?.isEmpty == true
      let found = isNone ? "found none" : "not \(head.value.scalar.map { "`\($0)`" } ?? head.value.noun)"
      diagnostics.error(
        "an atom's id is Latin letters, digits and _ that does not begin with a digit, \(found)",
        at: head.value.location)
      return nil
    }
    self.id = id
    idLocation = head.value.location

    var properties = Properties(entries, at: line.location, vocabulary.normalizations)
    properties.definedNames = vocabulary.definedNames
    properties.tables = vocabulary.tables
    _ = properties.node(name)
    kind = type.init(&properties)
    input = kind as? any InputKind
    caption = properties.written("caption")
    showIf = properties.node("showIf")
    captionFrom = properties.node("captionFrom")
    failed = properties.written("failed")
    failedLocation = properties.node("failed")?.location
    if let kind = kind as? RepeatKind {
      isOptional = kind.minimum == 0
      mayBeLeftOut = isOptional
      enableIf = properties.node("enableIf")
      isOnce = properties.flag("once", default: false)
      (requireIf, value, preset, presetFrom, lookup, filter) = (nil, nil, nil, nil, nil, nil)
      checks = WrittenCheck.all(&properties)
    } else if let input {
      isOptional = properties.flag("optional", default: false)
      enableIf = properties.node("enableIf")
      requireIf = properties.node("requireIf")
      value = properties.node("value")
      preset = properties.node("default")
      presetFrom = properties.node("defaultFrom")
      isOnce = properties.flag("once", default: false)
      if let search = kind as? SearchKind {
        lookup = WrittenLookup(searching: search.list, &properties)
      } else {
        lookup = WrittenLookup(&properties)
      }
      checks = WrittenCheck.all(&properties)
      filter = input.options == nil ? nil : properties.node("filter")
      mayBeLeftOut = isOptional && requireIf == nil
    } else {
      isOptional = true
      mayBeLeftOut = kind is GroupKind ? false : properties.flag("optional", default: kind.isOrnament)
      enableIf = (kind as? any ActingKind)?.action != nil ? properties.node("enableIf") : nil
      isOnce = false
      (requireIf, value, preset, presetFrom, lookup, filter) = (nil, nil, nil, nil, nil, nil)
      checks = []
    }
    minimumClient = properties.minimumClient()
    fallbacks =
      kind is any NestingKind ? [] : FallbackDraft.all(&properties, of: id, kind: kind, line: entries)
    let isNeeded = input != nil && !(mayBeLeftOut || value != nil || preset != nil || presetFrom != nil)
    for fallback in fallbacks where isNeeded && !(fallback.kind is any InputKind) {
      properties.error(
        "a value must be entered into `\(id)`, and its fallback `\(fallback.kind.name)` takes none",
        at: fallback.location)
    }
    link = kind is any ActingKind ? properties.node("href") : nil
    children = kind is any NestingKind ? properties.node("atoms") : nil
    if kind is any NestingKind, children == nil {
      properties.error("`atoms` is missing: the atoms of the \(name)", at: line.location)
    }
    // Finding the company of a property takes the reading of many lines: the first faults get it.
    let isEarly = diagnostics.all.count < Self.mostHelped
    properties.refuseTheRest(of: (kind as? TextInputKind).map { "\(name) of type \($0.content.rawValue)" } ?? name) {
      isEarly ? Self.company(of: $0, in: type, with: vocabulary) : nil
    }
    diagnostics.append(properties.diagnostics)
    (asked, tables) = (properties.asked, properties.usedTables)
  }

  private static let mostHelped = 20

  /// Returns the words of the kind that a property goes with, as `type: number or amount`; nil if it goes with none.
  private static func company(of property: String, in type: any AtomKind.Type, with vocabulary: Vocabulary) -> String? {
    let company = FormatProbe.company(of: property, in: type, with: vocabulary).first
    return company.map { "`\($0.name): \($0.words.joined(separator: "` or `\($0.name): "))`" }
  }

  /// Adds an error for a line without a kind, at the name nearest to one, which need not be the first.
  private static func refuseKind(
    of entries: [SourceNode.Entry], at location: Location, _ diagnostics: inout Diagnostics
  ) {
    let kinds = AtomRegistry.kinds.map { $0.name }
    let names = entries.compactMap { entry in entry.key.scalar.map { (name: $0, location: entry.key.location) } }
    let near = names.first { !suggestion(for: $0.name, among: kinds).isEmpty }
    guard let (name, place) = near ?? names.first else {
      return diagnostics.error("an atom is written as {kind: id, ...}; the kinds are \(kinds.listed)", at: location)
    }
    let hint = suggestion(for: name, among: kinds)
    diagnostics.error(
      "unknown kind of atom `\(name)`\(hint.isEmpty ? "; the kinds are \(kinds.listed)" : hint)", at: place)
  }
}

/// A check as an atom's line writes it: `check: condition`, or `{check: ..., message: ..., severity: warning}`.
struct WrittenCheck {
  let condition: SourceNode
  let message: WrittenText?
  /// The effect of breaking the rule; nil if the verification's reason decides.
  let severity: Severity?

  /// True if checks beside it have messages and it has none, because there are too few.
  let lacksMessage: Bool

  /// The effect of breaking a rule: the value is refused, or the person is warned.
  enum Severity: String, CaseIterable { case error, warning }

  /// Reads the checks of a line: `check` with `message`, each a single one or a list, or a list of mappings.
  static func all(_ properties: inout Properties) -> [WrittenCheck] {
    guard let node = properties.node("check") else {
      if let message = properties.node("message") {
        properties.error(
          "`message` requires `check`: other rules have texts of their own, and a rule written as a check has yours",
          at: message.location)
      }
      return []
    }
    let written = node.sequence ?? [node]
    let messages = properties.node("message").map { $0.sequence ?? [$0] } ?? []
    let texts = messages.map { properties.written("message", $0) }
    if let extra = messages.dropFirst(written.count).first {
      properties.error("there are more messages than checks", at: extra.location)
    }
    return written.enumerated().compactMap { index, node in
      let message = texts.indices.contains(index) ? texts[index] : nil
      guard let entries = node.mapping else {
        let lacksMessage = !messages.isEmpty && index >= messages.count
        return WrittenCheck(condition: node, message: message, severity: nil, lacksMessage: lacksMessage)
      }
      if messages.indices.contains(index) {
        properties.error(
          "`message` stands beside a check that is a mapping: it belongs inside", at: messages[index].location)
      }
      return one(entries, at: node.location, &properties)
    }
  }

  private static func one(
    _ entries: [SourceNode.Entry], at location: Location, _ properties: inout Properties
  ) -> WrittenCheck? {
    var parts = Properties(entries, at: location)
    let condition = parts.node("check")
    let message = parts.written("message")
    let severity = parts.word("severity", of: Severity.allCases.map(\.rawValue))
    if condition == nil { parts.error("a check is written as {check: condition, ...}", at: location) }
    parts.refuseTheRest(of: "a check")
    properties.append(parts.diagnostics)
    return condition.map {
      WrittenCheck(condition: $0, message: message, severity: severity.flatMap(Severity.init), lacksMessage: false)
    }
  }
}
