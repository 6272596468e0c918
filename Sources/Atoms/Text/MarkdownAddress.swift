import SourceText

extension MarkdownSpans {
  /// Reads the address of a link and the `)` after it. Parentheses in the address are balanced or
  /// have a `\`.
  mutating func readAddress(ofLinkAt link: Int) throws(Markdown.Fault) -> String {
    let start = place
    var (address, depth) = ([UInt8](), 0)
    while let byte = byte(at: place) {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 {
          place += 1
          let text = String(decoding: address, as: UTF8.self)
          if let fault = refusal(of: text, at: start) { throw fault }
          return text
        }
        depth -= 1
      case UInt8(ascii: "\\") where self.byte(at: place + 1).map(Self.isPunctuation) == true:
        place += 1
        address.append(content.bytes[place])
        place += 1
        continue
      case MarkdownSource.mark:
        throw fault(
          "the address of a link is the same for all values, so a placeholder is not replaced",
          remedy: ": write the address without it", at: place)
      case 0...0x20, 0x7F: throw blank(at: place)
      default: break
      }
      address.append(byte)
      place += 1
    }
    throw fault("the address of the link is not closed", remedy: ": write `)` after it", at: link)
  }

  private func blank(at place: Int) -> Markdown.Fault {
    var next = place
    while let byte = byte(at: next), byte <= 0x20 { next += 1 }
    let isTitle = byte(at: next) == UInt8(ascii: "\"") || byte(at: next) == UInt8(ascii: "'")
    return isTitle
      ? fault("a link has no title", remedy: ": write [text](address)", at: next)
      : fault("an address has no spaces", remedy: "; write `%20` for a space, and `)` after the address", at: place)
  }

  /// Returns the fault of an address that links do not take; nil for an allowed address.
  private func refusal(of address: String, at place: Int) -> Markdown.Fault? {
    if LinkAddress.isAllowed(address) { return nil }
    let schemes = LinkAddress.schemes.listed
    let usual = ": write a path such as /operations, or an address with a scheme (\(schemes))"
    let (problem, remedy): (String, String)
    if address.isEmpty {
      (problem, remedy) = ("the link has no address", usual)
    } else if address.hasPrefix("<") {
      (problem, remedy) = ("the address is in `< >`", ": write it without these signs")
    } else if let scheme = LinkAddress.scheme(of: address) {
      (problem, remedy) = ("a link does not take the scheme `\(scheme)`", scheme == "http" ? ": write `https:`" : usual)
    } else {
      (problem, remedy) = (
        "the address has no scheme", address.hasPrefix("//") ? ": write `https:\(address)`" : usual
      )
    }
    let fault = fault(problem, remedy: remedy, at: place)
    return Markdown.Fault(code: .wrongAddress, problem: problem, remedy: remedy, offset: fault.offset)
  }
}

/// The addresses that links take.
enum LinkAddress {
  /// The schemes of addresses outside of this server, and the scheme of its deep links.
  static let schemes = outside + ["valence"]
  /// The schemes of addresses outside of this server.
  static let outside = ["https", "mailto", "tel"]

  /// Returns true for a path on this server, and for an address with one of `schemes`.
  static func isAllowed(_ text: String, schemes: [String] = schemes) -> Bool {
    let isPath = text.hasPrefix("/") && !text.hasPrefix("//")
    let hasBlank = text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
    return !hasBlank && (isPath || scheme(of: text).map(schemes.contains) == true)
  }

  /// Returns the address with underscores in place of its placeholders, whose positions stay.
  static func unfilled(_ text: String) -> String {
    var depth = 0
    return String(
      decoding: text.utf8.map { byte -> UInt8 in
        if byte == UInt8(ascii: "{") { depth += 1 }
        defer { if byte == UInt8(ascii: "}"), depth > 0 { depth -= 1 } }
        return depth > 0 ? UInt8(ascii: "_") : byte
      }, as: UTF8.self)
  }

  /// Returns true for an address outside of this server.
  static func leadsOutside(_ text: String) -> Bool { scheme(of: text).map(outside.contains) == true }

  /// Returns the text before the first colon in lower case; nil without a colon.
  static func scheme(of text: String) -> String? { text.firstIndex(of: ":").map { text[..<$0].lowercased() } }
}
