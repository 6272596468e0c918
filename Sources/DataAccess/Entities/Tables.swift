import Model
import Storage

/// All entity tables by DAO, for the inspection of their common statements and for erasures.
enum Tables {
  /// A table without the types of its record.
  struct Listed {
    let dao: String
    let statements: TableStatements
    let erased: String?

    init<Record, each Value>(_ dao: String, _ table: Table<Record, repeat each Value>) {
      self.dao = dao
      statements = table.statements
      erased = table.erased
    }
  }

  static var all: [Listed] {
    [
      Listed("AccountDAO", AccountDAO.table),
      Listed("BankDAO", BankDAO.table),
      Listed("CardDAO", CardDAO.table),
      Listed("CustomerDAO", CustomerDAO.table),
      Listed("DealDAO", DealDAO.table),
      Listed("DraftDAO", DraftDAO.table),
      Listed("PersonDAO", PersonDAO.table),
      Listed("SessionDAO", SessionDAO.table),
      Listed("SettingsDAO", SettingsDAO.table),
      Listed("StatementDAO", StatementDAO.table),
      Listed("SubmissionDAO", SubmissionDAO.table),
      Listed("TemplateDAO", TemplateDAO.table),
    ]
  }

  /// Deletes the person's rows in each table with `erased`; returns their numbers by kind.
  static func erase(_ person: PersonID, on connection: Connection) throws(StoreError) -> [Erasure.Count] {
    var counts: [Erasure.Count] = []
    for table in all {
      guard let erased = table.erased, let erasure = table.statements.erasure else { continue }
      counts.append(Erasure.Count(erased, try connection.execute(erasure, [person])))
    }
    return counts
  }
}
