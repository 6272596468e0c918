import CMicroHTTPD
import Platform

/// One request and its response, from the request line until the last byte is sent.
///
/// An exchange is used only on its connection's thread. libmicrohttpd holds the only reference and
/// releases it in the `completed` callback.
final class Exchange {
  private enum Stage {
    case head
    /// The headers are complete, and the body is arriving.
    case body
    /// The request is complete and waits in the batch of its thread.
    case read(Request)
    case ready(Response, isHead: Bool)
    /// The application has deferred the reply. The copy of the request, without its body, is used
    /// to build an error response.
    case waiting(PendingReply, Request)
    /// The response is queued in libmicrohttpd or was written directly to the socket.
    case answered
  }

  /// Unowned, because the state outlives the daemon and its exchanges.
  private unowned(unsafe) let core: ServerState
  private let link: ClientConnection
  private let connection: OpaquePointer
  private let fault: TargetFault?
  // Only one thread uses these two properties and the arrays of `Batch`, and their accesses never
  // overlap.
  @exclusivity(unchecked) private var stage = Stage.head
  @exclusivity(unchecked) private var arrival: RequestBuilder
  private var announcedLength = 0
  /// Maximum size of the body in bytes for this path.
  private let bodyLimit: Int
  /// Address range of the target in libmicrohttpd's memory.
  private let targetRange: Range<UInt>
  /// True if the connection closes after the response.
  private var closesConnection = false
  private var isStreaming = false
  /// The value of `Batch.largeAnswered` when this large request was added or last polled; nil if
  /// the request is not large.
  var largeBefore: Int?

  /// Creates an exchange when a request line arrives.
  init(core: ServerState, link: ClientConnection, _ connection: OpaquePointer, target: UnsafePointer<CChar>?) {
    self.core = core
    self.link = link
    self.connection = connection
    let start = target.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
    let count = target.map { strlen($0) } ?? 0
    targetRange = UInt(bitPattern: start)..<UInt(bitPattern: start) + UInt(count)
    let parts = RequestTarget(UnsafeBufferPointer(start: start, count: count))
    bodyLimit = core.bodyLimit(of: parts.bytes)
    if let target {
      // Only the first request of a connection without TLS is known to have its complete head in
      // memory here. If it had a padded length, the connection closes after the response, so the
      // client's next request is again the first of a connection.
      if link.isHandedOver {
        closesConnection = PaddedLength.move(after: target, count: count, within: core.headerLimit)
      }
      valence_MHD_drop_query(target)
    }
    fault = parts.fault
    arrival = RequestBuilder(path: parts.path, query: parts.query, peer: link.peer, arrived: .now)
    link.begin(milliseconds: core.requestTimeout)
  }

  deinit {
    // The connection broke before the response was collected.
    if case .waiting(let pending, _) = stage { core.waiting.remove(pending) }
  }

  /// Processes the next event from libmicrohttpd: complete headers, a part of the body, or the
  /// complete body.
  func proceed(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>,
    part: UnsafePointer<CChar>?, size: UnsafeMutablePointer<Int>
  ) -> MHD_Result {
    switch stage {
    case .head:
      return takeHead(connection, method: method, version: version)
    case .body:
      guard let part else { return gather(connection) }
      guard arrival.body.count + size.pointee <= bodyLimit else {
        arrival.body = []
        return respond(connection, refusal: .bodyTooLarge(limit: bodyLimit), isReading: true)
      }
      take(UnsafeRawBufferPointer(start: part, count: size.pointee))
      if arrival.body.count < announcedLength || closesConnection {
        core.held.hold(arrival.body.count, by: link, among: core.links)
      }
      size.pointee = 0
      return .YES
    case .read:
      guard Batch.ofThisThread.answer(upTo: self) else { return .YES }
      return handOver(to: connection, isReading: false)
    case .ready, .waiting:
      return handOver(to: connection, isReading: part != nil)
    case .answered:
      return .YES
    }
  }

  private func takeHead(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> MHD_Result {
    Batch.ofThisThread.endHead(of: self)
    let head = RequestHead(connection, method: method, target: targetRange, version: version, limit: core.headerLimit)
    arrival.method = Method(method)
    arrival.headers = head.headers
    if !core.trustedProxies.isEmpty {
      arrival.peer = ForwardedFor.client(of: head.headers, from: link.peer, trusting: core.trustedProxies)
    }
    arrival.id = head.identifier ?? link.nextIdentifier()
    announcedLength = head.contentLength
    // Between chunks libmicrohttpd accepts more than a proxy may: a line that ends with a bare line
    // feed, and any extension. It reports neither, so nothing after a chunked body is read.
    closesConnection = closesConnection || head.isChunked
    stage = .body
    let refusal: RequestRefusal? =
      if let refusal = head.refusal {
        refusal
      } else if case .other(let name) = arrival.method, !name.utf8.allSatisfy(\.isTokenCharacter) {
        .badFraming(.badRequestLine)
      } else if let fault {
        .badTarget(fault)
      } else if arrival.path == "*" && arrival.method != .options {
        .badTarget(.notAPath)
      } else if core.isStopping {
        .stopping
      } else if announcedLength > bodyLimit {
        .bodyTooLarge(limit: bodyLimit)
      } else {
        nil
      }
    if let refusal { return respond(connection, refusal: refusal, isReading: false) }
    return .YES
  }

  private func take(_ part: UnsafeRawBufferPointer) {
    if arrival.body.isEmpty {
      arrival.body = Array(part)
      // Do not allocate the whole announced length before the body arrives.
      if announcedLength > part.count { arrival.body.reserveCapacity(min(announcedLength, 64 * 1024)) }
    } else {
      arrival.body.append(contentsOf: part)
    }
  }

  /// Adds the complete request to the batch of its thread. libmicrohttpd invokes the callback again
  /// in the next iteration to collect the response.
  private func gather(_ connection: OpaquePointer) -> MHD_Result {
    link.work()
    let isLarge = arrival.body.count >= Batch.large
    stage = .read(takeRequest(refusal: nil))
    #if os(Linux)
      let batch = Batch.ofThisThread
      if isLarge { largeBefore = batch.largeAnswered }
      batch.add(self)
      return .YES
    #else
      // Without epoll, older versions of libmicrohttpd do not invoke the callback again until
      // another event occurs.
      answer()
      return handOver(to: connection, isReading: false)
    #endif
  }

  /// Sends the response to a request that the HTTP layer rejects, without batching. `isReading` is
  /// true while libmicrohttpd delivers the body.
  private func respond(_ connection: OpaquePointer, refusal: RequestRefusal, isReading: Bool) -> MHD_Result {
    link.work()
    stage = .read(takeRequest(refusal: refusal))
    answer()
    return handOver(to: connection, isReading: isReading)
  }

  private func takeRequest(refusal: RequestRefusal?) -> Request {
    var whole = RequestBuilder(path: "", query: [], peer: "", arrived: arrival.arrived)
    swap(&whole, &arrival)
    return Request(whole, refusal: refusal)
  }

  /// True if the request is complete and has not been passed to the application.
  var isUnanswered: Bool {
    if case .read = stage { true } else { false }
  }

  /// Passes the request to the application, and starts the job if the reply is deferred.
  func answer() {
    guard case .read(let request) = stage else { return }
    switch core.respond(request) {
    case .now(let response):
      stage = .ready(response, isHead: request.method == .head)
    case .later(let job):
      link.waitForAnswer()
      let (pending, kept) = (PendingReply(), request.refused(.unanswered))
      stage = .waiting(pending, kept)
      start(job, pending, kept)
    }
  }

  /// Completes the exchange because the response is sent or the connection is broken. A request
  /// that is still in the batch is never passed to the application.
  ///
  /// - Parameter isFault: True if libmicrohttpd sent its own error response or dropped the request
  ///   as invalid. If the application has not seen the request, it is called with the refusal
  ///   `unreadable`, and its response is discarded.
  func end(isFault: Bool) {
    core.held.hold(0, by: link, among: core.links)
    if isStreaming { core.links.endStream(over: link) }
    switch stage {
    case .read: stage = .answered
    case .head, .body:
      Batch.ofThisThread.endHead(of: self)
      if isFault { _ = core.refusal(takeRequest(refusal: .badFraming(.unreadable))) }
      stage = .answered
    case .ready, .waiting, .answered: break
    }
  }

  /// True if libmicrohttpd has read the head but has not reported it, because it is invalid.
  var isRefusedByLibrary: Bool {
    if case .head = stage { valence_MHD_header_size(connection) > 0 } else { false }
  }

  /// Responds to a request whose head libmicrohttpd is about to reject. The response is written to
  /// the socket, and writing is then shut down, so libmicrohttpd's own response does not reach the
  /// client.
  func answerForLibrary() {
    let head = RequestHead.refusedByLibrary(connection, bodyLimit: core.configuration.bodyLimit)
    arrival.method = .other("-")
    arrival.headers = head.headers
    arrival.id = link.nextIdentifier()
    write(core.refusal(takeRequest(refusal: head.refusal)), isHead: false)
    stage = .answered
    Socket.endWriting(link.descriptor)
  }

  private func handOver(to connection: OpaquePointer, isReading: Bool) -> MHD_Result {
    switch stage {
    case .ready(let response, let isHead):
      return send(response, connection, isReading: isReading, isHead: isHead)
    case .waiting(let pending, let request):
      return collect(pending, request, connection, isReading: isReading)
    case .head, .body, .read, .answered:
      return .YES
    }
  }

  private func start(_ job: Job, _ pending: PendingReply, _ request: Request) {
    let core = core
    let completion = Completion(pending) { core.refusal(request) }
    job.start { completion($0) }
  }

  private func collect(
    _ pending: PendingReply, _ request: Request, _ connection: OpaquePointer, isReading: Bool
  ) -> MHD_Result {
    let core = core
    if !core.waiting.add(pending, stopping: { core.refusal(request.refused(.givenUp)) }), pending.isOpen {
      pending.answer(core.refusal(request.refused(.givenUp)))
    }
    guard let response = pending.collect(orSuspend: connection) else { return .YES }
    core.waiting.remove(pending)
    return send(response, connection, isReading: isReading, isHead: request.method == .head)
  }

  private func send(
    _ response: Response, _ connection: OpaquePointer, isReading: Bool, isHead: Bool
  ) -> MHD_Result {
    stage = .answered
    link.send(milliseconds: core.requestTimeout)
    core.held.hold(response.body.count, by: link, among: core.links)
    if isReading || isHead && response.hold != nil {
      // While libmicrohttpd delivers a body, it accepts no response. For a stream it would send a
      // final chunk even for `HEAD`. In both cases write the response here and close the
      // connection.
      write(response, isHead: isHead)
      return .NO
    }
    if let stream = response.stream { begin(stream) }
    let delivery = response.hold.map { StreamDelivery($0, over: link, connection, patience: core.requestTimeout) }
    return response.queue(
      on: connection, with: core.headers, closing: closesConnection || core.endsConnections, reading: delivery)
  }

  private func begin(_ stream: BodyStream) {
    isStreaming = true
    core.links.begin(stream, over: link)
    Socket.breakUnconfirmed(link.descriptor, after: core.requestTimeout)
    // `Server.stop` finishes the streams that exist when it runs. This one may be newer.
    if core.isStopping { stream.end() }
  }

  private func write(_ response: Response, isHead: Bool) {
    let bytes = response.bytes(isHead: isHead, with: core.headers)
    if let session = valence_MHD_tls_session(connection) {
      Socket.write(bytes, in: session)
    } else {
      Socket.write(bytes, to: link.descriptor)
    }
  }
}
