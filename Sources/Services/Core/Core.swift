import Model
import Essentials

/// Who carries out what is signed.
package enum Core: String, Sendable, CaseIterable {
  /// The embedded ledger, at once.
  case ledger
  /// The bank's core, which is handed it by a feed and acknowledges it.
  case feed
}

/// Who carries out the submissions of one effect.
package enum Executor: Sendable, Equatable {
  /// Whoever the operator has configured.
  case configured
  /// This server at once, whatever is configured: what it does is nobody else's, such as a person's settings.
  case here
  /// The bank's core, whatever is configured.
  case core
}

/// How what is signed is carried out: by whom, and on which day.
package struct Execution: Sendable {
  /// Who does it unless its effect says otherwise.
  package let core: Core
  /// The business days.
  package let days: BusinessDays

  /// Carried out so.
  package init(core: Core, days: BusinessDays) {
    self.core = core
    self.days = days
  }

  /// Whether what this effect does is the bank's core's to do.
  func isFed(_ effect: Effect) -> Bool {
    switch effect.executor {
    case .configured: core == .feed
    case .here: false
    case .core: true
    }
  }

  /// The business day that what is signed at `instant` carries; nil for what neither moves money nor goes to the bank's
  /// core: that is done at once.
  func businessDay(of effect: Effect, paying amount: Money?, at instant: Instant) -> CivilDate? {
    amount == nil && !isFed(effect) ? nil : days.day(at: instant, cutOff: effect.cutOff)
  }
}
