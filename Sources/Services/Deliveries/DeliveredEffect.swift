package import Model
import DataAccess

extension Deliveries {
  /// Returns the effect of a submission that a system of the bank executes.
  ///
  /// - Parameters:
  ///   - amount: The amount of the submission; nil if it has none.
  ///   - account: The customer's account on which the amount is held until the delivery ends.
  ///   - movement: The movement of the execution. A customer's account to debit is `account`; a
  ///     customer's account to credit must be the person's own, with the holder of `account`.
  package func effect(
    paying amount: Money?, holdingOn account: AccountNumber?, moving movement: DeliveryDraft.Movement?
  ) -> Effect {
    let payee = movement.flatMap { AccountNumber($0.credit) }
    let check: @Sendable (Transaction, PersonID) throws -> Money? = { [clock] transaction, person in
      var payer: Account?
      if let account, let amount {
        let found = try PayingAccount.find(account, of: person, at: clock(), transaction)
        try PayingAccount.require(amount, on: found)
        payer = found
      }
      if let payee, let movement {
        try OwnAccounts.requirePayee(
          payee, of: person, from: payer, in: movement.amount.currency, at: clock(), transaction)
      }
      return amount
    }
    let execute: @Sendable (Transaction, Submission) throws -> ExecutionOutcome = { [clock] transaction, submission in
      // The movement was stored with the submission. Later changes of the service file have no
      // effect.
      guard let movement = try DeliveryDAO(transaction).movement(of: submission.id) else { return .executed }
      let currency = movement.amount.currency
      guard let debit = try Self.account(movement.debit, currency, transaction),
        let credit = try Self.account(movement.credit, currency, transaction)
      else { return .rejected(reason: PaymentRefusal.currencyNotPayable(currency).code) }
      if let rejection = try OwnAccounts.rejection(crediting: credit, transaction) { return rejection }
      let transfer = Transfer(
        debit: debit, credit: credit, amount: movement.amount, purpose: movement.purpose, submission: submission.id)
      return .moved(try LedgerDAO(transaction).insert(transfer, at: clock()))
    }
    var effect =
      account.map { Effect(holdingOn: $0, check: check, execute: execute) } ?? Effect(check: check, execute: execute)
    effect.executor = .service
    effect.accounts = { _ in [account, payee].compactMap(\.self) }
    return effect
  }

  /// Returns the account of one side of a movement: the account with that number, or the bank's own
  /// account for that duty.
  private static func account(
    _ side: String, _ currency: Currency, _ transaction: Transaction
  ) throws -> AccountNumber? {
    if let duty = AccountDuty(rawValue: side) { return try AccountDAO(transaction).findInternal(duty, currency) }
    return AccountNumber(side)
  }
}
