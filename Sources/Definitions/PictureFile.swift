import Atoms
package import SourceText

/// A picture that forms show, such as `config/images/card-active@3x.png`.
package struct PictureFile: Sendable {
  /// The maximum size in bytes.
  static let maxBytes = 256 << 10
  /// The required start of an SVG file. An XML declaration or a comment before it is not allowed.
  private static let drawing = Array("<svg".utf8)
  /// The start of a PNG file (ISO/IEC 15948, 5.2).
  private static let portable: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The name in the address of the picture.
  package let name: String
  /// The media type.
  package let type: String
  package let bytes: [UInt8]

  /// Reads a picture. Throws a fault for a wrong name, size or content.
  init(_ file: DefinitionFile) throws(Diagnostics) {
    func refuse(_ code: FindingCode, _ problem: String, remedy: String = "") -> Diagnostics {
      var faults = Diagnostics()
      let start = Location(file: SourceFile(name: file.name, text: ""), line: 1, column: 1)
      faults.error(code, problem, remedy: remedy, at: start)
      return faults
    }
    let name = file.name.split(separator: "/").last.map(String.init) ?? file.name
    let isDrawing = name.hasSuffix(Pictures.drawing)
    guard Self.isName(name.dropLast(Pictures.drawing.utf8.count)) else {
      throw refuse(
        .fileName, "a picture's name has other characters than lowercase letters, digits and `-`",
        remedy: ": rename this file; the number of pixels for a point is at the end, such as `@3x`")
    }
    guard file.bytes.count <= Self.maxBytes else {
      throw refuse(.limit, "the picture is larger than \(Self.maxBytes >> 10) KiB")
    }
    guard file.bytes.starts(with: isDrawing ? Self.drawing : Self.portable) else {
      throw refuse(.wrongValue, "the file is not \(isDrawing ? "an SVG" : "a PNG") picture")
    }
    self.name = name
    bytes = file.bytes
    type = isDrawing ? "image/svg+xml" : "image/png"
  }

  /// Returns true for a name of lowercase letters, digits and `-`, with a scale such as `@3x`.
  private static func isName(_ name: Substring) -> Bool {
    let stem = ["@2x", "@3x", "@4x"].contains(name.suffix(3)) ? name.dropLast(3) : name
    return (1...64).contains(stem.utf8.count)
      && stem.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      }
  }

  /// Reads the pictures of a set. Returns those without faults, and adds the faults.
  package static func all(_ files: [DefinitionFile], _ faults: inout Diagnostics) -> [PictureFile] {
    var pictures: [PictureFile] = []
    for file in files {
      do throws(Diagnostics) { pictures.append(try PictureFile(file)) } catch { faults.append(error) }
    }
    return pictures
  }
}
