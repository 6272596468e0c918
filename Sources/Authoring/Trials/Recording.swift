import Atoms
import Dates
import JSON
package import HTTPClient

/// An answer of a system as one line of a file of recorded answers.
package struct Recording {
  package enum Fault: Error, CustomStringConvertible {
    /// The body is not JSON.
    case notJSON
    /// No line can be appended: `answers` is not the last part of the file.
    case file

    package var description: String {
      switch self {
      case .notJSON: "the body of the answer is not JSON"
      case .file: "`answers` must be the last part of the file, so that an answer can be appended"
      }
    }
  }

  /// The line, indented as an element of `answers`.
  package let text: String

  /// Creates the line for the response to the query in `outcome`.
  ///
  /// If `hidingValues` is true, letters and digits of texts other than dates, and the digits of
  /// numbers, are replaced in the answer and in the key values. The person is replaced by the
  /// fictitious one.
  package init(
    of response: OutboundResponse, to outcome: SystemTrial.Outcome, named name: String?, hidingValues: Bool
  ) throws(Fault) {
    var parts = name.map { ["name: \(Self.json(.string($0)))"] } ?? []
    let (request, body) = hidingValues ? outcome.hidden : (outcome.request, outcome.body)
    let words = request.split(separator: " ", maxSplits: 1).map(String.init)
    parts.append("\(words[0].lowercased()): \(Self.json(.string(words[1])))")
    if let body, let value = try? Value(reading: Array(body.utf8)) {
      parts.append("with: \(Self.json(value))")
    }
    parts.append("status: \(response.status)")
    if !response.body.isEmpty {
      guard let body = response.document else { throw .notJSON }
      parts.append("body: \(Self.json(hidingValues ? Self.hidden(body) : body))")
    }
    text = "  - {\(parts.joined(separator: ", "))}"
  }

  /// Returns the text of the file with the line appended. `known` is the current text; nil for a
  /// new file.
  package static func file(_ known: String?, of system: String, adding line: String) throws(Fault) -> String {
    guard let known else { return "recorded: \(system)\nanswers:\n\(line)\n" }
    let lines = known.split(separator: "\n", omittingEmptySubsequences: false)
    guard let last = lines.last(where: { $0.first.map { !" #-".contains($0) } ?? false }), last.hasPrefix("answers:")
    else {
      throw .file
    }
    return known + (known.hasSuffix("\n") ? "" : "\n") + line + "\n"
  }

  /// JSON is valid YAML if the characters that only YAML forbids are escaped.
  private static func json(_ value: Value) -> String {
    var writer = Writer()
    writer.value(value)
    return String(decoding: writer.bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
      let isPlain =
        !CharacterName.isControl(scalar) && scalar.value != 0xFEFF && !(0x2028...0x2029).contains(scalar.value)
      if isPlain { text.unicodeScalars.append(scalar) } else { text += "\\u" + Self.digits(scalar.value) }
    }
  }

  private static func digits(_ code: UInt32) -> String {
    let digits = String(code, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Returns a value of the same form without its content.
  static func hidden(_ value: Value) -> Value {
    switch value {
    case .null, .bool: value
    case .string(let text):
      CivilDate(String(text.prefix(10))) != nil
        ? value : .string(String(text.map { $0.isNumber ? "1" : $0.isLetter ? "x" : $0 }))
    case .integer: 1
    case .decimal(let number) where number.isInteger: 1
    case .decimal, .float: Decimal("1.5").map(Value.decimal) ?? 1
    case .array(let elements): .array(elements.map(hidden))
    case .object(let object):
      .object(Object(unique: object.members.map { Object.Member(name: $0.name, value: hidden($0.value)) }))
    }
  }
}
