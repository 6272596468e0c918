import Hosting
import ArgumentParser
import Dates
import Model
import Services

struct AccountsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "Opens, lists, shares and closes accounts, and posts incoming money.",
    discussion: """
      A bank needs an account of its own for settlement, and one of equity for opening balances, in each currency.

      EXAMPLES
        valence accounts internal 30102810500000000001 --duty settlement
        valence accounts open 40817810500000000001 --customer C-1001
        valence accounts grant 40817810500000000001 anna
      """,
    subcommands: [
      Open.self, List.self, Show.self, AccountsAssign.self, AccountsGrant.self, AccountsRevoke.self,
      AccountsRename.self,
      AccountsDisable.self, AccountsEnable.self, AccountsClose.self, Internal.self, AccountsPost.self,
    ])

  struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Opens an account of a customer.",
      discussion: """
        The control key of the number must fit the bank's BIC (--own-bic), and digits 6 to 8 the currency. The \
        opening balance comes from the bank's equity account in the currency. People see the account after \
        `accounts grant`.

        EXAMPLES
          valence accounts open 40817810500000000001 --customer C-1001
          valence accounts open 40817810500000000001 --customer C-1001 --balance 1000.00 --product 'Текущий'
        """)

    @Argument(help: "The number, 20 digits.") var number: String
    @Option(help: "The id of the customer who holds the account.") var customer: String
    @Option(help: "The currency.") var currency = "RUB"
    @Option(help: "The opening balance; without it, zero.") var balance: String?
    @Option(help: "The bank's name for the product, the first caption of the account.") var product: String?
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.services(for: Self.self, data)
      let currency = try AccountsCommand.currency(self.currency)
      let holder = try services.customer(customer)
      var opening = AccountOpening(try AccountsCommand.number(number), currency, of: holder.id)
      opening.product = product
      opening.balance = try balance.map { try AccountsCommand.amount($0, currency) }
      try AccountsCommand.reporting { try services.accountRegister.open([opening]).wait() }
      let amount = opening.balance ?? Money(minor: 0, currency)
      Output.line("opened \(number) of \(customer) \(holder.name), balance \(amount)")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists accounts in the order of their numbers.",
      discussion: """
        A line has the number, the kind, the balance, the holds and the state.

        EXAMPLES
          valence accounts list --limit 50
          valence accounts list --customer C-1001
        """)

    @Option(help: "The id of a customer; without it, all accounts.") var customer: String?
    @Option(help: "The number after which the list begins.") var after: String?
    @Option(1...10_000, "accounts", help: "Maximum number of accounts.") var limit = 100
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.database(for: Self.self, data).existingServices()
      let register = services.accountRegister
      let page =
        try customer.map { try register.all(of: try Self.holder($0, services).id, after: after, limit: limit) }
        ?? register.all(after: after, limit: limit)
      for account in page.elements { Output.line(AccountsCommand.line(of: account)) }
      if page.elements.isEmpty { Output.error("no accounts") }
      if let next = page.next { Output.line("more: --after \(next)") }
    }

    private static func holder(_ id: String, _ services: BankServices) throws -> Customer {
      guard let customer = try services.customers.find(externalID: id) else {
        throw OperatorError(
          "the customer `\(id)` does not exist: --customer takes the id of a customer; `valence users show LOGIN` lists "
            + "the accounts of a person")
      }
      return customer
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows an account, its holder and the people with access.",
      discussion: """
        EXAMPLE
          valence accounts show 40817810500000000001
        """)

    @Argument(help: "The number.") var number: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.database(for: Self.self, data).existingServices()
      let number = try AccountsCommand.number(number)
      guard let account = try services.accountRegister.find(number) else {
        throw OperatorError(AccountError.unknown(number))
      }
      Output.line(AccountsCommand.line(of: account))
      let holder = try account.customer.flatMap { try services.customers.find($0) }
      if let holder { Output.line("holder   \(CustomersCommand.line(of: holder))") }
      if let product = account.product { Output.line("product  \(product)") }
      Output.line("opened   \(account.opened)")
      if let closed = account.closed { Output.line("closed   \(closed)") }
      if let reason = account.reason { Output.line("reason   \(reason)") }
      for access in try services.accountRegister.accesses(to: number) {
        let end = access.ended.map { ", ended \($0)" } ?? access.until.map { ", until \($0)" } ?? ""
        Output.line("access   \(access.login)  \(access.role.rawValue)  \(access.caption)\(end)")
      }
    }
  }

  struct Internal: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Opens one of the bank's own accounts.",
      discussion: """
        `settlement` is for payments to and from other banks, `equity` for opening balances. The bank has one \
        account for each duty and currency. The control key of a correspondent account (301..) is not verified.

        EXAMPLES
          valence accounts internal 30102810500000000001 --duty settlement
          valence accounts internal 10207840000000000001 --duty equity --currency USD
        """)

    @Argument(help: "The number, 20 digits.") var number: String
    @Option(help: "The duty: settlement or equity.") var duty: AccountDuty
    @Option(help: "The currency.") var currency = "RUB"
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.database(for: Self.self, data).services()
      let (number, currency) = (try AccountsCommand.number(number), try AccountsCommand.currency(currency))
      try AccountsCommand.reporting { try services.accountRegister.open(number, for: duty, currency).wait() }
      Output.line("opened \(number), \(duty.rawValue) in \(currency)")
    }
  }

  /// Returns an account on one line.
  static func line(of account: BankAccount) -> String {
    let state = account.closed != nil ? "closed" : account.disabled ? "disabled" : "open"
    return "\(account.number)  \(account.kind.rawValue)  \(account.balance)  held \(account.held.text)  \(state)"
  }

  static func number(_ text: String) throws -> AccountNumber {
    guard let number = AccountNumber(text) else {
      throw OperatorError("`\(text)` is not an account number of 20 digits")
    }
    return number
  }

  static func currency(_ text: String) throws -> Currency {
    guard let currency = Currency(text) else {
      throw OperatorError("`\(text)` is not a currency: use a code such as RUB")
    }
    return currency
  }

  static func amount(_ text: String, _ currency: Currency) throws -> Money {
    guard let amount = Money(text, currency) else {
      throw OperatorError("`\(text)` is not an amount in \(currency): write it as 5000.00")
    }
    return amount
  }

  /// Runs `work`, and reports a rejected change with its remedy.
  static func reporting<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as AccountError { throw OperatorError(error) } catch is PersonErased {
      throw OperatorError("the data of the person were erased")
    }
  }
}

extension AccountDuty: ExpressibleByArgument {}

extension OperatorError {
  /// Creates the error for a rejected change of an account.
  init(_ error: AccountError) {
    switch error {
    case .badKey(let number, let bic):
      self.init("the control key of \(number) is wrong for the BIC \(bic): check the number and --own-bic")
    case .otherCurrencyCode(let number, let currency, let expected):
      self.init("digits 6 to 8 of \(number) must be \(expected) for \(currency): check the number and --currency")
    case .unknownCurrency(let currency): self.init("accounts in \(currency) are not supported")
    case .taken(let number): self.init("the account \(number) already exists")
    case .unknown(let number): self.init("the account \(number) does not exist: list them with `valence accounts list`")
    case .notOfCustomer(let number): self.init("\(number) is not an account of a customer in the ledger")
    case .closed(let number): self.init("the account \(number) is closed permanently")
    case .disabled(let number):
      self.init("the account \(number) is disabled: enable it with `valence accounts enable \(number)`")
    case .unchanged(let number): self.init("the account \(number) already has this state")
    case .notEmpty(let balance, let held):
      self.init("the account has \(balance), of which \(held.text) are held: only an empty account can be closed")
    case .held(let number):
      self.init("the account \(number) has a holder: see it with `valence accounts show \(number)`")
    case .customerUnknown: self.init("the customer does not exist: add it with `valence customers add`")
    case .dutyTaken(let number): self.init("the bank already has the account \(number) for this duty and currency")
    case .noInternal(let duty, let currency):
      self.init(
        "the bank has no account of its own for \(duty) in \(currency): open it with `valence accounts internal NUMBER "
          + "--duty \(duty) --currency \(currency)`")
    case .notForRole(let role): self.init("access is for people who are customers, not for the role \(role.rawValue)")
    case .noAccess: self.init("the person has no access to the account")
    case .untilPast: self.init("--until is in the past: name a later day")
    case .badText: self.init("a name has 1 to 100 characters, without control characters")
    case .badReason: self.init(RunOptions.reasonRule("--reason"))
    case .amountNotPositive: self.init("the amount must be above zero")
    case .otherCurrency(let account, let amount): self.init("the account is in \(account), and the amount in \(amount)")
    }
  }
}
