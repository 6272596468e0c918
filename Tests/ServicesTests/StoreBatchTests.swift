import Dispatch
import Model
import SQLiteStorage
import Synchronization
import Storage
import Testing

@testable import Services

/// Payments that share a transaction and its fsync.
@Suite struct StoreBatchTests {
  /// Blocks the writer until the returned semaphore is signalled. Writes that are queued until then
  /// form one batch.
  private func hold(_ database: any Store) -> DispatchSemaphore {
    let (begun, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    database.write(
      { _ in
        begun.signal()
        release.wait()
      }, then: { _ in })
    begun.wait()
    return release
  }

  @Test("Each submission of a batched transaction gets its own outcome", .onFile)
  func batchedWritesKeepOwnOutcomes() throws {
    let bank = try TestBank()
    let before = bank.database.writeCounts
    let release = hold(bank.database)
    let outcomes = Mutex([Int: String]())
    let group = DispatchGroup()
    for number in 0..<40 {
      let order = try bank.order(number % 4 == 1 ? "1000000.00" : "1.00")
      group.enter()
      // Every fourth submission has the key of the first one in its group of four, and a different
      // body.
      let (key, body) = number % 4 == 3 ? ("\(number - 3)", "[]") : ("\(number)", "{}")
      bank.submit(order, key: key, body: body).start { result in
        let outcome =
          switch result {
          case .success(let receipt): receipt.submission.status.rawValue
          case .failure(let error): (error as? any Refusal)?.code ?? "\(error)"
          }
        outcomes.withLock { $0[number] = outcome }
        group.leave()
      }
    }
    release.signal()
    group.wait()
    for (number, outcome) in outcomes.withLock({ $0 }) {
      switch number % 4 {
      case 1: #expect(outcome == "insufficient-funds")
      case 3: #expect(outcome.hasPrefix("keyReused"))
      default: #expect(outcome == "awaitingSignature")
      }
    }
    #expect(outcomes.withLock { $0.count } == 40)
    #expect(bank.database.writeCounts.batches == before.batches + 2)
    #expect(bank.database.writeCounts.writes == before.writes + 41)
    #expect(bank.database.writeCounts.largest == 40)
    #expect(try bank.services.submissions.all(bank.caller.person, limit: 100).elements.count == 20)
    #expect(try bank.services.audit.verify() == bank.services.audit.head())
  }

  @Test("Readers are not blocked by the writer and read the last committed state") func readersDoNotBlock() throws {
    let bank = try TestBank()
    let before = try bank.account("Текущий").balance
    let (written, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let order = try bank.order("1.00")
    let (audit, caller) = (bank.services.audit, bank.caller)
    // A transaction that has written and stays open until `release` is signalled.
    bank.database.write(
      { transaction in
        do {
          try transaction.execute("UPDATE session SET seen = 1")
          try audit.record(.login, by: AuditActor(caller), of: .session(caller.session), transaction)
        } catch { Issue.record(error) }
        written.signal()
        release.wait()
        // A write that fails after a change runs twice.
        release.signal()
        throw CancellationError()
      }, then: { _ in })
    written.wait()
    let head = try bank.services.audit.head()
    for _ in 0..<50 {
      #expect(try bank.account("Текущий").balance == before)
      #expect(try bank.services.submissions.all(bank.caller.person, limit: 10).elements == [])
      #expect(try bank.services.submissions.refusal(of: bank.services.payments.effect(order), for: bank.caller) == nil)
    }
    #expect(try bank.services.audit.verify() == head)
    release.signal()
    bank.database.close()
    #expect(try bank.account("Текущий").balance == before)
  }
}
