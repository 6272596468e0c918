import Dispatch
import Glibc
import HTTPClient
import Platform
import Synchronization

// Sends requests to a system that holds each one (Benchmarks/services/run), and prints the cost of
// a waiting request and of an answered one.
let (held, quick) = (CommandLine.arguments[1], CommandLine.arguments[2])
guard let network = Network("127.0.0.0/8") else { fatalError() }
let client = try OutboundClient(policy: AddressPolicy(allowing: [network]))

/// A number of `/proc/self/status`.
func status(_ name: String) -> Int {
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, 256, file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if text.hasPrefix("\(name):") { return Int(text.split { !$0.isNumber }.first ?? "") ?? 0 }
  }
  return 0
}

/// The processor time of this process in microseconds.
func spent() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

/// Sends `count` requests, `atOnce` at a time, and returns the number of failures.
func ask(_ count: Int, atOnce: Int, at url: String, timeout: Duration, whileWaiting: () -> Void = {}) throws -> Int {
  let ended = DispatchGroup()
  let places = DispatchSemaphore(value: atOnce)
  let failures = Counter()
  for number in 0..<count {
    places.wait()
    ended.enter()
    var request = try OutboundRequest("GET", "\(url)/companies/\(number)")
    request.timeout = timeout
    client.send(request) { result in
      if case .failure = result { failures.add() }
      places.signal()
      ended.leave()
    }
  }
  whileWaiting()
  ended.wait()
  return failures.count
}

final class Counter: Sendable {
  private let value = Mutex(0)
  func add() { value.withLock { $0 += 1 } }
  var count: Int { value.withLock { $0 } }
}

_ = try ask(100, atOnce: 10, at: quick, timeout: .seconds(5))
let (memory, threads) = (status("VmRSS"), status("Threads"))
var (waitingMemory, waitingThreads, waitingSpent) = (0, 0, 0.0)
let failures = try ask(1000, atOnce: 1000, at: held, timeout: .seconds(30)) {
  // The requests are in flight, so the following figures measure the wait.
  let before = spent()
  sleep(5)
  (waitingMemory, waitingThreads, waitingSpent) = (status("VmRSS"), status("Threads"), spent() - before)
}
print(
  "1000 questions wait: \((waitingMemory - memory) * 1024 / 1000) bytes each, \(waitingThreads - threads) threads more, ",
  terminator: "")
print("\((waitingSpent / 5000).rounded()) ‰ of a processor, \(failures) failures")
let before = spent()
let count = 20_000
let quickFailures = try ask(count, atOnce: 8, at: quick, timeout: .seconds(5))
print(
  "a question that is answered at once: \(((spent() - before) / Double(count)).rounded()) µs of the processor, \(quickFailures) failures"
)
client.stop()
