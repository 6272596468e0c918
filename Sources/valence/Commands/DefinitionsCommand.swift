import Hosting
import ArgumentParser
import Dispatch
import Definitions
import Model
import Operations
import Services

struct DefinitionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "definitions",
    abstract: "Sets of definitions in the database, for servers with --definitions database.",
    discussion: """
      A set contains everything that a configuration directory defines: operations, fragments, kinds, locales, screens, \
      flows, routes, services, tables and calendar.yaml. Its hash depends only on paths and contents. One set is \
      active, and every server of the database serves it.

      EXAMPLES
        valence definitions put config
        valence definitions activate 3f0c9e2a81d4
        valence definitions list
        valence definitions rollback
      """,
    subcommands: [Put.self, List.self, Activate.self, Rollback.self])

  struct Put: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Checks a configuration directory as `valence check` does, and stores its definitions as a set.",
      discussion: """
        A set with faults is not stored. Storing a set changes nothing for people: `valence definitions activate` \
        puts it in service. A set with the same files is stored only once.

        EXAMPLE
          valence definitions put config --database postgresql://valence@db.bank/valence

        Exit status: 0 if the set is stored, also if it already was; 1 with errors.
        """)

    @Argument(help: "The configuration directory.") var directory: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      let place = directory.count > 1 && directory.hasSuffix("/") ? String(directory.dropLast()) : directory
      let files = try StoredFiles(readableDirectory: place)
      let contents = files.contents
      guard contents.files.count <= SetContents.maxFiles, contents.bytes <= SetContents.maxBytes else {
        throw OperatorError(
          """
          \(place): \(counted(contents.files.count, "file")) of \(contents.bytes) bytes, but a set has at most \
          \(SetContents.maxFiles) files of \(SetContents.maxBytes) bytes: remove files that are not served
          """)
      }
      let result = try CheckResult(of: files)
      result.print()
      if result.isFaulty { throw ExitCode.failure }
      let isNew = try database.services().definitionSets.put(contents).wait()
      let what = "\(contents.hash.short) (\(contents.hash)), \(counted(contents.files.count, "file"))"
      Output.line(isNew ? "stored \(what)" : "already stored: \(what)")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the stored sets, the newest first, and the live servers with what they serve.",
      discussion: """
        A server is live if it reported its state within the last five seconds. If a server cannot load the active \
        or the proposed set, its first faults are shown.

        EXAMPLE
          valence definitions list --database postgresql://valence@db.bank/valence
        """)

    @OptionGroup var data: DataOptions

    func run() throws {
      let sets = try data.database.readingServices().definitionSets
      let (standing, previous, all) = (try sets.standing(), try sets.previous(), try sets.all())
      for set in all {
        var notes: [String] = []
        if let active = standing.active, active.set == set.hash, let since = active.activated {
          notes.append("active since \(since)")
        }
        if standing.pending?.set == set.hash { notes.append("proposed") }
        if previous?.set == set.hash { notes.append("previously active") }
        let words = ["stored \(set.stored)", counted(set.files, "file")] + notes
        Output.line("\(set.hash.short)  \(words.joined(separator: "  "))")
      }
      if all.isEmpty { Output.error("no sets: `valence definitions put DIRECTORY` stores one") }
      let servers = try sets.servers()
      for server in servers { Output.line(Self.line(of: server, standing)) }
      if servers.isEmpty { Output.line("no live server reads its definitions from this database") }
    }

    private static func line(of server: SharingServer, _ standing: DefinitionSets.Standing) -> String {
      var words = ["server \(server.name)"]
      switch standing.active {
      case let active? where active.number == server.serving: words.append("serves \(active.set.short)")
      case let active?: words.append("does not serve \(active.set.short) yet")
      case nil: break
      }
      let judged = [standing.pending, standing.active].compactMap(\.self).first { $0.number == server.judged }
      if let judged, let fault = server.fault {
        words.append("cannot load \(judged.set.short): \(fault)")
      } else if let pending = standing.pending {
        words.append(server.hasLoaded(pending) ? "has loaded \(pending.set.short)" : "loads \(pending.set.short)")
      }
      return words.joined(separator: "  ")
    }
  }

  struct Activate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Puts a stored set in service on all servers after each live server has loaded it.",
      discussion: """
        Each live server loads the set in addition to the active one, with its own secrets, and reports the result. \
        Then the set becomes active in one transaction, and each server serves it within about a second, between two \
        requests. If a server cannot load it or does not report in time, nothing changes. Open forms are validated \
        by the version from which they were drawn.

        EXAMPLES
          valence definitions activate 3f0c9e2a81d4
          valence definitions activate 3f0c9e2a --timeout 120

        Exit status: 0 if the set is active, also if it already was; 1 otherwise.
        """)

    @Argument(help: "The set: its hash, or a unique prefix of at least eight digits.")
    var hash: String
    @OptionGroup var waiting: ActivationOptions
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      let sets = try database.services().definitionSets
      do {
        try ActivationRun(sets, waiting.timeout).activate(try sets.find(hash), as: .definitionsActivated)
      } catch let error as SetError {
        throw OperatorError(error)
      }
    }
  }

  struct Rollback: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Puts the previously active set in service again, in the same way as `activate`.",
      discussion: """
        EXAMPLE
          valence definitions rollback
        """)

    @OptionGroup var waiting: ActivationOptions
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      let sets = try database.services().definitionSets
      guard let previous = try sets.previous() else {
        throw OperatorError("no other set was active before: `valence definitions list` shows the stored sets")
      }
      do {
        try ActivationRun(sets, waiting.timeout).activate(previous.set, as: .definitionsRolledBack)
      } catch let error as SetError {
        throw OperatorError(error)
      }
    }
  }
}

/// The time limit of an activation.
struct ActivationOptions: ParsableArguments {
  @Option(1...3600, "seconds", help: "The time limit for the servers to load the set.")
  var timeout = 30
}

/// One activation. It proposes a set to the servers, and ends when the set is active or rejected.
struct ActivationRun {
  /// The interval at which the state of the servers is read.
  private static let pause: DispatchTimeInterval = .milliseconds(100)
  /// The time limit for servers to put an active set in service.
  private static let swap: Duration = .seconds(5)

  private let sets: DefinitionSets
  private let timeout: Duration
  private let seconds: Int

  /// Creates a run that waits at most `seconds` for the servers to load the set.
  init(_ sets: DefinitionSets, _ seconds: Int) {
    (self.sets, self.seconds, timeout) = (sets, seconds, .seconds(seconds))
  }

  /// Activates a set. Throws an `OperatorError` with the servers and their faults if a server
  /// cannot load it.
  func activate(_ set: SetHash, as event: AuditEvent) throws {
    if let active = try sets.standing().active, active.set == set {
      return Output.line("\(set.short) is already active")
    }
    do {
      // Without a live server, only this check detects a set that was written to the database
      // without `put`.
      _ = try SharedDefinitions.read(set, from: sets, over: nil)
    } catch Catalog.Failure.faults(let faults) {
      throw OperatorError(faults: faults, of: "the definitions of \(set.short)")
    }
    let proposal = try sets.propose(set).wait()
    do {
      try settle(proposal, as: event)
    } catch {
      // If this fails, the proposal expires within seconds.
      try? sets.withdraw(proposal).wait()
      throw error
    }
    Output.line("activated \(set.short) (\(set))")
    try reportSwap(proposal)
  }

  private static func rest() { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + pause) }

  /// Waits until each live server has loaded the set, and activates it.
  private func settle(_ proposal: SetActivation, as event: AuditEvent) throws {
    let began = ContinuousClock.now
    var renewed = began
    while true {
      let servers = try sets.servers()
      let faulty = servers.filter { $0.judged == proposal.number && $0.fault != nil }
      if !faulty.isEmpty { throw Self.refusal(of: proposal, faulty) }
      var missing = servers.filter { !$0.hasLoaded(proposal) }
      if missing.isEmpty {
        do {
          return try sets.activate(proposal, as: event).wait()
        } catch SetError.notLoaded(let newcomers) {
          missing = newcomers
        }
      }
      let now = ContinuousClock.now
      guard now - began < timeout else {
        let names = missing.map(\.name).joined(separator: ", ")
        throw OperatorError(
          """
          not loaded within \(counted(seconds, "second")) by \(names): nothing was activated. Check the log of that \
          server, or increase --timeout
          """)
      }
      if now - renewed >= .seconds(1) {
        renewed = now
        try sets.renew(proposal).wait()
      }
      Self.rest()
    }
  }

  private static func refusal(of proposal: SetActivation, _ servers: [SharingServer]) -> OperatorError {
    let reported = servers.map { "\($0.name) cannot load \(proposal.set.short):\n\($0.fault ?? "")" }
    return OperatorError(
      (reported + ["nothing was activated: correct the set or the server's settings, and activate it again"])
        .joined(separator: "\n"))
  }

  /// Waits a few seconds for the live servers to serve the active set, and prints how many do.
  private func reportSwap(_ active: SetActivation) throws {
    let end = ContinuousClock.now + Self.swap
    while true {
      let servers = try sets.servers()
      let late = servers.filter { $0.serving < active.number }
      if late.isEmpty || ContinuousClock.now >= end {
        Output.line("served by \(servers.count - late.count) of \(counted(servers.count, "live server"))")
        for server in late { Output.line("not yet by \(server.name): `valence definitions list` shows the reason") }
        return
      }
      Self.rest()
    }
  }
}
