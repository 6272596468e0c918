import CPostgreSQL

/// The address of a database: one or several hosts, of which the one that takes writes is used.
///
///     let address = try ServerAddress("postgresql://valence@one.bank,two.bank:5433/valence?sslrootcert=/etc/ca.pem")
///     print(address)  // hosts, database and options; an address holds no password
///
/// - `target_session_attrs` is always `read-write`: after the loss of a primary the next connection finds the new one.
/// - `sslmode` is `verify-full`, unless all hosts are sockets or loopback addresses, which get libpq's `prefer`, or the address names
///   another: whoever writes `sslmode=require` has decided to trust the network.
/// - The password comes from libpq's `passfile`, or is given beside the address.
package struct ServerAddress: Sendable, CustomStringConvertible {
  /// The reason why an address is refused.
  package enum Refused: Error, Equatable, CustomStringConvertible {
    /// libpq cannot read it.
    case unreadable(String)
    /// It has a password, which would stand in logs and lists of processes.
    case hasPassword
    /// It asks for another kind of server than one that takes writes.
    case otherServer(String)

    package var description: String {
      switch self {
      case .unreadable(let words): "the address of the database cannot be read: \(words)"
      case .hasPassword:
        "the address of the database has a password: name a file with it (passfile=...), or give it apart from the address"
      case .otherServer(let attributes):
        "target_session_attrs=\(attributes) is refused: every connection goes to the server that takes writes"
      }
    }
  }

  /// Options of libpq by their names, without the password.
  let options: [String: String]
  private let password: String?

  /// The name of the database; empty if libpq's own rules give it.
  package var database: String { options["dbname"] ?? "" }

  /// The login; empty if libpq's own rules give it.
  package var user: String { options["user"] ?? "" }

  /// Reads an address in libpq's form, `postgresql://...`, with the password apart from it.
  package init(_ text: String, password: String? = nil) throws(Refused) {
    var message: UnsafeMutablePointer<CChar>?
    guard let parsed = PQconninfoParse(text, &message) else {
      // libpq's words may repeat the address, and so a password in it.
      let isShort = !text.contains("@") && !text.contains("password")
      let words = isShort ? message.map { String(cString: $0) } ?? "no memory" : "see the URIs of libpq"
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
      // An abstract socket begins with @; no host is the socket in libpq's own folder.
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
        || host.hasPrefix("127.")
    }
  }

  /// The options of a connection, those of `others` where the address has none.
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

/// Nothing of an address is shown but its description: a password may stand beside it.
extension ServerAddress: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, children: []) }
}
