package import BankSystems
import API
import FoundationEssentials
import HTTPClient
package import Logging
import Operations
package import Platform
package import Services

/// The source of the answers of the bank's systems, and the networks that systems may use.
package struct SystemSettings: Sendable {
  private let mode: BankSystemRegistry.Mode
  private let allowsRecorded: Bool
  private let allowed: [Network]

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - allowsRecorded: True if recorded answers may serve without demo data.
  ///   - allowed: Networks of this machine, its link or metadata services that are allowed.
  package init(mode: BankSystemRegistry.Mode = .live, allowsRecorded: Bool = false, allowed: [Network] = []) {
    self.mode = mode
    self.allowsRecorded = allowsRecorded
    self.allowed = allowed
  }

  /// Creates the registry of the bank's systems without sending a request.
  ///
  /// A set of service files must declare all `senders`. Recorded answers serve only with demo data
  /// or if the settings allow them.
  package func registry(
    on day: BankDay, needing senders: [String], isDemo: Bool = false, clock: @escaping Clock, _ log: Logger
  ) throws -> BankSystemRegistry {
    let client: OutboundClient?
    do {
      client = mode == .live ? try OutboundClient(policy: AddressPolicy(allowing: allowed)) : nil
    } catch {
      throw OperatorError("cannot create the client for the bank's systems: \(error)")
    }
    let systemLog = SystemLog(log, clock: clock)
    return BankSystemRegistry(
      mode, client: client, day: day, environment: ProcessInfo.processInfo.environment,
      allowsRecorded: isDemo || allowsRecorded, needing: senders, clock: clock
    ) { systemLog.report($0) }
  }
}
