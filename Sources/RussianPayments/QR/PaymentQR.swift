/// The payment fields in a receipt's QR code (`ST0001`, GOST R 56042-2014), with a report of each
/// doubtful field.
///
/// Reading is lenient. It accepts keys in any case, empty values, a trailing separator, bytes in an
/// encoding that the header does not declare, and accounts of the Treasury. It does not repair
/// values. Confidence: medium (summaries of the standard, and implementations).
///
///     let code = try PaymentQR(reading: scanned)
///     code[.personalAccount]  // "40702810138250123017"
///     code.kopecks            // 100000
///     code.doubts             // PayeeINN: check-digit, position 10, found 5, expected 3
public struct PaymentQR: Equatable, Sendable {
  /// A key with its value.
  public struct Field: Equatable, Sendable {
    /// The key in the spelling of the standard. A key that is not in the standard keeps its
    /// spelling.
    public let key: String
    /// The value, never empty.
    public let value: String
  }

  /// A fault that a person should review before paying.
  public struct Doubt: Equatable, Sendable {
    /// The key of the field; nil if the doubt is about the whole code.
    public let key: String?
    /// The fault.
    public let reason: Reason
  }

  /// Why a text is not a payment code.
  public enum Failure: Error, Equatable, Sendable {
    /// A link of the fast payment system (`qr.nspk.ru`), which this library does not read.
    case fastPaymentLink(String)
    /// A text that does not start with `ST`.
    case foreign
    /// A version of the format other than `0001`.
    case version(String)
    /// An encoding digit other than 1, 2 and 3.
    case encoding(String)
    /// A letter, a digit, `=` or the end of the text instead of the separator.
    case separator(String)
    /// Mandatory keys that are absent or have no value. ``PaymentQR/Key/bankName`` and
    /// ``PaymentQR/Key/correspondentAccount`` may have no value.
    case missing([Key])
  }

  /// The encoding that the header declares.
  public let encoding: QREncoding
  /// The fields that have a value, in the order of the code. Each key occurs once.
  public let fields: [Field]
  /// The doubts: first about the whole code, then about the syntax of pairs, then about values in
  /// the order of `fields`.
  public let doubts: [Doubt]

  /// The value of a key; nil if the code does not contain it.
  public subscript(key: Key) -> String? { fields.first { $0.key == key.rawValue }?.value }

  /// The sum in kopecks; nil if it is absent or doubtful.
  public var kopecks: Int64? { self[.sum].flatMap { QRJudgement.verify(sum: $0) == nil ? Int64($0) : nil } }

  /// Reads the text that a scanner decoded.
  ///
  /// If the text has only Latin-1 characters and one of them is U+00C0 or later, the scanner
  /// decoded it byte by byte. Its characters are then read as bytes.
  ///
  /// - Throws: ``Failure`` if the text is not a payment code.
  public init(reading text: String) throws(Failure) {
    let scalars = text.unicodeScalars
    if scalars.allSatisfy({ $0.value < 0x100 }), scalars.contains(where: { $0.value >= 0xC0 }) {
      try self.init(reading: scalars.map { UInt8(truncatingIfNeeded: $0.value) })
    } else {
      try self.init(text, found: nil)
    }
  }

  /// Reads the bytes of a code.
  ///
  /// If the bytes are valid UTF-8, they are read as UTF-8. Otherwise they are read as KOI8-R if the
  /// header declares it, and as Windows-1251 if not. If this encoding is not the declared one,
  /// ``doubts`` contains ``Reason/encoding(declared:found:)``. A code with only ASCII characters
  /// causes no such doubt.
  ///
  /// - Throws: ``Failure`` if the bytes are not a payment code.
  public init(reading bytes: [UInt8]) throws(Failure) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let body = Array(start.drop { $0 == 0x20 || (0x09...0x0D).contains($0) })
    let declared = body.count > 6 ? QREncoding(rawValue: Int(body[6]) - 0x30) : nil
    let isPlain = body.allSatisfy { $0 < 0x80 }
    // Text in a single-byte encoding is rarely valid UTF-8.
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
      // The BIC determines both values, so they may be empty.
      let isEmptyAllowed = key == .bankName || key == .correspondentAccount
      return !reading.has(key.rawValue) && !(isEmptyAllowed && reading.empty.contains(key.rawValue))
    }
    if !missing.isEmpty { throw .missing(missing) }
    fields = reading.fields
    let whole = found.map { Doubt(key: nil, reason: .encoding(declared: declared, found: $0)) }
    doubts = (whole.map { [$0] } ?? []) + reading.doubts + QRJudgement.doubts(of: reading.fields)
  }

  /// Returns the link of the fast payment system with which the text starts; nil if it is not such
  /// a link.
  private static func link(in text: String) -> String? {
    let lower = text.lowercased()
    let isLink = ["https://qr.nspk.ru", "http://qr.nspk.ru", "qr.nspk.ru/"].contains { lower.hasPrefix($0) }
    return isLink ? String(text.prefix { !$0.isWhitespace }) : nil
  }
}

/// A reader of the pairs in a code.
private struct QRReading {
  private(set) var fields: [PaymentQR.Field] = []
  /// The doubts about the syntax of pairs.
  private(set) var doubts: [PaymentQR.Doubt] = []
  /// The keys without a value.
  private(set) var empty: Set<String> = []

  /// Reads all pairs. Empty pairs, such as one after a trailing separator, are ignored.
  mutating func read(_ text: Substring.UnicodeScalarView, separatedBy separator: Unicode.Scalar) {
    for part in text.split(separator: separator, omittingEmptySubsequences: true) {
      guard let equals = part.firstIndex(of: "=") else {
        let rest = String(Substring(part)).trimmed
        // Text without a key probably belongs to the previous value.
        if !rest.isEmpty { doubts.append(PaymentQR.Doubt(key: fields.last?.key, reason: .stray(rest))) }
        continue
      }
      let name = String(Substring(part[..<equals])).trimmed
      let value = String(Substring(part[part.index(after: equals)...])).trimmed
      append(value, name)
    }
  }

  /// True if the key has a value.
  func has(_ key: String) -> Bool { fields.contains { $0.key == key } }

  private mutating func append(_ value: String, _ name: String) {
    let known = PaymentQR.Key(written: name)
    let key = known?.rawValue ?? name
    guard !value.isEmpty else {
      empty.insert(key)
      return
    }
    if let first = fields.first(where: { $0.key == key }) {
      if first.value != value { doubts.append(PaymentQR.Doubt(key: key, reason: .repeated(value))) }
      return
    }
    if known == nil { doubts.append(PaymentQR.Doubt(key: key, reason: .unlisted(key))) }
    fields.append(PaymentQR.Field(key: key, value: value))
  }
}

extension String {
  /// The text without leading and trailing whitespace.
  fileprivate var trimmed: String {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
