package import JSON

/// The documents that a client shows, by the value of their member `document`.
package enum DrawnDocument: String, CaseIterable, Sendable {
  case tree, screen, list, lead, back, progress, session

  /// The member that distinguishes the documents.
  package static let member = "document"

  /// The name of its schema; nil for a list, because each list has a schema of its own.
  package var schema: String? {
    switch self {
    case .tree: "Tree"
    case .screen: "Screen"
    case .list: nil
    case .lead: "Lead"
    case .back: "Back"
    case .progress: "Progress"
    case .session: "OpenedSession"
    }
  }

  /// The schema of the member.
  package var memberSchema: Value { ["const": .string(rawValue)] }

  /// The member as JSON.
  fileprivate var rendered: StaticString {
    switch self {
    case .tree: #""document":"tree""#
    case .screen: #""document":"screen""#
    case .list: #""document":"list""#
    case .lead: #""document":"lead""#
    case .back: #""document":"back""#
    case .progress: #""document":"progress""#
    case .session: #""document":"session""#
    }
  }
}

extension Writer {
  /// Writes the member `document`.
  package mutating func document(_ document: DrawnDocument) { raw(document.rendered) }
}
