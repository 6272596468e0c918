package import Services
package import Atoms
import Dispatch
package import Dates
package import SourceText
package import JSON
package import Model
package import HTTPClient
import Synchronization

/// A fault of a system, for the log: what failed, without any value.
package struct BankSystemFailure: Sendable {
  /// The name of the system.
  package let system: String
  /// The name of the query.
  package let query: String
  /// The kind of the failure, such as `timeout` or `status 500`.
  package let reason: String
}

/// The systems of the bank as they serve: connections, kept answers and questions under way.
///
/// - Equal questions that are under way are asked once.
/// - Answers are kept as long as their declaration allows, within `keptBytes`, and then dropped. Answers about a person
///   are kept for that person alone.
/// - Nothing waits: a caller gets the kept answer, or has missing ones fetched and is called back.
package final class BankSystemRegistry: Sendable {
  /// The source of answers.
  package enum Mode: String, Sendable, CaseIterable {
    /// The systems themselves, over HTTP.
    case live
    /// The recorded answers of each system.
    case recorded
  }

  /// The reasons why systems cannot serve: settings without a value.
  package struct Unusable: Error, CustomStringConvertible {
    /// The settings with their places.
    package let faults: Diagnostics

    /// The faults with their lines.
    package var description: String { faults.sorted.map(\.description).joined(separator: "\n") }
  }

  private typealias Waiting = @Sendable (LookupAnswer) -> Void

  private struct Served: Sendable {
    let connection: any SystemConnection
    let system: BankSystem
    /// The keys by which callbacks are verified, the present one first; none if it calls back nothing.
    let callbackKeys: [[UInt8]]
    /// For each query by name, the milliseconds of `cache` and of `stale`.
    let times: [String: (cache: Int, stale: Int)]

    init(_ connection: any SystemConnection, _ system: BankSystem, callbackKeys: [[UInt8]]) {
      (self.connection, self.system, self.callbackKeys) = (connection, system, callbackKeys)
      times = Dictionary(system.queries.map { ($0.name, ($0.cache, $0.stale)) }) { first, _ in first }
    }

    var timeout: Int { system.timeout }
  }

  /// A question under way. It is read and changed under the lock of `state`.
  private final class PendingQuestion: @unchecked Sendable {
    var waiting: [Waiting] = []
    /// False once the person was forgotten: the answer may be out of date before it arrives.
    var isKept = true
  }

  /// The questions under way with one identity.
  private struct Pending: Hashable {
    let identity: SystemQuestion.Identity
    /// True for those that decide about a submission. They join no question that somebody asked before for a form.
    let isAnew: Bool
  }

  private struct State {
    var served: [String: Served] = [:]
    var senders: [String: DeclaredSender] = [:]
    var kept = AnswerCache(maximum: keptBytes)
    var asked: [Pending: PendingQuestion] = [:]
    /// The counts of responses that were no answers, by system.
    var unusable: [String: Int] = [:]
    /// True while answers whose time is over are to be dropped soon.
    var isSweeping = false

    /// Forgets the answers of systems. One that is under way is given to the callers that wait for it, and is not kept.
    mutating func forget(_ systems: Set<String>) {
      if systems.isEmpty { return }
      kept.forget(systems)
      for (pending, question) in asked where systems.contains(pending.identity.system) {
        question.isKept = false
        asked[pending] = nil
      }
    }
  }

  /// The maximum size of all kept answers together.
  static let keptBytes = 16 << 20
  /// The maximum count of callers that wait for one answer.
  private static let crowd = 1_000
  /// The maximum count of questions of one request under way at a time.
  static let atOnce = 4
  /// The default time for all questions of one request.
  package static let patience = Duration.seconds(5)

  /// The source of answers.
  let mode: Mode
  private let client: OutboundClient?
  private let day: BankDay
  private let clock: @Sendable () -> Instant
  private let environment: [String: String]
  /// The time for all questions of one request.
  package let patience: Duration
  private let sweeping: Duration
  private let report: @Sendable (BankSystemFailure) -> Void
  private let needed: [String]
  private let allowsRecorded: Bool
  private let isAny = Atomic(false)
  private let state = Mutex(State())

  /// Creates the connections of a bank without any system; `client` is needed in the mode `live`.
  ///
  /// - Parameters:
  ///   - allowsRecorded: False if recorded answers may not take the place of systems: then no set with a system serves in that mode.
  ///   - patience: The time for all questions of one request.
  ///   - senders: The senders that a set of systems must declare to serve.
  ///   - sweeping: The pause between two droppings of answers whose time is over.
  ///   - report: Called for each answer that cannot be had.
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

  /// Lets systems serve, instead of those that served before. References are read anew; a system whose settings are the
  /// same keeps its connection and its pause.
  ///
  /// Throws `Unusable` if a setting has no value, or a sender is missing; the former systems then keep serving.
  package func serve(_ systems: [BankSystem], _ recordings: [RecordedSystem]) throws(Unusable) {
    let served = try connected(systems, recordings)
    let senders = Self.senders(of: systems)
    state.withLock { state in
      // Another address, or another authentication, may lead to another system: what the former one answered is of no use.
      let changed = state.served.filter { name, former in former.connection !== served[name]?.connection }
      state.forget(Set(changed.keys))
      (state.served, state.senders) = (served, senders)
    }
    isAny.store(!served.isEmpty, ordering: .relaxed)
  }

  /// Checks that systems could serve, with the values that references have now. Throws what `serve` would throw.
  package func check(_ systems: [BankSystem], _ recordings: [RecordedSystem]) throws(Unusable) {
    _ = try connected(systems, recordings)
  }

  private static func senders(of systems: [BankSystem]) -> [String: DeclaredSender] {
    Dictionary(systems.flatMap(\.senders).map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns the connections of systems: those that they have, and new ones, which send nothing yet.
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
          "recorded answers would take the place of this system, and effects would move money here alone: "
            + "`--services recorded` needs --demo or --services-recorded-allowed", at: system.location)
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
          faults.error("\(error)", at: system.place(of: error, environment))
        }
      }
    }
    let senders = Self.senders(of: systems)
    for name in needed where senders[name] == nil {
      let place = Location(file: SourceFile(name: "config/services", text: ""), line: 1, column: 1)
      faults.error(
        "no service declares the sender `\(name)`\(suggestion(for: name, among: Array(senders.keys)))", at: place)
    }
    if faults.hasErrors { throw Unusable(faults: faults) }
    return served
  }

  /// Returns the sender of messages with that name, and the way to its system; nil if no system declares it.
  func sender(_ name: String) -> (declared: DeclaredSender, connection: any SystemConnection)? {
    state.withLock { state in
      guard let sender = state.senders[name], let served = state.served[sender.system] else { return nil }
      return (sender, served.connection)
    }
  }

  /// Reports that a sender did not take a message.
  func report(_ reason: String, of sender: DeclaredSender) {
    report(BankSystemFailure(system: sender.system, query: sender.name, reason: reason))
  }

  /// True without a system: no evaluation misses an answer.
  package var isEmpty: Bool { !isAny.load(ordering: .relaxed) }

  /// The figures of a system since the start.
  package struct Figures: Sendable {
    /// The name of the system.
    package let name: String
    /// True if it is left alone at present.
    package let isCircuitOpen: Bool
    /// True if recorded answers take its place.
    package let isRecorded: Bool
    /// The counts of requests and failures.
    package let counts: SystemClient.Counts
    /// The count of responses below 500 that were no answers: another status, no JSON, or another shape.
    package let unusable: Int
  }

  /// The figures of each system, by name.
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

  /// A system that carries submissions out.
  struct Carrier: Sendable {
    let name: String
    let effects: [DeclaredEffect]
    let limits: SystemLimits
    /// Milliseconds for one attempt.
    let timeout: Int
    /// True while the circuit breaker of deliveries is open for everybody.
    let isCircuitOpen: Bool
  }

  /// The systems that carry submissions out, by name.
  var carriers: [Carrier] {
    state.withLock { $0.served }.filter { !$0.value.system.effects.isEmpty }.sorted { $0.key < $1.key }.map {
      Carrier(
        name: $0.key, effects: $0.value.system.effects, limits: $0.value.system.limits, timeout: $0.value.timeout,
        isCircuitOpen: $0.value.connection.isCircuitOpen(for: .delivery))
    }
  }

  /// Returns the effect of that name as the system declares it now; nil if it serves no longer.
  package func effect(_ name: String, of system: String) -> DeclaredEffect? {
    state.withLock { $0.served[system] }?.system.effects.first { $0.name == name }
  }

  /// Returns the effects that a system declares now; none if there is no such system.
  package func effects(of system: String) -> [DeclaredEffect] {
    state.withLock { $0.served[system] }?.system.effects ?? []
  }

  /// Returns the keys by which callbacks of a system are verified, the present one first.
  ///
  /// Returns nil if there is no such system, and none if it calls back nothing or answers from recordings.
  package func callbackKeys(of system: String) -> [[UInt8]]? { state.withLock { $0.served[system] }?.callbackKeys }

  /// Sends a request of a delivery, and calls `then` once, on any thread.
  ///
  /// With `isOnce` the request reaches the system at most once.
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

  /// Returns the question that a query with these arguments asks on behalf of somebody.
  ///
  /// `network` names the network of an anonymous caller: it takes the share of the limits that a person takes.
  /// `terms` may only shorten what the service file allows. A query of an earlier service file has the headers of the
  /// present one, and its times. Returns an answer instead if nothing need be asked:
  ///
  /// - `empty` if a key cannot be part of an address
  /// - `unavailable` if the query needs a person or a value that is not there
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
      report(BankSystemFailure(system: query.system, query: query.name, reason: "no request: a value is missing"))
      return .failure(Missing(answer: .unavailable))
    }
  }

  /// Given in place of a question that is not asked.
  package struct Missing: Error {
    /// The answer.
    package let answer: LookupAnswer
  }

  /// Returns the kept answer; nil if there is none that serves.
  ///
  /// An old answer serves while a new one is fetched, if the declaration allows it.
  package func kept(_ question: SystemQuestion, trace: @autoclosure () -> TraceContext) -> LookupAnswer? {
    if question.isAnew || question.cache == 0 { return nil }
    let now = clock()
    guard let kept = state.withLock({ $0.kept[question.identity] }) else { return nil }
    // An answer from the future was given before the clock was set back: nobody knows how old it is.
    guard kept.at <= now else { return nil }
    let fresh = kept.at + .milliseconds(question.cache)
    if now < fresh { return kept.answer }
    guard now < fresh + .milliseconds(question.stale) else { return nil }
    ask(question, timeout: .milliseconds(30_000), trace: trace()) { _ in }
    return kept.answer
  }

  /// Fetches answers, a few at a time, and then calls `then` once with all of them, on any thread.
  ///
  /// An answer that is not there at the deadline, given in nanoseconds of `DispatchTime`, is `unavailable`. Each
  /// question must be there once.
  package func fetch(
    _ questions: [SystemQuestion], until deadline: UInt64, trace: TraceContext,
    _ then: @escaping @Sendable ([SystemQuestion.Identity: LookupAnswer]) -> Void
  ) {
    let gathering = Gathering(questions, then)
    DispatchQueue.global().asyncAfter(deadline: DispatchTime(uptimeNanoseconds: deadline)) { gathering.end() }
    for _ in 0..<min(Self.atOnce, questions.count) { askNext(of: gathering, until: deadline, trace) }
    if questions.isEmpty { gathering.end() }
  }

  private func askNext(of gathering: Gathering, until deadline: UInt64, _ trace: TraceContext) {
    guard let question = gathering.next() else { return }
    let now = DispatchTime.now().uptimeNanoseconds
    guard now < deadline else { return gathering.end() }
    ask(question, timeout: .nanoseconds(Int64(clamping: deadline - now)), trace: trace) { [self] answer in
      gathering.take(answer, for: question)
      askNext(of: gathering, until: deadline, trace)
    }
  }

  /// Asks a system, or joins the question that is under way, and calls `done` with the answer.
  ///
  /// An answer that was kept since the caller looked for one is given at once.
  private func ask(
    _ question: SystemQuestion, timeout: Duration, trace: TraceContext, _ done: @escaping Waiting
  ) {
    let identity = question.identity
    let oldest = clock() + .milliseconds(-question.cache)
    let (served, asked, place, kept) = state.withLock { state -> (Served?, PendingQuestion, Int, LookupAnswer?) in
      let pending = Pending(identity: identity, isAnew: question.isAnew)
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
      report(question, "not connected")
      return take(.unavailable, for: question, asked)
    }
    let maximum = Duration.milliseconds(served.timeout)
    let granted = min(timeout, .milliseconds(question.timeout ?? served.timeout), maximum)
    // A request's first questions have nearly all of its time: a timeout of these tells of the system.
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
        report(question, (error as? OutboundFailure)?.rawValue ?? "\(error)")
        take(.unavailable, for: question, asked)
      }
    }
  }

  private func report(_ question: SystemQuestion, _ reason: String) {
    report(BankSystemFailure(system: question.query.system, query: question.query.name, reason: reason))
  }

  private func take(_ answer: LookupAnswer, for question: SystemQuestion, _ asked: PendingQuestion) {
    let now = clock()
    let bytes = question.keeping > 0 ? answer.bytes + question.identity.bytes : 0
    let waiting = state.withLock { state -> [Waiting] in
      // A forgotten question may have been asked once more: that one still waits.
      let pending = Pending(identity: question.identity, isAnew: question.isAnew)
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

  /// Drops the answers whose time is over after a pause, and again as long as there are any.
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

  /// Forgets the answers about a person.
  ///
  /// An answer that is under way is given to the callers that wait for it, and is not kept. A later caller starts a new
  /// question.
  package func forget(_ person: PersonID) {
    state.withLock { state in
      state.kept.forget(person)
      for (pending, asked) in state.asked where pending.identity.person == person {
        asked.isKept = false
        state.asked[pending] = nil
      }
    }
  }

  /// The size of all kept answers.
  package var bytesKept: Int { state.withLock { $0.kept.bytes } }
}
