/// Writes JSON in UTF-8 straight into bytes, in the order of the calls, and adds the commas.
///
///     var writer = Writer()
///     writer.object { writer in
///       writer.member("count", 2)
///       writer.key("list")
///       writer.array { $0.string("БИК") }
///     }
///     writer.bytes  // {"count":2,"list":["БИК"]}
///
/// Trusts the caller to close what is open and to give every member a key: a wrong order of calls writes invalid JSON.
public struct Writer {
  /// The JSON written so far.
  public private(set) var bytes: [UInt8]
  /// True if the next key or element needs a comma before it.
  private var follows = false

  /// Creates a writer with reserved room for `capacity` bytes.
  public init(capacity: Int = 512) {
    bytes = []
    bytes.reserveCapacity(capacity)
  }

  /// Opens an object.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the last opened object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the last opened array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes an object; the closure writes its members.
  public mutating func object<Failure>(_ members: (inout Writer) throws(Failure) -> Void) throws(Failure) {
    beginObject()
    try members(&self)
    endObject()
  }

  /// Writes an array; the closure writes its elements.
  public mutating func array<Failure>(_ elements: (inout Writer) throws(Failure) -> Void) throws(Failure) {
    beginArray()
    try elements(&self)
    endArray()
  }

  /// Writes the name of the next member.
  public mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    follows = false
  }

  /// Writes the name of the next member from a key that is already rendered.
  public mutating func key(_ key: Key) {
    separate()
    bytes.append(units: key.text)
    follows = false
  }

  /// Writes a text.
  public mutating func string(_ text: String) {
    separate()
    quote(text)
    follows = true
  }

  /// Writes a whole number.
  public mutating func integer(_ number: Int64) {
    separate()
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    bytes.appendDigits(number.magnitude)
    follows = true
  }

  /// Writes a whole number.
  public mutating func integer(_ number: Int) { integer(Int64(number)) }

  /// Writes an exact number in its own spelling: `1.50` stays `1.50`.
  public mutating func decimal(_ number: Decimal) {
    separate()
    bytes.append(contentsOf: number.description.utf8)
    follows = true
  }

  /// Writes the shortest decimal number that reads back as this one; `null` for infinity and NaN.
  public mutating func float(_ number: Double) {
    separate()
    bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
    follows = true
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ bool: Bool) {
    separate()
    bytes.append(units: bool ? "true" as StaticString : "false")
    follows = true
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    bytes.append(units: "null" as StaticString)
    follows = true
  }

  /// Writes one value, or members, already rendered as JSON.
  public mutating func raw(_ rendered: [UInt8]) {
    separate()
    bytes += rendered
    follows = true
  }

  /// Writes one value, or members, already rendered as a literal of the program: counts no reference.
  public mutating func raw(_ rendered: StaticString) {
    separate()
    bytes.append(units: rendered)
    follows = true
  }

  /// Writes one value already rendered as JSON.
  public mutating func raw(_ rendered: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: rendered)
    follows = true
  }

  /// Writes a whole value, its members in their order.
  public mutating func value(_ value: Value) {
    switch value {
    case .null: null()
    case .bool(let bool): self.bool(bool)
    case .integer(let number): integer(number)
    case .decimal(let number): decimal(number)
    case .float(let number): float(number)
    case .string(let text): string(text)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(member.name)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Writes one value rendered as a stencil; `fill` writes the value of each gap, or more members after it.
  public mutating func stencil(_ stencil: Stencil, _ fill: (Int, inout Writer) -> Void) {
    separate()
    for piece in stencil.pieces {
      bytes += piece.rendered
      follows = false
      fill(piece.gap, &self)
    }
    bytes += stencil.rest
    follows = true
  }

  private mutating func separate() {
    if follows { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    follows = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    follows = true
  }

  private mutating func quote(_ text: String) { bytes.appendQuoted(text) }
}

extension Writer {
  /// A member's name rendered once with its quotes and colon; keep it in a `static let`.
  ///
  ///     static let caption: Writer.Key = "caption"
  ///     writer.key(Self.caption)
  public struct Key: Sendable, ExpressibleByStringLiteral {
    /// The quoted name and the colon.
    ///
    /// A text, not bytes: up to 15 bytes it is stored inline, so that threads that write the same key at a time do not
    /// count references to the same memory.
    let text: String

    /// Renders the key of that name.
    public init(_ name: String) {
      var writer = Writer()
      writer.key(name)
      text = String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Renders the key of that name.
    public init(stringLiteral name: String) { self.init(name) }
  }
}

extension Writer {
  /// Writes a member with a text.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a member with a whole number.
  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }

  /// Writes a member with `true` or `false`.
  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    bool(flag)
  }
}

extension [UInt8] {
  /// Appends a text in quotes, with the escapes that RFC 8259, section 7, demands and no others.
  mutating func appendQuoted(_ text: String) {
    append(UInt8(ascii: "\""))
    if !append(plainUnits: text) { appendEscaped(text.utf8) }
    append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ units: String.UTF8View) {
    for unit in units {
      switch unit {
      case 0x22, 0x5C: append(contentsOf: [UInt8(ascii: "\\"), unit])
      case 0x08: append(contentsOf: "\\b".utf8)
      case 0x09: append(contentsOf: "\\t".utf8)
      case 0x0A: append(contentsOf: "\\n".utf8)
      case 0x0C: append(contentsOf: "\\f".utf8)
      case 0x0D: append(contentsOf: "\\r".utf8)
      case 0..<0x20: append(contentsOf: "\\u00\(unit < 16 ? "0" : "1")\(String(unit & 15, radix: 16))".utf8)
      default: append(unit)
      }
    }
  }
}
