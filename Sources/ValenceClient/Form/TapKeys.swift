/// The idempotency keys of a form: one for each button, so that the server carries out a repeated
/// tap only once.
///
///     store.keep(try JSONEncoder().encode(form.keys))
///     let form = LiveForm(tree, keys: try JSONDecoder().decode(TapKeys.self, from: kept))
public struct TapKeys: Codable, Sendable, Hashable {
  /// The common prefix of the keys.
  public let seed: String
  /// The number of the present key of each button that has had several.
  var numbers: [String: Int] = [:]

  /// Creates keys with a random prefix of 128 bits.
  public init() {
    var generator = SystemRandomNumberGenerator()
    seed = (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Returns the key of a button: the present one, or the next one.
  func key(of path: String, isNext: Bool) -> String {
    let number = numbers[path, default: 1] + (isNext ? 1 : 0)
    return number == 1 ? "\(seed)-\(path)" : "\(seed)-\(path)-\(number)"
  }

  /// Makes a key that ``key(of:isNext:)`` returned the present one of its button.
  mutating func use(_ key: String, of path: String) {
    if key == self.key(of: path, isNext: true) { numbers[path, default: 1] += 1 }
  }
}

/// A tap that was sent.
struct SentTap: Sendable, Hashable {
  let tap: Tap
  /// The address of the stored submission; nil if no response has arrived.
  var submission: String?
}

extension LiveForm {
  /// Records that a tap is sent. Returns an earlier tap with the same key and another body whose
  /// outcome is unknown; otherwise nil.
  mutating func begin(_ tap: Tap) -> Tap? {
    guard let path = tap.path, let key = tap.key else { return nil }
    keys.use(key, of: path)
    let earlier = sent[path].flatMap { $0.tap.key == key ? $0 : nil }
    // The first body decides, because the server may have stored it.
    if earlier == nil { sent[path] = SentTap(tap: tap) }
    return earlier.flatMap { $0.tap.body == tap.body ? nil : $0.tap }
  }

  /// Records the response to a tap. A stored submission keeps its key until a value is edited.
  public mutating func end(_ tap: Tap, with document: Document) {
    guard let path = tap.path, tap.key != nil else { return }
    guard case .progress(let progress) = document, let submission = progress.submission else {
      sent[path] = nil
      return
    }
    sent[path] = SentTap(tap: tap, submission: submission.href)
    settle(submission)
  }

  /// Records the failure of a tap. The key of a refused tap stays usable with other values. If the
  /// outcome is unknown, the next tap with the same values sends the same body.
  public mutating func end(_ tap: Tap, with failure: Failure) {
    guard let path = tap.path, sent[path]?.submission == nil else { return }
    guard case .refused(let problem) = failure, problem.status < 500, problem.name != .underWay else { return }
    sent[path] = nil
    // The key belongs to a submission with other values.
    if problem.name == .keyReused, keys.key(of: path, isNext: false) == tap.key { keys.numbers[path, default: 1] += 1 }
  }

  /// Records the present state of a submission of this form. After one that has ended without
  /// execution, the button gets a new key.
  public mutating func settle(_ submission: Submission) {
    guard let status = submission.status, ["rejected", "cancelled", "expired"].contains(status) else { return }
    for (path, record) in sent where record.submission == submission.href {
      sent[path] = nil
      keys.numbers[path, default: 1] += 1
    }
  }
}
