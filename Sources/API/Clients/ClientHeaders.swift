import Atoms
import HTTP

/// What a client says of itself in a request's headers.
enum ClientHeaders {
  /// The header that names the client.
  static let version: StaticString = "Client-Version"
  /// The header that names the kinds of atoms that the client draws.
  static let atoms: StaticString = "Accept-Atoms"

  /// What the OpenAPI document says of both.
  static let documents = [
    ParameterDocument(
      "\(atoms)", "the kinds of atoms that the client draws, with commas between; all unless told",
      .textSchema(
        "^[ \\t]*([A-Za-z0-9]+|[*])?[ \\t]*(,[ \\t]*([A-Za-z0-9]+|[*])?[ \\t]*)*$", example: "text, textInput, button")),
    document,
  ]

  /// What the OpenAPI document says of `Client-Version`.
  static let document = ParameterDocument(
    "\(version)", "what client it is, as platform/version, such as ios/3.2",
    .textSchema("^[A-Za-z][A-Za-z0-9]{0,31}/[0-9]{1,6}([.][0-9]{1,6}){0,3}$", example: "ios/3.2"))

  /// The client of a request; nil where it does not say. A header that names none is a 400.
  static func client(of request: Request) throws(Problem) -> Client? {
    guard let text = request.header(version) else { return nil }
    guard let client = Client(text) else {
      throw Problem(
        .malformedRequest, ru: "\(version): нужны платформа и версия, например ios/3.2",
        en: "\(version) takes a platform and a version, such as ios/3.2")
    }
    return client
  }

  /// The kinds that a request's client draws: all of them where it does not say, or says `*`.
  ///
  /// Kinds that this server does not know are taken as they are: the client may be newer. Several headers are one list
  /// (RFC 9110, 5.3).
  static func kinds(of request: Request) throws(Problem) -> KindSet {
    guard request.header(atoms) != nil else { return .all }
    var kinds: KindSet = []
    for header in request.headers.all where header.name.lowercased() == "\(atoms)".lowercased() {
      for element in header.value.split(separator: ",") {
        let name = element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if name.isEmpty { continue }
        if name == "*" {
          kinds = .all
        } else if name.utf8.allSatisfy(isLetterOrDigit), element.utf8.suffix(from: name.endIndex).allSatisfy(isBlank) {
          kinds.formUnion(KindSet(kind: name))
        } else {
          throw Problem(
            .malformedRequest, ru: "\(atoms): нужны названия видов через запятую, например text, textInput, button",
            en: "\(atoms) takes names of kinds with commas between them, such as text, textInput, button")
        }
      }
    }
    return kinds
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

extension Call {
  /// What the client can draw.
  func capabilities() throws(Problem) -> Capabilities {
    Capabilities(kinds: try ClientHeaders.kinds(of: request), client: try ClientHeaders.client(of: request))
  }
}
