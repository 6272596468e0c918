import HTTP
package import JSON

/// What the access log says of one request: never a query, a value or a token.
///
/// A log that is an `AccessLog` takes it as it is, without a dictionary of its fields for every request; any other gets
/// it as one metadata value and prints its description.
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
    line += Names.requestID
    line.append(contentsOf: requestID.utf8)
    line += Names.method
    line.append(contentsOf: method.utf8)
    line += Names.path
    line.append(contentsOf: path.utf8)
    line += Names.status
    line.appendDigits(UInt64(status))
    line += Names.bytes
    line.appendDigits(UInt64(bytes))
    line += Names.microseconds
    line.appendDigits(microseconds.magnitude)
    line += Names.peer
    line.append(contentsOf: peer.utf8)
  }

  /// What stands before each field.
  private enum Names {
    static let requestID = Array(" requestId=".utf8)
    static let method = Array(" method=".utf8)
    static let path = Array(" path=".utf8)
    static let status = Array(" status=".utf8)
    static let bytes = Array(" bytes=".utf8)
    static let microseconds = Array(" us=".utf8)
    static let peer = Array(" peer=".utf8)
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
