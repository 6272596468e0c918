/// Something that a person does to a row: an item of the row's menu.
///
///     for action in row.actions {
///       addItem(action.title, isDestructive: action.tone == .danger) {
///         if let question = action.confirmation, await !agrees(to: question) { return }
///         let text = action.asked == nil ? nil : await typed(action.asked)
///         _ = try await client.act(action, saying: text)
///       }
///     }
public struct RowAction: WireModel {
  /// The weight of an action on the screen. A newer server may send others.
  public struct Tone: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates a tone of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The main thing to do.
    public static let primary = Tone(rawValue: "primary")
    /// A thing among others.
    public static let quiet = Tone(rawValue: "quiet")
    /// It removes something.
    public static let danger = Tone(rawValue: "danger")
  }

  /// A text to ask for before the action.
  public struct Asked: WireModel {
    /// The member of the body that the text becomes.
    public let member: String
    /// All members, as they came.
    public let wire: Members

    /// The label of the field.
    public var label: String { wire["label"]?.string ?? "" }
    /// The text to begin with.
    public var value: String { wire["value"]?.string ?? "" }
    /// The most characters; nil for any number.
    public var maxLength: Int? { wire["maxLength"]?.integer }

    /// Reads the question. Throws ``Unreadable`` without `member`.
    public init(_ members: Members) throws(Unreadable) {
      member = try members.text("member", of: "ask")
      wire = members
    }
  }

  /// The name, such as `delete`.
  public let name: String
  /// The request that the action makes.
  public let link: Link
  /// All members, as they came.
  public let wire: Members

  /// The caption.
  public var title: String { wire["title"]?.string ?? name }
  /// The weight on the screen.
  public var tone: Tone { Tone(rawValue: wire["tone"]?.string ?? Tone.quiet.rawValue) }
  /// The question to ask before; nil for none.
  public var confirmation: Confirmation? { wire.record("confirm") }
  /// The text to ask for before; nil for none.
  public var asked: Asked? { wire.record("ask") }

  /// Reads an action. Throws ``Unreadable`` without `name` or `href`.
  public init(_ members: Members) throws(Unreadable) {
    name = try members.text("name", of: "action")
    link = try Link(members)
    wire = members
  }
}

/// Something by which a list is narrowed.
///
///     for filter in listing.filters where filter.kind == .choice { addPicker(filter.label, filter.options) }
public struct ListFilter: WireModel {
  /// The way of asking for the value. A newer server may send others: leave them out.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates a kind of that name.
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
    /// All members, as they came.
    public let wire: Members

    /// The caption.
    public var caption: String { wire["caption"]?.string ?? value }

    /// Reads an option. Throws ``Unreadable`` without `value`.
    public init(_ members: Members) throws(Unreadable) {
      value = try members.text("value", of: "option")
      wire = members
    }
  }

  /// The name of the query parameter.
  public let name: String
  /// All members, as they came.
  public let wire: Members

  /// The label.
  public var label: String { wire["label"]?.string ?? name }
  /// The way of asking for the value.
  public var kind: Kind { Kind(rawValue: wire["kind"]?.string ?? "") }
  /// The options of a choice.
  public var options: [Option] { (try? wire.records("options", of: "filter")) ?? [] }
  /// The most characters of a text; nil for any number.
  public var maxLength: Int? { wire["maxLength"]?.integer }
  /// The bank's present day, `YYYY-MM-DD`, of a date; nil of other kinds.
  public var today: String? { wire["today"]?.string }

  /// Reads a filter. Throws ``Unreadable`` without `name`.
  public init(_ members: Members) throws(Unreadable) {
    name = try members.text("name", of: "filter")
    wire = members
  }
}
