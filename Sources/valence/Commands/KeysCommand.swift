import Hosting
import ArgumentParser
import FoundationEssentials
import Model
import Secrets
import Services

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "The secret keys of the database and of its servers.",
    discussion: """
      EXAMPLES
        valence keys list
        valence keys add
        valence keys activate 5f0c9e2a --database postgresql://valence@db.bank/valence --secret-key-file /etc/valence/keys
      """,
    subcommands: [List.self, KeysAdd.self, Activate.self])

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the keys, the use of each key, and the servers that have it.",
      discussion: """
        The output contains ids, never a key. Servers are listed only for a PostgreSQL database, while they are \
        running.

        EXAMPLE
          valence keys list
        """)

    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try data.database.openUpToDate()
      let path = data.database.keyFile
      let keys: SecretKeys?
      do { keys = FileManager.default.fileExists(atPath: path) ? try SecretKeyFile(path: path).load() : nil } catch {
        throw OperatorError("\(error)")
      }
      for entry in try KeyRegister(store: database).entries(keys) {
        var words = [Self.state(of: entry)]
        if entry.isOther {
          words.append("another key with this id is in \(path)")
        } else if !entry.isInFile, !entry.isLost {
          words.append("not in \(path)")
        }
        if !entry.servers.isEmpty { words.append("known to \(entry.servers.joined(separator: ", "))") }
        if !entry.others.isEmpty { words.append("unknown to \(entry.others.joined(separator: ", "))") }
        Output.line("\(entry.id)  \(words.joined(separator: ", "))")
      }
    }

    private static func state(of entry: KeyRegister.Entry) -> String {
      if entry.isLost { return "lost" }
      guard let activated = entry.activated else { return "not used yet" }
      return entry.isActive ? "in use since \(activated)" : "in use from \(activated), no longer active"
    }
  }

  struct Activate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Activates another key for new data. Each server uses it from its next start.",
      discussion: """
        Each running server must have the key, and so must the key file of this command. Keep earlier keys in the \
        files, because existing data needs them.

        EXAMPLE
          valence keys activate 5f0c9e2a --database postgresql://valence@db.bank/valence --secret-key-file /etc/valence/keys
        """)

    @Argument(help: "The id of the key.") var key: String
    @OptionGroup var audited: RunOptions
    @OptionGroup var data: DataOptions

    func run() throws {
      let database = try audited.database(for: Self.self, data)
      let services = try database.services()
      do {
        try KeyRegister(store: services.store).activate(
          key, of: services.keys, of: database.keyFile, audit: services.audit)
      } catch let refusal as KeyRegister.Refusal {
        throw OperatorError("\(refusal)")
      } catch let failure as KeyCustody.Failure {
        throw OperatorError("\(failure)")
      }
      Output.line("the key \(key) is active; each server uses it from its next start")
    }
  }
}
