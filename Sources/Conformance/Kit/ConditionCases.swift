import Atoms
import FoundationEssentials
import JSON
import SourceText

/// The cases of the condition language, in files that implementations of the language run too.
///
/// A file is a list of cases, one per line, as `conformance/cases/conditions/README.md` describes.
/// They are read as JSON, because their numbers and texts must not change.
extension KitReader {
  static let conditionProfile = "conditions"
  private static let conditionRule = "C1"
  /// Some cases are nested deeper than other JSON.
  private static let depth = 256

  /// Reads a file of conditions. Each case asks for the result of one condition.
  mutating func conditions(at path: String, id: String) -> [KitCase] {
    let bytes = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    let file = SourceFile(name: path, text: String(decoding: bytes, as: UTF8.self))
    let lines: [Value]
    do {
      guard let list = try Value(reading: bytes, limits: Limits(depth: Self.depth)).array else {
        diagnostics.error(.wrongShape, "a file of conditions is a list", at: Location(file: file, line: 1, column: 1))
        return []
      }
      lines = list
    } catch {
      let before = bytes.prefix(error.offset)
      let column = before.count - (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      diagnostics.error(.wrongShape, error.message, at: Location(file: file, line: line, column: column))
      return []
    }
    return lines.enumerated().compactMap { place, line in
      guard let name = line["name"]?.string, let format = line["format"]?.string ?? Self.composed(line["repeat"]),
        let expected = line["expected"], let result = expected.string ?? expected.bool.map({ "\($0)" })
      else {
        let location = Location(file: file, line: place + 2, column: 3)
        diagnostics.error(
          .missingProperty, "a condition has `name`, `format` or `repeat`, and `expected`", at: location)
        return nil
      }
      var given: [(String, Value)] = [("format", .string(format))]
      for member in ["vars", "unknown", "object"] { line[member].map { given.append((member, $0)) } }
      return KitCase(
        id: "\(id): \(name)", profile: Self.conditionProfile, level: .must, rules: [Self.conditionRule],
        function: "condition", given: Object(given), expected: ["result": .string(result)])
    }
  }

  /// Returns a long condition: `prefix + unit × count + middle + suffixUnit × count + suffix`.
  private static func composed(_ parts: Value?) -> String? {
    guard let count = parts?["count"]?.integer, (0...100_000).contains(count) else { return nil }
    func text(_ name: String, times: Int = 1) -> String {
      String(repeating: parts?[name]?.string ?? "", count: times)
    }
    return text("prefix") + text("unit", times: Int(count)) + text("middle") + text("suffixUnit", times: Int(count))
      + text("suffix")
  }
}
