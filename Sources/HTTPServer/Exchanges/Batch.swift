import Platform

/// The requests that one thread has read in one turn of its loop.
///
/// The thread reads all, answers them one after another, and then sends the answers. Each step stays in the processor's
/// caches, and a client of many connections is woken once for many answers. Measured: 1.7 times the `evaluate` requests
/// of answering each when it is read. A single request costs one more turn of the loop, which does not wait.
final class Batch {
  /// Maximum count that is answered before the first is sent: the first answer does not wait for all others.
  private static let limit = 32

  /// Bytes of a body from which a request is answered by itself: reading and judging such a body takes milliseconds.
  static let large = 64 * 1024

  @exclusivity(unchecked) private var exchanges: [Exchange] = []
  /// Count of large requests that the thread has answered.
  private(set) var largeAnswered = 0
  /// The exchanges whose head is arriving.
  @exclusivity(unchecked) private var heads: [Exchange] = []

  /// The batch of the calling thread, made at the first use.
  static var ofThisThread: Batch {
    if let kept = pthread_getspecific(key) { return Unmanaged<Batch>.fromOpaque(kept).takeUnretainedValue() }
    let batch = Batch()
    pthread_setspecific(key, Unmanaged.passRetained(batch).toOpaque())
    return batch
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { kept in
      // The parameter is optional on some systems only.
      let kept: UnsafeMutableRawPointer? = kept
      if let kept { Unmanaged<Batch>.fromOpaque(kept).release() }
    }
    return key
  }()

  /// Adds an exchange whose head is arriving.
  func expectHead(of exchange: Exchange) { heads.append(exchange) }

  /// Removes an exchange whose head is here or will never be.
  func endHead(of exchange: Exchange) {
    // Nearly always it is the only one.
    if heads.last === exchange { return heads.removeLast(1) }
    if let place = heads.lastIndex(where: { $0 === exchange }) { heads.remove(at: place) }
  }

  /// Answers the requests that libmicrohttpd is about to answer by itself, if it has just read their heads.
  func answerForLibrary() {
    for exchange in heads where exchange.isRefusedByLibrary { exchange.answerForLibrary() }
  }

  /// Adds an exchange whose request is here; a large one is answered by itself.
  func add(_ exchange: Exchange) {
    if exchange.largeBefore == nil { exchanges.append(exchange) }
  }

  /// Answers the next requests, at least up to that of `exchange`. Returns false if `exchange` must wait for the next
  /// turn.
  ///
  /// The thread answers one large request in each turn of its loop, so that no other client waits for all of them.
  /// libmicrohttpd asks each exchange once in a turn: one that has waited since the last large answer is asked in
  /// another turn.
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
