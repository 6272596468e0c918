import HTTPServer
import JSON
import Operations

extension Response {
  /// The same response, which says that its body holds no token, no code and no other secret: it may be compressed.
  ///
  /// A response that nobody may store stays as it is.
  var compressible: Response {
    var response = self
    response.isCompressible = !headers.contains { $0.0 == "Cache-Control" && $0.1 == "no-store" }
    return response
  }

  /// The same response as `no-store`: not even the person's own client may store it. It may be compressed as before.
  var unstored: Response {
    var response = self
    for place in response.headers.indices where response.headers[place].0 == "Cache-Control" {
      response.headers[place].1 = "no-store"
    }
    return response
  }

  /// Returns a JSON response with a person's data.
  ///
  /// Only the person's own client may store it, and revalidates it before each use. If `isSecret`, nobody may store it.
  static func json(
    _ status: Int = 200, isSecret: Bool = false, headers: [(String, String)] = [],
    _ write: (inout Writer) throws -> Void
  ) rethrows -> Response {
    var writer = Writer(capacity: 960)
    try write(&writer)
    var all: [(String, String)] = []
    // Room also for the request id, which every response gets in the end.
    all.reserveCapacity(4 + headers.count)
    all.append(("Content-Type", "application/json"))
    all.append(("Cache-Control", isSecret ? "no-store" : "private, no-cache"))
    all += headers
    return Response(status: status, headers: all, body: writer.bytes)
  }

  /// Returns a response of JSON that is rendered already, with a person's data as above.
  static func json(rendered: [UInt8]) -> Response {
    Response(
      status: 200, headers: [("Content-Type", "application/json"), ("Cache-Control", "private, no-cache")],
      body: rendered)
  }

  /// Returns a response of kept JSON without secrets, with its entity tag and a person's data as above.
  ///
  /// `Compression` answers 304 where the client has it already. Unless `isStored`, not even the person's own client may store it.
  static func json(kept: CachedBody, isStored: Bool = true) -> Response {
    var headers: [(String, String)] = []
    // Room for those that every response gets in the end.
    headers.reserveCapacity(10)
    headers.append(("Content-Type", "application/json"))
    headers.append(("Cache-Control", isStored ? "private, no-cache" : "no-store"))
    headers.append(varied)
    headers.append(("ETag", "\"\(kept.tag)\""))
    var response = Response(status: 200, headers: headers, kept: kept)
    response.isCompressible = true
    return response
  }

  /// The request headers that a response that may be compressed depends on (RFC 9110, 12.5.5).
  private static let varied = (
    "Vary", "Accept-Language, Accept-Atoms, Client-Version, Authorization, Accept-Encoding"
  )

  /// Returns the response with its entity tag, or a 304 without a body if `If-None-Match` names that tag.
  ///
  /// A response that may be compressed stays whole: `Compression` names the tag of what is sent, and answers 304.
  /// - `isAlike`: the response is the same for every caller, so that it gets no `Vary`.
  /// - `known`: the tag of a body that never changes, computed once.
  func tagged(for request: Request, isAlike: Bool = false, with known: String? = nil) -> Response {
    let tag = "\"\(known ?? EntityTag.of(body))\""
    var response = self
    // Caches revalidate only tagged responses, so only these list the headers they depend on (RFC 9110, 12.5.5).
    if isCompressible {
      response.headers.append(Self.varied)
    } else if !isAlike {
      response.headers.append(("Vary", "Accept-Language, Accept-Atoms, Client-Version, Authorization"))
    }
    response.headers.append(("ETag", tag))
    return isCompressible ? response : response.unlessKnown(to: request, as: tag)
  }

  /// The response to a change, with the entity tag that a GET of the new state answers.
  var withTag: Response {
    var response = self
    response.headers.append(("ETag", "\"\(EntityTag.of(body))\""))
    return response
  }

  /// Returns a 304 without a body if the request's `If-None-Match` names the tag, otherwise the response itself.
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

  /// Returns true if the value of an `If-None-Match` names the tag.
  private static func names(_ header: ArraySlice<UInt8>, _ tag: String) -> Bool {
    // Mostly it is the tag alone.
    if header.elementsEqual(tag.utf8) { return true }
    return EntityTagList(String(decoding: header, as: UTF8.self)).namesExactly(tag.dropFirst().dropLast())
  }
}

/// A tag that tells two bodies apart.
///
/// It is no secret, so a fast hash suffices.
enum EntityTag {
  /// Returns the tag of what `write` writes.
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
  /// The header of a refused body, with the accepted type.
  static let accepted = ("Accept", "application/json")
  /// The header of a refused patch, with the accepted types (RFC 5789, 3.1).
  static let acceptedPatches = ("Accept-Patch", "application/json, application/merge-patch+json")

  /// Returns true if it is `application/json` or an `application` type that ends in `+json` (RFC 6839).
  ///
  /// Parameters, such as a charset, do not count.
  static func isJSON(_ header: ArraySlice<UInt8>) -> Bool {
    if header.areUnits(of: "application/json") { return true }
    let type = String(decoding: header, as: UTF8.self).prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
  }
}

extension Call {
  /// Returns the value of a query parameter, the first of several; nil if the query lacks it.
  func query(_ name: String) -> String? { request.query.first { $0.name == name }?.value }

  /// Returns the search text, `q`; empty if the query lacks it.
  ///
  /// Throws `unknown-query` above `longestSearch` characters: each word of it is searched for in every name.
  func search() throws(Problem) -> String {
    let text = query("q") ?? ""
    let maximum = ParameterDocument.longestSearch
    guard text.unicodeScalars.count <= maximum else {
      throw Problem(
        .unknownQuery, ru: "`q`: не больше \(maximum) символов", en: "`q` takes at most \(maximum) characters")
    }
    return text
  }

  /// Returns the maximum row count of a page, `limit`: 1 to 200, by default 50.
  ///
  /// Throws `unknown-query` if it is anything else.
  func limit() throws(Problem) -> Int {
    guard let text = query("limit") else { return 50 }
    guard let limit = Int(text), ListSource.lengths.contains(limit) else {
      throw Problem(
        .unknownQuery, ru: "`limit`: нужно целое число от 1 до 200", en: "`limit` takes a whole number from 1 to 200")
    }
    return limit
  }
}
