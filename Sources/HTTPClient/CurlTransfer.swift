import CCurl
import Platform

/// One exchange with another system: a libcurl handle and the response received so far.
///
/// From `begin` to `end`, only the client's thread uses it.
final class CurlTransfer {
  private let request: OutboundRequest
  private let policy: AddressPolicy
  private let then: @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  private(set) var handle: UnsafeMutableRawPointer?
  private var list: UnsafeMutablePointer<curl_slist>?
  /// The error buffer of libcurl, which writes to it until the handle is freed.
  private var words: UnsafeMutablePointer<CChar>?

  private var headers: [(name: String, value: String)] = []
  private var headBytes = 0
  private var body: [UInt8] = []
  /// The failure that a callback detected. libcurl reports only that the callback aborted.
  private var failure: OutboundFailure?

  init(
    _ request: OutboundRequest, _ policy: AddressPolicy,
    then: @escaping @Sendable (Result<OutboundResponse, OutboundFailure>) -> Void
  ) {
    (self.request, self.policy, self.then) = (request, policy, then)
  }

  /// Creates the handle, which refers to this transfer without retaining it until `end`.
  ///
  /// - Returns: False if libcurl has no memory or rejects an option.
  func begin(_ settings: OutboundClient.Settings) -> Bool {
    guard let handle = curl_easy_init() else { return false }
    self.handle = handle
    return configure(handle, request.security ?? settings)
  }

  /// Frees the handle and its buffers.
  func end() {
    if let handle { curl_easy_cleanup(handle) }
    curl_slist_free_all(list)
    words?.deallocate()
    (handle, list, words) = (nil, nil, nil)
  }

  /// Returns the response or the failure for a result of libcurl.
  func outcome(_ result: CURLcode) -> Result<OutboundResponse, OutboundFailure> {
    if let failure { return .failure(failure) }
    guard result == CURLE_OK, let handle else { return .failure(failure(of: result)) }
    return .success(OutboundResponse(status: valence_curl_status(handle), headers: headers, body: body))
  }

  func answer(_ outcome: Result<OutboundResponse, OutboundFailure>) { then(outcome) }

  private func configure(_ handle: UnsafeMutableRawPointer, _ settings: OutboundClient.Settings) -> Bool {
    func number(_ option: CURLoption, _ value: Int) -> Bool { valence_curl_number(handle, option, value) != 0 }
    func text(_ option: CURLoption, _ value: String) -> Bool { valence_curl_text(handle, option, value) != 0 }
    let milliseconds = max(1, Int(request.timeout / .milliseconds(1)))
    guard
      text(CURLOPT_URL, request.url), number(CURLOPT_PATH_AS_IS, 1), text(CURLOPT_PROTOCOLS_STR, "http,https"),
      // Ignore the proxies of the environment, and do not follow redirects.
      text(CURLOPT_PROXY, ""), number(CURLOPT_FOLLOWLOCATION, 0), number(CURLOPT_NOSIGNAL, 1),
      number(CURLOPT_TIMEOUT_MS, milliseconds), number(CURLOPT_CONNECTTIMEOUT_MS, milliseconds),
      number(CURLOPT_SSLVERSION, 6 /* TLS 1.2 */), number(CURLOPT_SSL_VERIFYPEER, 1),
      number(CURLOPT_SSL_VERIFYHOST, settings.verifiesName ? 2 : 0),
      number(CURLOPT_HTTP_VERSION, 4 /* HTTP/2 over TLS */), number(CURLOPT_BUFFERSIZE, 16 << 10),
      number(CURLOPT_MAXAGE_CONN, 118), number(CURLOPT_TCP_NODELAY, 1), number(CURLOPT_HTTP09_ALLOWED, 0)
    else { return false }
    if let authorities = settings.authorities, !text(CURLOPT_CAINFO, authorities) { return false }
    if let identity = settings.identity {
      guard text(CURLOPT_SSLCERT, identity.certificate), text(CURLOPT_SSLKEY, identity.key) else { return false }
    }
    // libcurl repeats a request if a reused connection closes before the response.
    if request.isOnce, !number(CURLOPT_FRESH_CONNECT, 1) || !number(CURLOPT_FORBID_REUSE, 1) { return false }
    guard setMethod(handle, number, text), setHeaders(handle) else { return false }
    let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    self.words = words
    guard valence_curl_words(handle, words) != 0 else { return false }
    return valence_curl_callbacks(
      handle, Unmanaged.passUnretained(self).toOpaque(), Self.takeHeader, Self.takeBody, Self.open) != 0
  }

  private func setMethod(
    _ handle: UnsafeMutableRawPointer, _ number: (CURLoption, Int) -> Bool, _ text: (CURLoption, String) -> Bool
  ) -> Bool {
    if let body = request.body {
      guard
        body.withUnsafeBytes({ valence_curl_body(handle, $0.baseAddress ?? UnsafeRawPointer(handle), $0.count) }) != 0
      else { return false }
    }
    switch (request.method, request.body) {
    case ("GET", nil): return number(CURLOPT_HTTPGET, 1)
    case ("HEAD", nil): return number(CURLOPT_NOBODY, 1)
    default: return text(CURLOPT_CUSTOMREQUEST, request.method)
    }
  }

  private func setHeaders(_ handle: UnsafeMutableRawPointer) -> Bool {
    // Send the body without waiting for `100 Continue`, and without the content type of libcurl.
    var lines = ["Expect:"]
    let names = Set(request.headers.map { $0.name.lowercased() })
    if request.body != nil, !names.contains("content-type") { lines.append("Content-Type:") }
    if !names.contains("user-agent") { lines.append("User-Agent: valence") }
    lines += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    for line in lines {
      guard let longer = curl_slist_append(list, line) else { return false }
      list = longer
    }
    return valence_curl_headers(handle, list) != 0
  }

  /// Returns the failure for a result of libcurl.
  private func failure(of result: CURLcode) -> OutboundFailure {
    switch result {
    // With TLS 1.3, the peer rejects a certificate only after the handshake, with an alert.
    case CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      words.map { String(cString: $0).contains(" alert ") } == true ? .tls : .broken
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_COULDNT_RESOLVE_HOST: .unresolved
    case CURLE_COULDNT_CONNECT: .unreachable
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
      .tls
    default: .broken
    }
  }
}

// MARK: - Callbacks of libcurl

extension CurlTransfer {
  private static let takeHeader: valence_curl_reader = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.take(header: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
  }

  private static let takeBody: valence_curl_reader = { bytes, size, count, context in
    guard let bytes, let context else { return 0 }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    return transfer.take(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
  }

  private static let open: valence_curl_opener = { context, _, address in
    guard let context, let address else { return valence_curl_no_socket() }
    let transfer = Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    let peer = valence_curl_address(address).flatMap { IPAddress($0) }
    guard let peer, transfer.policy.allows(peer) else {
      transfer.failure = .refusedAddress
      if let peer { transfer.request.onRefusal?(peer) }
      return valence_curl_no_socket()
    }
    // The policy may have rejected an earlier address of the same host.
    transfer.failure = nil
    return valence_curl_socket(address)
  }

  private func take(header line: UnsafeRawBufferPointer) -> Bool {
    headBytes += line.count
    guard headBytes <= request.headLimit else {
      failure = .tooLarge
      return false
    }
    let text = String(decoding: line, as: UTF8.self)
    // Discard the headers of an interim response (RFC 9110, 15.2), which precedes the response.
    if text.hasPrefix("HTTP/") { headers = [] }
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let value = text[text.utf8.index(after: colon)...]
    headers.append((text[..<colon].lowercased(), Self.trimmed(value)))
    return true
  }

  private func take(body part: UnsafeRawBufferPointer) -> Bool {
    guard body.count + part.count <= request.bodyLimit else {
      failure = .tooLarge
      return false
    }
    body.append(contentsOf: part)
    return true
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r\n" || $0 == "\n" || $0 == "\r" }
    return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
