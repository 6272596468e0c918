/// A brick of an operation: an inscription, an input, a picker, a button.
///
/// What the server has told of it are its `members`; the properties of the other files read them. A kind that this library
/// does not know is an atom like any other, with all its members.
public struct Atom: WireModel, Identifiable {
  /// The name, unique in the operation and, of an atom in an item, in the item.
  public let id: String
  /// What it is.
  public let kind: Kind
  /// All that is told of it but `id`, `kind` and the atoms in it.
  public internal(set) var members: Members
  /// The atoms of a group.
  public internal(set) var atoms: [Atom]?
  /// Of a repeat: a new item, as it is before anything is entered.
  public let item: Item?
  /// The items of a repeat.
  public internal(set) var items: [Item]?

  /// Reads `id`, `kind`, and the atoms in it.
  public init(_ members: Members) throws(Unreadable) {
    id = try members.text("id", of: "atom")
    kind = Kind(rawValue: try members.text("kind", of: "atom"))
    atoms = try members.records("atoms", of: "atom")
    items = try members.records("items", of: "atom")
    item = try members["item"]?.object.map { (item) throws(Unreadable) in try Item(item) }
    self.members = members.filter { !["id", "kind", "atoms", "item", "items"].contains($0.key) }
  }

  /// All members, as they are now.
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
