import Conditions
import SourceText

/// Composed atoms as targets of change effects and commands: `reset: home`, `set: {home: $other}`.
extension OperationCompiler {
  /// A part of a composed atom that takes a value.
  private enum Part {
    /// The index of an input.
    case input(Int)
    /// The index of the use of another composed kind.
    case whole(Int)
  }

  // MARK: - Names

  /// Returns the composed atom whose inputs `reset` names; nil for another name.
  ///
  /// In the kind's own file, the name `self` is the part.
  func wholeToReset(_ node: SourceNode, by draft: AtomDraft, in scope: Scope) -> Int? {
    guard let id = node.scalar else { return nil }
    let scope = view(scope, in: node.location.file)
    let around = sequence(first: node.location.file) { $0.includedFrom?.file }.map(ObjectIdentifier.init)
    let use = uses(named: id, inItemsOf: draft.position.owner, scope).min { kindUses[$0].depth < kindUses[$1].depth }
    guard let use, !around.contains(ObjectIdentifier(kindUses[use].file)) else { return nil }
    // A kind of one input is reset like that input.
    return place(of: id, for: draft, in: scope).map { kindUses[use].parts == [$0] } == true ? nil : use
  }

  /// Returns the composed atom whose inputs `set` fills; nil for another name, also of an input.
  func wholeToSet(_ node: SourceNode, by draft: AtomDraft, in scope: Scope) -> Int? {
    let scope = view(scope, in: node.location.file)
    guard let id = node.scalar, place(of: id, for: draft, in: scope) == nil else { return nil }
    return whole(named: id, inItemsOf: draft.position.owner, scope)
  }

  /// Returns the use whose value a name has, or else the outermost use with the name.
  private func whole(named id: String, inItemsOf owner: Int?, _ scope: Scope) -> Int? {
    let uses = uses(named: id, inItemsOf: owner, scope).sorted { kindUses[$0].depth < kindUses[$1].depth }
    return uses.first { kindUses[$0].composition.value != nil } ?? uses.first
  }

  private func uses(named name: String, inItemsOf owner: Int?, _ scope: Scope) -> [Int] {
    func known(_ id: String) -> [Int] {
      kindUses.indices.filter { kindUses[$0].id == id && kindUses[$0].owner == owner }
    }
    for aliases in scope.aliases {
      if aliases.hidden.contains(where: { $0.contains(name) }) { break }
      if aliases.constants[name] != nil { return [] }
      let uses = aliases.variables[name].map(known) ?? []
      if !uses.isEmpty { return uses }
    }
    return known(name)
  }

  // MARK: - `reset`

  /// Returns the inputs of a composed atom that people fill in; adds an error if one of them cannot
  /// be reset.
  mutating func inputs(
    of use: Int, namedBy node: SourceNode, toResetBy draft: AtomDraft, besides others: [Int]
  ) -> [Int] {
    let inputs = kindUses[use].parts.filter { place in
      drafts[place].input != nil && drafts[place].value == nil && (drafts[place].kind as? RepeatKind)?.items == nil
    }
    let id = node.scalar ?? ""
    if inputs.isEmpty { diagnostics.error(.wrongValue, "`\(id)` has no part that can be entered", at: node.location) }
    for place in inputs {
      guard !refuses(place, of: id, draft, besides: others, isReset: true, at: node.location) else { return [] }
    }
    return inputs
  }

  /// Returns true after adding an error for a part that an effect cannot change.
  private mutating func refuses(
    _ place: Int, of id: String, _ source: AtomDraft, besides others: [Int], isReset: Bool, at location: Location
  ) -> Bool {
    let obstacle = obstacle(at: place, to: source, isReset: isReset)
    let isTwice = obstacle == nil && others.contains(place)
    guard let why = obstacle ?? (isTwice ? "is named twice" : nil) else { return false }
    diagnostics.error(
      .wrongValue, "`\(drafts[place].id)`, a part of `\(id)`, \(why)",
      remedy: isTwice ? ": remove one of both" : ": name the other parts by their ids", at: location)
    return true
  }

  // MARK: - `set`

  /// Compiles the values for the inputs of a composed atom: by part, as its `default`, or from the
  /// fields of an expression. The result is empty after an error.
  mutating func fillings(
    of use: Int, with entry: SourceNode.Entry, by draft: AtomDraft, besides others: [Int], in scope: Scope
  ) -> [ChangeEffect.Filling] {
    let id = entry.key.scalar ?? ""
    if entry.value.mapping?.isEmpty == true {
      diagnostics.error(
        .wrongShape, "`set` of `\(id)` takes {part: expression} or an expression, found an empty mapping",
        remedy: inputs(toSet: use), at: entry.value.location)
      return []
    }
    guard entry.value.mapping == nil else {
      var (filled, fillings) = (others, [ChangeEffect.Filling]())
      fill(use, id, byPart: entry.value, draft, &filled, &fillings, in: scope)
      return fillings
    }
    guard let targets = targets(of: use, id, at: entry.value.location, in: scope),
      let expression = expression(entry.value, in: scope)
    else { return [] }
    for target in targets {
      guard !refuses(target.place, of: id, draft, besides: others, isReset: false, at: entry.key.location) else {
        return []
      }
    }
    guard accepts(expression, targets, of: id, at: entry.value.location) else { return [] }
    return [ChangeEffect.Filling(expression: expression, targets: targets)]
  }

  /// Adds the values in `{part: expression}`.
  private mutating func fill(
    _ use: Int, _ id: String, byPart node: SourceNode, _ source: AtomDraft, _ filled: inout [Int],
    _ fillings: inout [ChangeEffect.Filling], in scope: Scope
  ) {
    let owner = kindUses[use].owner
    for entry in node.mapping ?? [] {
      let name = entry.key.scalar ?? ""
      switch part(name, of: use, in: scope) {
      case .input(let place):
        guard !refuses(place, of: id, source, besides: filled, isReset: false, at: entry.key.location) else { continue }
        filled.append(place)
        if let filling = filling(place, with: entry.value, in: scope) { fillings.append(filling) }
      case .whole(let inner):
        guard entry.value.mapping == nil else {
          fill(inner, name, byPart: entry.value, source, &filled, &fillings, in: scope)
          continue
        }
        let own = SourceNode.Entry(key: entry.key, value: entry.value)
        let added = self.fillings(of: inner, with: own, by: source, besides: filled, in: scope)
        filled += added.flatMap { $0.targets.map(\.place) }
        fillings += added
      case nil:
        let names = kindUses[use].parts.filter { drafts[$0].input != nil && drafts[$0].position.owner == owner }
          .map { self.name(ofPart: $0, in: use) }
        let hint = suggestion(for: name, among: names)
        diagnostics.error(
          .unknownDefinition, "the kind `\(kindUses[use].composition.kind)` has no part `\(name)` with a value",
          remedy: hint.isEmpty ? "; the parts are \(names.listed)" : hint, at: entry.key.location)
      }
    }
  }

  /// Returns the part that a name means in the file of a use; nil if it means none.
  private func part(_ name: String, of use: Int, in scope: Scope) -> Part? {
    let (file, owner, parts) = (kindUses[use].file, kindUses[use].owner, kindUses[use].parts)
    let scope = view(ownScope(scope), in: file)
    if case .outer(let place)? = scope.binding(of: name)?.slot, parts.contains(place) { return .input(place) }
    guard let inner = whole(named: name, inItemsOf: owner, scope), kindUses[inner].depth > kindUses[use].depth,
      let first = kindUses[inner].parts.first, parts.contains(first)
    else { return nil }
    return .whole(inner)
  }

  /// Returns the name of a part in the file of a use.
  private func name(ofPart place: Int, in use: Int) -> String {
    drafts[place].idLocation.file.whole(drafts[place].writtenID, upTo: kindUses[use].file)
  }

  /// Returns the remedy that names parts to set; empty if no part can be set.
  private func inputs(toSet use: Int) -> String {
    let names = kindUses[use].parts.filter { drafts[$0].input != nil && drafts[$0].value == nil }
      .map { "\(name(ofPart: $0, in: use)): ..." }
    return names.isEmpty ? "" : ": set its parts, `{\(names.prefix(3).joined(separator: ", "))}`"
  }

  /// Returns the inputs that take the value of a composed atom, each with the fields that lead to
  /// it. Nil after adding an error if the value cannot be assigned.
  private mutating func targets(
    of use: Int, _ id: String, at location: Location, in scope: Scope
  ) -> [ChangeEffect.Target]? {
    let (remedy, kind) = (inputs(toSet: use), kindUses[use].composition.kind)
    guard let value = kindUses[use].composition.value else {
      diagnostics.error(
        .wrongValue, "`\(id)` has no value, because the kind `\(kind)` has no `value`", remedy: remedy, at: location)
      return nil
    }
    let fields = value.mapping?.map { ([$0.key.scalar ?? ""], $0.value) } ?? [([], value)]
    var targets: [ChangeEffect.Target] = []
    var computed: [(node: SourceNode, reads: [Int])] = []
    for (path, node) in fields {
      let text = node.scalar ?? ""
      switch text.hasPrefix("$") ? part(String(text.dropFirst()), of: use, in: scope) : nil {
      case .input(let place) where drafts[place].value == nil: targets.append(ChangeEffect.Target(place, path: path))
      case .input: break
      case .whole(let inner):
        guard let own = self.targets(of: inner, String(text.dropFirst()), at: location, in: scope) else { return nil }
        targets += own.map { ChangeEffect.Target($0.place, path: path + $0.path) }
      case nil: computed.append((node, reads(of: node, in: use, scope)))
      }
    }
    let direct = Set(targets.map(\.place))
    let lost = computed.first { !direct.isSuperset(of: $0.reads) }
    guard let fault = lost?.node ?? (targets.isEmpty ? value : nil) else { return targets }
    diagnostics.error(
      .wrongValue,
      "the value of `\(id)` cannot be set: `\(fault.scalar ?? "value")` does not determine each part that it reads "
        + "(\(fault.location.described(from: location)))", remedy: remedy, at: location)
    return nil
  }

  /// Returns the entered parts that an expression of `value` reads.
  private func reads(of node: SourceNode, in use: Int, _ scope: Scope) -> [Int] {
    let scope = view(ownScope(scope), in: kindUses[use].file)
    let expression = node.scalar.flatMap { try? ConditionExpression($0, in: scope) }
    let parts = Set(kindUses[use].parts)
    return reach(of: expression?.reads.outer ?? []).filter {
      parts.contains($0) && drafts[$0].input != nil && drafts[$0].value == nil
    }
  }

  /// Returns true if the value of an expression has a value of the right type for each input;
  /// otherwise adds errors.
  private mutating func accepts(
    _ expression: ConditionExpression, _ targets: [ChangeEffect.Target], of id: String, at location: Location
  ) -> Bool {
    if let secret = secret(in: expression) {
      diagnostics.error(
        .secret,
        "`$\(secret)` is a password or code, which is never stored, so no stored value can be computed from it",
        at: location)
      return false
    }
    let found = targets.map { (place: $0.place, type: Self.type(of: expression.type, at: $0.path)) }
    if found.allSatisfy({ $0.type == nil }) {
      let fields = targets.map { $0.path.joined(separator: ".") }
      diagnostics.error(
        .wrongType, "`set` of `\(id)` takes a record, found \(expression.type.wholeNoun)",
        remedy: ": its fields are \(fields.listed)", at: location)
      return false
    }
    var isRight = true
    for (place, type) in found {
      guard let type, let wanted = drafts[place].input?.type else { continue }
      if drafts[place].kind is RepeatKind, case .list(.record(let fields)) = type {
        if !accepts(fields, "set", ofListAt: place, at: location) { isRight = false }
      } else if !Self.accepts(type, as: wanted) {
        diagnostics.error(
          .wrongType,
          "`set` gives \(type.wholeNoun) for `\(drafts[place].id)`, which takes \(wanted.wholeNoun)",
          remedy: ": set the parts by name, `{part: expression}`", at: location)
        isRight = false
      }
    }
    return isRight
  }

  /// Returns the type at the end of a path of fields; nil if a record lacks one of them.
  private static func type(of type: ValueType, at path: [String]) -> ValueType? {
    var type = type
    for name in path {
      switch type {
      case .any: return .any
      case .record(let fields):
        guard let field = fields.first(where: { $0.name == name }) else { return nil }
        type = field.type
      default: return nil
      }
    }
    return type
  }
}
