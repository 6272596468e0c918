import Hosting
import Model
import BankSystems
import Atoms
import Dates
import Texts
import API
import Authoring
import ArgumentParser
import JSON
import Operations
import Services

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draws an operation as a person sees it on a day.",
    discussion: """
      With --as, the person's accounts and the directories are read from the database. Without it, \
      accounts and the answers of directories are empty. Values from --set are validated as after editing has ended.

      An operation with pages is drawn with all pages below each other, followed by its review.

      EXAMPLES
        valence show pp.quick
        valence show gift.yaml
        valence show pp.quick --set bic=044525225 --set amount=100.50 --as demo --language en
        valence show company.open --page company
        valence show company.open --page review
      """)

  @Argument(help: "The operation's id, or the path of its file.") var operation: String

  @Option(
    help: ArgumentHelp(
      "An entered value, as in --set amount=100.50; JSON if it begins with [ or {.", valueName: "id=value"
    ))
  var set: [String] = []

  @Option(
    help: ArgumentHelp("The only page to draw of an operation with pages, or \(FormPage.review).", valueName: "page"))
  var page: String?

  @Option(name: .customLong("as"), help: ArgumentHelp("The login of the person who sees it.", valueName: "login"))
  var login: String?

  @Option(help: ArgumentHelp("The day, YYYY-MM-DD. Default: today.", valueName: "date"))
  var on: String?

  @Option(
    help: ArgumentHelp(
      "The language: \(Language.allCases.map(\.rawValue).joined(separator: " or ")).", valueName: "language"))
  var language = Language.standard.rawValue

  @Option(
    help: ArgumentHelp(
      "The directory with operations/*.yaml. Default: the directory that contains the file, or config.",
      valueName: "directory"))
  var config: String?

  @OptionGroup var kinds: LibraryOption
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let (operation, catalog, calendar) = try Catalog.finding(operation, in: config)
    guard let language = Language(rawValue: language) else {
      throw OperatorError(
        "--language: `\(language)` is not a language; use one of \(Language.allCases.map(\.rawValue).listed)")
    }
    let world = try world(in: language, RecordedAnswers(catalog.recordings), calendar)
    let values = try values(for: operation)
    let review = ReviewText(of: operation, values, in: language, world)
    let group = try group(of: operation)
    if page == FormPage.review {
      for line in review?.lines ?? [] { Output.line(line) }
      return
    }
    var evaluation = Evaluation(operation, Question(values: values), in: language, world)
    var writer = Writer()
    evaluation.writeTree(to: &writer, links: Links(of: operation), in: language)
    let tree = try Value(reading: writer.bytes)
    let question = Question(values: values, changed: Self.paths(in: values), commit: true)
    var judging = Evaluation(operation, question, in: language, world)
    var states = Writer()
    judging.writeStates(to: &states, in: language)
    let judged = try Value(reading: states.bytes).object ?? Object()
    for line in TreeText(judged: judged).lines(of: tree, only: group) { Output.line(line) }
    guard page == nil, let review else { return }
    for line in [""] + review.summary { Output.line(line) }
  }

  /// Returns the id of the group of the chosen page; nil without a page, and for the review.
  private func group(of operation: Operation) throws -> String? {
    guard let page else { return nil }
    guard !operation.pages.isEmpty else {
      throw OperatorError("--page requires an operation with pages, and \(operation.id) has none")
    }
    let review = operation.pages.review == nil ? [] : [FormPage.review]
    if review.contains(page) { return nil }
    guard operation.pages[page] != nil else {
      let ids = operation.pages.all.map(\.id) + review
      let hint = suggestion(for: page, among: ids)
      throw OperatorError(
        "--page: \(operation.id) has no page `\(page)`\(hint.isEmpty ? "; there is \(ids.listed)" : hint)")
    }
    return FormPage.group(of: page)
  }

  /// Returns the paths of all entered values, including those in items of repeats.
  private static func paths(in values: Object, of prefix: String = "") -> [String] {
    values.members.flatMap { member in
      let path = prefix + member.name
      let items = (member.value.array ?? []).enumerated().flatMap { index, item in
        item.object.map { paths(in: $0, of: "\(path)[\(index)].") } ?? []
      }
      return [path] + items
    }
  }

  private func values(for operation: Operation) throws -> Object {
    var values = Object()
    for pair in set {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw OperatorError("--set takes id=value, not `\(pair)`") }
      guard let place = operation.place(of: parts[0]), let input = operation.atoms[place].input else {
        let ids = operation.atoms.filter { $0.input != nil }.map(\.id)
        let hint = suggestion(for: parts[0], among: ids)
        throw OperatorError("--set: `\(parts[0])` is not an input of \(operation.id)\(hint)")
      }
      if parts[1].hasPrefix("[") || parts[1].hasPrefix("{") {
        do { values[parts[0]] = try Value(reading: Array(parts[1].utf8)) } catch {
          throw OperatorError("--set \(parts[0]): \(error)")
        }
      } else {
        let value = input.posted(parts[1])
        values[parts[0]] = operation.atoms[place].isMultiple ? .array([value]) : value
      }
    }
    return values
  }

  private func world(in language: Language, _ recorded: RecordedAnswers, _ calendar: BusinessCalendar) throws
    -> PreviewEnvironment
  {
    let zone = BankDay(timeZone: BankDay.standardZone)
    let today = on ?? zone?.day(at: Instant.systemNow) ?? ""
    guard CivilDate(today) != nil else { throw OperatorError("--on takes a date, YYYY-MM-DD, not `\(today)`") }
    guard let login else {
      return PreviewEnvironment(
        recorded: recorded, calendar: calendar, today: today, language: language, warn: Output.error)
    }
    let services = try audited.database(for: Self.self, data, flags: ["--as"]).existingServices()
    guard let person = try services.users.find(login: login) else {
      throw OperatorError("no person has the login `\(login)`")
    }
    return PreviewEnvironment(
      person: person, services: services, recorded: recorded, calendar: calendar, today: today,
      month: CivilDate(today).flatMap { day in zone.flatMap { $0.monthStart(at: $0.start(of: day)) } },
      language: language, warn: Output.error)
  }
}

extension Catalog {
  /// Returns the operation with this id. Throws an `OperatorError` that suggests the most similar
  /// id.
  func operation(_ id: String) throws -> Operation {
    if let operation = self[id] { return operation }
    throw OperatorError("unknown operation `\(id)`\(suggestion(for: id, among: operations.map(\.id)))")
  }
}

struct Graph: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes the dependencies of an operation as Graphviz DOT.",
    discussion: """
      Boxes are atoms, ellipses are answers of look-ups, cylinders are facts of the person. An arrow leads from a \
      source to its reader. It is solid if a value or visibility depends on the source, dashed if only captions, \
      options or the required state do, and dotted if only a check does.

      EXAMPLE
        valence graph pp.quick | dot -Tsvg -o pp.quick.svg
      """)

  @Argument(help: "The operation's id, or the path of its file.") var operation: String

  @Option(
    help: ArgumentHelp(
      "The directory with operations/*.yaml. Default: the directory that contains the file, or config.",
      valueName: "directory"))
  var config: String?

  @OptionGroup var kinds: LibraryOption

  func run() throws {
    Output.line(try Catalog.finding(operation, in: config).operation.graphviz)
  }
}
