import HTTPServer

/// Compresses answers without secrets for clients that take it, and names the entity tag of what is sent.
///
/// The length of a compressed response depends on what its parts have in common. A link in a page of another site may
/// choose the query of a request, and the length of the response then shows whether the query guessed a part of the
/// person's data (BREACH). So a response to a request with a query is never compressed: search texts, cursors, values
/// of forms, inputs of screens, deep links. Bodies and headers come from the client alone, and responses to POST have
/// no entity tag and are never compressed.
///
/// - Shorter answers than `threshold` stay as they are: they fit into one packet.
/// - The compressed form has a tag of its own (RFC 9110, 8.8.3.3), and a 304 states the length of its 200.
struct Compression: Sendable {
  /// False if the operator has switched it off.
  let isOn: Bool

  /// The shortest body that is compressed, in bytes.
  static let threshold = 1024
  /// The header of a compressed answer.
  static let coding = ("Content-Encoding", "gzip")

  /// Returns the tag of the compressed form of what has the tag `tag`; both are in quotation marks.
  static func tag(of tag: String) -> String { "\(tag.dropLast())-gzip\"" }

  /// Completes a response that may be compressed: its coding, its tag, and whether the client has it already.
  func complete(_ response: inout Response, for request: Request) {
    guard response.status == 200, let place = response.headers.firstIndex(where: { $0.0 == "ETag" }) else { return }
    var tag = response.headers[place].1
    if isOn, request.query.isEmpty, response.body.count >= Self.threshold, request.takesGzip,
      let short = Self.short(of: response), short.count < response.body.count
    {
      tag = Self.tag(of: tag)
      response.headers[place].1 = tag
      response.headers.append(Self.coding)
      response.body = short
    }
    response = response.unlessKnown(to: request, as: tag)
  }

  /// Returns the compressed body, which a kept one has already.
  private static func short(of response: Response) -> [UInt8]? {
    if let kept = response.kept { kept.compressed } else { Gzip.compressed(response.body, level: Gzip.fast) }
  }
}
