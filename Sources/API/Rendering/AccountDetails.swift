import Atoms
import Texts
import JSON
import Model

/// The details of an account that a payer needs, in the order of a payment order.
struct AccountDetails {
  /// The labelled values, each with its id.
  let pairs: [(id: String, pair: ShownPair)]

  /// Creates the details of an account at the bank with that BIC.
  ///
  /// - Parameters:
  ///   - recipient: The name of the account's holder; nil if it is not shown to the caller.
  ///   - bank: The bank's entry in the directory; nil if absent.
  init(of account: Account, recipient: String?, at bic: BIC, _ bank: Bank?) {
    var pairs: [(id: String, pair: ShownPair)] = []
    func add(_ id: String, _ ru: String, _ en: String, _ value: ShownValue?) {
      if let value { pairs.append((id, ShownPair(LocalizedText(ru: ru, en: en), value))) }
    }
    add("recipient", "Получатель", "Recipient", recipient.map(ShownValue.person))
    add("account", "Счёт получателя", "Recipient's account", .account(account.number.rawValue))
    add("bank", "Банк получателя", "Recipient's bank", bank.map { .words($0.name) })
    add("bic", "БИК", "BIC", .words(bic.rawValue))
    // The correspondent account at the Bank of Russia is only for roubles.
    let correspondent = account.currency == .rub ? bank?.correspondentAccount : nil
    add("correspondentAccount", "Корр. счёт", "Correspondent account", correspondent.map { .account($0.rawValue) })
    self.pairs = pairs
  }

  /// Returns the details as text to share, one per line, with unformatted account numbers.
  func text(in language: Language) -> String {
    pairs.map { _, pair in
      let value = pair.value.role == .account ? pair.value.value : nil
      return pair.label[language] + ": " + (value ?? pair.value.text(in: language))
    }.joined(separator: "\n")
  }
}

extension Writer {
  /// Writes the details as a list with a row for each value, and `share`.
  mutating func requisites(_ requisites: AccountDetails, in language: Language) {
    object { writer in
      writer.document(.list)
      writer.member("count", requisites.pairs.count)
      writer.key("data")
      writer.array { writer in
        for (id, pair) in requisites.pairs {
          writer.object { writer in
            writer.member("id", id)
            writer.member("title", pair.label[language])
            writer.member("subtitle", pair.value.text(in: language))
            writer.key("pair")
            writer.pair(pair, in: language)
          }
        }
      }
      writer.key("share")
      writer.object { writer in
        writer.member("title", LocalizedText(ru: "Реквизиты счёта", en: "Account details")[language])
        writer.member("text", requisites.text(in: language))
      }
    }
  }
}
