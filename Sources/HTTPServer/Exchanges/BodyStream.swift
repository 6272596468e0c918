import CMicroHTTPD
import Synchronization

/// An open-ended response body. Any thread adds bytes, and the connection's thread sends them as
/// the client receives them.
///
/// While the queue is empty, the connection is suspended and occupies no thread. A client that
/// receives nothing for `ServerConfiguration.requestTimeout` is disconnected. `Server.stop`
/// finishes every stream.
package final class BodyStream: Sendable {
  /// Maximum bytes queued for libmicrohttpd. Only an addition to an empty stream may exceed it. The
  /// capacity is below the smallest size that `BufferedBytes` counts.
  package static let capacity = 8 * 1024

  private struct State {
    var queue: ArraySlice<UInt8> = []
    /// The connection if it is suspended because the queue is empty.
    var suspended: SuspendedConnection?
    var isEnded = false
    /// True if `drained` must be called when the queue becomes empty.
    var mustSignalDrained = false
  }

  let isShort: Bool
  private let state = Mutex(State())
  private let drained: @Sendable () -> Void
  private let gone: @Sendable () -> Void

  /// Creates an empty stream.
  ///
  /// - Parameters:
  ///   - isShort: True if the application finishes the stream soon. A client that half-closes then
  ///     still receives the whole stream.
  ///   - drained: Called when the queue becomes empty, if an addition announced more bytes or was
  ///     rejected. Runs on the connection's thread and must not block.
  ///   - gone: Called once, on any thread, when the response has been sent completely or can no
  ///     longer be sent.
  package init(
    isShort: Bool = false, drained: @escaping @Sendable () -> Void = {}, gone: @escaping @Sendable () -> Void
  ) {
    (self.isShort, self.drained, self.gone) = (isShort, drained, gone)
  }

  /// Adds bytes. Returns false and adds nothing if the stream is finished or the queue is full.
  ///
  /// If the queue is full, or if `more` is true, `drained` is called when the queue becomes empty.
  @discardableResult
  package func add(_ bytes: [UInt8], more: Bool = false) -> Bool {
    state.withLock { state in
      if state.isEnded { return false }
      guard state.queue.isEmpty || state.queue.count + bytes.count <= Self.capacity else {
        state.mustSignalDrained = true
        return false
      }
      if state.queue.isEmpty { state.queue = bytes[...] } else { state.queue += bytes }
      if more { state.mustSignalDrained = true }
      if !state.queue.isEmpty { Self.wake(&state) }
      return true
    }
  }

  package var isDrained: Bool { state.withLock { $0.queue.isEmpty } }

  /// Finishes the body once the queued bytes are sent.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      Self.wake(&state)
    }
  }

  /// Discards the queued bytes and finishes the body, because the connection is shut down.
  func abandon() {
    state.withLock { state in
      (state.isEnded, state.queue, state.mustSignalDrained) = (true, [], false)
      Self.wake(&state)
    }
  }

  /// Finishes the stream because its response was released, and calls `gone`.
  fileprivate func release() {
    state.withLock { state in
      (state.isEnded, state.queue, state.mustSignalDrained, state.suspended) = (true, [], false, nil)
    }
    gone()
  }

  /// The result of a request for bytes.
  enum Portion {
    case bytes(Int)
    /// No bytes are queued, and the connection is suspended.
    case asleep
    case ended
  }

  /// Copies the next bytes. If the queue is empty, suspends the connection. Must be called on the
  /// connection's thread.
  func take(into buffer: UnsafeMutableRawBufferPointer, orSuspend connection: UInt) -> Portion {
    let (portion, isDrained) = state.withLock { state -> (Portion, Bool) in
      guard state.queue.isEmpty else {
        let part = state.queue.prefix(buffer.count)
        part.withUnsafeBytes { buffer.copyMemory(from: $0) }
        state.queue = part.count == state.queue.count ? [] : state.queue.dropFirst(part.count)
        return (.bytes(part.count), false)
      }
      if state.isEnded { return (.ended, false) }
      guard let suspended = SuspendedConnection(connection) else { return (.ended, false) }
      state.suspended = suspended
      defer { state.mustSignalDrained = false }
      return (.asleep, state.mustSignalDrained)
    }
    if isDrained { drained() }
    return portion
  }

  /// Resumes the connection. After that, libmicrohttpd may close it at any time, so it must not be
  /// used again.
  private static func wake(_ state: inout State) {
    state.suspended?.wake()
    state.suspended = nil
  }
}

/// A response's reference to its stream. When the last reference is released, the response has been
/// sent, its connection is broken, or it was never sent.
final class StreamReference: Sendable {
  let stream: BodyStream

  init(_ stream: BodyStream) { self.stream = stream }

  deinit { stream.release() }
}

/// A stream that is being sent: the context of libmicrohttpd's content reader.
final class StreamDelivery {
  private let hold: StreamReference
  private let link: ClientConnection
  private let connection: UInt
  /// Time limit, in milliseconds, for the client to receive the bytes that libmicrohttpd has
  /// queued.
  private let patience: Int64

  /// Creates the delivery of a stream over `connection`, which `link` describes.
  init(_ hold: StreamReference, over link: ClientConnection, _ connection: OpaquePointer, patience: Int64) {
    (self.hold, self.link, self.patience) = (hold, link, patience)
    self.connection = UInt(bitPattern: connection)
  }

  /// Returns a libmicrohttpd response that reads this stream; nil if memory runs out.
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
        // The parameter is optional only on some platforms.
        let context: UnsafeMutableRawPointer? = context
        if let context { Unmanaged<StreamDelivery>.fromOpaque(context).release() }
      })
    if made == nil { context.release() }
    return made
  }

  /// Size of one read in bytes for an HTTP/1.0 client. Otherwise libmicrohttpd uses the
  /// connection's memory.
  private static let block = 512

  private func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    // libmicrohttpd reads only when the kernel has accepted all earlier bytes, so the deadline
    // restarts here.
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
