/// The members of a JSON object in their written order, with unique names.
///
/// Names are compared by code units (RFC 8259, 8.3). A lookup searches the members in order,
/// because objects in requests and responses are small. An object that is still text in an
/// `Outline` decodes a member when it is read, and all members when they are enumerated or changed.
public struct Object: Sendable {
  /// A name and its value.
  public struct Member: Sendable {
    /// The member's name.
    public let name: String
    /// The member's value.
    public var value: Value

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

  /// Creates an empty object.
  public init() { storage = .made([]) }

  /// Creates an object from name and value pairs.
  ///
  /// If a name is repeated, the last value is used, at the position of the first.
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

  /// Creates an object from members with unique names. The names are not checked.
  package init(unique members: [Member]) { storage = .made(members) }

  /// Creates an object that decodes its members from an outline on demand.
  init(outlined part: Outline.Part) { storage = .outlined(part) }

  /// The value of a member; nil if the object has no such member. Assigning nil removes the member.
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

  /// The number of members. Decodes no member.
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
  /// Returns true if the members are equal, in any order.
  public static func == (left: Object, right: Object) -> Bool {
    left.isAlike(right) { $0 == $1 }
  }

  /// Returns true if both objects have the same names in any order, and `areAlike` returns true for
  /// each pair of values.
  package func isAlike(_ other: Object, _ areAlike: (Value, Value) -> Bool) -> Bool {
    guard count == other.count else { return false }
    let (mine, others) = (members, other.members)
    var places = MemberPlaces()
    return mine.indices.allSatisfy { index in
      // Usually the order is the same, and no lookup is needed.
      let isSame = mine[index].name.hasSameUnits(as: others[index].name)
      guard let place = isSame ? index : places.place(of: mine[index].name, in: others) else { return false }
      return areAlike(mine[index].value, others[place].value)
    }
  }
}

extension Object: ExpressibleByDictionaryLiteral {
  /// Creates an object with its members in the written order. If a name is repeated, the last value
  /// is used.
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}

/// A lookup of many members of one object by name.
///
/// Up to 16 members are searched in order, and more are hashed, so that looking up all names takes
/// linear time. Between two calls, the caller may append members and change values, but must not
/// remove, move or rename members.
struct MemberPlaces {
  /// The maximum number of members that are searched in order.
  private static let few = 16

  private var places: [UTF8Name: Int] = [:]
  private var known = 0

  init() {}

  /// Returns the index of the member with this name; nil if the object has no such member.
  mutating func place(of name: String, in members: [Object.Member]) -> Int? {
    guard members.count > Self.few else { return members.firstIndex { $0.name.hasSameUnits(as: name) } }
    while known < members.count {
      places[UTF8Name(text: members[known].name)] = known
      known += 1
    }
    return places[UTF8Name(text: name)]
  }
}

extension Value {
  /// Returns the value after a JSON merge patch (RFC 7396, section 2).
  ///
  /// - Objects are merged member by member.
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
