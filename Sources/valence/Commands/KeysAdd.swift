import ArgumentParser
import Hosting
import Model
import Secrets
import Services

struct KeysAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a new random key as the last line of the secret key file.",
    discussion: """
      The file keeps its owner, its mode and its other lines. Copy it to each server and restart the servers. The key is \
      used for new data after `valence keys activate`, or with an SQLite file once its line is the first.

      EXAMPLE
        valence keys add --secret-key-file /etc/valence/keys
      """)

  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    let database = try audited.database(for: Self.self, data)
    let services = try database.existingServices()
    let key: SecretKey
    do { key = try SecretKeyFile(path: database.keyFile).add() } catch { throw OperatorError("\(error)") }
    try KeyRegister(store: services.store).noteAdded(key.id, audit: services.audit)
    Output.line("added the key \(key.id) to \(database.keyFile)")
  }
}
