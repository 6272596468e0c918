import Hosting
import ArgumentParser
import Dates
import Model
import Services

struct MetersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meters", abstract: "Adds, lists, disables and enables meters of people's numbers at providers.",
    discussion: """
      EXAMPLES
        valence meters add anna gorvodokanal 1234567890 0041573 --caption 'Холодная вода' --unit м³ --tariff 65.77 --reading 142.5
        valence meters list gorvodokanal 1234567890
      """,
    subcommands: [Add.self, List.self, MeterSwitch.Disable.self, MeterSwitch.Enable.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a meter, and links the person to the number at the provider.",
      discussion: """
        EXAMPLE
          valence meters add anna gorvodokanal 1234567890 0041573 --caption 'Холодная вода' --unit м³ --tariff 65.77 --reading 142.5
        """)

    @Argument(help: "The login or the external id of the person.") var person: String
    @Argument(help: "The provider's id.") var provider: String
    @Argument(help: "The person's number at the provider.") var account: String
    @Argument(help: "The number of the meter.") var number: String
    @Option(help: "The measured quantity, such as 'Холодная вода'.") var caption: String
    @Option(help: "The unit, such as м³.") var unit: String
    @Option(0...6, help: "Decimal places of a reading.") var places = 3
    @Option(help: "The price of one unit in roubles.") var tariff: String
    @Option(help: "The last paid reading.") var reading: String
    @Option(help: "The day of the reading, such as 2026-11-27. Default: today.") var readOn: String?
    @Option(help: "The person's name for the number.") var accountCaption = "Квартира"
    @OptionGroup var zone: TimeZoneOption
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.services(for: Self.self, data)
      let person = try services.person(person)
      guard let tariff = Quantity(tariff) else { throw OperatorError("--tariff is not a price such as 65.77") }
      guard let reading = Quantity(reading) else { throw OperatorError("--reading is not a number such as 142.5") }
      let day = try zone.day
      guard let date = readOn.map({ CivilDate($0) }) ?? day.date(at: services.clock()) else {
        throw OperatorError("--read-on is not a day such as 2026-11-27")
      }
      let meter = Meter(
        provider: provider, account: account, number: number, caption: caption, unit: unit, places: places,
        tariff: tariff, reading: reading, readOn: date, used: nil)
      try ProvidersCommand.reporting {
        try services.providers.add(meter, of: person.id, caption: accountCaption).wait()
      }
      Output.line("added meter \(number) of \(person.login) at \(provider)")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the meters of a number at a provider.",
      discussion: """
        EXAMPLE
          valence meters list gorvodokanal 1234567890
        """)

    @Argument(help: "The provider's id.") var provider: String
    @Argument(help: "The number at the provider.") var account: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let services = try audited.database(for: Self.self, data).existingServices()
      for found in try services.providers.meters(of: account, at: provider) {
        let meter = found.record
        Output.line(
          "\(meter.number)  \(meter.caption)  \(meter.reading) \(meter.unit) on \(meter.readOn)  tariff \(meter.tariff)  "
            + (found.disabled ? "disabled" : "enabled"))
      }
    }
  }
}

enum MeterSwitch {
  struct Disable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Hides a meter, which then takes no readings.",
      discussion: """
        EXAMPLE
          valence meters disable gorvodokanal 1234567890 0041573
        """)

    @OptionGroup var meter: MeterArguments

    func run() throws { try meter.set(true, by: Self.self) }
  }

  struct Enable: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Shows a disabled meter again.",
      discussion: """
        EXAMPLE
          valence meters enable gorvodokanal 1234567890 0041573
        """)

    @OptionGroup var meter: MeterArguments

    func run() throws { try meter.set(false, by: Self.self) }
  }

  struct MeterArguments: ParsableArguments {
    @Argument(help: "The provider's id.") var provider: String
    @Argument(help: "The number at the provider.") var account: String
    @Argument(help: "The number of the meter.") var number: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func set<Command: ParsableCommand>(_ disabled: Bool, by command: Command.Type) throws {
      let database = try audited.database(for: command, data)
      try database.requireDatabase()
      let services = try database.services()
      try ProvidersCommand.reporting {
        try services.providers.change(number, of: account, at: provider, disabled: disabled).wait()
      }
      Output.line("\(disabled ? "disabled" : "enabled") meter \(number) at \(provider)")
    }
  }
}
