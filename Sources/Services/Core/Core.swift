import Model
import Dates

/// The configured system that executes signed submissions.
package enum Core: String, Sendable, CaseIterable {
  /// The embedded ledger. It executes a submission at once.
  case ledger
  /// The bank's core. It reads submissions from a feed and acknowledges them.
  case feed
}

/// The system that executes the submissions of an effect.
package enum Executor: Sendable, Equatable {
  /// The system that the operator has configured.
  case configured
  /// This server, at once and in any configuration. For data of the server, such as a person's
  /// settings.
  case here
  /// The bank's core, in any configuration.
  case core
  /// The service that declares the effect, in any configuration.
  case service
}

/// The execution of signed submissions: the system and the business days.
package struct Execution: Sendable {
  /// The system for effects that do not name one.
  package let core: Core
  package let days: BusinessDays

  package init(core: Core, days: BusinessDays) {
    self.core = core
    self.days = days
  }

  /// True if the bank's core executes this effect.
  func isFed(_ effect: Effect) -> Bool {
    switch effect.executor {
    case .configured: core == .feed
    case .here, .service: false
    case .core: true
    }
  }

  /// Returns the business day of a submission that is signed at `instant`.
  ///
  /// Returns nil if the effect moves no money and this server executes it.
  func businessDay(of effect: Effect, paying amount: Money?, at instant: Instant) -> CivilDate? {
    amount == nil && !isFed(effect) && effect.executor != .service ? nil : days.day(at: instant, cutOff: effect.cutOff)
  }
}
