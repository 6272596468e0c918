import Foundation
package import PostgreSQLStorage
import Synchronization
import TestClient

/// A PostgreSQL server for the tests, with a database for each test. It is reachable only through a
/// socket.
///
/// `Tests/PostgreSQL/server` creates it. It ends with the test process, even if that process is
/// killed.
package final class OwnServer: Sendable {
  /// The reason why the server could not be started.
  package struct Failed: Error, CustomStringConvertible {
    package let description: String
  }

  /// The shared server of this process.
  package static let shared = Result { try OwnServer() }

  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../PostgreSQL/server").standardizedFileURL.path

  private let place: String
  private let number = Atomic(0)
  /// The server is removed when this pipe is closed.
  private let life = Pipe()

  /// Starts a separate server, for a test that stops it.
  package init() throws {
    place = try Self.run(Self.script, "make")
    _ = try StartedProcess(
      "/bin/bash", ["-c", "trap '' INT TERM; cat >/dev/null; '\(Self.script)' remove '\(place)'"],
      input: life.fileHandleForReading.fileDescriptor)
    // Only the shell reads the pipe.
    try life.fileHandleForReading.close()
  }

  /// Starts the server again, and returns when it accepts connections.
  package func start() throws { _ = try Self.run(Self.script, "start", place) }

  /// Kills all processes of the server, as a crash of the machine would, and removes the files of a
  /// running server.
  package func kill() throws { _ = try Self.run(Self.script, "kill", place) }

  /// Creates a database, empty or as a copy of another one that is not open. Returns its address.
  package func database(named name: String? = nil, like template: String = "template0") throws -> ServerAddress {
    let name = name ?? "test_\(number.wrappingAdd(1, ordering: .relaxed).newValue)"
    try administer("CREATE DATABASE \(name) TEMPLATE \(template)")
    return try address(of: name)
  }

  /// Creates an empty database. Returns its address as an argument of a command.
  package func newDatabase() throws -> String { "postgresql://owner@/\(try database().database)?host=\(place)" }

  /// Returns the address of a database on this server.
  package func address(of name: String, as login: String = "owner") throws -> ServerAddress {
    try ServerAddress("postgresql://\(login)@/\(name)?host=\(place)")
  }

  private func administer(_ script: String) throws {
    try PostgreSQLStore.administer(address(of: "postgres")) { try $0.run(script: script) }
  }

  /// Runs a program until it ends. Returns the last line of its output.
  private static func run(_ program: String, _ arguments: String...) throws -> String {
    let (status, said) = try StartedProcess.run(program, arguments, withErrors: true)
    guard status == 0 else { throw Failed(description: "\(arguments.joined(separator: " ")): \(said)") }
    return String(said.split(separator: "\n").last ?? "")
  }
}
