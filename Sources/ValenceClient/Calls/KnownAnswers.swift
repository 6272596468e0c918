/// The last answers that may be shown again, where the server says that nothing has changed since.
struct KnownAnswers {
  /// An answer with its entity tag.
  struct Answer {
    let tag: String
    let body: [UInt8]
  }

  /// How many are kept.
  static let most = 64
  private var answers: [String: Answer] = [:]
  private var order: [String] = []

  /// The answer of a path.
  subscript(path: String) -> Answer? { answers[path] }

  /// Keeps an answer, unless the server forbids that.
  mutating func keep(_ response: Response, of path: String) {
    order.removeAll { $0 == path }
    answers[path] = nil
    guard let tag = response.headers["etag"],
      response.headers["cache-control"]?.contains("no-store") != true
    else { return }
    answers[path] = Answer(tag: tag, body: response.body)
    order.append(path)
    if order.count > Self.most { answers[order.removeFirst()] = nil }
  }
}
