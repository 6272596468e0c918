import Atoms
import JSON
import Model
import Services

extension DealContent {
  private static let longestTitle = 100
  private static let longestSubtitle = 200
  private static let longestText = 10_000
  private static let mostPages = 20

  /// The content that an object writes; the problem tells every fault with its path.
  init(reading object: Object) throws(Problem) {
    var reader = RecordReader(object)
    let title = Self.text("title", Self.longestTitle, isRequired: true, from: &reader)
    let subtitle = Self.text("subtitle", Self.longestSubtitle, from: &reader)
    let start = reader.day("startDate")
    let end = reader.day("endDate")
    let place = reader.number("place", 0...1_000_000)
    let pages = reader.records("pages", most: Self.mostPages) { page -> DealPage? in
      let title = Self.text("title", Self.longestTitle, isRequired: true, from: &page)
      let text = Self.text("text", Self.longestText, isRequired: true, lines: true, from: &page)
      let image = Self.image(from: &page)
      guard let title, let text else { return nil }
      return DealPage(title: title, text: text, image: image)
    }
    if let start, let end, end < start {
      let limit: Value = .string(start.description)
      let _: Never? = reader.refuse("endDate", Violation("min", sentence: "minDate", params: [("min", limit)]))
    }
    try reader.refuseTheRest()
    guard let title, let start, let end else { throw Problem(.invalidValues) }
    self.init(
      title: title, subtitle: subtitle ?? Deal.Text(ru: "", en: nil), start: start, end: end, place: place,
      pages: pages)
  }

  /// The content after a merge patch (RFC 7396).
  func merged(with patch: Object) throws(Problem) -> DealContent {
    try DealContent(reading: json.merged(with: .object(patch)).object ?? Object())
  }

  /// The object that writes it.
  var json: Value {
    var object = Object([("title", title.json)])
    // A deal may have none.
    if !subtitle.ru.isEmpty { object["subtitle"] = subtitle.json }
    object["startDate"] = .string(start.description)
    object["endDate"] = .string(end.description)
    if let place { object["place"] = .integer(Int64(place)) }
    object["pages"] = .array(
      pages.map { page in
        var object = Object([("title", page.title.json), ("text", page.text.json)])
        object["image"] = page.image.map { .string($0) }
        return .object(object)
      })
    return .object(object)
  }

  private static func text(
    _ name: String, _ longest: Int, isRequired: Bool = false, lines: Bool = false, from reader: inout RecordReader
  ) -> Deal.Text? {
    reader.record(name, isRequired: isRequired) { text in
      // Who gives a text gives it in Russian, which stands in for what is not translated.
      let ru = text.text("ru", longest: longest, isRequired: true, lines: lines)
      let en = text.text("en", longest: longest, lines: lines)
      return ru.map { Deal.Text(ru: $0, en: en) }
    }
  }

  private static func image(from page: inout RecordReader) -> String? {
    guard let image = page.text("image", longest: 500) else { return nil }
    let isPath = image.hasPrefix("/") && !image.hasPrefix("//")
    let isAddress = image.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && (isPath || image.hasPrefix("https://"))
    return isAddress ? image : page.refuse("image", Violation("pattern"))
  }
}

extension Deal.Text {
  /// The text in each of its languages.
  fileprivate var json: Value {
    var object = Object([("ru", .string(ru))])
    object["en"] = en.map { .string($0) }
    return .object(object)
  }
}
