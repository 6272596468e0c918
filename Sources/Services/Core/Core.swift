import Model
import Dates

/// The system that executes signed submissions.
package enum Core: String, Sendable, CaseIterable {
  /// The embedded ledger, at once.
  case ledger
  /// The bank's core, which is handed it by a feed and acknowledges it.
  case feed
}

/// The system that executes the submissions of one effect.
package enum Executor: Sendable, Equatable {
  /// Whoever the operator has configured.
  case configured
  /// This server at once, in any configuration, for data of its own such as a person's settings.
  case here
  /// The bank's core, in any configuration.
  case core
  /// The system of the bank that declares the effect, in any configuration.
  case service
}

/// The execution of signed submissions: the system and the business day.
///
///     let fed = Execution(core: .feed, days: days)
///     var configuration = ServiceConfiguration(ownBIC: try #require(BIC(Demo.ownBIC)))
///     configuration.execution = fed  // submissions stay signed until the bank's core acknowledges them
package struct Execution: Sendable {
  /// The system for effects that name none.
  package let core: Core
  /// The business days.
  package let days: BusinessDays

  /// Creates an execution.
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
  /// Returns nil if the effect neither moves money nor goes to another system: it is executed at once.
  func businessDay(of effect: Effect, paying amount: Money?, at instant: Instant) -> CivilDate? {
    amount == nil && !isFed(effect) && effect.executor != .service ? nil : days.day(at: instant, cutOff: effect.cutOff)
  }
}
