import Essentials
import HTTP
import JSON

extension Response {
  /// A JSON answer that shows a person's data: kept by nobody but that person's client, and asked again each time; one
  /// with a secret in it is not even kept there.
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

  /// The same answer with its entity tag; 304 without a body where the client has it already. What `isAlike` is the same
  /// for everybody; `known` is the tag of a body that never changes.
  func tagged(for request: Request, isAlike: Bool = false, with known: String? = nil) -> Response {
    let tag = "\"\(known ?? EntityTag.of(body))\""
    var response = self
    // Only what a cache may ask for again depends on what it was asked with (RFC 9110, 12.5.5).
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

  /// How many rows a list may have: `limit`, 1 to 200, 50 unless told.
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

/// What a `Content-Type` says (RFC 9110, 8.3).
enum MediaType {
  /// What a refused body should have been.
  static let accepted = ("Accept", "application/json")
  /// What a refused change should have been (RFC 5789, 3.1).
  static let acceptedPatches = ("Accept-Patch", "application/json, application/merge-patch+json")

  /// Whether it is `application/json` or a type whose name ends in `+json` (RFC 6839), whatever its parameters.
  static func isJSON(_ header: ArraySlice<UInt8>) -> Bool {
    if header.areUnits(of: "application/json") { return true }
    let type = String(decoding: header, as: UTF8.self).prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
  }
}
