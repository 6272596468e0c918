/// The answer to a question: what the values make of some atoms.
public struct States: WireModel {
  /// The revision of the question; an older one than was taken already is late.
  public var revision: Int? { wire["revision"]?.integer }
  /// The version that was asked.
  public var version: String? { wire["version"]?.string }
  /// The state of each atom that is told of, by its path.
  public let atoms: [String: Members]
  /// All members, as they came.
  public let wire: Members

  /// Reads `atoms`.
  public init(_ members: Members) throws(Unreadable) {
    guard let atoms = members["atoms"]?.object else { throw Unreadable(record: "states", member: "atoms") }
    self.atoms = atoms.compactMapValues(\.object)
    wire = members
  }
}
