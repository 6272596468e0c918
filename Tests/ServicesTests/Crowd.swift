import Foundation
import Model
import DataAccess
import SeededRandom
import Synchronization

@testable import Services

/// People with accounts, and the expected balances, which the test computes without the ledger.
final class Crowd: Sendable {
  /// The expected state of an account, in kopecks.
  struct Known: Equatable {
    var balance: Int64
    var held: Int64 = 0
  }

  let people: [(caller: Caller, accounts: [AccountNumber])]
  private let known: Mutex<[AccountNumber: Known]>
  private let moved = Mutex<[SubmissionID: Submission]>([:])

  /// Creates people with two accounts in roubles each, and a balance of 0 to 10,000 roubles on each
  /// account.
  init(_ count: Int, in bank: TestBank, _ chance: inout Chance) throws {
    var people: [(caller: Caller, accounts: [AccountNumber])] = []
    var known: [AccountNumber: Known] = [:]
    let now = bank.clock.now
    for number in 0..<count {
      let person = PersonID.new(at: now)
      let accounts = (0..<2).compactMap { AccountNumber("40817810" + String(100_000_000_000 + number * 2 + $0)) }
      for account in accounts { known[account] = Known(balance: Int64.random(in: 0...1_000_000, using: &chance)) }
      people.append((Caller(person: person, session: .new(at: now), role: .person, name: "\(number)"), accounts))
    }
    self.people = people
    self.known = Mutex(known)
    let opened = people
    let opening = known
    try bank.database.deferredWrite(locking: []) { transaction in
      let table = AccountDAO(transaction)
      guard let equity = try table.findInternal(.equity, .rub) else { return }
      for (number, (caller, accounts)) in opened.enumerated() {
        guard let login = Login("person\(number)") else { continue }
        try PersonDAO(transaction).insert(
          Person(id: caller.person, name: "\(number)", phone: nil, bonuses: 0, login: login, role: .person),
          passwordHash: "$argon2id$none", at: now)
        for (place, account) in accounts.enumerated() {
          try AccountRegisterDAO(transaction).insert(
            account, .rub, of: nil, product: nil, disabled: false, at: now)
          try AccountAccessDAO(transaction).put(
            account, person: caller.person, .owner, caption: "\(place)", until: nil)
          guard let balance = opening[account]?.balance, balance > 0 else { continue }
          try LedgerDAO(transaction).insert(
            Transfer(
              debit: equity, credit: account, amount: Money(minor: balance, .rub), purpose: "", submission: nil),
            at: now)
        }
      }
    }.wait()
  }

  /// Adds an executed submission. If it is added again, it counts once.
  func executed(_ submission: Submission, from payer: AccountNumber, to payee: AccountNumber) {
    guard submission.status == .executed, let amount = submission.amount?.minor else { return }
    let isNew = moved.withLock { $0.updateValue(submission, forKey: submission.id) == nil }
    guard isNew else { return }
    known.withLock { known in
      known[payer]?.balance -= amount
      known[payee]?.balance += amount
    }
  }

  /// Adds to the held amount; a negative amount releases it.
  func held(_ amount: Int64, on account: AccountNumber) { known.withLock { $0[account]?.held += amount } }

  /// The number of executed submissions.
  var movements: Int { moved.withLock { $0.count } }

  /// The largest sum that one person has sent by one operation, in kopecks.
  var maxSent: Int64 {
    let sums = moved.withLock { moved in
      moved.values.reduce(into: [String: Int64]()) {
        $0["\($1.person) \($1.operation)", default: 0] += $1.amount?.minor ?? 0
      }
    }
    return sums.values.max() ?? 0
  }

  /// The expected state of all accounts.
  var accounts: [AccountNumber: Known] { known.withLock { $0 } }
}

/// Runs `work` on `count` new threads and returns when all have ended.
func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
  let done = DispatchGroup()
  for number in 0..<count {
    done.enter()
    Thread.detachNewThread {
      work(number)
      done.leave()
    }
  }
  done.wait()
}
