/// Valid and invalid request lines, headers and bodies.
enum RightHeads {
  /// The placeholder for a customer's token.
  private static let mark = Array("@T".utf8)

  /// Returns the input with the token in place of the placeholder.
  static func withToken(_ bytes: [UInt8], _ token: String) -> [UInt8] {
    guard bytes.contains(mark[0]) else { return bytes }
    var (filled, place) = ([UInt8](), 0)
    while place < bytes.count {
      if bytes[place...].starts(with: mark) {
        filled += token.utf8
        place += mark.count
      } else {
        filled.append(bytes[place])
        place += 1
      }
    }
    return filled
  }

  static let lines = [
    "GET / HTTP/1.1", "GET /healthz HTTP/1.1", "GET /readyz HTTP/1.0", "HEAD /openapi.json HTTP/1.1",
    "OPTIONS * HTTP/1.1",
    "GET /operations?a=b HTTP/1.1", "GET /operations/pp.quick?bic=044525225&amount=10 HTTP/1.1",
    "GET /banks?q=%D0%B0+b&limit=2 HTTP/1.1",
    "GET /banks/044525225 HTTP/1.1", "GET /routes?url=valence://payments/quick?bic=044525225 HTTP/1.1",
    "GET /start HTTP/1.1",
    "GET /accounts/40817810500000000001/entries?from=2026-01-01&to=2026-12-31&limit=1 HTTP/1.1",
    "GET /submissions?limit=1&after=01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19 HTTP/1.1",
    "GET /screens/account?account=40817810500000000001 HTTP/1.1", "GET http://a/user HTTP/1.1",
    "GET /providers?q=%D0%B2%D0%BE HTTP/1.1", "GET /deals?ended=true HTTP/1.1",
    "POST /auth/login HTTP/1.1", "POST /operations/pp.quick/evaluate HTTP/1.1", "PATCH /settings HTTP/1.1",
    "PUT /drafts/pp.quick HTTP/1.1",
    "DELETE /templates/01a1fbc2-8b21-7d5c-a9c2-7a4a3f4b7f19 HTTP/1.1", "BREW /pot HTTP/1.1",
    "OPTIONS /operations HTTP/1.1", "GET /web/0123456789abcdef/app.js HTTP/1.1", "GET /problems/not-found HTTP/1.1",
    "GET /playground HTTP/1.1", "GET /images/card-active.svg HTTP/1.1", "GET /%2e%2e/%00 HTTP/1.1",
    "GET /a%zz?%=%&&== HTTP/1.1", "GET * HTTP/1.1", "GET  / HTTP/1.1", "get / HTTP/1.1", "GET / HTTP/2.0",
  ]

  static let headers = [
    "Host: a", "Host: [::1]:80", "Host: a b", "Authorization: Bearer @T", "Authorization: bearer  @T",
    "Authorization: Basic YTpi", "Accept-Language: ru, en;q=0.5, *;q=0.1",
    "Accept-Language: en-GB;q=0.9,;q=,ru;q=2", "Accept-Atoms: text, textInput, button", "Client-Version: ios/3.2",
    "Client-Version: /", "If-None-Match: \"abc\", W/\"d\"", "If-None-Match: *",
    "If-Match: \"abc\"", "Idempotency-Key: \"a\"", "Idempotency-Key: a",
    "Content-Type: application/json; charset=utf-8", "Content-Type: application/merge-patch+json",
    "Content-Type: text/plain;a=\"b;c\"",
    "Content-Length: 2", "Content-Length: 0", "Content-Length: +2", "Content-Length: 2, 2",
    "Content-Length: 18446744073709551618", "Transfer-Encoding: chunked", "Transfer-Encoding: gzip",
    "Connection: close",
    "Connection: keep-alive, Upgrade", "Upgrade: h2c", "Expect: 100-continue", "X-Request-Id: abc-1",
    "X-Forwarded-For: 1.2.3.4, ::1", "Origin: https://bank.example", "Access-Control-Request-Method: POST",
    "Range: bytes=0-1", "Accept: application/json;q=0.5, */*", "Accept-Encoding: gzip, br;q=0",
    "Content-Encoding: gzip", "Cookie: a=b; c", "User-Agent: a (b)", "TE: trailers", "X-A: b\r\n c", "X-A : b", ": a",
    "X-A: \u{1}",
  ]

  /// Text after the headers.
  static let bodies = [
    "", "{}", "{\"values\": {\"bic\": \"044525225\"}, \"commit\": true}", "{\"login\": \"a\", \"password\": \"b\"}",
    "{\"pushDeals\": true}", "2\r\n{}\r\n0\r\n\r\n", "0\r\n\r\n",
    "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", "[", "\u{0}\u{ff}",
  ]
}
