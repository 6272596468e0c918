import Conditions
import SourceText

/// A use of a composed kind in an operation.
struct ComposedUse {
  /// The kind's file, as included by this use.
  let file: SourceFile
  let composition: Composition
  /// The id of the whole in the operation, or in the items of `owner`.
  let id: String
  /// The index of the repeat that contains the whole; nil outside of items.
  let owner: Int?
  /// The number of composed kinds around this one.
  let depth: Int
  /// The indexes of the parts' drafts, without atoms in items of the whole's lists.
  var parts: [Int] = []
  /// The condition that a part was entered; nil before an optional part requires it.
  var entry: Entry?

  struct Entry {
    /// The compiled condition; nil if no part can be entered, or if the condition has faults.
    let condition: Condition?
  }
}

extension OperationCompiler {
  /// Records the next atom as a part of the composed kinds that contain it, whose values have
  /// names.
  mutating func noteKinds(around draft: AtomDraft, upTo list: SourceFile?) {
    let around = draft.idLocation.file.compositions(upTo: list)
    for (index, (file, composition)) in around.enumerated() {
      if let known = kindPlaces[ObjectIdentifier(file)] {
        if kindUses[known].owner == draft.position.owner { kindUses[known].parts.append(drafts.count) }
        continue
      }
      guard let place = file.includedFrom else { continue }
      let texts = [composition.value, composition.shown, composition.enableIf] + composition.checks.map(\.value)
      for node in texts.compactMap(\.self) {
        keyedNames.formUnion(KeyedNames(in: node).names)
      }
      kindPlaces[ObjectIdentifier(file)] = kindUses.count
      let id = place.file.whole(composition.id, upTo: list)
      kindUses.append(
        ComposedUse(
          file: file, composition: composition, id: id, owner: draft.position.owner, depth: around.count - index,
          parts: [drafts.count]))
      names.note(variable: composition.id, at: place, upTo: list)
      if let owner = draft.position.owner { names.note(item: id, of: owner) }
    }
  }

  /// Returns true if the value of a part is missing only while the form is incomplete.
  func isAlwaysRequired(_ place: Int, in use: ComposedUse) -> Bool {
    let draft = drafts[place]
    guard let input = draft.input, input.type != .boolean, !(draft.kind is RepeatKind), !draft.whole.isOptionalAlone,
      draft.requireIf == nil, draft.showIf == nil, isNeverLocked(place)
    else { return false }
    let inner = draft.idLocation.file.compositions().prefix { $0.file !== use.file }
    if inner.contains(where: { $0.use.isOptional || $0.use.enableIf != nil }) { return false }
    let groups = sequence(first: draft.position.parent) { $0.flatMap { drafts[$0].position.parent } }
    for group in groups.prefix(while: { $0 != nil && $0 != use.owner }).compactMap(\.self) {
      guard drafts[group].composed == nil || drafts[group].children?.location.file !== use.file else { break }
      if drafts[group].showIf != nil { return false }
    }
    return true
  }

  // MARK: - The value of the whole

  /// Adds the values of composed kinds outside of items, or in items of `owner`, to a scope.
  func addComposed(in owner: Int?, to scope: inout Scope) {
    for use in kindUses.filter({ $0.owner == owner }).sorted(by: { $0.depth > $1.depth }) {
      guard let value = use.composition.value else { continue }
      if let composed = composed(value, of: use, in: scope) {
        scope.composed[use.id] = composed
      } else {
        scope.variables[use.id] = Self.faultyBinding(.any)
      }
    }
  }

  /// Returns the value of a use; nil if an expression has faults, which `checkComposed` reports.
  private func composed(_ value: SourceNode, of use: ComposedUse, in scope: Scope) -> ComposedValue? {
    let scope = view(ownScope(scope), in: use.file)
    func required(_ expressions: [ConditionExpression]) -> [Int] {
      let reads = Set(expressions.flatMap(\.reads.outer))
      return use.parts.filter { reads.contains($0) && isAlwaysRequired($0, in: use) }
    }
    guard let fields = value.mapping else {
      guard let expression = value.scalar.flatMap({ try? ConditionExpression($0, in: scope) }) else { return nil }
      return ComposedValue(expression, requiring: required([expression]))
    }
    var record: [(name: String, expression: ConditionExpression)] = []
    for field in fields {
      guard let name = field.key.scalar,
        let expression = field.value.scalar.flatMap({ try? ConditionExpression($0, in: scope) })
      else { return nil }
      record.append((name, expression))
    }
    return ComposedValue(record: record, requiring: required(record.map(\.expression)))
  }

  /// Returns a scope without the names of `define`, which are compiled after the values of composed
  /// kinds.
  func ownScope(_ scope: Scope) -> Scope {
    var scope = scope
    scope.definitions = [:]
    scope.names = scope.names.filter { _, binding in
      if case .outer(let slot) = binding.slot { namedValue(in: slot) == nil } else { true }
    }
    return scope
  }

  /// Reports the faults in the values of composed kinds.
  mutating func checkComposed(in scopes: [Int?: Scope]) {
    for use in kindUses {
      guard let value = use.composition.value?.included(in: use.file) else { continue }
      for node in value.mapping?.map(\.value) ?? [value] {
        _ = expression(node, in: ownScope(scopes[use.owner] ?? Scope()))
      }
    }
  }

  // MARK: - Properties of the whole

  /// Adds the checks of composed kinds to the last part that each complete form shows.
  mutating func placeChecksOfKinds() {
    for use in kindUses where !use.composition.checks.isEmpty {
      guard let first = use.composition.checks.first,
        let place = use.parts.last(where: { isAlwaysRequired($0, in: use) && drafts[$0].value == nil })
      else {
        if let first = use.composition.checks.first {
          diagnostics.error(
            .misplaced,
            "`check` of `\(use.composition.kind)` requires a part that is always shown and required",
            at: first.key.location)
        }
        continue
      }
      var properties = Properties(use.composition.checks, at: first.key.location)
      let (checks, notes) = WrittenCheck.all(&properties)
      diagnostics.append(properties.diagnostics)
      drafts[place].checks += checks.map(\.ofWhole)
      drafts[place].notes += notes
    }
  }

  /// Adds the conditions of groups and composed kinds to an atom, and the kind of a group.
  mutating func addWholes(to atom: inout AtomParts, of draft: AtomDraft, in scope: Scope) {
    atom.composed = composedGroup(of: draft, in: scope)
    let isPart = draft.idLocation.file.terms != nil
    let enabling = enablingConditions(around: draft) + (isPart ? self.enabling(draft, in: scope) : [])
    if !enabling.isEmpty {
      atom.enableIf = joined((atom.enableIf.map { [$0] } ?? []) + enabling, at: draft.idLocation, in: scope)
    }
    if isPart { atom.requireIf = requirement(of: draft, atom.requireIf, in: scope) }
  }

  /// Returns the `enableIf` conditions of the groups around an entered input, up to its item.
  private func enablingConditions(around draft: AtomDraft) -> [Condition] {
    guard draft.input != nil, draft.value == nil else { return [] }
    return groups(around: draft).compactMap { enablingGroups[$0] }
  }

  /// Returns the conditions of composed kinds that enable an input.
  private mutating func enabling(_ draft: AtomDraft, in scope: Scope) -> [Condition] {
    guard draft.input != nil || draft.enableIf != nil else { return [] }
    return draft.idLocation.file.compositions().compactMap(\.use.enableIf).compactMap {
      state($0, .enableIf, of: draft, in: scope)
    }
  }

  /// Returns the condition that requires an input of an optional whole: another part of it was
  /// entered.
  mutating func requirement(of draft: AtomDraft, _ own: Condition?, in scope: Scope) -> Condition? {
    guard let file = draft.whole.optional, !draft.whole.isOptionalAlone || own != nil,
      let use = kindPlaces[ObjectIdentifier(file)], let entered = entry(of: use, at: draft.idLocation, in: scope)
    else { return own }
    return joined([entered] + (own.map { [$0] } ?? []), at: draft.idLocation, in: scope)
  }

  /// Returns the condition that a part of a use was entered; nil without such parts, or after
  /// adding an error. It is compiled once for all parts.
  private mutating func entry(of use: Int, at location: Location, in scope: Scope) -> Condition? {
    if let known = kindUses[use].entry { return known.condition }
    let text = entryText(of: entered(of: kindUses[use]))
    var condition: Condition?
    if !text.isEmpty {
      do { condition = try Condition(text, in: scope) } catch { note(error, in: text, at: location, scope) }
    }
    kindUses[use].entry = ComposedUse.Entry(condition: condition)
    return condition
  }

  /// Returns a condition that holds if all of these hold; nil without conditions, or after adding
  /// an error.
  private mutating func joined(_ conditions: [Condition], at location: Location, in scope: Scope) -> Condition? {
    if conditions.count < 2 { return conditions.first }
    do {
      return try Condition(all: conditions, in: scope)
    } catch {
      for fault in error { diagnostics.error(helped(fault, in: location.file, scope), at: location) }
      return nil
    }
  }
}
