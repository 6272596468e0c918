import Atoms
import JSON
import Dates
import Model

/// A cache of answers from systems. If it exceeds its size limit, it evicts the oldest answers.
struct AnswerCache {
  /// An answer, the time when it was received, and its expiration time.
  struct Kept {
    let answer: LookupAnswer
    let at: Instant
    let end: Instant
    fileprivate let bytes: Int
    fileprivate let number: Int
  }

  /// The approximate size of all answers in bytes.
  private(set) var bytes = 0
  private let maximum: Int
  private var kept: [SystemQuestion.Identity: Kept] = [:]
  /// The identities of the answers about each person.
  private var ofPersons: [PersonID: Set<SystemQuestion.Identity>] = [:]
  /// The identities in insertion order. An entry is void if the stored answer is missing or has
  /// another number.
  private var order: [(number: Int, identity: SystemQuestion.Identity)] = []
  private var oldest = 0
  private var number = 0

  /// Creates a cache of at most `maximum` bytes. A single answer can use at most 1/16 of it.
  init(maximum: Int) { self.maximum = maximum }

  subscript(identity: SystemQuestion.Identity) -> Kept? { kept[identity] }

  var isEmpty: Bool { kept.isEmpty }

  /// Stores an answer of `size` bytes until `end`, and evicts the oldest answers until all fit.
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

  /// Removes void entries once they outnumber the others, so that the amortized cost is constant.
  private mutating func compact() {
    guard order.count > 2 * kept.count + 64 else { return }
    order = order[oldest...].filter { kept[$0.identity]?.number == $0.number }
    oldest = 0
  }

  /// Removes expired answers, so that data about people is not stored longer than necessary.
  mutating func sweep(at now: Instant) {
    for (identity, answer) in kept where answer.end <= now { drop(identity) }
    compact()
  }

  /// Removes the answers about a person.
  mutating func forget(_ person: PersonID) {
    for identity in ofPersons[person] ?? [] { drop(identity) }
  }

  /// Removes the answers of these systems.
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
  /// The approximate size in memory.
  var bytes: Int {
    200 + request.target.utf8.count + (request.body?.count ?? 0)
      + request.headers.reduce(0) { $0 + $1.reduce(0) { $0 + $1.utf8.count } }
  }
}

extension LookupAnswer {
  /// The approximate size in memory, estimated from the canonical JSON.
  var bytes: Int {
    guard case .found(let value) = self else { return 64 }
    return 64 + 4 * value.canonical.count
  }

  /// True if a system returned the answer.
  var isKnown: Bool {
    switch self {
    case .found, .empty: true
    case .pending, .unavailable: false
    }
  }
}
