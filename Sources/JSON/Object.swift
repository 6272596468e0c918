/// The members of a JSON object in their written order, with unique names.
///
///     var object: Object = ["b": 1, "a": 2]
///     object["c"] = 3
///     object["b"] = nil
///     object.names  // ["a", "c"]
///
/// Two names are equal if their code units are (RFC 8259, 8.3). A lookup walks the members: objects on the wire are
/// small, and a walk over few short names beats hashing them. An object of an `Outline` decodes a member when it is
/// read, and all of them when they are walked or changed.
public struct Object: Sendable {
  /// A name and its value.
  public struct Member: Sendable {
    /// The member's name.
    public let name: String
    /// The member's value.
    public var value: Value

    /// Creates a member.
    package init(name: String, value: Value) { (self.name, self.value) = (name, value) }
  }

  private enum Storage {
    case made([Member])
    case outlined(Outline.Part)
  }

  private var storage: Storage

  /// The members in their written order.
  public private(set) var members: [Member] {
    get {
      switch storage {
      case .made(let members): members
      case .outlined(let part): part.members
      }
    }
    _modify {
      var members = self.members
      storage = .made([])
      defer { storage = .made(members) }
      yield &members
    }
  }

  /// Creates an object without members.
  public init() { storage = .made([]) }

  /// Creates an object of name and value pairs.
  ///
  /// Of a repeated name, the last value wins and takes the place of the first.
  public init(_ pairs: some Sequence<(String, Value)>) {
    var members: [Member] = []
    var places = MemberPlaces()
    for (name, value) in pairs {
      if let place = places.place(of: name, in: members) {
        members[place].value = value
      } else {
        members.append(Member(name: name, value: value))
      }
    }
    storage = .made(members)
  }

  /// Creates an object of members whose names the caller knows to be unique.
  package init(unique members: [Member]) { storage = .made(members) }

  /// Creates an object that decodes its members from an outline on demand.
  init(outlined part: Outline.Part) { storage = .outlined(part) }

  /// The value of a member; nil if there is none. Assigning nil removes the member.
  public subscript(name: String) -> Value? {
    get {
      switch storage {
      case .made(let members): members.first { $0.name.hasSameUnits(as: name) }?.value
      case .outlined(let part): part[name]
      }
    }
    set {
      let place = members.firstIndex { $0.name.hasSameUnits(as: name) }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// Member count; decodes no member.
  public var count: Int {
    switch storage {
    case .made(let members): members.count
    case .outlined(let part): part.count
    }
  }
  /// The names in their written order.
  public var names: [String] { members.map(\.name) }
}

extension Object: Equatable {
  /// Compares the members and ignores their order.
  public static func == (left: Object, right: Object) -> Bool {
    left.isAlike(right) { $0 == $1 }
  }

  /// Returns true if both objects have the same names, in any order, and `areAlike` holds for each pair of values.
  package func isAlike(_ other: Object, _ areAlike: (Value, Value) -> Bool) -> Bool {
    guard count == other.count else { return false }
    let (mine, others) = (members, other.members)
    var places = MemberPlaces()
    return mine.indices.allSatisfy { index in
      // The order is usually the same, and then no name is looked up.
      let isSame = mine[index].name.hasSameUnits(as: others[index].name)
      guard let place = isSame ? index : places.place(of: mine[index].name, in: others) else { return false }
      return areAlike(mine[index].value, others[place].value)
    }
  }
}

extension Object: ExpressibleByDictionaryLiteral {
  /// Creates an object with its members in the written order; of a repeated name, the last value wins.
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}

/// Finds many members of one object by name.
///
/// Walks up to 16 members and hashes more, so that looking up all names of an object takes linear, not quadratic, time.
/// Between two calls, members may be added at the end; the caller must not change them otherwise.
package struct MemberPlaces {
  /// The greatest member count that is walked.
  private static let few = 16

  private var places: [UTF8Name: Int] = [:]
  private var known = 0

  /// Creates an empty index; `place` fills it.
  package init() {}

  /// Returns the index of the member with that name; nil if there is none.
  package mutating func place(of name: String, in members: [Object.Member]) -> Int? {
    guard members.count > Self.few else { return members.firstIndex { $0.name.hasSameUnits(as: name) } }
    while known < members.count {
      places[UTF8Name(text: members[known].name)] = known
      known += 1
    }
    return places[UTF8Name(text: name)]
  }
}

extension Value {
  /// Returns the value changed by a JSON merge patch (RFC 7396, section 2).
  ///
  ///     let stored: Value = ["title": "Rent", "values": ["sum": 1, "bic": "044525225"]]
  ///     let merged = stored.merged(with: ["values": ["bic": nil]])
  ///     // {"title": "Rent", "values": {"sum": 1}}
  ///
  /// - Objects merge member by member.
  /// - `null` in the patch removes a member.
  /// - A patch that is not an object replaces the whole value.
  public func merged(with patch: Value) -> Value {
    guard let changes = patch.object else { return patch }
    var members = object?.members ?? []
    var (places, removed) = (MemberPlaces(), Set<Int>())
    for change in changes.members {
      let place = places.place(of: change.name, in: members)
      switch (change.value, place) {
      case (.null, let place?): removed.insert(place)
      case (.null, nil): break
      case (_, let place?): members[place].value = members[place].value.merged(with: change.value)
      case (_, nil): members.append(Object.Member(name: change.name, value: Value.null.merged(with: change.value)))
      }
    }
    let kept = removed.isEmpty ? members : members.indices.filter { !removed.contains($0) }.map { members[$0] }
    return .object(Object(unique: kept))
  }
}
