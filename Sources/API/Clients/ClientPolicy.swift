package import Atoms
import HTTP
import JSON

/// The oldest clients that are served, and the places of newer ones.
package struct ClientPolicy: Sendable {
  /// The oldest clients that are served.
  package var minimum: MinimumClient
  /// The places of updates by platform, as absolute URLs.
  package var updates: [String: String]

  /// Creates a policy; without arguments every client is served.
  package init(minimum: MinimumClient = MinimumClient(), updates: [String: String] = [:]) {
    self.minimum = minimum
    self.updates = updates
  }
}

/// The headers in which a client names itself and its abilities.
enum ClientHeaders {
  /// The header that names the client.
  static let version: StaticString = "Client-Version"
  /// The header that names the kinds of atoms that the client draws.
  static let atoms: StaticString = "Accept-Atoms"

  /// The descriptions of both headers in the OpenAPI document.
  static let documents = [
    ParameterDocument(
      "\(atoms)", "the kinds of atoms that the client draws, with commas between; all unless told",
      .textSchema(
        "^[ \\t]*([A-Za-z0-9]+|[*])?[ \\t]*(,[ \\t]*([A-Za-z0-9]+|[*])?[ \\t]*)*$", example: "text, textInput, button")),
    document,
  ]

  /// The description of `Client-Version` in the OpenAPI document.
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
  /// Returns the abilities of the client.
  func capabilities() throws(Problem) -> Capabilities {
    Capabilities(kinds: try ClientHeaders.kinds(of: request), client: try ClientHeaders.client(of: request))
  }
}

extension ClientPolicy {
  /// Refuses a client that is older than `minimum` says, and tells where a newer one is.
  func require(_ minimum: MinimumClient, of client: Client?) throws(Problem) {
    guard let client, let oldest = minimum.missing(to: client) else { return }
    throw outdated(client, oldest)
  }

  /// Returns the problem of a client that is too old.
  ///
  /// A 426 names in `Upgrade` the oldest version that is served (RFC 9110, 15.5.22).
  private func outdated(_ client: Client, _ oldest: ClientVersion) -> Problem {
    var problem = Problem(
      .clientOutdated, ru: "Нужна версия \(oldest) или новее", en: "Version \(oldest) or a newer one is needed"
    ).member("minimumVersion", Self.json(oldest.description))
    if let update = updates[client.platform] { problem = problem.member("update", Self.json(update)) }
    return problem.header("Upgrade", "\(client.platform)/\(oldest)")
  }

  /// The problem of a client that cannot draw some atoms; where a newer one could, it tells where that is.
  func undrawable(_ missing: MissingKinds, for client: Client?) -> Problem {
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

extension ServedBank {
  /// Marks an operation of the list that the client cannot open: `unavailable` has the problem and the place of a newer
  /// client.
  ///
  /// The operation is not hidden, so that the person learns of it.
  func writeMark(of operation: Operation, for client: Capabilities, to writer: inout Writer) {
    let oldest = operation.minimumClient.missing(to: client.client)
    var isDrawn = true
    do { _ = try operation.presentation(for: client) } catch { isDrawn = false }
    guard oldest != nil || !isDrawn else { return }
    writer.key("unavailable")
    writer.beginObject()
    let type = oldest == nil ? ProblemType.kindsNotAccepted : .clientOutdated
    writer.member("type", "/problems/\(type.name)")
    if let oldest { writer.member("minimumVersion", oldest.description) }
    if oldest != nil, let update = client.client.flatMap({ clients.updates[$0.platform] }) {
      writer.member("update", update)
    }
    writer.endObject()
  }

  /// Returns the presentation of an operation for the client of a call; nil if it needs no changes.
  ///
  /// Throws the problem of a client that is too old for the operation, or cannot draw it.
  func presentation(of operation: Operation, for call: Call) throws(Problem) -> Presentation? {
    let capabilities = try call.capabilities()
    try clients.require(operation.minimumClient, of: capabilities.client)
    do throws(MissingKinds) {
      return try operation.presentation(for: capabilities)
    } catch {
      throw clients.undrawable(error, for: capabilities.client)
    }
  }
}
