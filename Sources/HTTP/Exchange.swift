import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One request and its answer, from the request line until the last byte is sent. It lives on the thread of its
/// connection: libmicrohttpd holds the only reference and gives it back in the completed callback.
final class Exchange {
  private enum Stage {
    /// The headers are on their way.
    case head
    /// The headers are here, the body is on its way.
    case body
    /// The application has the request.
    case waiting(Pending)
    /// The answer was handed to the library.
    case answered
  }

  private let core: Core
  private let link: Link
  private let target: Target
  private let arrived = ContinuousClock.Instant.now
  private var stage = Stage.head
  private var method = Method.get
  private var headers = Headers()
  private var identifier = ""
  private var body: [UInt8] = []

  /// The exchange whose request line has just arrived.
  init(core: Core, link: Link, target: UnsafePointer<CChar>?) {
    self.core = core
    self.link = link
    let start = target.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
    self.target = Target(UnsafeBufferPointer(start: start, count: target.map { strlen($0) } ?? 0))
    link.begin(milliseconds: core.requestTimeout)
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
      guard let part else { return answer(core.respond(request(refusal: nil)), connection, isReading: false) }
      guard body.count + size.pointee <= core.configuration.bodyLimit else {
        body = []
        return refuse(.bodyTooLarge(limit: core.configuration.bodyLimit), connection, isReading: true)
      }
      let bytes = UnsafeRawPointer(part).assumingMemoryBound(to: UInt8.self)
      body.append(contentsOf: UnsafeBufferPointer(start: bytes, count: size.pointee))
      size.pointee = 0
      return .YES
    case .waiting(let pending):
      return collect(pending, connection, isReading: part != nil)
    case .answered:
      return .YES
    }
  }

  private func takeHead(
    _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>
  ) -> MHD_Result {
    let limit = core.configuration.headerLimit
    let head = RequestHead(connection, isOldVersion: strcmp(version, "HTTP/1.0") == 0, limit: limit)
    self.method = Method(String(cString: method))
    headers = head.headers
    identifier = head.identifier ?? link.nextIdentifier()
    stage = .body
    if let refusal = head.refusal { return refuse(refusal, connection, isReading: false) }
    if let fault = target.fault { return refuse(.badTarget(fault), connection, isReading: false) }
    if target.path == "*" && self.method != .options {
      return refuse(.badTarget(.notAPath), connection, isReading: false)
    }
    if core.isStopping { return refuse(.stopping, connection, isReading: false) }
    if let length = head.contentLength {
      guard length <= core.configuration.bodyLimit else {
        return refuse(.bodyTooLarge(limit: core.configuration.bodyLimit), connection, isReading: false)
      }
      // An announced length is not yet a reason to set memory aside.
      body.reserveCapacity(min(length, 64 * 1024))
    }
    return .YES
  }

  private func request(refusal: Refusal?) -> Request {
    Request(
      method: method, path: target.path, query: target.query, headers: headers, body: body, peer: link.peer,
      id: identifier, arrived: arrived, refusal: refusal)
  }

  private func refuse(_ refusal: Refusal, _ connection: OpaquePointer, isReading: Bool) -> MHD_Result {
    answer(core.respond(request(refusal: refusal)), connection, isReading: isReading)
  }

  private func answer(_ reply: Reply, _ connection: OpaquePointer, isReading: Bool) -> MHD_Result {
    switch reply {
    case .now(let response):
      return send(response, connection, isReading: isReading)
    case .later(let job):
      link.waitForAnswer()
      let pending = Pending()
      stage = .waiting(pending)
      start(job, pending)
      return collect(pending, connection, isReading: isReading)
    }
  }

  private func start(_ job: Job, _ pending: Pending) {
    let (core, request) = (core, request(refusal: .unanswered))
    let completion = Completion(pending) { core.refusal(request) }
    job.start { completion($0) }
  }

  private func collect(_ pending: Pending, _ connection: OpaquePointer, isReading: Bool) -> MHD_Result {
    let (core, request) = (core, request(refusal: .stopping))
    if !core.waiting.add(pending, stopping: { core.refusal(request) }), pending.isOpen {
      pending.answer(core.refusal(request))
    }
    guard let response = pending.collect(orSuspend: connection) else { return .YES }
    core.waiting.remove(pending)
    return send(response, connection, isReading: isReading)
  }

  private func send(_ response: Response, _ connection: OpaquePointer, isReading: Bool) -> MHD_Result {
    stage = .answered
    link.allow(milliseconds: core.requestTimeout)
    if isReading {
      // The library queues no answer while it hands over a body: the answer is written here, and the connection ends.
      Socket.write(response.bytes(isHead: method == .head), to: link.descriptor)
      return .NO
    }
    return response.queue(on: connection, closing: core.isStopping)
  }
}
