import Conditions
import JSON

/// Reads one operation's definition and gives the compiled operation, or every fault that it found.
package struct OperationCompiler {
  private let vocabulary: Vocabulary
  private let version: String
  private var diagnostics = Diagnostics()
  private var drafts: [AtomDraft] = []
  private var lookups: [Operation.LookupCall] = []
  private var facts: [String] = []

  private init(vocabulary: Vocabulary, version: String) {
    self.vocabulary = vocabulary
    self.version = version
  }

  /// Compiles the definition at that node; `version` is the content's hash.
  package static func compile(
    _ root: SourceNode, version: String, with vocabulary: Vocabulary
  ) throws(Diagnostics) -> Operation {
    var compiler = OperationCompiler(vocabulary: vocabulary, version: version)
    let operation = compiler.operation(root)
    guard let operation, !compiler.diagnostics.hasErrors else { throw compiler.diagnostics }
    return operation
  }

  private mutating func operation(_ root: SourceNode) -> Operation? {
    guard let entries = root.mapping else {
      diagnostics.error("an operation is a mapping with `operation`, `title` and `atoms`, not \(root.noun)", at: root.location)
      return nil
    }
    var head = Properties(entries, at: root.location)
    let id = identifier(&head)
    let title = head.text("title")
    if title == nil, head.node("title") == nil { diagnostics.error("`title` is missing", at: root.location) }
    let effect = head.node("effect").map { known($0, among: vocabulary.effects.keys.sorted(), "effect") } ?? nil
    let sign = head.word("sign", of: ["matrix", "code"])
    let definitions = head.node("define")
    let atoms = head.node("atoms")
    head.refuseTheRest(of: "an operation")
    diagnostics.append(head.diagnostics)

    readAtoms(atoms, of: root)
    var scope = scope()
    define(definitions, in: &scope)
    let compiled = drafts.indices.map { compile(drafts[$0], at: $0, in: scope) }
    if let effect { checkEffect(effect, at: root.location) }
    guard let graph = graph(of: compiled), let id, let title else { return nil }
    return Operation(
      id: id, version: version, title: title, effect: effect, sign: sign, atoms: withNotify(compiled, graph),
      lookups: lookups, facts: facts, graph: graph, verifications: vocabulary.verifications,
      readsClock: compiled.contains(where: \.readsClock))
  }

  // MARK: - The parts of a definition

  private mutating func identifier(_ head: inout Properties) -> String? {
    guard let node = head.node("operation") else {
      diagnostics.error("`operation`, the operation's id, is missing", at: head.location)
      return nil
    }
    let id = node.scalar ?? ""
    if id.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier) { return id }
    diagnostics.error("an operation's id is words of letters, digits and _ joined by dots", at: node.location)
    return nil
  }

  private mutating func known(_ node: SourceNode, among names: [String], _ what: String) -> String? {
    if let word = node.scalar, names.contains(word) { return word }
    let word = node.scalar ?? ""
    diagnostics.error("unknown \(what) `\(word)`\(suggestion(for: word, among: names))", at: node.location)
    return nil
  }

  private mutating func readAtoms(_ node: SourceNode?, of root: SourceNode) {
    guard let node else { return diagnostics.error("`atoms` is missing", at: root.location) }
    guard let lines = node.sequence, !lines.isEmpty else {
      return diagnostics.error("`atoms` takes a list of atoms, one line each", at: node.location)
    }
    var seen: [String: Location] = [:]
    for line in lines {
      guard let draft = AtomDraft(line, collecting: &diagnostics) else { continue }
      if let first = seen[draft.id] {
        diagnostics.error("atom `\(draft.id)` stands already in line \(first.line)", at: draft.idLocation)
      } else {
        seen[draft.id] = draft.idLocation
        drafts.append(draft)
      }
    }
    for index in drafts.indices {
      guard let node = drafts[index].lookup else { continue }
      guard let name = known(node, among: vocabulary.lookups.keys.sorted(), "lookup") else { continue }
      if drafts[index].input == nil {
        diagnostics.error("`lookup` needs an atom with a value", at: node.location)
      } else if lookups.contains(where: { $0.name == name }) {
        diagnostics.error("lookup `\(name)` is used by another atom already", at: node.location)
      } else {
        drafts[index].lookupSlot = drafts.count + lookups.count
        lookups.append(Operation.LookupCall(name: name, subject: index))
      }
    }
  }

  /// What conditions of this operation may name: its atoms, the answers of its look-ups, and the facts of the caller.
  private mutating func scope() -> Scope {
    var scope = Scope(variables: [:])
    for (slot, draft) in drafts.enumerated() {
      guard let input = draft.input else { continue }
      var options: [Value]?
      if case .literal(let choices) = input.options { options = choices.map(\.value) }
      scope.variables[draft.id] = Binding(slot: .outer(slot), type: input.type, options: options)
    }
    for (index, call) in lookups.enumerated() {
      guard let lookup = vocabulary.lookups[call.name] else { continue }
      scope.names[call.name] = Binding(slot: .outer(drafts.count + index), type: .record(lookup.fields))
    }
    facts = vocabulary.facts.keys.sorted()
    for (index, name) in facts.enumerated() {
      scope.names[name] = Binding(
        slot: .outer(drafts.count + lookups.count + index), type: vocabulary.facts[name] ?? .any)
    }
    scope.functions = vocabulary.verifications.mapValues(\.function)
    return scope
  }

  private mutating func define(_ node: SourceNode?, in scope: inout Scope) {
    guard let node else { return }
    guard let entries = node.mapping else {
      return diagnostics.error("`define` takes {name: condition}, not \(node.noun)", at: node.location)
    }
    for entry in entries {
      let name = entry.key.scalar ?? ""
      if !isIdentifier(name[...]) {
        diagnostics.error("a defined name is letters, digits and _", at: entry.key.location)
      } else if scope.names[name] != nil || scope.definitions[name] != nil || scope.functions[name] != nil {
        diagnostics.error("`\(name)` already has a meaning here", at: entry.key.location)
      } else if let condition = condition(entry.value, in: scope) {
        scope.definitions[name] = condition
      }
    }
  }

  private mutating func checkEffect(_ effect: String, at location: Location) {
    for input in vocabulary.effects[effect]?.inputs ?? [] {
      if let draft = drafts.first(where: { $0.id == input.id }) {
        guard draft.kind.name != input.kind else { continue }
        diagnostics.error(
          "effect `\(effect)` needs `\(input.id)` to be \(input.kind), not \(draft.kind.name)", at: draft.idLocation)
      } else if input.required {
        diagnostics.error("effect `\(effect)` needs an atom `\(input.id)` of kind \(input.kind)", at: location)
      }
    }
  }

  // MARK: - One atom

  private mutating func compile(_ draft: AtomDraft, at slot: Int, in scope: Scope) -> AtomParts {
    var atom = AtomParts(
      id: draft.id, kind: draft.kind, caption: draft.caption, isOptional: draft.isOptional)
    atom.showIf = draft.showIf.flatMap { condition($0, in: scope) }
    atom.enableIf = draft.enableIf.flatMap { condition($0, in: scope) }
    atom.requireIf = draft.requireIf.flatMap { condition($0, in: scope) }
    atom.computed = draft.value.flatMap { expression($0, in: scope) }
    if let node = draft.preset { atom.preset = preset(node, of: draft) }
    if let node = draft.captionFrom, let expression = expression(node, in: scope) {
      atom.captionFrom = Atom.CaptionSource(expression: expression, failed: draft.failed ?? "")
    }
    atom.filter = draft.filter.flatMap { condition($0, in: filterScope(of: draft, scope)) }
    atom.checks = draft.checks.compactMap { check in
      guard let text = check.condition.scalar else {
        diagnostics.error("`check` takes a condition, not \(check.condition.noun)", at: check.condition.location)
        return nil
      }
      guard let condition = condition(text, check.condition, in: scope, subject: draft.id) else { return nil }
      return Atom.Check(condition: condition, code: condition.call?.function ?? "check", message: check.message)
    }
    atom.lookup = draft.lookupSlot
    let firstFact = drafts.count + lookups.count
    var factSlots = Set(atom.allReads.filter { $0 >= firstFact })
    if case .fact(let name) = draft.input?.options, let index = facts.firstIndex(of: name) {
      factSlots.insert(firstFact + index)
    }
    atom.facts = factSlots.sorted()
    return atom
  }

  private mutating func preset(_ node: SourceNode, of draft: AtomDraft) -> Value {
    let posted: Value
    switch node.content {
    case .scalar("true", quoted: false): posted = true
    case .scalar("false", quoted: false): posted = false
    case .scalar(let text, let quoted): posted = quoted ? .string(text) : (Int64(text).map(Value.integer) ?? .string(text))
    case .sequence, .mapping: posted = .array([])
    }
    let input = draft.input
    if let kept = input?.read(posted) ?? node.scalar.flatMap({ input?.read(.string($0)) }) {
      if case .literal(let choices) = input?.options, !choices.contains(where: { $0.value == kept }) {
        diagnostics.error("`default` is not among the options", at: node.location)
      } else if let violation = input?.judge(kept) {
        diagnostics.error("`default` breaks `\(violation.code)`", at: node.location)
      }
      return kept
    }
    diagnostics.error("`default` is not a value of \(draft.kind.name)", at: node.location)
    return .null
  }

  /// In a filter a bare word is a field of the option and nothing else.
  private func filterScope(of draft: AtomDraft, _ scope: Scope) -> Scope {
    var scope = scope
    scope.names = [:]
    scope.definitions = [:]
    scope.object = .none
    if case .fact(let name) = draft.input?.options, case .list(.record(let fields)) = vocabulary.facts[name] {
      scope.object = .fields(fields)
    }
    return scope
  }

  private mutating func condition(_ node: SourceNode, in scope: Scope) -> Condition? {
    guard let text = node.scalar else {
      diagnostics.error("a condition is a text, not \(node.noun)", at: node.location)
      return nil
    }
    return condition(text, node, in: scope, subject: nil)
  }

  private mutating func condition(
    _ text: String, _ node: SourceNode, in scope: Scope, subject: String?
  ) -> Condition? {
    do {
      return try Condition(text, in: scope, subject: subject)
    } catch {
      note(error, in: text, at: node.location)
      return nil
    }
  }

  private mutating func expression(_ node: SourceNode, in scope: Scope) -> Expression? {
    guard let text = node.scalar else {
      diagnostics.error("an expression is a text, not \(node.noun)", at: node.location)
      return nil
    }
    do {
      return try Expression(text, in: scope)
    } catch {
      note(error, in: text, at: node.location)
      return nil
    }
  }

  private mutating func note(_ faults: Faults, in text: String, at location: Location) {
    for fault in faults {
      diagnostics.error(fault.message, at: location.inside(text, offset: fault.range.lowerBound))
    }
  }

  // MARK: - The graph

  private mutating func graph(of atoms: [AtomParts]) -> DependencyGraph? {
    let nodes = atoms.count + lookups.count
    func within(_ slots: [Int]) -> [Int] { Set(slots.filter { $0 < nodes }).sorted() }
    var reads = atoms.map { within($0.valueReads) }
    var appearance = atoms.map { within($0.appearanceReads) }
    var checks = atoms.map { atom in within(atom.checks.flatMap { $0.condition.reads.outer }) }
    for (slot, atom) in atoms.enumerated() {
      checks[slot].removeAll { $0 == slot }
      appearance[slot].removeAll { $0 == slot }
      if let lookup = atom.lookup { checks[slot].append(lookup) }
    }
    for call in lookups {
      reads.append([call.subject])
      appearance.append([])
      checks.append([])
    }
    do throws(DependencyGraph.Cycle) {
      return try DependencyGraph(reads: reads, appearanceReads: appearance, checkReads: checks)
    } catch {
      let names = error.path.map { $0 < atoms.count ? atoms[$0].id : lookups[$0 - atoms.count].name }
      let first = error.path.first { $0 < atoms.count } ?? 0
      diagnostics.error(
        "atoms depend on each other in a circle: \((names + names.prefix(1)).joined(separator: " -> "))",
        at: drafts[first].idLocation)
      return nil
    }
  }

  private func withNotify(_ atoms: [AtomParts], _ graph: DependencyGraph) -> [Atom] {
    atoms.enumerated().map { slot, parts in
      guard let input = parts.kind as? any InputKind, parts.computed == nil,
        graph.hasDependents(slot) || (input.notifiesOnCommit && !parts.checks.isEmpty)
      else { return Atom(parts, notify: nil) }
      return Atom(parts, notify: input.notifiesOnCommit ? .commit : .change)
    }
  }
}
