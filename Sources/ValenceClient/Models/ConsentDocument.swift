/// The document that a person consents to.
///
///     if let document = atom.document {
///       drawLink(document.title, to: document.href)
///     }
public struct ConsentDocument: WireModel {
  /// The title.
  public let title: String
  /// The path of the document on the server, or its address outside of the bank.
  ///
  /// A path returns a tree with one text. The server records that the person has opened it.
  public let href: String
  /// The format of a document on the server: `markdown` or `pdf`; nil for an address outside.
  public var format: String? { wire["format"]?.string }
  /// The SHA-256 digest of the file, in hexadecimal digits; nil for an address outside.
  public var sha256: String? { wire["sha256"]?.string }
  /// The version of a document outside of the bank; nil for a document on the server.
  public var version: String? { wire["version"]?.string }
  /// All members, including unknown ones.
  public let wire: Members

  /// Reads a document. Throws ``Unreadable`` if `title` or `href` is missing.
  public init(_ members: Members) throws(Unreadable) {
    title = try members.text("title", of: "document")
    href = try members.text("href", of: "document")
    wire = members
  }
}
