import Atoms
import JSON
import Model
import Operations
import Services

extension Writer {
  /// Writes what a list tells of a deal; `forOperator` with how it stands and its place.
  mutating func deal(
    _ offered: OfferedDeal, on today: Model.CivilDate, in language: Language, forOperator: Bool = false
  ) {
    let deal = offered.deal
    Deal.document.write(deal, forOperator ? nil : Deal.offer, to: &self, in: language)
    member("ended", deal.state(on: today) == .ended)
    if let isSeen = offered.isSeen { member("seen", isSeen) }
    if forOperator { member("state", deal.state(on: today).rawValue) }
    member("href", "/deals/\(deal.id.rawValue)")
  }

  /// Writes the pages of a deal.
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

  /// Writes that there is a new deal.
  mutating func notification(_ notification: DealNotification, in language: Language) {
    object { writer in
      writer.member("id", notification.deal.rawValue)
      writer.member("kind", "deal")
      writer.member("title", notification.title[language])
      writer.member("subtitle", notification.subtitle[language])
      writer.member("at", notification.announced.description)
      writer.member("read", notification.isRead)
      writer.member("href", "/deals/\(notification.deal.rawValue)")
    }
  }
}

extension Writer {
  /// Writes the deal as operators read and change it.
  mutating func edited(_ edited: EditedDeal) {
    object { writer in
      Deal.edited.write(edited.deal, to: &writer, in: .standard)
      writer.pages(of: edited)
      writer.member("href", "/deals/\(edited.deal.id.rawValue)")
    }
  }

  /// Writes its pages in every language.
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
  /// What tells this state of the deal from every other.
  var tag: String {
    var writer = Writer(capacity: 960)
    writer.edited(self)
    return EntityTag.of(writer.bytes)
  }
}
