/// An element of a form, such as a text, an input, a picker or a button.
///
/// ``members`` has everything that the server has sent about the atom, and typed properties read
/// it. An atom of an unknown kind also has all its members.
///
///     switch atom.kind {
///     case .textInput: drawField(atom.caption, text: atom.value.text, hint: atom.hint)
///     case .button: drawButton(atom.caption)
///     default: break  // a kind of a newer server
///     }
public struct Atom: WireModel, Identifiable {
  /// The id, unique in the operation; in an item of a repeat, unique in the item.
  public let id: String
  /// The kind.
  public let kind: Kind
  /// All members except `id`, `kind`, `atoms`, `item` and `items`.
  public internal(set) var members: Members
  /// The atoms of a group; nil for other kinds.
  public internal(set) var atoms: [Atom]?
  /// A new item of a repeat, with default values; nil for other kinds.
  public let item: Item?
  /// The items of a repeat; nil for other kinds.
  public internal(set) var items: [Item]?

  /// Reads an atom. Throws ``Unreadable`` if `id` or `kind` is missing or invalid, or if an inner
  /// atom is unreadable.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "atom")
    kind = Kind(rawValue: try members.text("kind", of: "atom"))
    atoms = try members.records("atoms", of: "atom")
    items = try members.records("items", of: "atom")
    item = try members["item"]?.object.map { (item) throws(Unreadable) in try Item(item) }
    self.members = members.filter { !["id", "kind", "atoms", "item", "items"].contains($0.key) }
  }

  /// All members in their current state.
  public var wire: Members {
    var wire = members
    wire["id"] = .string(id)
    wire["kind"] = .string(kind.rawValue)
    if let atoms { wire["atoms"] = .array(atoms.map { .object($0.wire) }) }
    if let item { wire["item"] = .object(item.wire) }
    if let items { wire["items"] = .array(items.map { .object($0.wire) }) }
    return wire
  }
}

extension Atom {
  /// A kind of atom. A newer server may have other kinds. If the client names its kinds in
  /// `Accept-Atoms`, the server sends no others.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a kind with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A displayed text.
    public static let text = Kind(rawValue: "text")
    /// A picture.
    public static let image = Kind(rawValue: "image")
    /// A text field.
    public static let textInput = Kind(rawValue: "textInput")
    /// A calendar date.
    public static let dateInput = Kind(rawValue: "dateInput")
    /// A time of day.
    public static let timeInput = Kind(rawValue: "timeInput")
    /// A day and a time of day in the bank's time zone.
    public static let dateTimeInput = Kind(rawValue: "dateTimeInput")
    /// A switch.
    public static let toggle = Kind(rawValue: "toggle")
    /// A consent to a document. Its value is a Boolean that must be true.
    public static let consent = Kind(rawValue: "consent")
    /// A choice that shows all its options.
    public static let segmented = Kind(rawValue: "segmented")
    /// A choice from a list.
    public static let `enum` = Kind(rawValue: "enum")
    /// A choice of several options from a list. Its value is a list.
    public static let choices = Kind(rawValue: "choices")
    /// A choice among the person's accounts.
    public static let accountPicker = Kind(rawValue: "accountPicker")
    /// A choice among many options, which are found by typing.
    public static let search = Kind(rawValue: "search")
    /// A button.
    public static let button = Kind(rawValue: "button")
    /// A button that fills or clears inputs of the form. Send ``LiveForm/question(tapping:)``.
    public static let command = Kind(rawValue: "command")
    /// A group of related atoms.
    public static let group = Kind(rawValue: "group")
    /// A list of items that have the same atoms.
    public static let `repeat` = Kind(rawValue: "repeat")
    /// A link in the text.
    public static let link = Kind(rawValue: "link")

    /// All kinds that this library defines.
    public static let all: [Kind] = [
      .text, .image, .textInput, .dateInput, .timeInput, .dateTimeInput, .toggle, .consent, .segmented, .enum,
      .choices, .accountPicker, .search, .button, .command, .group,
      .repeat, .link,
    ]
  }
}

/// An item of a repeat.
public struct Item: WireModel {
  /// The atoms of the item.
  public internal(set) var atoms: [Atom]
  var members: Members

  /// The title, such as a name that the person has entered; nil if the item has only its number.
  public var title: String? { members["title"]?.string }

  /// Reads an item. Throws ``Unreadable`` if `atoms` is missing or invalid, or if an atom is
  /// unreadable.
  public init(_ members: Members) throws(Unreadable) {
    guard let atoms: [Atom] = try members.records("atoms", of: "item") else {
      throw Unreadable(record: "item", member: "atoms")
    }
    self.atoms = atoms
    self.members = members.filter { $0.key != "atoms" }
  }

  /// All members in their current state.
  public var wire: Members {
    var wire = members
    wire["atoms"] = .array(atoms.map { .object($0.wire) })
    return wire
  }
}
