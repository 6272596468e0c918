import Atoms
import Dates
package import SourceText
import JSON
import Model
import Services
import HTTPClient

/// Warnings about recorded answers that no declared request gets, or that the declarations cannot
/// use.
package enum RecordedReview {
  /// A declared request, with the reason why a recorded outcome cannot be used as its answer.
  private struct Declared {
    let request: SystemRequest
    /// The declaration in messages, such as `lookup company`.
    let noun: String
    let fault: (RecordedSystem.Outcome, Value?) -> String?
  }

  /// The maximum number of requests in a message.
  private static let maxListed = 5

  /// Returns the warnings for all recorded answers. The service files must have no faults.
  package static func findings(of recordings: [RecordedSystem], against systems: [BankSystem]) -> Diagnostics {
    var (findings, places) = (Diagnostics(), [String: Location]())
    for recording in recordings {
      if let first = places[recording.name] {
        findings.warning(
          .recordedAnswers,
          "answers of `\(recording.name)` are already recorded in \(first.file.name), so these are never used",
          at: recording.location)
        continue
      }
      places[recording.name] = recording.location
      guard let system = systems.first(where: { $0.name == recording.name }) else { continue }
      let declared = declared(system)
      for exchange in recording.exchanges { check(exchange, of: system, declared, &findings) }
      noteHidden(recording.exchanges, &findings)
    }
    return findings
  }

  private static func check(
    _ exchange: RecordedSystem.Exchange, of system: BankSystem, _ declared: [Declared], _ findings: inout Diagnostics
  ) {
    let recorded = RecordedRequest(method: exchange.method, target: exchange.target)
    let onPath = declared.filter { recorded.hasPath(of: $0.request) }
    let sent = onPath.filter { $0.request.method == exchange.method }
    guard !sent.isEmpty else {
      let others = onPath.isEmpty ? declared : onPath
      let isEncoded = exchange.target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      findings.warning(
        .recordedAnswers,
        "no request of service `\(system.name)` is `\(exchange.method) \(exchange.target)`: "
          + (isEncoded ? listed(others) : "write its values percent-encoded, such as %20 for a space"),
        at: exchange.location)
      return
    }
    let asked = sent.filter { recorded.hasQuery(of: $0.request) }
    guard !asked.isEmpty else {
      findings.warning(
        .recordedAnswers,
        "no request has the query of `\(exchange.method) \(exchange.target)`: \(listed(sent)), with the parameters in "
          + "this order and percent-encoded", at: exchange.location)
      return
    }
    let reasons = asked.map { declared in
      exchange.body.flatMap { RecordedRequest.mismatch(of: $0, with: declared.request.body) }
    }
    if let reason = reasons[0], !reasons.contains(where: { $0 == nil }) {
      findings.warning(.recordedAnswers, "no request matches `with`: \(reason)", at: exchange.location)
      return
    }
    let body = exchange.outcome.body.isEmpty ? nil : try? Value(reading: exchange.outcome.body)
    let users = zip(asked, reasons).filter { $0.1 == nil }.map(\.0)
    let faults = users.map { $0.fault(exchange.outcome, body) }
    guard let fault = faults[0], !faults.contains(where: { $0 == nil }) else { return }
    findings.warning(
      .recordedAnswers,
      "\(users[0].noun) cannot use this answer: \(fault)",
      remedy: "; correct `body`, or write `failure: broken` if the answer is meant to be unusable",
      at: exchange.location)
  }

  private static func listed(_ declared: [Declared]) -> String {
    let texts = declared.map { "`\($0.request)`" }
    let more = texts.count > maxListed ? "..." : ""
    return "\(texts.count == 1 ? "there is only" : "there is") \(Array(texts.prefix(maxListed)).listed)\(more)"
  }

  /// Warns of an answer without a name that follows an answer to the same requests.
  private static func noteHidden(_ exchanges: [RecordedSystem.Exchange], _ findings: inout Diagnostics) {
    for same in Dictionary(grouping: exchanges, by: { [$0.method, $0.target] }).values where same.count > 1 {
      for (place, exchange) in same.enumerated() where exchange.name == nil {
        let earlier = same[..<place].first { first in
          first.body.map { body in exchange.body.map { RecordedSystem.matches(body, $0) } ?? false } ?? true
        }
        guard let earlier else { continue }
        let line = earlier.location.described(from: exchange.location)
        findings.warning(
          .recordedAnswers,
          earlier.name.map {
            "the answer `\($0)` on \(line) matches the same request first, even if no scenario chooses it: put it "
              + "after this one"
          } ?? "the answer on \(line) matches the same request first, so this one is never used: give it a `name`, "
            + "or delete it", at: exchange.location)
      }
    }
  }

  // MARK: - Declarations

  private static func declared(_ system: BankSystem) -> [Declared] {
    var all: [Declared] = []
    for query in system.queries {
      for one in [query, query.one].compactMap(\.self) {
        all.append(
          Declared(request: one.request, noun: "\(query.use.rawValue) `\(query.name)`") { outcome, _ in
            fault(of: outcome, for: one)
          })
      }
    }
    for effect in system.effects {
      let noun = "effect `\(effect.name)`"
      all.append(Declared(request: effect.request, noun: noun) { fault(of: $0, $1, by: effect.rules) })
      guard let status = effect.status else { continue }
      all.append(Declared(request: status.request, noun: noun) { fault(of: $0, $1, by: status.rules) })
    }
    return all + system.senders.map { Declared(request: $0.request, noun: "sender `\($0.name)`") { _, _ in nil } }
  }

  /// Returns the reason why a query cannot use an outcome.
  ///
  /// Failures, delays and unusual statuses are deliberate.
  private static func fault(of outcome: RecordedSystem.Outcome, for query: DeclaredQuery) -> String? {
    guard outcome.failure == nil, outcome.delay == 0, let days else { return nil }
    let response = OutboundResponse(status: outcome.status, headers: outcome.headers, body: outcome.body)
    do throws(UnusableResponse) {
      _ = try query.answer(in: response) { days.date(at: $0) }
      return nil
    } catch .shape(let path, let wanted) {
      return path.isEmpty ? "it is not \(wanted)" : "`\(path)` is missing or not \(wanted)"
    } catch .malformed {
      return "it has no `body`"
    } catch {
      return nil
    }
  }

  /// Returns the reason why an effect cannot use an outcome with a declared meaning.
  private static func fault(
    of outcome: RecordedSystem.Outcome, _ body: Value?, by rules: DeliveryRules
  ) -> String? {
    guard outcome.failure == nil, outcome.delay == 0, let days else { return nil }
    let word = rules.word(status: outcome.status, body, again: nil) { days.date(at: $0) }
    if case .undeclared(let reason, again: _)? = word { return reason }
    return nil
  }

  private static let days = BankDay(timeZone: BankDay.standardZone)
}
