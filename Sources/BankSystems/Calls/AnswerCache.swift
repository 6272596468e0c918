import Atoms
import JSON
import Dates
import Model

/// Answers of systems that may be used again, until the end of their time and within a maximum of bytes: the oldest give
/// way.
struct AnswerCache {
  /// An answer, when it was given, and when nobody may use it any more.
  struct Kept {
    let answer: LookupAnswer
    let at: Instant
    let end: Instant
    fileprivate let bytes: Int
    fileprivate let number: Int
  }

  /// Approximate size of all answers in bytes.
  private(set) var bytes = 0
  private let maximum: Int
  private var kept: [SystemQuestion.Identity: Kept] = [:]
  /// The identities of the answers about each person.
  private var ofPersons: [PersonID: Set<SystemQuestion.Identity>] = [:]
  /// The identities in the order in which their answers were kept; an entry whose number is another's is void.
  private var order: [(number: Int, identity: SystemQuestion.Identity)] = []
  private var oldest = 0
  private var number = 0

  /// Creates a store of at most that many bytes; one answer may take a sixteenth of them.
  init(maximum: Int) { self.maximum = maximum }

  /// The answer to the question with that identity.
  subscript(identity: SystemQuestion.Identity) -> Kept? { kept[identity] }

  /// True if no answer is kept.
  var isEmpty: Bool { kept.isEmpty }

  /// Keeps an answer of that size until `end`, and drops the oldest ones until all fit.
  mutating func keep(
    _ answer: LookupAnswer, for identity: SystemQuestion.Identity, _ size: Int, at now: Instant, until end: Instant
  ) {
    drop(identity)
    guard size <= maximum / 16, end > now else { return }
    number += 1
    kept[identity] = Kept(answer: answer, at: now, end: end, bytes: size, number: number)
    if let person = identity.person { ofPersons[person, default: []].insert(identity) }
    order.append((number, identity))
    bytes += size
    while bytes > maximum, oldest < order.count {
      let (number, identity) = order[oldest]
      oldest += 1
      if kept[identity]?.number == number { drop(identity) }
    }
    compact()
  }

  /// Throws void entries away once they are the greater part, so that each costs a constant time.
  private mutating func compact() {
    guard order.count > 2 * kept.count + 64 else { return }
    order = order[oldest...].filter { kept[$0.identity]?.number == $0.number }
    oldest = 0
  }

  /// Drops the answers whose time is over: what is known of people stays no longer than it is of use.
  mutating func sweep(at now: Instant) {
    for (identity, answer) in kept where answer.end <= now { drop(identity) }
    compact()
  }

  /// Drops the answers about a person.
  mutating func forget(_ person: PersonID) {
    for identity in ofPersons[person] ?? [] { drop(identity) }
  }

  /// Drops the answers of these systems.
  mutating func forget(_ systems: Set<String>) {
    for identity in kept.keys where systems.contains(identity.system) { drop(identity) }
    compact()
  }

  private mutating func drop(_ identity: SystemQuestion.Identity) {
    guard let former = kept.removeValue(forKey: identity) else { return }
    bytes -= former.bytes
    guard let person = identity.person else { return }
    ofPersons[person]?.remove(identity)
    if ofPersons[person]?.isEmpty == true { ofPersons[person] = nil }
  }
}

extension SystemQuestion.Identity {
  /// The size in memory, about.
  var bytes: Int {
    200 + request.target.utf8.count + (request.body?.count ?? 0)
      + request.headers.reduce(0) { $0 + $1.reduce(0) { $0 + $1.utf8.count } }
  }
}

extension LookupAnswer {
  /// The size in memory, about; the canonical JSON is a measure of it.
  var bytes: Int {
    guard case .found(let value) = self else { return 64 }
    return 64 + 4 * value.canonical.count
  }

  /// True for an answer that a system gave.
  var isKnown: Bool {
    switch self {
    case .found, .empty: true
    case .pending, .unavailable: false
    }
  }
}
