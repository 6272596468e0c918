import API
import Foundation
import HTTPServer
import JSON
import Synchronization
import Telemetry
import TestBank
import Testing

struct MetricsPageTests {
  /// A metrics page, parsed by the text format (version 0.0.4).
  struct Page {
    /// The samples by name and labels, such as `a{b="c"}`.
    private(set) var samples: [String: Double] = [:]
    private(set) var types: [String: String] = [:]
    private(set) var faults: [String] = []

    init(_ text: String) throws {
      #expect(text.hasSuffix("\n"))
      let name = "[a-zA-Z_:][a-zA-Z0-9_:]*"
      let label = #"[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*""#
      let sample = try Regex("(\(name))(\\{(?:\(label))(?:,\(label))*\\})? (-?[0-9.]+(?:e[+-]?[0-9]+)?)")
      var family = ""
      for line in text.split(separator: "\n") {
        if line.hasPrefix("# HELP ") {
          family = String(line.split(separator: " ")[2])
        } else if line.hasPrefix("# TYPE ") {
          let words = line.split(separator: " ")
          if String(words[2]) != family || types[family] != nil { faults.append("\(line)") }
          if !["counter", "gauge", "histogram"].contains(words[3]) { faults.append("\(line)") }
          types[family] = String(words[3])
        } else if let match = line.wholeMatch(of: sample) {
          let own = String(match.output[1].substring ?? "")
          let suffixes = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
          if !suffixes.contains(where: { own == family + $0 }) { faults.append("\(line) is under \(family)") }
          if types[family] == "counter", !own.hasSuffix("_total") { faults.append("\(own) lacks the suffix _total") }
          let key = own + (match.output[2].substring ?? "")
          if samples[key] != nil { faults.append("\(key) occurs twice") }
          samples[key] = Double(match.output[3].substring ?? "")
        } else {
          faults.append("\(line)")
        }
      }
    }

    subscript(key: String) -> Double? { samples[key] }
  }

  private static func page(of server: TestServer) throws -> Page {
    try Page(String(decoding: server.metrics.text, as: UTF8.self))
  }

  @Test("The metrics page follows the text format and contains the declared metrics") func followsTextFormat() throws {
    let (server, person) = try TestServer().withPerson()
    _ = try person.submit(try person.payment(), key: "1")
    let page = try Self.page(of: server)
    #expect(page.faults == [])
    for metric in [
      "valence_requests_total", "valence_request_seconds", "valence_engine_seconds", "valence_operations",
      "valence_definitions_compile_seconds", "valence_definitions_reload_failed", "valence_database_file_bytes",
      "valence_database_log_bytes", "valence_database_pages", "valence_database_free_pages",
      "valence_database_readers", "valence_database_readers_busy", "valence_database_reader_waits_total",
      "valence_database_commits_total", "valence_database_failures_total", "valence_writes_waiting",
      "valence_writes_total", "valence_write_batch_size", "valence_write_batch_seconds", "valence_hashing_waiting",
      "valence_hashing_running", "valence_sessions_open", "valence_sessions_cached", "valence_connections",
      "valence_directory_banks", "valence_core_waiting", "valence_build_info",
      "valence_tls_certificate_expires_seconds",
    ] { #expect(page.types[metric] != nil, "\(metric)") }
    #if os(Linux)
      for metric in [
        "process_resident_memory_bytes", "process_start_time_seconds", "process_cpu_seconds_total", "process_open_fds",
        "process_max_fds", "process_threads",
      ] { #expect((page[metric] ?? 0) > 0, "\(metric)") }
      let started = try #require(page["process_start_time_seconds"])
      #expect(abs(Date().timeIntervalSince1970 - started) < 3600 * 4)
    #endif
  }

  @Test("Requests are counted by method, route and status") func countsRequestsByRoute() throws {
    let (server, person) = try TestServer().withPerson()
    let nobody = try Visitor(server)
    for _ in 1...3 { _ = try person.get("/operations/pp.quick") }
    _ = try person.get("/operations/ghost")
    _ = try nobody.get("/operations/pp.quick")
    _ = try person.get("/nowhere/at/all")
    _ = try person.submit(try person.payment(), key: "1")
    let page = try Self.page(of: server)
    func requests(_ method: String, _ route: String, _ status: Int) -> Double? {
      page[#"valence_requests_total{method="\#(method)",route="\#(route)",status="\#(status)"}"#]
    }
    #expect(requests("GET", "/operations/{id}", 200) == 3)
    #expect(requests("GET", "/operations/{id}", 404) == 1)
    #expect(requests("GET", "/operations/{id}", 401) == 1)
    #expect(requests("POST", "/operations/{id}/submissions", 201) == 1)
    #expect(requests("other", "none", 404) == 1)
    let labels = #"method="GET",route="/operations/{id}""#
    #expect(page["valence_request_seconds_count{\(labels)}"] == 5)
    #expect(page[#"valence_request_seconds_bucket{\#(labels),le="+Inf"}"#] == 5)
    #expect((page["valence_request_seconds_sum{\(labels)}"] ?? 0) > 0)
    // Labels contain route patterns only, and no requested paths.
    #expect(page.samples.keys.allSatisfy { !$0.contains("ghost") && !$0.contains("nowhere") })
  }

  @Test("Histogram buckets on the metrics page are cumulative") func bucketsAreCumulative() throws {
    let (server, person) = try TestServer().withPerson()
    for _ in 1...5 { _ = try person.get("/operations/pp.quick") }
    let text = String(decoding: server.metrics.text, as: UTF8.self)
    var last: (series: Substring, count: Double) = ("", 0)
    var seen = 0
    for line in text.split(separator: "\n") where line.contains("_bucket{") {
      let series = line[..<(line.range(of: "le=")?.lowerBound ?? line.endIndex)]
      let count = try #require(line.split(separator: " ").last.flatMap { Double($0) })
      if series == last.series { #expect(count >= last.count, "\(line)") }
      last = (series, count)
      seen += 1
    }
    #expect(seen > 20)
  }

  @Test("The metrics page reports sessions, writes, engine work and database size")
  func reportsServerActivity() throws {
    let server = try TestServer()
    let before = try Self.page(of: server)
    let person = try server.person()
    _ = try person.get("/operations/pp.quick")
    _ = try person.post("/operations/pp.quick/evaluate", ["commit": true])
    for key in 1...3 { _ = try person.submit(try person.payment(), key: "\(key)") }
    _ = try person.submit([:], key: "none")
    let page = try Self.page(of: server)
    func more(_ key: String) -> Double { (page[key] ?? 0) - (before[key] ?? 0) }
    #expect(more("valence_sessions_open") == 1)
    #expect(page["valence_sessions_cached"] == 1)
    // At least the login and three submissions. Each has its own batch, because the client waits
    // for each response.
    #expect(more("valence_writes_total") >= 4)
    #expect(more("valence_database_commits_total") >= 4)
    #expect(more(#"valence_write_batch_size_bucket{le="1.0"}"#) >= 4)
    #expect(more("valence_write_batch_seconds_sum") > 0)
    #expect(more(#"valence_engine_seconds_count{work="evaluate"}"#) == 1)
    #expect(more(#"valence_engine_seconds_count{work="draw"}"#) >= 1)
    #expect(more(#"valence_engine_seconds_count{work="judge"}"#) == 4)
    #expect((page["valence_definitions_compile_seconds"] ?? 0) > 0)
    #expect(page["valence_operations"] == Double(server.definitions.catalog.operations.count))
    #expect(
      (page["valence_database_pages"] ?? 0) * 4096 <= (page["valence_database_file_bytes"] ?? 0)
        + (page["valence_database_log_bytes"] ?? 0))
    #expect(page["valence_database_readers"] == 4)
    #expect((page["valence_connections"] ?? 0) >= 1)
    #expect(page[#"valence_database_failures_total{reason="full"}"#] == 0)
  }

  @Test("Gauges that can block are read on a thread of the metrics page") func readsBlockingGaugesOnOwnThread() throws {
    let registry = MetricsRegistry()
    let asker = ObjectIdentifier(Thread.current)
    registry.gauge("valence_threads", "1 on the requesting thread.") {
      ObjectIdentifier(Thread.current) == asker ? 1 : 0
    }
    for (isRemote, value) in [(false, "1"), (true, "0")] {
      let page = MetricsPage(registry, isRemote: isRemote)
      let text = Mutex("")
      let answered = DispatchSemaphore(value: 0)
      let report: @Sendable (Response) -> Void = { response in
        text.withLock { $0 = String(decoding: response.body, as: UTF8.self) }
        answered.signal()
      }
      switch page.respond(to: Request(method: .get, path: "/metrics", id: "1")) {
      case .now(let response): report(response)
      case .later(let job): job.start(report)
      }
      answered.wait()
      #expect(text.withLock { $0 }.contains("valence_threads \(value)\n"))
    }
  }

  @Test("Failed database writes are counted by reason", .onFile) func countsStorageFailures() throws {
    let (server, person) = try TestServer().withPerson()
    try server.database.file().exclusively { _ = try $0.execute("PRAGMA query_only = ON") }
    for key in 1...2 { #expect(try person.submit(try person.payment(), key: "\(key)").status == 503) }
    #expect(try Self.page(of: server)[#"valence_database_failures_total{reason="read-only"}"#] == 2)
  }
}
