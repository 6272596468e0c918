import Dates
import JSON

extension Checker {
  /// Reports a comparison that its types make impossible, and an invalid literal regular
  /// expression.
  mutating func comparison(_ comparison: Comparison, _ left: Int, _ right: Int, _ place: Int) {
    if refusesBraces(comparison, left, right, place) { return }
    var type = checked.types[left]
    if let modifier = comparison.modifier {
      guard let element = type.element else {
        return fault(left, "\(modifier.rawValue) needs a list on its left side, found \(type.noun)")
      }
      type = element
    }
    let other = checked.types[right]
    switch comparison.relation {
    case .equal, .notEqual:
      equality(comparison, left, type, right, other, place)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      order(comparison.spelling, left, type, right, other, place)
    case .within: membership(comparison, item: left, type, in: right, other, place)
    case .contains: membership(comparison, item: right, other, in: left, type, place)
    case .between: between(left, type, right, place)
    case .beginsWith, .endsWith, .like, .matches:
      if !type.isTextual { fault(left, "\(comparison.spelling) takes text, found \(type.noun)") }
      if !other.isTextual { fault(right, "\(comparison.spelling) takes text, found \(other.noun)") }
      if case .literal(.text(let pattern)) = checked.tree.nodes[right], comparison.relation == .matches {
        self.pattern(pattern, comparison.options, right)
      }
    }
  }

  private mutating func equality(
    _ comparison: Comparison, _ left: Int, _ a: ValueType, _ right: Int, _ b: ValueType, _ place: Int
  ) {
    if dates(left, a, right, b) || a.meets(b) {
      offered(left, right)
      return offered(right, left)
    }
    fault(
      place,
      "`\(comparison.spelling)` compares \(a.noun) with \(b.noun), which are never equal",
      remedy: dateHint(left, a, right, b) + literalHint(left, a, right, b)
        + elementHint(comparison.spelling, left, a, right, b))
  }

  private mutating func order(_ sign: String, _ left: Int, _ a: ValueType, _ right: Int, _ b: ValueType, _ place: Int) {
    if dates(left, a, right, b) { return }
    for (side, type) in [(left, a), (right, b)] {
      switch type {
      case .list, .record:
        let hint = sign == "BETWEEN" ? "" : elementHint(sign, left, a, right, b)
        return fault(side, "`\(sign)` compares numbers, texts or dates, found \(type.noun)", remedy: hint)
      default: continue
      }
    }
    if !a.meets(b) {
      fault(place, "`\(sign)` does not compare \(a.noun) with \(b.noun)", remedy: dateHint(left, a, right, b))
    }
  }

  /// Returns the end of the message about a list on the left side whose elements can be compared
  /// with the right side; empty for others.
  private func elementHint(_ sign: String, _ left: Int, _ a: ValueType, _ right: Int, _ b: ValueType) -> String {
    guard faults.count < Faults.maximum, case .list(let element) = a, element != .any, b.element == nil,
      element.isOrdered, element.meets(b)
    else { return "" }
    if case .list(let elements) = checked.tree.nodes[left] {
      guard elements.count == 1 else { return "" }
      return
        "; braces are a list, write `\(checked.tree.text(of: elements[0])) \(sign) \(checked.tree.text(of: right))`"
    }
    if sign == "==", case .literal = checked.tree.nodes[right] {
      let (list, one) = (checked.tree.text(of: left), checked.tree.text(of: right))
      return ": write `\(one) IN \(list)` if one of the elements is meant, or `ALL \(list) == \(one)` for all"
    }
    let text = "\(checked.tree.text(of: left)) \(sign) \(checked.tree.text(of: right))"
    return ": write `ALL \(text)` for all elements, or `ANY \(text)` for at least one"
  }

  /// Returns the end of the message about a date compared with a calculation like `2026-12-31`.
  private func dateHint(_ left: Int, _ a: ValueType, _ right: Int, _ b: ValueType) -> String {
    a == .date ? dateHint(right) : b == .date ? dateHint(left) : ""
  }

  /// Returns true for a date and a text literal; reports a literal that is not a date.
  mutating func dates(_ left: Int, _ a: ValueType, _ right: Int, _ b: ValueType) -> Bool {
    for (type, literal) in [(a, right), (b, left)] where type == .date {
      guard case .literal(.text(let text)) = checked.tree.nodes[literal] else { continue }
      if CivilDate(text) == nil {
        let (problem, remedy) = OtherNotations.noDate(text)
        fault(literal, problem, remedy: remedy)
      }
      return true
    }
    return false
  }

  private mutating func membership(
    _ comparison: Comparison, item: Int, _ type: ValueType, in collection: Int, _ other: ValueType, _ place: Int
  ) {
    switch other {
    case .any, .record: return
    case .text:
      if !type.isTextual { fault(item, "IN and CONTAINS search text for text, found \(type.noun)") }
    case .list(let element):
      if case .list(let elements) = checked.tree.nodes[collection] {
        for literal in elements {
          let listed = checked.types[literal]
          if dates(item, type, literal, listed) || type.meets(listed) {
            offered(item, literal)
          } else {
            let hint = type == .date ? dateHint(literal) : literalHint(item, type, literal, listed)
            fault(literal, "this is \(listed.noun), which never equals \(type.noun)", remedy: hint)
          }
        }
      } else if !type.meets(element) {
        fault(place, "\(comparison.spelling) searches for \(type.noun) in a list of \(element.plural)")
      } else {
        offered(collection, item)
      }
    default: fault(collection, "\(comparison.spelling) needs a list or text, found \(other.noun)")
    }
  }

  private mutating func between(_ left: Int, _ type: ValueType, _ right: Int, _ place: Int) {
    guard let element = checked.types[right].element else {
      return fault(right, "BETWEEN needs a list of two values, found \(checked.types[right].noun)")
    }
    guard case .list(let bounds) = checked.tree.nodes[right] else {
      return order("BETWEEN", left, type, right, element, place)
    }
    guard bounds.count == 2 else {
      return fault(
        right, "BETWEEN needs a list of two values, found \(bounds.count)")
    }
    for bound in bounds { order("BETWEEN", left, type, bound, checked.types[bound], bound) }
  }

  /// Reports a literal that is not among the known values of an atom or an option field.
  ///
  /// `NULL` is always accepted, and so is a Boolean for a field.
  private mutating func offered(_ atom: Int, _ literal: Int) {
    guard case .literal(let written) = checked.tree.nodes[literal], written != .null,
      let (options, isField) = values(of: atom), !(isField && checked.types[literal] == .boolean),
      !options.contains(where: { Equality.holds($0, written.value) })
    else { return }
    let list = options.prefix(12).map { Literal($0)?.spelling ?? "…" }.joined(separator: ", ")
    let name = checked.tree.text(of: atom)
    let found =
      isField
      ? "no option has `\(name)` \(written.spelling), the values are"
      : "`\(name)` has no option \(written.spelling), the options are"
    fault(literal, "\(found) \(list)\(options.count > 12 ? ", …" : "")")
  }

  /// Returns the known values of a node: the options of an atom or the values of an option field.
  func values(of place: Int) -> (values: [Value], isField: Bool)? {
    switch (checked.meanings[place], checked.tree.nodes[place]) {
    case (.slot(_, let options?), _): (options, false)
    case (.key, .word(let name, _)): scope.fieldValues[name].map { ($0, true) }
    default: nil
    }
  }

  private mutating func pattern(_ pattern: String, _ options: Options, _ place: Int) {
    do throws(EvaluationError) {
      _ = try Regex(pattern, options)
    } catch {
      fault(place, error.description)
    }
  }
}

extension Literal {
  init?(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .integer(let number): self = .integer(number)
    case .decimal(let number): self = .decimal(number)
    case .float(let number): self = .float(number)
    case .string(let text): self = .text(text)
    case .array, .object: return nil
    }
  }
}
