import Hosting
import ArgumentParser
import Model
import Services

struct AccountsPost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "post", abstract: "Posts incoming money to an account, once by its id.",
    discussion: """
      The money comes from the bank's settlement account in the currency of the account. A repetition with the same \
      values changes nothing; the same id with other values is rejected. The person sees the payer and the purpose in \
      the statement, and a connected client is notified at once.

      EXAMPLE
        valence accounts post 40817810500000000001 --amount 5000.00 --from 'ООО Ромашка' --purpose 'Зарплата' --id E-77120
      """)

  @Argument(help: "The number of the account.") var number: String
  @Option(help: "The amount in the currency of the account, above zero.") var amount: String
  @Option(help: "The name of the payer.") var from: String
  @Option(help: "The account of the payer.") var fromAccount: String?
  @Option(help: "The BIC of the payer's bank.") var fromBic: String?
  @Option(help: "The purpose, at most 210 characters.") var purpose: String
  @Option(help: "The id of the money in the system that reports it.") var id: String
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let services = try audited.services(for: Self.self, data)
    let number = try AccountsCommand.number(number)
    guard let account = try services.accountRegister.find(number) else {
      throw OperatorError(AccountError.unknown(number))
    }
    let bic = try fromBic.map { text in
      guard let bic = BIC(text) else { throw OperatorError("--from-bic takes nine digits, not `\(text)`") }
      return bic
    }
    let money = IncomingMoney(
      id: id, account: number, amount: try AccountsCommand.amount(amount, account.currency),
      payer: OtherParty(name: from, account: fromAccount, bic: bic), purpose: purpose)
    do {
      let posting = try AccountsCommand.reporting { try services.accountRegister.post(money).wait() }
      Output.line(
        posting.isNew
          ? "posted \(money.amount) to \(number), id \(id)" : "\(id) was posted before: nothing was changed")
    } catch let error as IncomingError {
      throw OperatorError(error, id: id)
    }
  }
}

extension OperatorError {
  /// Creates the error for incoming money that is not posted.
  fileprivate init(_ error: IncomingError, id: String) {
    switch error {
    case .badID: self.init("`\(id)` is not an id: use 1 to 128 characters without blanks")
    case .badPayer: self.init("--from has 1 to 160 characters, without control characters")
    case .badAccount: self.init("--from-account is not an account of the bank with the BIC --from-bic")
    case .badPurpose: self.init("--purpose has 1 to 210 characters, without control characters")
    case .otherContent(let money):
      let known = money.map { ": \($0.amount) to \($0.account) from \($0.payer.name)" } ?? ""
      self.init("the id `\(id)` belongs to other money\(known). Use the id of this money; nothing was changed")
    }
  }
}
