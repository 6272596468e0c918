import CMicroHTTPD
import Synchronization

/// A body that goes on: any thread adds bytes, and the connection's thread sends them as the client takes them.
///
///     let news = BodyStream(gone: { print("the client has left") })
///     let response = Response(status: 200, headers: [("Content-Type", "text/event-stream")], stream: news)
///     news.add(Array("data: hello\n\n".utf8))  // on any thread, before and after the response is sent
///     news.end()
///
/// While there is nothing to send, the connection sleeps: it holds no thread. A client that does not take bytes for
/// `ServerConfiguration.requestTimeout` is cut off. `Server.stop` ends every stream.
package final class BodyStream: Sendable {
  /// Maximum bytes that wait for libmicrohttpd, except of one addition to an empty stream. Fewer than `BufferedBytes` counts.
  package static let capacity = 8 * 1024

  private struct State {
    /// The bytes that libmicrohttpd has not taken.
    var waiting: ArraySlice<UInt8> = []
    /// The connection if it sleeps because nothing waits.
    var sleeper: SuspendedConnection?
    /// True if no more bytes are added.
    var isEnded = false
    /// True if `drained` is called when all bytes are taken.
    var isMoreWaiting = false
  }

  /// True if it ends by itself soon.
  let isShort: Bool
  private let state = Mutex(State())
  private let drained: @Sendable () -> Void
  private let gone: @Sendable () -> Void

  /// Creates a stream without bytes.
  ///
  /// - Parameters:
  ///   - isShort: True if it ends by itself soon: then a client that ends its own sending gets it whole.
  ///   - drained: Called when all bytes are taken, if more were announced or did not fit; on the connection's thread, so
  ///     that it must not block.
  ///   - gone: Called once, when the response was sent to its end or will never be, on any thread.
  package init(
    isShort: Bool = false, drained: @escaping @Sendable () -> Void = {}, gone: @escaping @Sendable () -> Void
  ) {
    (self.isShort, self.drained, self.gone) = (isShort, drained, gone)
  }

  /// Adds bytes. Returns false, and adds none, if the stream has ended or too many bytes wait.
  ///
  /// `drained` is called for room: after a refusal, or if `more` announces that other bytes follow.
  @discardableResult
  package func add(_ bytes: [UInt8], more: Bool = false) -> Bool {
    state.withLock { state in
      if state.isEnded { return false }
      guard state.waiting.isEmpty || state.waiting.count + bytes.count <= Self.capacity else {
        state.isMoreWaiting = true
        return false
      }
      if state.waiting.isEmpty { state.waiting = bytes[...] } else { state.waiting += bytes }
      if more { state.isMoreWaiting = true }
      if !state.waiting.isEmpty { Self.wake(&state) }
      return true
    }
  }

  /// True if all bytes were taken.
  package var isDrained: Bool { state.withLock { $0.waiting.isEmpty } }

  /// Ends the body after the bytes that wait.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      Self.wake(&state)
    }
  }

  /// Drops the bytes that wait, and ends the body of a connection that is cut off.
  func abandon() {
    state.withLock { state in
      (state.isEnded, state.waiting, state.isMoreWaiting) = (true, [], false)
      Self.wake(&state)
    }
  }

  /// Notes that nobody sends this body any more.
  fileprivate func leave() {
    state.withLock { state in
      (state.isEnded, state.waiting, state.isMoreWaiting, state.sleeper) = (true, [], false, nil)
    }
    gone()
  }

  /// The outcome of a look for bytes.
  enum Portion {
    /// So many bytes were copied.
    case bytes(Int)
    /// There are none now, and the connection sleeps.
    case asleep
    /// There are no more.
    case ended
  }

  /// Copies the next bytes, or puts the connection to sleep. Must be called on the connection's own thread.
  func take(into buffer: UnsafeMutableRawBufferPointer, orSuspend connection: UInt) -> Portion {
    let (portion, isDrained) = state.withLock { state -> (Portion, Bool) in
      guard state.waiting.isEmpty else {
        let part = state.waiting.prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        state.waiting = part.count == state.waiting.count ? [] : state.waiting.dropFirst(part.count)
        return (.bytes(part.count), false)
      }
      if state.isEnded { return (.ended, false) }
      guard let sleeper = SuspendedConnection(connection) else { return (.ended, false) }
      state.sleeper = sleeper
      defer { state.isMoreWaiting = false }
      return (.asleep, state.isMoreWaiting)
    }
    if isDrained { drained() }
    return portion
  }

  /// Wakes the connection. Nothing touches it after that, so libmicrohttpd may close it at any time.
  private static func wake(_ state: inout State) {
    state.sleeper?.wake()
    state.sleeper = nil
  }
}

/// The hold of a response on its stream. When the last reference goes, nobody sends the body any more: it was sent, the
/// connection broke, or the response was never sent.
final class StreamReference: Sendable {
  /// The stream.
  let stream: BodyStream

  /// Takes hold of a stream.
  init(_ stream: BodyStream) { self.stream = stream }

  deinit { stream.leave() }
}

/// A stream on its way to a client: the context of libmicrohttpd's content reader.
final class StreamDelivery {
  private let hold: StreamReference
  private let link: ClientConnection
  private let connection: UInt
  /// Milliseconds in which the client must take what libmicrohttpd has.
  private let patience: Int64

  /// Creates the delivery of a stream over `connection`, whose table entry is `link`.
  init(_ hold: StreamReference, over link: ClientConnection, _ connection: OpaquePointer, patience: Int64) {
    (self.hold, self.link, self.patience) = (hold, link, patience)
    self.connection = UInt(bitPattern: connection)
  }

  /// Returns libmicrohttpd's response for this stream; nil if it has no memory for one.
  func response() -> OpaquePointer? {
    let context = Unmanaged.passRetained(self)
    let made = MHD_create_response_from_callback(
      valence_MHD_size_unknown, Self.block,
      { context, _, buffer, maximum in
        guard let context, let buffer else { return valence_MHD_end_of_content }
        return Unmanaged<StreamDelivery>.fromOpaque(context)._withUnsafeGuaranteedRef { delivery in
          delivery.take(into: UnsafeMutableRawBufferPointer(start: buffer, count: maximum))
        }
      }, context.toOpaque(),
      { context in
        // The parameter is optional on some systems only.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<StreamDelivery>.fromOpaque(context).release() }
      })
    if made == nil { context.release() }
    return made
  }

  /// Bytes that libmicrohttpd reads at once for a client of HTTP/1.0; for others it uses the connection's own memory.
  private static let block = 512

  private func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    // The kernel has taken all bytes before, so that the client has its time for the next ones.
    switch hold.stream.take(into: buffer, orSuspend: connection) {
    case .bytes(let count):
      link.expectTaking(milliseconds: patience)
      return count
    case .asleep:
      link.waitForAnswer()
      return 0
    case .ended:
      link.expectTaking(milliseconds: patience)
      return valence_MHD_end_of_content
    }
  }
}
