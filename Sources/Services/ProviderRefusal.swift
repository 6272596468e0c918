package import Model

/// Why a payment to a provider is not made; nothing moved, and no reading is another.
package enum ProviderRefusal: Refusal, Equatable {
  /// There is no such provider, or no payments are made to it now.
  case providerUnknown
  /// The provider's account is another than the person saw.
  case payeeChanged
  /// The provider is paid by meters and no reading is there, or the other way round.
  case otherKind
  /// The amount is below or above what one payment may be.
  case outsideLimits(least: Money, most: Money)
  /// The person has no meter of that number there, or names it twice.
  case meterUnknown(String)
  /// A reading was paid since the person saw the one before.
  case readingChanged(String)
  /// The tariff is another than the person saw.
  case tariffChanged(String)
  /// The new reading is below the one before, or of an earlier day.
  case readingBackwards(String)
  /// The readings cost another sum.
  case otherSum(Money?)

  /// The reason as a code, stored with a submission that it ended.
  package var code: String {
    switch self {
    case .providerUnknown: "provider-unknown"
    case .payeeChanged: "payee-changed"
    case .otherKind: "provider-kind"
    case .outsideLimits: "amount-outside-limits"
    case .meterUnknown: "meter-unknown"
    case .readingChanged: "reading-changed"
    case .tariffChanged: "tariff-changed"
    case .readingBackwards: "reading-backwards"
    case .otherSum: "sum-of-readings"
    }
  }
}
