/// The title of an item, which is written with the item and not among its atoms.
///
/// The compiler adds it after the atoms of each item whose repeat has `item`. Its caption is the
/// text of `item`.
final class ItemTitleKind: AtomKind {
  static let name = "itemTitle"
  /// The id in paths of the graph, such as `lines.@title`. No definition can have it.
  static let id = "@title"

  init() {}

  init(_ properties: inout Properties) {}
}

extension AtomDraft {
  /// Creates the title of the items of `list`.
  init(titling list: AtomDraft, with text: WrittenText) {
    (id, writtenID) = (ItemTitleKind.id, ItemTitleKind.id)
    idLocation = text.versions.first?.location ?? list.idLocation
    (kind, input) = (ItemTitleKind(), nil)
    (caption, captionFrom) = (text, nil)
    (isOptional, isOmittable) = (true, true)
    whole = DraftedWhole()
    (showIf, enableIf) = (nil, nil)
    (requireIf, value) = (nil, nil)
    (preset, presetFrom) = (nil, nil)
    either = nil
    (isOnce, filter) = (false, nil)
    documents = []
    (failed, failedLocation) = (nil, nil)
    (checks, notes) = ([], [])
    (messages, lookup) = (WrittenMessages(), nil)
    (onChange, link) = (nil, nil)
    (fallbacks, minimumClient) = ([], MinimumClient())
    (confirmation, children) = (nil, nil)
    (asked, tables) = ([:], [])
  }
}

extension OperationCompiler {
  /// Adds the title of the items of the repeat at `place`, if it has one. The atoms of the items
  /// must have been read.
  mutating func readTitle(ofItemsAt place: Int, at position: AtomPosition) {
    guard let text = (drafts[place].kind as? RepeatKind)?.texts.title else { return }
    var title = AtomDraft(titling: drafts[place], with: text)
    title.position = position
    title.position.end = drafts.count + 1
    drafts.append(title)
  }

  /// Returns the index of the title of the items of the repeat at `place`; nil without a title.
  func title(ofItemsAt place: Int) -> Int? {
    let last = drafts[place].position.end - 1
    return last > place && drafts[last].kind is ItemTitleKind && drafts[last].position.owner == place ? last : nil
  }
}
