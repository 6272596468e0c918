/// Writes JSON in UTF-8 to memory, in the order of the calls, and adds the commas.
///
/// The caller must close every object and array and write a key before each member. Otherwise the
/// JSON is invalid.
public struct Writer: ~Copyable {
  /// Manually allocated memory.
  private var memory: UnsafeMutablePointer<UInt8>
  /// The capacity of the memory in bytes.
  private var room: Int
  /// The number of bytes written.
  public private(set) var count = 0
  /// True if the next key or element must be preceded by a comma.
  private var follows = false

  /// Creates a writer with a capacity of `capacity` bytes, which grows if needed.
  public init(capacity: Int = 512) {
    room = max(capacity, 16)
    memory = .allocate(capacity: room)
  }

  deinit { memory.deallocate() }

  /// The written JSON.
  public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: memory, count: count)) }

  /// Opens an object.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the innermost object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the innermost array.
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
    quote(name)
    put(UInt8(ascii: ":"))
    follows = false
  }

  /// Writes the name of the next member from a rendered key.
  public mutating func key(_ key: Key) {
    plain(key.text)
    follows = false
  }

  /// Writes the name of the next member, quoted and with its colon, from a literal. The literal can
  /// contain complete members before the name.
  public mutating func key(rendered: StaticString) {
    next(rendered.utf8Start, rendered.utf8CodeUnitCount)
    follows = false
  }

  /// Writes the name of a member and opens the object that is its value.
  public mutating func beginObject(_ key: Key) {
    plain(key.text)
    put(UInt8(ascii: "{"))
    follows = false
  }

  /// Writes a string.
  public mutating func string(_ text: String) {
    quote(text)
    follows = true
  }

  /// Begins a string that is written in parts with `piece`, and completed with `endText`.
  public mutating func beginText() {
    separate()
    put(UInt8(ascii: "\""))
  }

  /// Writes the next part of a string, with escapes.
  public mutating func piece(_ piece: String) {
    let isDone = piece.utf8.withContiguousStorageIfAvailable { units in
      guard let first = units.baseAddress, units.needNoEscapes else { return false }
      reserve(units.count)
      add(first, units.count)
      return true
    }
    if isDone == true { return }
    var escaped: [UInt8] = []
    escaped.appendQuoted(piece)
    put(Array(escaped.dropFirst().dropLast()))
  }

  /// Completes a string that is written in parts.
  public mutating func endText() {
    put(UInt8(ascii: "\""))
    follows = true
  }

  /// Writes an integer.
  public mutating func integer(_ number: Int64) {
    separate()
    if number < 0 { put(UInt8(ascii: "-")) }
    var (length, rest) = (1, number.magnitude)
    while rest >= 10 { (length, rest) = (length &+ 1, rest / 10) }
    reserve(length)
    rest = number.magnitude
    for place in stride(from: count &+ length &- 1, through: count, by: -1) {
      memory[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count &+= length
    follows = true
  }

  /// Writes an integer.
  public mutating func integer(_ number: Int) { integer(Int64(number)) }

  /// Writes an exact number with its scale: `1.50` is written as `1.50`.
  public mutating func decimal(_ number: Decimal) {
    plain(number.description)
    follows = true
  }

  /// Writes the shortest decimal number that is parsed as `number`, with at most 63 decimal places.
  /// Writes `null` for infinity, NaN and numbers of more than 64 digits.
  public mutating func float(_ number: Double) {
    plain(Decimal(shortest: number)?.description ?? "null")
    follows = true
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ bool: Bool) { raw(bool ? "true" as StaticString : "false") }

  /// Writes `null`.
  public mutating func null() { raw("null" as StaticString) }

  /// Writes rendered JSON: one value, or one or more members.
  public mutating func raw(_ rendered: [UInt8]) {
    separate()
    put(rendered)
    follows = true
  }

  /// Writes a range of rendered JSON: one value, or one or more members.
  public mutating func raw(_ rendered: [UInt8], _ part: Range<Int>) {
    separate()
    put(rendered, part)
    follows = true
  }

  /// Writes rendered JSON from a literal: one value, or one or more members.
  public mutating func raw(_ rendered: StaticString) {
    next(rendered.utf8Start, rendered.utf8CodeUnitCount)
    follows = true
  }

  /// Writes rendered JSON: one value.
  public mutating func raw(_ rendered: some Collection<UInt8>) {
    separate()
    put(Array(rendered))
    follows = true
  }

  /// Writes a value, with members in their order.
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

  /// Writes a template as one value. `fill` writes the value of each gap, and can write further
  /// members after it.
  public mutating func stencil(_ stencil: JSONTemplate, _ fill: (Int, inout Writer) -> Void) {
    separate()
    for piece in stencil.pieces {
      put(piece.rendered)
      follows = false
      fill(piece.gap, &self)
    }
    put(stencil.rest)
    follows = true
  }

  @inline(__always)
  private mutating func separate() {
    if follows { put(UInt8(ascii: ",")) }
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    put(bracket)
    follows = false
  }

  private mutating func close(_ bracket: UInt8) {
    put(bracket)
    follows = true
  }

  /// Writes a string with the escapes that RFC 8259, section 7 requires, and no others.
  private mutating func quote(_ text: String) {
    let isDone = text.utf8.withContiguousStorageIfAvailable { units in
      guard let first = units.baseAddress, units.needNoEscapes else { return false }
      reserve(units.count &+ 3)
      if follows { add(UInt8(ascii: ",")) }
      add(UInt8(ascii: "\""))
      add(first, units.count)
      add(UInt8(ascii: "\""))
      return true
    }
    if isDone == true { return }
    separate()
    var escaped: [UInt8] = []
    escaped.appendQuoted(text)
    put(escaped)
  }

  /// Writes rendered JSON as the next element.
  private mutating func plain(_ text: String) {
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { units in
      if let first = units.baseAddress { next(first, units.count) }
    }
    if isDone != nil { return }
    separate()
    put(Array(text.utf8))
  }

  @inline(__always)
  private mutating func next(_ first: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length &+ 1)
    if follows { add(UInt8(ascii: ",")) }
    add(first, length)
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    reserve(1)
    add(byte)
  }

  private mutating func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      reserve(bytes.count)
      add(first, bytes.count)
    }
  }

  private mutating func put(_ bytes: [UInt8], _ part: Range<Int>) {
    precondition(part.upperBound <= bytes.count)
    bytes.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      reserve(part.count)
      add(first + part.lowerBound, part.count)
    }
  }

  /// Appends a byte. Requires sufficient capacity.
  @inline(__always)
  private mutating func add(_ byte: UInt8) {
    memory[count] = byte
    count &+= 1
  }

  /// Appends bytes. Requires sufficient capacity.
  @inline(__always)
  private mutating func add(_ first: UnsafePointer<UInt8>, _ length: Int) {
    (memory + count).update(from: first, count: length)
    count &+= length
  }

  /// Ensures the capacity for `size` more bytes.
  @inline(__always)
  private mutating func reserve(_ size: Int) {
    if size > room &- count { grow(by: size) }
  }

  /// Grows by `size` bytes, or doubles the capacity if that is more.
  private mutating func grow(by size: Int) {
    let (larger, old) = (count + max(size, room, 64), memory)
    memory = .allocate(capacity: larger)
    memory.update(from: old, count: count)
    old.deallocate()
    room = larger
  }
}

extension Writer {
  /// A rendered member name with quotes and colon. Store it in a `static let`.
  public struct Key: Sendable, ExpressibleByStringLiteral {
    /// The quoted name and the colon.
    ///
    /// A `String` instead of an array: up to 15 bytes are stored inline, so that concurrent writers
    /// do not contend for a reference count.
    let text: String

    /// Renders a name.
    public init(_ name: String) {
      var writer = Writer()
      writer.key(name)
      text = String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Renders a name.
    public init(stringLiteral name: String) { self.init(name) }
  }
}

extension Writer {
  /// Writes a member whose value is a string.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a member whose value is an integer.
  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }

  /// Writes a member whose value is a Boolean.
  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    bool(flag)
  }
}

extension [UInt8] {
  /// Appends a quoted string with the escapes that RFC 8259, section 7 requires, and no others.
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
