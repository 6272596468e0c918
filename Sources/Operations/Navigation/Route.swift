import Atoms
import SourceText
import JSON

/// The path of a deep link, `payments/quick`, and its target.
package struct Route: Sendable {
  /// `product/feature`.
  package let name: String
  /// The query parameters with their types.
  package let parameters: [Port]
  package let target: Target
  /// The file and line of the route. For the generated route of an operation, the operation.
  package let place: String

  /// The scheme of links.
  package static let scheme = "valence"
  /// The product of the generated routes of operations.
  package static let operations = "operations"
}

/// A parsed deep link: `valence://payments/quick?bic=044525225`. The first separator can be `&`
/// instead of `?`.
package struct DeepLink: Sendable {
  /// `product/feature`, with the product in lower case.
  package let name: String
  /// The decoded parameters in order.
  package let parameters: [(name: String, value: String)]

  /// Parses a link; nil if it has another scheme or is malformed.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == Route.scheme else { return nil }
    let rest = text[text.index(after: colon)...]
    guard rest.hasPrefix("//") else { return nil }
    // The client handles the fragment after # (RFC 3986, 3.5).
    let body = rest.dropFirst(2).prefix { $0 != "#" }
    let path = body.prefix { $0 != "?" && $0 != "&" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    name = "\(parts[0].lowercased())/\(parts[1])"
    guard Self.isName(name) else { return nil }
    var parameters: [(name: String, value: String)] = []
    for pair in body.dropFirst(path.count + 1).split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(halves[0]),
        let value = Self.decoded(halves.count > 1 ? halves[1] : "")
      else { return nil }
      parameters.append((name, value))
    }
    self.parameters = parameters
  }

  /// Returns true if the text can be the name of a route: two words with a slash between them.
  static func isName(_ text: String) -> Bool {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
              || byte == 0x2E || byte == 0x2D || byte == 0x5F
          }
      } && parts[0] == parts[0].lowercased()
  }

  /// Returns the decoded text of a percent-encoded part, where + is a space; nil if it is malformed
  /// or not valid UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
          return nil
        }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case 0...0x20, 0x7F: return nil
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0), CombiningRuns.excess(in: bytes) == nil else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// The routes of a file during parsing: `routes: [{route: payments/quick, operation: pp.quick},
/// ...]`.
struct RouteReading {
  struct Line {
    let name: String
    let location: Location
    let target: WrittenTarget
    /// The query parameters with their types; nil if they are the inputs of the target.
    let parameters: [Port]?
    /// The parameters as written; nil without any.
    let parametersNode: SourceNode?
  }

  /// The valid lines.
  private(set) var lines: [Line] = []

  init(_ root: SourceNode, _ faults: inout Diagnostics) {
    guard let entries = root.mapping else {
      faults.error(.wrongShape, "a file of routes is a mapping with `routes`, not \(root.noun)", at: root.location)
      return
    }
    var head = Properties(entries, at: root.location)
    let routes = head.node("routes")
    head.refuseTheRest(of: "a file of routes")
    faults.append(head.diagnostics)
    if routes?.sequence?.isEmpty ?? true {
      faults.error(.wrongShape, "`routes` takes a list of routes, one line each", at: (routes ?? root).location)
    }
    for line in routes?.sequence ?? [] {
      if let line = Self.line(line, &faults) { lines.append(line) }
    }
  }

  private static func line(_ line: SourceNode, _ faults: inout Diagnostics) -> Line? {
    guard let entries = line.mapping else {
      faults.error(
        .wrongShape, "a route is written as {route: product/feature, ...}, not \(line.noun)", at: line.location)
      return nil
    }
    var properties = Properties(entries, at: line.location)
    let node = properties.node("route")
    let parameters = properties.node("parameters")
    let target = WrittenTarget(&properties, words: KnownModules.opening, &faults)
    properties.refuseTheRest(of: "a route")
    faults.append(properties.diagnostics)
    let declared = parameters.map { [Port]($0, of: "parameters", &faults) }
    guard let name = node?.scalar, DeepLink.isName(name) else {
      faults.error(
        .invalidName,
        "`route` takes product/feature: Latin letters, digits, ., - and _, with the product in lower case",
        at: (node ?? line).location)
      return nil
    }
    guard let target else { return nil }
    if target.transition?.kind == .embed {
      faults.error(.misplaced, "the target of a route cannot be embedded", at: line.location)
    }
    return Line(
      name: name, location: node?.location ?? line.location, target: target, parameters: declared,
      parametersNode: parameters)
  }
}

extension RouteReading.Line {
  /// Returns the route with its resolved target.
  func route(in known: KnownModules, _ faults: inout Diagnostics) -> Route? {
    let inputs = known.signature(target.word, target.name.scalar ?? "")?.inputs ?? []
    let given = parameters ?? inputs
    let target =
      target.input == nil && parameters == nil
      ? passing(inputs, in: known, &faults)
      : target.target(in: known, given: given, from: "the route's parameters", otherwise: .push, &faults)
    let place = "\(location.file.name):\(location.line)"
    return target.map { Route(name: name, parameters: given, target: $0, place: place) }
  }

  private func passing(_ inputs: [Port], in known: KnownModules, _ faults: inout Diagnostics) -> Target? {
    known.module(target.word, named: target.name, &faults).map { module in
      Target(
        kind: module.kind, wiring: .passing(inputs, to: inputs), transition: target.transition ?? Transition(.push))
    }
  }
}
