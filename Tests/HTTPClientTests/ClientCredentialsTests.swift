import Dispatch
import HTTPClient
import Synchronization
import TestClient
import Testing

@Suite struct ClientCredentialsTests {
  private final class Hand: Sendable {
    private let time = Mutex<UInt64>(1_000_000_000_000)
    var now: UInt64 { time.withLock { $0 } }
    func pass(seconds: UInt64) { time.withLock { $0 += seconds * 1_000_000_000 } }
  }

  /// An authorization server that issues `token-1`, `token-2` and so on.
  private final class Authority: Sendable {
    let asked = Mutex<[String]>([])
    let status = Mutex(200)
    let body = Mutex(Body { #"{"access_token": "token-\#($0)", "token_type": "Bearer", "expires_in": 100}"# })

    struct Body {
      /// The response body by the number of the request, starting at 1.
      let text: @Sendable (Int) -> String
    }

    func serve(_ link: Peer.Link) {
      while true {
        let request = link.request()
        if request.isEmpty { return }
        let number = asked.withLock { asked in
          asked.append(request)
          return asked.count
        }
        link.answer(status.withLock { $0 }, body.withLock { $0 }.text(number), "Content-Type: application/json\r\n")
      }
    }
  }

  private let client: OutboundClient
  private let hand = Hand()
  private let authority = Authority()
  private let peer: Peer
  private let credentials: ClientCredentials

  init() throws {
    client = try .local()
    peer = try Peer { [authority] in authority.serve($0) }
    credentials = ClientCredentials(
      id: "va:lence", secret: "s c&ret", scope: "read write", at: peer.url("/token"), client,
      timeout: .seconds(60), now: { [hand] in hand.now })
  }

  private func token() throws -> Result<String, OutboundFailure> {
    let later = Later<Result<String, OutboundFailure>>()
    credentials.token(within: .seconds(60)) { later.give($0) }
    return try later.get()
  }

  @Test("An access token is fetched once and reused until it expires") func reusesTokenUntilExpiry() throws {
    for _ in 0..<3 { #expect(try token() == .success("token-1")) }
    hand.pass(seconds: 89)
    #expect(try token() == .success("token-1"))
    let asked = authority.asked.withLock { $0 }
    #expect(asked.count == 1)
    #expect(asked[0].hasPrefix("POST /token HTTP/1.1\r\n"))
    // The Base64 form of va%3Alence:s%20c%26ret.
    #expect(asked[0].contains("Authorization: Basic dmElM0FsZW5jZTpzJTIwYyUyNnJldA==\r\n"))
    #expect(asked[0].hasSuffix("\r\n\r\ngrant_type=client_credentials&scope=read%20write"))
    hand.pass(seconds: 11)
    #expect(try token() == .success("token-2"))
  }

  @Test("An access token is renewed in the background before it expires") func renewsTokenInBackground() throws {
    #expect(try token() == .success("token-1"))
    hand.pass(seconds: 90)
    #expect(try token() == .success("token-1"))
    // The renewal is in flight. Callers do not wait for it and receive the old token until then.
    let deadline = DispatchTime.now() + 60
    while try token() == .success("token-1"), DispatchTime.now() < deadline {}
    #expect(try token() == .success("token-2"))
    #expect(authority.asked.withLock { $0.count } == 2)
  }

  @Test("Concurrent callers share one token request") func sharesOneTokenRequest() throws {
    let ended = DispatchGroup()
    let tokens = Mutex<[String: Int]>([:])
    for _ in 0..<100 {
      ended.enter()
      credentials.token(within: .seconds(60)) { result in
        tokens.withLock { $0[(try? result.get()) ?? "none", default: 0] += 1 }
        ended.leave()
      }
    }
    ended.wait()
    #expect(tokens.withLock { $0 } == ["token-1": 100])
    #expect(authority.asked.withLock { $0.count } == 1)
  }

  @Test("After a failed renewal, the old token is used until it expires") func reusesTokenAfterFailedRenewal() throws {
    #expect(try token() == .success("token-1"))
    authority.status.withLock { $0 = 500 }
    hand.pass(seconds: 95)
    #expect(try token() == .success("token-1"))
    hand.pass(seconds: 5)
    #expect(try token() == .failure(.token))
    authority.status.withLock { $0 = 200 }
    #expect(try token().get().hasPrefix("token-"))
  }

  @Test("A refused access token is replaced by a new one") func replacesRefusedToken() throws {
    #expect(try token() == .success("token-1"))
    credentials.refuse("token-0")
    #expect(try token() == .success("token-1"))
    credentials.refuse("token-1")
    #expect(try token() == .success("token-2"))
  }

  @Test(
    "A token response without a valid bearer token is a failure",
    arguments: [
      "", "{}", "[]", #"{"access_token": "", "token_type": "Bearer"}"#,
      #"{"access_token": "a\r\nX: y", "token_type": "Bearer"}"#,
      #"{"access_token": "a b", "token_type": "Bearer"}"#, #"{"access_token": "a", "token_type": "mac"}"#,
      #"{"access_token": 7, "token_type": "Bearer"}"#,
    ])
  func rejectsInvalidTokenResponse(_ body: String) throws {
    authority.body.withLock { $0 = .init { _ in body } }
    #expect(try token() == .failure(.token))
  }

  @Test("The timeout of one caller ends its wait for a token, and other callers still wait")
  func limitsWaitByCallerTimeout() throws {
    let silent = try Peer { $0.awaitEnd() }
    defer { silent.stop() }
    let credentials = ClientCredentials(id: "a", secret: "b", at: silent.url(), client, timeout: .seconds(60))
    let (hurried, patient) = (Later<Result<String, OutboundFailure>>(), Later<Result<String, OutboundFailure>>())
    credentials.token(within: .seconds(600)) { patient.give($0) }
    credentials.token(within: .milliseconds(50)) { hurried.give($0) }
    #expect(try hurried.get() == .failure(.timeout))
    client.stop()
    #expect(try patient.get() == .failure(.stopped))
  }

  @Test("A token request that exceeds its own timeout fails") func failsTokenRequestOnTimeout() throws {
    let silent = try Peer { $0.awaitEnd() }
    defer { silent.stop() }
    let credentials = ClientCredentials(id: "a", secret: "b", at: silent.url(), client, timeout: .milliseconds(50))
    let later = Later<Result<String, OutboundFailure>>()
    credentials.token(within: .seconds(60)) { later.give($0) }
    #expect(try later.get() == .failure(.token))
  }

  @Test("A token without expires_in expires after five minutes") func expiresTokenAfterFiveMinutes() throws {
    authority.body.withLock { $0 = .init { #"{"access_token": "t\#($0)", "token_type": "bearer"}"# } }
    #expect(try token() == .success("t1"))
    hand.pass(seconds: 269)
    #expect(try token() == .success("t1"))
    hand.pass(seconds: 31)
    #expect(try token() == .success("t2"))
  }
}
