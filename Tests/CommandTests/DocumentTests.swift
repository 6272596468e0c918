import Foundation
import JSON
import TestBank
import TestClient
import Testing

/// The console sessions of README and `docs`. Each command runs on a server and must print the
/// documented output.
struct DocumentTests {
  /// Documents that run in this order on one server with these options. Later documents depend on
  /// earlier ones.
  ///
  /// A block whose fence names a file, such as ```` ```yaml gift.yaml ````, is written to that
  /// file.
  struct Reading: Sendable, CustomTestStringConvertible {
    let documents: [String]
    let options: [String]
    /// True if a payment is signed before the first document.
    var hasPayment = false
    /// True if the bank's core rejects another payment before.
    var hasRejection = false
    var testDescription: String { documents.joined(separator: ", ") }
  }

  static let readings = [
    Reading(
      documents: [
        "README.md", "docs/tutorial.md", "docs/authoring.md", "docs/clients.md", "docs/protocol.md", "docs/services.md",
        "docs/kinds.md", "docs/questionnaire.md",
      ],
      options: ["--demo"]),
    Reading(documents: ["docs/operating.md"], options: ["--demo"]),
    Reading(
      documents: ["docs/support.md"], options: ["--demo", "--core", "feed"], hasPayment: true, hasRejection: true),
    Reading(documents: ["docs/integrating.md"], options: ["--demo", "--core", "feed"], hasPayment: true),
  ]

  private struct Step {
    let document: String
    var command: String
    var output: [Substring] = []
  }

  @Test("The commands in the documents print the documented output", arguments: readings)
  func commandsPrintDocumentedOutput(_ reading: Reading) throws {
    let steps = try Self.steps(of: reading.documents)
    try #require(steps.count > 5)
    let place = try Workplace()
    let server = try RunningServer(Program(["serve", "--port", "0"] + reading.options, in: place))
    try Self.furnish(place, for: server)
    if reading.hasRejection { try Self.reject(at: server, in: place) }
    if reading.hasPayment { try Self.sign(at: server) }
    let script = steps.enumerated().map { index, step in
      "printf '\\001\(index)\\n'\n\(Self.runnable(step.command, port: server.port))"
    }.joined(separator: "\n")
    let printed = try Self.run(script, in: place.folder)
    for (index, step) in steps.enumerated() {
      let got = printed[index] ?? "(nothing)"
      let expected = step.output.joined(separator: "\n")
      #expect(Self.plain(got) == Self.plain(expected), "\(step.document): \(step.command)\n\(got)")
    }
    try server.stop()
  }

  /// Creates the files that the documents use: the examples, a directory file of the Bank of
  /// Russia, and the codes of the matrix.
  private static func furnish(_ place: Workplace, for server: RunningServer) throws {
    let files = FileManager.default
    try files.createSymbolicLink(
      at: place.folder.appending(path: "examples"), withDestinationURL: TestServer.root.appending(path: "examples"))
    try files.createSymbolicLink(
      at: place.folder.appending(path: "20230518_ED807_full.xml"),
      withDestinationURL: TestServer.root.appending(path: "Tests/DirectorySamples/ed807-sample.xml"))
    for (cell, code) in server.matrix { try place.write(code, to: "codes/\(cell)") }
  }

  private static func sign(at server: RunningServer) throws {
    let person = try server.person()
    let sent = try person.submit(try person.payment(["amount": "100.50"]), key: "read")
    #expect(try person.sign(sent)["submission"]?["status"] == "signed")
  }

  /// Signs a payment, which the bank's core then rejects.
  private static func reject(at server: RunningServer, in place: Workplace) throws {
    let person = try server.person()
    let signed = try person.sign(try person.submit(try person.payment(["amount": "250.00"]), key: "rejected"))
    let id = try #require(signed["submission"]?["id"]?.string)
    let password = "a long password"
    #expect(try place.run("users", "add", "abs", "--name", "АБС", "--role", "core", input: password).status == 0)
    let core = try Visitor(port: server.port)
    try core.login("abs", password)
    let rejection: Value = [
      "status": "rejected", "reason": "payee-closed", "message": ["ru": "Счёт получателя закрыт"],
    ]
    #expect(try core.post("/core/submissions/\(id)/ack", rejection).status == 200)
  }

  @Test("The documented script for one-time codes sends the text of the server")
  func documentedCodeSenderWorks() throws {
    let place = try Workplace()
    for step in try Self.steps(of: ["docs/integrating.md"]) where step.command.contains("> send-sms") {
      _ = try Self.run(step.command, in: place.folder)
    }
    // A substitute for `curl` that records its arguments and its input.
    try place.write("#!/bin/sh\nprintf '%s\\n' \"$@\" > sent; cat >> sent\n", to: "bin/curl")
    let script =
      "chmod +x send-sms bin/curl; printf '+79001234567\\nCode No. 1: 123456\\n' | PATH=$PWD/bin:$PATH ./send-sms"
    _ = try Self.run(script, in: place.folder)
    let sent = try String(contentsOf: place.folder.appending(path: "sent"), encoding: .utf8)
    #expect(sent.contains("to=+79001234567\n") && sent.hasSuffix("Code No. 1: 123456\n"))
  }

  @Test("The documented configuration file is read and validated") func readsDocumentedConfiguration() throws {
    let readme = try Self.text(of: Self.keys)
    let start = try #require(readme.firstRange(of: "```yaml\n# valence.yaml\n")).lowerBound
    let text = readme[start...].split(separator: "```")[0].dropFirst("yaml\n".count)
    let place = try Workplace(with: String(text), in: "valence.yaml")
    let right = try place.run("config")
    #expect(right.status == 0)
    for (key, value) in [("host", "0.0.0.0"), ("draft-days", "60"), ("database", "/var/lib/valence/valence.sqlite")] {
      let line = right.output.split(separator: "\n").first { $0.hasPrefix("\(key):") }
      #expect(line?.contains(value) == true && line?.contains("valence.yaml:") == true, "\(right.output)")
    }
    try place.write(String(text).replacing("draft-days: 60", with: "draft-days: 0"), to: "valence.yaml")
    #expect(try place.run("config").status != 0)
  }

  private static let keys = "docs/operating.md"

  private static func text(of document: String) throws -> String {
    try String(contentsOf: TestServer.root.appending(path: document), encoding: .utf8)
  }

  private static func steps(of documents: [String]) throws -> [Step] {
    var steps: [Step] = []
    for document in documents {
      var isConsole = false
      var file: (name: Substring, lines: [Substring])?
      for line in try text(of: document).split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          if let (name, lines) = file {
            steps.append(
              Step(
                document: document,
                command: "mkdir -p $(dirname \(name)) && cat > \(name) <<'END'\n\(lines.joined(separator: "\n"))\nEND"))
          }
          isConsole = line == "```console"
          let named = ["```yaml ", "```sh "].first { line.hasPrefix($0) }
          file = named.map { (line.dropFirst($0.count), []) }
        } else if file != nil {
          file?.lines.append(line)
        } else if isConsole, line.hasPrefix("$ ") {
          steps.append(Step(document: document, command: String(line.dropFirst(2))))
        } else if isConsole, let last = steps.indices.last {
          if steps[last].output.isEmpty, steps[last].command.hasSuffix("\\") {
            steps[last].command += "\n\(line)"
          } else {
            steps[last].output.append(line)
          }
        }
      }
    }
    return steps
  }

  /// Returns the command with the port of this server. In a signature, the codes come from the
  /// server's matrix, because they differ in each run.
  private static func runnable(_ command: String, port: UInt16) -> String {
    let here = command.replacing("localhost:8080", with: "127.0.0.1:\(port)")
    guard here.contains("/signature"),
      let values = here.range(of: #"'\{"values": \{[^}]*\}\}'"#, options: .regularExpression)
    else { return here }
    return """
      CELLS=$(grep -o '"id":"[A-Z][0-9]*","kind":"textInput"' sent.json | cut -d'"' -f4)
      CODES=$(for cell in $CELLS; do printf '"%s":"%s",' $cell $(cat codes/$cell); done)
      \(here.replacingCharacters(in: values, with: "\"{\\\"values\\\":{${CODES%,}}}\""))
      """
  }

  /// Returns the output of each command, by the index of the command.
  private static func run(_ script: String, in folder: URL) throws -> [Int: String] {
    var environment = ProcessInfo.processInfo.environment
    let program = try Program.executable().deletingLastPathComponent().path
    environment["PATH"] = "\(program):\(environment["PATH"] ?? "")"
    let output = try StartedProcess.run(
      "/bin/bash", ["-c", script], environment: environment, in: folder.path, withErrors: true
    ).output
    var printed: [Int: String] = [:]
    for part in output.split(separator: "\u{1}") {
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard let index = lines.first.flatMap({ Int($0) }) else { continue }
      printed[index] = lines.count > 1 ? String(lines[1]) : ""
    }
    return printed
  }

  /// Returns the text with placeholders for values that differ in each run: ids, times, tokens,
  /// versions and cells.
  private static func plain(_ text: String) -> String {
    let patterns = [
      ("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID"),
      ("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "TIME"), ("\"token\":\"[^\"]+\"", "TOKEN"),
      ("\\b[0-9a-f]{12}\\b", "VERSION"), ("\\b[0-9a-f]{64}\\b", "HASH"), ("\\b[0-9a-f]{16}\\b", "TAG"),
      ("\"requestId\":\"[^\"]+\"", "REQUEST"),
      ("Code in cell [A-Z][0-9]+", "CELL"),
    ]
    let plain = patterns.reduce(text) { text, pattern in
      text.replacingOccurrences(of: pattern.0, with: pattern.1, options: .regularExpression)
    }
    return plain.trimmingCharacters(in: .newlines)
  }
}
