import HTTP
import Model
import Services
import Synchronization

/// The state of a resource that a client has read and wants to change (RFC 9110, 13.1.1).
struct Precondition: Sendable {
  private let tags: [String]

  /// Returns the refusal of a response to a reading request whose `If-Match` does not name the present state; nil
  /// otherwise.
  static func refusal(of response: Response, to request: Request) -> Problem? {
    guard request.method == .get || request.method == .head, response.status == 200 || response.status == 304,
      let known = request.header("If-Match")
    else { return nil }
    let named = Precondition(known)
    let tag = response.headers.first { $0.0 == "ETag" }?.1.dropFirst().dropLast()
    return named.holds(for: tag.map(String.init) ?? "") ? nil : Problem(.changedMeanwhile)
  }

  /// Creates the state in `If-Match`. A change needs it, so that nobody overwrites another's change.
  init(of request: Request) throws(Problem) {
    guard let header = request.header("If-Match") else { throw Problem(.preconditionMissing) }
    self.init(header)
  }

  private init(_ header: String) {
    tags = header.split(separator: ",").map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
  }

  /// True if a resource with that entity tag is in that state; false for a weak tag.
  func holds(for tag: String) -> Bool { tags.contains { $0 == "*" || $0 == "\"\(tag)\"" } }
}

/// The client's key for one tap: a string of RFC 8941 in quotes, as the draft of the header asks, or the same bare.
struct IdempotencyKey {
  /// The key without quotes: 1 to 255 visible ASCII characters.
  let text: String

  init(_ header: String?) throws(Problem) {
    guard let header else { throw Problem(.keyMissing) }
    var text = header.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if text.count >= 2, text.first == "\"", text.last == "\"" { text = text.dropFirst().dropLast() }
    guard (1...255).contains(text.utf8.count),
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
    else {
      throw Problem(
        .keyMissing, ru: "Idempotency-Key: нужно от 1 до 255 видимых символов ASCII",
        en: "Idempotency-Key takes 1 to 255 visible ASCII characters")
    }
    self.text = String(text)
  }
}

/// A tap of a person, which the client names by an idempotency key.
struct Tap: Hashable, Sendable {
  /// The person.
  let person: PersonID
  /// The operation that is submitted.
  let operation: String
  /// The client's key.
  let key: String
}

/// The taps whose submissions are being written. A repeated one is told to wait, and does not queue behind the first.
final class TapsUnderWay: Sendable {
  private let taps = Mutex<Set<Tap>>([])

  /// The same work, which fails with the problem `under-way` where work of the same tap has begun and not ended.
  func alone<Value: Sendable>(_ tap: Tap, _ work: Deferred<Value>) -> Deferred<Value> {
    Deferred { [self] then in
      guard taps.withLock({ $0.insert(tap).inserted }) else { return then(.failure(Problem(.underWay))) }
      work.start { [self] result in
        taps.withLock { _ = $0.remove(tap) }
        then(result)
      }
    }
  }
}
