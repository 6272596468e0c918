import FoundationEssentials
import Platform

/// The brand marks of providers: pictures that clients draw beside their names, read when the server starts.
///
/// A mark is a file with the id of its provider for a name: `svyaz-mobile.svg`, or `.png`.
///
///     let marks = try BrandMarks(directory: "config/marks")
///     marks.address(of: "svyaz-mobile")  // "/images/provider.svyaz-mobile.svg"
///     marks.address(of: "unknown")       // nil
package struct BrandMarks: Sendable {
  /// The most bytes of a mark: a page of a list shows many of them.
  static let maximum = 32_768

  /// A reason why a mark cannot be served.
  package enum Fault: Error, Equatable, CustomStringConvertible {
    /// The file cannot be read.
    case unreadable(String)
    /// The file has another name than a provider's id with `.svg` or `.png`.
    case misnamed(String)
    /// The file is longer than `maximum`.
    case tooLong(String)
    /// The content is not of the kind that the name says.
    case noPicture(String)

    package var description: String {
      switch self {
      case .unreadable(let file): "cannot read \(file)"
      case .misnamed(let file):
        "\(file) is no mark: it is named by the id of a provider, in small letters, digits and -, with .svg or .png"
      case .tooLong(let file): "\(file) has more than \(BrandMarks.maximum) bytes: every page of the list loads it"
      case .noPicture(let file):
        "\(file) does not begin as \(file.hasSuffix(".png") ? "a PNG picture" : "an SVG drawing")"
      }
    }
  }

  /// A picture as it is served.
  struct Picture: Sendable {
    let type: String
    let content: [UInt8]
  }

  /// The beginning of the name of a mark among all images.
  private static let prefix = "provider."
  /// The beginning of an SVG drawing.
  private static let drawing = Array("<svg".utf8)
  /// The beginning of a PNG picture (ISO/IEC 15948, 5.2).
  private static let portable: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The names by the provider.
  private let names: [String: String]
  private let pictures: [String: Picture]

  /// Creates no marks.
  init() { (names, pictures) = ([:], [:]) }

  /// Reads the marks in a directory; none if there is no such directory. Throws a `Fault` for one that cannot be read, and
  /// for the first file that is no mark.
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

  /// True for an id that a provider may have.
  private static func isProvider(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }

  /// Returns the path of a provider's mark; nil if it has none.
  package func address(of provider: String) -> String? { names[provider].map { "/images/\($0)" } }

  /// Returns the mark with that name among all images; nil if there is none.
  func picture(_ name: String) -> Picture? { pictures[name] }
}
