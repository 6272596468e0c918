package import HTTPServer
import JSON
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
  func writeFields(to line: inout [UInt8]) { line.append(upTo: size) { putFields(on: &$0) } }

  /// The most bytes that the fields have.
  package var size: Int {
    let ownTexts = 50 + 3 * 20
    return ownTexts + request.id.utf8.count + request.method.name.utf8.count + path.utf8.count + request.peer.utf8.count
  }

  /// Puts the same fields at the end of a text.
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
