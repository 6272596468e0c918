import FoundationEssentials
import Platform

/// The logos of service providers, read at startup.
///
/// A logo is a file named after the id of its provider, such as `svyaz-mobile.svg` or
/// `svyaz-mobile.png`.
package struct BrandMarks: Sendable {
  /// The maximum size of a logo in bytes. A page of a list shows many logos.
  static let maximum = 32_768

  /// An error that prevents serving a logo.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    /// The directory or the file cannot be read, or the file is a link out of the directory.
    case unreadable(String)
    /// The name is not a provider's id with `.svg` or `.png`.
    case misnamed(String)
    /// The file is longer than `maximum`.
    case tooLong(String)
    /// The content does not match the extension.
    case noPicture(String)

    package var description: String {
      switch self {
      case .unreadable(let file): "cannot read \(file)"
      case .misnamed(let file):
        "\(file) has an invalid name: use the id of a provider (lowercase letters, digits and -) with .svg or .png"
      case .tooLong(let file): "\(file) is larger than \(BrandMarks.maximum) bytes"
      case .noPicture(let file):
        "\(file) is not \(file.hasSuffix(".png") ? "a PNG file" : "an SVG file")"
      }
    }
  }

  struct Picture: Sendable {
    let type: String
    let content: [UInt8]
  }

  /// The prefix of a logo's name among all images.
  private static let prefix = "provider."
  /// The required start of an SVG file. An XML declaration or a comment before it is not allowed.
  private static let drawing = Array("<svg".utf8)
  /// The start of a PNG file (ISO/IEC 15948, 5.2).
  private static let portable: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The image names by provider. If a provider has a PNG and an SVG file, the name is of the SVG.
  private let names: [String: String]
  private let pictures: [String: Picture]

  init() { (names, pictures) = ([:], [:]) }

  /// Reads the logos in a directory. A missing directory counts as empty.
  ///
  /// Throws a `Fault` if the directory cannot be read, or for the first invalid file.
  package init(directory: String) throws(Fault) {
    let isThere = FileManager.default.fileExists(atPath: directory)
    guard let files = isThere ? try? FileManager.default.contentsOfDirectory(atPath: directory) : [] else {
      throw .unreadable(directory)
    }
    var (names, pictures): ([String: String], [String: Picture]) = ([:], [:])
    for file in files.sorted() where !file.hasPrefix(".") {
      let path = "\(directory)/\(file)"
      let isDrawing = file.hasSuffix(".svg")
      let provider = String(file.dropLast(4))
      guard isDrawing || file.hasSuffix(".png"), Self.isProvider(provider) else { throw .misnamed(path) }
      guard !ContainedFile.leadsOut(path), let data = FileManager.default.contents(atPath: path) else {
        throw .unreadable(path)
      }
      guard data.count <= Self.maximum else { throw .tooLong(path) }
      let content = Array(data)
      guard content.starts(with: isDrawing ? Self.drawing : Self.portable) else { throw .noPicture(path) }
      let name = Self.prefix + file
      names[provider] = name
      pictures[name] = Picture(type: isDrawing ? "image/svg+xml" : "image/png", content: content)
    }
    (self.names, self.pictures) = (names, pictures)
  }

  /// True for a valid id of a provider.
  private static func isProvider(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }

  /// Returns the path of a provider's logo; nil if it has none.
  package func address(of provider: String) -> String? { names[provider].map { "/images/\($0)" } }

  /// Returns the logo with that image name; nil if the name is unknown.
  func picture(_ name: String) -> Picture? { pictures[name] }
}
