import Hosting
import ArgumentParser
import FoundationEssentials
import JSON
import Model
import Operations
import Services

struct ProvidersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "providers", abstract: "Adds, lists, disables and enables providers of services.",
    discussion: """
      EXAMPLES
        valence providers add heating.json
        valence providers disable teploset
      """,
    subcommands: [Add.self, List.self, ProviderSwitch.Disable.self, ProviderSwitch.Enable.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a provider from a JSON file.",
      discussion: """
        The members are those of `GET /providers/{id}`: `id`, `title`, `kind` (`amount` or `meters`), `category`, \
        `payee` with `name`, `inn`, `bic` and `account`, `least`, `most`, `account` and optionally `fields`. A field \
        has `caption` with `ru` and `en`, and optionally `hint`, `mask`, `pattern`, `length` and `keyboard`.

        EXAMPLE
          valence providers add heating.json
        """)

    @Argument(help: "The path of the file; - for standard input.") var file: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let bytes =
        file == "-" ? FileManager.default.contents(atPath: "/dev/stdin") : FileManager.default.contents(atPath: file)
      guard let bytes else { throw OperatorError("cannot read \(file)") }
      let document: Value
      do { document = try Value(reading: Array(bytes)) } catch { throw OperatorError("\(file) is not JSON: \(error)") }
      let provider = try ProviderDocument(document).provider()
      if let fault = ProviderMasks.faults(of: provider).first { throw OperatorError(fault.message) }
      let services = try audited.services(for: Self.self, data)
      try ProvidersCommand.reporting { try services.providers.register(provider).wait() }
      Output.line("added \(provider.id), \(provider.title)")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists providers in the order of their ids.",
      discussion: """
        EXAMPLE
          valence providers list --limit 50
        """)

    @Option(help: "The id after which the list begins.") var after: String?
    @Option(1...10_000, "providers", help: "Maximum number of providers.") var limit = 100
    @OptionGroup var data: DataOptions

    func run() throws {
      let page = try data.database.readingServices().providers.register(after: after, limit: limit)
      for found in page.elements {
        let provider = found.record
        Output.line(
          "\(provider.id)  \(provider.kind.rawValue)  \(provider.category.rawValue)  \(provider.title)  "
            + (found.disabled ? "disabled" : "enabled"))
      }
      if let next = page.next { Output.line("more: --after \(next)") }
    }
  }

  /// Runs `work`, and reports a rejected change with its remedy.
  static func reporting<Result>(_ work: () throws -> Result) throws -> Result {
    do { return try work() } catch let error as ProviderError { throw OperatorError(error) } catch is PersonErased {
      throw OperatorError("the data of the person were erased")
    }
  }
}

enum ProviderSwitch {
  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Disables payments to a provider.",
      discussion: """
        EXAMPLE
          valence providers disable teploset
        """)

    @Argument(help: "The provider's id.") var id: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws { try ProviderSwitch.set(true, id, try audited.database(for: Self.self, data)) }
  }

  struct Enable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Enables payments to a disabled provider.",
      discussion: """
        EXAMPLE
          valence providers enable teploset
        """)

    @Argument(help: "The provider's id.") var id: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws { try ProviderSwitch.set(false, id, try audited.database(for: Self.self, data)) }
  }

  private static func set(_ disabled: Bool, _ id: String, _ database: BankDatabase) throws {
    try database.requireDatabase()
    let services = try database.services()
    try ProvidersCommand.reporting { try services.providers.change(id, disabled: disabled).wait() }
    Output.line("\(disabled ? "disabled" : "enabled") \(id)")
  }
}

/// A provider as a JSON document.
private struct ProviderDocument {
  private let value: Value

  init(_ value: Value) { self.value = value }

  /// Returns the provider. Throws an `OperatorError` with the first missing or malformed member.
  func provider() throws -> Provider {
    guard let kind = Provider.Kind(rawValue: try text("kind")) else { throw fault("kind") }
    guard let category = Provider.Category(rawValue: try text("category")) else { throw fault("category") }
    let payee = Self(value["payee"] ?? .null)
    guard let bic = BIC(try payee.text("bic")) else { throw fault("payee.bic") }
    guard let account = AccountNumber(try payee.text("account")) else { throw fault("payee.account") }
    guard let least = Money(try text("least"), .rub) else { throw fault("least") }
    guard let most = Money(try text("most"), .rub) else { throw fault("most") }
    return Provider(
      id: try text("id"), title: try text("title"), kind: kind, category: category,
      payee: Provider.Payee(name: try payee.text("name"), inn: try payee.text("inn"), bic: bic, account: account),
      minimum: least, maximum: most, account: try Self(value["account"] ?? .null).field(),
      fields: try (value["fields"]?.array ?? []).map { try Self($0).field() })
  }

  private func field() throws -> ProviderField {
    ProviderField(
      caption: try Self(value["caption"] ?? .null).words(), hint: try value["hint"].map { try Self($0).words() },
      mask: value["mask"]?.string, pattern: value["pattern"]?.string, length: value["length"]?.integer.map { Int($0) },
      keyboard: value["keyboard"]?.string)
  }

  private func words() throws -> ProviderField.Text { ProviderField.Text(ru: try text("ru"), en: try text("en")) }

  private func text(_ member: String) throws -> String {
    guard let text = value[member]?.string else { throw fault(member) }
    return text
  }

  private func fault(_ member: String) -> OperatorError {
    OperatorError("the member `\(member)` of the provider is missing or malformed")
  }
}

extension OperatorError {
  /// Creates the error for a rejected change of a provider or a meter.
  fileprivate init(_ error: ProviderError) {
    switch error {
    case .badID: self.init("the id of a provider has 1 to 64 lower-case Latin letters, digits and hyphens")
    case .taken: self.init("the provider already exists: list them with `valence providers list`")
    case .bad(let member): self.init("`\(member)` is missing, malformed or out of range")
    case .unknown: self.init("the provider does not exist or is disabled: list them with `valence providers list`")
    case .unchanged: self.init("it already has this state")
    case .meterTaken: self.init("the meter already exists: list them with `valence meters list`")
    case .meterUnknown: self.init("the meter does not exist: list them with `valence meters list`")
    case .withoutMeters: self.init("the provider is paid by amounts and has no meters")
    }
  }
}
