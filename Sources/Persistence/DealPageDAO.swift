package import Model
package import Storage

/// The table of the pages of deals.
package struct DealPageDAO {
  private let connection: Connection

  /// The table on `connection`.
  package init(_ connection: Connection) { self.connection = connection }

  /// The pages of a deal, in their order.
  package func all(of deal: DealID) throws(StoreError) -> [DealPage] {
    try connection.all(
      "SELECT title_ru, title_en, text_ru, text_en, image FROM deal_page WHERE deal = $1 ORDER BY place", deal
    ) { (row) throws(StoreError) in
      DealPage(
        title: Deal.Text(ru: try row.get(0), en: try row.get(1)),
        text: Deal.Text(ru: try row.get(2), en: try row.get(3)), image: try row.get(4))
    }
  }

  /// Puts these pages in the place of those that the deal has.
  package func replace(_ pages: [DealPage], of deal: DealID) throws(StoreError) {
    try connection.execute("DELETE FROM deal_page WHERE deal = $1", deal)
    for (place, page) in pages.enumerated() {
      try connection.execute(
        """
        INSERT INTO deal_page (deal, place, title_ru, title_en, text_ru, text_en, image)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """, deal, place, page.title.ru, page.title.en, page.text.ru, page.text.en, page.image)
    }
  }
}
