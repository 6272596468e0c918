import HTTP
package import JSON

/// What the access log says of one request: never a query, a value or a token.
///
/// A log that is an `AccessLog` takes it as it is, without a dictionary of its fields for every request; any other gets
/// it as one metadata value and prints its description.
package struct AccessLine: Sendable, CustomStringConvertible {
  private let request: Request
  /// The path without the query, and without what a person may have written into it (see `LoggedPaths`).
  private let path: String
  /// The status of the answer.
  let status: Int
  private let bytes: Int
  /// Microseconds from the request's arrival to the answer.
  let microseconds: Int64

  /// The line of a request and its answer: what of the path is told, the status, and the bytes of the body.
  init(_ request: Request, path: String, status: Int, bytes: Int) {
    (self.request, self.path, self.status, self.bytes) = (request, path, status, bytes)
    microseconds = request.arrived.microsecondsAgo
  }

  /// The fields as `name=value`.
  package var description: String {
    var fields: [UInt8] = []
    writeFields(to: &fields)
    return String(decoding: fields.dropFirst(), as: UTF8.self)
  }

  /// Appends the fields as ` name=value`, as `description` has them: no value of theirs has a blank.
  package func writeFields(to line: inout [UInt8]) {
    line.append(units: " requestId=" as StaticString)
    line.append(units: request.id)
    line.append(units: " method=" as StaticString)
    line.append(units: request.method.name)
    line.append(units: " path=" as StaticString)
    line.append(units: path)
    line.append(units: " status=" as StaticString)
    line.appendDigits(UInt64(status))
    line.append(units: " bytes=" as StaticString)
    line.appendDigits(UInt64(bytes))
    line.append(units: " us=" as StaticString)
    line.appendDigits(microseconds.magnitude)
    line.append(units: " peer=" as StaticString)
    line.append(units: request.peer)
  }

  /// Writes the fields as members.
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
