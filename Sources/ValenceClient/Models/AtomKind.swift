extension Atom {
  /// A kind of atom. A newer server may send others: it sends none that `Accept-Atoms` does not name.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// The kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An inscription.
    public static let text = Kind(rawValue: "text")
    /// A picture.
    public static let image = Kind(rawValue: "image")
    /// A field to type into.
    public static let textInput = Kind(rawValue: "textInput")
    /// A date of the calendar.
    public static let dateInput = Kind(rawValue: "dateInput")
    /// A switch.
    public static let toggle = Kind(rawValue: "toggle")
    /// A choice that shows all its options.
    public static let segmented = Kind(rawValue: "segmented")
    /// A choice from a list.
    public static let `enum` = Kind(rawValue: "enum")
    /// A choice among the person's accounts.
    public static let accountPicker = Kind(rawValue: "accountPicker")
    /// A button.
    public static let button = Kind(rawValue: "button")
    /// Atoms that belong together.
    public static let group = Kind(rawValue: "group")
    /// Items of the same atoms.
    public static let `repeat` = Kind(rawValue: "repeat")
    /// A reference in the text.
    public static let link = Kind(rawValue: "link")

    /// Every kind that this library names.
    public static let all: [Kind] = [
      .text, .image, .textInput, .dateInput, .toggle, .segmented, .enum, .accountPicker, .button, .group, .repeat,
      .link,
    ]
  }
}
