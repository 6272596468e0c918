/// An action on a row: an item of the row's menu.
///
///     for action in row.actions {
///       addItem(action.title, isDestructive: action.tone == .danger) {
///         if let question = action.confirmation, await !agrees(to: question) { return }
///         let text = action.asked == nil ? nil : await typed(action.asked)
///         _ = try await client.act(action, saying: text)
///       }
///     }
public struct RowAction: WireModel {
  /// The emphasis of an action. A newer server may send others.
  public struct Tone: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a tone with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The main action.
    public static let primary = Tone(rawValue: "primary")
    /// A secondary action.
    public static let quiet = Tone(rawValue: "quiet")
    /// An action that cannot be undone.
    public static let danger = Tone(rawValue: "danger")
  }

  /// A text to request from the person before the action.
  public struct Asked: WireModel {
    /// The name of the request body's member for the text.
    public let member: String
    /// All members, including unknown ones.
    public let wire: Members

    /// The label of the field.
    public var label: String { wire["label"]?.string ?? "" }
    /// The initial text.
    public var value: String { wire["value"]?.string ?? "" }
    /// The maximum length, in characters; nil if it is unlimited.
    public var maxLength: Int? { wire["maxLength"]?.integer }

    /// Reads the request for a text. Throws ``Unreadable`` if `member` is missing or invalid.
    public init(_ members: Members) throws(Unreadable) {
      member = try members.text("member", of: "ask")
      wire = members
    }
  }

  /// The name, such as `delete`.
  public let name: String
  /// The request of the action.
  public let link: Link
  /// All members, including unknown ones.
  public let wire: Members

  /// The caption; the name if the server sends none.
  public var title: String { wire["title"]?.string ?? name }
  /// The emphasis; quiet by default.
  public var tone: Tone { Tone(rawValue: wire["tone"]?.string ?? Tone.quiet.rawValue) }
  /// How to show the answer if it is a form or a screen; nil for an action without a document.
  public var transition: Transition? { wire.record("transition") }
  /// The question to show before the action; nil if absent.
  public var confirmation: Confirmation? { wire.record("confirm") }
  /// The text to request before the action; nil if absent.
  public var asked: Asked? { wire.record("ask") }

  /// Reads an action. Throws ``Unreadable`` if `name` or `href` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    name = try members.text("name", of: "action")
    link = try Link(members)
    wire = members
  }
}

/// A filter of a list.
///
///     for filter in listing.filters where filter.kind == .choice {
///       addPicker(filter.label, filter.options)
///     }
public struct ListFilter: WireModel {
  /// The kind of a filter. A newer server may send others. Omit them.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a kind with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// One of the options, or none.
    public static let choice = Kind(rawValue: "choice")
    /// A day, `YYYY-MM-DD`.
    public static let date = Kind(rawValue: "date")
    /// A text.
    public static let text = Kind(rawValue: "text")
  }

  /// An option of a choice.
  public struct Option: WireModel {
    /// The value to send.
    public let value: String
    /// All members, including unknown ones.
    public let wire: Members

    /// The caption; the value if the server sends none.
    public var caption: String { wire["caption"]?.string ?? value }

    /// Reads an option. Throws ``Unreadable`` if `value` is missing or invalid.
    public init(_ members: Members) throws(Unreadable) {
      value = try members.text("value", of: "option")
      wire = members
    }
  }

  /// The name of the query parameter.
  public let name: String
  /// All members, including unknown ones.
  public let wire: Members

  /// The label; the name if the server sends none.
  public var label: String { wire["label"]?.string ?? name }
  /// The kind.
  public var kind: Kind { Kind(rawValue: wire["kind"]?.string ?? "") }
  /// The options of a choice.
  public var options: [Option] { (try? wire.records("options", of: "filter")) ?? [] }
  /// The maximum length of a text, in characters; nil if it is unlimited.
  public var maxLength: Int? { wire["maxLength"]?.integer }
  /// The bank's current day, `YYYY-MM-DD`, for a date; nil for other kinds.
  public var today: String? { wire["today"]?.string }

  /// Reads a filter. Throws ``Unreadable`` if `name` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    name = try members.text("name", of: "filter")
    wire = members
  }
}
