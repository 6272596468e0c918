/// The summary of a signature: the amount, the payee and the account. Draw it first and large.
///
///     if let signing = form.tree.signing {
///       let sum = signing.amount?.text  // "100.50 RUB"
///       let cells = signing.cells.map { "\($0.column)\($0.row)" }  // ["B3", "E1"]
///     }
public struct SigningHead: WireModel {
  /// A cell of the security matrix whose code is requested. Columns and rows are numbered from 1.
  public struct Cell: WireModel {
    /// The id of the input for the code.
    public let atom: String
    /// The letter of the column.
    public var column: String { wire["column"]?.string ?? "" }
    /// The number of the row.
    public var row: Int { wire["row"]?.integer ?? 1 }
    /// The number of columns of the matrix.
    public var columns: Int { wire["columns"]?.integer ?? 0 }
    /// The number of rows of the matrix.
    public var rows: Int { wire["rows"]?.integer ?? 0 }
    /// All members, including unknown ones.
    public let wire: Members

    /// Reads a cell. Throws ``Unreadable`` if `atom` is missing or invalid.
    public init(_ members: Members) throws(Unreadable) {
      atom = try members.text("atom", of: "cell")
      wire = members
    }
  }

  /// The method: `matrix` or `code`. A newer server may send others.
  public var method: String { wire["method"]?.string ?? "" }
  /// The amount; nil if nothing is paid.
  public var amount: Shown? { wire.record("amount") }
  /// The payee; nil if the operation does not declare one.
  public var to: Shown? { wire.record("to") }
  /// The debited account; nil if absent.
  public var from: Shown? { wire.record("from") }
  /// The number of remaining attempts.
  public var attemptsLeft: Int? { wire["attemptsLeft"]?.integer }
  /// The telephone number to which the code was sent, with masked middle digits; nil if none was
  /// sent.
  public var sentTo: String? { wire["sentTo"]?.string }
  /// The time after which another code can be requested, in seconds; nil if none was sent.
  public var resendAfter: Int? { wire["resendAfter"]?.integer }
  /// The requested cells of the matrix; empty for other methods.
  public var cells: [Cell] { (try? wire.records("cells", of: "signing")) ?? [] }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads any object.
  public init(_ members: Members) { wire = members }
}

/// The summary of a submission's result.
///
///     if let outcome = form.tree.outcome {
///       let isDone = outcome.tone == "success"  // "danger" for a failure
///       let heading = outcome.title  // "Executed"
///     }
public struct Outcome: WireModel {
  /// The status of the submission.
  public var state: String { wire["state"]?.string ?? "" }
  /// The tone: `success`, `danger`, `warning` or `neutral`.
  public var tone: String { wire["tone"]?.string ?? "neutral" }
  /// The status as a text for people.
  public var title: String { wire["title"]?.string ?? "" }
  /// The status with its reason; nil without a reason.
  public var text: String? { wire["text"]?.string }
  /// The number of the submission; nil from an older server.
  public var id: String? { wire["id"]?.string }
  /// The time of the submission in ISO 8601; nil from an older server.
  public var createdAt: String? { wire["createdAt"]?.string }
  /// The amount; nil if nothing is paid.
  public var amount: Shown? { wire.record("amount") }
  /// The payee; nil if the operation does not declare one.
  public var to: Shown? { wire.record("to") }
  /// The debited account; nil if absent.
  public var from: Shown? { wire.record("from") }
  /// Sentences about the next steps.
  public var next: [String] { wire["next"]?.array?.compactMap(\.string) ?? [] }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads any object.
  public init(_ members: Members) { wire = members }
}

/// An action that is offered after a result: a request with a body, and optionally a text from the
/// person.
///
///     for followUp in form.tree.followUps {
///       let tap = followUp.tap(answering: followUp.ask?.value)  // send it with Client.send(_:)
///     }
public struct FollowUp: WireModel {
  /// A text to request from the person before the request.
  public struct Ask: WireModel {
    /// The name of the request body's member for the text.
    public let member: String
    /// The label of the field.
    public var label: String { wire["label"]?.string ?? "" }
    /// The initial text.
    public var value: String { wire["value"]?.string ?? "" }
    /// The maximum length, in characters; nil if it is unlimited.
    public var maxLength: Int? { wire["maxLength"]?.integer }
    /// All members, including unknown ones.
    public let wire: Members

    /// Reads the request for a text. Throws ``Unreadable`` if `member` is missing or invalid.
    public init(_ members: Members) throws(Unreadable) {
      member = try members.text("member", of: "ask")
      wire = members
    }
  }

  /// The action, with its name, title and link.
  public let action: Action
  /// The text to request; nil if absent.
  public var ask: Ask? { wire.record("ask") }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads an action. Throws ``Unreadable`` if `name` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    action = try Action(members)
    wire = members
  }

  /// Returns the tap for this action, with the text of the person in ``ask``.
  public func tap(answering text: String? = nil) -> Tap {
    var body = wire["body"]?.object ?? [:]
    if let ask, let text { body[ask.member] = .string(text) }
    return Tap(action: action, body: body, key: nil)
  }
}
