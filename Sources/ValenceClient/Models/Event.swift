/// What has changed at the bank. It says which thing, never its content: ask for that again.
///
///     for try await event in client.events() {
///       switch event.name {
///       case .submission, .deal: if let link = event.link { show(try await client.follow(link)) }
///       case .session: drawLogin()
///       default: refreshAll()
///       }
///     }
public struct Event: Sendable, Hashable {
  /// The kind of an event. Treat an unknown one as ``reset``.
  public struct Name: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates the kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A submission of the person has another state, ``Event/status``.
    public static let submission = Name(rawValue: "submission")
    /// A deal has begun, was changed or has ended.
    public static let deal = Name(rawValue: "deal")
    /// The session has ended, and with it the events: draw the login of ``Client/start(opening:)``.
    public static let session = Name(rawValue: "session")
    /// Events were missed: ask again for everything that is shown.
    public static let reset = Name(rawValue: "reset")
  }

  /// The kind.
  public let name: Name
  /// The link to what has changed; nil for ``Name/session`` and ``Name/reset``.
  public var link: Link? { data["href"]?.string.map { Link("GET", $0) } }
  /// The id of the submission.
  public var submission: String? { data["submission"]?.string }
  /// The state of the submission.
  public var status: String? { data["status"]?.string }
  /// The id of the deal.
  public var deal: String? { data["deal"]?.string }
  /// All members, as they came.
  public let data: Members

  /// Creates an event.
  public init(_ name: Name, _ data: Members = [:]) { (self.name, self.data) = (name, data) }
}

/// Reads the text of server-sent events (the HTML standard, 9.2.6) in parts of any length.
struct EventParser {
  /// Maximum bytes without the end of an event; what is longer is no stream of events.
  static let longest = 64 * 1024
  /// The last id that came, with an event or alone.
  private(set) var id: String?
  /// The last time that came after which a client asks again.
  private(set) var retry: Duration?
  /// True if what came is no text of events.
  private(set) var isBroken = false
  private var line: [UInt8] = []
  private var fields: [String: String] = [:]

  /// Returns the events that end in these bytes.
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
    // A line that begins with a colon is a comment.
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
