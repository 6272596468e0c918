/// How much of what people have not sent yet is kept, and for how long.
package struct DraftRules: Sendable {
  /// Drafts that a person may have at a time; 20.
  package var perPerson = 20
  /// Bytes that the values of one draft may take as canonical JSON; 64 KiB.
  package var bytes = 64 * 1024
  /// How long a draft is kept after it was last kept; 30 days.
  package var lifetime: Duration = .seconds(30 * 24 * 3600)

  /// The defaults.
  package init() {}
}
