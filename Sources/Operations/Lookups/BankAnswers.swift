import Model
import Atoms
import Conditions
import Dates
import JSON
import RussianPayments
import Services
import Synchronization

/// The BIC directory as the source of a lookup, with a cache of recent answers.
final class BankAnswers: Sendable {
  private struct Given {
    let bank: Bank
    let today: CivilDate
    let answer: LookupAnswer
  }

  private final class Place: Sendable {
    let given = Mutex<Given?>(nil)
  }

  /// The cached answers. Several banks share a slot, which contains the last created answer.
  private let places = (0..<512).map { _ in Place() }

  /// Returns the bank with a BIC.
  func answer(to key: Value, _ services: BankServices) -> LookupAnswer {
    guard case .string(let text) = key, let number = text.number(ofDigits: 9),
      let bank = services.banks.bank(numbered: UInt32(truncatingIfNeeded: number))
    else { return .empty }
    let today = services.banks.today
    // A multiplicative hash uses all digits, because adjacent BICs have similar last digits.
    let place = places[Int((bank.number &* 0x9E37_79B1) >> 23)]
    let given = place.given.withLock { given -> LookupAnswer? in
      guard let given, given.bank === bank, given.today == today else { return nil }
      return given.answer
    }
    if let given { return given }
    let answer = Self.answer(of: bank, on: today)
    place.given.withLock { $0 = Given(bank: bank, today: today, answer: answer) }
    return answer
  }

  /// Returns the record of a bank on a day.
  ///
  /// Its `account` is the value for field 15 of a payment order: the correspondent account, or the
  /// single treasury account of a Treasury body.
  private static func answer(of bank: Bank, on today: CivilDate) -> LookupAnswer {
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

/// The payee details of the single tax payment by the payment's day, which a preset copies to a
/// payment order.
enum SingleTaxLookup {
  /// The directory `singleTaxPayment`.
  static let directory = LookupSource(
    Lookup("singleTaxPayment", key: .date, fields: names.map { Field($0, .text) }),
    { key, _ in answer(to: key) })

  private static let names = [
    "name", "inn", "kpp", "account", "bic", "bank", "correspondentAccount", "kbk", "oktmo",
  ]

  private static func answer(to key: Value) -> LookupAnswer {
    guard let day = key.string.flatMap({ CivilDate($0) }) else { return .empty }
    let payment = SingleTaxPayment.requisites.inForce(on: day)
    let values = [
      payment.payee, payment.inn, payment.kpp, payment.account, payment.bic, payment.bank,
      payment.correspondentAccount, payment.kbk, payment.oktmo,
    ]
    return .found(.object(Object(unique: zip(names, values).map { Object.Member(name: $0, value: .string($1)) })))
  }
}
