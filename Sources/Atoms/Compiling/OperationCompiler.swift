import Conditions
package import SourceText
import Texts
import JSON

/// The compiler of an operation definition. It returns the operation or throws all faults.
package struct OperationCompiler {
  var vocabulary: Vocabulary
  private let version: ([any SystemQuery]) -> String
  var diagnostics = Diagnostics()
  var drafts: [AtomDraft] = []
  var lookups: [Operation.LookupCall] = []
  var facts: [Operation.Fact] = []
  /// The values of `define`, each after the values that it uses.
  var values: [NamedDraft] = []
  /// The values of `define` of repeats, by slot.
  var itemValues: [Int: NamedDraft] = [:]
  /// The values of `send`.
  var sent: [Operation.NamedValue] = []
  /// The names of `define` in a dependency cycle, and those of lookups and facts. Uses of them are
  /// not reported again.
  var circular: Set<String> = []
  /// The element types of the lists of repeats, by the index of the repeat.
  var recordTypes: [Int: ValueType] = [:]
  /// The names that unreadable definitions may declare. Uses of them are not reported again.
  var broken: Set<String> = []
  /// The names in `$name.key` expressions of the operation.
  var keyedNames: Set<String> = []
  /// The names of answers from unknown directories. Uses of them are not reported again.
  private var unknownAnswers: Set<String> = []
  var names = FragmentNames()
  /// The uses of composed kinds, and their indexes by the file of each use.
  var kindUses: [ComposedUse] = []
  var kindPlaces: [ObjectIdentifier: Int] = [:]
  /// The `enableIf` of groups, by their indexes.
  var enablingGroups: [Int: Condition] = [:]
  /// The files of fragments that are reported as included again.
  var includedAgain: Set<ObjectIdentifier> = []
  /// The forms of values by the index of the atom, as far as comparisons have read them.
  var forms: [Int: ValueForm?] = [:]
  /// The compiled conditions, for the checks of the whole operation.
  var review = Review()
  /// The deep links in formatted texts.
  var markdownLinks: [SourceNode] = []
  /// True for an operation that needs no token and therefore cannot read facts about a person.
  private(set) var isPublic = false
  /// The properties that the head of an operation may have.
  private(set) var asked: [String: AskedProperty] = [:]
  private let trees = CheckedTrees()
  /// The fixed currencies of amounts by the index of the atom; empty if there are fewer than two
  /// different ones.
  private(set) var currencies: [Int: String] = [:]

  init(vocabulary: Vocabulary, version: @escaping ([any SystemQuery]) -> String) {
    self.vocabulary = vocabulary
    self.version = version
  }

  /// Compiles the definition at `root`; throws all findings if one of them is an error.
  ///
  /// - Parameter version: Returns the version for the bank system queries of the operation,
  ///   including its tables and its declared effect. It is called last, because the version covers
  ///   the translations that the compilation has used.
  static func compile(
    _ root: SourceNode, version: @escaping ([any SystemQuery]) -> String, with vocabulary: Vocabulary
  ) throws(Diagnostics) -> Operation {
    try checked(root, version: version, with: vocabulary).operation
  }

  /// Compiles the definition at `root` with a fixed version.
  package static func compile(
    _ root: SourceNode, version: String, with vocabulary: Vocabulary
  ) throws(Diagnostics) -> Operation {
    try checked(root, version: version, with: vocabulary).operation
  }

  /// Compiles the definition at `root` and returns its warnings as well.
  ///
  /// - Parameter keepingTrees: If false, the syntax trees of conditions are released. `DataSchema`
  ///   needs them.
  package static func checked(
    _ root: SourceNode, version: @escaping ([any SystemQuery]) -> String, with vocabulary: Vocabulary,
    keepingTrees: Bool = true
  ) throws(Diagnostics) -> (operation: Operation, warnings: Diagnostics) {
    var compiler = OperationCompiler(vocabulary: vocabulary, version: version)
    let operation = compiler.operation(root)
    guard let operation, !compiler.diagnostics.hasErrors else { throw compiler.diagnostics }
    if !keepingTrees { compiler.trees.drop() }
    return (operation, compiler.diagnostics.served())
  }

  /// Compiles the definition at `root` with a fixed version, and returns its warnings as well.
  package static func checked(
    _ root: SourceNode, version: String, with vocabulary: Vocabulary
  ) throws(Diagnostics) -> (operation: Operation, warnings: Diagnostics) {
    try checked(root, version: { _ in version }, with: vocabulary)
  }

  mutating func operation(_ root: SourceNode) -> Operation? {
    guard let entries = root.mapping else {
      diagnostics.error(
        .wrongShape, "an operation is a mapping with `operation`, `title` and `atoms`, not \(root.noun)",
        at: root.location)
      return nil
    }
    guard !isOfScenarios(entries, at: root.location) else { return nil }
    let head = head(entries, at: root.location)
    keyedNames = KeyedNames(in: root).names
    vocabulary.definedNames = Set((head.definitions?.mapping ?? []).compactMap(\.key.scalar))
    let pages = head.pages.map { readPages($0, head.review, isSigned: head.sign != nil) } ?? []
    if head.pages == nil { readAtoms(head.atoms) }
    noteCurrencies()
    let scope = scope(defining: head.definitions)
    let scopes = scopes(over: scope)
    compileLookups(in: scopes)
    let compiled = compileAtoms(in: scopes)
    let changeEffectOrder = changeEffectOrder(of: compiled)
    let circles = circles(of: compiled)
    checkReach(of: pages, compiled, circles)
    let availability = availability(head.availableIf)
    let signing = head.signIf.flatMap { condition($0, in: scope) }
    if let signIf = head.signIf, head.sign == nil {
      diagnostics.error(.missingCompanion, "`signIf` requires `sign`, the method", at: signIf.location)
    }
    let execution = head.execution
    sent = sent(head.send, hasEffect: head.effectNode != nil, in: scope)
    sent += wholes(takenBy: execution.shape, of: head.effect ?? "", at: head.effectNode, in: scope)
    if let effect = head.effect, let node = head.effectNode {
      checkEffect(effect, execution.shape, isSigned: head.sign != nil, at: node.location)
      checkSign(head.sign, of: effect, at: (head.signNode ?? node).location)
    }
    let limits = dailyLimits(head.dailyLimit, of: head.effectNode == nil ? nil : head.effect ?? "")
    let keeping = keeping(head.keep, of: head.effectNode == nil ? nil : head.effect ?? "")
    guard let graph = graph(of: compiled, joining: circles), let id = head.id, let title = head.title else {
      return nil
    }
    let submission = ReviewedSubmission(
      effect: head.effect, effectNode: head.effectNode, dailyLimit: head.dailyLimit, dailyLimits: limits,
      signIf: head.signIf, signing: signing)
    checkWhole(compiled, graph, submission)
    let queries = queries(of: compiled, signing, availability)
    checkStrangers(head.asks, queries.all, at: root.location)
    if diagnostics.hasErrors { return nil }
    let names = drafts.reduce(into: Set(lookups.compactMap(\.table?.name))) { $0.formUnion($1.tables) }
    let tables = names.sorted().compactMap { vocabulary.tables[$0] }
    let linked = withNeededValues(withLiveSources(withCircles(compiled, circles, graph), graph), graph)
    let atoms = withNotify(linked, graph)
    return Operation(
      id: id, version: version(queries.all + [execution.shape?.declared].compactMap(\.self) + tables + documents),
      title: title, effect: head.effect, delivery: execution.shape?.declared, sign: head.sign, atoms: atoms,
      lookups: lookups, values: values.map(\.named), facts: facts, graph: graph,
      ambient: review.ambient, minimumClient: head.minimumClient, dailyLimits: limits, cutOff: execution.cutOff,
      isFed: execution.isFed, signIf: signing, isPublic: isPublic, keeping: keeping, next: head.next,
      links: drafts.compactMap(\.checkedLink) + markdownLinks, queries: queries, tables: tables,
      changeEffectOrder: changeEffectOrder, sent: sent, icon: head.icon,
      pages: head.pages == nil ? .none : FormPages(pages, head.review, atoms: atoms, in: graph),
      availability: availability)
  }

  /// The documents of the consents.
  private var documents: [ConsentDocument] {
    Set(drafts.flatMap(\.documents)).sorted().compactMap { vocabulary.consentDocuments[$0] }
  }

  // MARK: - The parts of a definition

  /// Reports a file of scenarios whose name has the ending of an operation. Returns true for it.
  private mutating func isOfScenarios(_ entries: [SourceNode.Entry], at location: Location) -> Bool {
    let keys = entries.compactMap(\.key.scalar)
    guard keys.contains("scenarios"), !keys.contains("atoms"), !keys.contains("pages") else { return false }
    diagnostics.error(
      .fileName, "the name of a file with `scenarios` must end with `.scenarios.yaml`", remedy: ": rename this file",
      at: location)
    return true
  }

  /// Reads the properties of an operation. Conditions and values remain nodes and are compiled
  /// later.
  private mutating func head(_ entries: [SourceNode.Entry], at location: Location) -> OperationHead {
    var head = Properties(entries, at: location)
    let id = identifier(&head)
    let title = head.text("title")
    if title == nil, head.node("title") == nil { head.isMissing("title", "`title` is missing") }
    let effectNode = head.node("effect")
    let effect = effectNode.flatMap { known($0, among: vocabulary.effects.keys.sorted(), "effect") }
    let sign = head.word("sign", of: ["matrix", "code"])
    let signNode = head.node("sign")
    let execution = WrittenExecution(&head, effect: effect, hasEffect: effectNode != nil, in: vocabulary)
    let signIf = head.node("signIf")
    isPublic = head.word("access", of: ["person", "public"]) == "public"
    head.declare(default: "person", of: "access")
    let asks = head.node("asks")
    let paysAmount = effect.flatMap { vocabulary.effects[$0] }?.inputs.contains { $0.content == "amount" } == true
    let icon = head.icon() ?? (paysAmount ? .payment : nil)
    let minimumClient = head.minimumClient()
    let dailyLimit = head.node("dailyLimit")
    let keep = head.node("keep")
    let next = head.node("next")
    let send = head.node("send")
    head.declare(default: "result", of: "next")
    if let next, effectNode == nil {
      diagnostics.error(.missingCompanion, "`next` requires `effect`: it follows a submission", at: next.location)
    }
    let definitions = head.node("define")
    let (atoms, pages) = (head.node("atoms"), head.node("pages"))
    if atoms == nil, pages == nil { head.isMissing("atoms", "`atoms` is missing") }
    if let pages, atoms != nil {
      head.error(.conflict, "`pages` conflicts with `atoms`: the atoms belong to the pages", at: pages.location)
    }
    let review = WrittenReview(&head)
    if pages == nil, let place = review.location {
      head.error(.missingCompanion, "`review` requires `pages`", at: place)
    }
    let availableIf = head.node("availableIf")
    head.refuseTheRest(of: "an operation")
    diagnostics.append(head.diagnostics)
    asked = head.asked
    return OperationHead(
      id: id, title: title, effect: effect, effectNode: effectNode, sign: sign, signNode: signNode,
      execution: execution, signIf: signIf, asks: asks, icon: icon, minimumClient: minimumClient,
      dailyLimit: dailyLimit, keep: keep, next: next, send: send, definitions: definitions, atoms: atoms,
      pages: pages, review: review, availableIf: availableIf)
  }

  private mutating func identifier(_ head: inout Properties) -> String? {
    guard let node = head.node("operation") else {
      head.isMissing("operation", "`operation`, the operation's id, is missing")
      return nil
    }
    let id = node.scalar ?? ""
    if id.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isIdentifier) { return id }
    diagnostics.error(
      .invalidName,
      "an operation's id consists of words of Latin letters, digits and _ joined by dots, such as `payments.quick`",
      at: node.location)
    return nil
  }

  private mutating func known(_ node: SourceNode, among names: [String], _ what: String) -> String? {
    if let word = node.scalar, names.contains(word) { return word }
    guard let word = node.scalar else {
      diagnostics.error(.wrongShape, "`\(what)` takes a name, not \(node.noun)", at: node.location)
      return nil
    }
    let hint = suggestion(for: word, among: names)
    diagnostics.error(
      .unknownDefinition, "unknown \(what) `\(word)`",
      remedy: hint.isEmpty && !names.isEmpty ? "; there is \(names.listed)" : hint, at: node.location)
    return nil
  }

  private mutating func noteCurrencies() {
    for (place, draft) in drafts.enumerated() { currencies[place] = (draft.kind as? TextInputKind)?.currency }
    if Set(currencies.values).count < 2 { currencies = [:] }
  }

  mutating func readAtoms(_ node: SourceNode?) {
    guard let node else { return }
    var seen: [String: Location] = [:]
    readLines(of: node, at: AtomPosition(), seen: &seen)
    placeChecksOfKinds()
    for index in drafts.indices {
      readItems(of: index)
      readRowNumber(of: index)
      readDefinitions(ofItemsOf: index)
      readSharedEntries(ofItemsOf: index)
      readPreviousRow(of: index)
      defer { readOption(of: index) }
      guard let written = drafts[index].lookup else { continue }
      names.note(word: written.writtenName, at: written.location)
      guard let directory = directory(of: written) else {
        broken.formUnion(vocabulary.lookups.keys)
        broken.insert(written.name)
        unknownAnswers.insert(written.name)
        continue
      }
      refuseKey(of: drafts[index], in: directory, at: written.directory.location)
      let place = written.alias?.location ?? written.directory.location
      if lookups.contains(where: { $0.name == written.name && !$0.isDefinition }) {
        let named = written.isSearch ? "`as: ...`" : "{name: \(directory), as: ...}"
        diagnostics.error(
          .duplicate,
          written.alias == nil
            ? "lookup `\(directory)` is already used by another atom"
            : "`\(written.name)` is already the name of another lookup",
          remedy: written.alias == nil ? "; give one another name: \(named)" : "", at: place)
      } else if let alias = written.alias, let fault = fault(ofAlias: written.name) {
        diagnostics.error(.reservedName, fault, at: alias.location)
      } else {
        drafts[index].lookupSlot = drafts.count + lookups.count
        let search = written.isSearch ? vocabulary.search(directory) : nil
        if isPublic, search?.fact != nil {
          diagnostics.error(
            .publicAccess,
            "`\(drafts[index].id)` offers the person's \(directory), which a public operation cannot read",
            at: drafts[index].idLocation)
        }
        let shape = search?.lookup ?? vocabulary.lookups[directory]
        if shape?.table != nil, written.terms != LookupTerms() || written.failed != nil {
          diagnostics.error(
            .misplaced,
            "the table `\(directory)` is always available: `timeout`, `cache` and `failed` are only for bank systems",
            at: written.location)
        }
        lookups.append(
          Operation.LookupCall(
            directory: shape?.name ?? directory, name: written.name, subject: index, terms: written.terms,
            fields: shape?.fields ?? [], search: search, query: shape?.query, table: shape?.table))
      }
    }
  }

  /// Returns the name of the directory of a lookup or of the list of a search; nil after adding an
  /// error.
  private mutating func directory(of written: WrittenLookup) -> String? {
    guard written.isSearch else {
      return known(written.directory, among: vocabulary.lookups.keys.sorted(), "lookup")
    }
    if let name = written.directory.scalar, vocabulary.facts[name] != nil, vocabulary.search(name) == nil {
      diagnostics.error(
        .wrongType, "`\(name)` is not a list of options: its elements need a text `value` and a `caption`",
        at: written.directory.location)
      return nil
    }
    return known(written.directory, among: vocabulary.searchNames, "list")
  }

  /// Creates the scope outside of items: atoms, lookup answers and facts about the caller.
  mutating func scope() -> Scope {
    var plain = Scope(variables: [:])
    plain.trees = trees
    if !vocabulary.row.isEmpty { plain.object = .fields(vocabulary.row) }
    var scope = named(in: nil, over: plain)
    for name in broken {
      if scope.variables[name] == nil { scope.variables[name] = Self.faultyBinding(.any) }
      if vocabulary.lookups[name] != nil { scope.names[name] = Self.faultyBinding(.any) }
    }
    for name in unknownAnswers { scope.names[name] = Self.faultyBinding(.any) }
    facts = isPublic ? [] : vocabulary.facts.keys.sorted().map { Operation.Fact($0, vocabulary.factQueries[$0]) }
    for (index, name) in facts.map(\.name).enumerated() {
      scope.names[name] = Binding(
        slot: .outer(firstFact + index), type: vocabulary.facts[name] ?? .any)
    }
    scope.functions = vocabulary.verifications.mapValues(\.function)
    return scope
  }

  /// Returns the binding of a name whose declaration has a fault, so that its uses are not reported
  /// again.
  static func faultyBinding(_ type: ValueType) -> Binding { Binding(slot: .outer(Int(Int32.max)), type: type) }

  /// Adds an error for each bank system that a public operation queries without listing it in
  /// `asks`.
  private mutating func checkStrangers(_ asks: SourceNode?, _ queries: [any SystemQuery], at location: Location) {
    let named = asks.map { ($0.sequence ?? [$0]).compactMap(\.scalar) } ?? []
    if let asks, !isPublic {
      diagnostics.error(
        .publicAccess, "`asks` requires `access: public`: other operations may query any service", at: asks.location)
    }
    for system in Set(queries.map(\.system)).sorted() where isPublic && !named.contains(system) {
      diagnostics.error(
        .publicAccess, "this public operation queries the service `\(system)` without a login",
        remedy: ": allow it by `asks: [\(system)]`", at: asks?.location ?? location)
    }
  }

  /// Returns the queries to bank systems that the operation makes.
  private func queries(
    of atoms: [AtomParts], _ signIf: Condition?, _ availability: Availability?
  ) -> OperationQueries {
    let asked = vocabulary.verifications.compactMapValues(\.query)
    let known = Set(facts.indices.filter { facts[$0].query != nil }.map { firstFact + $0 })
    var seeds: [Int] = atoms.indices.filter { place in
      !known.isDisjoint(with: atoms[place].facts) || atoms[place].calls(Set(asked.keys))
    }
    seeds += lookups.indices.filter { index in
      let fact = lookups[index].search?.fact
      if lookups[index].isOption {
        let atom = atoms[lookups[index].subject]
        return !known.isDisjoint(with: (atom.optionSlot.map { [$0] } ?? []) + (atom.optionsFrom?.reads.outer ?? []))
      }
      return lookups[index].query != nil || facts.contains { $0.name == fact && $0.query != nil }
    }.map { atoms.count + $0 }
    let slots = atoms.count..<firstFact
    let definitions = slots.compactMap { slot in namedValue(in: slot).map { (slot: slot, reads: $0.expression.reads) } }
    seeds += definitions.filter { _, reads in
      !known.isDisjoint(with: reads.outer) || reads.functions.contains { asked[$0] != nil }
    }.map(\.slot)
    let named = definitions.map(\.reads)
    let stored = sent.map(\.expression.reads)
    let called = asked.filter { name, _ in
      atoms.contains { $0.calls([name]) } || (named + stored).contains { $0.functions.contains(name) }
        || signIf?.reads.functions.contains(name) == true
    }
    let searched = lookups.compactMap { call in
      facts.firstIndex { $0.name == call.search?.fact }.map { firstFact + $0 }
    }
    let read =
      atoms.flatMap(\.facts) + atoms.flatMap { $0.onChange?.reads ?? [] } + searched
      + lookups.flatMap { $0.others.flatMap(\.reads.outer) + ($0.failed?.reads ?? []) }
      + (named + stored).flatMap(\.outer)
      + (signIf?.reads.outer ?? [])
    let readFacts = known.intersection(read).sorted().compactMap { facts[$0 - firstFact].query }
    return OperationQueries(
      all: lookups.compactMap(\.query) + lookups.compactMap(\.search?.pages) + readFacts
        + called.sorted { $0.key < $1.key }.map(\.value) + (availability?.condition.queries ?? []),
      asksVerifications: !called.isEmpty, seeds: seeds)
  }

  // MARK: - The graph

  private mutating func graph(of atoms: [AtomParts], joining circles: DraftedCircles) -> DependencyGraph? {
    let nodes = firstFact
    func within(_ slots: [Int]) -> [Int] { Set(slots.filter { $0 < nodes }).sorted() }
    var reads = atoms.map { within($0.valueReads) }
    var appearance = atoms.map { within($0.appearanceReads) }
    var checks = atoms.map { atom in within(atom.checkReads) }
    for (slot, atom) in atoms.enumerated() {
      checks[slot].removeAll { $0 == slot }
      appearance[slot].removeAll { $0 == slot }
      if let lookup = atom.lookup { checks[slot].append(lookup) }
    }
    circles.join(&reads, atoms, nodes: nodes)
    for call in lookups {
      reads.append(
        call.isDefinition
          ? within(call.named?.expression.reads.outer ?? [])
          : call.isRecord
            ? within(atoms[call.subject].items?.list.reads.outer ?? [])
            : call.isOption
              ? within([call.subject] + (atoms[call.subject].optionsFrom?.reads.outer ?? []))
              : within([call.subject] + call.others.flatMap(\.reads.outer)))
      appearance.append([])
      checks.append([])
    }
    for value in values {
      reads.append(within(value.named.expression.reads.outer))
      appearance.append([])
      checks.append([])
    }
    do throws(DependencyGraph.Cycles) {
      return try DependencyGraph(
        reads: reads, appearanceReads: appearance, checkReads: checks, items: outline(of: atoms),
        partners: circles.partners)
    } catch {
      report(error)
      return nil
    }
  }

  /// Creates the atoms. Clients report changes of inputs that other nodes depend on, or that have
  /// rules, checks, notes or change effects. They also report changes of repeats whose items have
  /// titles or numbers, can move, or can be pasted.
  private func withNotify(_ atoms: [AtomParts], _ graph: DependencyGraph) -> [Atom] {
    atoms.enumerated().map { slot, parts in
      // People cannot add or remove items of a listed repeat, so clients report no changes of it.
      guard let input = parts.kind as? any InputKind, parts.computed == nil, parts.items == nil,
        graph.hasDependents(slot) || !parts.notes.isEmpty || parts.onChange != nil || !parts.checks.isEmpty
          || input.hasRules || parts.circle != nil || parts.template?.isReported == true
      else { return Atom(parts, notify: nil) }
      return Atom(parts, notify: input.notifiesOnCommit ? .commit : .change)
    }
  }
}

private struct OperationHead {
  let id: String?
  let title: LocalizedText?
  let effect: String?
  let effectNode: SourceNode?
  let sign: String?
  let signNode: SourceNode?
  let execution: WrittenExecution
  let signIf: SourceNode?
  let asks: SourceNode?
  let icon: Icon?
  let minimumClient: MinimumClient
  let dailyLimit: SourceNode?
  let keep: SourceNode?
  let next: SourceNode?
  let send: SourceNode?
  let definitions: SourceNode?
  let atoms: SourceNode?
  let pages: SourceNode?
  let review: WrittenReview
  let availableIf: SourceNode?
}
