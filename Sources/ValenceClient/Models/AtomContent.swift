extension Atom {
  /// The kind of text that a `textInput` takes. A newer server may send others.
  public struct Content: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates the content of that name.
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
    /// An e-mail address.
    public static let email = Content(rawValue: "email")
    /// A password. No draft, log or answer contains it.
    public static let password = Content(rawValue: "password")
    /// A one-time code. No draft, log or answer contains it.
    public static let code = Content(rawValue: "code")
  }

  /// The kind of text that the input takes; any text by default.
  public var content: Content { members["type"]?.string.map(Content.init) ?? .text }
  /// True for passwords and codes: mask them, and keep them nowhere. The server never sends them back.
  public var isSecret: Bool { kind == .textInput && [.password, .code].contains(content) }
  /// The placeholder of an empty field; of a choice, a switch, a list or an action, a short text beside it.
  public var hint: String? { members["hint"]?.string }
  /// A longer explanation. Show it when the person asks for it.
  public var help: String? { members["help"]?.string }
  /// The grouping of digits, such as `+7 (###) ###-##-##`.
  public var mask: String? { members["mask"]?.string }
  /// The keyboard: default, digits, decimal, phone or email.
  public var keyboard: String? { members["keyboard"]?.string }
  /// The automatic capitalization: none, words, sentences or characters.
  public var capitalize: String? { members["capitalize"]?.string }
  /// True if the field takes the whole width.
  public var isWide: Bool { members["wide"]?.bool ?? false }
  /// True for a group that is closed until the person opens it; open it too when an atom in it has an error.
  public var isFolded: Bool { members["folded"]?.bool ?? false }
  /// The size of an inscription: comment, body or title.
  public var fontSize: String? { members["fontSize"]?.string }
  /// The value that an inscription shows with its label; nil for a mere caption. Draw it instead of the caption.
  public var pair: Pair? { members.record("pair") }
  /// True for an inscription that warns: draw it apart.
  public var isWarning: Bool { members["severity"]?.string == "warning" }
  /// The meaning of a typed text: account, card or person; nil without one.
  public var role: Shown.Role? { members["role"]?.string.map(Shown.Role.init) }
  /// The weight of a button: primary, quiet or danger; nil leaves it to its action.
  public var tone: String? { members["tone"]?.string }
  /// The address of a picture, or the target of a reference.
  public var href: String? { members["href"]?.string }
  /// The width of a picture, in points.
  public var width: Int? { members["width"]?.integer }
  /// The height of a picture, in points.
  public var height: Int? { members["height"]?.integer }
}

extension Atom {
  /// The exact length of a text, in characters.
  public var length: Int? { members["length"]?.integer }
  /// The least length of a text, in characters.
  public var minLength: Int? { members["minLength"]?.integer }
  /// True for a search if a typed text may be the value of an option, such as a BIC: enter it where nothing is chosen.
  public var takesValue: Bool { members["takesValue"]?.bool ?? false }
  /// The greatest length of a text, in characters.
  public var maxLength: Int? { members["maxLength"]?.integer }
  /// The regular expression of a text.
  public var pattern: String? { members["pattern"]?.string }
  /// The least number, amount or date, as text.
  public var minimum: String? { members["min"]?.string }
  /// The greatest number, amount or date, as text.
  public var maximum: String? { members["max"]?.string }
  /// The decimal places of a number or an amount.
  public var scale: Int? { members["scale"]?.integer }
  /// The currency of an amount.
  public var currency: String? { members["currency"]?.string }
  /// True for a repeat whose items come from a list: the person can neither add nor remove any.
  public var isFixed: Bool { members["fixed"]?.bool ?? false }
  /// True for a repeat with computed rows: nobody enters anything into them, and the form sends none.
  public var isComputedRows: Bool { members["computed"]?.bool ?? false }
  /// The least number of items of a repeat; 0 by default.
  public var fewestItems: Int { members["min"]?.integer ?? 0 }
  /// The greatest number of items of a repeat; unlimited by default.
  public var mostItems: Int { members["max"]?.integer ?? .max }
}
