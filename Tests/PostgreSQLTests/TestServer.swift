import Foundation
import PostgreSQL
import Synchronization

/// A PostgreSQL server of the tests' own, which only a socket reaches, with a database for each test.
///
/// It runs as an ordinary user, never in Debian's default cluster, and ends with the process of the tests, also if that is killed.
final class TestServer: Sendable {
  /// The reason why no server could be started.
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  /// The one server of this process.
  static let shared = Result { try TestServer() }
  private static let servers = Atomic(0)

  private let programs: String
  private let place: String
  private let number = Atomic(0)
  /// Its end of file ends the server.
  private let life = Pipe()

  /// Starts another server, for a test that stops it.
  init() throws {
    programs = try Self.programs()
    let number = Self.servers.wrappingAdd(1, ordering: .relaxed).newValue
    let process = ProcessInfo.processInfo.processIdentifier
    place = FileManager.default.temporaryDirectory.path + "/valence-postgresql-\(process)-\(number)"
    let owner = geteuid() == 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups" : ""
    try Self.run(
      """
      set -e; umask 077; mkdir '\(place)'; \(geteuid() == 0 ? "chown nobody '\(place)'" : "true"); cd /
      \(owner) '\(programs)/initdb' -D '\(place)/data' -U owner -A trust -E UTF8 --locale=C >/dev/null
      """)
    let watch = Process()
    watch.executableURL = URL(filePath: "/bin/bash")
    watch.arguments = [
      "-c",
      """
      trap '' INT TERM; cat >/dev/null; cd /
      \(owner) '\(programs)/pg_ctl' -D '\(place)/data' -m immediate stop >/dev/null 2>&1; rm -rf '\(place)'
      """,
    ]
    watch.standardInput = life
    try watch.run()
    // The shell alone reads it.
    try life.fileHandleForReading.close()
    try start()
  }

  /// Starts the server, and returns when it takes connections. It inherits no file: Foundation would wait until the server closes it.
  func start() throws {
    let owner = geteuid() == 0 ? "setpriv --reuid=nobody --regid=nogroup --clear-groups" : ""
    try Self.run(
      """
      cd /; for file in $(ls /proc/self/fd); do [ "$file" -le 2 ] || eval "exec $file>&-"; done
      \(owner) '\(programs)/pg_ctl' -D '\(place)/data' -l '\(place)/data/log' -w \
      -o "-c listen_addresses= -c unix_socket_directories='\(place)' -c max_connections=300" start >/dev/null 2>&1
      """)
  }

  /// Kills the server with all its processes, as a crash of the machine would. What is left says nothing of a running server.
  func kill() throws {
    try Self.run(
      """
      first=$(head -1 '\(place)/data/postmaster.pid'); all="$first $(pgrep -P $first)"; kill -9 $all
      for one in $all; do while [ -e /proc/$one/stat ] && ! grep -q ') Z ' /proc/$one/stat; do :; done; done
      rm '\(place)/data/postmaster.pid' '\(place)'/.s.PGSQL.5432*
      """)
  }

  /// Creates a database, and returns its address.
  func database() throws -> ServerAddress {
    let name = "test_\(number.wrappingAdd(1, ordering: .relaxed).newValue)"
    try Self.run("'\(programs)/createdb' -h '\(place)' -U owner \(name)")
    return try ServerAddress("postgresql://owner@/\(name)?host=\(place)")
  }

  private static func programs() throws -> String {
    let root = "/usr/lib/postgresql"
    let releases = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    if let newest = releases.compactMap({ Int($0) }).max() { return "\(root)/\(newest)/bin" }
    throw Failed(description: "these tests need the server of PostgreSQL 15 or newer: install Debian's postgresql")
  }

  private static func run(_ script: String) throws {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script]
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      throw Failed(description: "\(said)\n\(script)")
    }
  }
}
