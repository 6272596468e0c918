/// The result of a run: the judgement of each case, and the score of each profile.
package struct ConformanceReport: Sendable {
  /// The counts of a claimed profile.
  package struct Score: Sendable {
    package let profile: String
    /// The cases of the level `must`: passed and all.
    package let passed: Int
    package let count: Int
    /// The cases of the level `should`: passed and all.
    package let shouldPassed: Int
    package let shouldCount: Int
  }

  package let version: String
  package let client: String
  package let claimed: [String]
  /// The profiles that the client claims and the kit does not know.
  package let unknown: [String]
  package let outcomes: [CaseOutcome]
  package let scores: [Score]
  /// The profiles of the kit without cases, which count for no client.
  package let unavailable: [String]
  let rules: [String: String]
  private let isWhole: Bool

  /// True if the whole kit was run, and the client passes all cases of the level `must` of all
  /// claimed profiles, `core` among them.
  package var isConformant: Bool {
    isWhole && scores.contains { $0.profile == "core" } && scores.allSatisfy { $0.passed == $0.count }
  }

  /// The failed cases in the order of the kit.
  package var failures: [CaseOutcome] { outcomes.filter(\.isFailure) }

  /// The share of the passed cases in percent, rounded down.
  package var percent: Int {
    let count = scores.reduce(0) { $0 + $1.count }
    return count == 0 ? 0 : scores.reduce(0) { $0 + $1.passed } * 100 / count
  }

  init(kit: ConformanceKit, client: String, claimed: [String], unknown: [String], outcomes: [CaseOutcome]) {
    (version, self.client) = (kit.version, client)
    (self.claimed, self.unknown) = (claimed, unknown)
    self.outcomes = outcomes
    isWhole = kit.isWhole
    let available = Set(kit.available)
    unavailable = kit.profiles.filter { !available.contains($0) }
    rules = Dictionary(kit.rules.map { ($0.id, $0.text) }) { first, _ in first }
    scores = claimed.filter(available.contains).map { profile in
      let own = outcomes.filter { $0.about.profile == profile }
      func count(_ level: KitCase.Level, passed: Bool) -> Int {
        own.count { $0.about.level == level && (!passed || !$0.isFailure) }
      }
      return Score(
        profile: profile, passed: count(.must, passed: true), count: count(.must, passed: false),
        shouldPassed: count(.should, passed: true), shouldCount: count(.should, passed: false))
    }
  }

  /// The scores as one line, such as `core 118/118  typing 290/297`.
  package var summary: String {
    let parts = scores.map { score in
      let should = score.shouldCount == 0 ? "" : " (should \(score.shouldPassed)/\(score.shouldCount))"
      return "\(score.profile) \(score.passed)/\(score.count)\(should)"
    }
    return parts.joined(separator: "  ")
  }
}
