import Atoms
import Conditions
import SourceText

/// Parses the shape of an answer: its fields, their types and their paths.
extension SystemReading {
  /// Parses the shape of an answer: a mapping of fields, `TYPE PATH`, or `[TYPE PATH]` for a list
  /// of single values.
  mutating func answer(_ node: SourceNode?, at location: Location) -> AnswerShape? {
    guard let node else {
      faults.error(
        .missingProperty, "`answer` is missing: the fields to keep, such as {name: text data.name}", at: location)
      return nil
    }
    if let text = node.scalar { return leaf(text, node).map(AnswerShape.leaf) }
    if let only = node.sequence, only.count == 1, let text = only[0].scalar {
      return leaf(text, only[0], isElement: true).map(AnswerShape.values)
    }
    if node.mapping?.isEmpty == true {
      faults.error(
        .missingProperty, "an answer requires at least one field, such as {name: text data.name}", at: node.location)
      return nil
    }
    guard let entries = node.mapping else {
      faults.error(.wrongShape, "an answer takes {field: TYPE PATH, ...}, not \(node.noun)", at: node.location)
      return nil
    }
    let before = faults.all.count
    var (each, start): (AnswerPath?, AnswerPath?)
    var isOptionalPart = false
    var fields: [(name: String, shape: AnswerShape)] = []
    for entry in entries {
      let name = entry.key.scalar ?? ""
      let part = WrittenType(name)
      switch part.name {
      case "each" where part.rest.isEmpty:
        each = path(entry.value, asCondition: false, as: .list(.any)) ?? .names([])
        isOptionalPart = part.isOptional
      case "at" where part.rest.isEmpty:
        start = path(entry.value, asCondition: false, as: .record([]))
        isOptionalPart = part.isOptional
      case _ where isIdentifier(name[...]):
        fields.append((name, answer(entry.value, at: entry.value.location) ?? .faulty))
      default:
        faults.error(
          .invalidName,
          "a field's name consists of Latin letters, digits and _ and "
            + "does not begin with a digit", at: entry.key.location)
        isVague = true
      }
    }
    if fields.isEmpty, faults.all.count == before {
      faults.error(
        .missingProperty, "an answer requires at least one field", at: node.location)
    }
    if let each {
      if start != nil { faults.error(.conflict, "`each` and `at` exclude each other", at: node.location) }
      return .list(fields, of: each, isOptional: isOptionalPart)
    }
    return .record(fields, at: start, isOptional: isOptionalPart)
  }

  /// Parses a value of an answer: `text data.name`, or `optional text data.name`.
  ///
  /// - Parameter isElement: True if the path leads to a list of such values.
  mutating func leaf(_ text: String, _ node: SourceNode, isElement: Bool = false) -> AnswerLeaf? {
    let written = WrittenType(text)
    guard let type = AnswerLeaf.types[written.name] else {
      let names = AnswerLeaf.types.keys.sorted()
      let hint = suggestion(for: written.name, among: names)
      faults.error(
        .unknownType, "a value is written as TYPE PATH, such as `text data.name`; a type is one of \(names.listed)",
        remedy: hint, at: node.location)
      return nil
    }
    guard !written.rest.isEmpty else {
      let word = written.written
      faults.error(
        .missingProperty, "the path after `\(word)` is missing, such as `\(word) data.name`", at: node.location)
      return nil
    }
    let place = node.location.inside(text, offset: text.utf8.count - written.rest.utf8.count)
    let found = path(String(written.rest), at: place, asCondition: false, as: isElement ? .list(type) : type)
    return found.map { AnswerLeaf(type: type, isOptional: written.isOptional, path: $0) }
  }

  mutating func path(_ node: SourceNode, asCondition: Bool, as wanted: ValueType? = nil) -> AnswerPath? {
    guard let text = node.scalar, !text.isEmpty else {
      faults.error(.wrongShape, "this takes a path such as `data.items`, not \(node.noun)", at: node.location)
      return nil
    }
    return path(text, at: node.location, asCondition: asCondition, as: wanted)
  }

  /// Parses a path or an expression over an answer. `wanted` is the required type; nil for any
  /// type.
  mutating func path(
    _ text: String, at location: Location, asCondition: Bool, as wanted: ValueType? = nil
  ) -> AnswerPath? {
    if text.hasPrefix("$.") {
      let isPath = !asCondition
      faults.error(
        .conditionSyntax, "a path begins with a name, and `$` is for variables",
        remedy: isPath ? ": write `\(text.dropFirst(2))`" : ": write it without `$.`", at: location)
      return nil
    }
    let names = text.split(separator: ".", omittingEmptySubsequences: false)
    if !asCondition, text == "SELF" { return .names([]) }
    if !asCondition, names.allSatisfy({ isIdentifier($0) }) { return .names(names.map(String.init)) }
    let scope = Scope(variables: [:], object: .open)
    guard let expression = expression(text, at: location, in: scope) else { return nil }
    let isSound = noteWords(of: expression, at: location)
    if let wanted = asCondition ? .boolean : wanted, !Self.canGive(wanted, expression.type) {
      faults.error(.wrongType, "this gives \(expression.type.noun), and \(wanted.noun) is wanted", at: location)
      return nil
    }
    if expression.type == .boolean, let condition = try? Condition(text, in: scope),
      let verdict = Verdict.of([condition.logic])
    {
      faults.error(
        verdict ? .alwaysHolds : .neverHolds,
        "this condition \(verdict ? "always" : "never") holds, regardless of the answer", at: location)
      return nil
    }
    return isSound ? .expression(expression, compared: ConditionExpression.comparedMembers(of: text)) : nil
  }

  /// Returns true if a value of `type` can be read as `wanted`.
  private static func canGive(_ wanted: ValueType, _ type: ValueType) -> Bool {
    switch (wanted, type) {
    case (_, .any), (.text, .text), (.text, .integer), (.text, .date): true
    case (.number, .number), (.number, .integer), (.number, .text): true
    case (.integer, .number), (.integer, .integer), (.integer, .text): true
    case (.date, .date), (.date, .text), (.boolean, .boolean): true
    case (.list, .list), (.record, .record): true
    default: false
    }
  }

  /// Adds an error for each bare word that is compared like a constant. Returns false if there is
  /// one.
  private mutating func noteWords(of expression: ConditionExpression, at location: Location) -> Bool {
    for word in expression.comparedWords {
      faults.error(
        .missingQuotes, "`\(word.word)` is a member of the answer here",
        remedy: "; quote a constant, '\(word.word)', or write `#\(word.word)`",
        at: location.inside(expression.text, offset: word.range.lowerBound))
    }
    return expression.comparedWords.isEmpty
  }
}

extension AnswerShape {
  /// A placeholder for a shape that cannot be read. Its file cannot be served, and its type is
  /// `any`.
  static let faulty = AnswerShape.leaf(AnswerLeaf(type: .any, isOptional: true, path: .names([])))
}
