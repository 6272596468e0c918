package import Atoms
import Dispatch
package import JSON
import Model
import Platform
package import Services
import Synchronization

/// The directories of one bank, with the kept answers of slow ones.
///
/// Directories in memory answer at once. Slow ones are asked on a pool of their own, before the evaluation that needs
/// the answers. Answers are kept as long as definitions allow.
///
///     let directories = LookupSources([companies], services)
///     switch try directories.answer(of: "company", for: "7707083893", LookupTerms(cache: 600_000)) {
///     case .success(let answer): use(answer)
///     case .failure(let missing): directories.fetch([missing.wanted]) { answers in evaluateAgain(with: answers) }
///     }
package final class LookupSources: Sendable {
  /// A key in a directory.
  package struct Question: Hashable, Sendable {
    /// The directory's name.
    let directory: String
    /// The key as canonical JSON.
    let key: String
  }

  /// A question with its key and terms.
  package struct Wanted: Sendable {
    /// The question.
    package let question: Question
    let key: Value
    let terms: LookupTerms
  }

  /// Returned in place of an answer that must be fetched.
  package struct Missing: Error {
    /// The question to fetch.
    package let wanted: Wanted
  }

  private struct Kept {
    let answer: Answer
    let at: Instant
  }

  private struct State {
    var kept: [Question: Kept] = [:]
    var asked: [Question: [@Sendable (Answer) -> Void]] = [:]

    /// Returns the kept answer; nil if there is none, or one that is too old for the terms.
    func answer(to question: Question, _ terms: LookupTerms, at now: Instant) -> Answer? {
      guard let cache = terms.cache, let kept = kept[question], now < kept.at + .milliseconds(cache) else { return nil }
      return kept.answer
    }
  }

  /// True if a directory is slow. If none is, no evaluation misses an answer.
  package let areSlow: Bool

  /// The maximum count of kept answers.
  private static let capacity = 10_000
  /// The maximum count of callers that wait for one answer.
  private static let crowd = 1_000

  /// The directories. They are few, so a linear search finds one.
  private let directories: [LookupSource]
  private let services: BankServices
  private let pool: WorkerPool
  private let state = Mutex(State())

  /// Creates the directories of a bank.
  ///
  /// At most `width` questions to slow directories are open at a time, and at most `waiting` more are queued.
  package init(
    _ directories: [LookupSource] = Lookups.all, _ services: BankServices, width: Int = 8, waiting: Int = 256
  ) {
    self.directories = directories
    self.services = services
    pool = WorkerPool("valence.lookups", width: width, capacity: waiting)
    areSlow = directories.contains { if case .slow = $0.source { true } else { false } }
  }

  /// Returns the answer for a key, or the question to fetch if a slow directory must be asked.
  ///
  /// - Returns `failed` for an unknown directory.
  /// - Throws an error if the bank's own database cannot be read.
  package func answer(of name: String, for key: Value, _ terms: LookupTerms) throws -> Result<Answer, Missing> {
    guard let directory = directory(name) else { return .success(.failed) }
    if case .memory(let answer) = directory.source { return .success(try answer(key, services)) }
    let question = Question(directory: name, key: String(decoding: key.canonical, as: UTF8.self))
    let now = services.clock()
    if let answer = state.withLock({ $0.answer(to: question, terms, at: now) }) { return .success(answer) }
    return .failure(Missing(wanted: Wanted(question: question, key: key, terms: terms)))
  }

  private func directory(_ name: String) -> LookupSource? { directories.first { $0.shape.name == name } }

  /// Fetches answers and then calls `then` once with all of them, on any thread.
  ///
  /// An answer that is not there before its timeout is `failed`. `wanted` must not be empty and must have each question
  /// once; otherwise `then` is never called.
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

  /// Asks a directory and calls `done` with the answer.
  ///
  /// The answer to the same question serves both callers if the directory is being asked, or has answered since this
  /// caller found the answer missing.
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
    // A directory that hangs must not collect callers without limit.
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
        // A dropped answer is asked for again, so emptying a full store is cheaper than a search for the oldest.
        if state.kept.count >= Self.capacity { state.kept = [:] }
        state.kept[question] = Kept(answer: answer, at: now)
      }
      return state.asked.removeValue(forKey: question) ?? []
    }
    for done in waiting { done(answer) }
  }
}

/// Collects answers: the first for each question counts, and the last missing one calls `then`.
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
