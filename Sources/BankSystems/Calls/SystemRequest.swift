package import Conditions
import Texts
package import JSON

/// The template of a request to another system: expressions over the keys of a query and the
/// person.
///
///     post: /addresses/suggest
///     query: {region: $region}
///     headers: {Accept-Language: "'ru'"}
///     body: {query: $text, count: 10}
package struct SystemRequest: Sendable {
  enum PathPart: Sendable {
    case text(String)
    case value(ConditionExpression)
  }

  /// A part of a body. It is built as JSON, never as text.
  package indirect enum Body: Sendable {
    case value(ConditionExpression)
    case null
    case array([Body])
    case object([(name: String, value: Body)])
  }

  /// A request with its values, without the address and the secrets of the system.
  package struct Rendered: Sendable, Hashable {
    package let method: String
    /// The path and the query.
    package let target: String
    /// The headers that the query declares.
    let headers: [[String]]
    /// The bytes of their values. They distinguish texts that Swift treats as equal (canonical
    /// equivalence).
    let headerBytes: [UInt8]
    package let body: [UInt8]?
  }

  /// The reason that a request cannot be rendered. It has expressions of the service file, but no
  /// values.
  package enum Fault: Error, Equatable {
    /// A value in the path is empty or contains a slash, a backslash or NUL, or its segment is `.`
    /// or `..`. It would change the path.
    case path
    /// The value of this expression is required but missing.
    case missing(String)
    /// The value of this expression cannot be sent: it is not a single value. Or a header value has
    /// a control character or starts or ends with a space, which the system would trim.
    case unusable(String)
  }

  let method: String
  let path: [PathPart]
  let query: [Parameter]
  /// The headers of every request to the system, which are constants.
  var common: [Parameter] = []
  let headers: [Parameter]
  let body: Body?
  /// True if an expression reads the person.
  let readsPerson: Bool

  /// Returns the request with the values of the keys, followed by the person.
  ///
  /// A null value omits a query parameter or a header. In a path it is a fault.
  ///
  /// - Parameters:
  ///   - present: The current headers of the system, which replace `common`.
  ///   - nullable: The slots that can be null in the body; nil for all. Any other null in the body
  ///     is a fault.
  package func rendered(
    _ values: [Value], with present: [Parameter]? = nil, nullable: Set<Int>? = nil
  ) throws(Fault) -> Rendered {
    let input = ConditionInput(values: values)
    var target: [UInt8] = []
    target.reserveCapacity(64)
    for part in path {
      switch part {
      case .text(let text): target += text.utf8
      case .value(let expression):
        let text = try Self.text(expression, input)
        guard let text else { throw .missing(expression.text) }
        // Compare bytes, because a slash with a combining mark is a different `Character` but still
        // a slash for the system.
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 != 0x2F && $0 != 0x5C && $0 != 0 }) else { throw .path }
        percentEncode(text, to: &target)
      }
    }
    // Several values can form one segment.
    if Self.hasDots(target) { throw .path }
    var separator = UInt8(ascii: "?")
    for (name, expression) in query {
      guard let text = try Self.text(expression, input) else { continue }
      target.append(separator)
      percentEncode(name, to: &target)
      target.append(UInt8(ascii: "="))
      percentEncode(text, to: &target)
      separator = UInt8(ascii: "&")
    }
    var (lines, bytes): ([[String]], [UInt8]) = ([], [])
    for (name, expression) in (present ?? common) + headers {
      guard let text = try Self.text(expression, input) else { continue }
      guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), text.utf8.first != 0x20, text.utf8.last != 0x20 else {
        throw .unusable(expression.text)
      }
      lines.append([name, text])
      bytes += text.utf8
      bytes.append(0)
    }
    var json: [UInt8]?
    if let body {
      var writer = Writer()
      writer.value(try Self.value(of: body, input, nullable))
      json = writer.bytes
    }
    return Rendered(
      method: method, target: String(decoding: target, as: UTF8.self), headers: lines, headerBytes: bytes, body: json)
  }

  /// Returns true if a segment of the path is `.` or `..`.
  private static func hasDots(_ path: [UInt8]) -> Bool {
    var (count, isDots) = (0, true)
    for byte in path {
      if byte == UInt8(ascii: "/") {
        if isDots, count == 1 || count == 2 { return true }
        (count, isDots) = (0, true)
      } else {
        count += 1
        isDots = isDots && byte == UInt8(ascii: ".")
      }
    }
    return isDots && (count == 1 || count == 2)
  }

  /// Returns a value as text; nil for null.
  static func text(_ expression: ConditionExpression, _ input: ConditionInput) throws(Fault) -> String? {
    switch try value(of: expression, input) {
    case .null: nil
    case .string(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): number.description
    case .bool(let bool): bool ? "true" : "false"
    case .float, .array, .object: throw .unusable(expression.text)
    }
  }

  private static func value(of expression: ConditionExpression, _ input: ConditionInput) throws(Fault) -> Value {
    do {
      return try expression.value(in: input)
    } catch {
      if error.isOfNothing { return .null }
      throw .unusable(expression.text)
    }
  }

  private static func value(of body: Body, _ input: ConditionInput, _ nullable: Set<Int>?) throws(Fault) -> Value {
    switch body {
    case .null: return .null
    case .value(let expression):
      let value = try value(of: expression, input)
      if let nullable, value.isNull, nullable.isDisjoint(with: expression.reads.outer) {
        throw .missing(expression.text)
      }
      return value
    case .array(let parts):
      var values: [Value] = []
      for part in parts { values.append(try value(of: part, input, nullable)) }
      return .array(values)
    case .object(let members):
      var object: [Object.Member] = []
      for member in members {
        object.append(Object.Member(name: member.name, value: try value(of: member.value, input, nullable)))
      }
      return .object(Object(unique: object))
    }
  }
}

extension SystemRequest.Fault: CustomStringConvertible {
  /// The fault, for operators and authors of service files.
  package var description: String {
    switch self {
    case .path: "no request: a value cannot be part of the path"
    case .missing(let expression): "no request: `\(expression)` has no value"
    case .unusable(let expression): "no request: the value of `\(expression)` cannot be sent"
    }
  }

  /// True if the person has no external id.
  package var lacksExternalID: Bool {
    if case .missing(let expression) = self { expression.contains("user.externalId") } else { false }
  }
  /// The command that corrects the fault; nil if none is known.
  package var remedy: String? { lacksExternalID ? "valence users link" : nil }
}

extension SystemRequest.Rendered {
  /// The request as JSON, as stored in the outbox. The body is a string, so that its bytes do not
  /// change.
  package var json: String {
    var writer = Writer()
    writer.object { writer in
      writer.member("method", method)
      writer.member("target", target)
      writer.key("headers")
      writer.array { writer in
        for header in headers { writer.array { writer in for part in header { writer.string(part) } } }
      }
      if let body { writer.member("body", String(decoding: body, as: UTF8.self)) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Parses a request from the JSON of `json` and adds a header; nil for any other text.
  init?(json: String, adding name: String, _ value: String) {
    guard let document = try? Value(reading: Array(json.utf8), limits: Limits(size: .max)),
      let method = document["method"]?.string,
      let target = document["target"]?.string, let headers = document["headers"]?.array
    else { return nil }
    let pairs = headers.map { ($0.array ?? []).compactMap(\.string) }
    guard pairs.allSatisfy({ $0.count == 2 }) else { return nil }
    self.init(
      method: method, target: target, headers: pairs + [[name, value]], headerBytes: [],
      body: document["body"]?.string.map { Array($0.utf8) })
  }
}
