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

/// A name that equals another only where both have the same code units, and hashes by them.
///
/// `String` would hash all spellings of one composed character alike, which lets a sender collide them at will.
struct UTF8Name: Hashable {
  let text: String

  static func == (left: UTF8Name, right: UTF8Name) -> Bool { left.text.hasSameUnits(as: right.text) }

  func hash(into hasher: inout Hasher) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if isDone == nil { for unit in text.utf8 { hasher.combine(unit) } }
  }
}
