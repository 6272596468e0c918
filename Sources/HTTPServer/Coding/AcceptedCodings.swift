/// The content codings that a client accepts, from `Accept-Encoding` (RFC 9110, 12.5.3).
///
/// - `x-gzip` is an alias of `gzip`. `*` covers every coding that is not listed.
/// - A malformed weight counts as 0, so the coding is not used.
/// - If a coding is listed twice, the lower weight applies.
struct AcceptedCodings {
  /// Weights in thousandths; nil if the coding is not listed. `others` is the weight of `*`.
  private var (gzip, identity, others): (Int?, Int?, Int?) = (nil, nil, nil)

  /// Parses the header value in linear time.
  init(_ header: ArraySlice<UInt8>) {
    var rest = header
    while !rest.isEmpty {
      let element = rest.prefix { $0 != UInt8(ascii: ",") }
      rest = rest[element.endIndex...].dropFirst()
      record(element)
    }
  }

  /// True if gzip is acceptable and its weight is at least the weight of the uncompressed form.
  var preferGzip: Bool {
    let weight = gzip ?? others ?? 0
    return weight > 0 && weight >= identity ?? others ?? 0
  }

  private mutating func record(_ element: ArraySlice<UInt8>) {
    let name = element.prefix { $0 != UInt8(ascii: ";") }
    let parameter = element[name.endIndex...].dropFirst()
    let isAlone = name.endIndex == element.endIndex
    let (coding, weight) = (Self.trimmed(name), isAlone ? 1000 : Self.weight(Self.trimmed(parameter)) ?? 0)
    if Self.isName("gzip", coding) || Self.isName("x-gzip", coding) {
      gzip = min(weight, gzip ?? weight)
    } else if Self.isName("identity", coding) {
      identity = min(weight, identity ?? weight)
    } else if Self.isName("*", coding) {
      others = min(weight, others ?? weight)
    }
  }

  /// Returns the weight of a parameter such as `q=0.8` in thousandths; nil if it is not a valid
  /// `qvalue` (RFC 9110, 12.4.2).
  private static func weight(_ text: ArraySlice<UInt8>) -> Int? {
    let start = text.startIndex
    guard text.count >= 3, text.count <= 7, text[start] | 0x20 == UInt8(ascii: "q"),
      text[start + 1] == UInt8(ascii: "=")
    else { return nil }
    let whole = Int(text[start + 2]) - 0x30
    guard whole == 0 || whole == 1 else { return nil }
    guard text.count > 3 else { return whole * 1000 }
    guard text[start + 3] == UInt8(ascii: ".") else { return nil }
    var (value, unit) = (whole * 1000, 100)
    for byte in text[(start + 4)...] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value += unit * (Int(byte) - 0x30)
      unit /= 10
    }
    return value <= 1000 ? value : nil
  }

  private static func isName(_ name: StaticString, _ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { name in text.elementsEqual(name) { $0.lowercased == $1 } }
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}

extension Request {
  /// True if the client accepts gzip and does not prefer an uncompressed response.
  package var takesGzip: Bool {
    guard let header = headerBytes("Accept-Encoding") else { return false }
    return AcceptedCodings(header).preferGzip
  }
}
