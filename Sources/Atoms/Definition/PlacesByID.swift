/// The places of atoms by their ids, in a fifth of a dictionary's memory: the atoms themselves hold the ids.
///
///     let places = PlacesByID(of: atoms)
///     places.place(of: "amount", among: atoms)  // 3
struct PlacesByID: Sendable {
  /// For each hash of an id the place of its atom, or of the next id that has none of its own; -1 for none. At least half
  /// of it is empty.
  private let places: [Int32]

  /// Takes the atoms outside of items; their ids are unique.
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

  /// Returns the place of the atom with an id; nil if there is none.
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
