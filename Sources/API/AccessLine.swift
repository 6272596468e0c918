import HTTP
package import JSON

/// What the access log says of one request: never a query, a value or a token.
///
/// It goes to the log as one metadata value, so that a log that knows it can write its fields without a dictionary of
/// them for every request; any other log prints its description.
package struct AccessLine: Sendable, CustomStringConvertible {
  /// The request's id.
  package let requestID: String
  /// The method.
  package let method: String
  /// The path without the query.
  package let path: String
  /// The status of the answer.
  package let status: Int
  /// The bytes of the answer's body.
  package let bytes: Int
  /// Microseconds from the request's arrival to the answer.
  package let microseconds: Int64
  /// The address of the client.
  package let peer: String

  /// The line of a request and its answer.
  init(_ request: Request, _ response: Response) {
    requestID = request.id
    method = request.method.name
    path = request.path
    status = response.status
    bytes = response.body.count
    let elapsed = (ContinuousClock.now - request.arrived).components
    microseconds = elapsed.seconds * 1_000_000 + elapsed.attoseconds / 1_000_000_000_000
    peer = request.peer
  }

  /// The fields as `name=value`.
  package var description: String {
    var fields: [UInt8] = []
    writeFields(to: &fields)
    return String(decoding: fields.dropFirst(), as: UTF8.self)
  }

  /// Appends the fields as ` name=value`, as `description` has them: no value of theirs has a blank.
  package func writeFields(to line: inout [UInt8]) {
    line += " requestId=".utf8
    line += requestID.utf8
    line += " method=".utf8
    line += method.utf8
    line += " path=".utf8
    line += path.utf8
    line += " status=".utf8
    line += String(status).utf8
    line += " bytes=".utf8
    line += String(bytes).utf8
    line += " us=".utf8
    line += String(microseconds).utf8
    line += " peer=".utf8
    line += peer.utf8
  }

  /// Writes the fields as members.
  package func writeMembers(to writer: inout Writer) {
    writer.member("requestId", requestID)
    writer.member("method", method)
    writer.member("path", path)
    writer.member("status", status)
    writer.member("bytes", bytes)
    writer.member("us", Int(microseconds))
    writer.member("peer", peer)
  }
}
