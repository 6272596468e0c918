/// A problem document (RFC 9457): the reason why the server rejected a request.
///
///     catch .refused(let problem) {
///       note = problem.title
///       form.show(problem)                         // each violation at its atom
///       if let next = problem.next { show(next) }  // the document to draw next
///       if problem.name == .clientOutdated { openStore(problem.update) }
///     }
public struct Problem: WireModel, Error {
  /// The last component of `type`, such as `invalid-values`. The address in `type` has an
  /// explanation.
  public let name: Name
  /// The HTTP status; 0 if the server sends none.
  public var status: Int { wire["status"]?.integer ?? 0 }
  /// The message for the person; the name if the server sends none.
  public var title: String { wire["title"]?.string ?? name.rawValue }
  /// The details of this occurrence.
  public var detail: String? { wire["detail"]?.string }
  /// The request id, with which the bank can find the cause.
  public var requestId: String? { wire["requestId"]?.string }
  /// The violated rules, in the order of the tree.
  public var violations: [Violation] { (try? wire.records("errors", of: "problem")) ?? [] }
  /// The number of violations that the server omitted; 0 by default.
  public var moreViolations: Int { wire["moreErrors"]?.integer ?? 0 }
  /// The values that differ from the displayed ones (``Name/changed``), in the order of the tree.
  public var changes: [ShownChange] { (try? wire.records("changes", of: "problem")) ?? [] }
  /// The number of changes that the server omitted; 0 by default.
  public var moreChanges: Int { wire["moreChanges"]?.integer ?? 0 }
  /// The document to draw next: the current version of the form, or a new request for codes.
  public var next: Document? { wire.next }
  /// The number of remaining attempts to sign.
  public var attemptsLeft: Int? { wire["attemptsLeft"]?.integer }
  /// The stored draft, in ``Name/draftChanged``; nil if absent.
  public var currentDraft: StoredDraft? { wire.record("current") }
  /// The atoms whose sent values differ from the draft's, in ``Name/draftChanged``.
  public var differences: [DraftDifference] { (try? wire.records("differs", of: "problem")) ?? [] }
  /// The submission, if it has ended.
  public var submission: Submission? { wire.record("submission") }
  /// The link to the operation that issues a new security matrix.
  public var renewal: Link? { wire.record("renewal") }
  /// The oldest version of this client that the server supports.
  public var minimumVersion: String? { wire["minimumVersion"]?.string }
  /// The address of a newer client.
  public var update: String? { wire["update"]?.string }
  /// The time to wait before repeating the request, in seconds; nil if the server specifies none.
  public internal(set) var retryAfter: Int?
  /// All members, including unknown ones.
  public let wire: Members

  /// True if the same request may get another response later, without a change by the person:
  /// after 429 and after errors of the server.
  public var isPassing: Bool { status == 429 || status >= 500 }

  /// Reads a problem. Without a `type`, the name is empty and the status decides.
  public init(_ members: Members) {
    let type = members["type"]?.string ?? ""
    name = Name(rawValue: type.split(separator: "/").last.map(String.init) ?? type)
    wire = members
  }

  /// Reads the problem in a response; nil if its body is not a JSON object.
  init?(reading body: [UInt8], status: Int) {
    guard var members = WireValue(reading: body)?.object else { return nil }
    if members["status"]?.integer == nil { members["status"] = .integer(Int64(status)) }
    self.init(members)
  }
}

extension Problem {
  /// The name of a problem that a client handles. For all other problems, show the title.
  public struct Name: RawRepresentable, Sendable, Hashable {
    /// The name in the wire format.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The person has stored the maximum number of submissions for a day. The key is not consumed.
    /// The next day begins after ``Problem/retryAfter`` seconds.
    public static let tooManySubmissions = Name(rawValue: "too-many-submissions")
    /// The session has ended. Show the login.
    public static let unauthorized = Name(rawValue: "unauthorized")
    /// Values violate rules. Show each violation at its atom.
    public static let invalidValues = Name(rawValue: "invalid-values")
    /// The operation is not possible, for example because of insufficient funds. Show it like
    /// ``invalidValues``.
    public static let refused = Name(rawValue: "refused")
    /// Another device has changed the draft. Merge both with ``DraftMerge``.
    public static let draftChanged = Name(rawValue: "draft-changed")
    /// The form has changed. Draw ``Problem/next``.
    public static let outdatedVersion = Name(rawValue: "outdated-version")
    /// Displayed values have changed. Show ``Problem/changes``, draw ``Problem/next``, and send
    /// again if the person agrees.
    public static let changed = Name(rawValue: "changed")
    /// The codes belong to an older challenge. Draw ``Problem/next``.
    public static let staleChallenge = Name(rawValue: "stale-challenge")
    /// The codes are wrong. Draw ``Problem/next``.
    public static let wrongCode = Name(rawValue: "wrong-code")
    /// The key was already used with other values. Check the stored submission.
    public static let keyReused = Name(rawValue: "idempotency-key-reused")
    /// The same tap is still being processed. Send it again later.
    public static let underWay = Name(rawValue: "under-way")
    /// The submission has ended.
    public static let gone = Name(rawValue: "gone")
    /// This client is too old. Open ``Problem/update``.
    public static let clientOutdated = Name(rawValue: "client-outdated")
    /// This client cannot draw the operation.
    public static let kindsNotAccepted = Name(rawValue: "kinds-not-accepted")
    /// The deep link leads nowhere. Show the title, and start without the link.
    public static let unknownRoute = Name(rawValue: "unknown-route")
    /// The deep link is malformed. Show the title, and start without the link.
    public static let malformedRoute = Name(rawValue: "malformed-route")
    /// Parameters of the deep link are invalid, each with a violation that has its name in `atom`.
    /// Show the violations, and start without the link.
    public static let routeParameters = Name(rawValue: "route-parameters")
  }
}

/// A value that differs from the displayed one.
///
///     for change in problem.changes {
///       note(form[change.atom]?.caption ?? "", from: change.shown.text, to: change.now.text)
///     }
public struct ShownChange: WireModel {
  /// The path of the atom.
  public let atom: String
  /// All members, including unknown ones.
  public let wire: Members

  /// The displayed value; null if absent.
  public var shown: WireValue { wire["shown"] ?? .null }
  /// The current value; null if absent. For a list it is the number of items.
  public var now: WireValue { wire["now"] ?? .null }

  /// Reads a change. Throws ``Unreadable`` if `atom` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    atom = try members.text("atom", of: "change")
    wire = members
  }
}

/// A violated rule.
///
///     for violation in problem.violations {
///       guard let path = violation.atom else { continue }
///       marked[path] = violation.message  // "9 digits" at "bic"; LiveForm.show(_:) does this
///     }
public struct Violation: WireModel {
  /// The code of the rule, or the name of the verification.
  public let code: String
  /// All members, including unknown ones.
  public let wire: Members

  /// The path of the atom; nil if the violation is a member of the atom.
  public var atom: String? { wire["atom"]?.string }
  /// The caption of the atom, in an error of a flow's submission, whose atoms can be on other
  /// steps; nil if absent. Show it with the message if the atom is not on the screen.
  public var caption: String? { wire["caption"]?.string }
  /// The message for the person; the code if the server sends none.
  public var message: String { wire["message"]?.string ?? code }
  /// The parameters of the message.
  public var params: Members { wire["params"]?.object ?? [:] }

  /// Reads a violation. Throws ``Unreadable`` if `code` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    code = try members.text("code", of: "violation")
    wire = members
  }
}
