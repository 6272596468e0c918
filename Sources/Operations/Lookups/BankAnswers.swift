import Model
import Atoms
import Conditions
import Essentials
import JSON
import Requisites
import Services
import Synchronization

/// The answers of the BIC directory. The last ones are kept, because making one costs ten times a search in memory.
final class BankAnswers: Sendable {
  private struct Given {
    let bank: Bank
    let today: CivilDate
    let answer: Answer
  }

  private final class Place: Sendable {
    let given = Mutex<Given?>(nil)
  }

  /// A bank has one place, which it shares with others: the last one asked for is in it.
  private let places = (0..<512).map { _ in Place() }

  /// The bank of a BIC.
  func answer(to key: Value, _ services: BankServices) -> Answer {
    guard let bic = key.string.flatMap({ BIC($0) }), let bank = services.banks.bank(bic) else { return .empty }
    let today = services.banks.today
    // Neighbours in the directory end alike: all digits choose the place.
    let place = places[Int((bic.numericValue &* 0x9E37_79B1) >> 23)]
    let given = place.given.withLock { given -> Answer? in
      guard let given, given.bank === bank, given.today == today else { return nil }
      return given.answer
    }
    if let given { return given }
    let answer = Self.answer(of: bank, on: today)
    place.given.withLock { $0 = Given(bank: bank, today: today, answer: answer) }
    return answer
  }

  /// `account` is the one that field 15 of a payment order names: the correspondent account, or the single treasury
  /// account of a body of the Treasury.
  private static func answer(of bank: Bank, on today: CivilDate) -> Answer {
    let status = bank.status(on: today)
    return .found(
      .object(
        Object(unique: [
          member("name", bank.name), member("place", bank.place),
          member("correspondentAccount", bank.correspondentAccount?.rawValue),
          member("treasuryAccount", bank.treasuryAccount?.rawValue),
          member("account", (bank.correspondentAccount ?? bank.treasuryAccount)?.rawValue),
          member("status", status.rawValue), Object.Member(name: "closed", value: .bool(status == .closed)),
          member("statusSince", status == .active ? nil : bank.statusSince(on: today)?.description),
        ])))
  }

  private static func member(_ name: String, _ text: String?) -> Object.Member {
    Object.Member(name: name, value: text.map(Value.string) ?? .null)
  }
}

/// The payee of the single tax payment by the day of the payment, with which a preset fills a payment order.
enum SingleTaxLookup {
  /// The directory `singleTaxPayment`.
  static let directory = LookupSource(
    Lookup("singleTaxPayment", key: .date, fields: names.map { Field($0, .text) }),
    .memory { key, _ in answer(to: key) })

  private static let names = [
    "name", "inn", "kpp", "account", "bic", "bank", "correspondentAccount", "kbk", "oktmo",
  ]

  private static func answer(to key: Value) -> Answer {
    guard let day = key.string.flatMap({ CivilDate($0) }) else { return .empty }
    let payment = SingleTaxPayment.requisites.inForce(on: day)
    let values = [
      payment.payee, payment.inn, payment.kpp, payment.account, payment.bic, payment.bank,
      payment.correspondentAccount, payment.kbk, payment.oktmo,
    ]
    return .found(.object(Object(unique: zip(names, values).map { Object.Member(name: $0, value: .string($1)) })))
  }
}
