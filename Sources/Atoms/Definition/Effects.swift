import Conditions
import SourceText
import JSON

/// The execution terms in the head of an operation: `cutOff: "16:30"`, `core: feed`.
struct WrittenExecution {
  /// The cut-off time in minutes after midnight; nil for the default of the bank.
  let cutOff: Int?
  /// True if the bank's core executes the submissions.
  let isFed: Bool
  /// The requirements of the effect; nil without an effect or if the effect is unknown.
  let shape: EffectShape?

  /// Reads the terms. With `effect: document`, `core: SYSTEM` selects the bank system that declares
  /// the effect.
  init(_ head: inout Properties, effect: String?, hasEffect: Bool, in vocabulary: Vocabulary) {
    let time = head.node("cutOff")
    let minutes = time?.scalar.flatMap { TimeText.minutes(of: $0) }
    if let time, minutes == nil {
      head.error(.wrongValue, "`cutOff` takes a time of the day from \"00:01\" to \"23:59\"", at: time.location)
    }
    cutOff = minutes
    let isDocument = effect == "document"
    let systems = isDocument ? vocabulary.documents.keys.sorted() : []
    let core = head.word("core", of: ["feed"] + systems)
    isFed = core == "feed"
    shape = (isFed ? nil : core.flatMap { vocabulary.documents[$0] }) ?? effect.flatMap { vocabulary.effects[$0] }
    if isFed, shape?.declared != nil, let node = head.node("core") {
      head.error(.misplaced, "the service that declares `\(effect ?? "")` executes it, not the core", at: node.location)
    }
    if !hasEffect {
      if let time, minutes != nil {
        head.error(.missingCompanion, "`cutOff` requires `effect`: without it nothing is executed", at: time.location)
      }
      if isFed, let core = head.node("core") {
        head.error(.missingCompanion, "`core` requires `effect`: without it nothing is executed", at: core.location)
      }
    }
  }
}

extension OperationCompiler {
  /// Adds an error for each requirement of the effect that the operation does not meet.
  mutating func checkEffect(_ effect: String, _ shape: EffectShape?, isSigned: Bool, at location: Location) {
    if isPublic, shape?.opensSession == false {
      diagnostics.error(
        .publicAccess, "effect `\(effect)` acts for a person, which a public operation does not have", at: location)
    }
    if !isPublic, shape?.opensSession == true {
      diagnostics.error(.publicAccess, "effect `\(effect)` opens a session: `access: public` is missing", at: location)
    }
    if isSigned, shape?.readsSecrets == true {
      diagnostics.error(
        .secret, "effect `\(effect)` reads secrets, which are never stored: its submissions cannot be signed",
        at: location)
    }
    for input in shape?.inputs ?? [] {
      if let value = sent.first(where: { $0.name == input.id }), let wanted = input.type {
        if !value.expression.type.serves(wanted) {
          let source = takenWhole(input.id) == nil ? "`send` gives" : "its value is"
          diagnostics.error(
            .effectMismatch,
            "effect `\(effect)` needs `\(input.id)` to be \(wanted.noun), and \(source) \(value.expression.type.noun)",
            at: location)
        }
      } else if let draft = drafts.first(where: { $0.id == input.id && $0.position.owner == nil }) {
        check(draft, as: input, of: effect)
      } else if input.required, !broken.contains(input.id) {
        let kind = input.kind + (input.content.map { " of type \($0)" } ?? "")
        let what = input.type.map { "with \($0.noun) as value" } ?? "of kind \(kind)"
        diagnostics.error(.effectMismatch, "effect `\(effect)` needs an atom `\(input.id)` \(what)", at: location)
      }
    }
  }

  /// Adds an error if the effect does not accept the signing method.
  mutating func checkSign(_ sign: String?, of effect: String, at location: Location) {
    guard let signs = vocabulary.effects[effect]?.signs, !signs.contains(sign ?? "") else { return }
    diagnostics.error(
      .effectMismatch, "effect `\(effect)` needs `sign: \(signs.joined(separator: "` or `"))`", at: location)
  }

  private mutating func check(_ draft: AtomDraft, as input: EffectShape.Input, of effect: String) {
    let head = "effect `\(effect)` needs `\(input.id)`"
    let content = (draft.kind as? TextInputKind)?.content.rawValue
    // The value of a search is an option of its list, so the search can replace a choice or a text.
    let isChoice =
      draft.kind is SearchKind && (input.kind == "enum" || input.kind == "textInput" && input.content == nil)
    if let wanted = input.type {
      let number = draft.kind as? TextInputKind
      let isWhole = wanted == .integer && number?.places == 0
      if !isWhole, draft.input?.type.serves(wanted) != true {
        let found = draft.input.map { $0.type.noun } ?? "an atom without a value"
        let remedy = wanted == .integer && number?.content == .number ? ": give it `scale: 0`" : ""
        diagnostics.error(
          .effectMismatch, "\(head) to be \(wanted.noun), not \(found)", remedy: remedy, at: draft.idLocation)
      }
    } else if draft.kind.name != input.kind, !isChoice {
      diagnostics.error(.effectMismatch, "\(head) to be \(input.kind), not \(draft.kind.name)", at: draft.idLocation)
    } else if let wanted = input.content, wanted != content {
      diagnostics.error(
        .effectMismatch, "\(head) to be of type \(wanted), not \(content ?? "another")", at: draft.idLocation)
    } else if let wanted = input.currency, let currency = (draft.kind as? TextInputKind)?.currency, wanted != currency {
      diagnostics.error(.effectMismatch, "\(head) to be in \(wanted), not in \(currency)", at: draft.idLocation)
    } else if let wanted = input.currency, let node = (draft.kind as? TextInputKind)?.currencyFrom {
      diagnostics.error(.effectMismatch, "\(head) to be in \(wanted), and its currency may be any", at: node.location)
    } else if let options = input.options {
      check(draft, amongOptions: options, head)
    }
    guard input.required else { return }
    if draft.isOptional, draft.input != nil {
      diagnostics.error(.effectMismatch, "\(head) in every submission, so it cannot be optional", at: draft.idLocation)
    }
    for (name, node) in [("showIf", draft.showIf), ("enableIf", draft.enableIf), ("requireIf", draft.requireIf)] {
      guard let node, name != "enableIf" || draft.preset == nil && draft.presetFrom == nil else { continue }
      diagnostics.error(.effectMismatch, "\(head) in every submission, so it cannot have `\(name)`", at: node.location)
    }
    if draft.preset == nil, draft.presetFrom == nil,
      let node = groups(around: draft).compactMap({ drafts[$0].enableIf }).first
    {
      diagnostics.error(
        .effectMismatch, "\(head) in every submission, so a group around it cannot have `enableIf`", at: node.location)
    }
  }

  /// Adds an error for each option that the effect does not accept.
  private mutating func check(_ draft: AtomDraft, amongOptions options: [String], _ head: String) {
    if case .faulty = draft.input?.options { return }
    guard case .literal(let choices) = draft.input?.options else {
      return diagnostics.error(.effectMismatch, "\(head) to have the options \(options.listed)", at: draft.idLocation)
    }
    for choice in choices where !options.contains(where: { .string($0) == choice.value }) {
      diagnostics.error(
        .effectMismatch, "\(head) to have options among \(options.listed), not `\(choice.value.plainText)`",
        at: draft.idLocation)
    }
  }
}

extension ValueType {
  /// Returns true if a value of this type is valid where an effect requires the type `wanted`.
  fileprivate func serves(_ wanted: ValueType) -> Bool {
    switch (self, wanted) {
    case (.any, _), (_, .any), (.list, .list), (.record, .record), (.integer, .number), (.date, .text): true
    default: self == wanted
    }
  }
}
