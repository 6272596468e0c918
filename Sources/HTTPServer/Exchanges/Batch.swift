import Platform

/// The complete requests that one event loop has read in one iteration.
///
/// The thread reads all requests, then computes their responses, then sends them. A client with
/// many connections thus receives many responses at once. A single request needs one more
/// iteration, which does not block.
final class Batch {
  /// Maximum number of responses to compute before the first is sent. It bounds the delay of the
  /// first response.
  private static let limit = 32

  /// Body size in bytes from which a request is processed separately (see `docs/limits.md`).
  static let large = 64 * 1024

  @exclusivity(unchecked) private var exchanges: [Exchange] = []
  /// The number of large requests that the thread has passed to the application.
  private(set) var largeAnswered = 0
  /// The exchanges whose head is incomplete.
  @exclusivity(unchecked) private var heads: [Exchange] = []

  /// The batch of the calling thread, created on first use.
  static var ofThisThread: Batch {
    if let kept = pthread_getspecific(key) { return Unmanaged<Batch>.fromOpaque(kept).takeUnretainedValue() }
    let batch = Batch()
    pthread_setspecific(key, Unmanaged.passRetained(batch).toOpaque())
    return batch
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { kept in
      // The parameter is optional only on some platforms.
      let kept: UnsafeMutableRawPointer? = kept
      if let kept { Unmanaged<Batch>.fromOpaque(kept).release() }
    }
    return key
  }()

  /// Adds an exchange whose head is incomplete.
  func expectHead(of exchange: Exchange) { heads.append(exchange) }

  /// Removes an exchange whose head is complete or will not become complete.
  func endHead(of exchange: Exchange) {
    // Usually it is the last one.
    if heads.last === exchange { return heads.removeLast(1) }
    if let place = heads.lastIndex(where: { $0 === exchange }) { heads.remove(at: place) }
  }

  /// Responds to the requests whose head libmicrohttpd is about to reject.
  func answerForLibrary() {
    for exchange in heads where exchange.isRefusedByLibrary { exchange.answerForLibrary() }
  }

  /// Adds a complete request. A large one is not batched.
  func add(_ exchange: Exchange) {
    if exchange.largeBefore == nil { exchanges.append(exchange) }
  }

  /// Passes the next requests to the application, at least through `exchange`. Returns false if
  /// `exchange` must wait for the next iteration.
  ///
  /// The thread processes one large request per iteration, so that no other client waits for
  /// several. libmicrohttpd calls each exchange once per iteration. If `largeAnswered` has changed
  /// since the last call, `exchange` therefore waits for another iteration.
  func answer(upTo exchange: Exchange) -> Bool {
    if let before = exchange.largeBefore {
      guard before == largeAnswered else {
        exchange.largeBefore = largeAnswered
        return false
      }
      largeAnswered &+= 1
      exchange.answer()
      return true
    }
    while exchange.isUnanswered, !exchanges.isEmpty {
      let count = min(Self.limit, exchanges.count)
      for place in 0..<count { exchanges[place].answer() }
      exchanges.removeFirst(count)
    }
    return true
  }
}
