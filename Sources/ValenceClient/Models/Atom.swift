/// An element of a form: an inscription, an input, a picker, a button.
///
/// ``members`` has everything that the server has sent about it; typed properties read them. An unknown kind is an atom
/// like any other, with all its members.
///
///     switch atom.kind {
///     case .textInput: drawField(atom.caption, text: atom.value.text, hint: atom.hint)
///     case .button: drawButton(atom.caption)
///     default: break  // a kind of a newer server
///     }
public struct Atom: WireModel, Identifiable {
  /// The name, unique in the operation; in an item of a repeat, unique in the item.
  public let id: String
  /// The kind.
  public let kind: Kind
  /// All members but `id`, `kind` and the atoms inside.
  public internal(set) var members: Members
  /// The atoms of a group; nil for other kinds.
  public internal(set) var atoms: [Atom]?
  /// A new item of a repeat, with its default values; nil for other kinds.
  public let item: Item?
  /// The items of a repeat; nil for other kinds.
  public internal(set) var items: [Item]?

  /// Reads an atom. Throws ``Unreadable`` without `id` or `kind`, or if an atom inside is unreadable.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "atom")
    kind = Kind(rawValue: try members.text("kind", of: "atom"))
    atoms = try members.records("atoms", of: "atom")
    items = try members.records("items", of: "atom")
    item = try members["item"]?.object.map { (item) throws(Unreadable) in try Item(item) }
    self.members = members.filter { !["id", "kind", "atoms", "item", "items"].contains($0.key) }
  }

  /// All members in their present state.
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
  /// A kind of atom. A newer server may have others, but sends none that `Accept-Atoms` does not name.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates the kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// An inscription.
    public static let text = Kind(rawValue: "text")
    /// A picture.
    public static let image = Kind(rawValue: "image")
    /// A text field.
    public static let textInput = Kind(rawValue: "textInput")
    /// A calendar date.
    public static let dateInput = Kind(rawValue: "dateInput")
    /// A time of day.
    public static let timeInput = Kind(rawValue: "timeInput")
    /// A day and a time of day by the clock of the bank.
    public static let dateTimeInput = Kind(rawValue: "dateTimeInput")
    /// A switch.
    public static let toggle = Kind(rawValue: "toggle")
    /// A choice that shows all its options.
    public static let segmented = Kind(rawValue: "segmented")
    /// A choice from a list.
    public static let `enum` = Kind(rawValue: "enum")
    /// A choice among the person's accounts.
    public static let accountPicker = Kind(rawValue: "accountPicker")
    /// A choice among many options, which the person finds by typing.
    public static let search = Kind(rawValue: "search")
    /// A button.
    public static let button = Kind(rawValue: "button")
    /// Atoms that belong together.
    public static let group = Kind(rawValue: "group")
    /// Items that have the same atoms.
    public static let `repeat` = Kind(rawValue: "repeat")
    /// A reference in the text.
    public static let link = Kind(rawValue: "link")

    /// Every kind that this library names.
    public static let all: [Kind] = [
      .text, .image, .textInput, .dateInput, .timeInput, .dateTimeInput, .toggle, .segmented, .enum, .accountPicker,
      .search, .button, .group,
      .repeat, .link,
    ]
  }
}

/// One item of a repeat.
public struct Item: WireModel {
  /// The atoms of the item.
  public internal(set) var atoms: [Atom]
  private let members: Members

  /// Reads an item. Throws ``Unreadable`` without `atoms`, or if one of them is unreadable.
  public init(_ members: Members) throws(Unreadable) {
    guard let atoms: [Atom] = try members.records("atoms", of: "item") else {
      throw Unreadable(record: "item", member: "atoms")
    }
    self.atoms = atoms
    self.members = members.filter { $0.key != "atoms" }
  }

  /// All members in their present state.
  public var wire: Members {
    var wire = members
    wire["atoms"] = .array(atoms.map { .object($0.wire) })
    return wire
  }
}
