/// A question to ask before a tap acts. It protects people from slips: the server takes the tap without it, too.
///
///     if let question = atom.confirmation {
///       // A dialog with `question.title` and `question.text`, and two buttons:
///       let act = question.action ?? atom.caption
///       let leave = question.cancel ?? "Cancel"
///     }
public struct Confirmation: WireModel {
  /// The question.
  public let title: String
  /// All members.
  public let wire: Members

  /// An explanation below the question.
  public var text: String? { wire["text"]?.string }
  /// The caption of the button that acts; nil for the caption of the atom.
  public var action: String? { wire["action"]?.string }
  /// The caption of the button that leaves all as it is; nil for the client's own words.
  public var cancel: String? { wire["cancel"]?.string }

  /// Reads a question. Throws ``Unreadable`` without `title`.
  public init(_ members: Members) throws(Unreadable) {
    title = try members.text("title", of: "confirm")
    wire = members
  }
}
