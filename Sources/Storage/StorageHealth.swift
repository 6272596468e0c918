import Synchronization

/// The ability to write and read the database, by the results of the last tries.
///
///     let health = StorageHealth()
///     let full = StoreError(.storage(.full), engine: "SQLite", code: 13, message: "disk is full", sql: "COMMIT")
///     health.failed(.writing, full)
///     let fault = health.trouble?.fault  // .full, until a write succeeds
///     health.succeeded(.writing)
package final class StorageHealth: Sendable {
  /// The part that has a fault.
  package enum Part: Sendable, CaseIterable {
    /// The content of the file. It counts as damaged until the process ends, since nothing repairs it.
    case content
    /// The files at their paths. They count as damaged until the process ends: the next start opens other files.
    case place
    /// The tables and privileges that statements need, until the failed statement is accepted again. Other statements may
    /// succeed in the meantime.
    case access
    /// Writing, until a write succeeds.
    case writing
    /// Reading, until a read succeeds.
    case reading

    /// The part that has a fault which was met in this one.
    fileprivate func concerned(by fault: StorageFault) -> Part {
      switch fault {
      case .damaged: self == .place ? .place : .content
      case .denied, .missing: .access
      default: self
      }
    }
  }

  /// A trouble that has begun and not ended.
  package struct Failure: Sendable {
    /// The fault.
    package let fault: StorageFault
    /// The first error of it.
    package let error: StoreError
    /// Since when.
    package let since: ContinuousClock.Instant
    /// The number of times that it was met.
    package fileprivate(set) var failures = 1

    /// The name of the missing or refused object, for a public status page; nil for other faults, whose messages may
    /// have addresses and paths.
    package fileprivate(set) var cause: String?
  }

  /// The trouble that no write can end: acknowledged rows may get lost. Nil without one.
  package var lasting: Failure? { trouble(of: .content) ?? trouble(of: .place) }

  /// A trouble that has begun or ended.
  package enum Change: Sendable {
    case began(Part, Failure)
    case ended(Part, Failure)
  }

  /// The state of a check of the content that runs while the database serves.
  package enum Check: String, Sendable {
    case running, passed, failed
    /// It ended before it had seen all.
    case ended
  }

  private struct State {
    var check: Check?
    var troubles: [Part: Failure] = [:]
    var failures: [StorageFault: Int] = [:]
    var notify: (@Sendable (Change) -> Void)?
  }

  /// Creates a state without faults.
  package init() {}

  private let state = Mutex(State())
  private let isTroubled = Atomic<Bool>(false)

  /// Calls `notify` whenever a trouble begins or ends, once for all errors between: on the thread that met it.
  package func onChange(_ notify: @escaping @Sendable (Change) -> Void) { state.withLock { $0.notify = notify } }

  /// The present fault, the gravest first; nil without one.
  package var trouble: Failure? {
    guard isTroubled.load(ordering: .relaxed) else { return nil }
    return state.withLock { state in Part.allCases.compactMap { state.troubles[$0] }.first }
  }

  /// The state of the check beside the service; nil without one.
  package var check: Check? { state.withLock { $0.check } }

  /// Notes the state of that check.
  package func note(_ check: Check) { state.withLock { $0.check = check } }

  /// The fault of that part; nil without one.
  package func trouble(of part: Part) -> Failure? {
    guard isTroubled.load(ordering: .relaxed) else { return nil }
    return state.withLock { $0.troubles[part] }
  }

  /// True if that part has a fault.
  package func isTroubled(_ part: Part) -> Bool {
    isTroubled.load(ordering: .relaxed) && state.withLock { $0.troubles[part] != nil }
  }

  /// The number of times that each fault was met since the start.
  package var failures: [StorageFault: Int] { state.withLock { $0.failures } }

  /// Takes note of an error, where it is one of the file and not of a statement.
  package func failed(_ part: Part, _ error: any Error) {
    guard let error = error as? StoreError, let fault = error.fault else { return }
    let part = part.concerned(by: fault)
    let change = state.withLock { state -> (Change, notify: (@Sendable (Change) -> Void)?)? in
      state.failures[fault, default: 0] += 1
      isTroubled.store(true, ordering: .relaxed)
      if state.troubles[part]?.fault == fault {
        state.troubles[part]?.failures += 1
        return nil
      }
      let trouble = Failure(
        fault: fault, error: error, since: .now, cause: [.access, .place].contains(part) ? error.message : nil)
      state.troubles[part] = trouble
      return (.began(part, trouble), state.notify)
    }
    if let change { change.notify?(change.0) }
  }

  /// Counts an error that says nothing of others: somebody holds a row that one write wanted.
  package func note(_ error: StoreError) {
    guard let fault = error.fault else { return }
    state.withLock { $0.failures[fault, default: 0] += 1 }
  }

  /// Takes note that the part works.
  package func succeeded(_ part: Part) {
    guard isTroubled.load(ordering: .relaxed) else { return }
    let change = state.withLock { state -> (Change, notify: (@Sendable (Change) -> Void)?)? in
      guard let ended = state.troubles.removeValue(forKey: part) else { return nil }
      isTroubled.store(!state.troubles.isEmpty, ordering: .relaxed)
      return (.ended(part, ended), state.notify)
    }
    if let change { change.notify?(change.0) }
  }
}
