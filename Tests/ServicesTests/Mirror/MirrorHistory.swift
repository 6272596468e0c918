import Model
import SeededRandom

/// A random history of one account on both sides: the core's ledger with its lines for the bank,
/// and the bank's mirror with the submissions of its customers.
///
/// Every order of feed, lines and acknowledgements occurs. `isLate` histories also break the rule
/// that a balance follows the entries that it includes.
struct MirrorHistory {
  /// The core's decision about a submission, with the number of the change in its ledger.
  enum Decision {
    case none
    case booked(change: Int, amount: Int64)
    case rejected(change: Int)
  }

  struct Submission {
    let reservation: MirrorBalance.Reservation
    var decision = Decision.none
    /// True once the bank has the rejection.
    var isRejected = false
    /// True once the bank has an entry.
    var isBooked = false
  }

  enum Line {
    case entry(Int64, submission: Int?, replaces: Int?, change: Int)
    case pending(Int, Int64, change: Int)
    case cancelled(Int, change: Int)
    case balance(booked: Int64, available: Int64, taken: Int64?, changes: Int)
    case rejected(Int)
    case executed(Int)
  }

  var chance: Chance
  let namesTaken: Bool
  let isLate: Bool

  // The core.
  private var booked: Int64 = 0
  /// The number of rows of the feed that the core has read.
  private var rows = 0
  private var reserved: Set<Int> = []
  private var pending: [(id: Int, amount: Int64)] = []
  private var lastPending = 0
  /// The changes of the available amount that no submission caused.
  private var changes: [Int64] = []

  // Between the two.
  private var submissions: [Submission] = []
  private var feed: [Int] = []
  private var lines: [Line] = []
  private var acknowledgements: [Line] = []

  // The bank.
  private var known: Set<Int> = []
  private(set) var mirror = MirrorBalance()
  private var held: [Int: MirrorBalance.Pending] = [:]

  init(_ number: Int) {
    chance = Chance(UInt64(number))
    namesTaken = number % 2 == 0
    isLate = number % 4 > 1
  }

  /// The mirror's answer: what can be spent; nil while the account is unsure.
  var spendable: Int64? {
    mirror.spendable(less: submissions.lazy.filter { !$0.isRejected && !$0.isBooked }.map(\.reservation))
  }

  /// The correct answer: each change that the bank knows, from a line or from a later balance, and
  /// each submission once.
  var reference: Int64 {
    submissions.reduce(known.reduce(0) { $0 + changes[$1] }) { sum, submission in
      if submission.isRejected { return sum }
      switch submission.decision {
      case .booked(let change, let amount) where known.contains(change): return sum - amount
      case .rejected(let change) where known.contains(change): return sum
      default: return sum - submission.reservation.amount
      }
    }
  }

  /// True if nothing is on its way to the bank.
  var isQuiet: Bool { lines.isEmpty && acknowledgements.isEmpty }

  mutating func step() {
    switch Int.random(in: 0..<16, using: &chance) {
    case 0, 1: sign()
    case 2, 3: readRow()
    case 4, 5: decide()
    case 6, 7: changeByOthers()
    case 8: sendBalance()
    case 9...14: deliver()
    default:
      guard let index = acknowledgements.indices.randomElement(using: &chance) else { return }
      take(acknowledgements.remove(at: index))
    }
  }

  /// The core decides all submissions.
  mutating func decideAll() {
    while rows < feed.count { readRow() }
    for _ in submissions { decide() }
  }

  /// The bank takes the next of what is on its way.
  mutating func catchUp() { take(lines.isEmpty ? acknowledgements.removeLast() : lines.removeFirst()) }

  /// The core sends its balance.
  mutating func sendBalance() {
    let held =
      reserved.reduce(0) { $0 + submissions[$1].reservation.amount } - pending.reduce(0) { $0 + min(0, $1.amount) }
    lines.append(
      .balance(
        booked: booked, available: booked - held, taken: namesTaken ? Int64(rows) : nil, changes: changes.count))
  }

  private mutating func sign() {
    guard let spendable, spendable > 0 else { return }
    let amount = Int64.random(in: 1...spendable, using: &chance)
    let isInFeed = Int.random(in: 0..<8, using: &chance) > 0
    submissions.append(Submission(reservation: .init(amount, row: isInFeed ? Int64(feed.count + 1) : nil)))
    if isInFeed { feed.append(submissions.count - 1) }
  }

  private mutating func readRow() {
    guard rows < feed.count else { return }
    reserved.insert(feed[rows])
    rows += 1
  }

  /// Books or rejects a submission, whose outcome is sent in a line or in an acknowledgement.
  private mutating func decide() {
    let open = submissions.indices.filter { index in
      guard case .none = submissions[index].decision else { return false }
      return submissions[index].reservation.row == nil || reserved.contains(index)
    }
    guard let index = open.randomElement(using: &chance) else { return }
    reserved.remove(index)
    let isAcknowledged = Bool.random(using: &chance)
    let change = change(by: 0)
    var outcome = Line.executed(index)
    if Int.random(in: 0..<3, using: &chance) == 0 {
      submissions[index].decision = .rejected(change: change)
      outcome = .rejected(index)
    } else {
      // Some cores book another amount than the signed one.
      let signed = submissions[index].reservation.amount
      let isOther = Int.random(in: 0..<6, using: &chance) == 0
      let amount = isOther ? Int64.random(in: 1...signed + 1000, using: &chance) : signed
      booked -= amount
      submissions[index].decision = .booked(change: change, amount: amount)
      lines.append(.entry(-amount, submission: index, replaces: nil, change: change))
    }
    if isAcknowledged { acknowledgements.append(outcome) } else { lines.append(outcome) }
  }

  private mutating func change(by amount: Int64) -> Int {
    changes.append(amount)
    return changes.count - 1
  }

  private mutating func changeByOthers() {
    let kind = Int.random(in: 0..<6, using: &chance)
    let isDebit = Int.random(in: 0..<3, using: &chance) == 0
    let amount = Int64.random(in: 1...1_000_000_000, using: &chance)
    switch kind {
    case 0...2:
      let amount = isDebit ? -amount : amount
      booked += amount
      lines.append(.entry(amount, submission: nil, replaces: nil, change: change(by: amount)))
    case 3:
      let amount = isDebit ? amount : -amount
      lastPending += 1
      pending.append((lastPending, amount))
      lines.append(.pending(lastPending, amount, change: change(by: min(0, amount))))
    default:
      guard let index = pending.indices.randomElement(using: &chance) else { return }
      let (id, reserved) = pending.remove(at: index)
      if kind == 4 { return lines.append(.cancelled(id, change: change(by: -min(0, reserved)))) }
      let amount = reserved + Int64.random(in: -1000...1000, using: &chance)
      booked += amount
      lines.append(.entry(amount, submission: nil, replaces: id, change: change(by: amount - min(0, reserved))))
    }
  }

  private mutating func deliver() {
    guard let first = lines.first else { return }
    if isLate, lines.count > 1, Int.random(in: 0..<6, using: &chance) == 0 {
      switch first {
      case .entry(_, _, replaces: nil, _), .cancelled: lines.swapAt(0, 1)
      default: break
      }
    }
    take(lines.removeFirst())
  }

  private mutating func take(_ line: Line) {
    switch line {
    case .entry(let amount, let index, let replaced, let change):
      known.insert(change)
      let isFirst = index.map { !submissions[$0].isBooked && !submissions[$0].isRejected } ?? false
      let reservation = isFirst ? index.map { submissions[$0].reservation } : nil
      mirror.take(amount, of: reservation, replacing: replaced.flatMap { held.removeValue(forKey: $0) })
      if let index { submissions[index].isBooked = true }
    case .pending(let id, let amount, let change):
      known.insert(change)
      held[id] = mirror.takePending(amount)
    case .cancelled(let id, let change):
      known.insert(change)
      if let pending = held.removeValue(forKey: id) { mirror.cancel(pending) }
    case .balance(let booked, let available, let taken, let changes):
      known.formUnion(0..<changes)
      mirror.take(booked: booked, available: available, taken: taken)
    case .rejected(let index): submissions[index].isRejected = true
    case .executed: break
    }
  }
}
