extension Atom {
  /// What may be typed into a `textInput`.
  public struct Content: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// The content of that name.
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
    /// A password: never kept, by nobody.
    public static let password = Content(rawValue: "password")
    /// A one-time code: never kept, by nobody.
    public static let code = Content(rawValue: "code")
  }

  /// What may be typed.
  public var content: Content { members["type"]?.string.map(Content.init) ?? .text }
  /// Whether what is typed is shown to nobody, kept nowhere and never told back.
  public var isSecret: Bool { kind == .textInput && [.password, .code].contains(content) }
  /// What stands in an empty field.
  public var hint: String? { members["hint"]?.string }
  /// How the digits are grouped, such as `+7 (###) ###-##-##`.
  public var mask: String? { members["mask"]?.string }
  /// The keyboard: default, digits, decimal, phone or email.
  public var keyboard: String? { members["keyboard"]?.string }
  /// Which letters begin large: none, words, sentences or characters.
  public var capitalize: String? { members["capitalize"]?.string }
  /// Whether the field takes the whole width.
  public var isWide: Bool { members["wide"]?.bool ?? false }
  /// The size of an inscription: comment, body or title.
  public var fontSize: String? { members["fontSize"]?.string }
  /// Where a picture lies, or where a reference leads.
  public var href: String? { members["href"]?.string }
  /// The width of a picture in points.
  public var width: Int? { members["width"]?.integer }
  /// The height of a picture in points.
  public var height: Int? { members["height"]?.integer }
}
