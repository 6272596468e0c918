import Atoms
import JSON

extension ClientPolicy {
  /// Refuses a client that is older than `minimum` says, and tells where a newer one is.
  func require(_ minimum: MinimumClient, of client: Client?) throws(Problem) {
    guard let client, let oldest = minimum.missing(to: client) else { return }
    throw outdated(client, oldest)
  }

  /// The problem of a client that is too old.
  ///
  /// A 426 names in `Upgrade` what would be served (RFC 9110, 15.5.22): here the client's own oldest version.
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

extension Bank {
  /// Marks an operation of the list that the client cannot open: `unavailable` says by which problem, and where a newer
  /// client is. It is marked, not hidden: the person learns that it is there.
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

  /// How an operation is drawn for the client of a call; nil where all of it is drawn as it is. A client that is too
  /// old for the operation, or cannot draw it, is refused.
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
