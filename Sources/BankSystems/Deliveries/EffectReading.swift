import Atoms
import Conditions
import Texts
import SourceText
import Model
import Secrets

/// Parses effects: the request, the ledger entry, and the declared outcomes.
extension SystemReading {
  /// Parses `callbacks: {secret: ${NAME}, former: ${NAME}}`.
  mutating func callbacks(_ head: inout Properties) -> BankSystem.CallbackSecrets? {
    guard let node = head.node("callbacks") else { return nil }
    var parts = part(node, "callbacks")
    let (present, former) = (secret(parts.node("secret"), "secret"), secret(parts.node("former"), "former"))
    finish(&parts, "`callbacks`", needing: ["secret"])
    return present.map { BankSystem.CallbackSecrets(present: $0, former: former) }
  }

  /// Parses the effects of a service.
  mutating func effects(
    _ list: SourceNode?, of system: String, timeout: Int, _ common: [SystemRequest.Parameter], hasCallbacks: Bool
  ) -> [DeclaredEffect] {
    guard let list else { return [] }
    guard let lines = list.sequence else {
      faults.error(.wrongShape, "`effects` takes a list, not \(list.noun)", at: list.location)
      isVague = true
      return []
    }
    var (effects, places): ([DeclaredEffect], [String: Location]) = ([], [:])
    for line in lines {
      guard let effect = effect(line, of: system, timeout: timeout, common, hasCallbacks: hasCallbacks) else {
        continue
      }
      if let first = places[effect.name] {
        faults.error(
          .duplicate, "`\(effect.name)` is already declared in \(first.described(from: line.location))",
          at: line.location)
      }
      places[effect.name] = line.location
      effects.append(effect)
    }
    return effects
  }

  private mutating func effect(
    _ node: SourceNode, of system: String, timeout: Int, _ common: [SystemRequest.Parameter], hasCallbacks: Bool
  ) -> DeclaredEffect? {
    guard let entries = node.mapping else {
      faults.error(.wrongShape, "an effect is a mapping with `effect`, its name, not \(node.noun)", at: node.location)
      isVague = true
      return nil
    }
    var line = Properties(entries, at: node.location)
    let name = named { $0.name(of: "effect", &line) }
    let takes = named { $0.takes(&line) }
    let request = handOver(&line, takes, common)
    let amount = named { $0.amount(&line, takes) }
    let hold = named { $0.account(line.node("hold"), "hold", takes) }
    if let node = line.node("hold"), amount == nil {
      faults.error(.missingCompanion, "`hold` requires `amount`, which is held", at: node.location)
    }
    let movement = named { $0.movement(line.node("moves"), takes, hasAmount: amount != nil, hold: hold) }
    let reasons = texts(line.node("reasons"), "reasons")
    let captions = texts(line.node("captions"), "captions")
    let rules = rules(&line, reasons: reasons, isCallback: false)
    let status = status(line.node("status"), common, reasons)
    let callback = callback(line.node("callback"), reasons, hasSecret: hasCallbacks)
    let every = status.flatMap(\.every) ?? 30_000
    if rules.accepted != nil, status == nil, callback == nil {
      faults.error(
        .missingCompanion, "`accepted` requires `status`, to request the outcome, or `callback`, to receive it",
        at: line.node("accepted")?.location ?? node.location)
    }
    if rules.executed == nil, status?.question.rules.executed == nil, callback?.rules.executed == nil {
      faults.error(.missingProperty, "`executed`, the answer that reports the execution, is missing", at: node.location)
    }
    let isOnce = line.word("repeat", of: ["never"]) != nil
    let isOrdered = line.word("order", of: ["account"]) != nil
    if isOrdered, hold == nil, let node = line.node("order") {
      faults.error(.missingCompanion, "`order: account` requires `hold`, which names the account", at: node.location)
    }
    let deadline = line.seconds("deadline", upTo: 86_400 * 30) ?? 86_400_000
    finish(&line, "an effect", needing: [])
    guard let name else { return nil }
    return DeclaredEffect(
      name: name, system: system,
      digest: Digest(of: Self.meaning(of: node, without: ["deadline"], inner: ["status": ["every", "missingAfter"]]))
        .digits(
          ofBytes: 8),
      shape: Self.shape(of: takes, amount: amount, hold: hold, movement: movement), takes: takes,
      request: request ?? .faulty, amount: amount, hold: hold, movement: movement, rules: rules,
      status: status?.question,
      callback: callback, every: every, isOnce: isOnce, isOrdered: isOrdered, deadline: deadline, timeout: timeout,
      captions: captions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, location: node.location)
  }

  /// Returns the inputs that an operation with the effect must have, the required ones first.
  private static func shape(
    of takes: [DeclaredEffect.InputReference], amount: (input: String, currency: Currency)?, hold: String?,
    movement: DeclaredEffect.Movement?
  ) -> EffectShape {
    var inputs = takes.map { take in
      switch take.name {
      case amount?.input:
        EffectShape.Input(
          take.name, kind: "textInput", content: "amount", currency: amount?.currency.rawValue)
      case let one where one == hold || movement?.names.contains(one) == true:
        EffectShape.Input(take.name, kind: "accountPicker")
      default: EffectShape.Input(take.name, type: take.type, required: !take.isOptional)
      }
    }
    inputs.sort { $0.required && !$1.required }
    return EffectShape(inputs)
  }

  // MARK: - Request

  /// Parses `takes: {amount: number, note: optional text}`.
  private mutating func takes(_ line: inout Properties) -> [DeclaredEffect.InputReference] {
    guard let node = line.node("takes") else { return [] }
    guard let entries = node.mapping else {
      faults.error(
        .wrongShape, "`takes` takes {input: TYPE}, such as {amount: number}, not \(node.noun)", at: node.location)
      return []
    }
    let types = AnswerLeaf.types.merging(["list": .list(.any), "record": .record([])]) { first, _ in first }
    var takes: [DeclaredEffect.InputReference] = []
    for entry in entries {
      guard let name = entry.key.scalar, isIdentifier(name[...]) else {
        faults.error(
          .invalidName,
          "an input's name consists of Latin letters, digits and _ and "
            + "does not begin with a digit", at: entry.key.location)
        continue
      }
      let written = WrittenType(entry.value.scalar ?? "")
      guard written.rest.isEmpty, let type = types[written.name] else {
        let hint = suggestion(for: written.name, among: types.keys.sorted())
        faults.error(
          .unknownType, "the type of `\(name)` must be one of \(types.keys.sorted().listed)", remedy: hint,
          at: entry.value.location)
        continue
      }
      takes.append(DeclaredEffect.InputReference(name: name, type: type, isOptional: written.isOptional))
    }
    return takes
  }

  /// Returns the scope with the taken values.
  private func scope(of takes: [DeclaredEffect.InputReference]) -> Scope {
    var scope = Scope(variables: [:])
    for (slot, take) in takes.enumerated() {
      // The fields of a record are in the operation.
      let type = take.isRecord ? ValueType.any : take.type
      scope.variables[take.name] = Binding(slot: .outer(slot), type: type)
    }
    return scope
  }

  /// Parses the request that sends a submission. It can also read `user`, `submission`, `operation`
  /// and `values`.
  private mutating func handOver(
    _ line: inout Properties, _ takes: [DeclaredEffect.InputReference], _ common: [SystemRequest.Parameter]
  ) -> SystemRequest? {
    var scope = scope(of: takes)
    for (place, field) in DeclaredEffect.names.enumerated() {
      let type = field.name == "user" ? person : field.type
      scope.names[field.name] = Binding(slot: .outer(takes.count + place), type: type)
    }
    let (post, body) = (line.node("post"), line.node("body"))
    let (query, headers) = (line.node("query"), line.node("headers"))
    guard let post else {
      faults.error(.missingProperty, "`post`, the path that receives the submission, is missing", at: line.location)
      return nil
    }
    guard let path = requestPath(post, in: scope) else { return nil }
    return SystemRequest(
      method: "POST", path: path, query: namedValues(query, "query", in: scope),
      headers: common + namedValues(headers, "headers", in: scope), body: body.flatMap { self.body($0, in: scope) },
      readsPerson: true)
  }

  // MARK: - Hold and movement

  /// Parses the name of a taken value, such as `$from`.
  private mutating func input(
    _ node: SourceNode?, _ property: String, _ takes: [DeclaredEffect.InputReference], _ type: ValueType
  ) -> String? {
    guard let node else { return nil }
    guard let text = node.scalar, text.hasPrefix("$"),
      let take = takes.first(where: { $0.name == text.dropFirst() })
    else {
      let fitting = takes.filter { $0.type == type && !$0.isOptional }
      let names = (fitting.isEmpty ? takes : fitting).map { "$\($0.name)" }
      let hint = suggestion(for: node.scalar ?? "", among: names)
      faults.error(
        .wrongValue, "`\(property)` takes one of the values that the effect `takes`",
        remedy: !hint.isEmpty ? hint : names.isEmpty ? ", such as $from" : "; there is \(names.listed)",
        at: node.location)
      return nil
    }
    if take.isOptional || take.type != type {
      faults.error(
        .missingCompanion, "`\(property)` requires `\(take.name)` as \(type.noun) in every submission",
        at: node.location)
    }
    return take.name
  }

  private mutating func account(
    _ node: SourceNode?, _ property: String, _ takes: [DeclaredEffect.InputReference]
  ) -> String? { input(node, property, takes, .text) }

  /// Parses `amount: $amount` and `currency: RUB`.
  private mutating func amount(
    _ line: inout Properties, _ takes: [DeclaredEffect.InputReference]
  ) -> (input: String, currency: Currency)? {
    let (node, written) = (line.node("amount"), line.node("currency"))
    guard let node else {
      if let written { faults.error(.missingCompanion, "`currency` requires `amount`", at: written.location) }
      return nil
    }
    guard let name = input(node, "amount", takes, .number) else { return nil }
    guard let written else {
      faults.error(.missingProperty, "`currency` of the amount is missing, such as `currency: RUB`", at: node.location)
      return nil
    }
    guard let currency = written.scalar.flatMap({ Currency($0) }) else {
      faults.error(
        .unknownCurrency, "`currency` takes the three letters of a currency, such as RUB", at: written.location)
      return nil
    }
    return (name, currency)
  }

  /// Parses `moves: {debit: $from, credit: settlement, purpose: "'Loan fee'"}`.
  private mutating func movement(
    _ node: SourceNode?, _ takes: [DeclaredEffect.InputReference], hasAmount: Bool, hold: String?
  ) -> DeclaredEffect.Movement? {
    guard let node else { return nil }
    if !hasAmount { faults.error(.missingCompanion, "`moves` requires `amount`, which moves", at: node.location) }
    var parts = part(node, "moves")
    let (debit, credit) = (side(parts.node("debit"), "debit", takes), side(parts.node("credit"), "credit", takes))
    let purpose = parts.node("purpose").flatMap { expression($0, in: scope(of: takes)) }
    finish(&parts, "`moves`", needing: ["debit", "credit", "purpose"])
    guard let debit, let credit, let purpose else { return nil }
    if case .input(let name) = debit, name != hold {
      faults.error(
        .missingCompanion, "a customer's account is debited only with a hold", remedy: ": write `hold: $\(name)`",
        at: parts.node("debit")?.location ?? node.location)
    }
    if debit == credit { faults.error(.conflict, "`debit` and `credit` are the same account", at: node.location) }
    return DeclaredEffect.Movement(debit: debit, credit: credit, purpose: purpose)
  }

  private mutating func side(
    _ node: SourceNode?, _ property: String, _ takes: [DeclaredEffect.InputReference]
  ) -> DeclaredEffect.Movement.Side? {
    guard let node else { return nil }
    let duties = ["settlement", "equity"]
    if let word = node.scalar, duties.contains(word) { return .duty(word) }
    guard node.scalar?.hasPrefix("$") == true else {
      let hint = suggestion(for: node.scalar ?? "", among: duties)
      faults.error(
        .wrongValue,
        "`\(property)` takes an account of the person, such as $from, or one of the bank's, \(duties.listed)",
        remedy: hint, at: node.location)
      return nil
    }
    return account(node, property, takes).map { .input($0) }
  }

  // MARK: - Outcomes

  private mutating func texts(_ node: SourceNode?, _ property: String) -> [String: LocalizedText] {
    guard let node else { return [:] }
    guard let entries = node.mapping else {
      faults.error(.wrongShape, "`\(property)` takes {name: text}, not \(node.noun)", at: node.location)
      return [:]
    }
    var (parts, texts) = (Properties(entries, at: node.location), [String: LocalizedText]())
    for name in entries.compactMap(\.key.scalar) { texts[name] = parts.text(name) }
    faults.append(parts.diagnostics)
    return texts
  }

  /// Parses `executed`, `rejected` and `accepted`.
  private mutating func rules(
    _ line: inout Properties, reasons: [String: LocalizedText], isCallback: Bool
  ) -> DeliveryRules {
    var rules = DeliveryRules()
    rules.reasons = reasons
    let nodes = (line.node("executed"), line.node("rejected"), line.node("accepted"))
    rules.executed = rule(nodes.0, "executed", isCallback: isCallback)
    rules.rejected = rule(nodes.1, "rejected", isCallback: isCallback)
    rules.accepted = rule(nodes.2, "accepted", isCallback: isCallback)
    let written = [
      ("executed", rules.executed, nodes.0), ("rejected", rules.rejected, nodes.1),
      ("accepted", rules.accepted, nodes.2),
    ]
    for (place, (name, rule, node)) in written.enumerated() {
      guard let rule, let node, rule.condition == nil else { continue }
      for (other, before, _) in written[..<place] {
        guard let before, before.condition == nil else { continue }
        let statuses = before.statuses.isEmpty ? Array(200...299) : before.statuses
        guard
          let both = statuses.first(where: {
            rule.statuses.isEmpty ? (200...299).contains($0) : rule.statuses.contains($0)
          })
        else { continue }
        faults.error(
          .ambiguousStatus, "status \(both) already means `\(other)`", remedy: ": distinguish `\(name)` by `when`",
          at: node.location)
      }
    }
    return rules
  }

  private mutating func rule(_ node: SourceNode?, _ name: String, isCallback: Bool) -> DeliveryRules.Rule? {
    guard let node else { return nil }
    var (rule, parts) = (DeliveryRules.Rule(), part(node, name))
    if !isCallback, let written = parts.node("status") { rule.statuses = statuses(written) }
    rule.condition = parts.node("when").flatMap { path($0, asCondition: true) }
    if isCallback ? rule.condition == nil : rule.statuses.isEmpty && rule.condition == nil {
      let needed = isCallback ? "`when`, a condition over the callback," : "`status` or `when`"
      faults.error(.missingProperty, "\(needed) of `\(name)` is missing", at: node.location)
    }
    if let kept = parts.node("keep") {
      if let entries = kept.mapping {
        for entry in entries {
          guard let field = entry.key.scalar, isIdentifier(field[...]) else {
            faults.error(
              .invalidName,
              "a kept value's name consists of Latin letters, digits and _ and "
                + "does not begin with a digit", at: entry.key.location)
            continue
          }
          if let text = entry.value.scalar, let leaf = leaf(text, entry.value) {
            rule.keep.append((field, .leaf(leaf)))
          }
        }
      } else {
        faults.error(
          .wrongShape, "`keep` takes {name: TYPE PATH}, such as {number: text id}, not \(kept.noun)", at: kept.location)
      }
    }
    if name == "rejected" {
      rule.reason = parts.node("reason").flatMap { textPlace($0) }
      rule.message = parts.node("message").flatMap { textPlace($0) }
    }
    finish(&parts, "`\(name)`", needing: [])
    return rule
  }

  /// Parses the path of a text: `code`, or `text code` as in other paths.
  private mutating func textPlace(_ node: SourceNode) -> AnswerPath? {
    guard let text = node.scalar, case let written = WrittenType(text), written.name == "text", !written.rest.isEmpty
    else { return path(node, asCondition: false) }
    let place = node.location.inside(text, offset: text.utf8.count - written.rest.utf8.count)
    return path(String(written.rest), at: place, asCondition: false)
  }

  /// Parses `status: {get: "/applications/by-key/{submission}", every: 30, executed: ..., missing:
  /// 404, missingAfter: 60}`.
  private mutating func status(
    _ node: SourceNode?, _ common: [SystemRequest.Parameter], _ reasons: [String: LocalizedText]
  ) -> (question: DeclaredEffect.StatusQuestion, every: Int?)? {
    guard let node else { return nil }
    var parts = part(node, "status")
    var scope = Scope(variables: [:])
    scope.names["submission"] = Binding(slot: .outer(0), type: .text)
    let get = parts.node("get")
    if get == nil {
      faults.error(.missingProperty, "`get`, the path of the status request, is missing", at: node.location)
    }
    let path = get.flatMap { requestPath($0, in: scope) }
    let query = namedValues(parts.node("query"), "query", in: scope)
    let every = parts.seconds("every", upTo: 86_400)
    let missing = parts.node("missing").map { statuses($0) } ?? []
    let missingAfter = parts.seconds("missingAfter", upTo: 3_600)
    if missingAfter != nil, missing.isEmpty {
      faults.error(
        .missingCompanion, "`missingAfter` requires `missing`",
        at: parts.node("missingAfter")?.location ?? node.location)
    }
    let rules = rules(&parts, reasons: reasons, isCallback: false)
    if rules.executed == nil { faults.error(.missingProperty, "`executed` of `status` is missing", at: node.location) }
    finish(&parts, "`status`", needing: [])
    guard let path else { return nil }
    var reads = query.flatMap { $0.value.reads.slots }
    for case .value(let value) in path { reads += value.reads.slots }
    if !reads.contains(.outer(0)) {
      faults.error(
        .unreadArgument, "the status request does not read `submission`, so its answer is the same for all",
        remedy: "; write, for example, \"/applications/{submission}\"", at: get?.location ?? node.location)
    }
    let request = SystemRequest(
      method: "GET", path: path, query: query, headers: common, body: nil, readsPerson: false)
    let question = DeclaredEffect.StatusQuestion(
      request: request, rules: rules, missing: missing, missingAfter: missingAfter ?? 60_000)
    return (question, every)
  }

  /// Parses `callback: {submission: data.key, executed: {when: "type == 'approved'"}, rejected:
  /// ...}`.
  private mutating func callback(
    _ node: SourceNode?, _ reasons: [String: LocalizedText], hasSecret: Bool
  ) -> DeclaredEffect.CallbackReading? {
    guard let node else { return nil }
    if !hasSecret {
      faults.error(
        .missingCompanion, "`callback` requires `callbacks: {secret: ${NAME}}` of the service", at: node.location)
    }
    var parts = part(node, "callback")
    let submission = parts.node("submission").flatMap { textPlace($0) }
    let rules = rules(&parts, reasons: reasons, isCallback: true)
    finish(&parts, "`callback`", needing: ["submission"])
    return submission.map { DeclaredEffect.CallbackReading(submission: $0, rules: rules) }
  }
}

extension DeclaredEffect.Movement {
  /// The names of the inputs with its accounts.
  var names: [String] {
    [debit, credit].compactMap { side in if case .input(let name) = side { name } else { nil } }
  }
}
