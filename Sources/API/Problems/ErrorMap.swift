import Model
import Atoms
import Texts
import HTTPServer
import JSON
import Operations
import Services

/// The mapping from errors to problems.
extension Problem {
  /// Creates the problem for an error of the services, the evaluation or the request's fields.
  ///
  /// Returns nil for any other error. The client then gets a 500 without details, and the error is
  /// logged.
  init?(known error: any Error) {
    switch error {
    // First, because invalid values are the most frequent error.
    case let error as Violations where error.all.isEmpty:
      self = error.changes.isEmpty ? Problem(.systemUnavailable) : Problem(.changed).changes(error.changes)
    case let error as Violations: self = Problem(.invalidValues).violations(error.all)
    case let error as AuthError:
      switch error {
      case .refused: self.init(.wrongCredentials)
      }
    case is PersonBlocked: self.init(.blocked)
    case let error as EnrolmentError: self.init(for: error)
    case is PersonErased: self.init(.unauthorized)
    case let error as SessionError:
      switch error {
      case .notFound: self.init(.notFound)
      }
    case let error as Throttled:
      self = Problem(.tooManyAttempts).header("Retry-After", String(error.seconds))
    case let error as Overloaded:
      self.init(.overloaded)
      headers = [("Retry-After", String(error.retryAfter))]
    case let error as SubmissionError: self.init(for: error)
    case let error as CoreError: self.init(for: error)
    case is SystemEffect.Unaddressed, is BranchCondition.Undecided: self.init(.systemUnavailable)
    case let error as DealError: self.init(for: error)
    case let error as DisabledError:
      switch error {
      case .disabled: self = Problem(.operationDisabled)
      case .unknown: self.init(.notFound)
      }
    case is ChangedMeanwhile: self.init(.changedMeanwhile)
    case let error as DraftError: self.init(for: error)
    case let error as TemplateError: self.init(for: error)
    case let error as UnreadableCode: self.init(for: error)
    case let error as SigningError: self.init(for: error)
    case let error as PasswordRefusal:
      self = Problem(.invalidValues).violations(
        [PasswordRefusalText.violation(for: error, old: "oldPassword", new: "newPassword")])
    case let error as ProfileRefusal:
      self = Problem(.invalidValues).violations([ProfileRefusalText.violation(for: error)])
    case let error as FieldFault:
      switch error.reason {
      case .missing: self.init(.malformedRequest, ru: "Нет `\(error.member)`", en: "`\(error.member)` is missing")
      case .malformed:
        self.init(
          .malformedRequest, ru: "`\(error.member)`: не то значение", en: "`\(error.member)` has an invalid value")
      }
    case is TooMuchWork: self.init(.tooMuchWork)
    // Every cause counts as a storage failure, because a result without the fact would be wrong.
    case let error as UnreadableFact: self.init(StorageFailureKind(error.cause) ?? .failing)
    default:
      guard let obstacle = StorageFailureKind(error) else { return nil }
      self.init(obstacle)
    }
  }

  private init(for error: SubmissionError) {
    switch error {
    case .notFound: self.init(.notFound)
    case .keyReused: self.init(.keyReused)
    case .tooManyUnsigned(let limit):
      self = Problem(.tooManyUnsigned, ru: "Ждут подписи: \(limit).", en: "Waiting for a signature: \(limit).")
        .member("submissions", Array(#"{"method":"GET","href":"/submissions"}"#.utf8))
    case .tooMany(let limit, let wait):
      self = Problem(
        .tooManySubmissions, ru: "Отправок за день: не больше \(limit).",
        en: "Submissions in a day: at most \(limit)."
      )
      .header("Retry-After", String(Throttled(wait: wait).seconds))
    case .notCancellable(let status):
      let title = SubmissionText.title(for: status)
      self.init(
        .conflict, ru: "Отправка уже в состоянии «\(title.ru)».",
        en: "The submission already has the status: \(title[.en])")
    }
  }

  private init(for error: EnrolmentError) {
    let type: ProblemType =
      switch error {
      case .unknownInvitation: .wrongInvitation
      case .over: .enrolmentOver
      default: .invalidValues
      }
    self = Problem(type).violations(EnrolmentText.violation(for: error).map { [$0] } ?? [])
  }

  private init(for error: CoreError) {
    switch error {
    case .acknowledgedOtherwise(let status):
      let title = SubmissionText.title(for: status)
      self.init(
        .conflict, ru: "Уже подтверждено иначе: «\(title.ru)».",
        en: "Already acknowledged with another status: \(title[.en])")
    case .notExecutable(let reason):
      self = Problem(.notExecutable).member("reason", Value.string(reason).canonical)
    }
  }

  private init(for error: DealError) {
    switch error {
    case .notFound: self.init(.notFound)
    case .keyReused: self.init(.keyReused)
    case .changedMeanwhile: self.init(.changedMeanwhile)
    case .ended:
      self.init(
        .conflict, ru: "Предложение завершено и больше не меняется: добавьте новое.",
        en: "The deal has ended and can no longer be changed. Add a new deal.")
    }
  }

  private init(for error: DraftError) {
    switch error {
    case .notFound: self.init(.notFound)
    case .changed: self.init(.stepOutOfOrder)
    case .conflict: self.init(.draftChanged)
    case .tooMany(let limit):
      self.init(
        .tooManyDrafts, ru: "Допустимо черновиков: \(limit).", en: "Drafts allowed at a time: \(limit).")
    case .tooLarge(let limit):
      self.init(
        .bodyTooLarge, ru: "Черновик может занимать не больше \(limit) байт.",
        en: "A draft may take at most \(limit) bytes.")
    }
  }

  private init(for error: TemplateError) {
    switch error {
    case .notFound: self.init(.notFound)
    case .tooMany(let limit):
      self.init(.tooManyTemplates, ru: "Допустимо шаблонов: \(limit).", en: "Templates allowed: \(limit).")
    case .tooLarge(let limit):
      self.init(
        .bodyTooLarge, ru: "Шаблон может занимать не больше \(limit) байт.",
        en: "A template may take at most \(limit) bytes.")
    case .titleTaken(let id):
      self.init(
        .conflict, ru: "Шаблон с таким названием уже есть: /templates/\(id)",
        en: "A template with this title already exists: /templates/\(id)")
    }
  }

  private init(for error: UnreadableCode) {
    switch error {
    case .fastPaymentLink(let link):
      self = Problem(.fastPaymentLink).member("link", Value.string(link).canonical)
    case .malformed(let why): self.init(.unreadableCode, why)
    }
  }

  private init?(for error: SigningError) {
    switch error {
    case .locked: self.init(.locked)
    case .matrixExhausted: self.init(.matrixExhausted)
    case .noMatrix:
      self.init(.matrixExhausted, ru: "Матрицы ещё нет.", en: "A security matrix has not been issued yet.")
    case .noSender: self.init(.codesUnavailable)
    case .outboxFull: self = Problem(.overloaded).header("Retry-After", "10")
    case .noPhone: self.init(.phoneMissing)
    case .tooManyCodes(let wait):
      let seconds = max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
      self = Problem(.tooManyCodes).header("Retry-After", String(seconds))
    case .notSent:
      self.init(
        .conflict, ru: "Эта отправка подписывается не кодом из сообщения.",
        en: "The submission is not signed with a one-time code.")
    case .notAwaited: self.init(.gone)
    case .altered, .keyLost: return nil
    }
  }

  /// Creates the problem for a request that the HTTP layer rejected.
  init(_ refusal: RequestRefusal) {
    switch refusal {
    case .bodyTooLarge(let limit):
      self.init(
        .bodyTooLarge, ru: "В теле может быть не больше \(limit) байт.", en: "The body may have at most \(limit) bytes."
      )
    case .headersTooLarge(let limit):
      self.init(
        .headersTooLarge, ru: "В заголовках может быть не больше \(limit) байт.",
        en: "The headers may have at most \(limit) bytes.")
    case .tooManyHeaders(let limit):
      self.init(
        .headersTooLarge, ru: "Заголовков может быть не больше \(limit).", en: "There may be at most \(limit) headers.")
    case .targetTooLong(let limit):
      self.init(
        .targetTooLong, ru: "В строке запроса может быть не больше \(limit) байт.",
        en: "The request line may have at most \(limit) bytes.")
    case .unsupportedVersion: self.init(ProblemType.unsupportedVersion)
    case .badTarget(let fault):
      self.init(.malformedRequest, LocalizedText(fault))
    case .badFraming(let fault):
      self.init(.malformedRequest, LocalizedText(fault))
    case .unsupportedTransferEncoding: self.init(.unsupportedTransferEncoding)
    case .stopping: self.init(.overloaded, ru: "Сервер останавливается.", en: "The server is stopping.")
    case .givenUp:
      self.init(
        .storageFailed, ru: "Сервер останавливается и не знает, чем это кончилось.",
        en: "The server is stopping. The outcome of the request is unknown.")
      headers = [("Retry-After", "5")]
    case .unanswered: self.init(.internalError)
    }
  }

  /// Creates the problem for a storage failure, with `Retry-After`.
  init(_ obstacle: StorageFailureKind) {
    let (type, wait): (ProblemType, Int) =
      switch obstacle {
      case .full: (.storageFull, 10)
      case .readOnly: (.storageReadOnly, 10)
      case .busy: (.storageBusy, 1)
      case .unreachable: (.storageFailed, 5)
      case .denied, .missing: (.storageFailed, 10)
      case .damaged, .failing: (.storageFailed, 60)
      }
    self.init(type)
    headers = [("Retry-After", String(wait))]
  }
}
