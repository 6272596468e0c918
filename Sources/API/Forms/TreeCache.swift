import Atoms
import Dates
import Texts
import HTTPServer
import JSON
import Model
import Operations
import Services
import Synchronization

/// A cache of trees of operations without values.
///
/// A tree depends on its operation, its language, and the answers of its environment: facts about
/// the caller, directories and the date. Each tree is stored with these dependencies. A tree is
/// used only if all dependencies have the same rendered values for the current caller.
final class TreeCache: Sendable {
  struct Key: Hashable {
    private let operation: ObjectIdentifier
    /// The person; nil for a tree that does not depend on facts and applies to all persons.
    private var person: PersonID?
    private let language: Language

    init(_ operation: Operation, for person: PersonID?, in language: Language) {
      (self.operation, self.person, self.language) = (ObjectIdentifier(operation), person, language)
    }

    /// The key of a tree for all persons.
    var ofAll: Key {
      var key = self
      key.person = nil
      return key
    }
  }

  /// Two generations. A full young generation becomes the old one, and entries that are used again
  /// become young.
  private struct Kept {
    var young: [Key: DrawnTree] = [:]
    var old: [Key: DrawnTree] = [:]
    /// The total size of the young generation.
    var size = 0

    func tree(as key: Key) -> (tree: DrawnTree, isOld: Bool)? {
      if let tree = young[key] { return (tree, false) }
      return old[key].map { ($0, true) }
    }
  }

  /// The maximum size of one generation in bytes, as estimated by `DrawnTree.size`.
  static let maximum = 16 << 20
  private let maximum: Int
  private let kept = Mutex(Kept())

  /// Creates a cache of two generations of at most `maximum` bytes each.
  init(maximum: Int = maximum) { self.maximum = maximum }

  /// Returns the cached tree for a caller; nil if no tree is cached or a dependency has changed.
  func tree(
    as key: Key, of operation: Operation, _ surroundings: CallerSurroundings, at state: DataVersion
  ) -> DrawnTree? {
    let found = kept.withLock { kept -> (tree: DrawnTree, isOld: Bool)? in
      kept.tree(as: key) ?? kept.tree(as: key.ofAll)
    }
    guard let found, found.tree.operation === operation else { return nil }
    switch found.tree.follows(from: surroundings, at: state) {
    case .same:
      if found.isOld { keep(found.tree, as: key) }
      return found.tree
    case .alike(let answers):
      // The next comparison then finds the same values in memory.
      let tree = DrawnTree(found.tree.body, of: operation, following: answers)
      keep(tree, as: key)
      return tree
    case .other: return nil
    }
  }

  /// Caches a tree. If it does not depend on facts, it applies to all persons.
  func keep(_ tree: DrawnTree, as own: Key) {
    let key = tree.isPersonal ? own : own.ofAll
    let size = tree.size
    guard size <= maximum else { return }
    // Free the entries after the lock is released, because there can be thousands.
    let gone: [Key: DrawnTree] = kept.withLock { kept in
      var gone: [Key: DrawnTree] = [:]
      if kept.size + size > maximum {
        gone = kept.old
        (kept.old, kept.young, kept.size) = (kept.young, [:], 0)
      }
      kept.size += size
      if let other = kept.young.updateValue(tree, forKey: key) { kept.size -= other.size }
      return gone
    }
    _ = consume gone
  }

  /// The number of cached trees, and the size of the young generation.
  var total: (count: Int, size: Int) { kept.withLock { ($0.young.count + $0.old.count, $0.size) } }
}

/// A rendered tree and its dependencies.
final class DrawnTree: Sendable {
  /// The tree as JSON.
  let body: CachedBody
  /// The operation of the tree. The reference is weak, so that a replaced operation is freed.
  weak let operation: Operation?
  private let answers: [RecordedDependency]
  /// True if the tree depends on a fact.
  let isPersonal: Bool
  /// The approximate size in bytes: the JSON, a copy for sending, the compressed form and the
  /// dependencies.
  let size: Int

  convenience init(_ json: [UInt8], of operation: Operation, following answers: [RecordedDependency]) {
    self.init(CachedBody(json, tag: EntityTag.of(json)), of: operation, following: answers)
  }

  fileprivate init(_ body: CachedBody, of operation: Operation, following answers: [RecordedDependency]) {
    self.body = body
    self.operation = operation
    self.answers = answers
    isPersonal = answers.contains { if case .fact = $0 { true } else { false } }
    size = 2 * body.bytes.count + body.bytes.count / 2 + 1024 + answers.reduce(0) { $0 + $1.size }
  }

  /// The result of a comparison with the current values.
  fileprivate enum Outcome {
    /// All values are the same.
    case same
    /// All values render identically, but some have changed. The associated value contains the
    /// current values.
    case alike([RecordedDependency])
    /// A value renders differently or is not available.
    case other
  }

  /// Compares the dependencies with the current values of the caller.
  fileprivate func follows(from surroundings: CallerSurroundings, at state: DataVersion) -> Outcome {
    var renewed: [RecordedDependency]?
    for place in answers.indices {
      switch answers[place] {
      case .fact(let name, let value):
        let now = surroundings.fact(name, at: state)
        if now.isSame(as: value) { continue }
        guard now.isWritten(like: value) else { return .other }
        renewed = renewed ?? answers
        renewed?[place] = .fact(name, now)
      case .directory(let name, let key, let record):
        switch surroundings.answer(of: name, for: key) {
        case .found(let found): guard let record, found.isWritten(like: record) else { return .other }
        case .empty: guard record == nil else { return .other }
        case .pending, .unavailable: return .other
        }
      case .day(let day): guard surroundings.today == day else { return .other }
      }
    }
    return renewed.map { .alike($0) } ?? .same
  }
}

/// A dependency of an evaluation on its environment, with its value.
enum RecordedDependency: Sendable {
  /// A fact by name.
  case fact(String, Value)
  /// The record of a directory for a key; nil if absent.
  case directory(String, key: Value, Value?)
  /// The date in the bank's time zone.
  case day(String)

  /// The approximate size in bytes. The value of a fact may also be in the fact cache, but can
  /// outlive it there.
  fileprivate var size: Int {
    switch self {
    case .fact(_, let value): 64 * value.parts
    case .directory(_, let key, let record): 64 * (key.parts + (record?.parts ?? 0))
    case .day: 64
    }
  }
}

/// An environment that records the dependencies of a tree.
final class NotingSurroundings: Environment {
  private let surroundings: CallerSurroundings
  private let state: DataVersion
  /// The recorded dependencies; nil if one can change at any time, such as an answer of a system of
  /// the bank.
  private(set) var answers: [RecordedDependency]? = []

  init(_ surroundings: CallerSurroundings, at state: DataVersion) {
    (self.surroundings, self.state) = (surroundings, state)
  }

  func fact(_ name: String) -> Value {
    let value = surroundings.fact(name, at: state)
    answers?.append(.fact(name, value))
    return value
  }

  func answer(of lookup: String, for key: Value) -> LookupAnswer {
    let answer = surroundings.answer(of: lookup, for: key)
    switch answer {
    case .found(let record): answers?.append(.directory(lookup, key: key, record))
    case .empty: answers?.append(.directory(lookup, key: key, nil))
    case .pending, .unavailable: answers = nil
    }
    return answer
  }

  func answer(to query: any SystemQuery, _ arguments: [Value], _ terms: LookupTerms) -> LookupAnswer {
    answers = nil
    return surroundings.answer(to: query, arguments, terms)
  }

  var today: String {
    let today = surroundings.today
    answers?.append(.day(today))
    return today
  }

  /// The bank's calendar. It does not change while the server runs.
  var calendar: BusinessCalendar { surroundings.calendar }

  /// Not recorded, because the answer never changes.
  func shows(_ minutes: Int, on day: CivilDate) -> Bool { surroundings.shows(minutes, on: day) }
}
