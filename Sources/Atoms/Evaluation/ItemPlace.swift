import JSON

/// Which item is being worked out or written.
struct ItemPlace {
  /// What it is made of; nil outside of items.
  private(set) var template: ItemTemplate?
  /// Its indexes, outermost first.
  private(set) var indexes: [Int] = []
  /// What was posted for it; nil where that is no object.
  private(set) var posted: Object?

  /// The place of an item of the repeat that stands here.
  func item(_ index: Int, of template: ItemTemplate, _ posted: Object?) -> ItemPlace {
    ItemPlace(template: template, indexes: indexes + [index], posted: posted)
  }

  /// What stands before an id to make it the path of an atom here, as `lines[3].`.
  var prefix: String { template.map { $0.prefix(indexes) } ?? "" }
}
