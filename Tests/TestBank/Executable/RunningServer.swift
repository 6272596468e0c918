import Foundation
package import Model
import TestClient
import Testing

/// A server in a process of its own that has said where it listens.
package final class RunningServer {
  package let program: Program
  /// The output until it listened.
  package let greeting: String
  /// The port it listens on.
  package let port: UInt16

  package init(_ program: Program) throws {
    self.program = program
    greeting = try program.said(upTo: "listening on ")
    let line = greeting.split(separator: "\n").first { $0.hasPrefix("listening on ") }
    let prefix = "listening on http://127.0.0.1:"
    port = try #require(line.flatMap { $0.hasPrefix(prefix) ? UInt16($0.dropFirst(prefix.count)) : nil })
  }

  /// Returns the text behind a name in the greeting.
  func named(_ name: String) throws -> String {
    let line = greeting.split(separator: "\n").map { $0.split(separator: " ") }.first { $0.first == name[...] }
    return String(try #require(line?.last))
  }

  /// The security matrix that the greeting shows.
  package var matrix: [Cell: String] { Self.matrix(in: greeting) }

  /// The security matrix that a text shows: the columns' letters above, the rows' numbers before.
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

  /// Asks it to stop.
  package func signal(_ number: Int32) { program.signal(number) }

  /// Stops it, and holds it to having ended well.
  @discardableResult package func stop(_ number: Int32 = SIGTERM) throws -> Program.Outcome {
    program.signal(number)
    return try ended()
  }

  /// Waits for its end, and holds it to having ended well.
  package func ended() throws -> Program.Outcome {
    let outcome = try program.outcome()
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.last?.hasSuffix(" info valence stopped") == true)
    return outcome
  }
}
