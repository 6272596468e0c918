package import Atoms
import HTTPServer
import JSON

/// The oldest accepted client versions and the addresses of updates.
package struct ClientPolicy: Sendable {
  /// The oldest accepted client versions.
  package var minimum: MinimumClient
  /// The absolute URL of a newer client, by platform.
  var updates: [String: String]

  /// Creates a policy. By default all clients are accepted.
  package init(minimum: MinimumClient = MinimumClient(), updates: [String: String] = [:]) {
    self.minimum = minimum
    self.updates = updates
  }
}

extension ClientPolicy {
  /// Throws `client-outdated` if the client is older than `minimum`. The problem has the URL of an
  /// update if one is configured.
  ///
  /// A client without `Client-Version` is accepted.
  func require(_ minimum: MinimumClient, of client: ClientProgram?) throws(Problem) {
    guard let client, let oldest = minimum.missing(to: client) else { return }
    throw outdated(client, oldest)
  }

  /// Returns the problem for a client that is too old.
  ///
  /// `Upgrade` contains the oldest accepted version for the client's platform. A 426 requires this
  /// header (RFC 9110, 15.5.22).
  private func outdated(_ client: ClientProgram, _ oldest: ClientVersion) -> Problem {
    var problem = Problem(
      .clientOutdated, ru: "Нужна версия \(oldest) или новее", en: "Version \(oldest) or newer is required"
    ).member("minimumVersion", Self.json(oldest.description))
    if let update = updates[client.platform] { problem = problem.member("update", Self.json(update)) }
    return problem.header("Upgrade", "\(client.platform)/\(oldest)")
  }

  /// Returns the problem for a client that cannot draw some atoms, with those atoms.
  ///
  /// If a newer client can draw one of them, the problem has its URL.
  func undrawable(_ missing: MissingKinds, for client: ClientProgram?) -> Problem {
    var writer = Writer()
    writer.beginArray()
    for atom in missing.atoms {
      writer.beginObject()
      writer.member("atom", atom.id)
      writer.member("kind", atom.kind)
      if let minimum = atom.minimum { writer.member("minimumVersion", minimum.description) }
      writer.endObject()
    }
    writer.endArray()
    var problem = Problem(.kindsNotAccepted).member("missing", writer.bytes)
    if missing.atoms.contains(where: { $0.minimum != nil }), let client, let update = updates[client.platform] {
      problem = problem.member("update", Self.json(update))
    }
    return problem
  }

  private static func json(_ text: String) -> [UInt8] {
    var writer = Writer()
    writer.string(text)
    return writer.bytes
  }
}

/// The request headers that describe a client.
enum ClientHeaders {
  /// The header with the client's platform and version.
  static let version: StaticString = "Client-Version"
  /// The header with the kinds of atoms that the client draws.
  static let atoms: StaticString = "Accept-Atoms"

  /// The OpenAPI descriptions of both headers.
  static let documents = [
    ParameterDocument(
      "\(atoms)", "the kinds of atoms that the client draws, separated by commas; all by default",
      .textSchema(
        "^[ \\t]*([A-Za-z0-9]+|[*])?[ \\t]*(,[ \\t]*([A-Za-z0-9]+|[*])?[ \\t]*)*$", example: "text, textInput, button")),
    document,
  ]

  /// The OpenAPI description of `Client-Version`.
  static let document = ParameterDocument(
    "\(version)", "the client, as platform/version, such as ios/3.2",
    .textSchema("^[A-Za-z][A-Za-z0-9]{0,31}/[0-9]{1,6}([.][0-9]{1,6}){0,3}$", example: "ios/3.2"))

  /// Returns the client of a request; nil if the header is absent. Throws `malformed-request` if it
  /// is malformed.
  static func client(of request: Request) throws(Problem) -> ClientProgram? {
    guard let text = request.header(version) else { return nil }
    guard let client = ClientProgram(text) else {
      throw Problem(
        .malformedRequest, ru: "\(version): нужны платформа и версия, например ios/3.2",
        en: "\(version) must be a platform and a version, such as ios/3.2")
    }
    return client
  }

  /// Returns the kinds of atoms that the client draws, and the other names in its list. Without
  /// the header, or if the list contains `*`, returns all kinds.
  ///
  /// Unknown kinds are accepted, because the client may be newer than the server. Several headers
  /// form one list (RFC 9110, 5.3). Throws `malformed-request` if an element contains characters
  /// other than letters and digits.
  static func kinds(of request: Request) throws(Problem) -> (kinds: KindSet, others: Set<String>) {
    guard request.header(atoms) != nil else { return (.all, []) }
    var (kinds, others): (KindSet, Set<String>) = ([], [])
    for header in request.headers.all where header.name.lowercased() == "\(atoms)".lowercased() {
      for element in header.value.split(separator: ",") {
        let name = element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if name.isEmpty { continue }
        if name == "*" {
          kinds = .all
        } else if name.utf8.allSatisfy(isLetterOrDigit), element.utf8.suffix(from: name.endIndex).allSatisfy(isBlank) {
          let kind = KindSet(kind: name)
          if kind.isEmpty { others.insert(String(name)) } else { kinds.formUnion(kind) }
        } else {
          throw Problem(
            .malformedRequest, ru: "\(atoms): нужны названия видов через запятую, например text, textInput, button",
            en: "\(atoms) must be a comma-separated list of kinds, such as text, textInput, button")
        }
      }
    }
    return (kinds, others)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

extension Call {
  /// Returns the kinds that the client draws, and its version. Throws `malformed-request` if a
  /// header is malformed.
  func capabilities() throws(Problem) -> Capabilities {
    let (kinds, others) = try ClientHeaders.kinds(of: request)
    return Capabilities(kinds: kinds, client: try ClientHeaders.client(of: request), otherKinds: others)
  }
}
