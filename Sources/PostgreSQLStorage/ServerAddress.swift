import CPostgreSQL

/// The address of a database on one or several hosts. Connections use the primary.
///
/// - `target_session_attrs` is `read-write`; connections that only read use `primary`.
///   After the loss of a primary, the next connection finds the new one.
/// - `sslmode` is `verify-full` by default. If all hosts are sockets or loopback addresses, the
///   default is `prefer`. The address can specify another mode.
/// - The password is in libpq's `passfile`, or is passed separately.
package struct ServerAddress: Sendable, CustomStringConvertible {
  /// The reason why an address is rejected.
  package enum Refused: Error, Equatable, CustomStringConvertible {
    /// libpq cannot parse the address.
    case unreadable(String)
    /// The address contains a password, which would appear in logs and process lists.
    case hasPassword
    /// The address has a `target_session_attrs` other than `read-write`.
    case otherServer(String)

    package var description: String {
      switch self {
      case .unreadable(let words): "cannot parse the address of the database: \(words)"
      case .hasPassword:
        "the address of the database contains a password: name a file with it (passfile=...), or pass it separately"
      case .otherServer(let attributes):
        "target_session_attrs=\(attributes) is not allowed: remove it, because every connection uses the primary"
      }
    }
  }

  /// libpq's options by name, without the password.
  let options: [String: String]
  private let password: String?

  /// The name of the database; empty if libpq's defaults determine it.
  package var database: String { options["dbname"] ?? "" }

  /// The login; empty if libpq's defaults determine it.
  package var user: String { options["user"] ?? "" }

  /// Parses an address in libpq's form, `postgresql://...`. The password is separate from it.
  package init(_ text: String, password: String? = nil) throws(Refused) {
    var message: UnsafeMutablePointer<CChar>?
    guard let parsed = PQconninfoParse(text, &message) else {
      // libpq's message may repeat the address, and thus a password in it.
      let isShort = !text.contains("@") && !text.contains("password")
      let words = isShort ? message.map { String(cString: $0) } ?? "out of memory" : "see libpq's connection URIs"
      PQfreemem(message)
      throw .unreadable(words.filter { $0 != "\n" })
    }
    defer { PQconninfoFree(parsed) }
    var options: [String: String] = [:]
    var option = parsed
    while let name = option.pointee.keyword {
      if let value = option.pointee.val { options[String(cString: name)] = String(cString: value) }
      option += 1
    }
    guard options["password"] == nil, options["sslpassword"] == nil else { throw .hasPassword }
    if let attributes = options["target_session_attrs"], attributes != "read-write" { throw .otherServer(attributes) }
    options["target_session_attrs"] = "read-write"
    if options["sslmode"] == nil {
      options["sslmode"] = Self.isOnThisMachine(options) ? "prefer" : "verify-full"
    }
    self.options = options
    self.password = password
  }

  /// True if every host is a socket or a loopback address.
  private static func isOnThisMachine(_ options: [String: String]) -> Bool {
    let hosts = (options["hostaddr"] ?? options["host"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    return hosts.allSatisfy { host in
      // An abstract socket begins with @. Without a host, libpq uses the socket in its default
      // folder.
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
        || host.hasPrefix("127.")
    }
  }

  /// Returns the options of a connection. Options of the address take precedence over `others`.
  func completed(by others: [String: String]) -> [(name: String, value: String)] {
    var all = others.merging(options) { _, own in own }
    if let password { all["password"] = password }
    return all.map { ($0.key, $0.value) }
  }

  package var description: String {
    let hosts = options["host"] ?? options["hostaddr"] ?? ""
    let shown = ["port", "dbname", "user", "sslmode"].compactMap { name in options[name].map { "\(name)=\($0)" } }
    return "PostgreSQL at \(hosts.isEmpty ? "the local socket" : hosts) (\(shown.joined(separator: ", ")))"
  }
}

/// Hides the properties from reflection (`dump`, debuggers), because one may contain a password.
extension ServerAddress: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }
}
