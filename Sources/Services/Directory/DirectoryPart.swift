/// Which part of a document a file is (`PartInfo`), told by attributes or by elements inside.
struct DirectoryPart {
  /// Where it stands.
  let at: DirectoryPlace
  private var told: [String: String]
  private var open: String?

  /// The part that has just been opened.
  init(attributes: [String: String], at place: DirectoryPlace) {
    told = attributes
    at = place
  }

  /// How many parts there are; nil where it does not say.
  var quantity: String? { told["PartQuantity"] }
  /// Which of them this is.
  var number: String? { told["PartNo"] }

  /// Takes in the beginning of an element inside.
  mutating func begin(_ element: String) { open = element }
  /// Takes in text inside.
  mutating func read(_ text: String) {
    if let open { told[open, default: ""] += text }
  }
  /// Takes in the end of an element inside.
  mutating func end() { open = nil }
}
