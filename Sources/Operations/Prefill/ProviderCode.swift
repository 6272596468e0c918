package import Atoms
import JSON
package import Model
import RussianPayments

/// A payment code for a provider. The bank knows the payee, and the code identifies the payer.
extension PaymentCode {
  /// The operation that pays providers.
  package static let providerOperation = "provider.pay"

  /// The keys whose values are in the bank's record of the provider.
  private static let known: Set<PaymentQR.Key> = [
    .name, .personalAccount, .bankName, .bic, .correspondentAccount, .payeeINN, .kpp,
  ]

  /// The payee's account; nil for a payment into the budget, or if the code has no valid account
  /// and BIC.
  package var payee: (account: AccountNumber, bic: BIC)? {
    guard !isBudget, let account = code[.personalAccount].flatMap(AccountNumber.init(_:)),
      let bic = BIC(bic)
    else {
      return nil
    }
    return (account, bic)
  }

  /// Returns true if the code has the provider's INN or none. The provider must have the account in
  /// the code.
  package func isPaid(to provider: Provider) -> Bool {
    guard let inn = code[.payeeINN], inn != "0" else { return true }
    return inn == provider.payee.inn
  }

  /// Returns the code as values of `operation`, which pays providers. If `provider` is nil, the
  /// person must select one.
  package func begin(_ operation: Operation, paying provider: Provider?) -> Beginning {
    let number: PaymentQR.Key = code[.persAcc] == nil ? .contract : .persAcc
    var atoms: [PaymentQR.Key: (atom: String, value: Value?)] = [
      number: ("account", code[number].map { .string(PaymentText.normalized($0).text) })
    ]
    // The amount of a payment by meters is computed from the readings.
    if provider?.kind == .amount { atoms[.sum] = ("amount", sum) }
    atoms = atoms.filter { operation.place(of: $0.value.atom) != nil }
    var beginning = Beginning()
    if let provider, operation.place(of: "provider") != nil { beginning.values["provider"] = .string(provider.id) }
    func isKnown(_ key: PaymentQR.Key?) -> Bool { provider != nil && key.map(Self.known.contains) == true }
    for field in code.fields {
      let key = PaymentQR.Key(rawValue: field.key)
      if let entry = key.flatMap({ atoms[$0] }) {
        if let value = entry.value { beginning.values[entry.atom] = value }
      } else if !isKnown(key) {
        beginning.dropped.append(Self.unused(field.key))
      }
    }
    for doubt in code.doubts {
      let key = doubt.key.flatMap(PaymentQR.Key.init(rawValue:))
      if isKnown(key) { continue }
      let place = key.flatMap { atoms[$0]?.atom } ?? doubt.key ?? "qr"
      beginning.doubtful.append(Self.violation(doubt.reason).at(place))
    }
    return beginning
  }
}
