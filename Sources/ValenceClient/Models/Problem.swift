/// A problem document (RFC 9457): why a request was refused.
public struct Problem: WireModel, Error {
  /// The last part of `type`, such as `invalid-values`; the whole of it answers with an explanation.
  public let name: Name
  /// The status of the answer.
  public var status: Int { wire["status"]?.integer ?? 0 }
  /// What to tell the person.
  public var title: String { wire["title"]?.string ?? name.rawValue }
  /// What went wrong this time.
  public var detail: String? { wire["detail"]?.string }
  /// What leads the bank to the cause.
  public var requestId: String? { wire["requestId"]?.string }
  /// What is wrong with values, in the order of the tree.
  public var violations: [Violation] { (try? wire.records("errors", of: "problem")) ?? [] }
  /// How many more violations there are than the server tells.
  public var moreViolations: Int { wire["moreErrors"]?.integer ?? 0 }
  /// What to draw instead: the form as it is now, or the fresh question for codes.
  public var next: Document? { wire.next }
  /// How many answers to a signature are left.
  public var attemptsLeft: Int? { wire["attemptsLeft"]?.integer }
  /// The submission, where it has ended.
  public var submission: Submission? { wire.record("submission") }
  /// The operation that gives a new security matrix.
  public var renewal: Link? { wire.record("renewal") }
  /// The oldest version of this client that is served.
  public var minimumVersion: String? { wire["minimumVersion"]?.string }
  /// Where a newer client is.
  public var update: String? { wire["update"]?.string }
  /// After how many seconds the same request may be sent again.
  public internal(set) var retryAfter: Int?
  /// All members, as they came.
  public let wire: Members

  /// Reads `type`.
  public init(_ members: Members) throws(Unreadable) {
    let type = try members.text("type", of: "problem")
    name = Name(rawValue: type.split(separator: "/").last.map(String.init) ?? type)
    wire = members
  }
}

extension Problem {
  /// The names of problems that a client acts on; all others are shown.
  public struct Name: RawRepresentable, Sendable, Hashable {
    /// The name on the wire.
    public let rawValue: String
    /// The problem of that name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// There is no session any more: log in and go on.
    public static let unauthorized = Name(rawValue: "unauthorized")
    /// Values break rules: show each at its atom.
    public static let invalidValues = Name(rawValue: "invalid-values")
    /// The operation is not possible, such as for too little money: shown as the former.
    public static let refused = Name(rawValue: "refused")
    /// The form has changed: draw `next`.
    public static let outdatedVersion = Name(rawValue: "outdated-version")
    /// The codes answer an older question: draw `next`.
    public static let staleChallenge = Name(rawValue: "stale-challenge")
    /// The codes are wrong: draw `next`.
    public static let wrongCode = Name(rawValue: "wrong-code")
    /// What was sent before with this key has arrived, and was something else: look at what was sent.
    public static let keyReused = Name(rawValue: "idempotency-key-reused")
    /// The same tap is being carried out: send it again a little later.
    public static let underWay = Name(rawValue: "under-way")
    /// The submission has ended.
    public static let gone = Name(rawValue: "gone")
    /// This client is too old: lead the person to `update`.
    public static let clientOutdated = Name(rawValue: "client-outdated")
    /// This client cannot draw the operation.
    public static let kindsNotAccepted = Name(rawValue: "kinds-not-accepted")
    /// There is nothing that the deep link names: show that, and begin without it.
    public static let unknownRoute = Name(rawValue: "unknown-route")
    /// The deep link is none: show that, and begin without it.
    public static let malformedRoute = Name(rawValue: "malformed-route")
    /// What the deep link carries is wrong, each `atom` naming a parameter: show that, and begin without it.
    public static let routeParameters = Name(rawValue: "route-parameters")
  }
}
