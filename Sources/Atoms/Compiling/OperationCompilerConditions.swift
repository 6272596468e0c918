import Conditions
package import Essentials

extension OperationCompiler {
  /// Compiles the condition at a node; returns nil after adding an error for each fault.
  mutating func condition(_ node: SourceNode, in scope: Scope) -> Condition? {
    guard let text = node.scalar else {
      diagnostics.error("a condition is a text, not \(node.noun)", at: node.location)
      return nil
    }
    return condition(text, node, in: scope, subject: nil)
  }

  mutating func condition(
    _ text: String, _ node: SourceNode, in scope: Scope, subject: String?
  ) -> Condition? {
    guard diagnostics.isShort(text, at: node.location) else { return nil }
    let scope = view(scope, in: node.location.file)
    do {
      let condition = try Condition(text, in: scope, subject: subject)
      review.note(condition, at: node.location, checking: subject.flatMap { scope.variables[$0]?.slot })
      warn(of: condition.handmadeRemainders, in: text, at: node.location)
      return condition
    } catch {
      note(error, in: text, at: node.location)
      return nil
    }
  }

  mutating func expression(_ node: SourceNode, in scope: Scope) -> Expression? {
    guard let text = node.scalar else {
      diagnostics.error("an expression is a text, not \(node.noun)", at: node.location)
      return nil
    }
    guard diagnostics.isShort(text, at: node.location) else { return nil }
    let scope = view(scope, in: node.location.file)
    do {
      let expression = try Expression(text, in: scope)
      review.note(expression.reads)
      warn(of: expression.handmadeRemainders, in: text, at: node.location)
      return expression
    } catch {
      note(error, in: text, at: node.location)
      return nil
    }
  }

  /// Warns about parts that mostly do not mean what their author meant.
  private mutating func warn(of slips: [(range: Range<Int>, message: String)], in text: String, at location: Location) {
    for slip in slips {
      diagnostics.warning(slip.message, at: location.inside(text, offset: slip.range.lowerBound))
    }
  }

  private mutating func note(_ faults: Faults, in text: String, at location: Location) {
    for fault in faults {
      let place = fault.range.lowerBound
      let hint = fieldHint(
        for: String(decoding: text.utf8.prefix(place), as: UTF8.self), fault.message, in: location.file)
      diagnostics.error(helped(fault.message, in: location.file) + hint, at: location.inside(text, offset: place))
    }
  }

  /// Returns the way to write a field of an atom's look-up, if a key of the atom's value was written, as `$address.city`;
  /// of a field of its option, the places that can read it.
  ///
  /// `before` is the text before the key.
  private func fieldHint(for before: String, _ message: String, in file: SourceFile) -> String {
    let words = message.split(separator: "`", omittingEmptySubsequences: false)
    guard message.contains("has no key `"), words.count == 3,
      let name = before.split(separator: "$", omittingEmptySubsequences: false).last?.dropLast(), before.hasSuffix("."),
      let place = drafts.firstIndex(where: { $0.id == name || $0.id == file.whole(String(name)) })
    else { return "" }
    if let call = lookups.first(where: { $0.subject == place }), call.fields.contains(where: { $0.name == words[1] }) {
      return ", write `\(call.name).\(words[1])`"
    }
    guard optionFields(of: drafts[place]).contains(String(words[1])) else { return "" }
    return ": it is a field of the options of `\(name)`, which only their `filter` and `currencyFrom` read"
  }

  /// Returns the names of the fields of an atom's options that the definition or a fact gives.
  private func optionFields(of draft: AtomDraft) -> [String] {
    switch draft.input?.options {
    case .literal(let choices): return Choice.fields(of: choices).map(\.name)
    case .fact(let name):
      if case .list(.record(let fields)) = vocabulary.facts[name] { return fields.map(\.name) }
      return []
    default: return []
    }
  }

  /// Adds to the message of an unknown name what only the vocabulary and the other atoms can tell.
  func helped(_ message: String, in file: SourceFile) -> String {
    if message.hasPrefix("unknown variable `$") {
      let name = message.dropFirst("unknown variable `$".count).prefix { $0 != "`" }
      if let fault = parameterFault(String(name), in: file) { return fault }
    }
    if message.hasPrefix("unknown variable `$"), message.hasSuffix("`") {
      let name = message.dropFirst("unknown variable `$".count).dropLast()
      let whole = file.whole(String(name))
      let owner = drafts.first { ($0.id == name || $0.id == whole) && $0.position.owner != nil }?.position.owner
      return owner.map { "\(message): it stands in items of `\(drafts[$0].id)`" } ?? message
    }
    let head = "unknown name `"
    guard message.hasPrefix(head), message.hasSuffix("`") else { return message }
    let name = String(message.dropFirst(head.count).dropLast())
    if let call = lookups.first(where: { $0.name == name }), let owner = owner(of: call) {
      return "\(message): it stands in items of `\(drafts[owner].id)`"
    }
    if isPublic, vocabulary.facts[name] != nil {
      return "`\(name)` is known of a person, and a public operation knows no person"
    }
    guard vocabulary.lookups[name] == nil else { return "\(message): no atom has `lookup: \(name)`" }
    let verifications = vocabulary.verifications.keys.sorted()
    let near = suggestion(for: name, among: verifications)
    // An unknown bare word of this form is meant to be a verification.
    let isCall = name.hasPrefix("is") && name.dropFirst(2).first?.isUppercase == true
    return message + (near.isEmpty && isCall && !verifications.isEmpty ? "; there is \(verifications.listed)" : near)
  }
}

extension OperationCompiler {
  /// Compiles the definitions of `define` into the scope, in any order.
  mutating func define(_ node: SourceNode?, in scope: inout Scope) {
    guard let node else { return }
    guard let entries = node.mapping else {
      return diagnostics.error("`define` takes {name: condition}, not \(node.noun)", at: node.location)
    }
    guard entries.count <= Self.mostDefinitions else {
      return diagnostics.error(
        "`define` has \(entries.count) names, and at most \(Self.mostDefinitions) are allowed", at: node.location)
    }
    var waiting: [(name: String, node: SourceNode, key: Location)] = []
    for entry in entries {
      let written = entry.key.scalar ?? ""
      let name = entry.key.location.file.whole(written)
      if !isIdentifier(written[...]) {
        diagnostics.error(
          "a defined name is Latin letters, digits and _ that does not begin with a digit", at: entry.key.location)
      } else if (try? Condition("\(name) == YES")) == nil {
        diagnostics.error("`\(name)` is a reserved word of conditions", at: entry.key.location)
      } else if scope.names[name] != nil || scope.functions[name] != nil {
        let meaning = scope.functions[name] == nil ? "a look-up or a fact" : "a verification"
        diagnostics.error("`\(name)` already is \(meaning)", at: entry.key.location)
      } else {
        names.note(word: written, at: entry.key.location)
        waiting.append((name, entry.value, entry.key.location))
      }
    }
    // A definition may use one below it: compile each as soon as all that it uses are compiled.
    while !waiting.isEmpty {
      let before = waiting.count
      waiting.removeAll { entry in
        guard let text = entry.node.scalar, text.utf8.count <= Diagnostics.mostBytesOfCondition,
          let condition = try? Condition(text, in: view(scope, in: entry.node.location.file))
        else { return false }
        scope.definitions[entry.name] = condition
        review.note(condition, named: entry.name, at: entry.node.location, name: entry.key)
        warn(of: condition.handmadeRemainders, in: text, at: entry.node.location)
        return true
      }
      guard waiting.count == before else { continue }
      // None could be compiled: find their faults with all of them taken as known.
      var probe = scope
      for (index, entry) in waiting.enumerated() {
        probe.names[entry.name] = Binding(slot: .outer(Self.firstProbe + index), type: .boolean)
      }
      let read = waiting.map { definition($0.node, in: probe) }
      if read.allSatisfy({ $0 != nil }) { refuseCircle(waiting.map { ($0.name, $0.key) }, read.compactMap { $0 }) }
      let circular = read.allSatisfy { $0 != nil }
      for (entry, condition) in zip(waiting, read) where condition == nil || circular {
        scope.names[entry.name] = Self.nowhere(.boolean)
      }
      waiting = circular ? [] : zip(waiting, read).compactMap { $1 == nil ? nil : $0 }
    }
  }

  /// Compiles a definition; a value in the place of a condition is a fault that says how a value gets a name.
  private mutating func definition(_ node: SourceNode, in scope: Scope) -> Condition? {
    let seen = view(scope, in: node.location.file)
    guard let text = node.scalar, text.utf8.count <= Diagnostics.mostBytesOfCondition,
      (try? Condition(text, in: seen)) == nil, (try? Expression(text, in: seen)) != nil
    else { return condition(node, in: scope) }
    diagnostics.error(
      "`define` names conditions, and this is a value: compare it with something, or name it as an atom with `value`",
      at: node.location.inside(text, offset: 0))
    return nil
  }

  /// The maximum number of names, with those of included fragments.
  ///
  /// The work grows with the square: a definition above one that it uses, or in a cycle, is compiled again in each
  /// round.
  private static let mostDefinitions = 200

  /// The slot that stands for the first definition during the search for a cycle.
  private static let firstProbe = Int(Int32.max) + 1

  private mutating func refuseCircle(_ names: [(name: String, key: Location)], _ conditions: [Condition]) {
    let reads = conditions.map { $0.reads.outer.filter { $0 >= Self.firstProbe }.map { $0 - Self.firstProbe } }
    let none = [[Int]](repeating: [], count: names.count)
    do throws(DependencyGraph.Cycles) {
      _ = try DependencyGraph(reads: reads, appearanceReads: none, checkReads: none)
    } catch {
      for path in error.paths {
        let circle = (path + path.prefix(1)).map { names[$0].name }
        diagnostics.error(
          "definitions use each other in a cycle: \(circle.joined(separator: " -> "))", at: names[path[0]].key)
      }
    }
  }
}

extension Diagnostics {
  /// The maximum length of a condition or an expression in bytes; the longest that ship have a few hundred.
  ///
  /// Checking compares the parts of a condition with one another, so its cost grows faster than the length.
  static let mostBytesOfCondition = 16_384

  /// Returns true if a text is short enough to be compiled as a condition; otherwise adds an error.
  package mutating func isShort(_ text: String, at location: Location) -> Bool {
    let most = Self.mostBytesOfCondition
    if text.utf8.count <= most { return true }
    error("a condition has at most \(most) bytes, and this one has \(text.utf8.count)", at: location)
    return false
  }
}
