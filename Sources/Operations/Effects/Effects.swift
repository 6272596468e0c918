package import Atoms
package import Services

/// All effects, by the name in `effect:` of a definition. A new effect is one line in `init` and one in `shapes`.
///
///     let effects = Effects(services)
///     guard let payment = effects["payment"] else { return }
///     let effect = try payment.effect(of: storedValues)
package struct Effects: Sendable {
  /// An effect that exists: its name and shape, and how it is made over the services.
  private struct Kind: Sendable {
    let name: String
    let shape: EffectShape
    let make: @Sendable (BankServices) -> any OperationEffect

  /// Creates the effects over these services.
  package init(_ services: BankServices) {
    let all: [any OperationEffect] = [
      PaymentEffect(payments: services.payments),
      DocumentEffect(),
      CardStatusEffect(cards: services.cards),
      SettingsEffect(settings: services.settings),
      ProfileEffect(users: services.users),
      PasswordEffect(auth: services.auth),
      LoginEffect(auth: services.auth),
      TransferEffect(transfers: services.transfers),
      ProviderPaymentEffect(payments: services.providerPayments, orders: services.payments),
      RenewMatrixEffect(signing: services.signing),
    ]
    byName = Dictionary(uniqueKeysWithValues: all.map { (type(of: $0).name, $0) })
  }

  /// The shapes by name, for the check of definitions.
  package static let shapes: [String: EffectShape] = [
    PaymentEffect.name: PaymentEffect.shape,
    DocumentEffect.name: DocumentEffect.shape,
    CardStatusEffect.name: CardStatusEffect.shape,
    SettingsEffect.name: SettingsEffect.shape,
    ProfileEffect.name: ProfileEffect.shape,
    PasswordEffect.name: PasswordEffect.shape,
    LoginEffect.name: LoginEffect.shape,
    TransferEffect.name: TransferEffect.shape,
    ProviderPaymentEffect.name: ProviderPaymentEffect.shape,
    RenewMatrixEffect.name: RenewMatrixEffect.shape,
  ]

  /// The effect with that name; nil if there is none.
  package subscript(name: String) -> (any OperationEffect)? { byName[name] }

  /// Returns the violation for an exceeded daily limit, at the atom of the effect's amount; nil for any other error.
  package static func limitViolation(for error: any Error, of effect: String) -> Violation? {
    guard let exceeded = error as? DailyLimits.Exceeded else { return nil }
    return exceeded.violation(amount: shapes[effect]?.inputs.first { $0.content == "amount" }?.id ?? "amount")
  }
}
