import Atoms
import JSON
import Model
import Services

/// What an operator says of a deal.
struct DealContent {
  private static let longestText = 10_000
  private static let mostPages = 20
  /// What holds of a deal whose body does not say it.
  private static let noSubtitle = Deal.Text(ru: "", en: nil)

  private let terms: [Given<Deal>]
  private let pages: [DealPage]

  /// The content that an object writes; the problem tells every fault with its path.
  init(reading object: Object) throws(Problem) {
    var reader = RecordReader(object)
    terms = Deal.edited.take(Deal.terms, from: &reader)
    pages = reader.records("pages", most: Self.mostPages) { page -> DealPage? in
      let longestTitle = Deal.entity.field(\.title).length?.upperBound ?? .max
      let title = page.translations("title", longest: longestTitle, isRequired: true)
      let text = page.translations("text", longest: Self.longestText, isRequired: true, lines: true)
      let image = Self.image(from: &page)
      guard let title, let text else { return nil }
      return DealPage(title: title, text: text, image: image)
    }
    if let start = Deal.edited.value(\.startDate, in: terms), let end = Deal.edited.value(\.endDate, in: terms),
      end < start
    {
      let limit: Value = .string(start.description)
      let _: Never? = reader.refuse("endDate", Violation("min", sentence: "minDate", params: [("min", limit)]))
    }
    try reader.refuseTheRest()
  }

  /// The content of a deal after a merge patch (RFC 7396).
  init(of edited: EditedDeal, mergedWith patch: Object) throws {
    var writer = Writer()
    writer.object { writer in
      Deal.edited.write(edited.deal, Deal.terms, to: &writer, in: .standard)
      writer.pages(of: edited)
    }
    try self.init(reading: try Value(reading: writer.bytes).merged(with: .object(patch)).object ?? Object())
  }

  /// A deal as the content has it; `last` is the place behind all others.
  func applied(to edited: EditedDeal, last: Int) -> EditedDeal {
    let unsaid = [Deal.entity.given(\.subtitle, Self.noSubtitle), Deal.entity.given(\.place, last)]
    return EditedDeal(deal: Deal.edited.replacing(terms + unsaid, in: edited.deal), pages: pages)
  }

  private static func image(from page: inout RecordReader) -> String? {
    guard let image = page.text("image", longest: 500) else { return nil }
    let isPath = image.hasPrefix("/") && !image.hasPrefix("//")
    let isAddress = image.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && (isPath || image.hasPrefix("https://"))
    return isAddress ? image : page.refuse("image", Violation("pattern"))
  }
}
