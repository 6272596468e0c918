import Model
import Texts
import HTTPServer
import JSON
import Operations

extension Response {
  /// Marks a response as free of tokens, codes and other secrets, so that it may be compressed.
  ///
  /// A `no-store` response remains uncompressed.
  var compressible: Response {
    var response = self
    response.isCompressible = !headers.contains { $0.0 == "Cache-Control" && $0.1 == "no-store" }
    return response
  }

  /// Sets `Cache-Control` to `no-store`, so that the client must not store the response.
  /// Compression remains allowed.
  var unstored: Response {
    var response = self
    for place in response.headers.indices where response.headers[place].0 == "Cache-Control" {
      response.headers[place].1 = "no-store"
    }
    return response
  }

  /// Returns a JSON response with a person's data.
  ///
  /// The client may store the response, but must revalidate it before each use. If `isSecret` is
  /// true, the response is `no-store`.
  static func json(
    _ status: Int = 200, isSecret: Bool = false, headers: [(String, String)] = [],
    _ write: (inout Writer) throws -> Void
  ) rethrows -> Response {
    var writer = Writer(capacity: 960)
    try write(&writer)
    var all: [(String, String)] = []
    // Includes space for the request id, which `Application` adds.
    all.reserveCapacity(4 + headers.count)
    all.append(("Content-Type", "application/json"))
    all.append(("Cache-Control", isSecret ? "no-store" : "private, no-cache"))
    all += headers
    return Response(status: status, headers: all, body: writer.bytes)
  }

  /// Returns a response with rendered JSON and the same cache rules.
  static func json(rendered: [UInt8]) -> Response {
    Response(
      status: 200, headers: [("Content-Type", "application/json"), ("Cache-Control", "private, no-cache")],
      body: rendered)
  }

  /// Returns a response with cached JSON without secrets and its entity tag.
  ///
  /// `Compression` returns 304 if the client already has this version. If `isStored` is false, the
  /// response is `no-store`.
  static func json(kept: CachedBody, isStored: Bool = true) -> Response {
    var headers: [(String, String)] = []
    // Includes space for the headers that `Application` adds.
    headers.reserveCapacity(10)
    headers.append(("Content-Type", "application/json"))
    headers.append(("Cache-Control", isStored ? "private, no-cache" : "no-store"))
    headers.append(varied)
    headers.append(("ETag", "\"\(kept.tag)\""))
    var response = Response(status: 200, headers: headers, kept: kept)
    response.isCompressible = true
    return response
  }

  /// The request headers that a compressible response depends on (RFC 9110, 12.5.5).
  private static let varied = (
    "Vary", "Accept-Language, Accept-Atoms, Client-Version, Authorization, Accept-Encoding"
  )

  /// Returns the response with its entity tag, or a 304 if `If-None-Match` contains that tag.
  ///
  /// For a compressible response, `Compression` later compares the tag and returns the 304.
  ///
  /// - Parameters:
  ///   - isAlike: True if the response is the same for every caller. It then gets no `Vary`.
  ///   - known: The tag of a constant body; nil to compute it.
  func tagged(for request: Request, isAlike: Bool = false, with known: String? = nil) -> Response {
    let tag = "\"\(known ?? EntityTag.of(body))\""
    var response = self
    // Caches revalidate only tagged responses, so `Vary` is needed only here (RFC 9110, 12.5.5).
    if isCompressible {
      response.headers.append(Self.varied)
    } else if !isAlike {
      response.headers.append(("Vary", "Accept-Language, Accept-Atoms, Client-Version, Authorization"))
    }
    response.headers.append(("ETag", tag))
    return isCompressible ? response : response.unlessKnown(to: request, as: tag)
  }

  /// Returns the response with a note for the access log and the metrics.
  func noted(_ outcome: RequestOutcome) -> Response {
    var response = self
    response.note = outcome
    return response
  }

  /// The response with the entity tag that a GET of the new state returns.
  var withTag: Response {
    var response = self
    response.headers.append(("ETag", "\"\(EntityTag.of(body))\""))
    return response
  }

  /// Returns a 304 without a body if `If-None-Match` contains the tag, otherwise this response.
  func unlessKnown(to request: Request, as tag: String) -> Response {
    guard let known = request.headerBytes("If-None-Match"), Self.names(known, tag) else { return self }
    var remaining: [(String, String)] = []
    remaining.reserveCapacity(headers.count + 5)
    for header in headers where header.0 != "Content-Type" && header.0 != Compression.coding.0 {
      remaining.append(header)
    }
    var same = Response(status: 304, headers: remaining)
    same.omitted = body.count
    return same
  }

  /// True if the value of an `If-None-Match` header contains the tag.
  private static func names(_ header: ArraySlice<UInt8>, _ tag: String) -> Bool {
    // Usually the header contains only one tag.
    if header.elementsEqual(tag.utf8) { return true }
    return EntityTagList(String(decoding: header, as: UTF8.self)).namesExactly(tag.dropFirst().dropLast())
  }
}

/// A tag that distinguishes two bodies.
///
/// It is not secret, so a fast hash is sufficient.
enum EntityTag {
  /// Returns the tag of the bytes that `write` produces.
  static func of(_ write: (inout Writer) -> Void) -> String {
    var writer = Writer()
    write(&writer)
    return of(writer.bytes)
  }

  /// Returns the tag of a body: 16 hexadecimal digits.
  static func of(_ body: [UInt8]) -> String {
    let digits = String(body.fingerprint, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// The media type of a `Content-Type` header (RFC 9110, 8.3).
enum MediaType {
  /// The `Accept` header of the response to a rejected body.
  static let accepted = ("Accept", "application/json")
  /// The `Accept-Patch` header of the response to a rejected patch (RFC 5789, 3.1).
  static let acceptedPatches = ("Accept-Patch", "application/json, application/merge-patch+json")

  /// Returns true for this type. Parameters are ignored.
  static func isType(_ type: String, _ header: ArraySlice<UInt8>) -> Bool {
    String(decoding: header, as: UTF8.self).prefix { $0 != ";" }.lowercased().filter { $0 != " " } == type
  }

  /// Returns true for `application/json` and for `application` types that end in `+json` (RFC
  /// 6839).
  ///
  /// Parameters, such as a charset, are ignored.
  static func isJSON(_ header: ArraySlice<UInt8>) -> Bool {
    if header.areUnits(of: "application/json") { return true }
    let type = String(decoding: header, as: UTF8.self).prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
  }
}

extension Call {
  /// Returns the first value of a query parameter; nil if the query does not contain it.
  func query(_ name: String) -> String? { request.query.first { $0.name == name }?.value }

  /// Returns the search text `q`; empty if the query does not contain it.
  ///
  /// Throws `unknown-query` above `longestSearch` characters, because each word is searched in
  /// every name.
  func search() throws(Problem) -> String {
    let text = query("q") ?? ""
    let maximum = ParameterDocument.longestSearch
    guard text.unicodeScalars.count <= maximum else {
      throw Problem(
        .unknownQuery, ru: "`q`: не больше \(maximum) символов", en: "`q` may have at most \(maximum) characters")
    }
    return text
  }

  /// Returns the id in the query parameter `after`; nil if the query does not contain it.
  ///
  /// Throws `unknown-query` if it is malformed. The problem names `row`, in Russian in the
  /// genitive.
  func identifier<Row>(after row: LocalizedText) throws(Problem) -> Identifier<Row>? {
    guard let text = query("after") else { return nil }
    guard let id = Identifier<Row>(text) else {
      throw Problem(
        .unknownQuery, ru: "`after`: нужен номер \(row[.ru])", en: "`after` must be the id of \(row[.en])")
    }
    return id
  }

  /// Returns the maximum number of rows in a page, `limit`: 1 to 200, by default 50.
  ///
  /// Throws `unknown-query` for any other value.
  func limit() throws(Problem) -> Int {
    guard let text = query("limit") else { return 50 }
    guard let limit = Int(text), ListSource.lengths.contains(limit) else {
      throw Problem(
        .unknownQuery, ru: "`limit`: нужно целое число от 1 до 200", en: "`limit` must be a whole number from 1 to 200")
    }
    return limit
  }
}
