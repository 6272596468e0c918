import HTTPServer

/// Compresses responses without secrets and sets their entity tag.
///
/// The length of a compressed response depends on repeated parts. A page of another site can choose
/// the query of a request and then detect from the length whether it guessed a part of the person's
/// data (BREACH). Responses to requests with a query are therefore never compressed. Other sites
/// cannot choose bodies and headers. Responses to POST have no entity tag and are not compressed.
///
/// - Responses shorter than `threshold` are not compressed, because they fit into one packet.
/// - The compressed form has its own tag (RFC 9110, 8.8.3.3). A 304 states the length of its 200.
struct Compression: Sendable {
  /// False if the operator has disabled compression.
  let isOn: Bool

  /// The minimum length of a compressed body, in bytes.
  static let threshold = 1024
  static let coding = ("Content-Encoding", "gzip")

  /// Returns the tag of the compressed form. Both tags include quotation marks.
  static func tag(of tag: String) -> String { "\(tag.dropLast())-gzip\"" }

  /// Compresses the response if possible, updates its tag, and returns 304 if the client already
  /// has it.
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

  /// Returns the compressed body. A cached body is compressed only once.
  private static func short(of response: Response) -> [UInt8]? {
    if let kept = response.kept { kept.compressed } else { Gzip.compressed(response.body, level: Gzip.fast) }
  }
}
