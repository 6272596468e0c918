package import Model
import DataAccess
import RussianPayments

/// Payments to providers: a movement of money, and the meter readings that it pays for.
package struct ProviderPayments: Sendable {
  private let payments: Payments

  init(payments: Payments) { self.payments = payments }

  /// Returns the effect of submitting and executing this payment.
  package func effect(_ payment: ProviderPayment) -> Effect {
    var effect = Effect(
      holdingOn: payment.payer,
      check: { transaction, person in
        let order = try order(payment, person: person, transaction)
        return try payments.effect(order).check(transaction, person)
      },
      execute: { transaction, submission in
        guard let provider = try ProviderDAO(transaction).find(payment.provider) else {
          return .rejected(reason: ProviderRefusal.providerUnknown.code)
        }
        let outcome = try payments.effect(Self.order(payment, to: provider)).execute(transaction, submission)
        guard case .moved = outcome, let day = payment.readOn else { return outcome }
        for reading in payment.readings {
          // `advance` changes nothing if the meter no longer has `reading.previous`. The signature
          // has checked this, so only a core that executes later can find a newer reading, which
          // remains.
          _ = try MeterDAO(transaction).advance(
            reading, on: day, provider: provider.id, account: payment.account, person: submission.person)
        }
        return outcome
      }
    ).on { transaction, _ in
      // The payee is in the provider's record, which the person was shown.
      guard let payee = try ProviderDAO(transaction).find(payment.provider)?.payee else { return "" }
      return "payee \(payee.account) \(payee.bic) \(payee.inn) \(payee.name)"
    }
    effect.accounts = { transaction in
      let provider = try ProviderDAO(transaction).find(payment.provider)
      return try provider.map { try payments.effect(Self.order(payment, to: $0)).accounts(transaction) } ?? [
        payment.payer
      ]
    }
    return effect
  }

  /// Returns the payment order. Throws a `ProviderRefusal` if the payment is not allowed.
  private func order(
    _ payment: ProviderPayment, person: PersonID, _ transaction: Transaction
  ) throws -> PaymentOrder {
    guard let provider = try ProviderDAO(transaction).find(payment.provider) else {
      throw ProviderRefusal.providerUnknown
    }
    guard (payment.payeeAccount ?? provider.payee.account) == provider.payee.account else {
      throw ProviderRefusal.payeeChanged
    }
    guard payment.readings.isEmpty == (provider.kind == .amount) else { throw ProviderRefusal.otherKind }
    guard (provider.minimum.minor...provider.maximum.minor).contains(payment.amount.minor) else {
      throw ProviderRefusal.outsideLimits(minimum: provider.minimum, maximum: provider.maximum)
    }
    try check(payment, person: person, transaction)
    return Self.order(payment, to: provider)
  }

  /// Throws a `ProviderRefusal` if a reading does not follow the previous one, or if the readings
  /// cost another amount.
  private func check(_ payment: ProviderPayment, person: PersonID, _ transaction: Transaction) throws {
    guard !payment.readings.isEmpty else { return }
    let meters = MeterDAO(transaction)
    var seen: Set<String> = []
    var sum: Int64 = 0
    for reading in payment.readings {
      guard seen.insert(reading.meter).inserted,
        let meter = try meters.find(
          reading.meter, provider: payment.provider, account: payment.account, person: person)
      else { throw ProviderRefusal.meterUnknown(reading.meter) }
      guard meter.reading == reading.previous else { throw ProviderRefusal.readingChanged(meter.number) }
      guard meter.tariff == reading.tariff else { throw ProviderRefusal.tariffChanged(meter.number) }
      guard let day = payment.readOn, day >= meter.readOn, let used = reading.reading.minus(meter.reading) else {
        throw ProviderRefusal.readingBackwards(meter.number)
      }
      guard let cost = used.cost(at: meter.tariff, payment.amount.currency) else {
        throw ProviderRefusal.otherSum(nil)
      }
      let (total, overflow) = sum.addingReportingOverflow(cost.minor)
      guard !overflow else { throw ProviderRefusal.otherSum(nil) }
      sum = total
    }
    let expected = Money(minor: sum, payment.amount.currency)
    guard expected == payment.amount else { throw ProviderRefusal.otherSum(expected) }
  }

  private static func order(_ payment: ProviderPayment, to provider: Provider) -> PaymentOrder {
    PaymentOrder(
      payer: payment.payer, payeeName: provider.payee.name, payeeINN: provider.payee.inn, payeeKPP: nil,
      payeeAccount: provider.payee.account, payeeBIC: provider.payee.bic, purpose: purpose(of: payment, to: provider),
      amount: payment.amount)
  }

  /// Returns the purpose: the person's number at the provider and the other details, cut at the
  /// maximum length.
  private static func purpose(of payment: ProviderPayment, to provider: Provider) -> String {
    let details = payment.details.map { "\($0.caption): \($0.value)" }
    let parts = ["\(provider.title), \(provider.account.caption.ru): \(payment.account)"] + details
    return String(parts.joined(separator: ", ").unicodeScalars.prefix(Purpose.maximumLength))
  }
}

/// Reasons why a payment to a provider is not made. No money has moved, and no reading has changed.
package enum ProviderRefusal: Refusal, Equatable {
  /// The provider does not exist, or payments to it are disabled.
  case providerUnknown
  /// The provider's account differs from the account that the person was shown.
  case payeeChanged
  /// The provider is paid by meters and the payment has no readings, or the reverse.
  case otherKind
  /// The amount is outside of the limits of one payment.
  case outsideLimits(minimum: Money, maximum: Money)
  /// The person has no meter with that number at the provider, or the payment contains it twice.
  case meterUnknown(String)
  /// Another payment has changed the previous reading that the person was shown.
  case readingChanged(String)
  /// The tariff differs from the tariff that the person was shown.
  case tariffChanged(String)
  /// The new reading is below the previous one or of an earlier day.
  case readingBackwards(String)
  /// The readings cost this amount; nil if it is too large.
  case otherSum(Money?)

  /// The reason as a code. It is stored with a submission that is rejected for this reason.
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
