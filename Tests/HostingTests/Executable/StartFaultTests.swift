import Foundation
import TestBank
import TestClient
import Testing

/// Starts that fail. Each prints the reason in one line and creates no file.
struct StartFaultTests {
  @Test(
    "A failed start prints one line and creates no file",
    arguments: [
      (["--database", "nowhere/valence.sqlite"], "the directory nowhere of the database does not exist"),
      (["--database", "config"], "cannot use the database config: it is a directory"),
      (
        ["--database", "file/valence.sqlite"],
        "cannot use the database file/valence.sqlite: unable to open database file"
      ),
      (
        ["--database", "file"],
        "the database file is damaged or not a database (file is not a database). It was not changed; keep it, and restore the "
          + "last backup with `valence restore BACKUP --force`"
      ),
      (["--config", "nowhere"], "nowhere/operations: not a directory that can be read"),
      (["--web", "nowhere"], "cannot read the web client: nowhere"),
      (["--web", "config"], "cannot read the web client: config/index.html"),
      (
        ["--migrations", "nowhere"],
        "cannot read migrations in nowhere/sqlite: set the directory with --migrations or VALENCE_MIGRATIONS"
      ),
      (["--time-zone", "Mars/Base"], "--time-zone takes the name of a time zone, not `Mars/Base`"),
      (["--own-bic", "12345678"], "--own-bic takes nine digits, not `12345678`"),
      (["--secret-key-file", "file"], "file:1: expected an id and 43 characters of base64url, or an id and `lost`"),
      (["--secret-key-file", "nowhere/key"], "cannot use the secret key file nowhere/key: No such file or directory"),
      (["--log", "nowhere/log"], "cannot write to the log nowhere/log"),
      (["--host", "nowhere"], "cannot listen on nowhere: not an address of this machine"),
      (["--minimum-client", "ios"], "--minimum-client takes a platform and a version, such as ios/3.2, not `ios`"),
      (["--update-url", "ios"], "--update-url takes a platform and a URL, such as ios=https://..., not `ios`"),
      (["--drafts-per-person", "0"], "--drafts-per-person takes 1 to 1000, not `0`"),
      (["--draft-bytes", "1"], "--draft-bytes takes 256 to 1048576 bytes, not `1`"),
      (["--draft-days", "0"], "--draft-days takes 1 to 3650 days, not `0`"),
      (["--matrix-columns", "27"], "--matrix-columns takes 1 to 26, not `27`"),
      (["--matrix-rows", "0"], "--matrix-rows takes 1 to 99, not `0`"),
      (["--matrix-code-length", "2"], "--matrix-code-length takes 3 to 9 digits, not `2`"),
      (["--matrix-cells", "9"], "--matrix-cells takes 1 to 8, not `9`"),
      (["--session-hours", "0"], "--session-hours takes 1 to 720 hours, not `0`"),
      (["--session-unused", "43201"], "--session-unused takes 1 to 43200 minutes, not `43201`"),
      (["--tls-certificate", "file"], "--tls-certificate needs --tls-key"),
      (["--tls-key", "file"], "--tls-key needs --tls-certificate"),
      (["--tls-certificate", "nowhere", "--tls-key", "file"], "--tls-certificate: cannot read nowhere"),
      (["--tls-certificate", "file", "--tls-key", "nowhere"], "--tls-key: cannot read nowhere"),
      (["--trusted-proxy", "proxy"], "--trusted-proxy takes an address or a network, such as 10.0.0.0/8, not `proxy`"),
      (["--cors-origin", "*"], "--cors-origin takes an origin, such as https://bank.example, not `*`"),
      (["--requests-per-person", "100001"], "--requests-per-person takes 0 to 100000 a second, not `100001`"),
      (["--requests-per-address", "100001"], "--requests-per-address takes 0 to 100000 a second, not `100001`"),
      (["--connections-per-address", "1000001"], "--connections-per-address takes 0 to 1000000, not `1000001`"),
      (["--write-batch", "0"], "--write-batch takes 1 to 4096, not `0`"),
      (
        ["--matrix-columns", "1", "--matrix-rows", "3", "--matrix-cells", "4"],
        "--matrix-cells must not exceed the cells of the matrix, 3"
      ),
      (["--matrix-uses", "0"], "--matrix-uses takes 1 to 1000, not `0`"),
      (["--code-resend", "9"], "--code-resend takes 10 to 3600 seconds, not `9`"),
      (["--codes-per-hour", "0"], "--codes-per-hour takes 1 to 1000, not `0`"),
      (["--code-sender", "file"], "--code-sender: file is not a program that can be run"),
      (["--code-sender", "file", "--codes-by", "sms"], "--code-sender and --codes-by exclude each other"),
      (["--codes-by", "sms"], "--codes-by: no service declares the sender `sms`"),
      (["--notices-by", "push"], "--notices-by: no service declares the sender `push`"),
      (
        ["--notice-hours", "21:00-09:00"],
        "--notice-hours takes two times of the day, such as 09:00-21:00, not `21:00-09:00`"
      ),
      (["--threads", "0"], "--threads takes 1 to 1024, not `0`"),
      (["--threads", "8", "--connection-limit", "7"], "--connection-limit must be at least the number of threads, 8"),
      (["--log-level", "all"], "--log-level takes trace, debug, info, notice, warning, error or critical, not `all`"),
      (["--port", "70000"], "--port takes 0 to 65535, not `70000`"),
      (["--port", "http"], "--port takes 0 to 65535, not `http`"),
      (["--log-format", "xml"], "--log-format takes json or text, not `xml`"),
      (["--cut-off", "24:00"], "--cut-off takes a time of the day from 00:01 to 23:59, not `24:00`"),
      (["--versions-kept", "8761"], "--versions-kept takes 0 to 8760 hours, not `8761`"),
      (["--core-silence", "0"], "--core-silence takes 1 to 10080 minutes, not `0`"),
    ])
  func printsOneLine(_ arguments: [String], _ line: String) throws {
    let place = try Workplace(with: "no database\n", in: "file")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: place.folder.appending(path: "file").path)
    let outcome = try Program(["serve", "--port", "0"] + arguments, in: place).outcome()
    #expect(outcome.status == 1)
    #expect(outcome.errorLines == ["Error: \(line)"])
    #expect(outcome.output == "")
    // A fault of the key file is found after the database file was created.
    if arguments[0] != "--secret-key-file" { #expect(try place.made() == ["file"]) }
  }

  @Test("A port in use is reported, and its server continues to serve") func reportsPortInUse() throws {
    let first = try Workplace().serve()
    let place = try Workplace()
    let outcome = try place.run("serve", "--port", "\(first.port)")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines == ["Error: port \(first.port) is in use"])
    #expect(outcome.output == "")
    #expect(try place.made() == [])
    #expect(try Visitor(port: first.port).get("/healthz").status == 200)
    try first.stop()
  }

  @Test("`serve` and `check` report every operation fault with its position", arguments: ["serve", "check"])
  func reportsEveryOperationFault(_ command: String) throws {
    let place = try Workplace()
    try place.write(
      """
      operation: a
      title: A
      atoms:
        - {textInput: x, caption: X, chek: isInn}
        - {textInput: x, caption: Y}
        - {text: y, showIf: "$z == 1"}
      """, to: "bad/operations/a.yaml")
    try place.write("operation: b\ntitle: [\n", to: "bad/operations/b.yaml")
    let outcome = try place.run(command, "--config", "bad")
    #expect(outcome.status == 1)
    let reported = command == "check" ? outcome.output : outcome.errors
    let faults = reported.split(separator: "\n").filter { $0.hasPrefix("bad/operations/") }
    #expect(
      faults.map { $0.prefix { $0 != " " } } == [
        "bad/operations/a.yaml:4:32:", "bad/operations/a.yaml:5:17:", "bad/operations/a.yaml:6:24:",
        "bad/operations/b.yaml:2:8:",
      ])
    #expect(faults.allSatisfy { $0.contains(": error: ") })
    #expect(try place.made() == ["bad"])
  }

  @Test("Commands reject a migration that was edited after it was applied") func rejectsEditedMigration() throws {
    let place = try Workplace.withMigrations()
    #expect(try place.run("migrate").status == 0)
    let file = "migrations/sqlite/0001_schema.sql"
    let schema = try String(contentsOf: place.folder.appending(path: file), encoding: .utf8)
    try place.write(schema + "-- one line more\n", to: file)
    for command in [["serve", "--port", "0"], ["migrate"], ["migrate", "--status"], ["check-ledger"]] {
      let outcome = try Program(command, in: place).outcome()
      #expect(outcome.status == 1)
      #expect(
        outcome.errorLines == [
          "Error: migration 1 (schema) was edited after it was applied; restore the file and add a new one"
        ])
    }
  }

  @Test("A secret key file readable by others is rejected at the start") func rejectsReadableSecretKey() throws {
    let place = try Workplace()
    try place.serve().stop()
    let key = place.folder.appending(path: "valence.sqlite.key").path
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
    let outcome = try place.run("serve", "--port", "0")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines == [
        "Error: the secret key file valence.sqlite.key has mode 0644; only its owner may read it: "
          + "chmod 600 valence.sqlite.key"
      ])
  }

  @Test(
    "An invalid command line exits with 64 and prints the usage",
    arguments: [["--verbose"], ["now"], ["--port"], ["--watch=perhaps"]])
  func printsUsageForInvalidArguments(_ arguments: [String]) throws {
    let place = try Workplace()
    let outcome = try Program(["serve"] + arguments, in: place).outcome()
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("Usage: valence serve"))
    #expect(try place.made() == [])
  }
}
