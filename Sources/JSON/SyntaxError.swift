/// The reason why a text is not JSON (RFC 8259) within the limits, and the offset of the fault.
public struct SyntaxError: Error, Equatable, Sendable {
  /// The kind of fault, with its details.
  public enum Kind: Equatable, Sendable {
    /// The text has only whitespace.
    case empty
    /// The text exceeds the limit in bytes.
    case tooLong(limit: Int)
    /// The nesting of arrays and objects exceeds the limit.
    case tooDeep(limit: Int)
    /// The text begins with U+FEFF, which RFC 8259, 8.1 forbids.
    case byteOrderMark
    /// The text ends inside a value.
    case unexpectedEnd
    /// A byte is not allowed at this position. `expected` describes the allowed text.
    case unexpected(UInt8, expected: String)
    /// Bytes follow the value.
    case trailingBytes
    /// The object already has a member with this name.
    case duplicateKey(String)
    /// A string has a raw character below U+0020.
    case controlCharacter(UInt8)
    /// A backslash begins none of the escapes of RFC 8259, section 7.
    case invalidEscape
    /// An escaped surrogate has no counterpart.
    case loneSurrogate(UInt16)
    /// Bytes are not well-formed UTF-8 (Unicode, table 3-7).
    case invalidUTF8
    /// A string has more consecutive combining marks than the limit (Unicode, UAX #15, section 13).
    case combiningRun(limit: Int)
    /// A number has a leading zero or lacks required digits.
    case malformedNumber
    /// Neither `Decimal` nor binary floating point can represent the number.
    case numberOutOfRange
  }

  /// The kind of fault.
  public let kind: Kind
  /// The offset of the first invalid byte, from 0.
  public let offset: Int

  init(_ kind: Kind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }
}

extension SyntaxError.Kind {
  /// The stable name of the kind, such as `duplicate-key`.
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
  /// The description without the offset, such as ``duplicate key `a` ``.
  public var message: String {
    switch kind {
    case .empty: "no value"
    case .tooLong(let limit): "longer than \(limit) bytes"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    case .byteOrderMark: "byte order mark"
    case .unexpectedEnd: "unexpected end"
    case .unexpected(let byte, let expected): "expected \(expected), found \(Self.shown(byte))"
    case .trailingBytes: "unexpected text after the value"
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

  /// The message with the offset.
  public var description: String { "\(message) at offset \(offset)" }

  private static func shown(_ byte: UInt8) -> String {
    guard byte > 0x20, byte < 0x7F else { return "byte \(byte < 16 ? "0" : "")\(String(byte, radix: 16))" }
    return "`\(Character(UnicodeScalar(byte)))`"
  }
}
