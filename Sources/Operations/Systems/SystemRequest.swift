import Conditions
import Essentials
import JSON

/// The template of a request to another system: expressions over the keys of a query and the person.
///
///     post: /addresses/suggest
///     query: {region: $region}
///     headers: {Accept-Language: "'ru'"}
///     body: {query: $text, count: 10}
struct SystemRequest: Sendable {
  /// A part of a path.
  enum PathPart: Sendable {
    case text(String)
    case value(Expression)
  }

  /// A part of a body: it is built as JSON, never as text.
  indirect enum Body: Sendable {
    case value(Expression)
    case null
    case array([Body])
    case object([(name: String, value: Body)])
  }

  /// A request with its values, without the address and the secrets of the system.
  struct Rendered: Sendable, Hashable {
    /// The method.
    let method: String
    /// The path and the query.
    let target: String
    /// The headers that the query declares.
    let headers: [[String]]
    /// The body as JSON; nil without one.
    let body: [UInt8]?
  }

  /// The reason why a request cannot be made of its values.
  enum Fault: Error {
    /// A value of the path is empty, `.` or `..`, or has a slash: it would lead elsewhere.
    case path
    /// A value is missing, is no single value, or has a line break in a header.
    case value
  }

  /// The method: GET or POST.
  let method: String
  let path: [PathPart]
  let query: [(name: String, value: Expression)]
  let headers: [(name: String, value: Expression)]
  let body: Body?
  /// True if an expression reads the person.
  let readsPerson: Bool

  /// Returns the request with its values: those of the keys, then the person.
  ///
  /// A null leaves a parameter of the query or a header out; in a path it is a fault.
  func rendered(_ values: [Value]) throws(Fault) -> Rendered {
    let input = Input(values: values)
    var target = ""
    for part in path {
      switch part {
      case .text(let text): target += text
      case .value(let expression):
        let text = try Self.text(expression, input)
        guard let text else { throw .value }
        guard !text.isEmpty, text != ".", text != "..", !text.contains(where: { "/\\\0".contains($0) }) else {
          throw .path
        }
        target += percentEncoded(text)
      }
    }
    var separator = "?"
    for (name, expression) in query {
      guard let text = try Self.text(expression, input) else { continue }
      target += "\(separator)\(percentEncoded(name))=\(percentEncoded(text))"
      separator = "&"
    }
    var lines: [[String]] = []
    for (name, expression) in headers {
      guard let text = try Self.text(expression, input) else { continue }
      guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { throw .value }
      lines.append([name, text])
    }
    var json: [UInt8]?
    if let body {
      var writer = Writer()
      writer.value(try Self.value(of: body, input))
      json = writer.bytes
    }
    return Rendered(method: method, target: target, headers: lines, body: json)
  }

  /// Returns a value as text; nil for null.
  private static func text(_ expression: Expression, _ input: Input) throws(Fault) -> String? {
    switch try value(of: expression, input) {
    case .null: nil
    case .string(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .bool(let bool): bool ? "true" : "false"
    case .float, .array, .object: throw .value
    }
  }

  private static func value(of expression: Expression, _ input: Input) throws(Fault) -> Value {
    do {
      return try expression.value(in: input)
    } catch {
      if error.isOfNothing { return .null }
      throw .value
    }
  }

  private static func value(of body: Body, _ input: Input) throws(Fault) -> Value {
    switch body {
    case .null: return .null
    case .value(let expression): return try value(of: expression, input)
    case .array(let parts):
      var values: [Value] = []
      for part in parts { values.append(try value(of: part, input)) }
      return .array(values)
    case .object(let members):
      var object: [Object.Member] = []
      for member in members {
        object.append(Object.Member(name: member.name, value: try value(of: member.value, input)))
      }
      return .object(Object(unique: object))
    }
  }
}
