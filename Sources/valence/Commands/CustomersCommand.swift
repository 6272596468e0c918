import Hosting
import ArgumentParser
import Model
import Services

struct CustomersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "customers", abstract: "Adds, lists, shows, links and renames customers, who hold accounts.",
    discussion: """
      EXAMPLES
        valence customers add C-1001 --name 'Смирнова Анна'
        valence customers show C-1001
      """,
    subcommands: [Add.self, List.self, Show.self, Link.self, Rename.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a customer: an individual or a company.",
      discussion: """
        An individual is linked to the person with the same external id (`users link`), or to --person. A customer \
        without a person can hold accounts. People see an account after `accounts grant`.

        EXAMPLES
          valence customers add C-1001 --name 'Смирнова Анна'
          valence customers add C-7 --kind company --name 'ООО Ромашка' --tax-number 7707083893
        """)

    @Argument(help: "The customer's id in the bank's other systems, 1 to 128 characters without blanks.") var id: String
    @Option(help: "The full name, at most 160 characters.") var name: String
    @Option(help: "The kind: individual or company.") var kind: Customer.Kind = .individual
    @Option(help: "The short name.") var shortName: String?
    @Option(help: "The INN: 12 digits for an individual, 10 for a company.") var taxNumber: String?
    @Option(help: "The KPP of a company.") var registrationCode: String?
    @Option(help: "The login or the external id of the person who is this customer.") var person: String?
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.database(for: Self.self, data).services()
      var draft = Customers.Draft(
        externalID: id, kind: kind, name: name, shortName: shortName, taxNumber: taxNumber,
        registrationCode: registrationCode)
      draft.person = try person.map { try services.person($0).id }
      do {
        let customer = try services.customers.add(draft).wait()
        let linked = try customer.person.flatMap { try services.users.find($0) }.map { ", person \($0.login)" } ?? ""
        Output.line("added \(id), \(customer.kind.rawValue) \(customer.name)\(linked)")
      } catch let error as CustomerError {
        throw OperatorError(error, id: id)
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists customers in the order of their ids.",
      discussion: """
        The command omits customers whose data were erased.

        EXAMPLE
          valence customers list --after C-1001 --limit 50
        """)

    @Option(help: "The id after which the list begins.") var after: String?
    @Option(1...10_000, "customers", help: "Maximum number of customers.") var limit = 100
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let page = try audited.database(for: Self.self, data).existingServices().customers.all(after: after, limit: limit)
      for customer in page.elements { Output.line(CustomersCommand.line(of: customer)) }
      if page.elements.isEmpty { Output.error("no customers") }
      if let next = page.next { Output.line("more: --after \(next)") }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows a customer and the customer's accounts.",
      discussion: """
        EXAMPLE
          valence customers show C-1001
        """)

    @Argument(help: "The customer's id.") var id: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.database(for: Self.self, data).existingServices()
      let customer = try services.customer(id)
      Output.line(CustomersCommand.line(of: customer))
      if let short = customer.shortName { Output.line("short name  \(short)") }
      if let number = customer.taxNumber { Output.line("INN         \(number)") }
      if let code = customer.registrationCode { Output.line("KPP         \(code)") }
      let person = try customer.person.flatMap { try services.users.find($0) }
      Output.line("person      \(person.map { "\($0.login), id \($0.id)" } ?? "none")")
      var after: String?
      repeat {
        let page = try services.accountRegister.all(of: customer.id, after: after, limit: 1_000)
        for account in page.elements { Output.line("account     \(AccountsCommand.line(of: account))") }
        after = page.next?.rawValue
      } while after != nil
    }
  }

  struct Link: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Links an individual to the person who is this customer.",
      discussion: """
        `customers add` and `users link` link a customer and a person with the same external id. Use this command for \
        other ids. `users erase` then also erases the customer's name and numbers.

        EXAMPLE
          valence customers link C-1001 anna
        """)

    @Argument(help: "The customer's id.") var id: String
    @Argument(help: "The login or the external id of the person.") var person: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.services(for: Self.self, data)
      let (customer, person) = (try services.customer(id), try services.person(person))
      do {
        try services.customers.link(customer.id, to: person.id).wait()
      } catch let error as CustomerError {
        throw OperatorError(error, id: id)
      }
      Output.line("linked \(id): person \(person.login)")
    }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Replaces the name and the short name of a customer.",
      discussion: """
        EXAMPLE
          valence customers rename C-7 'ООО Ромашка и партнёры' --short-name Ромашка
        """)

    @Argument(help: "The customer's id.") var id: String
    @Argument(help: "The new name, at most 160 characters.") var name: String
    @Option(help: "The new short name; without it, none.") var shortName: String?
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.services(for: Self.self, data)
      let customer = try services.customer(id)
      do {
        try services.customers.rename(customer.id, to: name, short: shortName).wait()
      } catch let error as CustomerError {
        throw OperatorError(error, id: id)
      }
      Output.line("renamed \(id): \(name)")
    }
  }

  static func line(of customer: Customer) -> String {
    "\(customer.externalID ?? "-")  \(customer.kind.rawValue)  \(customer.name)"
  }
}

extension Customer.Kind: ExpressibleByArgument {}

extension OperatorError {
  /// Creates the error for a rejected customer.
  fileprivate init(_ error: CustomerError, id: String) {
    switch error {
    case .badID: self.init("`\(id)` is not a customer's id: use 1 to 128 characters without blanks")
    case .idTaken: self.init("the customer `\(id)` already exists: see it with `valence customers show \(id)`")
    case .personTaken: self.init("the person already is another customer: name another person, or none")
    case .linked: self.init("the customer `\(id)` already is a person: see it with `valence customers show \(id)`")
    case .notForRole(let role):
      self.init("a customer is a person with the role person, not \(role.rawValue): name another person")
    case .companyIsNoPerson:
      self.init("only an individual is a person: use `valence accounts grant` for the accounts of a company")
    case .badName: self.init("a name has 1 to 160 characters, without control characters")
    case .badTaxNumber:
      self.init("--tax-number is not a valid INN of 12 digits for an individual or 10 digits for a company")
    case .badRegistrationCode: self.init("--registration-code is not a valid KPP, which only a company has")
    case .unknown: self.init("the customer `\(id)` does not exist")
    }
  }
}

extension BankServices {
  /// Returns the customer with this id in the bank's other systems.
  func customer(_ id: String) throws -> Customer {
    guard let customer = try customers.find(externalID: id) else {
      throw OperatorError("the customer `\(id)` does not exist: add it with `valence customers add \(id)`")
    }
    return customer
  }
}
