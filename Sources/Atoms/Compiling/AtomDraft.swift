import SourceText

/// The definition of an atom as read. Its conditions are compiled later, because they may refer to
/// later atoms.
struct AtomDraft {
  /// The id in the operation, with the prefixes of the `include` entries.
  let id: String
  /// The id as written in the file.
  let writtenID: String
  let idLocation: Location
  let kind: any AtomKind
  let input: (any InputKind)?
  let caption: WrittenText?
  let isOptional: Bool
  /// The composed kinds around the atom.
  let whole: DraftedWhole
  let showIf: SourceNode?
  let enableIf: SourceNode?
  let requireIf: SourceNode?
  let value: SourceNode?
  let preset: SourceNode?
  let presetFrom: SourceNode?
  /// The value if another input of its circle was entered.
  let either: SourceNode?
  /// True if the value is used for one submission only and is never prefilled into another
  /// (`once`).
  let isOnce: Bool
  let captionFrom: SourceNode?
  let failed: WrittenText?
  let failedLocation: Location?
  let filter: SourceNode?
  var checks: [WrittenCheck]
  var notes: [WrittenNote]
  let messages: WrittenMessages
  let lookup: WrittenLookup?
  let onChange: SourceNode?
  /// True if a client that cannot draw the atom may omit it.
  let isOmittable: Bool
  let fallbacks: [FallbackDraft]
  let minimumClient: MinimumClient
  var lookupSlot: Int?
  /// The address of a tap or of an image; nil if absent.
  let link: SourceNode?
  let confirmation: WrittenConfirmation?
  /// The definitions of the child atoms; nil if the kind has no children.
  let children: SourceNode?
  /// The properties that were read, by name. They are the properties that the definition may have.
  let asked: [String: AskedProperty]
  /// The names of the tables whose rows are options.
  let tables: Set<String>
  /// The file names of the documents of consents.
  let documents: Set<String>
  var position = AtomPosition()

  /// The composed kind whose parts a group contains; nil for other atoms.
  var composed: String? {
    guard kind is GroupKind, let file = children?.location.file, file !== idLocation.file else { return nil }
    return file.terms?.composition?.kind
  }

  /// The names of the composed kinds that the atom draws, the outermost last: the kind of a group's
  /// parts, and each kind of one part that the atom is.
  var composedKinds: [String] {
    var (kinds, name) = (composed.map { [$0] } ?? [], writtenID)
    for (_, use) in idLocation.file.compositions() {
      guard use.isSingle, name == Composition.itself else { break }
      kinds.append(use.kind)
      name = use.id
    }
    return kinds
  }

  /// Reads a definition `{kind: id, property: value, ...}`.
  ///
  /// Returns nil after adding an error if `line` is not a mapping or does not have exactly one kind
  /// and an id. After any other fault the draft can still be compiled.
  ///
  /// - Parameter list: The file of the repeat that contains the atom; nil outside of items.
  init?(
    _ line: SourceNode, _ vocabulary: Vocabulary, inItemsOf list: SourceFile? = nil,
    collecting diagnostics: inout Diagnostics
  ) {
    guard let head = Self.head(of: line, &diagnostics) else { return nil }
    let (entries, name, written) = (head.entries, head.name, head.id.scalar ?? "")
    idLocation = head.id.location
    (id, writtenID) = (idLocation.file.whole(written, upTo: list), written)
    Self.refuseParameter(written, at: idLocation, &diagnostics)

    let implied = head.type == SearchKind.self ? vocabulary.implied(by: entries, id: written, at: line.location) : []
    var properties = Properties(entries, inheriting: implied, at: line.location, vocabulary.normalizations)
    properties.definedNames = vocabulary.definedNames
    (properties.tables, properties.documents) = (vocabulary.tables, vocabulary.consentDocuments)
    properties.pictures = vocabulary.pictures
    if head.type == GroupKind.self, FormPage.isGroup(written) { properties.aliases = ["caption": "title"] }
    _ = properties.node(name)
    let read = head.type.init(&properties)
    let isUngrouped = vocabulary.ungrouped.contains(written)
    kind = isUngrouped ? (read as? TextInputKind).map(TextInputKind.init(ungrouped:)) ?? read : read
    (input, caption) = (kind as? any InputKind, properties.written("caption"))
    (showIf, captionFrom) = (properties.node("showIf"), properties.node("captionFrom"))
    (failed, failedLocation) = (properties.written("failed"), properties.node("failed")?.location)
    let values = ValueProperties(of: kind, id, &properties)
    whole = DraftedWhole(around: idLocation.file, upTo: list, of: kind, values)
    (isOptional, isOmittable) = (values.isOptional || whole.optional != nil, values.isOmittable)
    (enableIf, requireIf) = (values.enableIf, values.requireIf)
    (value, isOnce) = (values.value, values.isOnce || whole.isOnce)
    (preset, presetFrom) = (values.preset, values.presetFrom)
    either = values.either
    (lookup, filter) = (values.lookup, values.filter)
    (checks, notes) = (values.checks, values.notes)
    (messages, onChange) = (values.messages, values.onChange)
    minimumClient = properties.minimumClient()
    let own = FallbackDraft.Line(id: writtenID, kind: kind, entries: entries + implied, at: idLocation, list: list)
    fallbacks = kind is any NestingKind ? [] : FallbackDraft.all(&properties, of: own)
    let isNeeded = input != nil && !(isOmittable || value != nil || preset != nil || presetFrom != nil)
    for fallback in fallbacks where isNeeded && !(fallback.kind is any InputKind) {
      properties.error(
        .fallbackMismatch, "`\(id)` requires an entered value, and its fallback `\(fallback.kind.name)` accepts none",
        at: fallback.location)
    }
    link = kind is any ActingKind || kind is ImageKind ? properties.node("href") : nil
    confirmation = kind is any ActingKind ? WrittenConfirmation(&properties) : nil
    if (kind as? LinkKind)?.leadsOutside == true, let node = properties.node("confirm") {
      properties.error(.misplaced, "`confirm` is not allowed for a link that leaves the bank", at: node.location)
    }
    children = kind is any NestingKind ? properties.node("atoms") : nil
    if kind is any NestingKind, children == nil {
      properties.isMissing("atoms", "`atoms` is missing: the atoms of the \(name)")
    }
    // The help compiles many probe definitions, so only the first faults include it.
    let isEarly = diagnostics.all.count < Self.maxHelped
    properties.refuseTheRest(of: (kind as? TextInputKind).map { "\(name) of type \($0.content.rawValue)" } ?? name) {
      isEarly ? Self.company(of: $0, in: head.type, with: vocabulary) : nil
    }
    diagnostics.append(properties.diagnostics)
    asked = properties.asked
    (tables, documents) = (properties.usedTables, properties.usedDocuments)
  }

  /// Adds an error for an id that is a parameter of the file.
  private static func refuseParameter(_ id: String, at place: Location, _ diagnostics: inout Diagnostics) {
    guard place.file.terms?.arguments[id] != nil else { return }
    let file = place.file.isKind ? "kind" : "fragment"
    diagnostics.error(.duplicate, "`\(id)` is already a parameter of this \(file)", at: place)
  }

  /// Returns the entries of a definition, its kind by name and type, and the node of its id.
  ///
  /// Returns nil after adding an error if the definition does not have exactly one kind and an id.
  private static func head(
    of line: SourceNode, _ diagnostics: inout Diagnostics
  ) -> (entries: [SourceNode.Entry], name: String, type: any AtomKind.Type, id: SourceNode)? {
    guard let entries = line.mapping else {
      diagnostics.error(
        .wrongShape, "an atom is written as {kind: id, ...}, not \(line.noun)",
        remedy: OtherKinds.lineRemedy(line.scalar),
        at: line.location)
      return nil
    }
    let heads = entries.filter { AtomRegistry.byName[$0.key.scalar ?? ""] != nil }
    guard let head = heads.first, let name = head.key.scalar, let type = AtomRegistry.byName[name] else {
      refuseKind(of: entries, at: line.location, &diagnostics)
      return nil
    }
    if let second = heads.dropFirst().first, let other = second.key.scalar {
      diagnostics.error(
        .conflict, "an atom has exactly one kind, found \(withArticle(name)) and \(withArticle(other))",
        at: second.key.location)
      return nil
    }
    guard head.value.scalar.map({ isIdentifier($0[...]) }) == true else {
      let isNone = head.value.isNull || head.value.scalar?.isEmpty == true
      let found = isNone ? "found none" : "not \(head.value.scalar.map { "`\($0)`" } ?? head.value.noun)"
      diagnostics.error(
        .invalidName, "an atom's id consists of Latin letters, digits and _ and does not begin with a digit, \(found)",
        at: head.value.location)
      return nil
    }
    return (entries, name, type, head.value)
  }

  /// The number of faults after which messages no longer suggest entries that allow a property.
  static let maxHelped = 20

  /// Returns the entries that allow `property`, such as `type: number` or `type: amount`; nil if
  /// none do.
  private static func company(of property: String, in type: any AtomKind.Type, with vocabulary: Vocabulary) -> String? {
    let company = FormatProbe.company(of: property, in: type, with: vocabulary).first
    return company.map { "`\($0.name): \($0.words.joined(separator: "` or `\($0.name): "))`" }
  }

  /// Adds an error for a definition without a kind, at the first name that is similar to a kind,
  /// otherwise at the first name.
  private static func refuseKind(
    of entries: [SourceNode.Entry], at location: Location, _ diagnostics: inout Diagnostics
  ) {
    let kinds = AtomRegistry.kinds.map { $0.name }
    let names = entries.compactMap { entry in entry.key.scalar.map { (name: $0, location: entry.key.location) } }
    let near = names.first { !suggestion(for: $0.name, among: kinds).isEmpty }
    if near == nil, let fault = OtherKinds.fault(of: entries) { return diagnostics.append(fault) }
    guard let (name, place) = near ?? names.first else {
      return diagnostics.error(
        .wrongShape, "an atom is written as {kind: id, ...}", remedy: "; the kinds are \(kinds.listed)", at: location)
    }
    let hint = suggestion(for: name, among: kinds)
    diagnostics.error(
      .unknownKind, "unknown kind of atom `\(name)`", remedy: hint.isEmpty ? "; the kinds are \(kinds.listed)" : hint,
      at: place)
  }
}

/// The composed kinds around an atom, as far as they affect it.
struct DraftedWhole {
  /// True if the definition of the atom itself makes it optional.
  let isOptionalAlone: Bool
  /// The file of the innermost optional kind that contains the input; nil if none does.
  private(set) var optional: SourceFile?
  private(set) var isOnce = false

  /// Creates the value of an atom outside of composed kinds.
  init() { isOptionalAlone = true }

  fileprivate init(around file: SourceFile, upTo list: SourceFile?, of kind: any AtomKind, _ values: ValueProperties) {
    isOptionalAlone = values.isOptional
    let uses = file.compositions(upTo: list)
    if uses.isEmpty { return }
    if kind is any InputKind, !(kind is RepeatKind), values.value == nil {
      optional = uses.first { $0.use.isOptional }?.file
    }
    isOnce = uses.contains { $0.use.isOnce }
  }
}

/// The properties whose set depends on the kind: a repeat, another input, or an atom without a
/// value.
private struct ValueProperties {
  private(set) var isOptional = true
  private(set) var isOmittable: Bool
  private(set) var enableIf: SourceNode?
  private(set) var requireIf: SourceNode?
  private(set) var value: SourceNode?
  private(set) var preset: SourceNode?
  private(set) var presetFrom: SourceNode?
  private(set) var either: SourceNode?
  private(set) var isOnce = false
  private(set) var lookup: WrittenLookup?
  private(set) var filter: SourceNode?
  private(set) var checks: [WrittenCheck] = []
  private(set) var notes: [WrittenNote] = []
  private(set) var messages = WrittenMessages()
  private(set) var onChange: SourceNode?

  init(of kind: any AtomKind, _ id: String, _ properties: inout Properties) {
    if let kind = kind as? RepeatKind {
      isOptional = kind.minimum == 0
      isOmittable = isOptional
      enableIf = properties.node("enableIf")
      presetFrom = properties.node("defaultFrom")
      isOnce = properties.flag("once", default: false)
      (checks, notes) = WrittenCheck.all(&properties)
      messages = WrittenMessages(&properties, of: id, kind, isRequirable: !isOptional)
    } else if kind is ConsentKind {
      isOptional = properties.flag("optional", default: false)
      (enableIf, requireIf) = (properties.node("enableIf"), properties.node("requireIf"))
      isOnce = true
      (checks, notes) = WrittenCheck.all(&properties)
      messages = WrittenMessages(&properties, of: id, kind, isRequirable: !isOptional || requireIf != nil)
      onChange = properties.node("onChange")
      isOmittable = isOptional && requireIf == nil
    } else if let input = kind as? any InputKind {
      isOptional = properties.flag("optional", default: false)
      enableIf = properties.node("enableIf")
      requireIf = properties.node("requireIf")
      value = properties.node("value")
      preset = properties.node("default")
      presetFrom = properties.node("defaultFrom")
      either = properties.node("either")
      isOnce = properties.flag("once", default: false)
      if let search = kind as? SearchKind {
        lookup = WrittenLookup(searching: search.list, &properties)
      } else if !(kind is ChoicesKind) {
        lookup = WrittenLookup(&properties)
      }
      (checks, notes) = WrittenCheck.all(&properties)
      messages = WrittenMessages(&properties, of: id, kind, isRequirable: !isOptional || requireIf != nil)
      filter = input.options == nil && !(kind is SearchKind) ? nil : properties.node("filter")
      onChange = properties.node("onChange")
      isOmittable = isOptional && requireIf == nil
    } else {
      isOmittable = kind is GroupKind ? false : properties.flag("optional", default: kind.isOrnament)
      let isTapped = (kind as? any ActingKind)?.action != nil || kind is CommandKind
      enableIf = isTapped || kind is GroupKind ? properties.node("enableIf") : nil
      if kind is CommandKind { onChange = properties.commandEffect() }
    }
  }
}

/// A check as written: `check: condition`, or `{check: ..., message: ..., severity: warning}`.
struct WrittenCheck {
  let condition: SourceNode
  let message: WrittenText?
  /// The severity of a failed check; nil if the verification's reason determines it.
  let severity: Severity?

  /// True if `message` is a list that is too short to have a message for this check.
  let lacksMessage: Bool
  /// True if the check applies to submissions only (`judged: submit`).
  let isForSubmission: Bool
  /// True for a check of a composed kind, which is at one of its parts.
  var isOfWhole = false

  /// Returns the check as one of a composed kind.
  var ofWhole: WrittenCheck {
    var check = self
    check.isOfWhole = true
    return check
  }

  /// The effect of a failed check: the value is rejected, or the person is warned.
  enum Severity: String, CaseIterable { case error, warning }

  /// Reads the checks and notes: `check` with `message`, each single or a list, or a list of
  /// mappings. A mapping with `when` is a note.
  static func all(_ properties: inout Properties) -> (checks: [WrittenCheck], notes: [WrittenNote]) {
    guard let node = properties.node("check") else {
      if let message = properties.node("message") {
        properties.error(
          .missingCompanion, "`message` requires `check`",
          remedy: ": write texts for other rules in `messages`, as {pattern: ...}", at: message.location)
      }
      return ([], [])
    }
    let written = node.sequence ?? [node]
    let messages = properties.node("message").map { $0.sequence ?? [$0] } ?? []
    let texts = messages.map { properties.written("message", $0) }
    if let extra = messages.dropFirst(written.count).first {
      properties.error(.misplaced, "there are more messages than checks", at: extra.location)
    }
    var notes: [WrittenNote] = []
    let checks = written.enumerated().compactMap { index, node -> WrittenCheck? in
      let message = texts.indices.contains(index) ? texts[index] : nil
      guard let entries = node.mapping else {
        let lacksMessage = !messages.isEmpty && index >= messages.count
        return WrittenCheck(
          condition: node, message: message, severity: nil, lacksMessage: lacksMessage, isForSubmission: false)
      }
      if messages.indices.contains(index) {
        properties.error(
          .misplaced, "`message` must be inside the mapping of its check", at: messages[index].location)
      }
      return one(entries, at: node.location, &properties, &notes)
    }
    return (checks, notes)
  }

  private static func one(
    _ entries: [SourceNode.Entry], at location: Location, _ properties: inout Properties, _ notes: inout [WrittenNote]
  ) -> WrittenCheck? {
    var parts = Properties(entries, at: location)
    let (condition, when) = (parts.node("check"), parts.node("when"))
    let message = parts.written("message")
    let words = Severity.allCases.map(\.rawValue) + Atom.Note.Severity.allCases.map(\.rawValue)
    let severity = parts.word("severity", of: words)
    let isForSubmission = isForSubmission(&parts, isNote: when != nil)
    switch (condition, when) {
    case (nil, nil): parts.error(.wrongShape, "a check is written as {check: condition, ...}", at: location)
    case (.some, let when?):
      parts.error(
        .conflict,
        "`when` conflicts with `check`: a note is shown if its condition holds, a check if its condition fails",
        at: when.location)
    case (.some, nil):
      guard let severity, Severity(rawValue: severity) == nil, let node = parts.node("severity") else { break }
      parts.error(
        .wrongValue, "the severity of a check is error or warning",
        remedy: ": write a text for a condition that holds as "
          + "{when: ..., message: ..., severity: \(severity)}", at: node.location)
    case (nil, let when?):
      if let severity, Severity(rawValue: severity) != nil, let node = parts.node("severity") {
        parts.error(
          .wrongValue, "the severity of a note is info or success",
          remedy: ": write a text for a condition that fails as "
            + "{check: ..., message: ..., severity: \(severity)}", at: node.location)
      }
      if message == nil, parts.node("message") == nil {
        parts.error(.missingProperty, "`message`, the text of the note, is missing", at: location)
      }
      if let message {
        let sort = severity.flatMap(Atom.Note.Severity.init) ?? .info
        notes.append(WrittenNote(condition: when, message: message, severity: sort))
      }
    }
    parts.refuseTheRest(of: "a check")
    properties.append(parts.diagnostics)
    guard let condition, when == nil else { return nil }
    return WrittenCheck(
      condition: condition, message: message, severity: severity.flatMap(Severity.init), lacksMessage: false,
      isForSubmission: isForSubmission)
  }
}
