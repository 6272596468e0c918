import Dispatch
import HTTPServer
import Testing

/// The examples in the doc comments of `HTTPServer`. `DocumentedExampleTests` holds them to the lines between the marks.
struct DocumentedExamples {
  @Test("The documentation example of a job returns a deferred response") func runsJobExample() {
    let queue = DispatchQueue(label: "valence.example")
    let body: @Sendable () -> [UInt8] = { Array("report".utf8) }
    let answered = DispatchSemaphore(value: 0)
    // Example of HTTPServer.Job
    let job = Job { done in
      queue.async { done(Response(status: 200, body: body())) }  // on any thread, at once or later
    }
    job.start { response in
      if response.status == 200 { answered.signal() }
    }
    // End
    answered.wait()
  }

  @Test("The documentation examples of routes, methods and listening addresses run") func runsRouteExamples() throws {
    // Example of HTTPServer.RouteTable
    let router = try Router([RouteEntry(.get, "/operations/{id}", "tree"), RouteEntry(.get, "/start", "start")])
    let table = router.table  // routes by number, for a caller that keeps the handlers itself
    if case .found(let number, let parameters) = table.match(.get, "/operations/pp.quick") {
      print(number, parameters["id"] ?? "")  // 0 pp.quick
    }
    // End
    guard case .found(0, _) = table.match(.head, "/operations/pp.quick") else { throw Missing() }
    // Example of HTTPServer.Method
    let known = Method("POST")  // .post
    let other = Method("REPORT")  // .other("REPORT"), which is answered with 501 or 405
    let lower = Method("post")  // .other("post"): names are case-sensitive
    // End
    #expect(known == .post && other == .other("REPORT") && lower.name == "post")
    // Example of HTTPServer.ListeningAddress
    var configuration = ServerConfiguration()
    configuration.address = .literal("192.0.2.1")  // .loopback for this machine, .any for each of its addresses
    configuration.port = 8080
    // End
    #expect(configuration.port == 8080)
  }

  private struct Missing: Error {}
}
