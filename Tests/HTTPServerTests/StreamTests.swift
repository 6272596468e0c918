import Dispatch
import Foundation
import HTTPServer
import Synchronization
import TestClient
import Testing

/// Responses with an open-ended body.
@Suite struct StreamTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Returns a server that responds to `/stream` with a stream and adds each stream to `streams`.
  private static func streamingServer(
    _ streams: Queue<BodyStream>, gone: Queue<Bool> = Queue(), first: String? = nil,
    _ change: (inout ServerConfiguration) -> Void = { _ in }
  ) throws -> Server {
    try server(change) { request in
      if let refusal = request.refusal { return .now(refused(refusal)) }
      guard request.path == "/stream" else { return .now(Response(status: 200, body: bytes(request.path))) }
      let stream = BodyStream(gone: { gone.put(true) })
      if let first { stream.add(bytes(first)) }
      streams.put(stream)
      return .now(Response(status: 200, headers: [("Content-Type", "text/plain")], stream: stream))
    }
  }

  @Test("Stream chunks arrive as they are added, and the connection is reused afterwards")
  func sendsChunksAndReusesConnection() throws {
    let (streams, gone) = (Queue<BodyStream>(), Queue<Bool>())
    let server = try Self.streamingServer(streams, gone: gone, first: "begun")
    let client = try RawClient(port: server.port)
    for round in 1...3 {
      try client.send(get("/stream"))
      let head = try client.receive(hasBody: false)
      #expect(head.status == 200)
      #expect(head["transfer-encoding"] == "chunked")
      #expect(head["content-length"] == nil)
      #expect(try client.chunk() == Self.bytes("begun"))
      let stream = try #require(streams.take())
      for number in 1...20 {
        #expect(stream.add(Self.bytes("\(round).\(number)")))
        #expect(try client.chunk() == Self.bytes("\(round).\(number)"))
      }
      #expect(server.streams == 1)
      stream.end()
      #expect(try client.chunk() == [])
      #expect(gone.take() == true)
      #expect(!stream.add(Self.bytes("late")))
      #expect(try client.exchange("GET", "/next").text == "/next")
    }
    #expect(server.streams == 0)
  }

  @Test("A half-closed client receives a short stream in full, and an open-ended stream is closed")
  func sendsShortStreamToHalfClosedClient() throws {
    let (streams, gone) = (Queue<BodyStream>(), Queue<Bool>())
    let server = try server {
      $0.requestTimeout = 1
    } respond: { request in
      let isShort = request.path == "/short"
      let stream = BodyStream(isShort: isShort, gone: { gone.put(isShort) })
      if isShort { streams.put(stream) }
      return .now(Response(status: 200, headers: [("Content-Type", "text/plain")], stream: stream))
    }
    let clients = try ["/short", "/long"].map { path in
      let client = try RawClient(port: server.port)
      try client.send(get(path))
      #expect(try client.receive(hasBody: false).status == 200)
      client.endSending()
      return client
    }
    // The open-ended stream is closed, so the server has checked both clients.
    #expect(gone.take() == false)
    let short = try #require(streams.take())
    #expect(short.add(Self.bytes("whole")))
    short.end()
    #expect(try clients[0].chunk() == Self.bytes("whole"))
    #expect(try clients[0].chunk() == [])
  }

  @Test("Two threads serve 100 open streams and another request") func servesManyStreamsOnTwoThreads() throws {
    let streams = Queue<BodyStream>()
    let server = try Self.streamingServer(streams, first: "begun") { $0.threads = 2 }
    let clients = try (0..<100).map { _ in
      let client = try RawClient(port: server.port)
      try client.send(get("/stream"))
      #expect(try client.receive(hasBody: false).status == 200)
      #expect(try client.chunk() == Self.bytes("begun"))
      return client
    }
    #expect(server.streams == 100)
    #expect(try RawClient(port: server.port).exchange("GET", "/other").text == "/other")
    let all = try (0..<100).map { _ in try #require(streams.take()) }
    for stream in all { #expect(stream.add(Self.bytes("more"))) }
    for client in clients { #expect(try client.chunk() == Self.bytes("more")) }
  }

  @Test("A stream ends when its client closes or resets the connection", arguments: [false, true])
  func endsStreamOnDisconnect(byReset: Bool) throws {
    let (streams, gone) = (Queue<BodyStream>(), Queue<Bool>())
    let server = try Self.streamingServer(streams, gone: gone, first: "begun")
    do {
      let client = try RawClient(port: server.port)
      if byReset { client.resetAtTheEnd() }
      try client.send(get("/stream"))
      _ = try client.receive(hasBody: false)
      _ = try client.chunk()
      // Unread bytes of a client do not hide its disconnect.
      try client.send(get("/next"))
    }
    #expect(gone.take() == true)
    #expect(server.streams == 0)
    #expect(streams.take()?.add(Self.bytes("late")) == false)
  }

  @Test("A HEAD request gets the headers of a stream response, and the stream is released")
  func endsStreamOfHEADRequest() throws {
    let (streams, gone) = (Queue<BodyStream>(), Queue<Bool>())
    let server = try Self.streamingServer(streams, gone: gone, first: "begun")
    let client = try RawClient(port: server.port)
    let answer = try client.exchange("HEAD", "/stream")
    #expect(answer.status == 200)
    #expect(answer["content-type"] == "text/plain")
    #expect(answer["content-length"] == nil)
    #expect(gone.take() == true)
    #expect(server.streams == 0)
    #expect(answer["connection"] == "close")
    #expect(try client.rest() == [])
  }

  @Test("A stream is released when its response is released without being sent")
  func endsStreamOfUnsentResponse() throws {
    let gone = Queue<Bool>()
    let stream = BodyStream(gone: { gone.put(true) })
    do {
      let response = Response(status: 200, stream: stream)
      #expect(response.stream === stream)
    }
    #expect(gone.take() == true)
    #expect(!stream.add([65]))
  }

  @Test("A deferred response can be a stream") func sendsDeferredStream() throws {
    let (streams, gone) = (Queue<BodyStream>(), Queue<Bool>())
    let server = try server { request in
      .later(
        Job { done in
          onAnotherThread {
            let stream = BodyStream(gone: { gone.put(true) })
            streams.put(stream)
            done(Response(status: 200, stream: stream))
          }
        })
    }
    let client = try RawClient(port: server.port)
    try client.send(get("/"))
    #expect(try client.receive(hasBody: false).status == 200)
    let stream = try #require(streams.take())
    stream.add(Self.bytes("one"))
    #expect(try client.chunk() == Self.bytes("one"))
    stream.end()
    #expect(try client.chunk() == [])
    #expect(gone.take() == true)
  }

  @Test("A stream rejects bytes beyond its capacity and signals when it is drained")
  func rejectsBytesBeyondCapacity() throws {
    let drained = Queue<Bool>()
    let half = [UInt8](repeating: 65, count: BodyStream.capacity / 2 + 1)
    let stream = BodyStream(drained: { drained.put(true) }, gone: {})
    let server = try server { _ in .now(Response(status: 200, stream: stream)) }
    #expect(stream.add(half))
    #expect(!stream.add(half))
    #expect(!stream.isDrained)
    let client = try RawClient(port: server.port)
    try client.send(get("/"))
    #expect(try client.receive(hasBody: false).status == 200)
    #expect(drained.take() == true)
    #expect(stream.isDrained)
    #expect(stream.add(half, more: true))
    #expect(drained.take() == true)
    #expect(stream.add([UInt8](repeating: 66, count: 100_000)))
    stream.end()
    var (received, chunk) = ([UInt8](), try client.chunk())
    while !chunk.isEmpty {
      received += chunk
      chunk = try client.chunk()
    }
    #expect(received == half + half + [UInt8](repeating: 66, count: 100_000))
  }

  @Test("A stream is closed after the request timeout if its client does not read") func closesUnreadStream() throws {
    let (gone, full) = (Queue<Bool>(), [UInt8](repeating: 65, count: BodyStream.capacity))
    let source = EndlessStream(full) { gone.put(true) }
    let server = try server {
      $0.requestTimeout = 1
    } respond: { _ in
      source.begin()
    }
    let client = try RawClient(port: server.port)
    try client.send(get("/"))
    #expect(try client.receive(hasBody: false).status == 200)
    #expect(gone.take() == true)
    #expect(server.streams == 0)
    _ = try client.rest()
  }

  @Test("A stream without data stays open beyond the idle and request timeouts")
  func exemptsStreamFromTimeouts() throws {
    let streams = Queue<BodyStream>()
    let server = try Self.streamingServer(streams, first: "begun") { ($0.idleTimeout, $0.requestTimeout) = (1, 1) }
    let client = try RawClient(port: server.port)
    try client.send(get("/stream"))
    #expect(try client.receive(hasBody: false).status == 200)
    #expect(try client.chunk() == Self.bytes("begun"))
    #expect(!client.isClosed(within: 4000))
    #expect(try #require(streams.take()).add(Self.bytes("more")))
    #expect(try client.chunk() == Self.bytes("more"))
  }

  @Test("A server stop finishes all streams before the grace period ends") func endsStreamsOnStop() throws {
    let (streams, gone) = (Queue<BodyStream>(), Queue<Bool>())
    let stalled = EndlessStream([UInt8](repeating: 65, count: BodyStream.capacity)) { gone.put(true) }
    let server = try server { request in
      if let refusal = request.refusal { return .now(refused(refusal)) }
      if request.path == "/stalled" { return stalled.begin() }
      let stream = BodyStream(gone: { gone.put(true) })
      streams.put(stream)
      return .now(Response(status: 200, stream: stream))
    }
    let (reading, idle) = (try RawClient(port: server.port), try RawClient(port: server.port))
    try reading.send(get("/stream"))
    #expect(try reading.receive(hasBody: false).status == 200)
    try idle.send(get("/stalled"))
    #expect(try idle.receive(hasBody: false).status == 200)
    let stream = try #require(streams.take())
    stream.add(Self.bytes("last"))
    #expect(try reading.chunk() == Self.bytes("last"))
    let began = ContinuousClock.now
    server.stop(grace: .seconds(60))
    #expect(ContinuousClock.now - began < .seconds(20))
    #expect(try reading.chunk() == [])
    #expect(try reading.rest() == [])
    _ = try idle.rest()
    for _ in 0..<2 { #expect(gone.take() == true) }
  }

  /// Each iteration stops a server while clients open streams. No connection may remain suspended.
  @Test("Streams that are opened during a server stop are finished") func endsStreamsOpenedDuringStop() throws {
    for _ in 1...25 {
      let streams = Queue<BodyStream>()
      let server = try Self.streamingServer(streams, first: "begun")
      let port = server.port
      let (begun, ended) = (Promise<Bool>(), Promise<Bool>())
      onAnotherThread {
        while let client = try? RawClient(port: port) {
          if (try? client.send(get("/stream"))) != nil, (try? client.receive(hasBody: false)) != nil {
            begun.give(true)
          }
          _ = client.isClosed(within: 1)
        }
        ended.give(true)
      }
      #expect(begun.wait() == true)
      server.stop(grace: .seconds(60))
      #expect(server.streams == 0)
      #expect(ended.wait() == true)
    }
  }

  @Test("At the connection limit of an address, one stream is closed to admit a new connection")
  func endsStreamForNewConnection() throws {
    let (streams, gone) = (Queue<BodyStream>(), Queue<Bool>())
    let server = try Self.streamingServer(streams, gone: gone, first: "begun") { $0.connectionLimitPerAddress = 2 }
    let clients = try (0..<2).map { _ in
      let client = try RawClient(port: server.port)
      try client.send(get("/stream"))
      _ = try client.receive(hasBody: false)
      #expect(try client.chunk() == Self.bytes("begun"))
      return client
    }
    #expect(try RawClient(port: server.port).exchange("GET", "/third").text == "/third")
    #expect(gone.take() == true)
    // The server may not have recorded both streams yet, so it may have closed either one.
    for _ in clients { try #require(streams.take()).add(Self.bytes("more")) }
    #expect(clients.count { (try? $0.chunk()) == Self.bytes("more") } == 1)
  }

  @Test("A request pipelined after a stream is answered when the stream ends")
  func answersPipelinedAfterStream() throws {
    let streams = Queue<BodyStream>()
    let server = try Self.streamingServer(streams)
    let client = try RawClient(port: server.port)
    try client.send(get("/stream") + get("/next"))
    #expect(try client.receive(hasBody: false).status == 200)
    let stream = try #require(streams.take())
    stream.add(Self.bytes("one"))
    #expect(try client.chunk() == Self.bytes("one"))
    stream.end()
    #expect(try client.chunk() == [])
    #expect(try client.receive().text == "/next")
  }

  @Test("An HTTP/1.0 client gets a stream without chunked encoding") func sendsUnchunkedStreamToHTTP10() throws {
    let streams = Queue<BodyStream>()
    let server = try Self.streamingServer(streams, first: "begun,")
    let client = try RawClient(port: server.port)
    try client.send("GET /stream HTTP/1.0\r\n\r\n")
    let stream = try #require(streams.take())
    stream.add([UInt8](repeating: 65, count: 2000))
    stream.end()
    let text = String(decoding: try client.rest(), as: UTF8.self)
    #expect(text.hasSuffix("\r\n\r\nbegun," + String(repeating: "A", count: 2000)))
    #expect(!text.lowercased().contains("chunked"))
  }

  /// Several threads add to streams while clients connect and disconnect, to cover races between
  /// adding, suspending and ending.
  @Test("Concurrent streams deliver each byte exactly once and in order") func deliversEachByteOnce() throws {
    let streams = Queue<BodyStream>()
    let server = try Self.streamingServer(streams)
    let port = server.port
    let done = Queue<Bool>()
    for _ in 0..<4 {
      onAnotherThread {
        for _ in 0..<50 {
          guard let stream = streams.take(within: Self.concurrencyTimeout) else { break }
          for number in 0..<20 { while !stream.add(Self.bytes("\(number) ")), !stream.isDrained {} }
          stream.end()
        }
        done.put(true)
      }
    }
    let expected = Self.bytes((0..<20).map { "\($0) " }.joined())
    for _ in 0..<4 {
      onAnotherThread {
        for _ in 0..<50 {
          guard let client = try? RawClient(port: port, patience: Self.concurrencyTimeout),
            (try? client.send(get("/stream"))) != nil, (try? client.receive(hasBody: false)) != nil
          else { break }
          var received: [UInt8] = []
          while let chunk = try? client.chunk(), !chunk.isEmpty { received += chunk }
          #expect(received == expected)
        }
        done.put(true)
      }
    }
    for _ in 0..<8 { #expect(done.take(within: Self.concurrencyTimeout) == true) }
  }

  /// Seconds that the threads of that test wait for each other. In parallel with other tests and
  /// under a sanitizer, they progress slowly.
  private static let concurrencyTimeout = 600
}

/// A queue that passes values from server threads to a test.
private final class Queue<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let count = DispatchSemaphore(value: 0)

  func put(_ value: Value) {
    values.withLock { $0.append(value) }
    count.signal()
  }

  /// Removes and returns the next value; nil after the timeout.
  func take(within seconds: Int = 60) -> Value? {
    guard count.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
    return values.withLock { $0.removeFirst() }
  }
}

/// A stream that is refilled whenever it is drained.
private final class EndlessStream: Sendable {
  private let part: [UInt8]
  private let gone: @Sendable () -> Void
  private let filling = DispatchQueue(label: "filling")
  private let stream = Mutex<BodyStream?>(nil)

  init(_ part: [UInt8], gone: @escaping @Sendable () -> Void) { (self.part, self.gone) = (part, gone) }

  func begin() -> Reply {
    let made = BodyStream(drained: { self.filling.async { self.fill() } }, gone: gone)
    stream.withLock { $0 = made }
    fill()
    return .now(Response(status: 200, stream: made))
  }

  private func fill() { stream.withLock { $0 }?.add(part, more: true) }
}
