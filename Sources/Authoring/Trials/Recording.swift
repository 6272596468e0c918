import Atoms
import Dates
import JSON
package import HTTPClient

/// An answer of a system as a line of its file of recorded answers.
///
///     let line = try Recording(of: response, to: outcome, named: "sber", hidingValues: false).text
///     let file = try Recording.file(nil, of: "crm", adding: line)
package struct Recording {
  /// The reason why an answer cannot be recorded.
  package enum Fault: Error, CustomStringConvertible {
    /// The body is no JSON.
    case notJSON
    /// The file cannot be continued: its `answers` are not its last part.
    case file

    /// The reason in words.
    package var description: String {
      switch self {
      case .notJSON: "the body of the answer is no JSON"
      case .file: "`answers` must be the last part of the file, so that one can be added behind it"
      }
    }
  }

  /// The line, with the indentation of an element of `answers`.
  package let text: String

  /// Writes a response to the question of `outcome`.
  ///
  /// `hidingValues` replaces the letters and digits of texts that are no dates, and the digits of numbers: in the answer,
  /// and in the values of the keys. The person becomes the invented one.
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

  /// Returns the text of a file with a line more; `known` is the present text, nil for a new file.
  package static func file(_ known: String?, of system: String, adding line: String) throws(Fault) -> String {
    guard let known else { return "recorded: \(system)\nanswers:\n\(line)\n" }
    let lines = known.split(separator: "\n", omittingEmptySubsequences: false)
    guard let last = lines.last(where: { $0.first.map { !" #-".contains($0) } ?? false }), last.hasPrefix("answers:")
    else {
      throw .file
    }
    return known + (known.hasSuffix("\n") ? "" : "\n") + line + "\n"
  }

  /// JSON is YAML, if the characters that only YAML forbids are escaped.
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

  /// Returns a value of the same form without what it says.
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
