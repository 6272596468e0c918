/// A hash table from ids to the indexes of atoms. The ids themselves are stored only in the atoms.
struct PlacesByID: Sendable {
  /// The index of an atom for each hash value, with linear probing; -1 for an empty entry. At most
  /// half of the entries are used.
  private let places: [Int32]

  /// Adds the atoms outside of items. Their ids are unique.
  init(of atoms: [Atom]) {
    let own = atoms.indices.filter { atoms[$0].position.owner == nil }
    var size = 2
    while size < 2 * own.count { size *= 2 }
    var places = [Int32](repeating: -1, count: size)
    for place in own {
      var index = Self.start(of: atoms[place].id, size)
      while places[index] >= 0 { index = (index + 1) & (size - 1) }
      places[index] = Int32(place)
    }
    self.places = places
  }

  /// Returns the index of the atom with an id; nil if absent.
  func place(of id: String, among atoms: [Atom]) -> Int? {
    var index = Self.start(of: id, places.count)
    while places[index] >= 0 {
      let place = Int(places[index])
      if atoms[place].id == id { return place }
      index = (index + 1) & (places.count - 1)
    }
    return nil
  }

  private static func start(of id: String, _ size: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(id)
    return hasher.finalize() & (size - 1)
  }
}
