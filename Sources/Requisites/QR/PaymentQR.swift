/// What the QR code of a receipt says: the payment's fields by GOST R 56042-2014 (`ST0001`), each doubtful one named.
///
/// Reading is lenient, as receipts are: keys in any case, empty values, a separator at the end, bytes in another encoding than the
/// header names, accounts of the Treasury. Nothing is repaired in a value. Confidence: medium (summaries of the standard
/// and implementations).
public struct PaymentQR: Equatable, Sendable {
  /// A key of the code with its value.
  public struct Field: Equatable, Sendable {
    /// The key as the standard spells it, or as it was written where the standard has none such.
    public let key: String
    /// The value, never empty.
    public let value: String
  }

  /// What is to be looked at before anybody pays.
  public struct Doubt: Equatable, Sendable {
    /// The field's key; nil where the whole code is meant.
    public let key: String?
    /// Why.
    public let reason: Reason
  }

  /// Why a text is no such code.
  public enum Failure: Error, Equatable, Sendable {
    /// A link of the fast payment system (`qr.nspk.ru`), which is paid by another way.
    case fastPaymentLink(String)
    /// It does not begin with `ST`.
    case foreign
    /// A version of the format other than `0001`.
    case version(String)
    /// An encoding digit other than 1, 2 and 3.
    case encoding(String)
    /// A letter or digit, or nothing, where the separator stands.
    case separator(String)
    /// Keys that every code has and this one has not, or without a value.
    case missing([Key])
  }

  /// The encoding that the header names.
  public let encoding: QREncoding
  /// The fields in their written order, each key once, without empty ones.
  public let fields: [Field]
  /// What is doubtful, in the order of the fields.
  public let doubts: [Doubt]

  /// The value of a key; nil where the code has none.
  public subscript(key: Key) -> String? { fields.first { $0.key == key.rawValue }?.value }

  /// The sum in kopecks; nil where the code names none or its digits are doubtful.
  public var kopecks: Int64? { self[.sum].flatMap { QRJudgement.verify(sum: $0) == nil ? Int64($0) : nil } }

  /// Reads what a scanner decoded into text.
  ///
  /// A text whose letters are those of Latin-1 was decoded byte by byte, and is read as its bytes.
  public init(reading text: String) throws(Failure) {
    let scalars = text.unicodeScalars
    if scalars.allSatisfy({ $0.value < 0x100 }), scalars.contains(where: { $0.value >= 0xC0 }) {
      try self.init(reading: scalars.map { UInt8(truncatingIfNeeded: $0.value) })
    } else {
      try self.init(text, found: nil)
    }
  }

  /// Reads the bytes of a code by the encoding that its header names, or by the one that they are in.
  public init(reading bytes: [UInt8]) throws(Failure) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let body = Array(start.drop { $0 == 0x20 || (0x09...0x0D).contains($0) })
    let declared = body.count > 6 ? QREncoding(rawValue: Int(body[6]) - 0x30) : nil
    let isPlain = body.allSatisfy { $0 < 0x80 }
    // Letters of the one-byte encodings hardly ever stand so that they spell UTF-8.
    if isPlain || declared == .utf8 || declared == nil, let text = QREncoding.utf8.text(of: body) {
      try self.init(text, found: nil)
    } else if let text = QREncoding.utf8.text(of: body) {
      try self.init(text, found: .utf8)
    } else {
      let encoding = declared == .koi8r ? QREncoding.koi8r : .windows1251
      try self.init(encoding.text(of: body) ?? "", found: declared == encoding ? nil : encoding)
    }
  }

  private init(_ text: String, found: QREncoding?) throws(Failure) {
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace || first == "\u{FEFF}" { scalars.removeFirst() }
    if let link = Self.link(in: String(scalars)) { throw .fastPaymentLink(link) }
    guard scalars.starts(with: "ST".unicodeScalars) else { throw .foreign }
    let version = String(scalars.dropFirst(2).prefix(4))
    guard version == "0001" else { throw .version(version) }
    let digit = String(scalars.dropFirst(6).prefix(1))
    guard let declared = Int(digit).flatMap(QREncoding.init) else { throw .encoding(digit) }
    encoding = declared
    guard let separator = scalars.dropFirst(7).first, !separator.properties.isAlphabetic, !separator.isDigit,
      separator != "="
    else { throw .separator(String(scalars.dropFirst(7).prefix(1))) }
    var reading = QRReading()
    reading.read(scalars.dropFirst(8), separatedBy: separator)
    let missing = Key.mandatory.filter { key in
      // What an empty one of these would say follows from the BIC.
      let isEmptyAllowed = key == .bankName || key == .correspondentAccount
      return !reading.has(key.rawValue) && !(isEmptyAllowed && reading.empty.contains(key.rawValue))
    }
    if !missing.isEmpty { throw .missing(missing) }
    fields = reading.fields
    let whole = found.map { Doubt(key: nil, reason: .encoding(declared: declared, found: $0)) }
    doubts = (whole.map { [$0] } ?? []) + reading.doubts + QRJudgement.doubts(of: reading.fields)
  }

  /// The link to the fast payment system that a code is; nil where it is none.
  private static func link(in text: String) -> String? {
    let lower = text.lowercased()
    let isLink = ["https://qr.nspk.ru", "http://qr.nspk.ru", "qr.nspk.ru/"].contains { lower.hasPrefix($0) }
    return isLink ? String(text.prefix { !$0.isWhitespace }) : nil
  }
}
