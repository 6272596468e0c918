import Atoms
import SourceText
import HTTPClient
import Secrets

/// Parses the connection of a system: its address, authentication, TLS and limits.
extension SystemReading {
  mutating func address(_ node: SourceNode) -> Reference? {
    guard let reference = reference(node, "at") else { return nil }
    if let text = reference.literal, let fault = SystemAddress.fault(of: text) {
      faults.error(.wrongAddress, fault, at: node.location)
      return nil
    }
    return reference
  }

  /// Parses `auth`. A literal secret in the file is a fault.
  mutating func authentication(_ head: inout Properties) -> BankSystem.Authentication? {
    guard let node = head.node("auth") else { return nil }
    guard let entries = node.mapping, entries.count == 1, let entry = entries.first else {
      faults.error(
        .wrongShape,
        "`auth` takes one of {bearer: ...}, {basic: {user, password}}, {headers: {...}} and {clientCredentials: {...}}",
        at: node.location)
      return nil
    }
    switch entry.key.scalar {
    case "bearer": return secret(entry.value, "bearer").map { .bearer($0) }
    case "basic":
      var parts = part(entry.value, "basic")
      let (user, password) = (reference(parts.node("user"), "user"), secret(parts.node("password"), "password"))
      finish(&parts, "`basic`", needing: ["user", "password"])
      guard let user, let password else { return nil }
      return .basic(user: user, password: password)
    case "headers":
      guard let headers = entry.value.mapping, !headers.isEmpty else {
        faults.error(.wrongShape, "`headers` takes {Name: value}", at: entry.value.location)
        return nil
      }
      return .headers(
        headers.compactMap { header in
          guard let name = header.key.scalar, Self.isHeaderName(name) else {
            faults.error(.wrongHeader, "this is not the name of a header", at: header.key.location)
            return nil
          }
          if name.lowercased() != "authorization", Self.ownHeaders.contains(name.lowercased()) {
            faults.error(.wrongHeader, "the server sets `\(name)` itself", at: header.key.location)
            return nil
          }
          return secret(header.value, name).map { (name, $0) }
        })
    case "clientCredentials":
      var parts = part(entry.value, "clientCredentials")
      let (at, id) = (reference(parts.node("at"), "at"), reference(parts.node("id"), "id"))
      let (secret, scope) = (secret(parts.node("secret"), "secret"), parts.string("scope"))
      finish(&parts, "`clientCredentials`", needing: ["at", "id", "secret"])
      guard let at, let id, let secret else { return nil }
      return .clientCredentials(at: at, id: id, secret: secret, scope: scope)
    default:
      let hint = suggestion(
        for: entry.key.scalar ?? "", among: ["bearer", "basic", "headers", "clientCredentials"])
      faults.error(.unknownProperty, "unknown authentication", remedy: hint, at: entry.key.location)
      return nil
    }
  }

  mutating func transport(_ head: inout Properties) -> BankSystem.Transport {
    var transport = BankSystem.Transport()
    guard let node = head.node("tls") else { return transport }
    var parts = part(node, "tls")
    transport.authorities = reference(parts.node("authorities"), "authorities")
    transport.certificate = reference(parts.node("certificate"), "certificate")
    transport.key = reference(parts.node("key"), "key")
    finish(&parts, "`tls`", needing: [])
    if (transport.certificate == nil) != (transport.key == nil) {
      faults.error(.missingCompanion, "`certificate` and `key` require each other", at: node.location)
    }
    return transport
  }

  mutating func limits(_ head: inout Properties) -> SystemLimits {
    var limits = SystemLimits()
    limits.retries = head.integer("retries", in: 0...5) ?? limits.retries
    if let node = head.node("limit") {
      var parts = part(node, "limit")
      limits.atOnce = parts.integer("atOnce", in: 1...10_000) ?? limits.atOnce
      limits.perPerson = parts.integer("perPerson", in: 1...10_000) ?? min(limits.perPerson, limits.atOnce)
      limits.perSecond = parts.integer("perSecond", in: 1...1_000_000) ?? limits.perSecond
      finish(&parts, "`limit`", needing: [])
    }
    if let node = head.node("breaker") {
      var parts = part(node, "breaker")
      limits.failures = parts.integer("after", in: 1...1_000) ?? limits.failures
      if let pause = parts.seconds("for", upTo: 3_600) { limits.pause = .milliseconds(pause) }
      finish(&parts, "`breaker`", needing: [])
    }
    return limits
  }
}

/// The base address of a system.
enum SystemAddress {
  /// Returns the fault of a base address, or nil if it is valid. A valid address has http or https,
  /// a host, and optionally a port and path.
  static func fault(of text: String) -> String? {
    let wanted = "`at` takes an address such as https://crm.bank.example/api"
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return wanted }
    let rest = text.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    guard !host.isEmpty, rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return wanted }
    if host.contains("@") { return "an address must not contain a user or password: use `auth`" }
    if rest.contains(where: { "?#".contains($0) }) {
      return "an address must not contain a query: "
        + "use `query` of a request"
    }
    if let colon = host.lastIndex(of: ":"), host.last != "]",
      Int(host[host.index(after: colon)...]).map({ (1...65_535).contains($0) }) != true
    {
      return "the port after `:` must be a number from 1 to 65535"
    }
    return nil
  }
}
