import Foundation
import Testing

/// Checks that examples in doc comments and on DocC pages compile. Each example is in the file
/// `DocumentedExamples.swift` of a test target, between `// Example of TARGET.TYPE` (or
/// `TARGET.docc/PAGE`) and `// End`.
struct DocumentedExampleTests {
  /// Code between two marks.
  private struct Example {
    let file: String
    let subject: String
    let lines: [Substring]
  }

  /// The pages whose code this machine cannot compile, with the reason.
  private static let uncompiled = ["ValenceClient.docc/DrawingInSwiftUI": "SwiftUI is on Apple's systems alone"]

  private static func examples() throws -> [Example] {
    let folder = Repository.root.appending(path: "Tests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix("/DocumentedExamples.swift")
    }
    return try files.sorted().flatMap { file -> [Example] in
      var found: [Example] = []
      var open: (subject: String, margin: Int, lines: [Substring])?
      for line in try text(of: "Tests/\(file)").split(separator: "\n", omittingEmptySubsequences: false) {
        let bare = line.drop { $0 == " " }
        if bare.hasPrefix("// Example of ") {
          open = (String(bare.dropFirst("// Example of ".count)), line.count - bare.count, [])
        } else if bare == "// End", let (subject, _, lines) = open {
          found.append(Example(file: file, subject: subject, lines: lines))
          open = nil
        } else if let margin = open?.margin {
          open?.lines.append(bare.isEmpty ? "" : line.dropFirst(margin))
        }
      }
      return found
    }
  }

  @Test("Each compiled example is in its doc comment or on its DocC page") func compiledExamplesAreDocumented() throws {
    let examples = try Self.examples()
    #expect(examples.count >= 35)
    for example in examples {
      let shown =
        try example.subject.contains(".docc/") ? Self.fences(of: example.subject) : [Self.comment(of: example.subject)]
      let isShown = shown.contains { "\n\($0)\n".contains("\n\(example.lines.joined(separator: "\n"))\n") }
      #expect(isShown, "\(example.file): \(example.subject)")
    }
  }

  @Test("Each code block on a DocC page is a compiled example") func pageCodeIsCompiled() throws {
    let compiled = Set(try Self.examples().map { $0.lines.joined(separator: "\n") })
    let folder = Repository.root.appending(path: "Sources")
    let pages = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.contains(".docc/") && $0.hasSuffix(".md")
    }
    #expect(pages.count > 10)
    for page in pages {
      let subject = page.split(separator: "/").dropFirst().joined(separator: "/").replacing(/\.md$/, with: "")
      guard Self.uncompiled[subject] == nil else { continue }
      for fence in try Self.fences(of: subject) { #expect(compiled.contains(fence), "\(page):\n\(fence)") }
    }
  }

  /// The pieces of Swift on a page, such as `ValenceClient.docc/FirstPayment`.
  private static func fences(of page: String) throws -> [String] {
    let target = page.prefix { $0 != "." }
    return try text(of: "Sources/\(target)/\(page).md").matches(of: /```swift\n(?<code>(?:(?!```).*\n)*)```/).map {
      String($0.code.dropLast())
    }
  }

  /// The code in the doc comment of a type, such as `Model.BIC`; lines of prose are empty.
  private static func comment(of type: String) throws -> String {
    let parts = type.split(separator: ".")
    let declaration = try Regex(
      "(?:public |package |final |indirect )*(?:struct|class|enum|protocol|actor) \(parts[1])\\b.*")
    let folder = Repository.root.appending(path: "Sources/\(parts[0])").path
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() where file.hasSuffix(".swift") {
      let lines = try text(of: "Sources/\(parts[0])/\(file)").split(separator: "\n", omittingEmptySubsequences: false)
      guard let place = lines.firstIndex(where: { $0.wholeMatch(of: declaration) != nil }) else { continue }
      let above = lines[..<place].reversed().drop { $0.hasPrefix("@") }.prefix { $0.hasPrefix("///") }.reversed()
      return above.map { $0.hasPrefix("///     ") ? String($0.dropFirst(8)) : "" }.joined(separator: "\n")
    }
    return ""
  }

  private static func text(of path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }
}
