import FoundationEssentials

extension ConformanceReport {
  /// Writes the report as JSON, JUnit XML, Markdown and HTML into a directory, which is created.
  package func write(to directory: String) throws {
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let files = [
      "report.json": json, "junit.xml": junit, "report.md": markdown, "report.html": html,
    ]
    for (name, text) in files {
      let bytes = text.utf8 + [UInt8(ascii: "\n")]
      try Data(bytes).write(to: URL(filePath: "\(directory)/\(name)"), options: .atomic)
    }
  }
}
