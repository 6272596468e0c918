import Dispatch
import Dates
import Model
import Services
import Synchronization

/// Reads the part of the readiness that is in the database.
///
/// For a remote database, requests share at most one read at a time, and no request waits longer
/// than `patience`, because load balancers have their own timeout.
final class ReadinessReads: Sendable {
  struct Found: Sendable {
    let core: CoreFeed.Health
    let edition: DirectoryEdition?
    let deliveries: [Deliveries.Backlog]
    let messages: [Messages.Figures]
  }

  typealias Outcome = Result<Found, StorageFailureKind>

  private struct State {
    /// The start of the current read; nil if none is in progress.
    var began: ContinuousClock.Instant?
    var number = 0
    var waiting: [@Sendable (Outcome) -> Void] = []

    mutating func takeWaiting() -> [@Sendable (Outcome) -> Void] {
      defer { waiting = [] }
      return waiting
    }
  }

  /// The time after which a database server counts as unreachable.
  private static let patience: Duration = .seconds(1.5)

  private let services: BankServices
  private let state = Mutex(State())
  private let reading = DispatchQueue(label: "valence.readiness")
  private let timing = DispatchQueue(label: "valence.readiness.time")

  init(_ services: BankServices) { self.services = services }

  /// Reads synchronously.
  func read() -> Outcome {
    do {
      return .success(
        Found(
          core: try services.coreFeed.health(), edition: try services.banks.edition(),
          deliveries: try services.deliveries.backlog(), messages: (try? services.messages.figures()) ?? []))
    } catch {
      return .failure(StorageFailureKind(error) ?? .failing)
    }
  }

  /// Reads on another thread. Calls `then` within `patience`, with `unreachable` if the read has
  /// not finished.
  func read(_ then: @escaping @Sendable (Outcome) -> Void) {
    enum Step { case begin(Int), wait, giveUp }
    let step = state.withLock { state -> Step in
      if let began = state.began {
        if .now - began >= Self.patience { return .giveUp }
        state.waiting.append(then)
        return .wait
      }
      state.began = .now
      state.number += 1
      state.waiting.append(then)
      return .begin(state.number)
    }
    switch step {
    case .wait: break
    case .giveUp: then(.failure(.unreachable))
    case .begin(let number):
      reading.async { [self] in
        let outcome = read()
        let waiting = state.withLock { state in
          state.began = nil
          return state.takeWaiting()
        }
        for then in waiting { then(outcome) }
      }
      timing.asyncAfter(deadline: .now() + Self.patience.inSeconds) { [self] in
        let waiting = state.withLock { state in
          state.began != nil && state.number == number ? state.takeWaiting() : []
        }
        for then in waiting { then(.failure(.unreachable)) }
      }
    }
  }
}
