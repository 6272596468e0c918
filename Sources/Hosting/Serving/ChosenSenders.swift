package import BankSystems
import Atoms
package import Logging
import Operations
package import Services

/// The senders that the options choose.
package struct ChosenSenders {
  /// The rules of messages, with their senders.
  package var rules = MessageRules()
  private var declared: [(option: String, sender: SystemSender)] = []

  /// Creates rules without senders, which log what happens to messages.
  package init(reportingTo log: Logger) { rules.report = { MessageLog.report($0, log) } }

  /// Writes one-time codes to the log, for demos.
  package mutating func logCodes(to log: Logger) { rules.codes = BlockingSender(LogCodeSender(log: log)) }

  /// The names of those that service files must declare.
  var names: [String] { declared.map(\.sender.name) }

  /// Returns a sender that a service file declares, chosen by an option.
  package mutating func declared(_ option: String, _ name: String) -> SystemSender {
    let sender = SystemSender(name)
    declared.append((option, sender))
    return sender
  }

  /// Throws a failure that names the first option whose sender no service file declares.
  func check(_ catalog: Catalog) throws {
    let known = catalog.systems.flatMap(\.senders).map(\.name)
    for (option, sender) in declared where !known.contains(sender.name) {
      let hint = suggestion(for: sender.name, among: known)
      throw OperatorError("\(option): no service declares the sender `\(sender.name)`\(hint)")
    }
  }

  /// Connects the declared senders to the systems of the bank.
  func connect(to systems: BankSystemRegistry, _ services: BankServices) {
    for (_, sender) in declared { sender.connect(to: systems, services) }
  }

  /// Logs a warning with the operations that cannot be signed without a sender of codes.
  static func warn(of catalog: Catalog, _ log: Logger) {
    let unsigned = catalog.operations.filter { $0.sign == "code" }.map(\.id)
    if unsigned.isEmpty { return }
    log.warning(
      "these operations cannot be signed without --code-sender or --codes-by",
      metadata: ["operations": "\(unsigned.joined(separator: " "))"])
  }
}
