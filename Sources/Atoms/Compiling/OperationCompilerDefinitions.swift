import Conditions
import SourceText

/// A valid entry of `define`.
struct WrittenDefinition {
  let name: String
  let node: SourceNode
  /// The location of the name.
  let key: Location
}

/// A value of `define` during the compilation of its operation.
struct NamedDraft {
  let named: Operation.NamedValue
  /// The location of the name.
  let location: Location
  let decimals: DecimalForm
}

extension OperationCompiler {
  /// The maximum number of names in one `define`, including those of fragments.
  private static let maxDefinitions = 200

  /// The slot of the first fact. It grows with each value of `define` that is compiled.
  var firstFact: Int { drafts.count + lookups.count + values.count }

  /// Returns the named value in a slot; nil for any other slot.
  func namedValue(in slot: Int) -> Operation.NamedValue? {
    if lookups.indices.contains(slot - drafts.count) { return lookups[slot - drafts.count].named }
    let index = slot - drafts.count - lookups.count
    return values.indices.contains(index) ? values[index].named : nil
  }

  /// Returns the slots and everything that their named values read, directly or indirectly.
  func reach(of slots: [Int]) -> Set<Int> {
    guard !values.isEmpty || !itemValues.isEmpty else { return Set(slots) }
    var (waiting, seen) = (slots, Set<Int>())
    while let slot = waiting.popLast() {
      guard seen.insert(slot).inserted else { continue }
      waiting += namedValue(in: slot)?.expression.reads.outer ?? []
    }
    return seen
  }

  /// Creates the scope outside of items with the names of `define`.
  ///
  /// A condition of `define` is inlined where it is used, and a value has a slot. The slots of
  /// facts follow the slots of values. Therefore the definitions are compiled twice if one of them
  /// is a value.
  mutating func scope(defining node: SourceNode?) -> Scope {
    var scope = scope()
    refineOptionTypes(in: &scope)
    addComposed(in: nil, to: &scope)
    let written = definitions(node, in: scope)
    guard !written.isEmpty || !circular.isEmpty || sharesEntries else { return scope }
    var firstPass = self
    var firstScope = scope
    firstPass.define(written, in: &firstScope)
    firstPass.shareEntries(ofItemsAt: nil, in: firstScope)
    guard !firstPass.values.isEmpty else {
      self = firstPass
      return firstScope
    }
    values = firstPass.values
    scope = self.scope()
    refineOptionTypes(in: &scope)
    addComposed(in: nil, to: &scope)
    values = []
    define(written, in: &scope)
    // Options may refer to a named list.
    refineOptionTypes(in: &scope)
    addComposed(in: nil, to: &scope)
    shareEntries(ofItemsAt: nil, in: scope)
    return scope
  }

  /// Reads the valid names of `define`, each after the names that it uses.
  mutating func definitions(_ node: SourceNode?, in scope: Scope) -> [WrittenDefinition] {
    guard let node else { return [] }
    guard let entries = node.mapping else {
      diagnostics.error(.wrongShape, "`define` takes {name: expression}, not \(node.noun)", at: node.location)
      return []
    }
    guard entries.count <= Self.maxDefinitions else {
      diagnostics.error(
        .limit, "`define` has \(entries.count) names, and at most \(Self.maxDefinitions) are allowed", at: node.location
      )
      return []
    }
    var written: [WrittenDefinition] = []
    for entry in entries {
      let word = entry.key.scalar ?? ""
      let name = entry.key.location.file.whole(word)
      if !isIdentifier(word[...]) {
        diagnostics.error(
          .invalidName, "a defined name consists of Latin letters, digits and _ and does not begin with a digit",
          at: entry.key.location)
      } else if (try? Condition("\(name) == YES")) == nil {
        diagnostics.error(.reservedName, "`\(name)` is a reserved word of conditions", at: entry.key.location)
      } else if let meaning = meaning(of: name, in: scope) {
        diagnostics.error(.reservedName, "`\(name)` is already \(meaning)", at: entry.key.location)
        if scope.functions[name] == nil { circular.insert(name) }
      } else {
        names.note(word: word, at: entry.key.location)
        written.append(WrittenDefinition(name: name, node: entry.value, key: entry.key.location))
      }
    }
    return ordered(written)
  }

  /// Returns the meaning of a name that `define` cannot give again; nil for a free name.
  private func meaning(of name: String, in scope: Scope) -> String? {
    if scope.functions[name] != nil { return "a verification" }
    if scope.definitions[name] != nil { return "a name of another `define`" }
    guard let binding = scope.names[name] else { return nil }
    if case .outer(let slot) = binding.slot, namedValue(in: slot) != nil { return "a name of another `define`" }
    return scope.owner == nil ? "a lookup or a fact" : "the name of an answer, of an item or of a fact"
  }

  /// Returns the definitions, each after those that it uses. Adds an error for each cycle.
  private mutating func ordered(_ written: [WrittenDefinition]) -> [WrittenDefinition] {
    let places = Dictionary(written.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let reads = written.map { definition in
      let files = Array(sequence(first: definition.node.location.file) { $0.includedFrom?.file })
      let words = Self.text(of: definition.node).map { ConditionExpression.bareWords(in: $0) } ?? []
      // A word refers to the nearest definition: first in the fragment, then in the files that
      // include it.
      return words.compactMap { word in files.lazy.compactMap { places[$0.whole(word)] }.first }.sorted()
    }
    let none = [[Int]](repeating: [], count: written.count)
    do throws(DependencyGraph.Cycles) {
      return try DependencyGraph(reads: reads, appearanceReads: none, checkReads: none).order.map { written[$0] }
    } catch {
      for path in error.paths {
        let circle = (path + path.prefix(1)).map { written[$0].name }
        diagnostics.error(
          .cycle, "definitions use each other in a cycle: \(circle.joined(separator: " -> "))", at: written[path[0]].key
        )
      }
      circular.formUnion(error.paths.joined().map { written[$0].name })
      return written
    }
  }

  /// Returns the text of a definition; nil if it is not text or is too long.
  private static func text(of node: SourceNode) -> String? {
    node.scalar.flatMap { $0.utf8.count <= Diagnostics.maxBytesOfCondition ? $0 : nil }
  }

  mutating func define(_ written: [WrittenDefinition], in scope: inout Scope) {
    for name in circular {
      let text = written.first { $0.name == name }.flatMap { Self.text(of: $0.node) } ?? ""
      scope.names[name] = Self.faultyBinding(Self.likelyType(of: text))
    }
    for definition in written where !circular.contains(definition.name) {
      if !define(definition, in: &scope) {
        scope.names[definition.name] = Self.faultyBinding(Self.likelyType(of: definition.node.scalar ?? ""))
      }
    }
  }

  /// Returns the probable type of a definition with faults, so that its uses are not reported
  /// again.
  private static func likelyType(of text: String) -> ValueType {
    ConditionExpression.isCondition(text) ? .boolean : .any
  }

  /// Compiles a definition as a condition or a value; returns false after adding an error.
  private mutating func define(_ definition: WrittenDefinition, in scope: inout Scope) -> Bool {
    let (name, node) = (definition.name, definition.node)
    guard let text = node.scalar else {
      diagnostics.error(.wrongShape, "a definition must be text, not \(node.noun)", at: node.location)
      return false
    }
    guard diagnostics.isShort(text, at: node.location) else { return false }
    let seen = view(scope, in: node.location.file)
    do {
      let condition = try Condition(text, in: seen)
      scope.definitions[name] = condition
      review.note(condition, named: name, at: node.location, name: definition.key)
      warn(.suspiciousExpression, condition.handmadeRemainders + condition.zeroQuotients, in: text, at: node.location)
      warnOfComparisons(in: condition, seen, at: node.location)
      return true
    } catch let faults {
      do {
        let expression = try ConditionExpression(text, in: seen)
        let named = NamedDraft(
          named: Operation.NamedValue(name, expression), location: definition.key,
          decimals: expression.decimalForm { decimalForm(of: $0, $1) })
        let slot = keep(named, ofItemsAt: scope.owner)
        scope.names[name] = Binding(
          slot: .outer(slot), type: expression.type, isRounded: expression.isRounded)
        review.note(expression.reads)
        warn(
          .suspiciousExpression, expression.handmadeRemainders + expression.zeroQuotients, in: text, at: node.location)
        let fractions = expression.fractionalArguments({ self.wholeForm(of: $0, $1) }, scaled: { self.canBeScaled($0) })
        warn(.suspiciousExpression, fractions, in: text, at: node.location)
        warnOfComparisons(in: expression, seen, of: text, at: node.location)
        return true
      } catch {
        note(faults.isOfValue ? error : faults, in: text, at: node.location, scope)
        return false
      }
    }
  }
}
