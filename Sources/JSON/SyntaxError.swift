/// Why bytes are not a JSON text (RFC 8259) within the limits, and where.
public struct SyntaxError: Error, Equatable, Sendable {
  /// What is wrong, with its evidence.
  public enum Kind: Equatable, Sendable {
    /// Nothing but blanks.
    case empty
    /// More bytes than the limit.
    case tooLong(limit: Int)
    /// More arrays and objects inside one another than the limit.
    case tooDeep(limit: Int)
    /// U+FEFF at the start, which section 8.1 forbids to add.
    case byteOrderMark
    /// The text stops in the middle of a value.
    case unexpectedEnd
    /// A byte that cannot stand there, and what could.
    case unexpected(UInt8, expected: String)
    /// Something after the end of the value.
    case trailingBytes
    /// A name that the same object already has.
    case duplicateKey(String)
    /// A raw character below U+0020 in a string.
    case controlCharacter(UInt8)
    /// A backslash with something other than the escapes of section 7.
    case invalidEscape
    /// Half of an escaped surrogate pair.
    case loneSurrogate(UInt16)
    /// Bytes that are not well-formed UTF-8 (Unicode, table 3-7).
    case invalidUTF8
    /// A string with more combining marks in a row than the limit (Unicode, UAX #15, section 13).
    case combiningRun(limit: Int)
    /// A number with a leading zero or without digits where they must be.
    case malformedNumber
    /// A number that neither `Decimal` nor binary floating point can hold.
    case numberOutOfRange
  }

  /// What is wrong.
  public let kind: Kind
  /// The place of the first wrong byte, from 0.
  public let offset: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension SyntaxError.Kind {
  /// The kind's stable name, such as `duplicate-key`.
  public var code: String {
    switch self {
    case .empty: "empty"
    case .tooLong: "too-long"
    case .tooDeep: "too-deep"
    case .byteOrderMark: "byte-order-mark"
    case .unexpectedEnd: "unexpected-end"
    case .unexpected: "unexpected"
    case .trailingBytes: "trailing-bytes"
    case .duplicateKey: "duplicate-key"
    case .controlCharacter: "control-character"
    case .invalidEscape: "invalid-escape"
    case .loneSurrogate: "lone-surrogate"
    case .invalidUTF8: "invalid-utf8"
    case .combiningRun: "combining-run"
    case .malformedNumber: "malformed-number"
    case .numberOutOfRange: "number-out-of-range"
    }
  }
}

extension SyntaxError: CustomStringConvertible {
  /// What is wrong, in words without the place, such as ``duplicate key `a` ``.
  public var message: String {
    switch kind {
    case .empty: "no value"
    case .tooLong(let limit): "longer than \(limit) bytes"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    case .byteOrderMark: "byte order mark"
    case .unexpectedEnd: "unexpected end"
    case .unexpected(let byte, let expected): "expected \(expected), found \(Self.shown(byte))"
    case .trailingBytes: "something after the value"
    case .duplicateKey(let name): "duplicate key `\(name.count > 40 ? name.prefix(40) + "…" : name)`"
    case .controlCharacter(let byte): "control character \(Self.shown(byte)) in a string"
    case .invalidEscape: "unknown escape"
    case .loneSurrogate(let unit): "lone surrogate \\u\(String(unit, radix: 16))"
    case .invalidUTF8: "invalid UTF-8"
    case .combiningRun(let limit): "a string with more than \(limit) combining marks in a row"
    case .malformedNumber: "malformed number"
    case .numberOutOfRange: "number out of range"
    }
  }

  /// The message with the place.
  public var description: String { "\(message) at offset \(offset)" }

  private static func shown(_ byte: UInt8) -> String {
    guard byte > 0x20, byte < 0x7F else { return "byte \(byte < 16 ? "0" : "")\(String(byte, radix: 16))" }
    return "`\(Character(UnicodeScalar(byte)))`"
  }
}
