extension PaymentQR {
  /// Why no code can be written for the values.
  public enum WritingFault: Error, Equatable, Sendable {
    /// Mandatory keys without a value.
    case missing([Key])
    /// A value that breaks the rules of the standard or of its field, or a repeated key.
    case value(Key, Reason)
    /// A character that the encoding cannot represent.
    case character(Unicode.Scalar)
    /// The size of the header and the mandatory fields in bytes. The limit is 300.
    case bytes(Int)
    /// Each possible separator occurs in a value.
    case separator
  }

  /// Returns the bytes of a code with these values, the mandatory ones first.
  ///
  /// Writing is strict, while reading is lenient. Empty values are omitted. The separator is the
  /// first of `|~^#;!*` that does not occur in a value.
  ///
  ///     let bytes = try PaymentQR.bytes(of: [
  ///       (.name, "ООО Ромашка"), (.personalAccount, "40702810138250123017"),
  ///       (.bankName, "ПАО Сбербанк"), (.bic, "044525225"),
  ///       (.correspondentAccount, "30101810400000000225"), (.sum, "150000"),
  ///     ])
  ///     // ST00012|Name=ООО Ромашка|PersonalAcc=40702810138250123017|...
  ///
  /// - Parameters:
  ///   - values: The values by key. Each key may occur once, and the keys in
  ///     ``PaymentQR/Key/mandatory`` are required.
  ///   - encoding: The encoding of the code.
  /// - Throws: ``WritingFault`` if no code can be written.
  public static func bytes(
    of values: [(key: Key, value: String)], in encoding: QREncoding = .utf8
  ) throws(WritingFault) -> [UInt8] {
    let filled = values.filter { !$0.value.isEmpty }
    let missing = Key.mandatory.filter { key in !filled.contains { $0.key == key } }
    if !missing.isEmpty { throw .missing(missing) }
    for (place, pair) in filled.enumerated() where filled[..<place].contains(where: { $0.key == pair.key }) {
      throw .value(pair.key, .repeated(pair.value))
    }
    let first = Key.mandatory.compactMap { key in filled.first { $0.key == key } }
    let ordered = first + filled.filter { !Key.mandatory.contains($0.key) }
    let doubts = QRJudgement.doubts(of: ordered.map { Field(key: $0.key.rawValue, value: $0.value) })
    if let doubt = doubts.first, let key = doubt.key.flatMap(Key.init(rawValue:)) { throw .value(key, doubt.reason) }
    guard
      let separator = ["|", "~", "^", "#", ";", "!", "*"].first(where: { sign in
        !ordered.contains { $0.value.contains(sign) }
      })
    else { throw .separator }
    var bytes = Array("ST0001\(encoding.rawValue)".utf8)
    for (place, pair) in ordered.enumerated() {
      switch encoding.bytes(of: "\(separator)\(pair.key.rawValue)=\(pair.value)") {
      case .success(let written): bytes += written
      case .failure(let fault): throw .character(fault.character)
      }
      if place == first.count - 1, bytes.count > 300 { throw .bytes(bytes.count) }
    }
    return bytes
  }
}
