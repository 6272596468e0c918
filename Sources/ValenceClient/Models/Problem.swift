/// A problem document (RFC 9457): the server's reason for refusing a request.
///
///     catch .refused(let problem) {
///       note = problem.title
///       form.show(problem)                         // each violation at its atom
///       if let next = problem.next { show(next) }  // the form or question to draw now
///       if problem.name == .clientOutdated { openStore(problem.update) }
///     }
public struct Problem: WireModel, Error {
  /// The last part of `type`, such as `invalid-values`. The address `type` answers with an explanation.
  public let name: Name
  /// The HTTP status.
  public var status: Int { wire["status"]?.integer ?? 0 }
  /// The message for the person.
  public var title: String { wire["title"]?.string ?? name.rawValue }
  /// The details of this occurrence.
  public var detail: String? { wire["detail"]?.string }
  /// The id by which the bank finds the cause.
  public var requestId: String? { wire["requestId"]?.string }
  /// The rules that values break, in the tree's order.
  public var violations: [Violation] { (try? wire.records("errors", of: "problem")) ?? [] }
  /// The number of violations that the server left out; 0 by default.
  public var moreViolations: Int { wire["moreErrors"]?.integer ?? 0 }
  /// The values that differ from what the form has shown (``Name/changed``), in the tree's order.
  public var changes: [ShownChange] { (try? wire.records("changes", of: "problem")) ?? [] }
  /// The number of changes that the server left out; 0 by default.
  public var moreChanges: Int { wire["moreChanges"]?.integer ?? 0 }
  /// The document to draw instead: the form in its present version, or a fresh question for codes.
  public var next: Document? { wire.next }
  /// The number of attempts that are left to sign.
  public var attemptsLeft: Int? { wire["attemptsLeft"]?.integer }
  /// The draft as it is, of ``Name/draftChanged``; nil if none exists.
  public var currentDraft: StoredDraft? { wire.record("current") }
  /// The atoms whose sent values differ from the draft's, of ``Name/draftChanged``.
  public var differences: [DraftDifference] { (try? wire.records("differs", of: "problem")) ?? [] }
  /// The submission, if it has ended.
  public var submission: Submission? { wire.record("submission") }
  /// The link to the operation that gives a new security matrix.
  public var renewal: Link? { wire.record("renewal") }
  /// The oldest version of this client that the server still serves.
  public var minimumVersion: String? { wire["minimumVersion"]?.string }
  /// The address of a newer client.
  public var update: String? { wire["update"]?.string }
  /// The seconds to wait before sending the same request again; nil if the server names none.
  public internal(set) var retryAfter: Int?
  /// All members, as they came.
  public let wire: Members

  /// Reads a problem. Throws ``Unreadable`` without `type`.
  public init(_ members: Members) throws(Unreadable) {
    let type = try members.text("type", of: "problem")
    name = Name(rawValue: type.split(separator: "/").last.map(String.init) ?? type)
    wire = members
  }
}

extension Problem {
  /// The name of a problem on which a client acts. For all others, show the title.
  public struct Name: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// Creates the problem of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The person has stored as many submissions as a day may have: the key is free, and the next day is `retryAfter` seconds away.
    public static let tooManySubmissions = Name(rawValue: "too-many-submissions")
    /// The session has ended: log in and go on.
    public static let unauthorized = Name(rawValue: "unauthorized")
    /// Values break rules: show each at its atom.
    public static let invalidValues = Name(rawValue: "invalid-values")
    /// The operation is not possible, for example for lack of money: show it like ``invalidValues``.
    public static let refused = Name(rawValue: "refused")
    /// Another device has changed the draft: merge both with ``DraftMerge``.
    public static let draftChanged = Name(rawValue: "draft-changed")
    /// The form has changed: draw `next`.
    public static let outdatedVersion = Name(rawValue: "outdated-version")
    /// Values that were shown have changed: show ``Problem/changes``, draw `next`, and send again if the person agrees.
    public static let changed = Name(rawValue: "changed")
    /// The codes answer an older question: draw `next`.
    public static let staleChallenge = Name(rawValue: "stale-challenge")
    /// The codes are wrong: draw `next`.
    public static let wrongCode = Name(rawValue: "wrong-code")
    /// Other values have already arrived with this key: look at what was sent.
    public static let keyReused = Name(rawValue: "idempotency-key-reused")
    /// The server is carrying out the same tap: send it again a little later.
    public static let underWay = Name(rawValue: "under-way")
    /// The submission has ended.
    public static let gone = Name(rawValue: "gone")
    /// This client is too old: lead the person to `update`.
    public static let clientOutdated = Name(rawValue: "client-outdated")
    /// This client cannot draw the operation.
    public static let kindsNotAccepted = Name(rawValue: "kinds-not-accepted")
    /// The deep link leads nowhere: show the title, and begin without it.
    public static let unknownRoute = Name(rawValue: "unknown-route")
    /// The deep link is malformed: show the title, and begin without it.
    public static let malformedRoute = Name(rawValue: "malformed-route")
    /// Parameters of the deep link are wrong, each named by a violation's `atom`: show that, and begin without it.
    public static let routeParameters = Name(rawValue: "route-parameters")
  }
}

/// A value that differs from what a form has shown.
///
///     for change in problem.changes {
///       note(form[change.atom]?.caption ?? "", from: change.shown.text, to: change.now.text)
///     }
public struct ShownChange: WireModel {
  /// The path of the atom.
  public let atom: String
  /// All members, as they came.
  public let wire: Members

  /// The value that the form has shown; null for none.
  public var shown: WireValue { wire["shown"] ?? .null }
  /// The present value; null for none. Of a list, the count of its items.
  public var now: WireValue { wire["now"] ?? .null }

  /// Reads a change. Throws ``Unreadable`` without `atom`.
  public init(_ members: Members) throws(Unreadable) {
    atom = try members.text("atom", of: "change")
    wire = members
  }
}

/// A rule that a value breaks.
///
///     for violation in problem.violations {
///       guard let path = violation.atom else { continue }
///       marked[path] = violation.message  // "9 digits" at "bic"; LiveForm.show(_:) does this
///     }
public struct Violation: WireModel {
  /// The code of the rule, or the name of the verification.
  public let code: String
  /// All members, as they came.
  public let wire: Members

  /// The path of the atom; nil for a violation that stands at the atom itself.
  public var atom: String? { wire["atom"]?.string }
  /// The message for the person.
  public var message: String { wire["message"]?.string ?? code }
  /// The parameters of the message.
  public var params: Members { wire["params"]?.object ?? [:] }

  /// Reads a violation. Throws ``Unreadable`` without `code`.
  public init(_ members: Members) throws(Unreadable) {
    code = try members.text("code", of: "violation")
    wire = members
  }
}
