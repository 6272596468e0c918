package import Model
import JSON
import HTTPClient
package import Services

/// Requests the status of each delivery that an operator rejected, for a day after the rejection.
/// The system can still execute it if an earlier request arrives late.
struct RejectionWatch: Sendable {
  /// The maximum number of status requests per check.
  private static let atOnce = 8

  private let deliveries: Deliveries
  private let systems: BankSystemRegistry
  private let day: BankDay

  /// Creates a watch over the outbox.
  init(_ deliveries: Deliveries, _ systems: BankSystemRegistry, day: BankDay) {
    (self.deliveries, self.systems, self.day) = (deliveries, systems, day)
  }

  /// Sends the due status requests. Calls `contradicted` for each new outcome that contradicts a
  /// rejection.
  func ask(_ contradicted: @escaping @Sendable (Deliveries.Receipt) -> Void) {
    guard (try? deliveries.hasRejected()) == true else { return }
    let systems = systems
    // The minimum pause before the next request; nil ends the requests.
    let pause: @Sendable (Delivery) -> Duration? = { delivery in
      // A system that is not declared now can be declared again later.
      guard let effect = systems.effect(delivery.effect, of: delivery.service) else { return .seconds(300) }
      return effect.again
    }
    deliveries.takeRejected(limit: Self.atOnce, pause: pause).start { result in
      for delivery in (try? result.get()) ?? [] { ask(about: delivery, contradicted) }
    }
  }

  private func ask(
    about delivery: Delivery, _ contradicted: @escaping @Sendable (Deliveries.Receipt) -> Void
  ) {
    guard let effect = systems.effect(delivery.effect, of: delivery.service) else { return }
    systems.status(of: delivery, effect, day: day) { word in
      guard let word else { return }
      deliveries.noteRejected(word, of: delivery.submission).start { result in
        // If the outcome could not be stored, the next status request returns it again.
        guard let receipt = try? result.get(), receipt.delivery.contrary != delivery.contrary else { return }
        contradicted(receipt)
      }
    }
  }
}

extension BankSystemRegistry {
  /// Requests the status of a delivery and calls `then` exactly once, on any thread.
  ///
  /// `then` receives nil if the effect declares no `status`.
  package func status(
    of delivery: Delivery, _ effect: DeclaredEffect, day: BankDay,
    then: @escaping @Sendable (DeliveryOutcome?) -> Void
  ) {
    guard let status = effect.status,
      let request = try? status.request.rendered([.string(delivery.submission.rawValue)])
    else { return then(nil) }
    send(request, of: delivery, timeout: .milliseconds(effect.timeout)) { result in
      switch result {
      case .success(let response):
        then(
          effect.statusWord(of: response) { day.date(at: $0) } ?? .undeclared("status \(response.status)", again: nil))
      case .failure(let failure): then(.undeclared(failure.rawValue, again: nil))
      }
    }
  }
}
