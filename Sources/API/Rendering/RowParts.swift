import Atoms
import Dates
import Texts
import JSON
import Model
import Operations
import Services

/// The texts of a row as shown values: `title`, `subtitle` and `trailing`.
struct RowParts {
  var title: ShownValue?
  /// The values below the title.
  var subtitle: [ShownValue] = []
  var trailing: ShownValue?
}

/// The state of a row, shown as a badge.
struct Badge {
  typealias Tone = BadgeTone

  /// The state as an identifier for programs.
  let state: String
  let tone: Tone
  let text: LocalizedText
}

extension Writer {
  /// Writes `parts`, and `badge`, `group` and `icon` if they are not nil.
  mutating func row(
    _ parts: RowParts, badge: Badge? = nil, group: DayGroup? = nil, heading: RowHeading? = nil, icon: Icon? = nil,
    in language: Language
  ) {
    key("parts")
    object { writer in
      if let title = parts.title {
        writer.key("title")
        writer.shown(title, in: language)
      }
      if !parts.subtitle.isEmpty {
        writer.key("subtitle")
        writer.array { writer in for value in parts.subtitle { writer.shown(value, in: language) } }
      }
      if let trailing = parts.trailing {
        writer.key("trailing")
        writer.shown(trailing, in: language)
      }
    }
    if let badge {
      key("badge")
      object { writer in
        writer.member("state", badge.state)
        writer.member("tone", badge.tone.rawValue)
        writer.member("text", badge.text[language])
      }
    }
    if let heading = heading ?? group?.heading(in: language) {
      key("group")
      object { writer in
        writer.member("value", heading.value)
        writer.member("text", heading.text)
      }
    }
    if let icon { member("icon", icon.rawValue) }
  }
}

/// A heading of consecutive rows with the same value.
struct RowHeading {
  let value: String
  let text: String
}

extension DayGroup {
  fileprivate func heading(in language: Language) -> RowHeading {
    RowHeading(value: day.description, text: text(in: language))
  }
}

/// A day in the bank's time zone, used as a heading of rows.
struct DayGroup {
  let day: CivilDate
  /// The current day, to recognize today and yesterday.
  let today: CivilDate

  /// Returns the heading: “Today”, “Yesterday” or the day, with its year if it is not the current
  /// year.
  func text(in language: Language) -> String {
    switch today.daysSinceEpoch - day.daysSinceEpoch {
    case 0: LocalizedText(ru: "Сегодня", en: "Today")[language]
    case 1: LocalizedText(ru: "Вчера", en: "Yesterday")[language]
    default:
      day.year == today.year
        ? DateText.text(ofDayInYear: day, in: language) : DateText.text(of: day, .long, in: language)
    }
  }
}

/// The times of rows in the bank's time zone.
struct RowTimes {
  private let clock: BankClock
  /// The current day.
  let today: CivilDate

  init(_ clock: BankClock) { self.init(clock, today: clock.today) }

  init(_ clock: BankClock, today: CivilDate) { (self.clock, self.today) = (clock, today) }

  /// Returns the heading for an instant.
  func group(_ instant: Instant) -> DayGroup { DayGroup(day: clock.day.date(at: instant), today: today) }

  /// Returns an instant whose text is only the time, for a row below the heading of its day.
  func time(_ instant: Instant) -> ShownValue {
    .moment(instant.description, LocalizedText(ru: Self.clock(clock.day.localTime(at: instant)), en: nil))
  }

  /// Returns an instant whose text is the day and the time.
  func moment(_ instant: Instant) -> ShownValue {
    let local = clock.day.localTime(at: instant)
    return .moment(instant.description, LocalizedText(ru: Self.text(local, in: .ru), en: Self.text(local, in: .en)))
  }

  /// Returns an instant whose text is the day and the time in one language, and its time zone, such
  /// as `GMT+3`.
  func moment(_ instant: Instant, in language: Language) -> (shown: ShownValue, zone: String) {
    let local = clock.day.localTime(at: instant)
    let text = Self.text(local, in: language)
    return (.moment(instant.description, LocalizedText(ru: text, en: nil)), Self.zone(of: local, at: instant))
  }

  /// Returns the offset of a local time from UTC, such as `GMT+3` or `GMT+5:30`.
  static func zone(of local: LocalTime, at instant: Instant) -> String {
    let seconds = local.day.daysSinceEpoch * 86_400 + local.second
    let minutes = (seconds - Int(instant.microseconds / 1_000_000)) / 60
    guard minutes != 0 else { return "GMT" }
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    return "GMT\(minutes < 0 ? "-" : "+")\(hours)" + (rest == 0 ? "" : ":\(rest < 10 ? "0" : "")\(rest)")
  }

  private static func text(_ local: LocalTime, in language: Language) -> String {
    DateText.text(of: local.day, in: language) + ", " + clock(local)
  }

  private static func clock(_ time: LocalTime) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return two(time.second / 3600) + ":" + two(time.second / 60 % 60)
  }
}

extension ShownValue {
  /// Returns an amount of money.
  static func money(_ money: Money) -> ShownValue { .amount(money.text, money.currency.rawValue) }

  /// Returns a received amount with a plus sign. A paid amount is negative and has a minus sign.
  static func movement(_ money: Money) -> ShownValue {
    let plain = ShownValue.money(money)
    guard money.minor > 0 else { return plain }
    let text = LocalizedText(ru: "+" + plain.text(in: .ru), en: "+" + plain.text(in: .en))
    return ShownValue(.amount, plain.value, text, currency: plain.currency)
  }

  /// Returns a text that is the same in every language.
  static func words(_ text: String) -> ShownValue { .text(LocalizedText(ru: text, en: nil)) }
}

extension Badge {
  /// Returns the badge of a submission.
  static func of(_ status: Submission.Status) -> Badge {
    let tone: Tone =
      switch status {
      case .executed: .success
      case .awaitingSignature: .warning
      case .rejected: .danger
      case .signed, .cancelled, .expired: .neutral
      }
    return Badge(state: status.rawValue, tone: tone, text: SubmissionText.title(for: status))
  }

  /// Returns the badge of a closed account; nil for other accounts.
  static func of(_ account: Account) -> Badge? {
    account.disabled ? Badge(state: "closed", tone: .neutral, text: LocalizedText(ru: "Закрыт", en: "Closed")) : nil
  }

  /// Returns the badge of a card that is blocked or expired on that day; nil for other cards.
  static func of(_ card: Card, on today: CivilDate) -> Badge? {
    if card.status == .blocked {
      return Badge(state: "blocked", tone: .danger, text: LocalizedText(ru: "Заблокирована", en: "Blocked"))
    }
    guard card.expires < today else { return nil }
    return Badge(state: "expired", tone: .neutral, text: LocalizedText(ru: "Срок истёк", en: "Expired"))
  }
}
