import HTTPServer
import Model
import Services
import Synchronization

/// The state of a resource that a request expects: its `If-Match` header (RFC 9110, 13.1.1).
struct Precondition: Sendable {
  private let tags: EntityTagList

  /// Reads `If-Match`. Throws `precondition-missing` if it is absent, because the change could
  /// overwrite another change.
  init(of request: Request) throws(Problem) {
    guard let header = request.headers.list("If-Match") else { throw Problem(.preconditionMissing) }
    tags = EntityTagList(header)
  }

  /// Returns `changed-meanwhile` if a GET or HEAD request has an `If-Match` that does not match the
  /// response's entity tag.
  ///
  /// Returns nil for other methods, for statuses other than 200 and 304, and without `If-Match`.
  static func refusal(of response: Response, to request: Request) -> Problem? {
    guard request.method == .get || request.method == .head, response.status == 200 || response.status == 304,
      let known = request.headers.list("If-Match")
    else { return nil }
    let named = EntityTagList(known)
    let tag = response.headers.first { $0.0 == "ETag" }.map { String($0.1.dropFirst().dropLast()) }
    // Without an entity tag, only `*` matches.
    let isNamed = tag.map { named.names($0, isStrong: true) } ?? named.isAny
    return isNamed ? nil : Problem(.changedMeanwhile)
  }

  /// Returns true if the header contains `*`, `tag`, or the tag of a compressed form (`tag-gzip`)
  /// or a representation (`tag.more`) of the same state. Weak tags never match.
  func holds(for tag: String) -> Bool { tags.names(tag, isStrong: true) }
}

/// The key of one tap on a submit button, from the `Idempotency-Key` header.
///
/// Accepts a quoted string (RFC 8941), as the Internet-Draft requires, or the same text without
/// quotes.
struct IdempotencyKey {
  /// The key without quotes: 1 to 255 visible ASCII characters.
  let text: String

  /// Returns the description of the header, which accepts both forms.
  static func document(_ about: String) -> ParameterDocument {
    ParameterDocument(
      "Idempotency-Key", about, required: true,
      .textSchema("^ *(\"[!#-~]{1,255}\"|[!#-~]{1,255}) *$", example: "7f3a"))
  }

  /// Reads the header's value without surrounding spaces.
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
        en: "Idempotency-Key must be 1 to 255 visible ASCII characters")
    }
    self.text = text
  }
}

/// One tap on a submit button, identified by an idempotency key.
struct SubmissionKey: Hashable, Sendable {
  let person: PersonID
  /// The id of the submitted operation.
  let operation: String
  /// The idempotency key.
  let key: String
}

/// The taps whose submissions are in progress.
///
/// A concurrent repetition fails immediately. It is not queued after the first request.
final class SubmissionsInProgress: Sendable {
  private let taps = Mutex<Set<SubmissionKey>>([])

  /// Returns the work. It fails with `under-way` if work of the same tap is in progress.
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
