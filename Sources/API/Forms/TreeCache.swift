import Atoms
import Dates
import Texts
import HTTPServer
import JSON
import Model
import Operations
import Services
import Synchronization

/// The trees of operations into which no values were given, as they were drawn for people.
///
/// A tree follows from its operation, its language, and the answers to what its evaluation asked: facts about the caller,
/// directories, the day. Each is kept with these questions and answers. They are asked anew for each caller, and the tree is
/// given only if all answers are written as they were, so that it is the tree that would be drawn now. What else there is in
/// a key only spares vain comparisons.
///
///     let trees = TreeCache()
///     let key = TreeCache.Key(operation, for: person, in: .en)
///     if let tree = trees.tree(as: key, of: operation, surroundings, at: state) { return tree.body }
final class TreeCache: Sendable {
  struct Key: Hashable {
    private let operation: ObjectIdentifier
    /// The person; nil for a tree that asked for no facts about people, which serves all.
    private var person: PersonID?
    private let language: Language

    init(_ operation: Operation, for person: PersonID?, in language: Language) {
      (self.operation, self.person, self.language) = (ObjectIdentifier(operation), person, language)
    }

    /// The key of a tree that serves all.
    var ofAll: Key {
      var key = self
      key.person = nil
      return key
    }
  }

  /// Two halves: a full young one becomes the old one, and what is asked for again gets young.
  private struct Kept {
    var young: [Key: DrawnTree] = [:]
    var old: [Key: DrawnTree] = [:]
    /// The sizes of the young ones together.
    var size = 0

    func tree(as key: Key) -> (tree: DrawnTree, isOld: Bool)? {
      if let tree = young[key] { return (tree, false) }
      return old[key].map { ($0, true) }
    }
  }

  /// The bytes of one half at most, as `DrawnTree.size` estimates them.
  static let maximum = 16 << 20
  private let maximum: Int
  private let kept = Mutex(Kept())

  /// Creates a memory of two halves of that size each.
  init(maximum: Int = maximum) { self.maximum = maximum }

  /// Returns the tree that a caller gets now; nil if none is kept, or if a question has another answer now.
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
      // The next comparison finds the same memory, and is over at once.
      let tree = DrawnTree(found.tree.body, of: operation, following: answers)
      keep(tree, as: key)
      return tree
    case .other: return nil
    }
  }

  /// Keeps a tree that was drawn, for all if it asked for no facts about people.
  func keep(_ tree: DrawnTree, as own: Key) {
    let key = tree.isPersonal ? own : own.ofAll
    let size = tree.size
    guard size <= maximum else { return }
    // Freed once the lock is open: thousands of trees may go at once.
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

  /// The count of the kept trees, and the sizes of the younger half.
  var total: (count: Int, size: Int) { kept.withLock { ($0.young.count + $0.old.count, $0.size) } }
}

/// A tree as it was drawn, with the answers that it follows from.
final class DrawnTree: Sendable {
  /// The tree as JSON.
  let body: CachedBody
  /// The operation that it was drawn from, which it does not hold: a replaced one is freed.
  weak let operation: Operation?
  private let answers: [RecordedDependency]
  /// True if a fact about the person was asked for.
  let isPersonal: Bool
  /// The bytes that it takes, about: its JSON, the copy that is sent, the compressed form and the answers.
  let size: Int

  /// Creates a tree from its JSON.
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

  /// The outcome of a comparison with the present answers.
  fileprivate enum Outcome {
    /// Nothing has to be noted anew.
    case same
    /// They are written as they were, and these.
    case alike([RecordedDependency])
    /// One is written otherwise, or none can be given.
    case other
  }

  /// Asks the questions anew for the caller in these surroundings.
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

/// A question of an evaluation to its surroundings, with the answer.
enum RecordedDependency: Sendable {
  /// The fact with that name.
  case fact(String, Value)
  /// The record of a directory for a key; nil if it has none.
  case directory(String, key: Value, Value?)
  /// The day in the bank's time zone.
  case day(String)

  /// The bytes that it takes, about. Those of a fact are remembered elsewhere as well, but may outlive that.
  fileprivate var size: Int {
    switch self {
    case .fact(_, let value): 64 * value.parts
    case .directory(_, let key, let record): 64 * (key.parts + (record?.parts ?? 0))
    case .day: 64
    }
  }
}

/// The surroundings of the drawing of a tree, which note what is asked and answered.
final class NotingSurroundings: Environment {
  private let surroundings: CallerSurroundings
  private let state: DataVersion
  /// The answers that were given; nil if one may be another at any time, such as that of a system of the bank.
  private(set) var answers: [RecordedDependency]? = []

  /// Creates surroundings that have noted nothing.
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

  /// The bank's calendar, which no running server changes.
  var calendar: BusinessCalendar { surroundings.calendar }

  /// Not noted: the answer is always the same.
  func shows(_ minutes: Int, on day: CivilDate) -> Bool { surroundings.shows(minutes, on: day) }
}
