import Essentials
import HTTP
import JSON

extension Response {
  /// Creates a JSON response with a person's data.
  ///
  /// Only that person's client may store it, and asks again each time. With `isSecret` no cache may store it.
  static func json(
    _ status: Int = 200, isSecret: Bool = false, headers: [(String, String)] = [],
    _ write: (inout Writer) throws -> Void
  ) rethrows -> Response {
    var writer = Writer(capacity: 960)
    try write(&writer)
    var all: [(String, String)] = []
    // Room for the request's id too, which every answer gets in the end.
    all.reserveCapacity(4 + headers.count)
    all.append(("Content-Type", "application/json"))
    all.append(("Cache-Control", isSecret ? "no-store" : "private, no-cache"))
    all += headers
    return Response(status: status, headers: all, body: writer.bytes)
  }

  /// Returns the response with its entity tag; 304 without a body if the client has it already.
  ///
  /// `isAlike` tells that all persons get the same body. `known` is the tag of a body that never changes.
  func tagged(for request: Request, isAlike: Bool = false, with known: String? = nil) -> Response {
    let tag = "\"\(known ?? EntityTag.of(body))\""
    var response = self
    // Only a cacheable response depends on the request's headers (RFC 9110, 12.5.5).
    if !isAlike {
      response.headers.append(("Vary", "Accept-Language, Accept-Atoms, Client-Version, Authorization"))
    }
    response.headers.append(("ETag", tag))
    guard let known = request.header("If-None-Match") else { return response }
    let tags = known.split(separator: ",").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
    guard tags.contains(where: { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }) else { return response }
    var same = Response(status: 304, headers: response.headers.filter { $0.0 != "Content-Type" })
    same.omitted = body.count
    return same
  }
}

extension Call {
  /// The value of a query name.
  func query(_ name: String) -> String? { request.query.first { $0.name == name }?.value }

  /// The text that is searched for, `q`: at most `longestSearch` characters; empty unless told. Each word of it is looked
  /// for in every name.
  func search() throws(Problem) -> String {
    let text = query("q") ?? ""
    let most = ParameterDocument.longestSearch
    guard text.unicodeScalars.count <= most else {
      throw Problem(
        .unknownQuery, ru: "`q`: не больше \(most) символов", en: "`q` takes at most \(most) characters")
    }
    return text
  }

  /// Returns the number of rows of a page: `limit`, 1 to 200, by default 50.
  func limit() throws(Problem) -> Int {
    guard let text = query("limit") else { return 50 }
    guard let limit = Int(text), (1...200).contains(limit) else {
      throw Problem(
        .unknownQuery, ru: "`limit`: нужно целое число от 1 до 200", en: "`limit` takes a whole number from 1 to 200")
    }
    return limit
  }
}

/// A tag that tells two bodies apart: not a secret, so a fast hash serves (FNV-1a, 64 bits).
enum EntityTag {
  /// The tag of a body, 16 hexadecimal digits.
  static func of(_ body: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// Media types of `Content-Type` (RFC 9110, 8.3).
enum MediaType {
  /// The header that names the accepted type of a body.
  static let accepted = ("Accept", "application/json")
  /// The header that names the accepted types of a patch (RFC 5789, 3.1).
  static let acceptedPatches = ("Accept-Patch", "application/json, application/merge-patch+json")

  /// True for `application/json` and types that end in `+json` (RFC 6839), with any parameters.
  static func isJSON(_ header: ArraySlice<UInt8>) -> Bool {
    if header.areUnits(of: "application/json") { return true }
    let type = String(decoding: header, as: UTF8.self).prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
  }
}
