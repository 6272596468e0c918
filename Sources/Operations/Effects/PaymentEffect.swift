import Model
import BankSystems
import Atoms
import Dates
import Texts
import JSON
import Services

/// The effect that sends a payment order from one of the person's accounts.
struct PaymentEffect: OwnEffect {
  static let name = "payment"
  /// The fields of a payment order: first the quick form, then the optional fields.
  static let shape = EffectShape(needed + further)

  private static let needed = [
    EffectShape.Input("from", kind: "accountPicker"), EffectShape.Input("name", kind: "textInput"),
    EffectShape.Input("inn", kind: "textInput", required: false),
    EffectShape.Input("kpp", kind: "textInput", required: false),
    EffectShape.Input("account", kind: "textInput"), EffectShape.Input("bic", kind: "textInput"),
    EffectShape.Input("purpose", kind: "textInput"),
    EffectShape.Input("amount", kind: "textInput", content: "amount", currency: "RUB"),
  ]

  private static let further =
    [
      EffectShape.Input("date", kind: "dateInput", required: false),
      EffectShape.Input("status", kind: "enum", required: false),
      EffectShape.Input("reason", kind: "enum", required: false),
      EffectShape.Input("priority", kind: "enum", required: false),
    ]
    + [
      "number", "transferKind", "payerName", "payerInn", "payerKpp", "correspondentAccount", "purposeCode", "uin",
      "reserve", "kbk", "oktmo", "period", "documentNumber", "documentDate", "taxKind",
    ].map { EffectShape.Input($0, kind: "textInput", required: false) }

  private let payments: Payments

  init(payments: Payments) { self.payments = payments }

  /// Returns the payment order in the values.
  func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let payer = values["from"]?.string.flatMap({ AccountNumber($0) }) else {
      throw UnreadableValues(atom: "from")
    }
    guard let name = values["name"]?.string else { throw UnreadableValues(atom: "name") }
    guard let account = values["account"]?.string.flatMap({ AccountNumber($0) }) else {
      throw UnreadableValues(atom: "account")
    }
    guard let bic = values["bic"]?.string.flatMap({ BIC($0) }) else { throw UnreadableValues(atom: "bic") }
    guard let purpose = values["purpose"]?.string else { throw UnreadableValues(atom: "purpose") }
    guard let amount = values["amount"]?.string.flatMap({ Money($0, .rub) }) else {
      throw UnreadableValues(atom: "amount")
    }
    let (inn, kpp) = (values["inn"], values["kpp"])
    // Most orders have no other members. This avoids a search for each optional one.
    let known = 6 + (inn == nil ? 0 : 1) + (kpp == nil ? 0 : 1)
    return payments.effect(
      PaymentOrder(
        payer: payer, payeeName: name, payeeINN: inn?.string, payeeKPP: kpp?.string,
        payeeAccount: account, payeeBIC: bic, purpose: purpose, amount: amount,
        details: values.count == known ? PaymentDetails() : try Self.details(values)))
  }

  /// Returns the optional fields of the order.
  ///
  /// Throws `UnreadableValues` if the date or the correspondent account is malformed, or if the
  /// priority is not in 0...5.
  private static func details(_ values: Object) throws(UnreadableValues) -> PaymentDetails {
    func text(_ atom: String) -> String? { values[atom]?.string }
    var details = PaymentDetails()
    if let date = text("date") {
      guard let day = CivilDate(date) else { throw UnreadableValues(atom: "date") }
      details.date = day
    }
    if let number = text("correspondentAccount") {
      guard let account = AccountNumber(number) else { throw UnreadableValues(atom: "correspondentAccount") }
      details.correspondentAccount = account
    }
    if let priority = values["priority"] {
      guard let number = priority.integer.flatMap({ Int(exactly: $0) }), (0...5).contains(number) else {
        throw UnreadableValues(atom: "priority")
      }
      details.priority = number
    }
    (details.number, details.transferKind) = (text("number"), text("transferKind"))
    (details.payerName, details.payerINN, details.payerKPP) = (text("payerName"), text("payerInn"), text("payerKpp"))
    (details.purposeCode, details.uin, details.reserve) = (text("purposeCode"), text("uin"), text("reserve"))
    details.budget = text("status").map { status in
      BudgetFields(
        status: status, kbk: text("kbk"), oktmo: text("oktmo"), reason: text("reason"), period: text("period"),
        documentNumber: text("documentNumber"), documentDate: text("documentDate"), taxKind: text("taxKind"))
    }
    return details
  }

  /// Returns the violation for a rejected payment, at the atom that caused it.
  func violation(for refusal: any Error) -> Violation? {
    (refusal as? PaymentRefusal)?.violation(payer: "from", payee: "account", amount: "amount", bank: "bic")
  }
}

/// The effect that transfers money between two of the person's accounts.
struct TransferEffect: OwnEffect {
  static let name = "transfer"
  /// Two accounts, an amount in any currency, and an optional purpose.
  static let shape = EffectShape([
    EffectShape.Input("from", kind: "accountPicker"), EffectShape.Input("to", kind: "accountPicker"),
    EffectShape.Input("amount", kind: "textInput", content: "amount"),
    EffectShape.Input("purpose", kind: "textInput", required: false),
  ])

  private let transfers: OwnTransfers

  init(transfers: OwnTransfers) { self.transfers = transfers }

  /// Returns the transfer in the values.
  func effect(of values: Object) throws(UnreadableValues) -> Effect {
    guard let from = values["from"]?.string.flatMap({ AccountNumber($0) }) else { throw UnreadableValues(atom: "from") }
    guard let to = values["to"]?.string.flatMap({ AccountNumber($0) }) else { throw UnreadableValues(atom: "to") }
    guard let amount = values["amount"]?.string else { throw UnreadableValues(atom: "amount") }
    return transfers.effect(
      OwnTransfers.Order(
        from: from, to: to, amount: amount,
        purpose: values["purpose"]?.string ?? "Перевод между своими счетами"))
  }

  /// Returns the violation for a rejected transfer, at the atom that caused it.
  func violation(for refusal: any Error) -> Violation? {
    (refusal as? PaymentRefusal)?.violation(payer: "from", payee: "to", amount: "amount")
  }
}

extension PaymentRefusal {
  /// Returns the violation for a rejected payment at one of these atoms.
  ///
  /// `payer` and `payee` are atoms with accounts. If `bank` is nil, a closed bank of the payee is
  /// reported at `payee`.
  func violation(payer: String, payee: String, amount: String, bank: String? = nil) -> Violation {
    let (atom, ru, en): (String, String, String) =
      switch self {
      case .payerUnknown: (payer, "Такого счёта у вас нет", "You have no such account")
      case .payerNotOwned: (payer, "Счёт принадлежит не вам", "The account is not yours")
      case .payerDisabled: (payer, "Счёт закрыт для платежей", "The account is closed to payments")
      case .payerCurrency: (payer, "Счёт в другой валюте", "The account is in another currency")
      case .amountNotPositive: (amount, "Сумма должна быть больше нуля", "The amount must be above zero")
      case .insufficientFunds(let available, _):
        (
          amount, "Недостаточно средств: доступно \(available.text(in: .ru))",
          "Not enough money: \(available.text(in: .en)) is available"
        )
      case .sameAccount: (payee, "Это счёт списания", "This is the debited account")
      case .payeeUnknown: (payee, "В нашем банке нет такого счёта", "Our bank has no such account")
      case .payeeNotOwned: (payee, "Счёт принадлежит не вам", "The account is not yours")
      case .payeeDisabled: (payee, "Счёт получателя закрыт", "The recipient's account is closed")
      case .payeeCurrency:
        (payee, "Счёт получателя в другой валюте", "The recipient's account is in another currency")
      case .payeeBankClosed:
        (bank ?? payee, "Банк получателя закрыт", "The recipient's bank is closed")
      case .currencyNotPayable(let currency):
        (amount, "Платежей в \(currency) мы не отправляем", "We send no payments in \(currency)")
      }
    return Violation(check: code, message: LocalizedText(ru: ru, en: en), params: params).at(atom)
  }

  private var params: [(name: String, value: Value)] {
    switch self {
    case .insufficientFunds(let available, let needed):
      [("available", .string(available.text)), ("needed", .string(needed.text))]
    default: []
    }
  }
}

extension Money {
  /// Returns the money as text in a language.
  func text(in language: Language) -> String {
    Decimal(text).map { NumberText.text(of: $0, .currency(currency.rawValue), in: language) } ?? description
  }
}
