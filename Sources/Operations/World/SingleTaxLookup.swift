import Atoms
import Conditions
import JSON
import Requisites
import Services

/// Where the single tax payment goes, by the payment's day: what a preset fills a payment order with.
enum SingleTaxLookup {
  /// The directory `singleTaxPayment`.
  static let directory = Directory(
    Lookup("singleTaxPayment", key: .date, fields: names.map { Field($0, .text) }),
    .memory { key, _ in answer(to: key) })

  private static let names = [
    "name", "inn", "kpp", "account", "bic", "bank", "correspondentAccount", "kbk", "oktmo",
  ]

  private static func answer(to key: Value) -> Answer {
    guard let day = key.string.flatMap({ Day($0) }) else { return .empty }
    let payment = SingleTaxPayment.requisites.inForce(on: day)
    let values = [
      payment.payee, payment.inn, payment.kpp, payment.account, payment.bic, payment.bank,
      payment.correspondentAccount, payment.kbk, payment.oktmo,
    ]
    return .found(.object(Object(unique: zip(names, values).map { Object.Member(name: $0, value: .string($1)) })))
  }
}
