import HTTPServer
import Model
import Services
import Synchronization

/// The state of a resource that a request expects: its `If-Match` header (RFC 9110, 13.1.1).
struct Precondition: Sendable {
  private let tags: EntityTagList

  /// Reads `If-Match`. Throws `precondition-missing` if the request lacks it.
  ///
  /// It is required because a change without it could overwrite somebody else's change.
  init(of request: Request) throws(Problem) {
    guard let header = request.headers.list("If-Match") else { throw Problem(.preconditionMissing) }
    tags = EntityTagList(header)
  }

  /// Returns `changed-meanwhile` if a GET or HEAD request has an `If-Match` without the response's entity tag.
  ///
  /// Returns nil when
  /// - the request has no `If-Match`, or one with the tag or `*`,
  /// - the status of the response is neither 200 nor 304,
  /// - the method is another one.
  static func refusal(of response: Response, to request: Request) -> Problem? {
    guard request.method == .get || request.method == .head, response.status == 200 || response.status == 304,
      let known = request.headers.list("If-Match")
    else { return nil }
    let named = EntityTagList(known)
    let tag = response.headers.first { $0.0 == "ETag" }.map { String($0.1.dropFirst().dropLast()) }
    let isNamed = tag.map { named.names($0, isStrong: true) } ?? named.isAny
    return isNamed ? nil : Problem(.changedMeanwhile)
  }

  /// Returns true if the header lists the entity tag `tag`, that of its compressed form, or `*`.
  ///
  /// Both forms are the same state. A weak tag in the header never matches.
  func holds(for tag: String) -> Bool { tags.names(tag, isStrong: true) }
}

/// The client's key for one tap, from the `Idempotency-Key` header.
///
/// The header is a quoted string (RFC 8941), as its Internet-Draft requires, or the same text without quotes.
struct IdempotencyKey {
  /// The key without quotes: 1 to 255 visible ASCII characters.
  let text: String

  /// Returns the description of the header with both of its forms.
  static func document(_ about: String) -> ParameterDocument {
    ParameterDocument(
      "Idempotency-Key", about, required: true,
      .textSchema("^ *(\"[!#-~]{1,255}\"|[!#-~]{1,255}) *$", example: "7f3a"))
  }

  /// Reads the header's value; spaces around it do not count.
  ///
  /// Throws `idempotency-key-missing` if it is nil or malformed.
  init(_ header: String?) throws(Problem) {
    guard let header else { throw Problem(.keyMissing) }
    let (space, quote) = (UInt8(ascii: " "), UInt8(ascii: "\""))
    var text = header.utf8.drop { $0 == space }
    while text.last == space { text.removeLast() }
    if text.count >= 2, text.first == quote, text.last == quote { text = text.dropFirst().dropLast() }
    guard (1...255).contains(text.count), text.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != quote }),
      let text = String(text)
    else {
      throw Problem(
        .keyMissing, ru: "Idempotency-Key: нужно от 1 до 255 видимых символов ASCII",
        en: "Idempotency-Key takes 1 to 255 visible ASCII characters")
    }
    self.text = text
  }
}

/// One tap of a person on a submit button, which the client identifies by an idempotency key.
struct SubmissionKey: Hashable, Sendable {
  /// The person who tapped.
  let person: PersonID
  /// The id of the submitted operation.
  let operation: String
  /// The client's key.
  let key: String
}

/// The taps whose submissions are being written now.
///
/// A client that repeats one of them is told to wait; its request is not queued behind the first.
final class SubmissionsInProgress: Sendable {
  private let taps = Mutex<Set<SubmissionKey>>([])

  /// Returns the work, which fails with `under-way` if work of the same tap has begun and not ended.
  func alone<Value: Sendable>(_ tap: SubmissionKey, _ work: Deferred<Value>) -> Deferred<Value> {
    Deferred { [self] then in
      guard taps.withLock({ $0.insert(tap).inserted }) else { return then(.failure(Problem(.underWay))) }
      work.start { [self] result in
        taps.withLock { _ = $0.remove(tap) }
        then(result)
      }
    }
  }
}
