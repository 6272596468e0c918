package import Model
import DataAccess
import RussianPayments

/// Payments to providers: one movement of money, with the readings that it pays for.
///
///     let receipt = try services.submissions.create(
///       draft, by: caller, effect: services.providerPayments.effect(payment)).wait()
package struct ProviderPayments: Sendable {
  private let payments: Payments

  /// Makes the movements by `payments`.
  init(payments: Payments) { self.payments = payments }

  /// The effect of submitting and signing this payment.
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
          // The signature checked it. If the bank's core executes later, a newer reading may be there, and it stays.
          _ = try MeterDAO(transaction).advance(
            reading, on: day, provider: provider.id, account: payment.account, person: submission.person)
        }
        return outcome
      }
    ).on { transaction, _ in
      // The payee stands in the provider's record, as the person was shown it.
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

  /// The payment order; throws a `ProviderRefusal` if the payment may not be made.
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

  /// Throws a `ProviderRefusal` if a reading does not follow the previous one, or if all of them cost another sum.
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

  /// The purpose: the person's number at the provider, then the other details, cut at the longest purpose.
  private static func purpose(of payment: ProviderPayment, to provider: Provider) -> String {
    let details = payment.details.map { "\($0.caption): \($0.value)" }
    let parts = ["\(provider.title), \(provider.account.caption.ru): \(payment.account)"] + details
    return String(parts.joined(separator: ", ").unicodeScalars.prefix(Purpose.maximumLength))
  }
}

/// Reasons why a payment to a provider is not made; no money moved, and no reading changed.
package enum ProviderRefusal: Refusal, Equatable {
  /// There is no such provider, or payments to it are stopped.
  case providerUnknown
  /// The provider's account is another than the person saw.
  case payeeChanged
  /// The provider is paid by meters and there is no reading, or the other way round.
  case otherKind
  /// The amount is below or above the limits of one payment.
  case outsideLimits(minimum: Money, maximum: Money)
  /// The person has no meter of that number there, or names it twice.
  case meterUnknown(String)
  /// A reading was paid since the person saw the previous one.
  case readingChanged(String)
  /// The tariff is another than the person saw.
  case tariffChanged(String)
  /// The new reading is below the previous one, or of an earlier day.
  case readingBackwards(String)
  /// The readings cost another sum; nil if theirs is too large for an amount.
  case otherSum(Money?)

  /// The reason as a code, stored with a submission that it ends.
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
