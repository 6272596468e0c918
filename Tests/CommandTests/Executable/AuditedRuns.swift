import Foundation
import JSON
import Platform
import TestBank
import Testing

/// Runs of commands whose audit records are compared with `AuditedCommandTests.commands`.
struct AuditedRuns {
  private let place: Workplace

  init(_ place: Workplace) { self.place = place }

  /// Runs a command without and with its required reason, and compares its audit records. Returns
  /// its output.
  @discardableResult
  func run(_ command: [String], input: String = "") throws -> String {
    let before = try head().sequence
    if !command.contains("--reason") {
      // Without the required reason, a command changes and shows nothing.
      let refused = try Program(command, in: place, input: input, environment: ["VALENCE_REQUIRE_REASON": "true"])
        .outcome()
      #expect((refused.status, refused.output) == (1, ""), "\(command)")
      #expect(refused.errors.contains("repeat the command with --reason TEXT"), "\(command): \(refused.errors)")
      #expect(try head().sequence == before, "\(command)")
    }
    let outcome = try Program(command, in: place, input: input).outcome()
    #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    let words = Self.words(of: command)
    let events = ["command-run"] + (AuditedCommandTests.commands[words] ?? []).map(\.rawValue)
    let user = "\(ProcessUser.login ?? ProcessUser.effective)@\(ProcessInfo.processInfo.hostName)"
    #expect(try reported(after: before) == events.map { "\($0) \(words) by \(user)" }, "\(command)")
    return outcome.output
  }

  /// Returns the words of a command without its arguments.
  static func words(of command: [String]) -> String {
    let isWhole = AuditedCommandTests.commands[command[0]] != nil
    return command.prefix(isWhole ? 1 : 2).joined(separator: " ")
  }

  /// Returns the last audit record, as text and as its number.
  func head() throws -> (text: String, sequence: Int) {
    let text = try place.run("audit", "head").output.trimmingCharacters(in: .whitespacesAndNewlines)
    return (text, try #require(Int(text.prefix { $0 != ":" })))
  }

  /// Returns the event and the actor of each audit record after `sequence`.
  private func reported(after sequence: Int) throws -> [String] {
    let list = try place.run("audit", "list", "--after", "\(sequence)", "--json")
    #expect(list.status == 0)
    return try list.output.split(separator: "\n").map { line in
      let record = try Value(reading: String(line))
      let user = record["user"]?.string.map { " by \($0)" } ?? ""
      return "\(record["event"]?.string ?? "") \(record["command"]?.string ?? "")\(user)"
    }
  }
}
