extension Atom {
  /// True if the atom is drawn now; true by default.
  public var isShown: Bool { members["shown"]?.bool ?? true }
  /// True if the atom can be changed or tapped now; true by default.
  public var isEnabled: Bool { members["enabled"]?.bool ?? true }
  /// True if the atom must have a value now; false by default.
  public var isRequired: Bool { members["required"]?.bool ?? false }
  /// True if a value can be entered.
  ///
  /// An input that is hidden when the form is drawn has no `value` yet, but `required`, as every input has.
  public var isInput: Bool { members["value"] != nil || members["required"] != nil || items != nil }
  /// The entered value; null for none.
  public var value: WireValue { members["value"] ?? .null }
  /// The atom's text, or the label of an input.
  public var caption: String? { members["caption"]?.string }
  /// True if the value depends on something outside of the form: an answer, a fact about the person, the clock.
  ///
  /// ``LiveForm/shown`` reports what was drawn of it, so that nothing is submitted that the person has not seen.
  public var isLive: Bool { members["live"]?.bool ?? false }
  /// The options of a choice.
  public var options: [Option] { (try? members.records("options", of: "atom")) ?? [] }
  /// The option with the present value; nil for none.
  ///
  /// Returns nil too for a search whose value was entered without its option: the server's answer brings it.
  public var chosen: Option? {
    if let option: Option = members.record("chosen"), option.value == value { return option }
    return options.first { $0.value == value }
  }
  /// The link to the options of a search; nil for other kinds.
  public var search: Link? { members.record("search") }
  /// The moment when the server wants to be asked about a change; nil if nothing depends on the value.
  ///
  /// An unknown moment of a newer server is read as ``Notify/commit``. ``LiveForm/enter(_:at:)`` follows it.
  public var notify: Notify? { members["notify"]?.string.map { Notify(rawValue: $0) ?? .commit } }
  /// The action of a tap. A reference without one leads to another server: give its ``href`` to the system.
  public var action: Action? { members.record("action") }
  /// The question to ask before a tap on the atom acts; nil for none.
  public var confirmation: Confirmation? { members.record("confirm") }
  /// The server's judgement of the value.
  public var judgement: Judgement {
    switch members["error"] {
    case nil: .notJudged
    case .object(let members)?: (try? Violation(members)).map(Judgement.wrong) ?? .notJudged
    default: .right
    }
  }
  /// The rule that the value breaks; nil for none, or before the server has judged it.
  public var error: Violation? { members.record("error") }
  /// A rule that the value breaks but may break: show it; it refuses nothing.
  public var warning: Violation? { members.record("warning") }
  /// A text that stands at the value and refuses nothing; show it where there is neither an error nor a warning.
  public var note: Note? { members.record("note") }
  /// True if a warning says that something about the atom is not known now: a system of the bank is silent.
  public var isUnknown: Bool { warning.map { ["unavailable", "lookupFailed"].contains($0.code) } ?? false }
  /// The characters of the entered text that the server replaced or dropped; its `message` names them.
  public var normalized: Members? { members["normalized"]?.object }

  /// The moment when the server wants to be asked about a change.
  public enum Notify: String, Sendable {
    /// When editing ends.
    case commit
    /// At each change.
    case change
  }

  /// The server's judgement of a value.
  public enum Judgement: Sendable, Hashable {
    /// The server has not judged the value yet.
    case notJudged
    /// The value is right.
    case right
    /// The value breaks a rule.
    case wrong(Violation)
  }
}

/// An option of a choice.
///
///     ForEach(atom.options, id: \.value) { Text($0.caption).tag($0.value) }
public struct Option: WireModel {
  /// The value to enter when the option is chosen: a text or a whole number.
  public let value: WireValue
  /// All members; an account has also `currency`, `balance` (decimal text) and others.
  public let wire: Members

  /// The text to show; the value if the server sends none.
  public var caption: String { wire["caption"]?.string ?? value.string ?? value.integer.map(String.init) ?? "" }
  /// A second line of an option that a search has found, such as a BIC and a town.
  public var detail: String? { wire["detail"]?.string }
  /// The path of a picture beside it, such as the mark of a brand.
  public var image: String? { wire["image"]?.string }
  /// True if the option cannot be chosen now.
  public var isDisabled: Bool { wire["disabled"]?.bool ?? false }

  /// Reads an option. Throws ``Unreadable`` without `value`.
  public init(_ members: Members) throws(Unreadable) {
    guard let value = members["value"] else { throw Unreadable(record: "option", member: "value") }
    self.value = value
    wire = members
  }
}
