package import BankSystems
import Atoms
package import Logging
import Operations
package import Services

/// The message senders that the options select.
package struct ChosenSenders {
  /// The message rules, including the senders.
  package var rules = MessageRules()
  private var declared: [(option: String, sender: SystemSender)] = []

  /// Creates rules without senders, which log message events.
  package init(reportingTo log: Logger) { rules.report = { MessageLog.report($0, log) } }

  /// Writes one-time codes to the log, for demos.
  package mutating func logCodes(to log: Logger) { rules.codes = BlockingSender(LogCodeSender(log: log)) }

  /// The names of the senders that service files must declare.
  var names: [String] { declared.map(\.sender.name) }

  /// Returns the sender with this name from a service file. `option` is the option that selects it.
  package mutating func declared(_ option: String, _ name: String) -> SystemSender {
    let sender = SystemSender(name)
    declared.append((option, sender))
    return sender
  }

  /// Throws an `OperatorError` for the first option whose sender no service file declares.
  func check(_ catalog: Catalog) throws {
    let known = catalog.systems.flatMap(\.senders).map(\.name)
    for (option, sender) in declared where !known.contains(sender.name) {
      let hint = suggestion(for: sender.name, among: known)
      throw OperatorError("\(option): no service declares the sender `\(sender.name)`\(hint)")
    }
  }

  /// Connects the senders to the bank's systems.
  func connect(to systems: BankSystemRegistry, _ services: BankServices) {
    for (_, sender) in declared { sender.connect(to: systems, services) }
  }

  /// Logs a warning if operations require one-time codes. Call it only if no sender of codes is
  /// configured.
  static func warn(of catalog: Catalog, _ log: Logger) {
    let unsigned = catalog.operations.filter { $0.sign == "code" }.map(\.id)
    if unsigned.isEmpty { return }
    log.warning(
      "operations cannot be signed without --code-sender or --codes-by",
      metadata: ["operations": "\(unsigned.joined(separator: " "))"])
  }
}
