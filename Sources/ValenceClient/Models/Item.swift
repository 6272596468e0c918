/// One item of a repeat.
public struct Item: WireModel {
  /// Its atoms.
  public internal(set) var atoms: [Atom]
  private let members: Members

  /// Reads `atoms`.
  public init(_ members: Members) throws(Unreadable) {
    guard let atoms: [Atom] = try members.records("atoms", of: "item") else {
      throw Unreadable(record: "item", member: "atoms")
    }
    self.atoms = atoms
    self.members = members.filter { $0.key != "atoms" }
  }

  /// All members, as they are now.
  public var wire: Members {
    var wire = members
    wire["atoms"] = .array(atoms.map { .object($0.wire) })
    return wire
  }
}
