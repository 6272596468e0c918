/// The members of a JSON object in their written order, with unique names.
///
/// Two names are the same where their code units are (RFC 8259, 8.3). A look-up walks the members: objects on the wire
/// are small, and a walk over few short names beats hashing them. An object of an `Outline` makes a member when it is
/// asked for, and all where they are walked or changed.
public struct Object: Sendable {
  /// One name with its value.
  public struct Member: Sendable {
    /// The member's name.
    public let name: String
    /// The member's value.
    public var value: Value

    /// That name with that value.
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

  /// An object without members.
  public init() { storage = .made([]) }

  /// An object of these members; of several with one name the last one stands, in the place of the first.
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

  /// An object of members whose names are already known to be unique.
  package init(unique members: [Member]) { storage = .made(members) }

  /// The object at a place of an outline.
  init(outlined part: Outline.Part) { storage = .outlined(part) }

  /// The value of that name; nil where there is none. Setting nil removes the member.
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

  /// How many members there are.
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
  /// Whether both have the same members, in whatever order.
  public static func == (left: Object, right: Object) -> Bool {
    left.isAlike(right) { $0 == $1 }
  }

  /// Whether both have the same names, in whatever order, with values that are alike.
  package func isAlike(_ other: Object, _ areAlike: (Value, Value) -> Bool) -> Bool {
    guard count == other.count else { return false }
    let (mine, others) = (members, other.members)
    var places = MemberPlaces()
    return mine.indices.allSatisfy { index in
      // Mostly the order is the same as well: then nothing is looked up.
      let isSame = mine[index].name.hasSameUnits(as: others[index].name)
      guard let place = isSame ? index : places.place(of: mine[index].name, in: others) else { return false }
      return areAlike(mine[index].value, others[place].value)
    }
  }
}

extension Object: ExpressibleByDictionaryLiteral {
  /// Members in the order in which they are written.
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements) }
}

/// Finds members by their names, many in one object: few members are walked, more are found by hashing, so that to look
/// all names of one object up in another takes time by their number and not by its square.
///
/// The members may grow at their end from one call to the next, and do not change otherwise.
package struct MemberPlaces {
  /// As many members are walked.
  private static let few = 16

  private var places: [UTF8Name: Int] = [:]
  private var known = 0

  /// Nothing is known yet.
  package init() {}

  /// The place of the member of that name; nil where there is none.
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
  /// The value changed by a merge patch (RFC 7396, section 2): members of objects one by one, null takes one away, and
  /// whatever is no object stands for the whole.
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
