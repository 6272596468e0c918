/// The common statements of all entity tables by DAO, for the inspection of all statements.
enum Tables {
  static var all: [(dao: String, statements: TableStatements)] {
    [
      ("AccountDAO", AccountDAO.table.statements),
      ("BankDAO", BankDAO.table.statements),
      ("CardDAO", CardDAO.table.statements),
      ("DealDAO", DealDAO.table.statements),
      ("DraftDAO", DraftDAO.table.statements),
      ("PersonDAO", PersonDAO.table.statements),
      ("SessionDAO", SessionDAO.table.statements),
      ("SettingsDAO", SettingsDAO.table.statements),
      ("StatementDAO", StatementDAO.table.statements),
      ("SubmissionDAO", SubmissionDAO.table.statements),
      ("TemplateDAO", TemplateDAO.table.statements),
    ]
  }
}
