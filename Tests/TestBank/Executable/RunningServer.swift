import Foundation
package import Model
import TestClient
import Testing

/// A server in a separate process that listens.
package final class RunningServer {
  package let program: Program
  /// The output up to the line with the address.
  package let greeting: String
  package let port: UInt16

  package init(_ program: Program) throws {
    self.program = program
    greeting = try program.said(upTo: "listening on ")
    let line = greeting.split(separator: "\n").first { $0.hasPrefix("listening on ") }
    let prefix = "listening on http://127.0.0.1:"
    port = try #require(line.flatMap { $0.hasPrefix(prefix) ? UInt16($0.dropFirst(prefix.count)) : nil })
  }

  /// Returns the last word of the line in the greeting that begins with `name`.
  func named(_ name: String) throws -> String {
    let line = greeting.split(separator: "\n").map { $0.split(separator: " ") }.first { $0.first == name[...] }
    return String(try #require(line?.last))
  }

  package var matrix: [Cell: String] { Self.matrix(in: greeting) }

  /// Returns the security matrix in a text: a line of column letters, then one line for each row
  /// number.
  package static func matrix(in text: String) -> [Cell: String] {
    let rows = text.split(separator: "\n").map { $0.split(separator: " ") }
    guard
      let head = rows.firstIndex(where: { $0.count > 1 && $0.allSatisfy { $0.count == 1 && $0 >= "A" && $0 <= "Z" } })
    else { return [:] }
    var codes: [Cell: String] = [:]
    for row in rows[(head + 1)...].prefix(while: { $0.count == rows[head].count + 1 && Int($0[0]) != nil }) {
      for (letter, code) in zip(rows[head], row.dropFirst()) {
        if let cell = Cell(rawValue: "\(letter)\(row[0])") { codes[cell] = String(code) }
      }
    }
    return codes
  }

  package func signal(_ number: Int32) { program.signal(number) }

  /// Sends a signal, and expects a clean stop.
  @discardableResult package func stop(_ number: Int32 = SIGTERM) throws -> Program.Outcome {
    program.signal(number)
    return try ended()
  }

  /// Waits for the end of the server, and expects a clean stop: status 0 and a last log line
  /// `valence stopped`.
  package func ended() throws -> Program.Outcome {
    let outcome = try program.outcome()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.last?.hasSuffix(" info valence stopped") == true)
    return outcome
  }
}
