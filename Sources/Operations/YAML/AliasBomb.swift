import Atoms

/// Finds files whose aliases would multiply when they are followed.
///
/// The YAML library compares the keys of mappings with all that aliases put into them, which takes for ever where
/// each of many names stands for several of the one before. Such a file is told apart before it is parsed, by what
/// looks like aliases; a few do no harm, so a text that happens to hold something like one is no matter.
enum AliasBomb {
  /// The aliases that do no harm: three to a name make 3^8 copies at most.
  private static let harmless = 24

  /// The place of the first alias too many.
  static func place(in file: SourceFile) -> Location? {
    let anchors = Set(marks("&", in: file).map(\.name))
    guard !anchors.isEmpty else { return nil }
    return marks("*", in: file).filter { anchors.contains($0.name) }.dropFirst(harmless).first?.location
  }

  /// Every `&name` or `*name` that stands where a node may begin.
  private static func marks(_ sign: Unicode.Scalar, in file: SourceFile) -> [(name: String, location: Location)] {
    var marks: [(name: String, location: Location)] = []
    for (index, line) in file.lines.enumerated() where line.unicodeScalars.contains(sign) {
      let scalars = Array(line.unicodeScalars)
      for (place, scalar) in scalars.enumerated() where scalar == sign {
        guard place == 0 || " \t[{,:?-".unicodeScalars.contains(scalars[place - 1]) else { continue }
        let name = scalars[(place + 1)...].prefix {
          $0.properties.isAlphabetic || "0123456789_-".unicodeScalars.contains($0)
        }
        guard !name.isEmpty else { continue }
        let location = Location(file: file, line: index + 1, column: place + 1)
        marks.append((String(String.UnicodeScalarView(name)), location))
      }
    }
    return marks
  }
}
