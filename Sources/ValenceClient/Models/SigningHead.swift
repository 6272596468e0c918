/// The head of a signature's tree: the sum, the recipient and the account, to draw first and large.
///
///     if let signing = form.tree.signing {
///       let sum = signing.amount?.text  // "RUB 100.50"
///       let cells = signing.cells.map { "\($0.column)\($0.row)" }  // ["B3", "E1"]
///     }
public struct SigningHead: WireModel {
  /// A cell of the person's security matrix whose code is asked. Columns and rows are counted from 1.
  public struct Cell: WireModel {
    /// The id of the atom that takes its code.
    public let atom: String
    /// The column's letter.
    public var column: String { wire["column"]?.string ?? "" }
    /// The row.
    public var row: Int { wire["row"]?.integer ?? 1 }
    /// The count of columns of the matrix.
    public var columns: Int { wire["columns"]?.integer ?? 0 }
    /// The count of rows of the matrix.
    public var rows: Int { wire["rows"]?.integer ?? 0 }
    /// All members, as they came.
    public let wire: Members

    /// Reads a cell. Throws ``Unreadable`` without `atom`.
    public init(_ members: Members) throws(Unreadable) {
      atom = try members.text("atom", of: "cell")
      wire = members
    }
  }

  /// The method: matrix or code. A newer server may send others.
  public var method: String { wire["method"]?.string ?? "" }
  /// The sum; nil if none is paid.
  public var amount: Shown? { wire.record("amount") }
  /// The payee; nil where the operation does not tell.
  public var to: Shown? { wire.record("to") }
  /// The account that is debited; nil without one.
  public var from: Shown? { wire.record("from") }
  /// The count of wrong answers that are left.
  public var attemptsLeft: Int? { wire["attemptsLeft"]?.integer }
  /// The telephone number that the code went to, but for its middle digits; nil if none was sent.
  public var sentTo: String? { wire["sentTo"]?.string }
  /// The seconds after which another code can be had; nil if none was sent.
  public var resendAfter: Int? { wire["resendAfter"]?.integer }
  /// The asked cells of the matrix; empty for other methods.
  public var cells: [Cell] { (try? wire.records("cells", of: "signing")) ?? [] }
  /// All members, as they came.
  public let wire: Members

  /// Reads any object.
  public init(_ members: Members) { wire = members }
}

/// What became of a submission in short: the head of the tree of its result.
///
///     if let outcome = form.tree.outcome {
///       let isDone = outcome.tone == "success"  // a tick; "danger" a cross
///       let heading = outcome.title  // "Executed"
///     }
public struct Outcome: WireModel {
  /// The status of the submission.
  public var state: String { wire["state"]?.string ?? "" }
  /// The tone: success, danger, warning or neutral.
  public var tone: String { wire["tone"]?.string ?? "neutral" }
  /// The status in words.
  public var title: String { wire["title"]?.string ?? "" }
  /// The status with its reason; nil without one.
  public var text: String? { wire["text"]?.string }
  /// The number of the submission; nil from an older server.
  public var id: String? { wire["id"]?.string }
  /// The time of the submission in ISO 8601; nil from an older server.
  public var createdAt: String? { wire["createdAt"]?.string }
  /// The sum; nil if none is paid.
  public var amount: Shown? { wire.record("amount") }
  /// The payee; nil where the operation does not tell.
  public var to: Shown? { wire.record("to") }
  /// The account that is debited; nil without one.
  public var from: Shown? { wire.record("from") }
  /// Sentences on what comes next.
  public var next: [String] { wire["next"]?.array?.compactMap(\.string) ?? [] }
  /// All members, as they came.
  public let wire: Members

  /// Reads any object.
  public init(_ members: Members) { wire = members }
}

/// Something that may follow a result: a request with its body, and perhaps a text to ask for first.
///
///     for followUp in form.tree.followUps {
///       let tap = followUp.tap(answering: followUp.ask?.value)  // send it with Client.send(_:)
///     }
public struct FollowUp: WireModel {
  /// A text that the client asks for before it sends.
  public struct Ask: WireModel {
    /// The member of the body that the text becomes.
    public let member: String
    /// The label of the field.
    public var label: String { wire["label"]?.string ?? "" }
    /// The text before anybody changes it.
    public var value: String { wire["value"]?.string ?? "" }
    /// The greatest length, in characters.
    public var maxLength: Int? { wire["maxLength"]?.integer }
    /// All members, as they came.
    public let wire: Members

    /// Reads it. Throws ``Unreadable`` without `member`.
    public init(_ members: Members) throws(Unreadable) {
      member = try members.text("member", of: "ask")
      wire = members
    }
  }

  /// The action, with its name, title and link.
  public let action: Action
  /// The text to ask for; nil if nothing is asked.
  public var ask: Ask? { wire.record("ask") }
  /// All members, as they came.
  public let wire: Members

  /// Reads it. Throws ``Unreadable`` without `name`.
  public init(_ members: Members) throws(Unreadable) {
    action = try Action(members)
    wire = members
  }

  /// The tap on it, with the text that the person has given.
  public func tap(answering text: String? = nil) -> Tap {
    var body = wire["body"]?.object ?? [:]
    if let ask, let text { body[ask.member] = .string(text) }
    return Tap(action: action, body: body, key: nil)
  }
}
