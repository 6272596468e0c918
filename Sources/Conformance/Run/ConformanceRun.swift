import Dispatch
import Synchronization

/// Asks a driver all cases of the claimed profiles.
package struct ConformanceRun: Sendable {
  /// The seconds within which a driver answers a case, before `slack`.
  private static let answerSeconds = 2

  private let kit: ConformanceKit
  private let command: String
  private let limit: Duration
  private let jobs: Int

  /// - Parameters:
  ///   - slack: The factor of all time limits, for busy machines.
  ///   - jobs: The number of drivers that run at the same time.
  package init(of kit: ConformanceKit, driver command: String, slack: Int, jobs: Int) {
    self.kit = kit
    self.command = command
    limit = .seconds(Self.answerSeconds * slack)
    self.jobs = jobs
  }

  /// Judges the client. Without `profiles` the client's own claims count.
  package func report(profiles chosen: [String]?) throws(DriverFailure) -> ConformanceReport {
    let introduction = try ClientDriver(command, limit: limit).introduction(kit: kit.version)
    let claimed = Set(chosen ?? introduction.profiles)
    let questions = kit.cases.filter { claimed.contains($0.profile) }
    let answered = outcomes(of: questions)
    let byID = Dictionary(answered.map { ($0.about.id, $0) }) { first, _ in first }
    return ConformanceReport(
      kit: kit, client: introduction.client, claimed: kit.profiles.filter(claimed.contains),
      unknown: introduction.profiles.filter { !kit.profiles.contains($0) },
      outcomes: kit.cases.map { byID[$0.id] ?? CaseOutcome($0, .notClaimed) })
  }

  /// Asks the questions with several drivers. Each driver takes the next question when it is ready.
  private func outcomes(of questions: [KitCase]) -> [CaseOutcome] {
    let next = Atomic(0)
    let outcomes = Mutex<[CaseOutcome]>([])
    DispatchQueue.concurrentPerform(iterations: max(1, min(jobs, questions.count))) { _ in
      let driver = ClientDriver(command, limit: limit)
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < questions.count else { return }
        let outcome = CaseOutcome(questions[index], driver.ask(questions[index]))
        outcomes.withLock { $0.append(outcome) }
      }
    }
    return outcomes.withLock { $0 }
  }
}
