/// A completely validated JSON text that decodes values only when they are read.
///
/// A request for an evaluation contains all values of a form, and the server reads only some of
/// them.
public final class Outline: Sendable {
  private let bytes: [UInt8]
  private let entries: Entries
  private let made: [Value]

  /// Validates a JSON text (RFC 8259) in UTF-8, with the same rules as `Value(reading:)`. Throws
  /// the first fault in the text.
  public init(of bytes: [UInt8], limits: Limits = Limits()) throws(SyntaxError) {
    var reader = Reader(bytes: bytes, limits: limits)
    try reader.document()
    made = reader.made
    self.bytes = bytes
    entries = reader.entries
  }

  /// The top-level value.
  public var root: Part { Part(outline: self, place: 0) }

  /// A value in the text, which is decoded only when it is read.
  public struct Part: Sendable {
    fileprivate let outline: Outline
    fileprivate let place: Int

    /// True if the value is an object.
    public var isObject: Bool { outline.entries[place].kind == .object }
    /// Returns the object with `value` as the value of the existing member `name`, without decoding
    /// the previous value; nil if this is not an object.
    public func object(with name: String, _ value: Value) -> Object? {
      isObject ? Object(unique: outline.members(of: place, with: (name, value))) : nil
    }
    /// The object, which decodes its members when they are read; nil if this is not an object.
    public var object: Object? { isObject ? Object(outlined: self) : nil }
    /// True if the value is `null`.
    public var isNull: Bool { outline.entries[place].kind == .null }
    /// The elements of an array of strings; nil for any other value, including an array with an
    /// element of another type.
    public var texts: [String]? { outline.texts(at: place) }
    /// The decoded value, including all nested values.
    public var value: Value { outline.value(at: place) }
    var count: Int { Int(outline.entries[place].first) }
    var members: [Object.Member] { outline.members(of: place) }
    /// Returns the member with this name; nil if this is not an object or has no such member.
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

  /// Returns the entry of the value with this name; nil if the entry is not an object or has no
  /// such member.
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

  /// The result of a search that compares bytes only.
  private enum Search {
    case found(Int), absent
    /// A name before a match has escapes, or the storage of the wanted name is not contiguous.
    case undecided
  }

  /// Searches the names by their bytes.
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

  /// Returns the members of an object. If it has a member with the name in `known`, that member has
  /// the value in `known`.
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

/// The position of one value or name in a validated JSON text.
///
/// Entries are in the order of the text. The entry of an object is followed by its names and values
/// in alternation, and the entry of an array by its elements.
struct Entry: Sendable {
  /// The type of a value or name, and its representation.
  enum Kind: Sendable {
    case null, yes, no
    /// A string without escapes. Its bytes are the bytes between the quotes.
    case plainText
    /// An integer from 0 to 2^32 - 1, stored in `first`.
    case small
    /// Any other number, or a string with escapes. It is decoded during validation.
    case made
    case array, object
  }

  let kind: Kind
  /// The meaning depends on `kind`:
  /// - the offset of the first byte of a plain string;
  /// - a small integer;
  /// - the index of a decoded value in `made`;
  /// - the number of elements or members.
  var first: UInt32 = 0
  /// The offset after the last byte of a plain string.
  var end: UInt32 = 0
  /// The index of the next entry in the same array or object.
  var next: UInt32 = 0
}

extension Entry {
  /// Returns the string of the entry; empty if it is not a string.
  func text(in bytes: [UInt8], made: [Value]) -> String {
    switch kind {
    case .plainText: String(decoding: bytes[Int(first)..<Int(end)], as: UTF8.self)
    case .made: made[Int(first)].string ?? ""
    default: ""
    }
  }
}
