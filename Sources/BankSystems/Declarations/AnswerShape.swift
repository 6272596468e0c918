import Atoms
package import Conditions
import Dates
import Texts
import JSON
import Model

/// The shape of an answer: which values of another system's document are kept, and their types.
///
/// Undeclared members are dropped, so nothing that the other side adds later reaches a form.
///
///     answer: {name: text data.shortName, kpp: text? data.kpp, branches: {each: data.branches, value: text id}}
indirect enum AnswerShape: Sendable {
  /// A single value.
  case leaf(AnswerLeaf)
  /// A record, whose paths begin at `at` if there is one.
  ///
  /// One that may be missing is then null.
  case record([(name: String, shape: AnswerShape)], at: AnswerPath?, isOptional: Bool = false)
  /// A list of records, one for each element at a path.
  ///
  /// One that may be missing is then empty.
  case list([(name: String, shape: AnswerShape)], of: AnswerPath, isOptional: Bool)

  /// The type of the answer in conditions.
  var type: ValueType {
    switch self {
    case .leaf(let leaf): leaf.type
    case .record(let fields, _, _): .record(fields.map { Field($0.name, $0.shape.type) })
    case .list(let fields, _, _): .list(.record(fields.map { Field($0.name, $0.shape.type) }))
    }
  }

  /// The fields of a record or of a list's elements; none of a single value.
  var fields: [Field] {
    switch self {
    case .leaf: []
    case .record(let fields, _, _), .list(let fields, _, _): fields.map { Field($0.name, $0.shape.type) }
    }
  }

  /// The value of an answer that has nothing: an empty list, otherwise null.
  var nothing: Value {
    if case .list = self { return .array([]) }
    return .null
  }

  /// The maximum count of elements of one list.
  static let maxElements = 1_000

  /// Returns the declared values of a document. Throws if a value that must be there is missing, or has another type.
  ///
  /// `day` tells the bank's day at an instant, for dates that are written as instants.
  func value(in document: Value, _ day: (Instant) -> CivilDate, path: String = "") throws(AnswerFault) -> Value {
    switch self {
    case .leaf(let leaf): return try leaf.value(in: document, day, path: path)
    case .record(let fields, let start, let isOptional):
      let inner = start.map { $0.value(in: document) } ?? document
      if isOptional, inner.isNull { return .null }
      guard inner.object != nil else { throw AnswerFault(path: path, wanted: "a record") }
      return try Self.record(fields, in: inner, day, path: path)
    case .list(let fields, let place, let isOptional):
      let found = place.value(in: document)
      if isOptional, found.isNull { return .array([]) }
      guard let elements = found.array else { throw AnswerFault(path: path, wanted: "a list") }
      guard elements.count <= Self.maxElements else {
        throw AnswerFault(path: path, wanted: "a list of at most \(Self.maxElements) elements")
      }
      var values: [Value] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try Self.record(fields, in: element, day, path: path)) }
      return .array(values)
    }
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

/// The reason why an answer does not fit its declaration, without any value.
struct AnswerFault: Error {
  /// The declared field, such as `branches.caption`.
  let path: String
  /// The declared type in words.
  let wanted: String
}

/// One value of an answer: its type, its place in the document, and whether it may be missing.
package struct AnswerLeaf: Sendable {
  let type: ValueType
  let isOptional: Bool
  let path: AnswerPath

  /// The words for the types.
  package static let types: [String: ValueType] = [
    "text": .text, "number": .number, "integer": .integer, "boolean": .boolean, "date": .date,
  ]

  /// Returns the value in a document; null for one that may be missing and is.
  func value(in document: Value, _ day: (Instant) -> CivilDate, path name: String) throws(AnswerFault) -> Value {
    let found = path.value(in: document)
    if found.isNull {
      if isOptional { return .null }
      throw AnswerFault(path: name, wanted: noun)
    }
    guard let value = read(found, day) else { throw AnswerFault(path: name, wanted: noun) }
    return value
  }

  private func read(_ value: Value, _ day: (Instant) -> CivilDate) -> Value? {
    switch (type, value) {
    // No text of the server holds U+0000: PostgreSQL stores none with it.
    case (.text, .string(let text)) where text.utf8.contains(0): return nil
    // Cleaned and not refused as an entered text: a person cannot correct it.
    case (.text, .string(let text)): return .string(text.withoutMisleading)
    case (.boolean, .bool), (.integer, .integer), (.number, .integer): return value
    // Ids are often written as numbers, some of more than 64 bits.
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

/// A place in a document, or a condition or expression over it.
enum AnswerPath: Sendable {
  /// Names of members, outermost first, such as `data.shortName`.
  case names([String])
  /// An expression in which bare words are the document's members, such as `state == 'CLOSED'`, with the members that it
  /// compares.
  case expression(ConditionExpression, compared: [ComparedMember])

  /// Returns the value; null if the document has none there, or if the expression has no value. It has none either if it
  /// depends on a comparison with a member that the document lacks.
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
