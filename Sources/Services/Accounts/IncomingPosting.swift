package import Model
import DataAccess
import RussianPayments
import Secrets
import Storage
import Texts

/// Money from other banks.
extension AccountRegister {
  /// The result of posting incoming money.
  package struct Posting: Sendable, Equatable {
    package let movement: Int64
    /// False if the same money was posted before.
    package let isNew: Bool
  }

  /// Moves incoming money from the bank's settlement account to a customer's account, once by its
  /// id.
  ///
  /// The same content under the same id changes nothing. Throws `IncomingError.otherContent` for
  /// other content, and an `AccountError` for the account or the amount.
  package func post(_ money: IncomingMoney) -> Deferred<Posting> {
    .from {
      try Self.check(money)
      return store.deferredWrite(locking: [.account(money.account)]) { transaction in
        let ids = IncomingDAO(transaction)
        if let known = try ids.find(money.id) {
          guard known.money == money else { throw IncomingError.otherContent(known.money) }
          return Posting(movement: known.movement, isNew: false)
        }
        let account = try openAccount(money.account, transaction)
        guard !account.disabled else { throw AccountError.disabled(money.account) }
        let currency = money.amount.currency
        guard account.currency == currency else {
          throw AccountError.otherCurrency(account: account.currency, amount: currency)
        }
        guard let settlement = try AccountDAO(transaction).findInternal(.settlement, currency) else {
          throw AccountError.noInternal(duty: AccountDuty.settlement.rawValue, currency)
        }
        let movement = try LedgerDAO(transaction).insert(
          Transfer(
            debit: settlement, credit: money.account, amount: money.amount, purpose: money.purpose, submission: nil,
            other: money.payer), at: clock())
        do { try ids.insert(money.id, movement: movement.id) } catch let error as StoreError
          where error.isUniqueViolation
        {
          // Another process has posted this id to another account since the read.
          throw IncomingError.otherContent(nil)
        }
        try audit.recordMovement(movement, by: .system, transaction)
        try audit.record(
          .moneyReceived, by: .system, of: .incoming(money.id), digest: Digest(of: money.canonical).bytes, transaction)
        return Posting(movement: movement.id, isNew: true)
      }
    }
  }

  private static func check(_ money: IncomingMoney) throws {
    guard money.amount.minor > 0 else { throw AccountError.amountNotPositive }
    guard ExternalID.isValid(money.id) else { throw IncomingError.badID }
    guard isText(money.payer.name, upTo: 160) else { throw IncomingError.badPayer }
    if let account = money.payer.account {
      guard isText(account, upTo: 34), !account.contains(where: \.isWhitespace) else { throw IncomingError.badAccount }
      if let bic = money.payer.bic, AccountNumber(account) != nil,
        AccountRule.verify(account, bic: bic.rawValue) != nil
      {
        throw IncomingError.badAccount
      }
    }
    guard isText(money.purpose, upTo: Purpose.maximumLength) else { throw IncomingError.badPurpose }
  }

  private static func isText(_ text: String, upTo limit: Int) -> Bool {
    (1...limit).contains(text.unicodeScalars.count) && !text.misleads() && text.isStorable
  }
}

/// Reasons why incoming money is not posted. Nothing has changed.
package enum IncomingError: Error, Equatable {
  /// The id is empty, longer than 128 characters, or has whitespace or a misleading character.
  case badID
  /// The payer's name is empty, longer than 160 characters, or has a misleading character.
  case badPayer
  /// The payer's account is malformed, or its control key is wrong for the payer's bank.
  case badAccount
  /// The purpose is empty, longer than 210 characters, or has a misleading character.
  case badPurpose
  /// The id has moved other money; nil if another process has posted it in this moment.
  case otherContent(IncomingMoney?)
}
