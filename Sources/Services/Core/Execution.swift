import Model

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
