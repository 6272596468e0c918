import ArgumentParser

struct PrepareDatabase: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prepare-database",
    abstract: "Prints the SQL with which a superuser creates the roles and the database of a bank in PostgreSQL.",
    discussion: """
      The command connects to no server. A superuser runs the SQL once. Then `valence migrate` runs as the owner of the \
      database, and `valence serve` with the login of the servers, which owns no table.

      EXAMPLES
        valence prepare-database --print | psql --host db.bank --username postgres --dbname postgres
        valence prepare-database --print --name bank --owner bank_owner --login bank_server
      """)

  @Flag(name: .customLong("print"), help: "Prints the SQL. The command does nothing else, and requires this flag.")
  var isPrinted = false
  @Option(help: "The name of the database.") var name = "valence"
  @Option(help: "The owner of the database, who applies migrations.") var owner = "owner"
  @Option(help: "The login of the servers.") var login = "valence"

  func validate() throws {
    guard isPrinted else { throw ValidationError("add --print: the command prints SQL and changes nothing") }
    for (option, value) in [("--name", name), ("--owner", owner), ("--login", login)]
    where value.isEmpty || value.utf8.count > 63 || value.utf8.contains(0) {
      throw ValidationError("\(option) takes a name of 1 to 63 bytes")
    }
    guard owner != login else { throw ValidationError("--owner and --login must differ: servers must not own tables") }
  }

  func run() throws {
    let (database, owner, login) = (Self.quoted(name), Self.quoted(owner), Self.quoted(login))
    Output.line(
      """
      \\set ON_ERROR_STOP on
      SELECT 'CREATE ROLE valence_serve NOLOGIN'
        WHERE NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'valence_serve') \\gexec
      CREATE ROLE \(owner) LOGIN;
      CREATE ROLE \(login) LOGIN IN ROLE valence_serve;
      CREATE DATABASE \(database) OWNER \(owner) TEMPLATE template0 ENCODING 'UTF8';
      REVOKE ALL ON DATABASE \(database) FROM PUBLIC;
      GRANT CONNECT ON DATABASE \(database) TO valence_serve;
      -- Passwords, which no file contains: \\password \(owner) and \\password \(login) in psql.
      """)
  }

  /// Returns a quoted identifier.
  private static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
