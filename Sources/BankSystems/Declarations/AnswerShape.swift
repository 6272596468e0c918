import Atoms
package import Conditions
import Dates
import Texts
import JSON
import Model

/// The shape of an answer: the fields to keep from another system's document, and their types.
///
/// Undeclared members are dropped, so a member that the system adds later never reaches a form.
///
///     answer: {name: text data.shortName, branches: {each: data.branches, value: text id}}
indirect enum AnswerShape: Sendable {
  case leaf(AnswerLeaf)
  /// A record. Its paths are relative to `at` if it is not nil.
  ///
  /// An optional record that is missing is null.
  case record([(name: String, shape: AnswerShape)], at: AnswerPath?, isOptional: Bool = false)
  /// A list with one record for each element at a path.
  ///
  /// An optional list that is missing is empty.
  case list([(name: String, shape: AnswerShape)], of: AnswerPath, isOptional: Bool)
  /// A list of single values. An optional list that is missing is empty.
  case values(AnswerLeaf)

  /// The type of the answer in conditions.
  var type: ValueType {
    switch self {
    case .leaf(let leaf): leaf.type
    case .record(let fields, _, _): .record(fields.map { Field($0.name, $0.shape.type) })
    case .list(let fields, _, _): .list(.record(fields.map { Field($0.name, $0.shape.type) }))
    case .values(let leaf): .list(leaf.type)
    }
  }

  /// The fields of a record or of a list's elements; empty for a single value.
  var fields: [Field] {
    switch self {
    case .leaf, .values: []
    case .record(let fields, _, _), .list(let fields, _, _): fields.map { Field($0.name, $0.shape.type) }
    }
  }

  /// The value that represents an empty answer: an empty list, otherwise null.
  var nothing: Value {
    switch self {
    case .list, .values: .array([])
    case .leaf, .record: .null
    }
  }

  /// The maximum number of elements in one list.
  static let maxElements = 1_000

  /// Returns the declared values in a document. Throws if a required value is missing or a value
  /// has another type.
  ///
  /// `day` returns the bank's day at an instant, for dates that are written as instants.
  func value(in document: Value, _ day: (Instant) -> CivilDate, path: String = "") throws(AnswerFault) -> Value {
    switch self {
    case .leaf(let leaf): return try leaf.value(in: document, day, path: path)
    case .values(let leaf):
      let elements = try Self.elements(leaf.path.value(in: document), isOptional: leaf.isOptional, path: path)
      return .array(try elements.map { element throws(AnswerFault) in try leaf.element(element, day, path: path) })
    case .record(let fields, let start, let isOptional):
      let inner = start.map { $0.value(in: document) } ?? document
      if isOptional, inner.isNull { return .null }
      guard inner.object != nil else { throw AnswerFault(path: path, wanted: "a record") }
      return try Self.record(fields, in: inner, day, path: path)
    case .list(let fields, let place, let isOptional):
      let elements = try Self.elements(place.value(in: document), isOptional: isOptional, path: path)
      var values: [Value] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try Self.record(fields, in: element, day, path: path)) }
      return .array(values)
    }
  }

  /// Returns the elements of a list; none for an optional list that is missing.
  private static func elements(_ found: Value, isOptional: Bool, path: String) throws(AnswerFault) -> [Value] {
    if isOptional, found.isNull { return [] }
    guard let elements = found.array else { throw AnswerFault(path: path, wanted: "a list") }
    guard elements.count <= maxElements else {
      throw AnswerFault(path: path, wanted: "a list of at most \(maxElements) elements")
    }
    return elements
  }

  private static func record(
    _ fields: [(name: String, shape: AnswerShape)], in document: Value, _ day: (Instant) -> CivilDate, path: String
  ) throws(AnswerFault) -> Value {
    var members: [Object.Member] = []
    members.reserveCapacity(fields.count)
    for field in fields {
      let name = path.isEmpty ? field.name : "\(path).\(field.name)"
      members.append(Object.Member(name: field.name, value: try field.shape.value(in: document, day, path: name)))
    }
    return .object(Object(unique: members))
  }
}

/// The reason that an answer does not match its declaration. It contains no values of the answer.
struct AnswerFault: Error {
  /// The declared field, such as `branches.caption`.
  let path: String
  /// The declared type as text.
  let wanted: String
}

/// One value of an answer: its type, its path in the document, and whether it is optional.
package struct AnswerLeaf: Sendable {
  let type: ValueType
  let isOptional: Bool
  let path: AnswerPath

  /// The types by their keywords.
  package static let types: [String: ValueType] = [
    "text": .text, "number": .number, "integer": .integer, "boolean": .boolean, "date": .date,
  ]

  /// Returns the value in a document; null for an optional value that is missing.
  func value(in document: Value, _ day: (Instant) -> CivilDate, path name: String) throws(AnswerFault) -> Value {
    let found = path.value(in: document)
    if found.isNull {
      if isOptional { return .null }
      throw AnswerFault(path: name, wanted: noun)
    }
    guard let value = read(found, day) else { throw AnswerFault(path: name, wanted: noun) }
    return value
  }

  /// Returns an element of a list of single values.
  func element(_ element: Value, _ day: (Instant) -> CivilDate, path name: String) throws(AnswerFault) -> Value {
    guard let value = read(element, day) else { throw AnswerFault(path: name, wanted: noun) }
    return value
  }

  private func read(_ value: Value, _ day: (Instant) -> CivilDate) -> Value? {
    switch (type, value) {
    // PostgreSQL cannot store U+0000, so texts never contain it.
    case (.text, .string(let text)) where text.utf8.contains(0): return nil
    // Remove misleading characters instead of rejecting the text, because the person cannot correct
    // it.
    case (.text, .string(let text)): return .string(text.withoutMisleading)
    case (.boolean, .bool), (.integer, .integer), (.number, .integer): return value
    // Systems often write ids as numbers, some of more than 64 bits.
    case (.text, .integer(let number)): return .string(String(number))
    case (.text, .decimal(let number)) where number.exponent == 0: return .string(number.description)
    case (.number, .decimal(let number)) where number.isPlain: return value
    case (.number, .string(let text)): return Decimal(plain: text).map(Value.decimal)
    case (.integer, .string(let text)): return Int64(text).map(Value.integer)
    case (.integer, .decimal(let number)): return Int64(number.description).map(Value.integer)
    case (.date, .string(let text)):
      if let date = CivilDate(text) { return .string(date.description) }
      return Instant(text).map { .string(day($0).description) }
    default: return nil
    }
  }

  private var noun: String {
    switch type {
    case .text: "a text"
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    default: "a date"
    }
  }
}

/// A path in a document, or a condition or expression over it.
enum AnswerPath: Sendable {
  /// Names of members, outermost first, such as `data.shortName`.
  case names([String])
  /// An expression in which bare words are members of the document, such as `state == 'CLOSED'`,
  /// with the members that it compares.
  case expression(ConditionExpression, compared: [ComparedMember])

  /// Returns the value. Null if the document has no value at the path, if the expression has no
  /// value, or if it depends on a comparison with a missing member.
  func value(in document: Value) -> Value {
    switch self {
    case .names(let names):
      var value = document
      for name in names { value = value.object?[name] ?? .null }
      return value
    case .expression(let expression, let compared):
      var marked: Value?
      for member in compared { marked = member.marked(in: marked ?? document) ?? marked }
      guard let marked else {
        return (try? expression.value(in: ConditionInput(values: [], object: document))) ?? .null
      }
      return (try? expression.value(in: ConditionInput(values: [], object: marked), unknown: { _ in nil })) ?? .null
    }
  }
}
