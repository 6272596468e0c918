import DemoData
import JSON
import Model
import Synchronization

/// Plays a session with a driver and judges it.
struct SessionRun {
  private let session: KitSession
  private let banks: KitBanks
  private let driver: ClientDriver
  private let slack: Int
  private let log = ExchangeLog()

  /// The seconds within which a driver does a step, before `slack`.
  static let stepSeconds = 10
  /// The seconds for which an answer waits for another one.
  private static let patience: Duration = .seconds(5)

  init(_ session: KitSession, _ banks: KitBanks, driver command: String, slack: Int) {
    self.session = session
    self.banks = banks
    self.slack = slack
    driver = ClientDriver(command, limit: .seconds(Self.stepSeconds * slack))
  }

  /// The reason why a session ended early.
  private struct Interruption: Error {
    let reason: String
  }

  /// The exchanges of the session so far.
  var exchanges: [RecordedExchange] { log.exchanges }

  /// Plays the session. Its bank and driver end with it.
  func outcome() -> CaseOutcome {
    let failed = Mutex<String?>(nil)
    do {
      let bank = try banks.bank()
      defer { bank.stop() }
      let session = RelayedSession(faults: session.faults, log: log) { name in
        do { try bank.change(to: name) } catch { failed.withLock { $0 = "cannot use the version \(name): \(error)" } }
      }
      let relay = ExchangeRelay(to: bank.port, patience: Self.patience * slack) { _ in .forward(session) }
      let proxy = try FaultProxy(relay)
      defer { proxy.stop() }
      let look = try play(at: proxy.port)
      if let reason = failed.withLock({ $0 }) { return outcome(reason, nil) }
      let evidence = SessionEvidence(
        exchanges: log.exchanges, stored: try bank.storedSubmissions(), look: look, slack: slack)
      for judgement in self.session.judgements {
        guard let failure = evidence.failure(of: judgement) else { continue }
        let rule = failure.rule.map { "\($0): " } ?? ""
        return outcome("\(rule)\(failure.reason)", failure.exchange)
      }
      return CaseOutcome(self.session.entry, .pass)
    } catch let interruption as Interruption {
      return outcome(interruption.reason, log.exchanges.last)
    } catch {
      return outcome("the session cannot be started: \(error)", nil)
    }
  }

  private func outcome(_ reason: String, _ exchange: RecordedExchange?) -> CaseOutcome {
    CaseOutcome(session.entry, .fail(reason, found: exchange?.report))
  }

  /// Does all steps. Returns what the client shows at the end.
  private func play(at port: UInt16) throws(Interruption) -> Object {
    _ = try ask(
      "start",
      [
        "server": .string("http://127.0.0.1:\(port)"), "open": .string(session.address), "language": "en",
        "login": .string(banks.access.login), "password": .string(banks.access.password),
      ])
    for step in session.steps { try take(step) }
    let look = try ask("look", Object())
    _ = try ask("quit", Object())
    return look
  }

  private func take(_ step: SessionStep) throws(Interruption) {
    switch step {
    case .ask(let function, let arguments): _ = try ask(function, arguments)
    case .logIn(let isOther):
      let access = isOther ? KitBanks.other : (login: banks.access.login, password: banks.access.password)
      _ = try ask("login", ["login": .string(access.login), "password": .string(access.password)])
    case .enterCodes(let areRight):
      let outline = try ask("look", Object())["outline"]?.array ?? []
      let drawn = Set(outline.compactMap { $0["atom"]?.string })
      let asked = banks.access.matrix.filter { drawn.contains($0.key.rawValue) }
      if asked.isEmpty { throw Interruption(reason: "the client shows no input for a code of the matrix") }
      for (cell, code) in asked.sorted(by: { $0.key < $1.key }) {
        let text = areRight ? code : code == "0000" ? "0001" : "0000"
        _ = try ask("enter", ["at": .string(cell.rawValue), "text": .string(text)])
        _ = try ask("leave", ["at": .string(cell.rawValue)])
      }
    case .expect(let document):
      let faults = document.faults(in: try ask("look", Object()))
      if let fault = faults.first { throw Interruption(reason: "the client \(fault)") }
    case .await(let reference):
      // After a `reset`, a client waits up to ten seconds.
      let limit = Duration.seconds(2 * Self.stepSeconds * slack)
      let hasCome = log.wait(upTo: limit) { exchanges in
        exchanges.contains { $0.point == reference.point && $0.number == reference.number ?? 1 }
      }
      if !hasCome { throw Interruption(reason: "the client has not sent \(reference)") }
    }
  }

  private func ask(_ function: String, _ arguments: Object) throws(Interruption) -> Object {
    switch driver.ask(function, arguments) {
    case .result(let result): return result
    case .skip(let reason): throw Interruption(reason: "skipped `\(function)` in a claimed profile: \(reason)")
    case .error(let text): throw Interruption(reason: "the client failed at `\(function)`: \(text)")
    case .failure(let text): throw Interruption(reason: "`\(function)`: \(text)")
    }
  }
}
