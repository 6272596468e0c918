import Foundation
import TestBank
import TestClient
import Testing

/// The configuration of the program: a file, environment variables and command line options, in
/// ascending precedence.
struct ConfigurationTests {
  /// Runs `valence config`. Returns each value with its origin, by key.
  private static func effective(
    _ place: Workplace, _ arguments: [String] = [], _ environment: [String: String] = [:]
  ) throws -> [String: String] {
    let outcome = try Program(["config"] + arguments, in: place, environment: environment).outcome()
    #expect((outcome.status, outcome.errors) == (0, ""))
    return Dictionary(
      outcome.output.split(separator: "\n").dropFirst().map { line in
        let parts = line.split(separator: ":", maxSplits: 1)
        return (String(parts[0]), parts[1].split(separator: " ").joined(separator: " "))
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the keys of `valence config --keys`, with the values that each accepts.
  private static func keys(_ place: Workplace) throws -> [(name: String, takes: String)] {
    try place.run("config", "--keys").output.split(separator: "\n").dropFirst(2).map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0].trimmingCharacters(in: ["`"]), cells[1])
    }
  }

  @Test("Options override environment variables, which override the configuration file")
  func ordersSourcesByPrecedence() throws {
    let place = try Workplace()
    #expect(try Self.effective(place)["port"] == "8080 # default")
    try place.write("# ours\nport: 1\ndraft-days: 1\nthreads: 1\n", to: "valence.yaml")
    let environment = ["VALENCE_PORT": "2", "VALENCE_DRAFT_DAYS": "2", "VALENCE_MATRIX_ROWS": ""]
    let found = try Self.effective(place, ["--port", "3"], environment)
    #expect(found["port"] == "3 # --port")
    #expect(found["draft-days"] == "2 # VALENCE_DRAFT_DAYS")
    #expect(found["threads"] == "1 # valence.yaml:4")
    #expect(found["matrix-rows"] == "10 # default")
    #expect(
      found["secret-key-file"]
        == "# default: the database's path with .key, or valence.key for a PostgreSQL database")
  }

  @Test("A source of higher precedence replaces whole lists and disables switches")
  func overridesListsAndSwitches() throws {
    let place = try Workplace(with: "minimum-client: [ios/1, android/1]\nwatch: true\ndemo: true\n", in: "valence.yaml")
    #expect(try Self.effective(place)["minimum-client"] == "[ios/1, android/1] # valence.yaml:1")
    let found = try Self.effective(place, ["--no-demo"], ["VALENCE_MINIMUM_CLIENT": "ios/2, web/3"])
    #expect(found["minimum-client"] == "[ios/2, web/3] # VALENCE_MINIMUM_CLIENT")
    #expect(found["watch"] == "true # valence.yaml:2")
    #expect(found["demo"] == "false # --no-demo")
    let again = try Self.effective(
      place, ["--minimum-client", "tv/1", "--minimum-client=tv/2"], ["VALENCE_WATCH": "false"])
    #expect(again["minimum-client"] == "[tv/1, tv/2] # --minimum-client")
    #expect(again["watch"] == "false # VALENCE_WATCH")
  }

  @Test("Relative paths in a configuration file are relative to its directory") func resolvesPathsFromFile() throws {
    let place = try Workplace(
      with:
        "database: data/bank.sqlite\nlog: /var/log/bank\nconfig: forms\ntls-key: tls.key\ntls-certificate: tls.pem\n",
      in: "etc/bank.yaml")
    for found in [
      try Self.effective(place, ["--config-file", "etc/bank.yaml"], ["VALENCE_CONFIG": "forms"]),
      try Self.effective(place, [], ["VALENCE_CONFIG_FILE": "etc/bank.yaml", "VALENCE_CONFIG": "forms"]),
    ] {
      #expect(found["database"] == "etc/data/bank.sqlite # etc/bank.yaml:1")
      #expect(found["log"] == "/var/log/bank # etc/bank.yaml:2")
      #expect(found["config"] == "forms # VALENCE_CONFIG")
      #expect(found["tls-key"] == "etc/tls.key # etc/bank.yaml:4")
    }
    // The address of a PostgreSQL database is not a path.
    try place.write("database: postgresql://bank@db.bank/bank\n", to: "etc/bank.yaml")
    let found = try Self.effective(place, ["--config-file", "etc/bank.yaml"])
    #expect(found["database"] == "\"postgresql://bank@db.bank/bank\" # etc/bank.yaml:1")
  }

  @Test("`config` prints a configuration file with the same effective values")
  func printsReusableConfiguration() throws {
    let place = try Workplace()
    let printed = try place.run(
      "config", "--port", "0", "--database", "a b/ü #1.sqlite", "--cut-off", "17:00", "--own-bic", "044525225",
      "--minimum-client", "ios/3.2", "--update-url", "ios=https://bank.example/?a=b,c", "--demo", "--log", "null")
    #expect(printed.status == 0)
    try place.write(printed.output, to: "printed.yaml")
    let before = printed.output.split(separator: "\n").dropFirst()
    let after = try place.run("config", "--config-file", "printed.yaml").output.split(separator: "\n").dropFirst()
    #expect(before.count == after.count)
    let plain = { (line: Substring) in
      line[..<(line.range(of: "  # ", options: .backwards)?.lowerBound ?? line.endIndex)]
    }
    #expect(before.map { plain($0) } == after.map { plain($0) })
  }

  @Test("All configuration faults are reported at once, each with its position or name")
  func reportsAllFaultsAtOnce() throws {
    let place = try Workplace()
    try place.write(
      """
      port: 70000
      prot: 1
      draft-days: 0
      database: [a]
      minimum-client: [ios/3.2, ios]
      watch: perhaps
      core:
        name: feed
      config-file: other.yaml
      """, to: "valence.yaml")
    let outcome = try Program(
      ["serve", "--matrix-rows", "0"], in: place,
      environment: ["VALENCE_TREADS": "3", "VALENCE_DEMO": "1"]
    ).outcome()
    #expect((outcome.status, outcome.output) == (1, ""))
    #expect(
      outcome.errors == """
        Error: the configuration has faults
        valence.yaml:1:7: error: `port` takes 0 to 65535, not `70000`
          port: 70000
                ^
        valence.yaml:2:1: error: `prot` is not a key, did you mean `port`?
          prot: 1
          ^
        valence.yaml:3:13: error: `draft-days` takes 1 to 3650 days, not `0`
          draft-days: 0
                      ^
        valence.yaml:4:11: error: `database` takes one value, not a list
          database: [a]
                    ^
        valence.yaml:5:27: error: `minimum-client` takes a platform and a version, such as ios/3.2, not `ios`
          minimum-client: [ios/3.2, ios]
                                    ^
        valence.yaml:6:8: error: `watch` takes true or false, not `perhaps`
          watch: perhaps
                 ^
        valence.yaml:8:3: error: `core` takes one value, not a mapping
            name: feed
            ^
        valence.yaml:9:1: error: `config-file` is not a key
          config-file: other.yaml
          ^
        VALENCE_TREADS is not a key, did you mean `VALENCE_THREADS`?
        VALENCE_DEMO takes true or false, not `1`
        --matrix-rows takes 1 to 99, not `0`

        """)
    #expect(try place.made() == ["valence.yaml"])
  }

  @Test(
    "A malformed configuration file is rejected with the position of the fault",
    arguments: [
      (
        "port 9000\n",
        "valence.yaml:1:1: error: a configuration file must be a mapping of keys to values, not a single value"
      ),
      ("- port\n", "valence.yaml:1:1: error: a configuration file must be a mapping of keys to values, not a list"),
      ("port: 1\nhost: a\nport: 2\n", "valence.yaml:3:1: error: `port` appears twice in one mapping, first in line 1"),
      ("port: 1: 2\n", "valence.yaml:1:8: error: not YAML"),
    ])
  func rejectsInvalidFile(_ text: String, _ fault: String) throws {
    let place = try Workplace(with: text, in: "valence.yaml")
    let outcome = try place.run("serve")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.prefix(1) == ["Error: the configuration has faults"])
    #expect(outcome.errorLines.dropFirst().first?.hasPrefix(fault) == true, "\(outcome.errors)")
    #expect(try place.made() == ["valence.yaml"])
  }

  @Test("A configuration file of comments sets nothing, and a named file must exist")
  func acceptsFileOfComments() throws {
    let place = try Workplace(with: "# port: 1\n\n  # none\n", in: "valence.yaml")
    #expect(try Self.effective(place)["port"] == "8080 # default")
    let outcome = try place.run("serve", "--config-file", "nowhere.yaml")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("nowhere.yaml:1:1: error: the configuration file cannot be read"))
  }

  @Test("Every numeric key is read from each source and rejected outside its range")
  func checksRangesInEverySource() throws {
    let place = try Workplace()
    let ranges = try Self.keys(place).compactMap { key in
      key.takes.wholeMatch(of: /(\d+) to (\d+)( .+)?/).map { (key.name, Int($0.1) ?? -1, Int($0.2) ?? -1) }
    }
    try #require(ranges.count > 15)
    func variable(_ name: String) -> String { "VALENCE_\(name.uppercased().replacing("-", with: "_"))" }
    let best = ranges.map { name, minimum, _ in (name, "\(minimum)") }
    try place.write(best.map { "\($0): \($1)\n" }.joined(), to: "valence.yaml")
    let fromFile = try Self.effective(place)
    let fromEnvironment = try Self.effective(
      place, [], Dictionary(uniqueKeysWithValues: best.map { (variable($0), $1) }))
    let fromOptions = try Self.effective(place, best.map { "--\($0)=\($1)" })
    for (line, key) in best.enumerated() {
      #expect(fromFile[key.0] == "\(key.1) # valence.yaml:\(line + 1)")
      #expect(fromEnvironment[key.0] == "\(key.1) # \(variable(key.0))")
      #expect(fromOptions[key.0] == "\(key.1) # --\(key.0)")
    }
    for isLow in [true, false] {
      let worst = ranges.map { name, minimum, maximum in (name, "\(isLow ? minimum - 1 : maximum + 1)") }
      try place.write(worst.map { "\($0): \($1)\n" }.joined(), to: "valence.yaml")
      let reported = try place.run("serve").errorLines.filter { $0.hasPrefix("valence.yaml:") }
      #expect(reported.count == worst.count)
      for (fault, key) in zip(reported, worst) {
        #expect(fault.contains("error: `\(key.0)` takes ") && fault.hasSuffix(", not `\(key.1)`"))
      }
      try place.write("", to: "valence.yaml")
      let named = try Program(
        ["serve"], in: place, environment: Dictionary(uniqueKeysWithValues: worst.map { (variable($0), $1) })
      ).outcome().errorLines.dropFirst()
      #expect(named.count == worst.count)
      for (fault, key) in zip(named, worst) { #expect(fault.hasPrefix("\(variable(key.0)) takes ")) }
      let written = try Program(["serve"] + worst.map { "--\($0)=\($1)" }, in: place).outcome().errorLines.dropFirst()
      #expect(written.count == worst.count)
      for (fault, key) in zip(written, worst) { #expect(fault.hasPrefix("--\(key.0) takes ")) }
    }
    #expect(try place.made() == ["valence.yaml"])
  }

  @Test("`config --keys` describes the values and the purpose of every key") func describesEveryKey() throws {
    for row in try Workplace().run("config", "--keys").output.split(separator: "\n").dropFirst(2) {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      #expect(cells.count == 4 && cells.allSatisfy { !$0.isEmpty }, "\(row)")
      // A placeholder that repeats the key does not describe its value.
      #expect(cells[0] != "`\(cells[1])`", "\(row)")
    }
  }

  @Test("A command validates only the keys that it uses") func commandsValidateOwnKeys() throws {
    let place = try Workplace(with: "database: bank.sqlite\nport: 70000\n", in: "valence.yaml")
    #expect(try place.run("migrate").status == 0)
    #expect(try place.made() == ["valence.yaml", "bank.sqlite"])
    #expect(try place.run("check-database").output.hasSuffix("\nsound\n"))
    #expect(try place.run("check-database", "--database", "nowhere").errors == Workplace.absence(of: "nowhere"))
    #expect(try place.run("serve").status == 1)
    try place.write("databse: other.sqlite\n", to: "valence.yaml")
    #expect(
      try place.run("migrate").errorLines.contains { $0.hasSuffix("`databse` is not a key, did you mean `database`?") })
    #expect(try place.run("migrate", "--help").status == 0)
    #expect(try place.run("config", "--keys").status == 0)
  }

  @Test("A configuration file alone configures the server") func configuresServerByFile() throws {
    let place = try Workplace(
      with: "port: 0\ndemo: true\ndatabase: bank.sqlite\nlog: bank.log\nlog-format: json\n", in: "valence.yaml")
    let server = try RunningServer(Program(["serve"], in: place))
    #expect(try server.person().get("/user").status == 200)
    server.signal(SIGTERM)
    #expect(try server.program.outcome().status == 0)
    #expect(try place.made().isSuperset(of: ["bank.sqlite", "bank.log"]))
    let log = try String(contentsOf: place.folder.appending(path: "bank.log"), encoding: .utf8)
    #expect(log.contains(#""message":"stopped""#))
  }
}
