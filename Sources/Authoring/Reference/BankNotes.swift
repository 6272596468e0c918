/// Descriptions of verifications, directories, facts, effects and transitions for the reference.
///
/// `NotesTests` compares the names, parameters and reasons with the program.
package enum BankNotes {
  /// The description of a verification, with its parameters and reasons.
  package struct Verification: Sendable {
    /// The names of the arguments, the validated one first.
    package let parameters: [String]
    /// The description in the reference.
    package let text: String
    /// The codes of the reasons for a rejection.
    package let reasons: [String]

    init(_ parameters: String, _ text: String, _ reasons: String) {
      self.parameters = parameters.split(separator: " ").map(String.init)
      self.text = text
      self.reasons = reasons.split(separator: " ").map(String.init)
    }
  }

  /// The verifications by name.
  package static let verifications: [String: Verification] = [
    "isInn": Verification(
      "inn", "INN of 10 or 12 digits, or 5 of a foreign organization.", "character length leading-00 zeros check-digit"),
    "isKpp": Verification("kpp", "KPP of 9 characters.", "character length leading-00"),
    "isOgrn": Verification("ogrn", "OGRN of 13 digits.", "character length prefix check-digit"),
    "isOgrnip": Verification("ogrnip", "OGRNIP of 15 digits.", "character length prefix check-digit"),
    "isSnils": Verification(
      "snils", "SNILS of 11 digits, with or without delimiters.", "character length zeros check-digit"),
    "isPhone": Verification("phone", "Telephone number by E.164.", "character length prefix"),
    "isCardNumber": Verification(
      "number", "Card number with its Luhn digit, stored without spaces.", "character length zeros check-digit"),
    "isEmail": Verification("address", "E-mail address, at most 254 characters.", "character length form"),
    "isLei": Verification(
      "lei", "LEI of 20 characters, ISO 17442, stored in capitals without spaces.", "character length check-digit"),
    "isDocumentNumber": Verification("number", "Number of a payment order, 1 to 6 digits.", "character length zeros"),
    "isBic": Verification("bic", "BIC of 9 digits.", "character length zeros"),
    "isIban": Verification(
      "iban",
      "IBAN, ISO 13616, with the length and structure of its country, stored in capitals without spaces.",
      "character length unlisted check-digit"),
    "isSwift": Verification(
      "code", "SWIFT code of 8 or 11 characters, ISO 9362, stored in capitals without spaces.",
      "character length unlisted"),
    "isAccount": Verification(
      "account bic", "Account at the bank with that BIC: format and check digit.",
      "character length zeros check-digit treasury-account bic"),
    "isCorrespondentAccount": Verification(
      "account bic", "Correspondent account of the bank with that BIC.",
      "character length zeros not-correspondent check-digit bic"),
    "isTreasuryAccount": Verification("account", "Account of the Treasury.", "character length zeros prefix must-be"),
    "isPaymentText": Verification("text", "Purpose of a payment, at most 210 characters.", "character length blank"),
    "isPartyName": Verification("name", "Name of a payer or payee, at most 160 characters.", "character length blank"),
    "isPayeeName": Verification(
      "name", "Name of a payee without an account number in it.", "character length blank account-in-name"),
    "isSoleTraderName": Verification(
      "name", "Name of a sole trader, ending with `(ИП)`.", "character length blank form"),
    "isThirdPersonPurpose": Verification(
      "purpose", "Purpose of a payment for another person, `INN//name//text`.",
      "character length blank form check-digit"),
    "isKbk": Verification("kbk", "KBK, field 104.", "character length zeros"),
    "isOktmo": Verification("oktmo", "OKTMO, field 105.", "character length zeros"),
    "isUin": Verification("uin", "UIN, field 22.", "character length zeros check-digit"),
    "isPayerStatus": Verification(
      "status day", "Status of the payer, field 101, valid on `day`.", "character length unlisted expired early"),
    "isTaxReason": Verification(
      "reason day", "Reason of a tax payment, field 106, valid on `day`.", "length latin-letters unlisted expired"),
    "isTaxPeriod": Verification(
      "period kbk day", "Tax period or customs office, field 107.",
      "length latin-letters form range no-such-day expired"),
    "isTaxDocument": Verification("number", "Number of a tax document, field 108.", "character length blank"),
    "isTaxDocumentDate": Verification("date", "Date of a tax document, field 109.", "form no-such-day length"),
    "isPersonDocument": Verification(
      "document", "Document of a person without INN and UIN, field 108.", "character length blank form unlisted"),
    "isBudgetPayeeInn": Verification(
      "inn", "INN of a payee in the budget, 10 digits.", "character length leading-00 zeros check-digit"),
    "isSingleTaxKpp": Verification(
      "kpp day", "KPP of the single tax payment, valid on `day`.", "character length leading-00 expired early must-be"),
    "isCustomsReason": Verification(
      "reason", "Reason of a customs payment, field 106.", "length latin-letters unlisted"),
    "isKppFor": Verification("kpp inn", "KPP that fits the INN.", "character form must-be length leading-00"),
    "isPayerKppFor": Verification(
      "kpp inn status", "KPP of a payer that fits the INN and the status.", "character form must-be length leading-00"),
    "isPayeeAccountFor": Verification("account status", "Account of a payee that fits the payer's status.", "prefix"),
    "isOktmoFor": Verification("oktmo account", "OKTMO that fits the payee's account.", "character length form zeros"),
    "isUinFor": Verification(
      "uin status account", "UIN that fits the status and the payee's account.", "character length zeros check-digit"),
    "isTaxReasonFor": Verification(
      "reason status account day", "Reason that fits the status and the payee's account.",
      "length latin-letters unlisted expired"),
    "isTaxDocumentFor": Verification(
      "number status", "Number of a document that fits the status.", "character length blank must-be"),
    "isCustomsDocument": Verification(
      "number reason", "Number of a customs document that fits the reason.", "character length zeros must-be blank"),
    "isCustomsDocumentDate": Verification(
      "date reason", "Date of a customs document that fits the reason.", "form no-such-day must-be length"),
    "isCustomsPayerInn": Verification(
      "inn status", "INN of a customs payer that fits the status.", "character length leading-00 zeros check-digit"),
  ]

  /// The directories by name.
  package static let lookups: [String: String] = [
    "bank": "The bank with that BIC in the Bank of Russia's directory, on the present day in Moscow.",
    "singleTaxPayment": "The payee of the single tax payment on that day.",
    "provider": "The provider of services with that id.",
  ]

  /// The lists to search by name.
  package static let searches: [String: String] = [
    "banks": "The banks that take payments, by name, place or BIC. Implies caption, hint and fallback.",
    "providers": "The providers of services, by title or INN.",
  ]

  /// The facts by name.
  package static let facts: [String: String] = [
    "accounts": "The person's accounts.",
    "cards": "The person's cards.",
    "deals": "The current deals.",
    "providers": "The providers of services that a form offers, at most 200.",
    "meters": "The meters of the person's accounts with providers.",
    "settings": "The person's settings.",
    "spending": "The amounts paid from the person's own accounts this month, by currency. Empty above 1,000 payments.",
    "user": "The person.",
  ]

  /// The effects by name.
  package static let effects: [String: String] = [
    "payment": "Pays from the person's account.",
    "document": "Changes no data of the bank: the submission is recorded, signed and handed over.",
    "cardStatus": "Blocks or unblocks a card.",
    "settings": "Stores the person's settings.",
    "profile": "Stores the person's name and telephone number.",
    "password": "Changes the password.",
    "login": "Opens a session.",
    "transfer": "Moves money between the person's own accounts.",
    "providerPayment": "Pays a provider; new readings become the previous ones.",
    "renewMatrix": "Issues a new security matrix, which is shown once.",
  ]

  /// The transitions by name.
  package static let transitions: [String: String] = [
    "push": "Pushed onto the stack, with a back button.",
    "present": "A sheet over the screen.",
    "embed": "Embedded in the screen.",
    "cover": "A panel that covers the screen from below.",
    "window": "Replaces everything on the screen.",
  ]
}
