extension Atom {
  /// Whether it is drawn now.
  public var isShown: Bool { members["shown"]?.bool ?? true }
  /// Whether it may be changed or tapped now.
  public var isEnabled: Bool { members["enabled"]?.bool ?? true }
  /// Whether it must have a value now.
  public var isRequired: Bool { members["required"]?.bool ?? false }
  /// Whether a value can be entered. One that is hidden when it is drawn has none yet, and `required` as every input has.
  public var isInput: Bool { members["value"] != nil || members["required"] != nil || items != nil }
  /// What is entered: null where nothing is.
  public var value: WireValue { members["value"] ?? .null }
  /// What it says, or stands above it.
  public var caption: String? { members["caption"]?.string }
  /// What may be chosen.
  public var options: [Option] { (try? members.records("options", of: "atom")) ?? [] }
  /// The option that is chosen.
  public var chosen: Option? { options.first { $0.value == value } }
  /// When the server wants to know of a change; nil where nothing depends on it.
  public var notify: Notify? { members["notify"]?.string.map { Notify(rawValue: $0) ?? .commit } }
  /// What a tap does.
  public var action: Action? { members.record("action") }
  /// What was found of its value.
  public var judgement: Judgement {
    switch members["error"] {
    case nil: .notJudged
    case .object(let members)?: (try? Violation(members)).map(Judgement.wrong) ?? .notJudged
    default: .right
    }
  }
  /// What is wrong with its value.
  public var error: Violation? { members.record("error") }
  /// A rule that the value breaks and may break: it is told, and refuses nothing.
  public var warning: Violation? { members.record("warning") }
  /// What of the entered text was changed into characters that may stand there; its `message` says so.
  public var normalized: Members? { members["normalized"]?.object }

  /// When the server wants to know of a change.
  public enum Notify: String, Sendable {
    /// When editing has ended.
    case commit
    /// On each change.
    case change
  }

  /// What was found of a value.
  public enum Judgement: Sendable, Hashable {
    /// Nobody has looked yet.
    case notJudged
    /// It is right.
    case right
    /// It breaks a rule.
    case wrong(Violation)
  }
}
