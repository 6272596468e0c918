package import Atoms
import Conditions
import Dates
import JSON
import RussianPayments

/// The verifications that conditions can call, one line each.
package enum Verifications {
  package static let all = identifiers + accounts + texts + budget + pairs

  private static let identifiers = [
    sure("isInn", lengths: [5, 10, 12]) { INN.verify($0) },
    sure("isKpp", lengths: [9]) { KPP.verify($0) },
    sure("isOgrn", lengths: [13]) { OGRN.verify($0) },
    sure("isOgrnip", lengths: [15]) { OGRNIP.verify($0) },
    sure("isSnils", lengths: [11, 14]) { SNILS.verify($0) },
    sure("isPhone") { PhoneNumber.verify($0) },
    electronic("isCardNumber", of: .card) { CardNumber.verify($0) },
    sure("isEmail") { EmailAddress.verify($0) },
    electronic("isLei") { LEI.verify($0) },
  ]

  private static let accounts = [
    sure("isBic", lengths: [9]) { BICRule.verify($0) },
    electronic("isIban", hasLetters: true) { IBAN.verify($0) },
    electronic("isSwift", hasLetters: true) { SwiftCode.verify($0) },
    sure("isAccount", of: .account, lengths: [20], [9]) { account, bic in
      if let (first, last) = account.numbersOfTwentyDigits, let number = bic.number(ofDigits: 9),
        AccountRule.isRight(first, last, bic: number)
      {
        return nil
      }
      return AccountRule.verify(account, bic: bic)
    },
    sure("isCorrespondentAccount", of: .account, lengths: [20], [9]) { AccountRule.verify(correspondent: $0, bic: $1) },
    verification("isTreasuryAccount", 1, of: .account) { TreasuryAccount.verify($0[0]) },
  ]

  private static let texts = [
    sure("isPaymentText") { Purpose.verify($0) },
    sure("isPartyName", of: .person) { PartyName.verify($0) },
    verification("isPayeeName", 1, of: .person) { PartyFields.verify(payeeName: $0[0]) },
    verification("isSoleTraderName", 1, of: .person) { PartyFields.verify(soleTraderName: $0[0]) },
    verification("isThirdPersonPurpose", 1) { PartyFields.verify(thirdPersonPurpose: $0[0]) },
    sure("isDocumentNumber") { DocumentNumber.verify($0) },
  ]

  /// Fields of payments into the budget. `dated` ones depend on the payment's day.
  private static let budget = [
    verification("isKbk", 1) { KBK.verify($0[0]) },
    verification("isOktmo", 1) { OKTMO.verify($0[0]) },
    verification("isUin", 1) { UIN.verify($0[0]) },
    dated("isPayerStatus", 1) { PayerStatus.verify($0[0], on: $1) },
    dated("isTaxReason", 1) { TaxReason.verify($0[0], on: $1) },
    dated("isTaxPeriod", 2) { TaxPeriod.verify($0[0], kbk: $0[1], on: $1) },
    sure("isTaxDocument") { TaxDocument.verify(number: $0) },
    verification("isTaxDocumentDate", 1) { TaxDocument.verify(date: $0[0]) },
    verification("isPersonDocument", 1) { BudgetPayment.verify(personDocument: $0[0]) },
    verification("isBudgetPayeeInn", 1) { BudgetPayment.verify(payeeINN: $0[0]) },
    dated("isSingleTaxKpp", 1) { SingleTaxPayment.verify(kpp: $0[0], on: $1) },
    verification("isCustomsReason", 1) { CustomsPayment.verify(reason: $0[0]) },
  ]

  /// The verifications of one field by another. The validated field comes first.
  private static let pairs = [
    verification("isKppFor", 2) { PartyFields.verify(kpp: $0[0], inn: $0[1]) },
    verification("isPayerKppFor", 3) { PartyFields.verify(kpp: $0[0], inn: $0[1], status: $0[2]) },
    verification("isPayeeAccountFor", 2, of: .account) { BudgetPayment.verify(payeeAccount: $0[0], status: $0[1]) },
    verification("isOktmoFor", 2) { BudgetPayment.verify(oktmo: $0[0], payeeAccount: $0[1]) },
    verification("isUinFor", 3) { BudgetPayment.verify(uin: $0[0], status: $0[1], payeeAccount: $0[2]) },
    dated("isTaxReasonFor", 3) {
      BudgetPayment.verify(reason: $0[0], status: $0[1], payeeAccount: $0[2], on: $1)
    },
    verification("isTaxDocumentFor", 2) { BudgetPayment.verify(documentNumber: $0[0], status: $0[1]) },
    verification("isCustomsDocument", 2) { CustomsPayment.verify(documentNumber: $0[0], reason: $0[1]) },
    verification("isCustomsDocumentDate", 2) { CustomsPayment.verify(documentDate: $0[0], reason: $0[1]) },
    verification("isCustomsPayerInn", 2) { CustomsPayment.verify(payerINN: $0[0], status: $0[1]) },
  ]

  /// Returns a verification with certain findings only. `lengths` has the only lengths of valid
  /// texts.
  private static func sure(
    _ name: String, of role: Role? = nil, lengths: [Int] = [], _ verify: @escaping @Sendable (String) -> Reason?
  ) -> Verification {
    Verification(name, [.text], role: role, lengths: [lengths]) { arguments in
      guard case .string(let text) = arguments[0], let reason = verify(text) else { return nil }
      return found(reason)
    }
  }

  private static func sure(
    _ name: String, of role: Role? = nil, lengths: [Int]..., verify: @escaping @Sendable (String, String) -> Reason?
  ) -> Verification {
    Verification(name, [.text, .text], role: role, lengths: lengths) { arguments in
      guard case .string(let first) = arguments[0], case .string(let second) = arguments[1] else { return nil }
      guard let reason = verify(first, second) else { return nil }
      return found(reason)
    }
  }

  /// Returns a verification of texts that people write with spaces and lower-case letters, and that
  /// are stored in electronic form.
  private static func electronic(
    _ name: String, of role: Role? = nil, hasLetters: Bool = false,
    _ verify: @escaping @Sendable (String) -> Reason?
  ) -> Verification {
    let form = Normalization("") { text in
      let (form, changes) = ElectronicForm.of(text)
      if changes.isEmpty || verify(form) != nil { return (text, []) }
      return (form, changes.map { Normalization.Change($0.character, to: $0.replacement, position: $0.position) })
    }
    return Verification(name, [.text], role: role, form: form, hasLetters: hasLetters) { arguments in
      guard case .string(let text) = arguments[0], let reason = verify(ElectronicForm.of(text).text) else { return nil }
      // Report the position in the text as entered.
      let entered = verify(ElectronicForm.capitals(of: text))
      return found(entered?.code == reason.code ? entered ?? reason : reason)
    }
  }

  /// Returns a verification of `count` texts whose findings have a confidence. Low confidence makes
  /// a finding a warning.
  private static func verification(
    _ name: String, _ count: Int, of role: Role? = nil, _ verify: @escaping @Sendable ([String]) -> Finding?
  ) -> Verification {
    Verification(name, Array(repeating: .text, count: count), isAdvisory: true, role: role) { arguments in
      verify(arguments.map { $0.string ?? "" }).map(found)
    }
  }

  /// Returns such a verification whose last argument is the payment's day.
  private static func dated(
    _ name: String, _ count: Int, _ verify: @escaping @Sendable ([String], CivilDate) -> Finding?
  ) -> Verification {
    Verification(name, Array(repeating: .text, count: count) + [.date], isAdvisory: true) { arguments in
      let texts = arguments.map { $0.string ?? "" }
      guard let day = CivilDate(texts[count]) else { return found(.undated(texts[count])) }
      return verify(texts.dropLast(), day).map(found)
    }
  }

  private static func found(_ finding: Finding) -> Verification.Reason {
    found(finding.reason, isAdvice: finding.confidence < .high)
  }

  private static func found(_ reason: Reason, isAdvice: Bool = false) -> Verification.Reason {
    Verification.Reason(
      ReasonText.sentence(for: reason),
      params: [("reason", .string(reason.code))]
        + reason.evidence.filter { $0.name != "reason" }.map { ($0.name, .string($0.value)) },
      isAdvice: isAdvice)
  }
}
