import CCurl
import Dispatch
package import Platform
import Synchronization

/// Sends requests to other systems. One thread drives all exchanges.
///
/// Connections are kept open and shared by requests to the same host, with HTTP/2 over TLS if the
/// host supports it. `send` does not wait: it delivers the response on a thread of the client's
/// pool.
package final class OutboundClient: Sendable {
  /// The TLS settings of a client or a request.
  package struct Settings: Sendable {
    /// The path of the trusted authorities in PEM; nil for the authorities of the system.
    package var authorities: String?
    /// The paths of the client's certificate and its key in PEM; nil without a certificate.
    package var identity: (certificate: String, key: String)?
    /// True if the certificate must name the host of the request.
    ///
    /// False is only for a server whose own certificate is the only authority.
    package var verifiesName = true

    /// Creates the default settings: the authorities of the system and no client certificate.
    package init() {}
  }

  /// The error thrown if libcurl cannot be initialized.
  package struct Unusable: Error {}

  private struct Arrival: @unchecked Sendable {
    // The caller owns the transfer until it is queued. After that, the client's thread owns it.
    let transfer: CurlTransfer
  }

  private struct State {
    var arrivals: [Arrival] = []
    var isStopped = false
  }

  /// The multi handle of libcurl. Only the client's thread uses it, except for `curl_multi_wakeup`,
  /// which any thread may call.
  private struct Multi: @unchecked Sendable { let handle: UnsafeMutableRawPointer }

  private let multi: Multi
  private let settings: Settings
  private let policy: AddressPolicy
  private let answers: WorkerPool
  private let state = Mutex(State())
  private let ended = DispatchGroup()

  private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  /// Starts the client's thread. The callbacks of `send` run in `answers`.
  package init(
    policy: AddressPolicy, settings: Settings = Settings(),
    answers: WorkerPool = WorkerPool("valence.outbound.answers", width: 4, capacity: 1 << 16)
  ) throws {
    guard Self.isReady, let handle = curl_multi_init() else { throw Unusable() }
    (multi, self.policy, self.settings, self.answers) = (Multi(handle: handle), policy, settings, answers)
    _ = valence_curl_multi_number(handle, CURLMOPT_MAXCONNECTS, 64)
    _ = valence_curl_multi_number(handle, CURLMOPT_PIPELINING, 2 /* several requests on a connection of HTTP/2 */)
    ended.enter()
    let thread = try BackgroundThread { [self] in
      run()
      ended.leave()
    }
    thread.detach()
  }

  /// Sends a request and calls `then` once with the response or the failure.
  ///
  /// `then` runs on a thread of the pool, or on a global dispatch queue if the pool is full.
  package func send(
    _ request: OutboundRequest, then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    let answers = answers
    let arrival = Arrival(
      transfer: CurlTransfer(request, policy) { outcome in
        do { try answers.run({ outcome }, then: then) } catch { DispatchQueue.global().async { then(outcome) } }
      })
    let isStopped = state.withLock { state in
      guard !state.isStopped else { return true }
      state.arrivals.append(arrival)
      // Wake up under the lock, because the handle is freed once the client is stopped.
      curl_multi_wakeup(multi.handle)
      return false
    }
    if isStopped { arrival.transfer.answer(.failure(.stopped)) }
  }

  /// Completes all exchanges with `stopped`, and returns when the thread has ended.
  package func stop() {
    state.withLock { state in
      if !state.isStopped { curl_multi_wakeup(multi.handle) }
      state.isStopped = true
    }
    ended.wait()
  }

  private func run() {
    var active: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    while true {
      let (arrivals, isStopped) = state.withLock { state in
        defer { state.arrivals = [] }
        return (state.arrivals, state.isStopped)
      }
      for arrival in arrivals { begin(arrival.transfer, &active) }
      if isStopped { break }
      var running: Int32 = 0
      curl_multi_perform(multi.handle, &running)
      var left: Int32 = 0
      while let message = curl_multi_info_read(multi.handle, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
          let transfer = active.removeValue(forKey: handle)
        else { continue }
        let outcome = transfer.outcome(valence_curl_result(message))
        end(transfer)
        transfer.answer(outcome)
      }
      curl_multi_poll(multi.handle, nil, 0, 1000, nil)
    }
    for transfer in active.values {
      end(transfer)
      transfer.answer(.failure(.stopped))
    }
    curl_multi_cleanup(multi.handle)
  }

  private func begin(_ transfer: CurlTransfer, _ active: inout [UnsafeMutableRawPointer: CurlTransfer]) {
    guard transfer.begin(settings), let handle = transfer.handle,
      curl_multi_add_handle(multi.handle, handle) == CURLM_OK
    else {
      transfer.end()
      return transfer.answer(.failure(.broken))
    }
    active[handle] = transfer
  }

  private func end(_ transfer: CurlTransfer) {
    if let handle = transfer.handle { curl_multi_remove_handle(multi.handle, handle) }
    transfer.end()
  }
}
