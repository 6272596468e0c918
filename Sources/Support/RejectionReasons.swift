/// The codes with which Valence rejects or refuses a submission, for the reference.
///
/// `RejectionReasonTests` compares them with the sources that create them.
package enum RejectionReasons {
  /// A code and its meaning.
  package struct Reason: Sendable {
    package let code: String
    package let meaning: String

    init(_ code: String, _ meaning: String) { (self.code, self.meaning) = (code, meaning) }
  }

  package static let all = [
    Reason("amount-not-positive", "The amount is zero or negative."),
    Reason("amount-outside-limits", "The amount is outside the provider's limits of one payment."),
    Reason("card-no-access", "The person no longer has access to the account of the card."),
    Reason("card-unchanged", "The card already has this status."),
    Reason("card-unknown", "The person has no such card."),
    Reason("currency-not-payable", "The bank makes no payments to other banks in this currency."),
    Reason("daily-limit", "The amount exceeds the rest of the daily limit of the operation."),
    Reason("insufficient-funds", "The balance without holds is below the amount."),
    Reason("meter-unknown", "The person has no meter with this number, or the payment contains it twice."),
    Reason("name", "The new name of the profile is invalid."),
    Reason("password-rule", "The new password breaks a rule."),
    Reason("payee-bank-closed", "The payee's bank was liquidated, or lost its licence or its account."),
    Reason("payee-changed", "The provider's account has changed since the form was shown."),
    Reason("payee-currency", "The payee's account at this bank has another currency."),
    Reason("payee-disabled", "The payee's account at this bank is disabled or closed."),
    Reason("payee-not-owned", "The person does not own the payee's account, or it has another holder."),
    Reason("payee-unknown", "The payee's account does not exist at this bank, or the person does not see it."),
    Reason("payer-currency", "The payer's account has another currency."),
    Reason("payer-disabled", "The payer's account is disabled or closed."),
    Reason("payer-not-owned", "The person sees the payer's account but may not pay from it."),
    Reason("payer-unknown", "The person does not see the payer's account."),
    Reason("phone", "The new telephone number of the profile is malformed."),
    Reason("provider-kind", "The payment has readings and the provider has no meters, or the reverse."),
    Reason("provider-unknown", "The provider does not exist or is disabled."),
    Reason("reading-backwards", "A reading is below the previous one or of an earlier day."),
    Reason("reading-changed", "Another payment has changed the previous reading since the form was shown."),
    Reason("rejected-by-bank", "An operator rejected the delivery (`valence deliveries reject`)."),
    Reason("same-account", "The payee's account is the payer's account."),
    Reason("signing-failed", "The codes of the signature were wrong too often."),
    Reason("state-changed", "The state that the person was shown has changed before the signature."),
    Reason("sum-of-readings", "The amount differs from the price of the readings."),
    Reason("tariff-changed", "The tariff has changed since the form was shown."),
    Reason("wrong-password", "The current password is wrong."),
  ]
}
