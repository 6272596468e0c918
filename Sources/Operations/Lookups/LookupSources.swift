package import Atoms
import Dispatch
package import JSON
import Model
import Platform
package import Services
import Synchronization

/// All sources of look-ups over one bank.
///
/// Those in memory answer at once. Slow ones are asked on threads of their own before an evaluation that needs them.
/// Answers are kept for as long as definitions allow.
package final class LookupSources: Sendable {
  /// A key in a directory.
  package struct Question: Hashable, Sendable {
    /// The directory's name.
    let directory: String
    /// The key as canonical JSON.
    let key: String
  }

  /// A question with its key and the terms of its definition.
  package struct Wanted: Sendable {
    /// The question.
    package let question: Question
    let key: Value
    let terms: LookupTerms
  }

  private struct Kept {
    let answer: Answer
    let at: Instant
  }

  private struct State {
    var kept: [Question: Kept] = [:]
    var asked: [Question: [@Sendable (Answer) -> Void]] = [:]

    /// Returns the kept answer; nil if there is none, or it is older than the terms allow.
    func answer(to question: Question, _ terms: LookupTerms, at now: Instant) -> Answer? {
      guard let cache = terms.cache, let kept = kept[question], now < kept.at + .milliseconds(cache) else { return nil }
      return kept.answer
    }
  }

  /// The most kept answers.
  private static let capacity = 10_000
  /// The most callers that wait for one answer.
  private static let crowd = 1_000

  /// Few, so that they are looked through.
  private let directories: [LookupSource]
  private let services: BankServices
  private let pool: WorkerPool
  private let state = Mutex(State())
  /// True if a source is slow. Without one, evaluations need no search for missing answers.
  package let areSlow: Bool

  /// Creates the sources; at most `width` slow ones are asked at a time, and `waiting` questions wait.
  package init(
    _ directories: [LookupSource] = Lookups.all, _ services: BankServices, width: Int = 8, waiting: Int = 256
  ) {
    self.directories = directories
    self.services = services
    pool = WorkerPool("valence.lookups", width: width, capacity: waiting)
    areSlow = directories.contains { if case .slow = $0.source { true } else { false } }
  }

  /// Returns the answer for a key if it is known at once, else the question to fetch. Throws if the bank's own database
  /// cannot be read.
  package func answer(of name: String, for key: Value, _ terms: LookupTerms) throws -> Result<Answer, Missing> {
    guard let directory = directory(name) else { return .success(.failed) }
    if case .memory(let answer) = directory.source { return .success(try answer(key, services)) }
    let question = Question(directory: name, key: String(decoding: key.canonical, as: UTF8.self))
    let now = services.clock()
    if let answer = state.withLock({ $0.answer(to: question, terms, at: now) }) { return .success(answer) }
    return .failure(Missing(wanted: Wanted(question: question, key: key, terms: terms)))
  }

  private func directory(_ name: String) -> LookupSource? { directories.first { $0.shape.name == name } }

  /// An answer that has to be fetched.
  package struct Missing: Error {
    /// The question to fetch.
    package let wanted: Wanted
  }

  /// Fetches the answers and calls `then` once with all of them, on the thread of the last one. An answer beyond its
  /// time limit is `failed`.
  package func fetch(_ wanted: [Wanted], _ then: @escaping @Sendable ([Question: Answer]) -> Void) {
    let gathered = Gathering(count: wanted.count, then)
    for wanted in wanted {
      let timeout = wanted.terms.timeout ?? directory(wanted.question.directory)?.timeout ?? 0
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(timeout)) {
        gathered.take(.failed, for: wanted.question)
      }
      ask(wanted) { gathered.take($0, for: wanted.question) }
    }
  }

  /// Asks a source, unless the question is being asked, or was answered since it was found missing: then that answer
  /// serves both.
  private func ask(_ wanted: Wanted, _ done: @escaping @Sendable (Answer) -> Void) {
    guard let directory = directory(wanted.question.directory) else { return done(.failed) }
    let now = services.clock()
    let (kept, place) = state.withLock { state -> (Answer?, Int) in
      if let kept = state.answer(to: wanted.question, wanted.terms, at: now) { return (kept, 0) }
      let place = state.asked[wanted.question]?.count ?? 0
      if place < Self.crowd { state.asked[wanted.question, default: []].append(done) }
      return (nil, place)
    }
    if let kept { return done(kept) }
    // Of a directory that hangs not all the world waits for the same answer.
    guard place < Self.crowd else { return done(.failed) }
    guard place == 0 else { return }
    let isTaken = pool.run { self.tell(directory.answer(for: wanted.key, self.services), for: wanted.question) }
    if !isTaken { tell(.failed, for: wanted.question) }
  }

  private func tell(_ answer: Answer, for question: Question) {
    let now = services.clock()
    let waiting = state.withLock { state in
      if case .failed = answer {
      } else {
        // A full store is emptied, which costs less than a search for the oldest answer.
        if state.kept.count >= Self.capacity { state.kept = [:] }
        state.kept[question] = Kept(answer: answer, at: now)
      }
      return state.asked.removeValue(forKey: question) ?? []
    }
    for done in waiting { done(answer) }
  }
}

/// Answers on their way: the first for each question counts, and the last one there ends the waiting.
private final class Gathering: Sendable {
  private let answers = Mutex<[LookupSources.Question: Answer]>([:])
  private let count: Int
  private let then: @Sendable ([LookupSources.Question: Answer]) -> Void

  init(count: Int, _ then: @escaping @Sendable ([LookupSources.Question: Answer]) -> Void) {
    (self.count, self.then) = (count, then)
  }

  func take(_ answer: Answer, for question: LookupSources.Question) {
    let all: [LookupSources.Question: Answer]? = answers.withLock { answers in
      guard answers[question] == nil else { return nil }
      answers[question] = answer
      return answers.count == count ? answers : nil
    }
    if let all { then(all) }
  }
}
