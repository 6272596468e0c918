import Atoms
import Conditions
import Texts
import JSON

/// The comparison of a recorded request with the template of a declared one.
///
/// A mismatch is certain: no values of the template's expressions give the recorded request.
struct RecordedRequest {
  let method: String
  /// The recorded path and query.
  let target: String

  /// The maximum length of a compared path and query, which bounds the work. A longer one fits.
  private static let maxLength = 2_000

  private var path: Substring { target.prefix { $0 != "?" } }

  /// Returns true if the template can give this path.
  func hasPath(of request: SystemRequest) -> Bool {
    guard target.utf8.count <= Self.maxLength else { return true }
    let bytes = Array(path.utf8)
    var places: Set<Int> = [0]
    for part in request.path {
      switch part {
      case .text(let text): places = Self.places(after: Array(text.utf8), from: places, in: bytes)
      case .value(let expression):
        if let constant = Self.constant(expression) {
          places = Self.places(after: Array(percentEncoded(constant).utf8), from: places, in: bytes)
        } else {
          places = Set(places.flatMap { place in Self.ends(ofValueAt: place, in: bytes) })
        }
      }
    }
    return places.contains(bytes.count)
  }

  /// Returns true if the template can give this query: its parameters in their order, without those
  /// that have no value.
  func hasQuery(of request: SystemRequest) -> Bool {
    guard target.utf8.count <= Self.maxLength else { return true }
    var parameters = request.query[...]
    let query = target.contains("?") ? target.dropFirst(path.count + 1) : ""
    let pairs = target.contains("?") ? query.split(separator: "&", omittingEmptySubsequences: false) : []
    for pair in pairs {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      while let next = parameters.first, percentEncoded(next.name) != halves[0] || halves.count < 2 {
        guard Self.canBeOmitted(next.value) else { return false }
        parameters.removeFirst()
      }
      guard let next = parameters.popFirst(), Self.fits(halves[1], next.value) else { return false }
    }
    return parameters.allSatisfy { Self.canBeOmitted($0.value) }
  }

  /// Returns the reason why no body of the template has these members; nil if one can have them.
  static func mismatch(of wanted: Value, with body: SystemRequest.Body?, at name: String = "with") -> String? {
    switch body {
    case nil: return "the request has no body"
    case .null: return wanted.isNull ? nil : "`\(name)` is always null"
    case .value(let expression): return mismatch(of: wanted, with: expression, at: name)
    case .array(let parts):
      guard let elements = wanted.array, elements.count == parts.count else {
        return "`\(name)` is a list of \(parts.count)"
      }
      return zip(elements, parts).lazy.compactMap { mismatch(of: $0, with: $1, at: name) }.first
    case .object(let members):
      guard let object = wanted.object else { return "`\(name)` is a mapping" }
      for member in object.members {
        guard let own = members.first(where: { $0.name == member.name }) else {
          let names = members.map(\.name)
          let hint = suggestion(for: member.name, among: names)
          return "the body has no `\(member.name)`\(hint.isEmpty ? "; there is \(names.listed)" : hint)"
        }
        if let reason = mismatch(of: member.value, with: own.value, at: member.name) { return reason }
      }
      return nil
    }
  }

  private static func mismatch(of wanted: Value, with expression: ConditionExpression, at name: String) -> String? {
    if expression.reads.slots.isEmpty, let constant = try? expression.value(in: ConditionInput(values: [])) {
      return RecordedSystem.matches(wanted, constant) ? nil : "`\(name)` is always `\(constant.plainText)`"
    }
    guard expression.type == .text else { return nil }
    switch wanted {
    case .null, .string: return nil
    case .integer, .decimal, .bool: return "`\(name)` is a text: write it in quotes, \"\(wanted.plainText)\""
    default: return "`\(name)` is a text"
    }
  }

  // MARK: - Parts

  /// Returns the positions after a text at one of these positions.
  private static func places(after text: [UInt8], from places: Set<Int>, in bytes: [UInt8]) -> Set<Int> {
    Set(places.filter { bytes[$0...].starts(with: text) }.map { $0 + text.count })
  }

  /// Returns the positions at which a percent-encoded value that begins here can end.
  private static func ends(ofValueAt place: Int, in bytes: [UInt8]) -> [Int] {
    var (ends, end) = ([Int](), place)
    while end < bytes.count, let length = lengthOfCharacter(at: end, in: bytes) {
      end += length
      ends.append(end)
    }
    return ends
  }

  /// Returns the number of bytes of an encoded byte; nil for a byte that encoding replaces.
  private static func lengthOfCharacter(at place: Int, in bytes: [UInt8]) -> Int? {
    let byte = bytes[place]
    if percentEncoded(String(UnicodeScalar(byte))).utf8.count == 1, byte < 0x80 { return 1 }
    let digits = bytes[(place + 1)...].prefix(2)
    let areDigits = digits.count == 2 && digits.allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
    return byte == UInt8(ascii: "%") && areDigits ? 3 : nil
  }

  private static func fits(_ text: Substring, _ expression: ConditionExpression) -> Bool {
    if let constant = constant(expression) { return percentEncoded(constant) == text }
    let bytes = Array(text.utf8)
    return bytes.isEmpty || ends(ofValueAt: 0, in: bytes).last == bytes.count
  }

  private static func canBeOmitted(_ expression: ConditionExpression) -> Bool { constant(expression) == nil }

  /// Returns the text of an expression that reads no value; nil for any other expression.
  private static func constant(_ expression: ConditionExpression) -> String? {
    guard expression.reads.slots.isEmpty else { return nil }
    return (try? SystemRequest.text(expression, ConditionInput(values: []))).flatMap(\.self)
  }
}

extension SystemRequest: CustomStringConvertible {
  /// The method, and the path and query with their expressions in braces.
  package var description: String {
    let places = path.map { part in
      switch part {
      case .text(let text): text
      case .value(let expression): "{\(expression.text)}"
      }
    }
    let parameters = query.map { "\($0.name)={\($0.value.text)}" }.joined(separator: "&")
    return "\(method) \(places.joined())\(parameters.isEmpty ? "" : "?\(parameters)")"
  }
}
