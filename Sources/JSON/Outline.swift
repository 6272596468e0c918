/// A JSON text that was checked whole, of which values are made only where they are asked for.
///
/// A question to an operation carries every value of its form and needs few of them: to make the others, and the names
/// of all, costs more than to check the text.
public final class Outline: Sendable {
  private let bytes: [UInt8]
  private let entries: [Entry]
  private let made: [Value]

  /// The outline of one JSON text (RFC 8259) in UTF-8, checked as `Value(reading:)` checks it.
  public init(of bytes: [UInt8], limits: Limits = Limits()) throws(SyntaxError) {
    var reader = Reader(bytes: bytes, limits: limits)
    try reader.document()
    (self.bytes, entries, made) = (bytes, reader.entries, reader.made)
  }

  /// The only value of the text.
  public var root: Part { Part(outline: self, place: 0) }

  /// A value of the text that is not made yet.
  public struct Part: Sendable {
    fileprivate let outline: Outline
    fileprivate let place: Int

    /// Whether it is an object.
    public var isObject: Bool { outline.entries[place].kind == .object }
    /// The object that it is, whose members are made when they are asked for; nil where it is none.
    public var object: Object? { isObject ? Object(outlined: self) : nil }
    /// Whether it is `null`.
    public var isNull: Bool { outline.entries[place].kind == .null }
    /// The elements of an array that has nothing but texts; nil for any other value.
    public var texts: [String]? { outline.texts(at: place) }
    /// The value with all that stands in it.
    public var value: Value { outline.value(at: place) }
    /// How many members an object has.
    var count: Int { Int(outline.entries[place].first) }
    /// The members of an object.
    var members: [Object.Member] { outline.members(of: place) }
    /// The member of that name; nil where this is no object or has no such member.
    public func member(_ name: String) -> Part? {
      guard let found = outline.member(name, of: place) else { return nil }
      return Part(outline: outline, place: found)
    }
    /// The value of the member of that name; nil where this is no object or has no such member.
    public subscript(name: String) -> Value? {
      guard let found = outline.member(name, of: place) else { return nil }
      return outline.value(at: found)
    }
  }

  /// The entry of the value of that name.
  private func member(_ name: String, of object: Int) -> Int? {
    guard entries[object].kind == .object else { return nil }
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

  private func members(of object: Int) -> [Object.Member] {
    let entry = entries[object]
    var members: [Object.Member] = []
    members.reserveCapacity(Int(entry.first))
    var next = object + 1
    while next < Int(entry.next) {
      members.append(Object.Member(name: text(entries[next]), value: value(at: next + 1)))
      next = Int(entries[next + 1].next)
    }
    return members
  }
}

/// Where one value or name of a checked JSON text stands. Entries are in the order of the text: an object's names and
/// values by turns behind it, an array's elements behind it.
struct Entry: Sendable {
  /// What stands there.
  enum Kind: Sendable {
    case null, yes, no
    /// A text without escapes, whose bytes are those between its quotes.
    case plainText
    /// A whole number of 32 bits without sign.
    case small
    /// Another number, or a text with escapes: a value that had to be made to be checked.
    case made
    case array, object
  }

  /// What stands there.
  let kind: Kind
  /// A plain text's first byte, a small number, the place of a value that was made among those, or how many elements or
  /// members there are.
  var first: UInt32 = 0
  /// The byte behind a plain text.
  var end: UInt32 = 0
  /// The entry of what follows in the same array or object, which is the next one but for arrays and objects.
  var next: UInt32 = 0
}

extension Entry {
  /// The text that stands there; empty where that is no text.
  func text(in bytes: [UInt8], made: [Value]) -> String {
    switch kind {
    case .plainText: String(decoding: bytes[Int(first)..<Int(end)], as: UTF8.self)
    case .made: made[Int(first)].string ?? ""
    default: ""
    }
  }
}
