import Synchronization

/// The faults of a database, derived from the results of the last reads and writes. Thread-safe.
package final class StorageHealth: Sendable {
  /// The part of a database that a fault concerns. Cases are ordered by severity, the most severe
  /// first.
  package enum Part: Sendable, CaseIterable {
    /// The content of the database. A fault lasts until the process ends, because nothing repairs
    /// the content.
    case content
    /// The files at their paths. A fault lasts until the process ends, because the next start opens
    /// other files.
    case place
    /// The tables and privileges that statements need. A fault lasts until `Store.probe` ends it.
    /// Other statements may succeed in the meantime.
    case access
    /// Writes. A fault lasts until a write succeeds.
    case writing
    /// Reads. A fault lasts until a read succeeds.
    case reading

    /// The part that `fault` concerns if it occurred in this part.
    fileprivate func concerned(by fault: StorageFault) -> Part {
      switch fault {
      case .damaged: self == .place ? .place : .content
      case .denied, .missing: .access
      default: self
      }
    }
  }

  /// A current fault of one part.
  package struct Failure: Sendable {
    package let fault: StorageFault
    /// The first error with this fault.
    package let error: StoreError
    /// The time of the first error.
    package let since: ContinuousClock.Instant
    /// The number of errors with this fault since then.
    package fileprivate(set) var failures = 1

    /// The message of an error about access or files, which a public status page may show. Nil for
    /// other faults, whose messages may contain addresses and paths.
    package fileprivate(set) var cause: String?
  }

  /// A fault that no write can end and that may lose acknowledged rows; nil without such a fault.
  package var lasting: Failure? { trouble(of: .content) ?? trouble(of: .place) }

  /// The beginning or the end of a fault.
  package enum Change: Sendable {
    case began(Part, Failure)
    case ended(Part, Failure)
  }

  /// The state of the content check that runs while the database serves.
  package enum Check: String, Sendable {
    case running, passed, failed
    /// The check ended early: it was stopped, or it could not read the file.
    case ended
  }

  private struct State {
    var check: Check?
    var troubles: [Part: Failure] = [:]
    var failures: [StorageFault: Int] = [:]
    var notify: (@Sendable (Change) -> Void)?
  }

  package init() {}

  private let state = Mutex(State())
  private let isTroubled = Atomic<Bool>(false)

  /// Calls `notify` when a fault begins or ends, on the thread that detected it. Repeated errors
  /// with the same fault do not call it.
  package func onChange(_ notify: @escaping @Sendable (Change) -> Void) { state.withLock { $0.notify = notify } }

  /// The most severe current fault; nil without a fault.
  package var trouble: Failure? {
    guard isTroubled.load(ordering: .relaxed) else { return nil }
    return state.withLock { state in Part.allCases.compactMap { state.troubles[$0] }.first }
  }

  /// The state of the content check; nil if none was started.
  package var check: Check? { state.withLock { $0.check } }

  package func note(_ check: Check) { state.withLock { $0.check = check } }

  /// The fault of `part`; nil without a fault.
  package func trouble(of part: Part) -> Failure? {
    guard isTroubled.load(ordering: .relaxed) else { return nil }
    return state.withLock { $0.troubles[part] }
  }

  package func isTroubled(_ part: Part) -> Bool {
    isTroubled.load(ordering: .relaxed) && state.withLock { $0.troubles[part] != nil }
  }

  /// The number of errors with each fault since the start.
  package var failures: [StorageFault: Int] { state.withLock { $0.failures } }

  /// Records an error of `part`. Ignores errors that concern only a statement.
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

  /// Counts an error that concerns only one operation, such as a lock timeout. Begins no fault.
  package func note(_ error: StoreError) {
    guard let fault = error.fault else { return }
    state.withLock { $0.failures[fault, default: 0] += 1 }
  }

  /// Records a success of `part`, which ends its fault.
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
