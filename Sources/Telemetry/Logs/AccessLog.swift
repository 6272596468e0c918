package import HTTPServer
package import JSON
package import Logging

/// The line of one request in the access log. It never has a query, a value or a token.
///
/// An `AccessLog` gets the line itself, which saves a dictionary of fields per request. Any other log gets it as one
/// metadata value and prints its description.
///
///     // In a log's `record(_ line: AccessLine)`:
///     var text: [UInt8] = []
///     line.writeFields(to: &text)  // " requestId=… method=GET path=/start status=200 …"
package struct AccessLine: Sendable, CustomStringConvertible {
  private let request: Request
  /// The path without the query, masked by `LoggedPaths`.
  private let path: String
  /// The status of the response.
  package let status: Int
  private let bytes: Int
  /// Microseconds from the arrival of the request line to the response.
  package let microseconds: Int64

  /// Creates the line of a request and its response; it takes the time now.
  ///
  /// - Parameters:
  ///   - path: The masked path.
  ///   - bytes: The size of the response's body.
  package init(_ request: Request, path: String, status: Int, bytes: Int) {
    (self.request, self.path, self.status, self.bytes) = (request, path, status, bytes)
    microseconds = request.arrived.microsecondsAgo
  }

  /// The fields as `name=value`, separated by spaces.
  package var description: String {
    var fields: [UInt8] = []
    writeFields(to: &fields)
    return String(decoding: fields.dropFirst(), as: UTF8.self)
  }

  /// Appends each field as ` name=value`, with a leading space. No value contains a space.
  package func writeFields(to line: inout [UInt8]) { line.append(upTo: size) { putFields(on: &$0) } }

  /// The most bytes that the fields have.
  package var size: Int {
    let ownTexts = 50 + 3 * 20
    return ownTexts + request.id.utf8.count + request.method.name.utf8.count + path.utf8.count + request.peer.utf8.count
  }

  /// Puts the same fields at the end of a text.
  package func putFields(on text: inout PackedText) {
    text.put(literal: " requestId=")
    text.put(request.id)
    text.put(literal: " method=")
    text.put(request.method.name)
    text.put(literal: " path=")
    text.put(path)
    text.put(literal: " status=")
    text.put(digitsOf: UInt64(status))
    text.put(literal: " bytes=")
    text.put(digitsOf: UInt64(bytes))
    text.put(literal: " us=")
    text.put(digitsOf: microseconds.magnitude)
    text.put(literal: " peer=")
    text.put(request.peer)
  }

  /// Writes the fields as members of a JSON object.
  package func writeMembers(to writer: inout Writer) {
    writer.member("requestId", request.id)
    writer.member("method", request.method.name)
    writer.member("path", path)
    writer.member("status", status)
    writer.member("bytes", bytes)
    writer.member("us", Int(microseconds))
    writer.member("peer", request.peer)
  }
}

/// A log that takes access lines without a log event around them.
///
/// It writes the same line as for the event, at less cost per request. Any other `LogHandler` works too.
///
///     struct Lines: AccessLog {
///       func record(_ line: AccessLine) { print("info access request \(line)") }
///       // ... and the requirements of LogHandler
///     }
package protocol AccessLog: LogHandler {
  /// Writes the line of a request. It is called only if the log's level is `info` or lower.
  func record(_ line: AccessLine)
}

/// Masks paths for the access log.
///
/// Words of the interface, ids of operations and the bank's own ids stay. Anything else, such as an account number,
/// becomes `*`: the log must not hold data of persons.
package struct LoggedPaths: Sendable {
  private let words: Set<Substring>
  private let isOperation: @Sendable (String) -> Bool
  /// By endpoint: true if its pattern has no parameter besides an operation's id.
  ///
  /// A path that succeeded there needs no mask.
  private let isPlain: [Bool]
  /// By endpoint: the end of its pattern behind an operation's id; nil for a pattern that is no such id between fixed words.
  private let ends: [String?]

  /// Takes the fixed words of the endpoints' patterns; `isOperation` recognizes ids of operations.
  package init(patterns: [String], isOperation: @escaping @Sendable (String) -> Bool) {
    words = Set(patterns.flatMap { $0.split(separator: "/") }.filter { !$0.hasPrefix("{") })
    self.isOperation = isOperation
    isPlain = patterns.map { !$0.replacing("/operations/{id}", with: "").contains("{") }
    ends = patterns.map { pattern in
      guard pattern.hasPrefix("\(Self.begin){id}") else { return nil }
      let end = String(pattern.dropFirst(Self.begin.count + 4))
      return end.contains("{") ? nil : end
    }
  }

  /// The path before an operation's id.
  private static let begin = "/operations/"

  /// Returns the path as the log may have it.
  ///
  /// - Parameters:
  ///   - endpoint: The offset of the endpoint that answered; the endpoint count if none did.
  ///   - status: The status of the response.
  package func logged(_ path: String, at endpoint: Int, status: Int) -> String {
    if status < 400, endpoint < isPlain.count, isPlain[endpoint] { return path }
    if endpoint < ends.count, let end = ends[endpoint], path.hasPrefix(Self.begin), path.hasSuffix(end) {
      let id = path.utf8.dropFirst(Self.begin.utf8.count).dropLast(end.utf8.count)
      if let id = String(id), isOperation(id) { return path }
    }
    // By bytes: a walk over characters cost a twentieth of a refused submission.
    var rest = path.utf8[...]
    while rest.first == UInt8(ascii: "/") {
      let part = rest.dropFirst().prefix { $0 != UInt8(ascii: "/") }
      guard isReported(Substring(part)) else { return masked(path) }
      rest = rest[part.endIndex...]
    }
    return rest.isEmpty ? path : masked(path)
  }

  private func masked(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { isReported($0) ? String($0) : "*" }
      .joined(separator: "/")
  }

  private func isReported(_ part: Substring) -> Bool {
    part.isEmpty || words.contains(part) || Self.isIdentifier(part) || isOperation(String(part))
  }

  /// True for a lowercase UUID: the bank's own ids have that form and tell nothing about anybody.
  private static func isIdentifier(_ part: Substring) -> Bool {
    part.utf8.count == 36
      && part.utf8.enumerated().allSatisfy { place, unit in
        switch unit {
        case UInt8(ascii: "-"): [8, 13, 18, 23].contains(place)
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
      }
  }
}
