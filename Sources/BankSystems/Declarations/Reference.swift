import SourceText
import FoundationEssentials

/// A setting whose value can be outside its file: `${CRM_URL}` in the environment, or
/// `${file:/run/secrets/token}` in another file.
package struct Reference: Sendable {
  /// The reason that a reference has no usable value.
  package enum Missing: Error, Equatable, CustomStringConvertible {
    /// The environment variable is missing or empty.
    case variable(String)
    /// The file cannot be read, is empty, is not UTF-8 or is larger than 64 KiB.
    case file(String)
    /// The resolved address is invalid.
    case address(String)
    /// The resolved secret cannot be used.
    case secret(String)

    package var description: String {
      switch self {
      case .variable(let name): "the environment variable `\(name)` is not set"
      case .file(let path): "the file `\(path)` cannot be read"
      case .address(let fault), .secret(let fault): fault
      }
    }

    /// The code of its finding.
    var code: FindingCode {
      switch self {
      case .variable, .file, .secret: .missingSetting
      case .address: .wrongAddress
      }
    }
  }

  private enum Part: Sendable {
    case text(String)
    case variable(String)
    case file(String)
  }

  /// The location in the file.
  let location: Location
  private let parts: [Part]

  /// Parses a setting. A `${` without a closing brace is text.
  init(_ text: String, at location: Location) {
    self.location = location
    var (parts, rest): ([Part], Substring) = ([], text[...])
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      if start.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<start.lowerBound]))) }
      let name = rest[start.upperBound..<end]
      parts.append(name.hasPrefix("file:") ? .file(String(name.dropFirst(5))) : .variable(String(name)))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty || parts.isEmpty { parts.append(.text(String(rest))) }
    self.parts = parts
  }

  /// The text, if it contains no references; otherwise nil.
  var literal: String? {
    guard parts.count == 1, case .text(let text) = parts[0] else { return nil }
    return text
  }

  /// Returns the resolved value. Line breaks at the end of a referenced file are removed.
  ///
  /// - Throws: `Missing.variable` if a variable is unset or empty. `Missing.file` if a file cannot
  ///   be read, is not UTF-8, has more than 64 KiB or contains only line breaks.
  package func value(_ environment: [String: String]) throws(Missing) -> String {
    var value = ""
    for part in parts {
      switch part {
      case .text(let text): value += text
      case .variable(let name):
        guard let found = environment[name], !found.isEmpty else { throw .variable(name) }
        value += found
      case .file(let path):
        guard let data = FileManager.default.contents(atPath: path), data.count <= 1 << 16,
          let text = String(validating: data, as: UTF8.self)
        else { throw .file(path) }
        // Scalars, because "\r\n" is one character.
        let content = text.unicodeScalars.reversed().drop { $0 == "\n" || $0 == "\r" }
        guard !content.isEmpty else { throw .file(path) }
        value.unicodeScalars.append(contentsOf: content.reversed())
      }
    }
    return value
  }
}
