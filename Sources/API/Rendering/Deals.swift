import Model
import Atoms
import Dates
import Texts
import JSON
import Operations
import Services

extension Writer {
  /// Writes the members of a deal in a list. If `forOperator` is true, also writes the other
  /// members and its state.
  mutating func deal(
    _ offered: OfferedDeal, on today: CivilDate, in language: Language, forOperator: Bool = false
  ) {
    let deal = offered.deal
    Deal.document.write(deal, forOperator ? nil : Deal.offer, to: &self, in: language)
    member("ended", deal.state(on: today) == .ended)
    if let isSeen = offered.isSeen { member("seen", isSeen) }
    if forOperator { member("state", deal.state(on: today).rawValue) }
    member("href", Address.deal(deal.id))
    let isOver = deal.state(on: today) == .ended
    let badge: Badge? =
      if isOver {
        Badge(state: "ended", tone: .neutral, text: LocalizedText(ru: "Завершено", en: "Ended"))
      } else if offered.isSeen == false {
        Badge(state: "new", tone: .success, text: LocalizedText(ru: "Новое", en: "New"))
      } else {
        nil
      }
    row(
      RowParts(title: .words(deal.title[language]), subtitle: [.words(deal.subtitle[language])]),
      badge: badge, icon: .offer, in: language)
  }

  /// Writes the pages of a deal in one language.
  mutating func pages(_ pages: [DealPage], in language: Language) {
    key("pages")
    array { writer in
      for page in pages {
        writer.object { writer in
          writer.member("title", page.title[language])
          writer.member("text", page.text[language])
          if let image = page.image { writer.member("image", image) }
        }
      }
    }
  }

  /// Writes the notification of a new deal.
  mutating func notification(_ notification: DealNotification, at times: RowTimes, in language: Language) {
    object { writer in
      writer.member("id", notification.deal.rawValue)
      writer.member("kind", "deal")
      writer.member("title", notification.title[language])
      writer.member("subtitle", notification.subtitle[language])
      writer.member("at", notification.announced.description)
      writer.member("read", notification.isRead)
      writer.member("href", Address.deal(notification.deal))
      writer.row(
        RowParts(
          title: .words(notification.title[language]),
          subtitle: [.words(notification.subtitle[language]), times.time(notification.announced)]),
        badge: notification.isRead
          ? nil : Badge(state: "new", tone: .success, text: LocalizedText(ru: "Новое", en: "New")),
        group: times.group(notification.announced), icon: .offer, in: language)
    }
  }
}

extension Writer {
  /// Writes a deal for operators, with all texts in every language.
  mutating func edited(_ edited: EditedDeal) {
    object { writer in
      Deal.edited.write(edited.deal, to: &writer, in: .standard)
      writer.pages(of: edited)
      writer.member("href", Address.deal(edited.deal.id))
    }
  }

  /// Writes the pages of a deal in every language.
  mutating func pages(of edited: EditedDeal) {
    key("pages")
    array { writer in
      for page in edited.pages {
        writer.object { writer in
          for (name, text) in [("title", page.title), ("text", page.text)] {
            writer.key(name)
            text.write(to: &writer, as: .translations, in: .standard)
          }
          if let image = page.image { writer.member("image", image) }
        }
      }
    }
  }
}

extension EditedDeal {
  /// The entity tag of the deal's current state, for `If-Match`.
  var tag: String {
    var writer = Writer(capacity: 960)
    writer.edited(self)
    return EntityTag.of(writer.bytes)
  }
}

/// The content of a deal that an operator writes: its terms and its pages.
struct DealContent {
  private static let longestText = 10_000
  private static let maxPages = 20
  /// The subtitle of a deal whose body has none.
  private static let noSubtitle = Deal.Text(ru: "", en: nil)

  private let terms: [FieldOverride<Deal>]
  private let pages: [DealPage]

  /// Reads the content from an object. The thrown problem lists all errors with their paths.
  init(reading object: Object) throws(Problem) {
    var reader = RecordReader(object)
    terms = Deal.edited.take(Deal.terms, from: &reader)
    pages = reader.records("pages", maximum: Self.maxPages) { page -> DealPage? in
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

  /// Creates the content of a deal after a merge patch (RFC 7396).
  init(of edited: EditedDeal, mergedWith patch: Object) throws {
    var writer = Writer()
    writer.object { writer in
      Deal.edited.write(edited.deal, Deal.terms, to: &writer, in: .standard)
      writer.pages(of: edited)
    }
    try self.init(reading: try Value(reading: writer.bytes).merged(with: .object(patch)).object ?? Object())
  }

  /// Returns the deal with this content. A deal without `place` gets `last`, the place after all
  /// others.
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
