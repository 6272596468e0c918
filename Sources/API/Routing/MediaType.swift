import JSON

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
