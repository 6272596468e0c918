import Foundation
package import PostgreSQLStorage
import Synchronization
import TestClient

/// A PostgreSQL server of the tests' own, which only a socket reaches, with a database for each test.
///
///     let store = try PostgreSQLStore(OwnServer.shared.get().database())
///
/// `Tests/PostgreSQL/server` makes it and says how it runs. It ends with the process of the tests, also if that is killed.
package final class OwnServer: Sendable {
  /// The reason why no server could be started.
  package struct Failed: Error, CustomStringConvertible {
    package let description: String
  }

  /// The one server of this process.
  package static let shared = Result { try OwnServer() }

  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../PostgreSQL/server").standardizedFileURL.path

  private let place: String
  private let number = Atomic(0)
  /// Its end of file ends the server.
  private let life = Pipe()

  /// Starts another server, for a test that stops it.
  package init() throws {
    place = try Self.run(Self.script, "make")
    _ = try StartedProcess(
      "/bin/bash", ["-c", "trap '' INT TERM; cat >/dev/null; '\(Self.script)' remove '\(place)'"],
      input: life.fileHandleForReading.fileDescriptor)
    // The shell alone reads it.
    try life.fileHandleForReading.close()
  }

  /// Starts the server again, and returns when it takes connections.
  package func start() throws { _ = try Self.run(Self.script, "start", place) }

  /// Kills the server with all its processes, as a crash of the machine would. What is left says nothing of a running server.
  package func kill() throws { _ = try Self.run(Self.script, "kill", place) }

  /// Creates a database, empty or like another one of this server, which nobody may have open; returns its address.
  package func database(named name: String? = nil, like template: String = "template0") throws -> ServerAddress {
    let name = name ?? "test_\(number.wrappingAdd(1, ordering: .relaxed).newValue)"
    try administer("CREATE DATABASE \(name) TEMPLATE \(template)")
    return try address(of: name)
  }

  /// Creates an empty database; returns its address as a command takes it.
  package func newDatabase() throws -> String { "postgresql://owner@/\(try database().database)?host=\(place)" }

  /// The address of a database of this server, for its owner or another login.
  package func address(of name: String, as login: String = "owner") throws -> ServerAddress {
    try ServerAddress("postgresql://\(login)@/\(name)?host=\(place)")
  }

  private func administer(_ script: String) throws {
    try PostgreSQLStore.administer(address(of: "postgres")) { try $0.run(script: script) }
  }

  /// Runs a program to its end; returns the last line that it prints.
  private static func run(_ program: String, _ arguments: String...) throws -> String {
    let (status, said) = try StartedProcess.run(program, arguments, withErrors: true)
    guard status == 0 else { throw Failed(description: "\(arguments.joined(separator: " ")): \(said)") }
    return String(said.split(separator: "\n").last ?? "")
  }
}
