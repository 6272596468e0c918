package import HTTPServer
import JSON
package import Logging

/// The access log line of one request. It never contains a query, a value or a token.
///
/// An `AccessLog` receives the line itself. Any other log handler receives it as one metadata value
/// and writes its description.
package struct AccessLine: Sendable, CustomStringConvertible {
  private let request: Request
  /// The path without its query, masked by `LoggedPaths`.
  private let path: String
  package let status: Int
  private let bytes: Int
  /// The trace of the caller; nil if the request belongs to none.
  private let trace: String?
  private let note: (any ResponseNote)?
  /// Microseconds from the arrival of the request line to the creation of this value.
  package let microseconds: Int64

  /// Creates the line and measures the duration up to now.
  ///
  /// - Parameter path: The masked path.
  package init(_ request: Request, path: String, trace: String?, response: borrowing Response) {
    (self.request, self.path) = (request, path)
    (status, bytes) = (response.status, response.body.count)
    (self.trace, note) = (trace, response.note)
    microseconds = request.arrived.microsecondsAgo
  }

  /// The level of the line: `notice` if the bank's staff should see it, otherwise `info`.
  package var level: Logger.Level { note?.isNotable == true ? .notice : .info }

  package var description: String {
    var fields: [UInt8] = []
    writeFields(to: &fields)
    return String(decoding: fields.dropFirst(), as: UTF8.self)
  }

  /// Appends each field as ` name=value`, with a leading space. No value contains a space.
  func writeFields(to line: inout [UInt8]) { line.append(upTo: size) { putFields(on: &$0) } }

  /// The maximum size of the fields in bytes.
  package var size: Int {
    let ownTexts = 60 + 3 * 20
    var notes = trace?.utf8.count ?? 0
    for field in note?.fields ?? [] { notes += field.name.utf8CodeUnitCount + field.value.utf8.count + 2 }
    return ownTexts + notes + request.id.utf8.count + request.method.name.utf8.count + path.utf8.count
      + request.peer.utf8.count
  }

  /// Appends the same fields to a packed text.
  func putFields(on text: inout PackedText) {
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
    if let trace {
      text.put(literal: " trace=")
      text.put(trace)
    }
    for field in note?.fields ?? [] {
      text.put(literal: " ")
      text.put(literal: field.name)
      text.put(literal: "=")
      text.put(field.value)
    }
  }

  /// Writes the fields as members of a JSON object.
  func writeMembers(to writer: inout Writer) {
    writer.member("requestId", request.id)
    writer.member("method", request.method.name)
    writer.member("path", path)
    writer.member("status", status)
    writer.member("bytes", bytes)
    writer.member("us", Int(microseconds))
    writer.member("peer", request.peer)
    if let trace { writer.member("trace", trace) }
    for field in note?.fields ?? [] { writer.member("\(field.name)", field.value) }
  }
}

/// A log handler that accepts access lines without a log event.
///
/// Any other `LogHandler` receives the line in an event instead.
package protocol AccessLog: LogHandler {
  /// Writes the line of a request with its level. Called only if the handler's level is `info` or
  /// lower.
  func record(_ line: AccessLine)
}
