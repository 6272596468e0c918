/// An address or a text with names in braces, such as `/accounts/{number}` or
/// `/entries{?text,from}` (RFC 6570).
///
///     Template("/entries{?text,from}").address(with: ["text": "tea"])  // "/entries?text=tea"
public struct Template: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case text(String)
    case value(String)
    /// The pairs of a query, which begin with `?` or `&`.
    case query(Character, [String])
  }

  private let parts: [Part]

  /// Reads a template. Braces that are not closed are text.
  public init(_ template: String) {
    var parts: [Part] = []
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      parts.append(.text(String(rest[..<open])))
      let inner = rest[rest.index(after: open)..<close]
      if let sign = inner.first, sign == "?" || sign == "&" {
        parts.append(.query(sign, inner.dropFirst().split(separator: ",").map(String.init)))
      } else {
        parts.append(.value(String(inner)))
      }
      rest = rest[rest.index(after: close)...]
    }
    self.parts = parts + [.text(String(rest))]
  }

  /// Returns the address with percent-encoded values; nil if a name outside a query has no value. A
  /// query omits names without a value and empty texts.
  public func address(with values: Members) -> String? { filled(values, \.addressEncoded) }

  /// Returns the text with the values as they are; nil if a name has no value.
  public func text(with values: Members) -> String? { filled(values, \.self) }

  /// Returns a body whose texts are templates, with the values as they are; nil if a name has no
  /// value.
  public static func body(_ body: Members, with values: Members) -> Members? {
    var filled = body
    for (name, value) in body {
      guard let template = value.string else { continue }
      guard let text = Template(template).text(with: values) else { return nil }
      filled[name] = .string(text)
    }
    return filled
  }

  private func filled(_ values: Members, _ encoded: (String) -> String) -> String? {
    var filled = ""
    for part in parts {
      switch part {
      case .text(let text): filled += text
      case .value(let name):
        guard let value = values[name]?.text else { return nil }
        filled += encoded(value)
      case .query(let sign, let names):
        let pairs = names.compactMap { name -> String? in
          guard let value = values[name]?.text, !value.isEmpty else { return nil }
          return "\(name)=\(encoded(value))"
        }
        if !pairs.isEmpty { filled += String(sign) + pairs.joined(separator: "&") }
      }
    }
    return filled
  }
}
