package import Services
package import Atoms
import Dispatch
package import Dates
package import SourceText
package import JSON
package import Model
package import HTTPClient
import Synchronization

/// The connected bank systems, with the cached answers and the pending queries.
///
/// - Identical queries that are in flight at the same time share one request.
/// - Answers are cached as long as their declaration allows, within `keptBytes`. Answers about a
///   person are only returned for that person.
/// - No call blocks. Missing answers are fetched asynchronously.
package final class BankSystemRegistry: Sendable {
  /// The source of answers.
  package enum Mode: String, Sendable, CaseIterable {
    /// The systems themselves, over HTTP.
    case live
    /// The recorded answers of each system.
    case recorded
  }

  /// The error thrown if systems cannot be served, for example because a setting has no value.
  package struct Unusable: Error, CustomStringConvertible {
    /// The settings with their locations.
    package let faults: Diagnostics

    package var description: String { faults.sorted.map(\.description).joined(separator: "\n") }
  }

  private typealias Waiting = @Sendable (LookupAnswer) -> Void

  private struct Served: Sendable {
    let connection: any SystemConnection
    let system: BankSystem
    /// The keys that verify callbacks, the current one first; empty if the system sends no
    /// callbacks.
    let callbackKeys: [[UInt8]]
    /// The milliseconds of `cache` and `stale` of each query, by its name.
    let times: [String: (cache: Int, stale: Int)]

    init(_ connection: any SystemConnection, _ system: BankSystem, callbackKeys: [[UInt8]]) {
      (self.connection, self.system, self.callbackKeys) = (connection, system, callbackKeys)
      times = Dictionary(system.queries.map { ($0.name, ($0.cache, $0.stale)) }) { first, _ in first }
    }

    var timeout: Int { system.timeout }
  }

  private struct State {
    var served: [String: Served] = [:]
    var senders: [String: DeclaredSender] = [:]
    var kept = AnswerCache(maximum: keptBytes)
    var asked: [PendingQuestion.Key: PendingQuestion] = [:]
    /// The number of unusable responses by system.
    var unusable: [String: Int] = [:]
    /// True while a sweep of expired answers is scheduled.
    var isSweeping = false

    /// Removes the answers of systems. A pending answer is delivered to the callers that wait for
    /// it, but not cached.
    mutating func forget(_ systems: Set<String>) {
      if systems.isEmpty { return }
      kept.forget(systems)
      for (pending, question) in asked where systems.contains(pending.identity.system) {
        question.isKept = false
        asked[pending] = nil
      }
    }
  }

  /// The maximum size of all cached answers.
  static let keptBytes = 16 << 20
  /// The maximum number of callers that wait for one answer.
  private static let crowd = 1_000
  /// The maximum number of concurrent queries of one request.
  static let atOnce = 4
  /// The default time limit for all queries of one request.
  package static let patience = Duration.seconds(5)

  let mode: Mode
  private let client: OutboundClient?
  private let day: BankDay
  private let clock: @Sendable () -> Instant
  private let environment: [String: String]
  /// The time limit for all queries of one request.
  package let patience: Duration
  private let sweeping: Duration
  private let report: @Sendable (BankSystemFailure) -> Void
  private let needed: [String]
  private let allowsRecorded: Bool
  private let isAny = Atomic(false)
  private let state = Mutex(State())

  /// Creates a registry without systems. `client` is required in the mode `live`.
  ///
  /// - Parameters:
  ///   - allowsRecorded: False if recorded answers must not replace systems. Then `serve` throws in
  ///     the mode `recorded` for any system.
  ///   - patience: The time limit for all queries of one request.
  ///   - senders: The senders that the systems must declare.
  ///   - sweeping: The interval between sweeps of expired answers.
  ///   - report: Called for each answer that is not available.
  package init(
    _ mode: Mode, client: OutboundClient?, day: BankDay, environment: [String: String] = [:],
    allowsRecorded: Bool = true, patience: Duration = patience, needing senders: [String] = [],
    sweeping: Duration = .seconds(10), clock: @escaping @Sendable () -> Instant,
    report: @escaping @Sendable (BankSystemFailure) -> Void
  ) {
    (self.mode, self.client, self.day, needed) = (mode, client, day, senders)
    (self.environment, self.patience, self.clock, self.report) = (environment, patience, clock, report)
    (self.sweeping, self.allowsRecorded) = (sweeping, allowsRecorded)
  }

  // MARK: - Systems

  /// Replaces the connected systems. References are resolved again. A system with unchanged
  /// settings keeps its connection and the state of its circuit breaker.
  ///
  /// Throws `Unusable` if a setting has no value or a sender is missing. Then the previous systems
  /// stay connected.
  package func serve(_ systems: [BankSystem], _ recordings: [RecordedSystem]) throws(Unusable) {
    let served = try connected(systems, recordings)
    let senders = Self.senders(of: systems)
    state.withLock { state in
      // Another address or authentication can lead to another system, so the previous answers are
      // invalid.
      let changed = state.served.filter { name, former in former.connection !== served[name]?.connection }
      state.forget(Set(changed.keys))
      (state.served, state.senders) = (served, senders)
    }
    isAny.store(!served.isEmpty, ordering: .relaxed)
  }

  /// Checks that `serve` would succeed with the current values of the references. Throws the same
  /// errors.
  package func check(_ systems: [BankSystem], _ recordings: [RecordedSystem]) throws(Unusable) {
    _ = try connected(systems, recordings)
  }

  private static func senders(of systems: [BankSystem]) -> [String: DeclaredSender] {
    Dictionary(systems.flatMap(\.senders).map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the connections of systems. Unchanged systems keep theirs; a new connection sends no
  /// request yet.
  private func connected(
    _ systems: [BankSystem], _ recordings: [RecordedSystem]
  ) throws(Unusable) -> [String: Served] {
    var faults = Diagnostics()
    let former = state.withLock { $0.served }
    var served: [String: Served] = [:]
    for system in systems {
      switch mode {
      case .recorded where !allowsRecorded:
        faults.error(
          .recordedAnswers,
          "recorded answers would replace this system, so effects would move money only in this server: "
            + "`--services recorded` requires --demo or --services-recorded-allowed", at: system.location)
      case .recorded:
        let recorded = recordings.first { $0.name == system.name } ?? RecordedSystem(name: system.name)
        served[system.name] = Served(recorded, system, callbackKeys: [])
      case .live:
        guard let client else { continue }
        do throws(Reference.Missing) {
          let settings = try system.settings(environment)
          let known = former[system.name]?.connection as? HTTPBankSystem
          let connection = known?.settings == settings ? known : nil
          served[system.name] = Served(
            connection ?? HTTPBankSystem(system.name, settings, client), system,
            callbackKeys: try system.callbackKeys(environment))
        } catch {
          faults.error(error.code, "\(error)", at: system.place(of: error, environment))
        }
      }
    }
    let senders = Self.senders(of: systems)
    for name in needed where senders[name] == nil {
      let place = Location(file: SourceFile(name: "config/services", text: ""), line: 1, column: 1)
      faults.error(
        .unknownDefinition, "no service declares the sender `\(name)`",
        remedy: suggestion(for: name, among: Array(senders.keys)), at: place)
    }
    if faults.hasErrors { throw Unusable(faults: faults) }
    return served
  }

  /// Returns the sender with that name and the connection to its system; nil if no system declares
  /// it.
  func sender(_ name: String) -> (declared: DeclaredSender, connection: any SystemConnection)? {
    state.withLock { state in
      guard let sender = state.senders[name], let served = state.served[sender.system] else { return nil }
      return (sender, served.connection)
    }
  }

  /// Reports that a sender did not accept a message.
  func report(_ reason: String, of sender: DeclaredSender, remedy: String?) {
    report(BankSystemFailure(system: sender.system, query: sender.name, reason: reason, remedy: remedy))
  }

  /// Returns the option that prevents a failure of a request to the system; nil if none is known.
  func remedy(for result: Result<OutboundResponse, OutboundFailure>, of system: String) -> String? {
    guard case .failure(let failure) = result else { return nil }
    return state.withLock { $0.served[system] }?.connection.remedy(for: failure)
  }

  /// True without systems. Then no evaluation has to wait for an answer.
  package var isEmpty: Bool { !isAny.load(ordering: .relaxed) }

  /// The statistics of a system since the start.
  package struct Figures: Sendable {
    package let name: String
    /// True while the circuit breaker is open.
    package let isCircuitOpen: Bool
    /// True if recorded answers replace the system.
    package let isRecorded: Bool
    /// The numbers of requests and failures.
    package let counts: SystemClient.Counts
    /// The number of responses below 500 that could not be used: undeclared status, invalid JSON,
    /// or another shape.
    package let unusable: Int
  }

  /// The statistics of each system, sorted by name.
  package var figures: [Figures] {
    let (served, unusable) = state.withLock { ($0.served, $0.unusable) }
    return served.sorted { $0.key < $1.key }.map { name, served in
      let (isCircuitOpen, counts) = (served.connection.isCircuitOpen, served.connection.counts)
      return Figures(
        name: name, isCircuitOpen: isCircuitOpen, isRecorded: mode == .recorded, counts: counts,
        unusable: unusable[name] ?? 0)
    }
  }

  // MARK: - Deliveries

  /// A system that executes submissions.
  struct Carrier: Sendable {
    let name: String
    let effects: [DeclaredEffect]
    let limits: SystemLimits
    /// The timeout of one attempt in milliseconds.
    let timeout: Int
    /// True while the circuit breaker of deliveries is open for all persons.
    let isCircuitOpen: Bool
  }

  /// The systems that execute submissions, sorted by name.
  var carriers: [Carrier] {
    state.withLock { $0.served }.filter { !$0.value.system.effects.isEmpty }.sorted { $0.key < $1.key }.map {
      Carrier(
        name: $0.key, effects: $0.value.system.effects, limits: $0.value.system.limits, timeout: $0.value.timeout,
        isCircuitOpen: $0.value.connection.isCircuitOpen(for: .delivery))
    }
  }

  /// Returns the effect as the system declares it now; nil if it is no longer declared.
  package func effect(_ name: String, of system: String) -> DeclaredEffect? {
    state.withLock { $0.served[system] }?.system.effects.first { $0.name == name }
  }

  /// Returns the effects that a system declares now; empty for an unknown system.
  package func effects(of system: String) -> [DeclaredEffect] {
    state.withLock { $0.served[system] }?.system.effects ?? []
  }

  /// Returns the keys that verify callbacks of a system, the current one first.
  ///
  /// Nil for an unknown system. Empty if it sends no callbacks or its answers are recorded.
  package func callbackKeys(of system: String) -> [[UInt8]]? { state.withLock { $0.served[system] }?.callbackKeys }

  /// Sends a request of a delivery and calls `then` exactly once, on any thread.
  ///
  /// With `isOnce`, the request reaches the system at most once.
  func send(
    _ request: SystemRequest.Rendered, of delivery: Delivery, timeout: Duration, isOnce: Bool = false,
    then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    guard let served = state.withLock({ $0.served[delivery.service] }) else { return then(.failure(.unreachable)) }
    let caller = SystemCaller(delivery.person.description, .delivery)
    let asker = SystemAsker(caller: caller, timeout: timeout, trace: TraceContext(), isOnce: isOnce)
    served.connection.ask(request, for: asker, then: then)
  }

  // MARK: - Questions

  /// Returns the question for a query with these arguments.
  ///
  /// `network` identifies the network of an anonymous caller, which then has the same share of the
  /// limits as a person. `terms` can only shorten the times of the service file. A query from an
  /// earlier service file uses the headers and times of the current file.
  ///
  /// Returns `Missing` if no request is necessary:
  ///
  /// - `empty` if a key of a lookup cannot be part of a path
  /// - `unavailable` if the query requires a person or a value that is missing
  package func question(
    _ query: DeclaredQuery, _ arguments: [Value], _ terms: LookupTerms, by person: PersonID?,
    user: () throws -> Value, anew: Bool, from network: @autoclosure () -> String = "unknown"
  ) throws -> Result<SystemQuestion, Missing> {
    if query.isPersonal, person == nil { return .failure(Missing(answer: .unavailable)) }
    let values = query.request.readsPerson ? arguments + [try user()] : arguments
    let served = state.withLock { $0.served[query.system] }
    let times = served?.times[query.name] ?? (query.cache, query.stale)
    do throws(SystemRequest.Fault) {
      let identity = SystemQuestion.Identity(
        system: query.system, digest: query.digest, person: query.isPersonal ? person : nil,
        request: try query.request.rendered(values, with: served?.system.headers))
      return .success(
        SystemQuestion(
          query: query, identity: identity, option: query.isOption ? arguments.first : nil,
          asker: person?.description ?? network(), isAnew: anew,
          cache: min(times.cache, terms.cache ?? times.cache), stale: terms.cache == nil ? times.stale : 0,
          keeping: times.cache > 0 ? times.cache + times.stale : 0, timeout: terms.timeout))
    } catch {
      if error == .path, query.use == .lookup { return .failure(Missing(answer: .empty)) }
      report(
        BankSystemFailure(system: query.system, query: query.name, reason: "\(error)", remedy: error.remedy))
      return .failure(Missing(answer: .unavailable))
    }
  }

  /// The answer to a query that needs no request.
  package struct Missing: Error {
    package let answer: LookupAnswer
  }

  /// Returns the cached answer; nil if none can be used.
  ///
  /// If the declaration allows it, returns a stale answer and fetches a new one.
  package func kept(_ question: SystemQuestion, trace: @autoclosure () -> TraceContext) -> LookupAnswer? {
    if question.isAnew || question.cache == 0 { return nil }
    let now = clock()
    guard let kept = state.withLock({ $0.kept[question.identity] }) else { return nil }
    // An answer from the future was stored before the clock was set back, so its age is unknown.
    guard kept.at <= now else { return nil }
    let fresh = kept.at + .milliseconds(question.cache)
    if now < fresh { return kept.answer }
    guard now < fresh + .milliseconds(question.stale) else { return nil }
    ask(question, timeout: .milliseconds(30_000), trace: trace()) { _ in }
    return kept.answer
  }

  /// Fetches answers, at most `atOnce` at a time, and then calls `then` once with all of them, on
  /// any thread.
  ///
  /// An answer that is missing at the deadline is `unavailable`. The deadline is in nanoseconds of
  /// `DispatchTime`. `questions` must not contain duplicates.
  package func fetch(
    _ questions: [SystemQuestion], until deadline: UInt64, trace: TraceContext,
    _ then: @escaping @Sendable ([SystemQuestion.Identity: LookupAnswer]) -> Void
  ) {
    let gathering = Gathering(questions, until: deadline, trace, then)
    DispatchQueue.global().asyncAfter(deadline: DispatchTime(uptimeNanoseconds: deadline)) { gathering.end() }
    for _ in 0..<min(Self.atOnce, questions.count) { askNext(of: gathering) }
    if questions.isEmpty { gathering.end() }
  }

  private func askNext(of gathering: Gathering) {
    guard let question = gathering.next() else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard now < gathering.deadline else { return gathering.end() }
    let left = Duration.nanoseconds(Int64(clamping: gathering.deadline - now))
    CurrentRequest.with(gathering.request) {
      ask(question, timeout: left, trace: gathering.trace) { [self] answer in
        gathering.take(answer, for: question)
        askNext(of: gathering)
      }
    }
  }

  /// Sends a question, or joins one that is in flight, and calls `done` with the answer.
  ///
  /// If a fresh answer was cached in the meantime, calls `done` immediately.
  private func ask(
    _ question: SystemQuestion, timeout: Duration, trace: TraceContext, _ done: @escaping Waiting
  ) {
    let identity = question.identity
    let oldest = clock() + .milliseconds(-question.cache)
    let (served, asked, place, kept) = state.withLock { state -> (Served?, PendingQuestion, Int, LookupAnswer?) in
      let pending = PendingQuestion.Key(identity: identity, isAnew: question.isAnew)
      let asked = state.asked[pending] ?? PendingQuestion()
      let place = asked.waiting.count
      if place == 0, !question.isAnew, let kept = state.kept[identity], kept.at > oldest {
        return (nil, asked, 0, kept.answer)
      }
      if place == 0 { state.asked[pending] = asked }
      if place < Self.crowd { asked.waiting.append(done) }
      return (state.served[identity.system], asked, place, nil)
    }
    if let kept { return done(kept) }
    guard place < Self.crowd else { return done(.unavailable) }
    guard place == 0 else { return }
    guard let served else {
      report(question, "not connected", to: asked)
      return take(.unavailable, for: question, asked)
    }
    let maximum = Duration.milliseconds(served.timeout)
    let granted = min(timeout, .milliseconds(question.timeout ?? served.timeout), maximum)
    // A query is hurried if its timeout is shorter than both the system's and 90 % of the request's
    // time limit. A timeout of any other query counts as a failure of the system.
    let isHurried = granted < min(maximum, patience * 0.9)
    let caller = SystemCaller(question.asker, .question, readsPerson: question.query.request.readsPerson)
    let asker = SystemAsker(caller: caller, timeout: granted, isHurried: isHurried, trace: trace)
    served.connection.ask(identity.request, for: asker) { [self] result in
      do {
        take(
          try question.query.answer(in: try result.get(), about: question.option) { day.date(at: $0) }, for: question,
          asked)
      } catch {
        if case .success(let response) = result, response.status < 500 {
          state.withLock { $0.unusable[identity.system, default: 0] += 1 }
        }
        let failure = error as? OutboundFailure
        report(
          question, failure?.rawValue ?? "\(error)", remedy: failure.flatMap { served.connection.remedy(for: $0) },
          to: asked)
        take(.unavailable, for: question, asked)
      }
    }
  }

  /// Reports a missing answer as part of the request that sent the query.
  private func report(
    _ question: SystemQuestion, _ reason: String, remedy: String? = nil, to asked: PendingQuestion
  ) {
    let others = state.withLock { _ in max(0, asked.waiting.count - 1) }
    let failure = BankSystemFailure(
      system: question.query.system, query: question.query.name, reason: reason, remedy: remedy, others: others)
    CurrentRequest.with(asked.request) { report(failure) }
  }

  private func take(_ answer: LookupAnswer, for question: SystemQuestion, _ asked: PendingQuestion) {
    let now = clock()
    let bytes = question.keeping > 0 ? answer.bytes + question.identity.bytes : 0
    let waiting = state.withLock { state -> [Waiting] in
      // After `forget`, an identical question can be in flight. Its entry must stay.
      let pending = PendingQuestion.Key(identity: question.identity, isAnew: question.isAnew)
      if state.asked[pending] === asked { state.asked[pending] = nil }
      if asked.isKept, bytes > 0, answer.isKnown {
        let end = now + .milliseconds(question.keeping)
        state.kept.keep(answer, for: question.identity, bytes, at: now, until: end)
      }
      defer { asked.waiting = [] }
      return asked.waiting
    }
    for done in waiting { done(answer) }
    if bytes > 0 { sweepSoon() }
  }

  /// Schedules a sweep of expired answers. It repeats while the cache is not empty.
  private func sweepSoon() {
    let begins = state.withLock { state in
      defer { state.isSweeping = true }
      return !state.isSweeping
    }
    guard begins else { return }
    let pause = DispatchTimeInterval.milliseconds(Int(sweeping / .milliseconds(1)))
    DispatchQueue.global().asyncAfter(deadline: .now() + pause) { [weak self] in
      guard let self else { return }
      let now = clock()
      let goesOn = state.withLock { state in
        state.kept.sweep(at: now)
        state.isSweeping = false
        return !state.kept.isEmpty
      }
      if goesOn { sweepSoon() }
    }
  }

  /// Removes the answers about a person.
  ///
  /// A pending answer is delivered to the callers that wait for it, but not cached. A later caller
  /// sends a new question.
  package func forget(_ person: PersonID) {
    state.withLock { state in
      state.kept.forget(person)
      for (pending, asked) in state.asked where pending.identity.person == person {
        asked.isKept = false
        state.asked[pending] = nil
      }
    }
  }

  /// The size of all cached answers.
  package var bytesKept: Int { state.withLock { $0.kept.bytes } }
}
