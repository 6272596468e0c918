/// The pairs of a code as they are read one by one.
struct QRReading {
  /// The pairs, each key once.
  private(set) var fields: [PaymentQR.Field] = []
  /// What of the writing is doubtful.
  private(set) var doubts: [PaymentQR.Doubt] = []
  /// The keys that stand without a value.
  private(set) var empty: Set<String> = []

  /// Reads all pairs; a separator at the end says nothing.
  mutating func read(_ text: Substring.UnicodeScalarView, separatedBy separator: Unicode.Scalar) {
    for part in text.split(separator: separator, omittingEmptySubsequences: true) {
      guard let equals = part.firstIndex(of: "=") else {
        let rest = String(Substring(part)).trimmed
        // What has no key is a piece of the value before it, or of nothing.
        if !rest.isEmpty { doubts.append(PaymentQR.Doubt(key: fields.last?.key, reason: .stray(rest))) }
        continue
      }
      let name = String(Substring(part[..<equals])).trimmed
      let value = String(Substring(part[part.index(after: equals)...])).trimmed
      append(value, name)
    }
  }

  /// Whether that key has a value.
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
  /// The text without blanks and line ends around it.
  fileprivate var trimmed: String {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    return String(scalars)
  }
}
