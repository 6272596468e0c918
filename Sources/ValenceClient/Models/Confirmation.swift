/// A question to show before a tap. It prevents mistakes; the server also accepts the tap without
/// it.
///
///     if let question = atom.confirmation {
///       // A dialog with `question.title` and `question.text`, and two buttons:
///       let act = question.action ?? atom.caption
///       let leave = question.cancel ?? "Cancel"
///     }
public struct Confirmation: WireModel {
  /// The question.
  public let title: String
  /// All members, including unknown ones.
  public let wire: Members

  /// An explanation below the question.
  public var text: String? { wire["text"]?.string }
  /// The caption of the button that confirms; nil for the caption of the atom.
  public var action: String? { wire["action"]?.string }
  /// The caption of the button that cancels; nil for a text of the client.
  public var cancel: String? { wire["cancel"]?.string }

  /// Reads a question. Throws ``Unreadable`` if `title` is missing or invalid.
  public init(_ members: Members) throws(Unreadable) {
    title = try members.text("title", of: "confirm")
    wire = members
  }
}
