package import Atoms
package import Services

/// The effects of operations, implemented with the bank's services.
package struct Effects: Sendable {
  /// The name, the shape and the initializer of an effect.
  private struct Kind: Sendable {
    let name: String
    let shape: EffectShape
    let make: @Sendable (BankServices) -> any EffectFactory

    init<Effect: OwnEffect>(_ make: @escaping @Sendable (BankServices) -> Effect) {
      (name, shape, self.make) = (Effect.name, Effect.shape, { make($0) })
    }
  }

  /// The effects, one line each.
  private static let kinds = [
    Kind { PaymentEffect(payments: $0.payments) },
    Kind { _ in DocumentEffect() },
    Kind { CardStatusEffect(cards: $0.cards) },
    Kind { SettingsEffect(settings: $0.settings) },
    Kind { ProfileEffect(users: $0.users) },
    Kind { PasswordEffect(auth: $0.auth) },
    Kind { LoginEffect(auth: $0.auth) },
    Kind { TransferEffect(transfers: $0.transfers) },
    Kind { ProviderPaymentEffect(payments: $0.providerPayments, orders: $0.payments) },
    Kind { RenewMatrixEffect(signing: $0.signing) },
  ]

  /// The shapes by name, for checks of definitions.
  static let shapes = Dictionary(uniqueKeysWithValues: kinds.map { ($0.name, $0.shape) })

  private let byName: [String: any EffectFactory]

  /// Creates the effects with these services.
  package init(_ services: BankServices) {
    byName = Dictionary(uniqueKeysWithValues: Self.kinds.map { ($0.name, $0.make(services)) })
  }

  package subscript(name: String) -> (any EffectFactory)? { byName[name] }

  /// Returns an exceeded daily limit as a violation at the atom of the amount; nil for any other
  /// error.
  package static func limitViolation(for error: any Error, of effect: String) -> Violation? {
    guard let exceeded = error as? DailyLimits.Exceeded else { return nil }
    return exceeded.violation(amount: shapes[effect]?.inputs.first { $0.content == "amount" }?.id ?? "amount")
  }
}
