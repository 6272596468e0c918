import CMicroHTTPD
import Platform

/// One request and its answer, from the request line until the last byte is sent. It lives on its connection's thread:
/// libmicrohttpd holds the only reference and gives it back in the completed callback.
final class Exchange {
  private enum Stage {
    /// The headers are arriving.
    case head
    /// The headers are here, the body is arriving.
    case body
    /// The request is here and waits in its thread's batch.
    case read(Request)
    /// The answer is here.
    case ready(Response, isHead: Bool)
    /// The application has the request; a copy without content is kept to build a refusal if no answer comes.
    case waiting(PendingReply, Request)
    /// libmicrohttpd has the answer, or it was written to the socket.
    case answered
  }

  /// Unowned: it outlives the daemon and all threads share it, so counting its references would cost more than the rest
  /// of this object.
  private unowned(unsafe) let core: ServerState
  private let link: ClientConnection
  private let connection: OpaquePointer
  private let fault: TargetFault?
  // These two, and the lists of `Batch`, belong to one thread, and no step touches them while another does: a check of that at
  // each access would take a fortieth of a small request.
  @exclusivity(unchecked) private var stage = Stage.head
  @exclusivity(unchecked) private var arrival: RequestBuilder
  private var announced = 0
  /// Maximum bytes of a body for this path.
  private let bodyLimit: Int
  /// Address range of the target in libmicrohttpd's memory.
  private let place: Range<UInt>
  /// True if the connection ends with the answer.
  private var isLast = false
  /// True if the answer is a stream.
  private var isStreaming = false
  /// Of a large request, its thread's count of large answers when it began to wait or was last asked; nil for others.
  var largeBefore: Int?

  /// Begins the exchange of a request line that has just arrived.
  init(core: ServerState, link: ClientConnection, _ connection: OpaquePointer, target: UnsafePointer<CChar>?) {
    self.core = core
    self.link = link
    self.connection = connection
    let start = target.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
    let count = target.map { strlen($0) } ?? 0
    place = UInt(bitPattern: start)..<UInt(bitPattern: start) + UInt(count)
    let parts = RequestTarget(UnsafeBufferPointer(start: start, count: count))
    bodyLimit = core.bodyLimit(of: parts.bytes)
    if let target {
      // Without TLS the first request of a connection is handed over with its whole head. No other may be touched: what follows its
      // target may not be here yet. So the connection ends with the answer, and the client's next request is a first one too.
      if link.isHandedOver { isLast = PaddedLength.move(after: target, count: count, within: core.headerLimit) }
      valence_MHD_drop_query(target)
    }
    fault = parts.fault
    arrival = RequestBuilder(path: parts.path, query: parts.query, peer: link.peer, arrived: .now)
    link.begin(milliseconds: core.requestTimeout)
  }

  deinit {
    // The connection broke before the answer was collected.
    if case .waiting(let pending, _) = stage { core.waiting.remove(pending) }
  }

  /// Takes the next step: the headers are here, a part of the body is here, or all of it is.
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
      if arrival.body.count < announced || isLast {
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
    let head = RequestHead(connection, method: method, target: place, version: version, limit: core.headerLimit)
    arrival.method = Method(method)
    arrival.headers = head.headers
    if !core.trustedProxies.isEmpty {
      arrival.peer = ForwardedFor.client(of: head.headers, from: link.peer, trusting: core.trustedProxies)
    }
    arrival.id = head.identifier ?? link.nextIdentifier()
    announced = head.contentLength
    // libmicrohttpd reads the lines between chunks more freely than a proxy may: a bare line feed ends one, and an
    // extension may hold anything. It shows none of them, so nothing after such a body is read.
    isLast = isLast || head.isChunked
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
      } else if announced > bodyLimit {
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
      // An announced length does not yet justify a large allocation.
      if announced > part.count { arrival.body.reserveCapacity(min(announced, 64 * 1024)) }
    } else {
      arrival.body.append(contentsOf: part)
    }
  }

  /// Puts the whole request into its thread's batch. libmicrohttpd asks again in the next turn if there is no answer
  /// yet.
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
      // Without epoll, older versions of libmicrohttpd ask again only when something else happens.
      answer()
      return handOver(to: connection, isReading: false)
    #endif
  }

  /// Answers a request at once that HTTP itself refuses. `isReading` is true while libmicrohttpd hands over the body.
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

  /// True if the request is read and the application has not been asked.
  var isUnanswered: Bool {
    if case .read = stage { true } else { false }
  }

  /// Asks the application for the answer, and starts the job if the answer comes later.
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

  /// Ends the exchange: the answer is sent or the connection broke. A request that nobody has answered stays
  /// unanswered.
  ///
  /// `isFault` is true if libmicrohttpd answered the request by itself, or dropped it for a fault. If the application
  /// has not seen that request, it is asked, and its answer goes nowhere.
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

  /// True if libmicrohttpd has read the head but not shown it, because it found a fault.
  var isRefusedByLibrary: Bool {
    if case .head = stage { valence_MHD_header_size(connection) > 0 } else { false }
  }

  /// Answers a request that libmicrohttpd would answer with a page of its own, because of its length. The answer is
  /// written to the socket, and then nothing of the library's page reaches the client.
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
      // libmicrohttpd queues no answer while it hands over a body, and sends a last chunk after the head of a stream, also
      // for HEAD: write the answer here and end the connection.
      write(response, isHead: isHead)
      return .NO
    }
    if let stream = response.stream { begin(stream) }
    let delivery = response.hold.map { StreamDelivery($0, over: link, connection, patience: core.requestTimeout) }
    return response.queue(
      on: connection, with: core.headers, closing: isLast || core.endsConnections, reading: delivery)
  }

  private func begin(_ stream: BodyStream) {
    isStreaming = true
    core.links.begin(stream, over: link)
    Socket.breakUnconfirmed(link.descriptor, after: core.requestTimeout)
    // `Server.stop` ends the streams that it finds; this one may have come after that.
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
