import JSON

/// The meaning of the name in a node of the syntax tree.
enum Meaning: Sendable {
  /// The node has no name, or its name needs no meaning.
  case plain
  /// A value in a slot; `options` are the values that its atom offers, nil if it accepts any value.
  case slot(Slot, options: [Value]?)
  case key
  case definition(Condition)
  case composed(ComposedValue)
  case builtin(Builtin)
  case function(Function)
  /// A bare function name in a check: a call with the value of that slot.
  case subject(Function, Slot)
  case pathOperator(PathOperator)
}

/// A key-path operator, such as `@sum`.
enum PathOperator: String, Sendable, Hashable, CaseIterable {
  case count, sum, avg, min, max

  /// The names of all operators without `@`, in declaration order.
  static let names = allCases.map(\.rawValue)
}

// MARK: Finding meanings

extension Checker {
  var objectType: ValueType {
    if case .fields(let fields) = scope.object { .record(fields) } else { .any }
  }

  /// Returns the type of `SELF` and records the read.
  mutating func selfObject(_ place: Int) -> ValueType {
    if scope.object == .none { fault(place, "SELF is not available here", remedy: ", write `$name`") }
    checked.reads.readsObject = true
    return objectType
  }

  /// Finds the meaning of `$name` and returns its type.
  mutating func variable(_ name: String, _ place: Int) -> ValueType {
    if let binding = scope.binding(of: name) { return read(binding, place) }
    if let composed = scope.composedValue(of: name) { return read(composed, named: name, place) }
    guard scope.openVariables else {
      unknownVariable(name, place)
      return .any
    }
    return read(Binding(slot: openSlot(name), type: .any), place)
  }

  private mutating func unknownVariable(_ name: String, _ place: Int) {
    guard faults.count < Faults.maximum else {
      return fault(place, "unknown variable `$\(name)`", as: .unknownName)
    }
    if case .fields(let fields) = scope.object, fields.contains(where: { $0.name == name }) {
      let problem = "unknown variable `$\(name)`: a field of the options has no `$`"
      return fault(place, problem, remedy: ", write `\(name)`", as: .unknownName)
    }
    let (problem, remedy) = scope.unknownVariable(name)
    fault(place, problem, remedy: remedy, as: .unknownName)
  }

  /// Returns the slot of a variable without a binding, assigned at its first use.
  private mutating func openSlot(_ name: String) -> Slot {
    if let slot = opened[name] { return slot }
    let slot = Slot.outer(firstFreeSlot + opened.count)
    opened[name] = slot
    checked.reads.variables.append(name)
    return slot
  }

  private mutating func read(_ binding: Binding, _ place: Int) -> ValueType {
    checked.meanings[place] = .slot(binding.slot, options: binding.options)
    checked.reads.slots.append(binding.slot)
    if binding.isRounded { checked.rounded.insert(place) }
    return binding.type
  }

  private mutating func read(_ composed: ComposedValue, named name: String, _ place: Int) -> ValueType {
    checked.meanings[place] = .composed(composed)
    checked.reads.merge(composed.reads)
    let before = checked.parts
    checked.partsOfDefinitions += composed.size
    if before <= Checked.maxParts, checked.parts > Checked.maxParts {
      fault(place, "with the parts of `$\(name)`, this text has more than \(Checked.maxParts) parts", as: .limit)
    }
    if composed.isRounded { checked.rounded.insert(place) }
    return composed.type
  }

  /// Finds the meaning of a bare word at the root of a key path and returns its type.
  ///
  /// - If `SELF` is an option with known fields, the word is a field, unless only the scope defines
  ///   the word.
  /// - Otherwise the word is a definition, a name or, in a check, a function of the scope. Two
  ///   meanings are a fault.
  /// - Otherwise the word is a key of `SELF` in an open scope and a fault in a closed scope.
  ///   `#word` skips the second step.
  mutating func word(_ name: String, escaped: Bool, _ place: Int) -> ValueType {
    if case .fields(let fields) = scope.object, escaped || !isOfScopeAlone(name, fields) {
      return field(name, fields, place)
    }
    if !escaped {
      let whole = scope.whole(name)
      let (definition, binding, function) = (
        scope.definitions[whole], scope.names[whole], subject == nil ? nil : scope.functions[name]
      )
      if (definition == nil ? 0 : 1) + (binding == nil ? 0 : 1) + (function == nil ? 0 : 1) > 1 {
        let kinds = [
          definition.map { _ in "a definition" }, binding.map { _ in "a lookup or a fact" },
          function.map { _ in "a function" },
        ]
        fault(
          place, "`\(name)` is ambiguous: \(kinds.compactMap { $0 }.joined(separator: " and "))", as: .ambiguousName)
        return .any
      }
      if let definition {
        checked.meanings[place] = .definition(definition)
        checked.reads.merge(definition.reads)
        checked.reads.definitions.append(whole)
        let before = checked.parts
        checked.partsOfDefinitions += definition.checked?.parts ?? Checked.maxParts
        // Definitions that each use the preceding one twice double the parts with each level.
        if before <= Checked.maxParts, checked.parts > Checked.maxParts {
          fault(place, "with the parts of `\(name)`, this text has more than \(Checked.maxParts) parts", as: .limit)
        }
        return .boolean
      }
      if let binding { return read(binding, place) }
      if let function { return subjectCall(function, place) }
    }
    guard scope.object == .open else {
      unknown(name, place)
      return .any
    }
    checked.meanings[place] = .key
    checked.reads.readsObject = true
    checked.reads.keys.append(name)
    return .any
  }

  /// Returns true if the scope defines a word and no field of the option has that name.
  private func isOfScopeAlone(_ name: String, _ fields: [Field]) -> Bool {
    (scope.definitions[name] != nil || scope.names[name] != nil) && !fields.contains { $0.name == name }
  }

  private mutating func field(_ name: String, _ fields: [Field], _ place: Int) -> ValueType {
    guard let field = fields.first(where: { $0.name == name }) else {
      if faults.count < Faults.maximum, isUnquotedText(name, place) {
        fault(place, "an option has no field `\(name)`", remedy: ": write text in quotes, '\(name)'", as: .unknownField)
        return .any
      }
      let suggestion =
        !scope.knows(variable: name)
        ? suggestion(for: name, among: fields.map(\.name)) : ", did you mean `$\(name)`?"
      fault(place, "an option has no field `\(name)`", remedy: suggestion, as: .unknownField)
      return .any
    }
    checked.meanings[place] = .key
    checked.reads.readsObject = true
    checked.reads.keys.append(name)
    return field.type
  }

  private mutating func unknown(_ name: String, _ place: Int) {
    if isInBraces(name, place) { return }
    if scope.knows(variable: name) {
      return fault(place, "unknown name `\(name)`", remedy: ", did you mean `$\(name)`?", as: .unknownName)
    }
    if name == Builtin.today.rawValue {
      return fault(place, "unknown name `today`", remedy: ": write `today()`", as: .unknownName)
    }
    if scope.functions[name] != nil || Builtin(rawValue: name) != nil {
      return fault(place, "the function `\(name)` needs its arguments: \(name)(…)", as: .unknownName)
    }
    if OtherNotations.absences.contains(name.lowercased()), isComparedWithValue(name, place) {
      return fault(place, "unknown name `\(name)`", remedy: ": an empty input is `nil`", as: .unknownName)
    }
    if faults.count < Faults.maximum, isUnquotedText(name, place) {
      return fault(place, "unknown name `\(name)`", remedy: ": write text in quotes, '\(name)'", as: .unknownName)
    }
    if faults.count < Faults.maximum, let near = Suggestion.nearest(to: name, among: scope.writtenWords) {
      return fault(place, "unknown name `\(name)`", remedy: ", did you mean `\(near)`?", as: .unknownName)
    }
    fault(
      place, "unknown name `\(name)`", remedy: suggestion(for: name, among: scope.writtenVariables, prefix: "$"),
      as: .unknownName)
  }

  /// Finds the meaning of a bare function name in a check and returns its type.
  private mutating func subjectCall(_ function: Function, _ place: Int) -> ValueType {
    let needed = function.parameters.count - function.optionalParameters
    guard let subject, let binding = scope.variables[subject] else {
      fault(place, "`\(function.name)` needs arguments here", remedy: ": write \(function.name)(…)")
      return function.result
    }
    guard needed <= 1, !function.parameters.isEmpty else {
      fault(place, "`\(function.name)` takes \(needed) arguments", remedy: ": write \(function.name)(…)")
      return function.result
    }
    checked.meanings[place] = .subject(function, binding.slot)
    checked.reads.functions.append(function.name)
    checked.reads.slots.append(binding.slot)
    if scope.checksTypes, !Checker.accepts(function.parameters[0], binding.type) {
      fault(place, "`\(function.name)` takes \(function.parameters[0].noun), and `$\(subject)` is \(binding.type.noun)")
    }
    return function.result
  }

  /// Finds the meaning of `name(arguments)`, checks the arguments and returns the type.
  mutating func call(_ name: String, _ arguments: [Int], _ place: Int) -> ValueType {
    if let builtin = Builtin(rawValue: name) {
      if scope.functions[name] != nil {
        fault(place, "`\(name)` is ambiguous: a built-in function and an added function", as: .ambiguousName)
      }
      checked.meanings[place] = .builtin(builtin)
      if builtin == .today { checked.reads.readsClock = true }
      if builtin.readsCalendar { checked.reads.readsCalendar = true }
      if scope.checksTypes { self.arguments(of: builtin, arguments, place) }
      if builtin == .groups { return groups(arguments) }
      return builtin.result(arguments.map { checked.types[$0] })
    }
    if let function = scope.functions[name] {
      checked.meanings[place] = .function(function)
      checked.reads.functions.append(function.name)
      if scope.checksTypes {
        let minimum = function.parameters.count - function.optionalParameters
        self.arguments(name, arguments, function.parameters, minimum: minimum, place)
      }
      return function.result
    }
    let start = checked.tree.ranges[place].lowerBound
    let range = start..<start + name.utf8.count
    note(Fault(range: range, "unknown function `\(name)`", remedy: functionHint(for: name), as: .unknownName))
    return .any
  }
}
