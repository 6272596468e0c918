/// What a `Content-Type` says (RFC 9110, 8.3).
enum MediaType {
  /// Whether it is `application/json` or a type whose name ends in `+json` (RFC 6839), whatever its parameters.
  static func isJSON(_ header: String) -> Bool {
    if header == "application/json" { return true }
    let type = header.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    return type == "application/json" || (type.hasPrefix("application/") && type.hasSuffix("+json"))
  }
}
