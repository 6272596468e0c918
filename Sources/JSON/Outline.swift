/// A completely checked JSON text that decodes a value only when it is read.
///
///     let outline = try Outline(of: body)
///     outline.root.member("values")?["bic"]  // "044525225", for {"values": {"bic": "044525225"}}
///
/// A client's question about an operation has all values of its form, and the server needs few of them. Decoding the
/// rest, and all names, would cost more than checking the text.
public final class Outline: Sendable {
  private let bytes: [UInt8]
  private let entries: Entries
  private let made: [Value]

  /// Checks one JSON text (RFC 8259) in UTF-8, with the same rules as `Value(reading:)`.
  ///
  /// Throws `SyntaxError` at the first fault, wherever it stands.
  public init(of bytes: [UInt8], limits: Limits = Limits()) throws(SyntaxError) {
    var reader = Reader(bytes: bytes, limits: limits)
    try reader.document()
    made = reader.made
    self.bytes = bytes
    entries = reader.entries
  }

  /// The only top-level value of the text.
  public var root: Part { Part(outline: self, place: 0) }

  /// A value of the text that is not decoded yet.
  public struct Part: Sendable {
    fileprivate let outline: Outline
    fileprivate let place: Int

    /// True if the value is an object.
    public var isObject: Bool { outline.entries[place].kind == .object }
    /// Returns the object with another value of one member, which is not decoded; nil for any other kind.
    public func object(with name: String, _ value: Value) -> Object? {
      isObject ? Object(unique: outline.members(of: place, with: (name, value))) : nil
    }
    /// The object, which decodes its members when they are read; nil for any other kind.
    public var object: Object? { isObject ? Object(outlined: self) : nil }
    /// True if the value is `null`.
    public var isNull: Bool { outline.entries[place].kind == .null }
    /// The elements of an array of texts; nil for any other value, also for an array with another element.
    public var texts: [String]? { outline.texts(at: place) }
    /// The decoded value, with all that it contains.
    public var value: Value { outline.value(at: place) }
    /// Member count of an object.
    var count: Int { Int(outline.entries[place].first) }
    /// The decoded members of an object.
    var members: [Object.Member] { outline.members(of: place) }
    /// Returns the member of that name; nil if this is not an object or has no such member.
    public func member(_ name: String) -> Part? {
      guard let found = outline.member(name, of: place) else { return nil }
      return Part(outline: outline, place: found)
    }
    /// The decoded value of a member; nil if this is not an object or has no such member.
    public subscript(name: String) -> Value? {
      guard let found = outline.member(name, of: place) else { return nil }
      return outline.value(at: found)
    }
  }

  /// Returns the entry of the value with that name; nil if the entry is not an object or has no such member.
  private func member(_ name: String, of object: Int) -> Int? {
    guard entries[object].kind == .object else { return nil }
    switch plainMember(name, of: object) {
    case .found(let value): return value
    case .absent: return nil
    case .undecided: break
    }
    let (length, first) = (name.utf8.count, name.utf8.first)
    var place = object + 1
    for _ in 0..<entries[object].first {
      let entry = entries[place]
      let value = place + 1
      if entry.kind == .made {
        if text(entry).hasSameUnits(as: name) { return value }
      } else if Int(entry.end &- entry.first) == length, length == 0 || bytes[Int(entry.first)] == first {
        if bytes.hasUnits(of: name, at: Int(entry.first)) { return value }
      }
      place = Int(entries[value].next)
    }
    return nil
  }

  /// The result of a search by bytes alone.
  private enum Search {
    case found(Int), absent
    /// A name has escapes, or the wanted one does not lie in one piece.
    case undecided
  }

  /// Searches names by their bytes.
  private func plainMember(_ name: String, of object: Int) -> Search {
    let found = name.utf8.withContiguousStorageIfAvailable { name in
      bytes.withUnsafeBufferPointer { bytes in
        var place = object &+ 1
        for _ in 0..<entries[object].first {
          let entry = entries[place]
          if entry.kind != .plainText { return Search.undecided }
          if Int(entry.end &- entry.first) == name.count, bytes.has(name, at: Int(entry.first)) {
            return .found(place &+ 1)
          }
          place = Int(entries[place &+ 1].next)
        }
        return .absent
      }
    }
    return found ?? .undecided
  }

  private func text(_ entry: Entry) -> String { entry.text(in: bytes, made: made) }

  private func value(at place: Int) -> Value {
    let entry = entries[place]
    switch entry.kind {
    case .null: return .null
    case .yes: return .bool(true)
    case .no: return .bool(false)
    case .plainText: return .string(text(entry))
    case .small: return .integer(Int64(entry.first))
    case .made: return made[Int(entry.first)]
    case .array:
      var elements: [Value] = []
      elements.reserveCapacity(Int(entry.first))
      var next = place + 1
      while next < Int(entry.next) {
        elements.append(value(at: next))
        next = Int(entries[next].next)
      }
      return .array(elements)
    case .object: return .object(Object(unique: members(of: place)))
    }
  }

  private func texts(at array: Int) -> [String]? {
    let entry = entries[array]
    guard entry.kind == .array else { return nil }
    var texts: [String] = []
    texts.reserveCapacity(Int(entry.first))
    var next = array + 1
    while next < Int(entry.next) {
      let element = entries[next]
      if element.kind == .plainText {
        texts.append(text(element))
      } else {
        guard element.kind == .made, case .string(let made) = made[Int(element.first)] else { return nil }
        texts.append(made)
      }
      next = Int(element.next)
    }
    return texts
  }

  /// Returns the members of an object; that of the known name, if it has one, with the known value.
  private func members(of object: Int, with known: (name: String, value: Value)? = nil) -> [Object.Member] {
    let entry = entries[object]
    var members: [Object.Member] = []
    members.reserveCapacity(Int(entry.first))
    var next = object + 1
    while next < Int(entry.next) {
      let name = text(entries[next])
      let value = if let known, name.hasSameUnits(as: known.name) { known.value } else { value(at: next + 1) }
      members.append(Object.Member(name: name, value: value))
      next = Int(entries[next + 1].next)
    }
    return members
  }
}

/// The position of one value or name in a checked JSON text.
///
/// Entries follow the order of the text: behind an object's entry its names and values alternate, behind an array's
/// entry its elements follow.
struct Entry: Sendable {
  /// The kind of a value or name, and how it is stored.
  enum Kind: Sendable {
    case null, yes, no
    /// A text without escapes: its bytes are those between the quotes.
    case plainText
    /// A whole number from 0 to 2^32 - 1, stored in `first`.
    case small
    /// Any other number, or a text with escapes: checking it has already decoded it.
    case made
    case array, object
  }

  /// The kind of the value or name.
  let kind: Kind
  /// The meaning depends on `kind`:
  /// - the offset of the first byte of a plain text;
  /// - a small number;
  /// - the index of a decoded value in `made`;
  /// - the count of elements or members.
  var first: UInt32 = 0
  /// The offset behind the last byte of a plain text.
  var end: UInt32 = 0
  /// The index of the next entry in the same array or object: the following one, except after an array or object.
  var next: UInt32 = 0
}

extension Entry {
  /// Returns the text of the entry; empty if it is not a text.
  func text(in bytes: [UInt8], made: [Value]) -> String {
    switch kind {
    case .plainText: String(decoding: bytes[Int(first)..<Int(end)], as: UTF8.self)
    case .made: made[Int(first)].string ?? ""
    default: ""
    }
  }
}
