import SourceText
import Definitions
import Atoms
import Operations
import Testing

/// Sets of definition files: texts by path.
enum Sets {
  /// Returns the files of a set. Each path begins with `operations/`, `fragments/` or another part.
  static func files(_ texts: [String: String]) -> DefinitionFiles {
    var files = DefinitionFiles(operations: [])
    for part in DefinitionFiles.Part.allCases {
      files[part] = texts.filter { $0.key.hasPrefix("\(part.rawValue)/") }.sorted { $0.key < $1.key }
        .map { DefinitionFile(name: $0.key, bytes: Array($0.value.utf8)) }
    }
    return files
  }

  static func catalog(_ texts: [String: String]) throws(Catalog.Failure) -> Catalog {
    try Catalog(files(texts), vocabulary: Vocabulary())
  }

  /// Returns the faults of a set or, without faults, its warnings.
  static func findings(_ texts: [String: String], _ vocabulary: Vocabulary = Vocabulary()) -> String {
    findings(files(texts), vocabulary)
  }

  static func findings(_ files: DefinitionFiles, _ vocabulary: Vocabulary = Vocabulary()) -> String {
    do throws(Catalog.Failure) {
      return lines(try Catalog(files, vocabulary: vocabulary).warnings)
    } catch {
      switch error {
      case .faults(let faults): return lines(faults)
      case .unreadable(let path, let reason): return "\(path): \(reason)"
      }
    }
  }

  private static func lines(_ findings: Diagnostics) -> String {
    findings.sorted.map { "\($0)" }.joined(separator: "\n")
  }

  /// Returns an operation with these atoms.
  static func operation(_ atoms: [String], more: String = "") -> String {
    "operation: pay\ntitle: {ru: Платёж, en: Payment}\n\(more)atoms:\n" + atoms.map { "  - \($0)\n" }.joined()
  }

  /// Returns a fragment with these atoms.
  static func fragment(_ atoms: [String], more: String = "") -> String {
    "\(more)atoms:\n" + atoms.map { "  - \($0)\n" }.joined()
  }
}
