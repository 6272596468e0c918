import Hosting
import ArgumentParser
import FoundationEssentials
import Model
import Platform
import Services
import Support

struct UsersImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Adds people from a file, without logins, and writes invitations for them.",
    discussion: """
      The file is NDJSON, or CSV whose first line names the columns: `id` (in the bank's own systems), `login` (the \
      proposed one), `name` and `phone`. If a line has a fault, nothing is imported, and each fault is printed with \
      its line. People who are in the database are left as they are, so the import can be repeated.

      With --out, each person without a login and without a valid invitation gets one. The new file, with the mode \
      0600, has the columns id, login, name, code and expires. --renew also replaces valid invitations: the codes of \
      an earlier file then no longer work.

      A file has at most 64 MiB.

      EXAMPLES
        valence users import people.csv --out codes.csv
        valence users import people.csv --out all.csv --renew
      """)

  /// The maximum size of a file in bytes.
  private static let maxBytes = 64 << 20

  @Argument(help: ArgumentHelp("The file to read.", valueName: "path")) var file: String
  @Option(help: ArgumentHelp("The new file for the codes.", valueName: "path")) var out: String?
  @Flag(help: "Replaces valid invitations. Requires --out.") var renew = false
  @OptionGroup var invitations: InvitationOptions
  @OptionGroup var audited: RunOptions
  @OptionGroup var data: DataOptions

  func run() throws {
    if renew, out == nil { throw OperatorError("--renew requires --out FILE for the new codes") }
    let people = PeopleFile(try content())
    let rules = invitations.rules
    let database = try audited.database(for: Self.self, data)
    try database.requireDatabase()
    let services = try database.services(over: try database.open()) { $0.enrolments = rules }
    let faults = try people.faults + people.entries.compactMap { try Self.fault(of: $0, services) }
    for fault in faults.sorted(by: { $0.line < $1.line }) { Output.error("\(file):\(fault.line): \(fault.text)") }
    guard faults.isEmpty else {
      throw OperatorError("nothing was imported, faults: \(faults.count)")
    }
    let codes = try out.map { try CodeFile(path: $0) }
    var (added, invited) = (0, 0)
    for entry in people.entries {
      do {
        let known = try services.users.find(externalID: entry.id)
        let person =
          try known ?? services.users.add(external: entry.id, name: entry.name, phone: entry.phone).wait()
        if known == nil { added += 1 }
        guard let codes, try isInvitable(person, services) else { continue }
        let issued = try services.invitation(of: person, named: entry.id, login: entry.login)
        try codes.add([
          entry.id, issued.login?.rawValue ?? "", person.name, issued.code.secretText, "\(issued.expires)",
        ])
        invited += 1
      } catch {
        throw OperatorError(
          "\(file):\(entry.line): \(Self.described(error, entry)). Earlier lines were imported: repeat the command with "
            + "another --out, and keep this file; `valence users invite` replaces a lost code")
      }
    }
    try codes?.close()
    Output.line("added \(added), known before \(people.entries.count - added), invited \(invited)")
  }

  /// Returns true if the person needs an invitation.
  private func isInvitable(_ person: Person, _ services: BankServices) throws -> Bool {
    guard !person.hasLogin, try services.users.access(person.id)?.blocked == nil else { return false }
    return try renew || !services.enrolments.isInvited(person.id)
  }

  private static func described(_ error: any Error, _ entry: PeopleFile.Entry) -> String {
    switch error {
    case let error as UserError: OperatorError(error, login: entry.login ?? "").description
    case let error as LinkError: OperatorError(error, entry.id).description
    default: "\(error)"
    }
  }

  /// Reads the file. Throws an `OperatorError` if it is too large or not UTF-8.
  private func content() throws -> String {
    guard FileStatus(path: file)?.size ?? 0 <= Self.maxBytes else {
      throw OperatorError("\(file) has more than \(Self.maxBytes >> 20) MiB: split it")
    }
    guard let content = FileManager.default.contents(atPath: file), !content.isEmpty else {
      throw OperatorError("cannot read \(file), or it is empty")
    }
    guard let text = String(validating: content, as: UTF8.self) else { throw OperatorError("\(file) is not UTF-8") }
    return text
  }

  /// Returns the fault of a line that contradicts the database.
  private static func fault(of entry: PeopleFile.Entry, _ services: BankServices) throws -> PeopleFile.Fault? {
    guard let login = entry.login, let other = try services.users.find(login: login) else { return nil }
    if try services.users.externalID(other.id) == entry.id { return nil }
    return PeopleFile.Fault(line: entry.line, text: "the login `\(login)` already exists")
  }
}

/// The new file with the codes of invitations, which only its owner can read.
private struct CodeFile {
  private let file: NewFile

  /// Creates the file. Throws an `OperatorError` if it exists.
  init(path: String) throws {
    file = try NewFile(path)
    try add(["id", "login", "name", "code", "expires"])
  }

  /// Adds a line of CSV. Ids are unchanged, so that a program can find them.
  func add(_ cells: [String]) throws {
    try file.write("\(CSV.line(cells, isForSpreadsheets: false))\n")
  }

  func close() throws { try file.flush() }
}
