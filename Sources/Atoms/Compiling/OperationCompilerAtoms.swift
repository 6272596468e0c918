import Texts
import Dates
import Conditions
import SourceText
import JSON

extension OperationCompiler {
  /// Compiles the conditions, expressions and texts of an atom.
  mutating func compile(_ draft: AtomDraft, at place: Int, in scope: Scope) -> AtomParts {
    let markdown = markdown((draft.kind as? TextKind)?.markdown, in: scope)
    var atom = AtomParts(
      id: draft.id, kind: draft.kind, caption: markdown?.caption ?? wording(draft.caption, in: scope),
      isOptional: draft.isOptional, position: draft.position)
    atom.markdown = markdown?.blocks
    atom.showIf = draft.showIf.flatMap { state($0, .showIf, of: draft, in: scope) }
    let enabling = draft.enableIf.flatMap { state($0, .enableIf, of: draft, in: scope) }
    if draft.kind is GroupKind { enablingGroups[place] = enabling } else { atom.enableIf = enabling }
    atom.requireIf = draft.requireIf.flatMap { state($0, .requireIf, of: draft, in: scope) }
    addWholes(to: &atom, of: draft, in: scope)
    atom.computed = draft.value.flatMap { computed($0, "value", of: draft, in: scope) }
    warnOfDrift(in: atom.computed, of: draft)
    warnOfFirstRow(in: atom.computed, of: draft)
    atom.preset = draft.preset.map { preset($0, of: draft) } ?? draft.input?.initial ?? .null
    if let node = draft.preset, draft.value != nil {
      diagnostics.error(
        .conflict, "`default` conflicts with `value`: a computed atom needs no default", at: node.location)
    }
    atom.presetFrom =
      draft.kind is RepeatKind ? listPreset(at: place, in: scope) : presetSource(of: draft, in: scope)
    atom.either = either(of: draft, in: scope)
    atom.isOnce = draft.isOnce
    // For a search, `failed` is also the text for an unavailable list.
    atom.captionFrom = captionSource(
      draft.captionFrom, failed: draft.failed, at: draft.kind is SearchKind ? nil : draft.failedLocation, atom.caption,
      before: draft.kind, in: scope)
    atom.limits = limits(of: draft, at: place, in: scope)
    atom.currencyFrom = currencySource(of: draft, in: scope)
    atom.formatFrom = formatSource(of: draft, in: scope)
    atom.items = itemSource(of: draft, at: place, in: scope)
    atom.optionsFrom = options(of: draft, in: scope)
    atom.filter = draft.filter.flatMap { filter(of: draft, $0, atom.optionsFrom, in: scope) }
    if draft.input != nil, atom.computed == nil { review.note(limitsIn: scope, at: place) }
    atom.checks = checks(of: draft, at: place, in: scope)
    keepForm(of: &atom)
    atom.notes = notes(of: draft, in: scope)
    for (rule, text) in draft.messages.texts { atom.messages[rule] = wording(text, in: scope) }
    checkPast(draft)
    refuseVariables(inAddressOf: draft, in: scope)
    atom.onChange = changeEffect(of: draft, in: scope)
    atom.confirmation = confirmation(of: draft, in: scope)
    atom.address = filledAddress(of: draft, in: scope)
    (atom.isOmittable, atom.minimumClient) = (draft.isOmittable, draft.minimumClient)
    atom.fallbacks = draft.fallbacks.map { compile($0, of: draft, atom, in: scope) }
    atom.lookup = draft.lookupSlot
    let firstFact = firstFact
    var factSlots = Set(atom.allReads.filter { $0 >= firstFact })
    if isPublic, case .fact(let name) = draft.input?.options {
      diagnostics.error(
        .publicAccess, "`\(draft.id)` offers the person's \(name), which a public operation cannot read",
        at: draft.idLocation)
    }
    if case .fact(let name) = draft.input?.options, let index = facts.firstIndex(where: { $0.name == name }) {
      factSlots.insert(firstFact + index)
      atom.optionSlot = firstFact + index
    }
    atom.facts = factSlots.sorted()
    return atom
  }

  /// Compiles the checks of an atom, except those with faults.
  private mutating func checks(of draft: AtomDraft, at place: Int, in scope: Scope) -> [Atom.Check] {
    var own: [(function: String, check: WrittenCheck)] = []
    defer { if own.count > 1 { reviewLengths(of: own) } }
    return draft.checks.compactMap { check in
      guard let text = check.condition.scalar else {
        diagnostics.error(
          .wrongShape, "`check` takes a condition, not \(check.condition.noun)", at: check.condition.location)
        return nil
      }
      guard let condition = condition(text, check.condition, in: scope, subject: check.isOfWhole ? nil : draft.id)
      else { return nil }
      let call = condition.call
      call.map { reviewCall($0, of: check, at: place) }
      if let call, call.arguments.count == 1, call.arguments[0].slot == .outer(place) {
        own.append((call.function, check))
      }
      if let owner = draft.position.owner { reviewMembership(condition, of: place, in: owner, check) }
      if check.lacksMessage, call.flatMap({ vocabulary.verifications[$0.function] }) == nil {
        diagnostics.warning(
          .missingMessage, "this check has no message: `message` has fewer texts than `check` has conditions",
          at: check.condition.location)
      }
      return Atom.Check(
        condition: condition, code: call?.function ?? "check", message: wording(check.message, in: scope),
        severity: check.severity,
        verification: call.flatMap { vocabulary.verifications[$0.function] },
        slots: call.flatMap { Self.slots(of: $0.arguments) }, isForSubmission: check.isForSubmission)
    }
  }

  /// Stores the text in the normalized form of the first verification that defines one, such as an
  /// IBAN without spaces.
  private func keepForm(of atom: inout AtomParts) {
    let called = atom.checks.flatMap(\.condition.reads.functions)
    guard let kind = atom.kind as? TextInputKind,
      let form = called.lazy.compactMap({ vocabulary.verifications[$0]?.form }).first
    else { return }
    let keeping = TextInputKind(kind, keeping: form)
    atom.kind = keeping
    atom.preset = keeping.read(atom.preset) ?? atom.preset
  }

  /// Warns if `min` is `today()` and `max` is a constant date in the past.
  private mutating func checkPast(_ draft: AtomDraft) {
    guard let kind = draft.kind as? DateInputKind, let last = kind.bounds.maximum, let today = vocabulary.today,
      let min = kind.limits.first(where: { $0.name == "min" }), min.node.scalar == "today()",
      last < "'\(today)'"
    else { return }
    diagnostics.warning(
      .noPossibleValue, "`max` is in the past, and `min` is today: no value can pass", at: min.node.location)
  }

  /// Compiles a fallback, with its own caption or the caption of the atom.
  private mutating func compile(
    _ fallback: FallbackDraft, of draft: AtomDraft, _ atom: AtomParts, in scope: Scope
  ) -> AtomParts {
    let markdown = markdown(fallback.markdown, in: scope)
    let isOwn =
      fallback.companionID != nil || fallback.caption != nil || fallback.captionFrom != nil || markdown != nil
    var parts = AtomParts(
      id: fallback.companionID ?? draft.id, kind: fallback.kind,
      caption: isOwn
        ? markdown?.caption ?? wording(fallback.caption, in: scope) ?? fallback.title.map(Wording.init)
        : atom.caption,
      isOptional: draft.isOptional, position: draft.position)
    parts.markdown = markdown?.blocks
    refuseValues(inAddressOf: fallback.kind, at: fallback.location)
    parts.minimumClient = fallback.minimumClient
    parts.before = fallback.before.map { compile($0, of: draft, atom, in: scope) }
    parts.after = fallback.after.map { compile($0, of: draft, atom, in: scope) }
    if fallback.kind is any ActingKind, fallback.companionID == nil { parts.confirmation = atom.confirmation }
    parts.captionFrom =
      isOwn
      ? captionSource(
        fallback.captionFrom, failed: fallback.failed, at: fallback.failedLocation, parts.caption,
        before: fallback.kind, in: scope)
      : atom.captionFrom
    // A client that cannot draw the search gets a list of options.
    if draft.kind is SearchKind, case .expression(let node)? = (fallback.kind as? any InputKind)?.options {
      parts.optionsFrom = expression(node, in: scope)
    }
    return parts
  }

  /// Returns the slots of the arguments; nil if an argument is not a plain slot.
  private static func slots(of arguments: [ConditionExpression]) -> [Int]? {
    let slots = arguments.compactMap { argument -> Int? in
      if case .outer(let slot) = argument.slot { slot } else { nil }
    }
    return slots.count == arguments.count ? slots : nil
  }

  /// Compiles the expression of a property such as `value`. Its type must be valid for the atom.
  mutating func computed(
    _ node: SourceNode, _ property: String, of draft: AtomDraft, in scope: Scope
  ) -> ConditionExpression? {
    guard !refusesUnquotedText(node, of: draft.input?.type, in: scope), let expression = expression(node, in: scope),
      let input = draft.input
    else { return nil }
    if let secret = secret(in: expression), expression.type != .boolean {
      diagnostics.error(
        .secret,
        "`$\(secret)` is a password or code, which is never stored, so no stored value can be computed from it",
        at: node.location)
      return nil
    }
    let fits =
      switch (input.type, expression.type) {
      case (.any, _), (_, .any), (.number, .integer), (.text, .date): true
      case (let wanted, let given): wanted == given
      }
    if !fits {
      diagnostics.error(
        .wrongType, "`\(property)` gives \(expression.type.wholeNoun), and `\(draft.id)` takes \(input.type.wholeNoun)",
        remedy: valueHint(node, property, expression.type, for: input.type), at: node.location)
    }
    guard fits else { return nil }
    if let own = (draft.kind as? TextInputKind)?.currency, let unit = expression.unit(currencies), unit != own {
      diagnostics.warning(
        .mixedCurrencies, "`\(property)` gives an amount in \(unit), and `\(draft.id)` is in \(own)",
        remedy: ": convert it by a rate", at: node.location)
    } else {
      checkPlaces(of: expression, property, of: draft, at: node.location)
    }
    refuseOptions(expression, of: draft, at: node)
    return expression
  }

  /// Returns the remedy for a value of another type: a fixed date, or the sum of a list; empty for
  /// others.
  private func valueHint(_ node: SourceNode, _ property: String, _ given: ValueType, for wanted: ValueType) -> String {
    let text = node.scalar ?? ""
    if property == "defaultFrom", wanted == .date, CivilDate(text) != nil { return ": write `default: \(text)`" }
    let path = text.split(separator: ".", omittingEmptySubsequences: false)
    guard wanted == .number || wanted == .integer, given.element?.isNumeric == true, path.count == 2,
      path[0].hasPrefix("$"), isIdentifier(path[0].dropFirst()), isIdentifier(path[1])
    else { return "" }
    return ": write a sum as `\(path[0]).@sum.\(path[1])`"
  }

  /// Compiles `defaultFrom`; returns nil if it is absent or has faults.
  private mutating func presetSource(of draft: AtomDraft, in scope: Scope) -> ConditionExpression? {
    guard let node = draft.presetFrom else { return nil }
    if draft.input?.isSecret == true {
      diagnostics.error(
        .secret, "a password or code cannot have `defaultFrom`: it must be entered each time", at: node.location)
    } else if draft.preset != nil || draft.value != nil {
      let other = draft.preset != nil ? "`default`" : "`value`"
      diagnostics.error(
        .conflict, "`defaultFrom` conflicts with \(other)", remedy: ": use only one of them", at: node.location)
    }
    return computed(node, "defaultFrom", of: draft, in: scope)
  }

  private mutating func preset(_ node: SourceNode, of draft: AtomDraft) -> Value {
    guard let input = draft.input, !input.isSecret else {
      diagnostics.error(
        .secret, "a password or code cannot have `default`: secrets must not be in files", at: node.location)
      return .null
    }
    guard node.scalar?.isEmpty != true, !node.isNull else {
      diagnostics.error(
        .wrongValue, "`default` is empty", remedy: ": omit it if the atom is initially empty", at: node.location)
      return .null
    }
    if let kind = input as? ChoicesKind { return presets(node, of: draft, kind) }
    guard case .scalar(let text, let quoted) = node.content else {
      diagnostics.error(.wrongShape, "`default` takes a single value, not \(node.noun)", at: node.location)
      return .null
    }
    let word: Value? = quoted ? nil : text == "true" ? true : text == "false" ? false : nil
    let plain = word ?? wholeNumber(text, quoted: quoted).map(Value.integer)
    guard let kept = plain.flatMap(input.read) ?? input.read(.string(text)) else {
      let meant =
        input.type == .boolean
        ? CommonMistakes.flag(text).map { ["\($0)"] } ?? ["true", "false"]
        : input.type == .number || input.type == .integer
          ? CommonMistakes.numbers(meantBy: text)
          : input.type == .date ? OtherNotations.days(text).map(\.description) : []
      let isExpression = !quoted && CommonMistakes.isExpression(text)
      let hint =
        isExpression
        ? ": write an expression as `defaultFrom`"
        : meant.isEmpty
          ? input.type == .date && OtherNotations.isMissingDay(text) ? ": this date does not exist" : ""
          : ": write " + meant.map { "`\($0)`" }.joined(separator: " or ")
      let form = input.type == .date ? "a date, YYYY-MM-DD" : input.type.wholeNoun
      diagnostics.error(
        .wrongValue, "`default` is not a value of `\(draft.id)`, which takes \(form)", remedy: hint, at: node.location)
      return .null
    }
    if !quoted, input.type == .text, CommonMistakes.isExpression(text) {
      diagnostics.warning(
        .literalText, "`default` is used as literal text", remedy: "; write an expression as `defaultFrom`",
        at: node.location)
    }
    if case .literal(let choices) = input.options, !choices.contains(where: { $0.value == kept }) {
      let values = choices.map { $0.value.integer.map(String.init) ?? "'\($0.value.plainText)'" }
      diagnostics.error(
        .wrongValue, "`default` is not among the options, which are \(values.listed)", at: node.location)
    } else if let violation = input.judge(kept) {
      diagnostics.error(
        .wrongValue, "`default` violates a rule of `\(draft.id)`, `\(violation.code)`: \(violation.text(in: .en))",
        at: node.location)
    }
    return kept
  }

  private mutating func filter(
    of draft: AtomDraft, _ node: SourceNode, _ options: ConditionExpression?, in scope: Scope
  ) -> Condition? {
    if draft.kind is SearchKind, let list = draft.lookup?.directory.scalar, let search = vocabulary.search(list),
      !search.takesFilter
    {
      diagnostics.error(
        .misplaced, "the options of the list `\(list)` cannot be filtered",
        remedy: ": judge the chosen option in `check`, by its fields \(search.lookup.fields.map(\.name).listed)",
        at: node.location)
      return nil
    }
    let scope = filterScope(of: draft, options, scope)
    let condition = condition(node, in: scope, fields: optionForms(of: draft))
    if let condition {
      refuseExcludedDefault(of: draft, by: condition)
      warn(.neverHolds, condition.disjointComparisons(scope.fieldValues), in: condition.text, at: node.location)
    }
    if let reads = condition?.reads.outer, !reads.isEmpty,
      let own = lookups.firstIndex(where: { $0.isOption && drafts[$0.subject].id == draft.id }),
      reads.contains(drafts.count + own)
    {
      diagnostics.warning(
        .suspiciousExpression, "`$\(draft.writtenID)` in its own filter is the chosen option",
        remedy: ": write a field of each option without `$\(draft.writtenID).`", at: node.location)
    }
    return condition
  }

  /// Returns the scope of a filter, in which a bare word is a field of the option or a name of
  /// `define`.
  private func filterScope(of draft: AtomDraft, _ options: ConditionExpression?, _ scope: Scope) -> Scope {
    var scope = scope
    scope.names = scope.names.filter { _, binding in
      if case .outer(let slot) = binding.slot { namedValue(in: slot) != nil } else { false }
    }
    scope.object = .none
    if draft.kind is SearchKind {
      if let search = draft.lookup?.directory.scalar.flatMap(vocabulary.search) {
        scope.object = .fields(search.lookup.fields)
        scope.fieldValues = search.lookup.table?.fieldValues ?? [:]
      } else {
        (scope.object, scope.names, scope.definitions) = (.open, [:], [:])
      }
      return scope
    }
    switch draft.input?.options {
    case .fact(let name):
      if case .list(.record(let fields)) = vocabulary.facts[name] { scope.object = .fields(fields) }
    case .literal(let choices):
      scope.object = .fields(Choice.fields(of: choices))
      scope.fieldValues = Choice.values(of: choices)
    case .expression:
      // If the fields are unknown, accept any filter. The fault of the options was already
      // reported.
      if case .list(.record(let fields)) = options?.type {
        scope.object = .fields(fields)
      } else {
        (scope.object, scope.names, scope.definitions) = (.open, [:], [:])
      }
    case .faulty: (scope.object, scope.names, scope.definitions) = (.open, [:], [:])
    case nil: break
    }
    return scope
  }

  /// Compiles the expression of `options`; returns nil if it is absent or has faults.
  private mutating func options(of draft: AtomDraft, in scope: Scope) -> ConditionExpression? {
    guard case .expression(let node) = draft.input?.options else { return nil }
    if let name = node.scalar, vocabulary.tables[name] != nil, !scope.knows(word: name) {
      diagnostics.error(
        .wrongShape, "`options` does not take the name of a table", remedy: ": write `options: {table: \(name)}`",
        at: node.location)
      return nil
    }
    guard let expression = expression(node, in: scope) else { return nil }
    if case .any = expression.type { return expression }
    if let call = lookups.first(where: { $0.name == node.scalar }), call.directory != nil,
      expression.type.element == nil
    {
      let table = call.table.map { ": write `options: {table: \($0.name)}` for the rows of the table" }
      diagnostics.error(
        .wrongType, "`\(call.name)` is the answer of the lookup of `\(drafts[call.subject].writtenID)`, one record",
        remedy: table ?? ", and `options` takes a list of records with `value` and `caption`", at: node.location)
      return nil
    }
    if case .list(.record(let fields)) = expression.type {
      let missing = ["value", "caption"].filter { name in !fields.contains { $0.name == name } }
      if missing.isEmpty { return expression }
      diagnostics.error(
        .wrongType,
        "options are records with `value` and `caption`, and these have no \(missing.map { "`\($0)`" }.listed)",
        at: node.location)
    } else {
      diagnostics.error(
        .wrongType, "`options` takes a list of records with `value` and `caption`, found \(expression.type.wholeNoun)",
        at: node.location)
    }
    return nil
  }

  /// Sets the value types of the atoms whose options come from an expression, in items of `owner`
  /// or outside of items.
  func refineOptionTypes(of owner: Int? = nil, in scope: inout Scope) {
    for draft in drafts where draft.position.owner == owner {
      guard case .expression(let node) = draft.input?.options, let binding = scope.variables[draft.id],
        let text = node.scalar,
        let expression = try? ConditionExpression(text, in: view(scope, in: node.location.file)),
        case .list(.record(let fields)) = expression.type, let field = fields.first(where: { $0.name == "value" })
      else { continue }
      let chosen = binding.chosen.map { Binding.Chosen(slot: $0.slot, fields: fields) }
      let type = draft.kind is ChoicesKind ? ValueType.list(field.type) : field.type
      scope.variables[draft.id] = Binding(slot: binding.slot, type: type, chosen: chosen)
    }
  }

  /// Compiles the limits of an atom that are expressions.
  private mutating func limits(of draft: AtomDraft, at place: Int, in scope: Scope) -> [Atom.Limit] {
    guard let input = draft.input else { return [] }
    return input.limits.compactMap { limit in
      guard let expression = expression(limit.node, in: scope) else { return nil }
      warnOfOwnLimit(limit, expression, at: place)
      if let own = (draft.kind as? TextInputKind)?.currency, let unit = expression.unit(currencies), unit != own {
        diagnostics.warning(
          .mixedCurrencies, "`\(limit.name)` is an amount in \(unit), and `\(draft.id)` is in \(own)",
          remedy: ": convert it by a rate", at: limit.node.location)
      }
      if input.takesLimit(of: expression.type) { return Atom.Limit(limit.name, expression) }
      diagnostics.error(
        .wrongType,
        "`\(limit.name)` gives \(expression.type.wholeNoun), and `\(draft.id)` takes \(input.type.wholeNoun)",
        at: limit.node.location)
      return nil
    }
  }
}
