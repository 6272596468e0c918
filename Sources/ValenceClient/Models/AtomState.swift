extension Atom {
  /// True if the atom is displayed; true by default.
  public var isShown: Bool { members["shown"]?.bool ?? true }
  /// True if the atom can be changed or tapped; true by default.
  public var isEnabled: Bool { members["enabled"]?.bool ?? true }
  /// True if a value is required; false by default.
  public var isRequired: Bool { members["required"]?.bool ?? false }
  /// True if the atom can have a value.
  ///
  /// An input that is hidden in a new form has no `value`, but every input has `required`.
  public var isInput: Bool { members["value"] != nil || members["required"] != nil || items != nil }
  /// The current value; null if absent.
  public var value: WireValue { members["value"] ?? .null }
  /// The text of the atom, or the label of an input.
  public var caption: String? { members["caption"]?.string }
  /// True if the value depends on data outside the form: a response of a system, a fact about the
  /// person, or the clock.
  ///
  /// ``LiveForm/shown`` reports the displayed value, so that the server submits only values that
  /// the person has seen.
  public var isLive: Bool { members["live"]?.bool ?? false }
  /// The ids of the inputs that follow this one once it is entered, next to it in the form; empty
  /// for other inputs.
  ///
  /// ``LiveForm/enter(_:at:)`` applies it: the last entered input decides.
  public var either: [String] { members["either"]?.array?.compactMap(\.string) ?? [] }
  /// The options of a choice.
  public var options: [Option] { (try? members.records("options", of: "atom")) ?? [] }
  /// The option with the current value; nil if absent. Also nil for a search whose option
  /// has not arrived from the server.
  public var chosen: Option? {
    if let option: Option = members.record("chosen"), option.value == value { return option }
    return options.first { $0.value == value }
  }
  /// The link to the options of a search; nil for other kinds.
  public var search: Link? { members.record("search") }
  /// When a change is reported to the server; nil if nothing depends on the value.
  ///
  /// An unknown name is read as ``Notify/commit``. ``LiveForm/enter(_:at:)`` and
  /// ``LiveForm/endEditing(at:)`` apply it.
  public var notify: Notify? { members["notify"]?.string.map { Notify(rawValue: $0) ?? .commit } }
  /// The action of a tap; nil if absent. A link without an action leads to another server. Open its
  /// ``href`` outside the client.
  public var action: Action? { members.record("action") }
  /// The question to show before a tap; nil if absent.
  public var confirmation: Confirmation? { members.record("confirm") }
  /// The result of the server's validation.
  public var judgement: Judgement {
    switch members["error"] {
    case nil: .notJudged
    case .object(let members)?: (try? Violation(members)).map(Judgement.wrong) ?? .notJudged
    default: .right
    }
  }
  /// The violated rule; nil if the value is valid or not validated yet.
  public var error: Violation? { members.record("error") }
  /// A violated rule that does not prevent submission; nil if absent. Show it.
  public var warning: Violation? { members.record("warning") }
  /// A text about the value that does not prevent submission; nil if absent. Show it if the
  /// atom has neither an error nor a warning.
  public var note: Note? { members.record("note") }
  /// True if a warning reports that a system of the bank did not respond, so that data of the atom
  /// is unavailable.
  public var isUnknown: Bool { warning.map { ["unavailable", "lookupFailed"].contains($0.code) } ?? false }
  /// The characters of the entered text that the server replaced or removed. Its `message` lists
  /// them.
  public var normalized: Members? { members["normalized"]?.object }

  /// When a change is reported to the server.
  public enum Notify: String, Sendable {
    /// When editing ends.
    case commit
    /// On each change.
    case change
  }

  /// The result of the server's validation of a value.
  public enum Judgement: Sendable, Hashable {
    /// The value is not validated yet.
    case notJudged
    /// The value is valid.
    case right
    /// The value violates a rule.
    case wrong(Violation)
  }
}

/// An option of a choice.
///
///     ForEach(atom.options, id: \.value) { Text($0.caption).tag($0.value) }
public struct Option: WireModel {
  /// The value of the option: a text or an integer.
  public let value: WireValue
  /// All members. An account also has `currency`, `balance` (a decimal text) and others.
  public let wire: Members

  /// The caption; the value if the server sends none.
  public var caption: String { wire["caption"]?.string ?? value.string ?? value.integer.map(String.init) ?? "" }
  /// The second line of an option of a search, such as a BIC and a town.
  public var detail: String? { wire["detail"]?.string }
  /// The path of an image, such as the logo of a brand.
  public var image: String? { wire["image"]?.string }
  /// True if the option cannot be chosen.
  public var isDisabled: Bool { wire["disabled"]?.bool ?? false }

  /// Reads an option. Throws ``Unreadable`` if `value` is missing.
  public init(_ members: Members) throws(Unreadable) {
    guard let value = members["value"] else { throw Unreadable(record: "option", member: "value") }
    self.value = value
    wire = members
  }
}
