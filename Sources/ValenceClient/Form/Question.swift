/// What is asked when something has been entered. Asking changes nothing, so that it may be repeated.
public struct Question: Sendable, Hashable {
  /// Where it is sent.
  public let link: Link
  /// Its number in its form: answers with a smaller one than was merged are late.
  public let revision: Int
  /// The body.
  public let body: Members
}

extension LiveForm {
  /// The question after all changes that no merged answer knows of, those of questions that were lost included: ask it
  /// again when the network is back. Nil where there are none, or nothing depends on anything.
  public mutating func question() -> Question? {
    guard !pending.isEmpty else { return nil }
    return question(about: pending.keys.sorted())
  }

  /// The question after every atom, each judged: what would a submission be refused for?
  public mutating func wholeQuestion() -> Question? { question(about: nil) }

  private mutating func question(about changed: [String]?) -> Question? {
    guard let link = tree.evaluate else { return nil }
    asked += 1
    var body: Members = [
      "values": .object(values), "version": .string(tree.version), "commit": true, "revision": .integer(Int64(asked)),
    ]
    if let changed { body["changed"] = .array(changed.map(WireValue.string)) }
    return Question(link: link, revision: asked, body: body)
  }
}
