#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The requests that one thread has read in one turn of its loop. They are answered one after another when all are read,
/// and then sent: reading, answering and sending each stay in the processor's caches, and a client of many connections is
/// woken once for many answers (measured: 1.7 times the `evaluate` requests of answering each when it is read). For a
/// single request it is one more turn of the loop, which waits for nothing.
final class Batch {
  /// How many are answered before the first of them is sent: what comes first does not wait for all that came with it.
  private static let limit = 32

  /// Bytes of a body from which on a request is answered by itself: reading and judging them takes milliseconds each.
  static let large = 64 * 1024

  private var exchanges: [Exchange] = []
  /// How many large requests the thread has answered.
  private(set) var largeAnswered = 0
  /// The exchanges whose head is on its way.
  private var heads: [Exchange] = []

  /// The batch of the thread that asks.
  static var ofThisThread: Batch {
    if let kept = pthread_getspecific(key) { return Unmanaged<Batch>.fromOpaque(kept).takeUnretainedValue() }
    let batch = Batch()
    pthread_setspecific(key, Unmanaged.passRetained(batch).toOpaque())
    return batch
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { kept in
      // Not every system says that it is there.
      let kept: UnsafeMutableRawPointer? = kept
      if let kept { Unmanaged<Batch>.fromOpaque(kept).release() }
    }
    return key
  }()

  /// Takes in an exchange whose head is on its way.
  func expectHead(of exchange: Exchange) { heads.append(exchange) }

  /// Lets go of an exchange whose head is here, or will never be.
  func endHead(of exchange: Exchange) {
    if let place = heads.lastIndex(where: { $0 === exchange }) { heads.remove(at: place) }
  }

  /// The library is about to answer a request by itself: if one of those whose head was just read, it is answered here.
  func answerForLibrary() {
    for exchange in heads where exchange.isRefusedByLibrary { exchange.answerForLibrary() }
  }

  /// Takes in an exchange whose request is here.
  func add(_ exchange: Exchange) {
    if exchange.largeBefore == nil { exchanges.append(exchange) }
  }

  /// Has the next requests answered, up to that of `exchange` at least. Of large ones the thread answers one in each turn
  /// of its loop, so that no other client waits for all of them: false if `exchange` must wait for the next turn. The
  /// library asks once in a turn, so who has waited since the last large one was answered is asked in another turn.
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
