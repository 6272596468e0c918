/// A change of the person's data. It names the changed record without its content, which the client
/// requests.
///
///     for try await event in client.events() {
///       switch event.name {
///       case .submission, .deal: if let link = event.link { show(try await client.follow(link)) }
///       case .session: drawLogin()
///       default: refreshAll()
///       }
///     }
public struct Event: Sendable, Hashable {
  /// The kind of an event. Handle an unknown kind like ``reset``.
  public struct Name: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a kind with this name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A submission of the person has a new state, ``Event/status``.
    public static let submission = Name(rawValue: "submission")
    /// Money arrived on an account without a submission of the person, such as a salary.
    public static let account = Name(rawValue: "account")
    /// A deal has begun, changed or ended.
    public static let deal = Name(rawValue: "deal")
    /// The session has ended, and with it the events. Draw the login of ``Client/start(opening:)``.
    public static let session = Name(rawValue: "session")
    /// Events were missed. Refresh all displayed content.
    public static let reset = Name(rawValue: "reset")
  }

  /// The kind.
  public let name: Name
  /// The link to the changed record; nil for ``Name/session`` and ``Name/reset``.
  public var link: Link? { data["href"]?.string.map { Link("GET", $0) } }
  /// The id of the submission; nil for other events.
  public var submission: String? { data["submission"]?.string }
  /// The new state of the submission; nil for other events.
  public var status: String? { data["status"]?.string }
  /// The number of the account; nil for other events.
  public var account: String? { data["account"]?.string }
  /// The id of the deal; nil for other events.
  public var deal: String? { data["deal"]?.string }
  /// All members, including unknown ones.
  public let data: Members

  /// Creates an event.
  public init(_ name: Name, _ data: Members = [:]) { (self.name, self.data) = (name, data) }
}

/// A parser of server-sent events (HTML standard, 9.2.6) that accepts parts of any length.
struct EventParser {
  /// Maximum length of a line, in bytes.
  static let longest = 64 * 1024
  /// The last id, received with or without an event.
  private(set) var id: String?
  /// The last reconnection time of the server.
  private(set) var retry: Duration?
  /// True if a line was longer than `longest`.
  private(set) var isBroken = false
  private var line: [UInt8] = []
  private var fields: [String: String] = [:]

  /// Returns the events that are complete after these bytes.
  mutating func take(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        if line.count < Self.longest { line.append(byte) } else { isBroken = true }
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty {
        if let event = end() { events.append(event) }
      } else {
        field(String(decoding: line, as: UTF8.self))
      }
      line.removeAll(keepingCapacity: true)
    }
    return events
  }

  private mutating func field(_ text: String) {
    // A line that starts with a colon is a comment.
    guard let end = text.firstIndex(of: ":"), end > text.startIndex else { return }
    let value = text[text.index(after: end)...]
    fields[String(text[..<end])] = String(value.first == " " ? value.dropFirst() : value)
  }

  private mutating func end() -> Event? {
    defer { fields = [:] }
    if let id = fields["id"] { self.id = id }
    if let text = fields["retry"], let milliseconds = Int(text), milliseconds > 0 {
      retry = .milliseconds(milliseconds)
    }
    guard let name = fields["event"], let data = fields["data"] else { return nil }
    return Event(Event.Name(rawValue: name), WireValue(reading: Array(data.utf8))?.object ?? [:])
  }
}
