import Definitions
import Authoring
import BankSystems
import Hosting
import Atoms
import ArgumentParser
import Conditions
import Dates
import FoundationEssentials
import JSON
import Operations
import HTTPClient
import Services

struct ServicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "services", abstract: "The bank's own systems, declared in config/services.",
    discussion: """
      EXAMPLES
        valence services list
        valence services check crm company 7707083893
        valence services record crm company 7707083893 --name sber
        valence services import openapi.json --service crm
      """,
    subcommands: [List.self, CheckSystem.self, Record.self, Import.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the services with their look-ups, facts, verifications, searches and senders.",
      discussion: """
        Settings that must come from the environment or a file are listed if they have no value.

        EXAMPLE
          valence services list
        """)

    @OptionGroup var place: ConfigurationPlace

    func run() throws {
      let catalog = try Catalog.loaded(from: "\(place.directory(of: []))/operations")
      let environment = ProcessInfo.processInfo.environment
      for system in catalog.systems {
        Output.line("\(system.name)  \(system.file.name)")
        var reported: [BankSystems.Reference.Missing] = []
        for reference in system.references {
          do throws(BankSystems.Reference.Missing) { _ = try reference.value(environment) } catch {
            if !reported.contains(error) { Output.line("  note: \(error)") }
            reported.append(error)
          }
        }
        for query in system.queries {
          let keys = query.keys.map { "\($0.name): \(Self.word(for: $0.type))" }.joined(separator: ", ")
          let head = "\(query.use.rawValue) \(query.name)\(keys.isEmpty ? "" : "(\(keys))")"
          Output.line("  \(head) -> \(Self.word(for: query.type))")
        }
        for effect in system.effects {
          let takes = effect.shape.inputs.map { $0.required ? $0.id : "\($0.id)?" }.joined(separator: ", ")
          Output.line("  effect \(effect.name)(\(takes))")
        }
        for sender in system.senders { Output.line("  sender \(sender.name)") }
      }
      if catalog.systems.isEmpty { Output.error("no services: \(place.directory(of: []))/services has no file") }
    }

    /// Returns the name of a type as service files spell it.
    private static func word(for type: ValueType) -> String { type == .boolean ? "boolean" : "\(type)" }
  }

  struct CheckSystem: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Queries a system and checks its answer against the declaration.",
      discussion: """
        Prints the request, the status, and the values that operations would see, or the field that does not fit.

        EXAMPLES
          valence services check crm company 7707083893
          valence services check crm loans --external-id C-1001
          valence services check crm address --one a-1

        Exit status: 0 if the answer fits, 1 otherwise.
        """)

    @OptionGroup var question: AskedQuestion

    func run() throws {
      let (outcome, _) = try question.outcome()
      for line in AskedQuestion.lines(of: outcome) { Output.line(line) }
      if !outcome.fits { throw ExitCode.failure }
    }
  }

  struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Queries a system and records its answer.",
      discussion: """
        The answer is appended to NAME.recorded.yaml next to the service file. For facts, verifications and queries \
        that read the person, letters and digits are replaced in the answer and in the key values, except in dates. \
        The person becomes the invented person C-1001. --hide does this for any other query. Review the file before \
        you share it.

        EXAMPLES
          valence services record crm company 7707083893 --name sber
          valence services record crm owner 540319872414 --hide
        """)

    @Option(help: "The name of the answer, for scenarios.") var name: String?
    @Flag(help: "Stores an answer about a person unchanged.") var plain = false
    @Flag(help: "Masks letters and digits in the answer and the key values, whatever the query.") var hide = false
    @OptionGroup var question: AskedQuestion

    func run() throws {
      let (outcome, found) = try question.outcome()
      guard let response = outcome.response else { throw OperatorError("no answer: \(outcome.finding)") }
      let path = found.system.file.name.dropLast(".yaml".count) + RecordedSystem.ending
      if plain, hide { throw OperatorError("--plain and --hide exclude each other") }
      let hides = hide || (found.query.isPersonal || found.query.use == .verification) && !plain
      do {
        let text = try Recording(of: response, to: outcome, named: name, hidingValues: hides).text
        let known = FileManager.default.contents(atPath: String(path)).map { String(decoding: $0, as: UTF8.self) }
        let file = try Recording.file(known, of: found.system.name, adding: text)
        try Data(file.utf8).write(to: URL(filePath: String(path)), options: .atomic)
      } catch let fault as Recording.Fault {
        throw OperatorError("\(path): \(fault)")
      }
      for line in AskedQuestion.lines(of: outcome) { Output.line(line) }
      Output.line("recorded in \(path)")
    }
  }

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Creates a service file from another system's OpenAPI document.",
      discussion: """
        Prints a look-up for each GET with single values and a JSON response, and a fact for each GET without \
        values. A POST may change something, so it is imported only if --path names it. Comments list the parts of \
        the document that a service file cannot express. Review the file: which keys a form has, and which values it \
        needs.

        The document must be OpenAPI 3.0 or 3.1 in JSON or YAML, without external references.

        EXAMPLES
          valence services import openapi.json > config/services/crm.yaml
          valence services import openapi.yaml --path '/companies/*' --path /rates --service crm

        Exit status: 1 if the document cannot be read or no operation fits, 0 otherwise.
        """)

    @Argument(help: "The OpenAPI document.") var document: String
    @Option(help: "A path of the document; `*` matches any text. May be repeated.") var path: [String] = []
    @Option(help: "The name of the service. Default: derived from the document's title.") var service: String?

    func run() throws {
      guard let bytes = FileManager.default.contents(atPath: document) else {
        throw OperatorError("\(document): cannot be read")
      }
      do {
        let made = try ServiceImport([UInt8](bytes), name: document, paths: path, service: service)
        if made.found == 0 { throw OperatorError("\(document): no GET or POST has such a path") }
        Output.line(String(made.text.dropLast()))
        let beyond = made.beyond > 0 ? "; \(made.beyond) more were skipped" : ""
        Output.error("operations: \(made.wholly) complete, \(made.partly) partial, \(made.not) not imported\(beyond)")
      } catch let fault as ServiceImport.Unreadable {
        throw OperatorError("\(fault)")
      }
    }
  }
}

/// A query to a system from the command line: the service, the query and the values of its keys.
struct AskedQuestion: ParsableArguments {
  @Argument(help: "The service.") var service: String
  @Argument(help: "The look-up, fact, verification or search.") var query: String
  @Argument(help: "The values of the keys, in the order of the file.") var values: [String] = []
  @Option(help: "The value of a search option, which `one` finds again; then only the keys of `key` follow.")
  var one: String?
  @Option(help: "The external id of the person, for queries that read `user.externalId`.") var externalId: String?
  @OptionGroup var place: ConfigurationPlace
  @OptionGroup var systems: SystemOptions
  @OptionGroup var zone: TimeZoneOption

  /// Queries the system, or its recorded answers.
  func outcome() throws -> (SystemTrial.Outcome, found: (system: BankSystem, query: DeclaredQuery)) {
    let catalog = try Catalog.loaded(from: "\(place.directory(of: []))/operations")
    guard let system = catalog.systems.first(where: { $0.name == service }) else {
      throw OperatorError(
        "unknown service `\(service)`\(suggestion(for: service, among: catalog.systems.map(\.name)))")
    }
    guard let named = system.queries.first(where: { $0.name == query }) else {
      let names = system.queries.map(\.name)
      throw OperatorError("\(service) has no query `\(query)`; it has \(names.listed)")
    }
    if one != nil, named.one == nil { throw OperatorError("--one: \(named.name) is not a search") }
    let asked = one.flatMap { _ in named.one } ?? named
    let given = (one.map { [$0] } ?? []) + values
    guard asked.keys.count == given.count else {
      let wanted = asked.keys.isEmpty ? "no value" : asked.keys.map { "`\($0.name)`" }.listed
      throw OperatorError("\(asked.name) takes \(wanted)")
    }
    let day = try zone.day
    let user: Value = ["externalId": externalId.map(Value.string) ?? .null]
    let keys = try zip(asked.keys, given).map(Self.value)
    let trial: SystemTrial
    do throws(SystemRequest.Fault) {
      trial = try SystemTrial(asked, of: system, keys, user: user, day)
    } catch {
      throw OperatorError("\(error)\(error.lacksExternalID ? ", add --external-id" : "")")
    }
    guard systems.services == .live else {
      let recorded = catalog.recordings.first { $0.name == service }
      guard let recorded else { throw OperatorError("\(service) has no recorded answers") }
      return (trial.outcome(recorded), (system, asked))
    }
    let client = try OutboundClient(policy: AddressPolicy(allowing: systems.servicesAllow))
    defer { client.stop() }
    do throws(BankSystems.Reference.Missing) {
      return (try trial.outcome(client, ProcessInfo.processInfo.environment), (system, asked))
    } catch {
      throw OperatorError("\(system.file.name): \(error)")
    }
  }

  /// Returns the value of a key as a form would supply it. Throws if the text is not a value of the
  /// key's type.
  private static func value(_ key: Field, _ text: String) throws -> Value {
    let value: Value? =
      switch key.type {
      case .integer: Int64(text).map(Value.integer)
      case .number: Decimal(plain: text).map(Value.decimal)
      case .boolean: ["true": true, "false": false][text]
      case .date: CivilDate(text).map { .string($0.description) }
      default: .string(text)
      }
    guard let value else {
      throw OperatorError(
        "`\(key.name)` takes \(key.type == .date ? "a date, YYYY-MM-DD" : key.type.noun), not `\(text)`")
    }
    return value
  }

  static func lines(of outcome: SystemTrial.Outcome) -> [String] {
    [outcome.request] + (outcome.body.map { ["  \($0)"] } ?? [])
      + [outcome.response.map { "status \($0.status), \($0.body.count) bytes" } ?? "no response"]
      + [
        outcome.fits ? outcome.finding : "\(outcome.response == nil ? "no answer" : "does not fit"): \(outcome.finding)"
      ]
  }
}
