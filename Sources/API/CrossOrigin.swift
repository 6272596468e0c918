import HTTP

/// Which pages of other origins may read answers (CORS, the Fetch standard): those of the configured origins, with a token
/// that they hold themselves; cookies and the browser's own logins are never taken. Without origins no answer says a word
/// of it, so that a browser lets none read.
package struct CrossOrigin: Sendable {
  /// The origins, such as `https://bank.example`.
  package let origins: Set<String>

  /// A policy that lets pages of these origins read.
  package init(_ origins: Set<String> = []) { self.origins = origins }

  /// Whether the text is an origin: a scheme, a host, a port where it is not the scheme's own, and nothing behind it.
  package static func isOrigin(_ text: String) -> Bool {
    for scheme in ["https://", "http://"] where text.hasPrefix(scheme) {
      let host = text.dropFirst(scheme.count)
      return !host.isEmpty && host.utf8.allSatisfy(isHostCharacter)
    }
    return false
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"): true
    default: false
    }
  }

  /// Says in an answer whether the page that asked may read it, and in one to a preflight what it may send.
  func mark(_ response: inout Response, to request: Request) {
    response.headers.append(("Vary", "Origin"))
    guard let origin = request.header("Origin"), origins.contains(origin) else { return }
    response.headers.append(("Access-Control-Allow-Origin", origin))
    response.headers.append(("Access-Control-Expose-Headers", Self.exposed))
    guard request.method == .options, request.headerBytes("Access-Control-Request-Method") != nil,
      let allowed = response.headers.first(where: { $0.0 == "Allow" })?.1
    else { return }
    response.headers.append(("Access-Control-Allow-Methods", allowed))
    response.headers.append(("Access-Control-Allow-Headers", Self.taken))
    response.headers.append(("Access-Control-Max-Age", "600"))
  }

  /// Headers of requests that endpoints read beside those that browsers send anyway.
  private static let taken =
    "Accept-Atoms, Authorization, Client-Version, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id"
  /// Headers of answers that pages may read beside those that they always may.
  private static let exposed = "Allow, ETag, Location, Retry-After, WWW-Authenticate, X-Request-Id"
}
