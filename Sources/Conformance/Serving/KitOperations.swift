import FoundationEssentials
import Hosting
import JSON

/// The operations of a kit for people: one for each session, whose first atom is the instruction.
struct KitOperations {
  private static let prefix = "/operations/"

  private let configuration: String
  private let sessions: [KitSession]

  /// Takes the sessions that open an operation. A person cannot open the others from the list.
  init(_ configuration: String, _ sessions: [KitSession]) {
    self.configuration = configuration
    self.sessions = sessions.filter { $0.address.hasPrefix(Self.prefix) && !$0.address.contains("?") }
  }

  /// The sessions by the ids of their operations.
  var byOperation: [String: KitSession] {
    Dictionary(sessions.map { (Self.operation(of: $0), $0) }) { first, _ in first }
  }

  /// Returns the id of the operation of a session.
  static func operation(of session: KitSession) -> String {
    "session." + session.id.split(separator: "-").joined(separator: "_")
  }

  /// Writes the definitions into a folder. `changed` has the sessions with another version of their
  /// operation, with its name.
  func write(to folder: String, changed: [String: String]) throws {
    let files = FileManager.default
    for part in ["operations", "screens"] {
      try files.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
    }
    try files.copyItem(
      atPath: "\(configuration)/operations/auth.login.yaml", toPath: "\(folder)/operations/auth.login.yaml")
    var modules = ""
    for session in sessions {
      let id = Self.operation(of: session)
      let file = "\(session.address.dropFirst(Self.prefix.count)).yaml"
      let source = changed[session.id].map { "\(configuration)/versions/\($0)/\(file)" }
      try write(
        Self.definition(of: session, id, try text(source ?? "\(configuration)/operations/\(file)")),
        to: "\(folder)/operations/\(id).yaml")
      modules += "  - {operation: \(id), transition: push}\n"
    }
    let head = "screen: home\ntitle: {ru: Набор проверок, en: Conformance kit}\nmodules:\n"
    try write(head + modules, to: "\(folder)/screens/home.yaml")
  }

  private func text(_ path: String) throws -> String {
    guard let bytes = FileManager.default.contents(atPath: path) else { throw OperatorError("cannot read \(path)") }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  /// Returns the definition with the id and the name of the session and with the instruction as its
  /// first atom.
  private static func definition(of session: KitSession, _ id: String, _ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("operation:") { return "operation: \(id)" }
      if line.hasPrefix("title:") { return "title: {ru: \(quoted(session.id)), en: \(quoted(session.id))}" }
      guard line == "atoms:" else { return String(line) }
      let texts = ["ru", "en"].map { language in
        "\(language): \(quoted((session.person[language] ?? []).joined(separator: " ")))"
      }
      return "atoms:\n  - {text: instruction, caption: {\(texts.joined(separator: ", "))}}"
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a text in double quotes, as JSON and YAML read it..
  private static func quoted(_ text: String) -> String { Value.string(text).description }
}
