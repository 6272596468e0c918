import Hosting
import ArgumentParser
import Dates
import Model
import Services

struct CardsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cards", abstract: "Adds, lists, blocks and unblocks people's cards.",
    discussion: """
      EXAMPLES
        valence cards add anna 40817810500000000001 --number '220000******1234' --expires 2029-08-31 --caption Зарплатная
        valence cards list
      """,
    subcommands: [Add.self, List.self, CardsSwitch.Disable.self, CardsSwitch.Enable.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a card of a person who has access to its account.",
      discussion: """
        Only the first six and the last four digits of the number are stored.

        EXAMPLE
          valence cards add anna 40817810500000000001 --number '220000******1234' --expires 2029-08-31 --caption Зарплатная
        """)

    @Argument(help: "The login or the external id of the person.") var person: String
    @Argument(help: "The number of the account.") var account: String
    @Option(help: "The masked number: six digits, six asterisks, four digits.") var number: String
    @Option(help: "The last day on which the card is valid, such as 2029-08-31.") var expires: String
    @Option(help: "The person's name for the card, at most 100 characters.") var caption: String
    @Option(help: "The card's id in the bank's core.") var coreId: String?
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.services(for: Self.self, data)
      let (person, account) = (try services.person(person), try AccountsCommand.number(account))
      guard let masked = MaskedNumber(first: String(number.prefix(6)), last: String(number.suffix(4))),
        masked.description == number
      else { throw OperatorError("--number is not a masked number such as 220000******1234") }
      guard let day = CivilDate(expires) else { throw OperatorError("`\(expires)` is not a day such as 2029-08-31") }
      var card = NewCard(masked, account: account, caption: caption, expires: day)
      card.coreID = coreId
      let issued = card
      let ids = try CardsCommand.reporting { try services.cards.issue([issued], to: person.id).wait() }
      Output.line("added \(number) of \(person.login), id \(ids.map(\.description).joined())")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists cards in the order in which they were added.",
      discussion: """
        EXAMPLE
          valence cards list --limit 50
        """)

    @Option(help: "The id after which the list begins.") var after: String?
    @Option(1...10_000, "cards", help: "Maximum number of cards.") var limit = 100
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.database(for: Self.self, data).existingServices()
      let page = try services.cards.all(after: try after.map(CardsCommand.id), limit: limit)
      for held in page.elements {
        let (card, login) = (held.card, try services.users.find(held.person)?.login.description ?? "-")
        let core = held.coreID.map { "  \($0)" } ?? ""
        Output.line(
          "\(card.id)  \(card.number)  \(login)  \(card.account)  \(card.status.rawValue)  until \(card.expires)\(core)"
        )
      }
      if let next = page.next { Output.line("more: --after \(next)") }
    }
  }

  fileprivate static func id(_ text: String) throws -> CardID {
    guard let id = CardID(text) else { throw OperatorError("`\(text)` is not the id of a card") }
    return id
  }

  /// Runs `work`, and reports a rejected change with its remedy.
  fileprivate static func reporting<Value>(_ work: () throws -> Value) throws -> Value {
    do { return try work() } catch let error as CardError { throw OperatorError(error) } catch is PersonErased {
      throw OperatorError("the data of the person were erased")
    }
  }
}

enum CardsSwitch {
  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Blocks a card. The person can unblock it if an operation of the bank permits this.",
      discussion: """
        EXAMPLE
          valence cards disable 01a2b3c4-0000-7000-8000-000000000001
        """)

    @Argument(help: "The id of the card.") var id: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws { try CardsSwitch.set(.blocked, id, try audited.database(for: Self.self, data)) }
  }

  struct Enable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Unblocks a card.",
      discussion: """
        EXAMPLE
          valence cards enable 01a2b3c4-0000-7000-8000-000000000001
        """)

    @Argument(help: "The id of the card.") var id: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws { try CardsSwitch.set(.active, id, try audited.database(for: Self.self, data)) }
  }

  private static func set(_ status: Card.Status, _ text: String, _ database: BankDatabase) throws {
    try database.requireDatabase()
    let services = try database.services()
    let id = try CardsCommand.id(text)
    try CardsCommand.reporting { try services.cards.setStatus(id, status).wait() }
    Output.line("\(id) is \(status.rawValue)")
  }
}

extension OperatorError {
  /// Creates the error for a rejected change of a card.
  fileprivate init(_ error: CardError) {
    switch error {
    case .noAccess(let number):
      self.init(
        "the person has no access to the account \(number): grant it with `valence accounts grant \(number)` first")
    case .disabled(let number):
      self.init("the account \(number) is closed to payments: see it with `valence accounts show \(number)`")
    case .unknown: self.init("the card does not exist: list them with `valence cards list`")
    case .unchanged(let status): self.init("the card already is \(status.rawValue)")
    case .coreIDTaken: self.init("another card has this --core-id")
    case .badCoreID: self.init("--core-id has 1 to 128 characters and no blanks")
    case .badCaption: self.init("--caption has 1 to 100 characters, without control characters")
    }
  }
}
