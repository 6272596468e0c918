import Conditions
import JSON

extension Evaluation {
  /// The limits of an atom that follow something and are known now, `min` first.
  mutating func limits(of atom: Atom) -> [(name: String, value: Value)] {
    var limits: [(name: String, value: Value)] = []
    for limit in atom.limits {
      let value = value(of: limit.expression, for: atom, limit.name == "min" ? "min" : "max")
      if !value.isNull { limits.append((limit.name, scaled(atom.input?.read(value.exact) ?? value, of: atom))) }
    }
    return limits
  }

  /// The violation of a limit; nil where the value keeps it.
  func violation(
    of value: Value, _ kind: any InputKind, at limit: (name: String, value: Value)
  ) -> Violation? {
    let isBelow: Bool
    let isAbove: Bool
    var sentence = limit.name
    switch (value, limit.value) {
    case (.string(let text), .string(let bound)):
      // Dates, whose text orders as they do.
      (isBelow, isAbove) = (text < bound, text > bound)
      sentence += "Date"
    default:
      guard let number = value.decimal, let bound = limit.value.decimal else { return nil }
      (isBelow, isAbove) = (number < bound, number > bound)
    }
    guard limit.name == "min" ? isBelow : isAbove else { return nil }
    return Violation(limit.name, sentence: sentence, params: [(limit.name, kind.wire(limit.value))])
  }

  /// The first rule that a value breaks and may break: a directory that did not answer, then the checks in their order.
  mutating func warning(at place: Int, _ atom: Atom) -> Violation? {
    guard !input.values[place].isNull else { return nil }
    if let lookup = atom.lookup, marks[lookup].contains(.failed) {
      let call = operation.lookups[lookup - operation.atoms.count]
      let params: [(name: String, value: Value)] = [("lookup", .string(call.directory))]
      guard let failed = call.failed else { return Violation("lookupFailed", params: params).at(atom.id) }
      return Violation(check: "lookupFailed", message: text(failed, of: atom, "failed"), params: params).at(atom.id)
    }
    for check in atom.checks where check.mayWarn {
      if let violation = violation(of: check, at: atom, asWarning: true) { return violation.at(atom.id) }
    }
    return nil
  }
}

extension Value {
  /// The same without binary floating point, which no atom keeps.
  var exact: Value { if case .float(let number) = self { .string("\(number)") } else { self } }
}
