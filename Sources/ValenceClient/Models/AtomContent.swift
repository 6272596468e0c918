extension Atom {
  /// The type of text in a `textInput`. A newer server may send others.
  public struct Content: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a type of text with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Any text.
    public static let text = Content(rawValue: "text")
    /// ASCII digits.
    public static let digits = Content(rawValue: "digits")
    /// A decimal number.
    public static let number = Content(rawValue: "number")
    /// Money.
    public static let amount = Content(rawValue: "amount")
    /// A telephone number.
    public static let phone = Content(rawValue: "phone")
    /// An email address.
    public static let email = Content(rawValue: "email")
    /// A password. No draft, log or response contains it.
    public static let password = Content(rawValue: "password")
    /// A one-time code. No draft, log or response contains it.
    public static let code = Content(rawValue: "code")
  }

  /// The type of text in the input; ``Content/text`` by default.
  public var content: Content { members["type"]?.string.map(Content.init) ?? .text }
  /// True for passwords and codes. Mask them, and do not store them. The server never returns them.
  public var isSecret: Bool { kind == .textInput && [.password, .code].contains(content) }
  /// The placeholder of an empty field. A choice, a switch, a list or an action has it as a short
  /// text below its caption.
  public var hint: String? { members["hint"]?.string }
  /// A longer explanation, to show on request. Groups have it too.
  public var help: String? { members["help"]?.string }
  /// The input mask, such as `+7 (###) ###-##-##`: `#` is a digit, `@` a letter.
  public var mask: String? { members["mask"]?.string }
  /// The keyboard: `default`, `digits`, `decimal`, `phone` or `email`.
  public var keyboard: String? { members["keyboard"]?.string }
  /// The automatic capitalization: `none`, `words`, `sentences` or `characters`.
  public var capitalize: String? { members["capitalize"]?.string }
  /// True if the field has the full width.
  public var isWide: Bool { members["wide"]?.bool ?? false }
  /// The height of a text field in lines. Its text may contain line feeds; nil for a text of one
  /// line.
  public var lines: Int? { members["lines"]?.integer }
  /// `list` for a choice whose options are drawn below each other, `chips` for several choices that
  /// are drawn side by side; nil for the usual look.
  public var look: String? { members["look"]?.string }
  /// The options of `choices` that cannot be chosen together with another one.
  public var exclusive: [WireValue] { members["exclusive"]?.array ?? [] }
  /// The document of a consent; nil for other kinds.
  public var document: ConsentDocument? { members.record("document") }
  /// True for a consent that a person gives after opening the document. Until then, disable it.
  public var mustOpenDocument: Bool { members["mustOpen"]?.bool ?? false }
  /// True for a group that is initially collapsed. Expand it on a tap, or if an inner atom has an
  /// error or a warning.
  public var isFolded: Bool { members["folded"]?.bool ?? false }
  /// The bank's own kind of a group's atoms or of a single input, if the client lists it in
  /// `Accept-Atoms`; nil for other atoms.
  public var composedKind: String? { members["composed"]?.string }
  /// The size of a text: `comment`, `body` or `title`.
  public var fontSize: String? { members["fontSize"]?.string }
  /// The labelled value of a text, to draw instead of the caption; nil if the text has only a
  /// caption.
  public var pair: Pair? { members.record("pair") }
  /// The page on which the value of a review can be changed; nil for other atoms.
  public var change: ValueChange? { members.record("change") }
  /// True for a text that is a warning. Draw it differently.
  public var isWarning: Bool { members["severity"]?.string == "warning" }
  /// The role of the text that a person enters: account, card or person; nil if it has none.
  public var role: Shown.Role? { members["role"]?.string.map(Shown.Role.init) }
  /// The emphasis of a button: `primary`, `quiet` or `danger`; nil if it depends on the action.
  public var tone: String? { members["tone"]?.string }
  /// The address of an image, or the target of a link.
  public var href: String? { members["href"]?.string }
  /// The width of an image, in points.
  public var width: Int? { members["width"]?.integer }
  /// The height of an image, in points.
  public var height: Int? { members["height"]?.integer }
}

/// The drawing of the items of a repeat.
public enum ItemEditing: String, Sendable, CaseIterable {
  /// All items with their inputs.
  case inline
  /// The titles of the items, and the inputs of one item at a time.
  case apart
  /// A table with the inputs of one row.
  case table
}

extension Atom {
  /// The exact length of a text, in characters.
  public var length: Int? { members["length"]?.integer }
  /// The minimum length of a text, in characters.
  public var minLength: Int? { members["minLength"]?.integer }
  /// True for a search whose typed text may be a value, such as a BIC. If no option is chosen,
  /// enter the text as the value.
  public var takesValue: Bool { members["takesValue"]?.bool ?? false }
  /// True for a search whose options depend on the form. Its requests have the values.
  public var needsValues: Bool { members["needsValues"]?.bool ?? false }
  /// The maximum length of a text, in characters.
  public var maxLength: Int? { members["maxLength"]?.integer }
  /// The regular expression that a text must match.
  public var pattern: String? { members["pattern"]?.string }
  /// The minimum of a number, amount or date, as text.
  public var minimum: String? { members["min"]?.string }
  /// The maximum of a number, amount or date, as text.
  public var maximum: String? { members["max"]?.string }
  /// The maximum number of decimal places of a number or an amount.
  public var scale: Int? { members["scale"]?.integer }
  /// The slider to draw next to the field of a number or an amount; nil if it has none.
  public var slider: Slider? { members.record("slider") }
  /// The currency of an amount.
  public var currency: String? { members["currency"]?.string }
  /// True for a repeat whose items come from a list. The person cannot add or remove items.
  public var isFixed: Bool { members["fixed"]?.bool ?? false }
  /// True for a repeat with computed rows. They have no inputs, and the form does not send them.
  public var isComputedRows: Bool { members["computed"]?.bool ?? false }
  /// True for a repeat that follows its preset, such as the founders of a company, because the
  /// person has not changed it. The form does not send its items.
  public var followsPreset: Bool { items != nil && members["entered"]?.bool == false }
  /// The minimum number of items of a repeat; 0 by default.
  public var fewestItems: Int { members["min"]?.integer ?? 0 }
  /// The maximum number of items of a repeat; unlimited by default.
  public var mostItems: Int { members["max"]?.integer ?? .max }
  /// True for a repeat whose items the person can copy.
  public var allowsCopies: Bool { members["copy"]?.bool ?? false }
  /// True for a repeat whose items the person can move to another position.
  public var allowsMoves: Bool { members["order"]?.bool ?? false }
  /// The drawing of a repeat's items. An unknown one is drawn ``ItemEditing/inline``.
  public var itemEditing: ItemEditing { members["edit"]?.string.flatMap(ItemEditing.init) ?? .inline }
  /// The ids of the inputs that are the columns of pasted rows, in order; empty if rows cannot be
  /// pasted.
  public var pasteColumns: [String] { members["paste"]?.array?.compactMap(\.string) ?? [] }
  /// The link that reads pasted rows; nil if rows cannot be pasted.
  public var rows: Link? { members.record("rows") }
  /// The text of the button that adds an item to a repeat; nil for a text of the client.
  public var addItemTitle: String? { members["add"]?.string }
  /// The question to show before an item of a repeat is removed; nil to remove it at once.
  public var removalQuestion: Confirmation? { members["remove"]?.object?.record("confirm") }
}
