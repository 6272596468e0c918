import Texts
import JSON
package import Model
import HTTPClient
package import Services
import Synchronization

/// Sends messages to people through a sender that a service file declares.
///
/// A message counts as sent only if the system returns a declared status. The current service file
/// determines the request of each message.
package final class SystemSender: MessageSender {
  private struct Connected: Sendable {
    let systems: BankSystemRegistry
    let services: BankServices
  }

  /// The name of the sender in its service file.
  package let name: String
  private let connected = Mutex<Connected?>(nil)

  /// Creates a sender. It cannot send before `connect`.
  package init(_ name: String) { self.name = name }

  /// Connects the sender to the bank systems, and to the services that provide the fact `user`.
  package func connect(to systems: BankSystemRegistry, _ services: BankServices) {
    connected.withLock { $0 = Connected(systems: systems, services: services) }
  }

  /// Returns the pace of a message kind within the limits of the system. Notices leave most of the
  /// limits to codes.
  package func pace(of kind: Message.Kind) -> MessagePace {
    guard let sender = connected.withLock({ $0 })?.systems.sender(name)?.declared else {
      return MessagePace(atOnce: 1, perSecond: 1, limit: .seconds(2))
    }
    let (limits, timeout) = (sender.limits, Duration.milliseconds(sender.timeout))
    return kind == .code
      ? MessagePace(atOnce: min(16, limits.atOnce), perSecond: limits.perSecond, limit: timeout)
      : MessagePace(
        atOnce: max(1, min(8, limits.atOnce / 4)), perSecond: max(1, limits.perSecond / 2), limit: timeout)
  }

  /// Sends the message to the system.
  package func send(
    _ message: Message, within limit: Duration, then: @escaping @Sendable (MessageFailure?) -> Void
  ) {
    guard let connected = connected.withLock({ $0 }), let (sender, connection) = connected.systems.sender(name) else {
      return then(.failed("not connected"))
    }
    let rendered: SystemRequest.Rendered
    do {
      let user = sender.request.readsPerson ? try PersonFact.value(of: message.person, connected.services) : .null
      rendered = try sender.rendered(message, user: user)
    } catch let fault as SystemRequest.Fault {
      return then(.impossible("\(fault)\(fault.remedy.map { ", see `\($0)`" } ?? "")"))
    } catch {
      return then(.failed("fact user cannot be read"))
    }
    let maximum = Duration.milliseconds(sender.timeout)
    let purpose: SystemCaller.Purpose = message.kind == .code ? .code : .notice
    let caller = SystemCaller(message.person.description, purpose)
    let asker = SystemAsker(
      caller: caller, timeout: min(limit, maximum), isHurried: limit < maximum, trace: TraceContext())
    connection.ask(rendered, for: asker) { result in
      let reason: String
      var remedy: String?
      switch result {
      case .success(let response) where sender.sent.contains(response.status): return then(nil)
      case .success(let response) where sender.refused.contains(response.status):
        return then(.impossible("status \(response.status)"))
      case .success(let response): reason = "status \(response.status)"
      // The breaker can also refuse only this person's request. Then other messages can be sent.
      case .failure(let failure)
      where failure == .overloaded || (failure == .paused && connection.isCircuitOpen(for: purpose)):
        return then(.busy(failure.rawValue))
      case .failure(let failure): (reason, remedy) = (failure.rawValue, connection.remedy(for: failure))
      }
      connected.systems.report(reason, of: sender, remedy: remedy)
      then(.failed(reason))
    }
  }
}
