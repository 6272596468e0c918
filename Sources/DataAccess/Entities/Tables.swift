/// The statements that the tables of entities have in common, by the DAO that asks them: for whoever inspects all statements.
enum Tables {
  /// The statements of each table.
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
