import DemoData
import Logging
import Model
import Platform
import Services

/// The rules for demo data. Its login and password are public, so anyone who reaches the server can
/// use the demo person's money.
package enum DemoRules {
  /// Throws unless `host` is a loopback address.
  package static func require(loopback host: String) throws {
    let loopback = [Network("127.0.0.0/8"), Network("::1")].compactMap(\.self)
    if let address = IPAddress(host), loopback.contains(where: { $0.contains(address) }) { return }
    throw OperatorError(
      "--demo allows only loopback addresses, not \(host), because its login and password are public: omit "
        + "--host, or add --demo-open if everyone on the network may use the demo")
  }

  /// Creates the demo data. Throws if the database belongs to a live bank.
  static func fill(_ services: BankServices, _ log: Logger) throws -> Demo.Access {
    let access: Demo.Access
    do { access = try Demo.fill(services) } catch let refusal as Demo.LiveBank { throw OperatorError("\(refusal)") }
    let others = try services.users.count(limit: 2) > 1
    log.warning(
      "demo data: the login and the password of the demo person are public",
      metadata: ["login": "\(access.login)", "otherPeople": "\(others)"])
    return access
  }

  /// Warns if a bank with customers, without `--demo`, has the BIC of the demo bank, which is the
  /// default.
  static func warnOfBIC(of services: BankServices, _ log: Logger) throws {
    let bic = services.configuration.ownBIC
    guard bic.rawValue == Demo.ownBIC, try !services.customers.all(limit: 1).elements.isEmpty else { return }
    log.warning("the bank has the BIC of the demo bank: set own-bic", metadata: ["ownBic": "\(bic)"])
  }

  /// Warns if a database that serves without `--demo` contains the demo person, because the login
  /// still works.
  static func warnOfPerson(in services: BankServices, _ log: Logger) throws {
    guard let person = try Demo.person(in: services) else { return }
    log.warning(
      "the database has the demo person, whose password may be public: remove the login with `valence users erase`",
      metadata: ["login": "\(person.login)"])
  }
}
