import Model

/// A few participants, as the BIC directory had them in May 2023, to pay to before a directory is imported.
enum DemoBanks {
  /// The participants.
  static let known: [Bank] = banks + treasury

  private static let banks = [
    ("044525225", "ПАО Сбербанк", "30101810400000000225"),
    ("044525187", "Банк ВТБ (ПАО)", "30101810700000000187"),
    ("044525593", "АО \"АЛЬФА-БАНК\"", "30101810200000000593"),
    ("044525974", "АО \"Тинькофф Банк\"", "30101810145250000974"),
  ].compactMap { bic, name, account in
    BIC(bic).map {
      Bank(bic: $0, name: name, place: "г Москва").with(\.correspondentAccount, AccountNumber(account))
    }
  }

  /// The body of the Treasury that the single tax payment goes to.
  private static let treasury =
    BIC("017003983").map {
      [
        Bank(bic: $0, name: "УФК по Тульской области", place: "г Тула").with(\.type, "52")
          .with(\.treasuryAccount, AccountNumber("40102810445370000059"))
      ]
    } ?? []
}
