import Hosting
import Platform
import Synchronization

/// Asks a driver all cases of the claimed profiles, and plays their sessions.
package struct ConformanceRun: Sendable {
  /// The seconds within which a driver answers a case, before `slack`.
  private static let answerSeconds = 2

  private let kit: ConformanceKit
  private let command: String
  private let limit: Duration
  private let slack: Int
  private let jobs: Int
  private let directory: String
  private let migrations: String

  /// - Parameters:
  ///   - directory: The directory of the kit, with the operations of sessions.
  ///   - migrations: The directory of migrations, for the databases of sessions.
  ///   - slack: The factor of all time limits, for busy machines.
  ///   - jobs: The number of drivers that run at the same time.
  package init(
    of kit: ConformanceKit, in directory: String, migrations: String, driver command: String, slack: Int, jobs: Int
  ) {
    self.kit = kit
    self.directory = directory
    self.migrations = migrations
    self.slack = slack
    self.command = command
    limit = .seconds(Self.answerSeconds * slack)
    self.jobs = jobs
  }

  /// Judges the client. Without `profiles` the client's own claims count.
  ///
  /// - Throws: `DriverFailure`, or an `OperatorError` if no bank can be started.
  package func report(profiles chosen: [String]?) throws -> ConformanceReport {
    let introduction = try ClientDriver(command, limit: limit).introduction(kit: kit.version)
    let claimed = Set(chosen ?? introduction.profiles)
    let questions = kit.cases.filter { claimed.contains($0.profile) }
    let played = kit.sessions.filter { claimed.contains($0.profile) }
    let answered = try outcomes(of: questions) + outcomes(of: played)
    let byID = Dictionary(answered.map { ($0.about.id, $0) }) { first, _ in first }
    return ConformanceReport(
      kit: kit, client: introduction.client, claimed: kit.profiles.filter(claimed.contains),
      unknown: introduction.profiles.filter { !kit.profiles.contains($0) },
      outcomes: kit.entries.map { byID[$0.id] ?? CaseOutcome($0, .notClaimed) })
  }

  /// Plays the sessions with these names, by default those of the client's profiles, and returns
  /// their requests. Throws the reason if the client fails in one of them.
  package func recordings(of names: [String]) throws -> [SessionRecording] {
    let introduction = try ClientDriver(command, limit: limit).introduction(kit: kit.version)
    let banks = try KitBanks(kit: directory, migrations: migrations)
    let chosen = kit.sessions.filter {
      names.isEmpty ? introduction.profiles.contains($0.profile) : names.contains($0.id)
    }
    return try chosen.map { session in
      let run = SessionRun(session, banks, driver: command, slack: slack)
      if case .fail(let reason, _) = run.outcome().verdict { throw OperatorError("\(session.id): \(reason)") }
      return SessionRecording(of: session.id, by: introduction.client, kit: kit.version, run.exchanges)
    }
  }

  /// Asks the questions with several drivers. Each driver takes the next question when it is ready.
  private func outcomes(of questions: [KitCase]) -> [CaseOutcome] {
    together(questions.count) {
      let driver = ClientDriver(command, limit: limit)
      return { CaseOutcome(questions[$0], driver.ask(questions[$0])) }
    }
  }

  /// Plays sessions, each with its own bank and driver.
  private func outcomes(of sessions: [KitSession]) throws -> [CaseOutcome] {
    if sessions.isEmpty { return [] }
    let banks = try KitBanks(kit: directory, migrations: migrations)
    return together(sessions.count) {
      { SessionRun(sessions[$0], banks, driver: command, slack: slack).outcome() }
    }
  }

  /// Calls a worker for each number below `count`. Each thread makes its own worker.
  ///
  /// The threads mostly wait, so their number does not depend on the processors.
  private func together(
    _ count: Int, worker: @escaping @Sendable () -> (Int) -> CaseOutcome
  ) -> [CaseOutcome] {
    let progress = Progress()
    let run: @Sendable () -> Void = {
      let work = worker()
      while true {
        let index = progress.next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let outcome = work(index)
        progress.outcomes.withLock { $0.append(outcome) }
      }
    }
    let threads = (1..<max(1, min(jobs, count))).compactMap { _ in try? BackgroundThread(named: "kit driver", run) }
    run()
    for thread in threads { thread.join() }
    return progress.outcomes.withLock { $0 }
  }

  /// The state that the threads of a run share.
  private final class Progress: Sendable {
    let next = Atomic(0)
    let outcomes = Mutex<[CaseOutcome]>([])
  }
}
