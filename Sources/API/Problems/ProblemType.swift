package import Texts
import Services

/// A type of problem: its name under `/problems`, its HTTP status, its title and its explanation.
///
/// `ErrorMap` assigns a type to each error. The OpenAPI description of an endpoint lists its types.
package struct ProblemType: Sendable {
  /// The last part of the `type` URI.
  package let name: String
  package let status: Int
  /// A short summary of what happened.
  package let title: LocalizedText
  /// Advice for the client, returned by `GET /problems/{name}`.
  package let explanation: LocalizedText

  init(_ name: String, _ status: Int, _ title: LocalizedText, _ explanation: LocalizedText) {
    (self.name, self.status, self.title, self.explanation) = (name, status, title, explanation)
  }
}

extension ProblemType {
  static let malformedRequest = ProblemType(
    "malformed-request", 400, LocalizedText(ru: "Запрос не разобран", en: "The request could not be read"),
    LocalizedText(
      ru: "Строка запроса, заголовок или тело не соответствуют HTTP или JSON. Исправьте запрос.",
      en: "The request line, a header or the body is not well-formed HTTP or JSON. Correct the request."))
  static let tooMuchWork = ProblemType(
    "too-much-work", 400,
    LocalizedText(ru: "Слишком много работы для одного запроса", en: "Too much work for one request"),
    LocalizedText(
      ru: "Значения требуют больше вычислений, чем отводится одному запросу: пришлите меньше строк или тексты короче. "
        + "Ничего не сделано.",
      en: "The values require more work than one request may use. Send fewer items or shorter texts. Nothing was done."
    ))
  static let unknownQuery = ProblemType(
    "unknown-query", 400, LocalizedText(ru: "Неизвестный параметр запроса", en: "Unknown query parameter"),
    LocalizedText(
      ru: "Имена в строке запроса — это идентификаторы полей операции или параметры списка.",
      en: "Query parameters are the ids of the operation's inputs, or the parameters of a list."))
  static let reversedPeriod = ProblemType(
    "reversed-period", 400,
    LocalizedText(ru: "Период кончается раньше, чем начинается", en: "The period ends before it begins"),
    LocalizedText(
      ru: "`from` не может быть позже `to`.", en: "`from` must not be later than `to`."))
  static let malformedRoute = ProblemType(
    "malformed-route", 400, LocalizedText(ru: "Ссылка не разобрана", en: "The link could not be read"),
    LocalizedText(
      ru: "Ссылка имеет вид valence://продукт/раздел?параметр=значение.",
      en: "A link looks like valence://product/feature?parameter=value."))
  static let routeParameters = ProblemType(
    "route-parameters", 400, LocalizedText(ru: "Неверные параметры ссылки", en: "The link's parameters are wrong"),
    LocalizedText(
      ru: "`errors` называет каждый параметр и что с ним не так: лишний, повторён, пропущен, не того типа.",
      en: "`errors` lists each invalid parameter and the reason: unknown, repeated, missing or of the wrong type."))
  static let unknownRoute = ProblemType(
    "unknown-route", 404, LocalizedText(ru: "Ссылка никуда не ведёт", en: "The link leads nowhere"),
    LocalizedText(
      ru: "Такого раздела нет: возможно, ссылка устарела. Начните с /start.",
      en: "This feature does not exist; the link may be outdated. Begin at /start."))
  static let keyMissing = ProblemType(
    "idempotency-key-missing", 400,
    LocalizedText(ru: "Нет заголовка Idempotency-Key", en: "The Idempotency-Key header is missing"),
    LocalizedText(
      ru: "Отправка операции требует ключа: один ключ на показанную форму и нажатие.",
      en: "A submission requires a key. Use one key for each tree and tap, and reuse it when the network fails."))
  static let unauthorized = ProblemType(
    "unauthorized", 401, LocalizedText(ru: "Нужен вход", en: "Log in first"),
    LocalizedText(
      ru: "Токена нет, он неизвестен или истёк. Войдите снова.",
      en: "The token is missing, unknown or expired. Log in again."))
  static let wrongCredentials = ProblemType(
    "wrong-credentials", 401, LocalizedText(ru: "Неверный логин или пароль", en: "Wrong login or password"),
    LocalizedText(
      ru: "Логин и пароль не подходят друг к другу.", en: "The login and the password do not match."))
  static let badSignature = ProblemType(
    "bad-signature", 401, LocalizedText(ru: "Подпись не подходит", en: "The signature is wrong"),
    LocalizedText(
      ru: "Обратный вызов не подписан секретом этой системы, или его время дальше пяти минут от нашего.",
      en: "The callback is not signed with this service's secret, or its time differs by more than five minutes."))
  static let forbidden = ProblemType(
    "forbidden", 403, LocalizedText(ru: "Нет нужной роли", en: "A role is missing"),
    LocalizedText(
      ru: "Этот адрес для другой роли: клиента, оператора или банковского ядра. Войдите под нужной.",
      en: "This address is for another role: a person, an operator or the bank's core. Log in with that role."))
  static let blocked = ProblemType(
    "blocked", 403, LocalizedText(ru: "Банк закрыл вам доступ", en: "The bank has blocked your access"),
    LocalizedText(
      ru: "Войти и подписать ничего нельзя, пока банк не откроет доступ. Подписанное раньше исполняется.",
      en: "No login and no signature is possible until the bank ends the block. Signed submissions are carried out."))
  static let wrongInvitation = ProblemType(
    "wrong-invitation", 422, LocalizedText(ru: "Приглашение не подходит", en: "The invitation is not valid"),
    LocalizedText(
      ru: "Код приглашения неизвестен, истёк или уже использован. Проверьте его или попросите у банка новый.",
      en: "The code is unknown, has expired or was used. Check it, or ask the bank for another one."))
  static let enrolmentOver = ProblemType(
    "enrolment-over", 410, LocalizedText(ru: "Время регистрации вышло", en: "The registration has ended"),
    LocalizedText(
      ru: "Регистрация истекла, завершена или прервана неверными кодами. Начните её снова с кода приглашения.",
      en: "The registration has expired, was completed, or ended after wrong codes. Begin again with the invitation."))
  static let notFound = ProblemType(
    "not-found", 404, LocalizedText(ru: "Не найдено", en: "Not found"),
    LocalizedText(ru: "По этому адресу для вас ничего нет.", en: "Nothing is available to you at this address."))
  static let methodNotAllowed = ProblemType(
    "method-not-allowed", 405, LocalizedText(ru: "Метод не поддерживается", en: "Method not allowed"),
    LocalizedText(
      ru: "Допустимые методы названы в заголовке Allow.", en: "The Allow header lists the allowed methods."))
  static let kindsNotAccepted = ProblemType(
    "kinds-not-accepted", 406,
    LocalizedText(ru: "Клиент не умеет это показать", en: "The client cannot draw this"),
    LocalizedText(
      ru: "`missing` называет атомы, виды которых не названы в Accept-Atoms или слишком новы для Client-Version.",
      en: "`missing` lists the atoms whose kinds are not in Accept-Atoms or are too new for Client-Version."))
  static let clientOutdated = ProblemType(
    "client-outdated", 426, LocalizedText(ru: "Обновите приложение", en: "Update the application"),
    LocalizedText(
      ru: "Эта версия клиента больше не обслуживается. `minimumVersion` называет нужную, `update` — где её взять.",
      en:
        "This client version is not supported. `minimumVersion` is the oldest supported version, `update` the address of a newer one."
    ))
  static let stepOutOfOrder = ProblemType(
    "step-out-of-order", 409, LocalizedText(ru: "Сейчас другой шаг", en: "Another step is current"),
    LocalizedText(
      ru: "Этот шаг уже пройден или ещё не наступил. `next` содержит тот, который сейчас на очереди.",
      en: "The step is already complete or comes later. `next` contains the current step."))
  static let tooManyDrafts = ProblemType(
    "too-many-drafts", 409, LocalizedText(ru: "Слишком много черновиков", en: "Too many drafts"),
    LocalizedText(
      ru: "Ничего не сохранено. Удалите черновик, который больше не нужен.",
      en: "Nothing was saved. Delete a draft that is no longer needed."))
  static let tooManyTemplates = ProblemType(
    "too-many-templates", 409, LocalizedText(ru: "Слишком много шаблонов", en: "Too many templates"),
    LocalizedText(
      ru: "Ничего не сохранено. Удалите шаблон, который больше не нужен.",
      en: "Nothing was saved. Delete a template that is no longer needed."))
  static let unreadableCode = ProblemType(
    "unreadable-code", 422, LocalizedText(ru: "Код не прочитан", en: "The code cannot be read"),
    LocalizedText(
      ru: "Это не платёжный QR-код ГОСТ Р 56042-2014 (ST0001). `detail` говорит, что в нём не так.",
      en: "This is not a payment code of GOST R 56042-2014 (ST0001). `detail` has the reason."))
  static let fastPaymentLink = ProblemType(
    "fast-payment-link", 422,
    LocalizedText(ru: "Это ссылка Системы быстрых платежей", en: "This is a link of the fast payment system"),
    LocalizedText(
      ru:
        "Код ведёт в СБП (qr.nspk.ru), реквизитов в нём нет. Откройте ссылку `link` в приложении, которое платит по СБП.",
      en:
        "The code is a link to SBP (qr.nspk.ru) without payment details. Open `link` in an application that supports SBP."
    )
  )
  static let conflict = ProblemType(
    "conflict", 409, LocalizedText(ru: "Состояние уже другое", en: "The state has changed"),
    LocalizedText(
      ru: "Запрос не подходит к нынешнему состоянию. Прочитайте его заново.",
      en: "The request conflicts with the current state. Read the state again."))
  static let underWay = ProblemType(
    "under-way", 409, LocalizedText(ru: "Отправка ещё выполняется", en: "The submission is still in progress"),
    LocalizedText(
      ru: "Первый запрос с этим ключом ещё выполняется. Повторите этот чуть позже: придёт его итог.",
      en:
        "The first request with this key is still in progress. Repeat the request a little later to get its result."
    ))
  static let notExecutable = ProblemType(
    "not-executable", 409,
    LocalizedText(ru: "Исполненное не удалось провести", en: "The executed submission cannot be posted"),
    LocalizedText(
      ru:
        "Ядро банка исполнило операцию, а учёт её не принимает по причине `reason`. Она остаётся подписанной, средства — "
        + "удержанными; подтверждение нужно повторить, когда причина устранена.",
      en:
        "The core has executed it, but the ledger rejects it for `reason`. It remains signed and its amount held; "
        + "acknowledge it again after the reason is resolved."))
  static let outdatedVersion = ProblemType(
    "outdated-version", 409, LocalizedText(ru: "Форма изменилась", en: "The form has changed"),
    LocalizedText(
      ru: "Форма нарисована по версии, которая больше не действует. Нарисуйте её заново из `next`.",
      en: "This form version is no longer accepted. Use the form in `next`."))
  static let changed = ProblemType(
    "changed", 409,
    LocalizedText(ru: "Показанные значения изменились", en: "Values that were shown have changed"),
    LocalizedText(
      ru:
        "Ничего не отправлено, ключ не израсходован. `changes` называет каждое показанное и новое значение, `next` — форма с новыми. "
        + "Покажите разницу и отправьте снова, если человек согласен.",
      en:
        "Nothing was sent, and the key was not used. `changes` lists each shown value and its new value, and `next` is the "
        + "form with the new values. Show the differences, and submit again if the person agrees."))
  static let staleChallenge = ProblemType(
    "stale-challenge", 409, LocalizedText(ru: "Запрос кодов уже другой", en: "The challenge was replaced"),
    LocalizedText(
      ru:
        "Сейчас спрашивают другие коды: эти из других ячеек или отвечают на запрос, который истёк или закрыт. "
        + "Попытка не потрачена. Ответьте на `next`.",
      en:
        "Other codes are required now. These are for other cells, or for a challenge that has expired or ended. "
        + "No attempt was used. Answer `next`."))
  static let questionMoved = ProblemType(
    "question-moved", 409,
    LocalizedText(ru: "Коды запрошены для другой отправки", en: "The codes are requested for another submission"),
    LocalizedText(
      ru:
        "Коды одних и тех же ячеек запрошены теперь для отправки, которую называет `asked`; попытка не потрачена. Кнопка в `next` запрашивает их снова здесь.",
      en:
        "The codes of the same cells are requested for the submission in `asked`. No attempt was used. The button in `next` requests them for this submission again."
    ))
  static let tooManyUnsigned = ProblemType(
    "too-many-unsigned", 409,
    LocalizedText(ru: "Слишком много неподписанного", en: "Too many submissions await a signature"),
    LocalizedText(
      ru: "Ничего не отправлено. Подпишите или отмените то, что ждёт подписи: `submissions` ведёт к списку.",
      en: "Nothing was sent. Sign or cancel submissions that await a signature. `submissions` links to the list."))
  static let tooManySubmissions = ProblemType(
    "too-many-submissions", 429,
    LocalizedText(ru: "Слишком много отправок за день", en: "Too many submissions in a day"),
    LocalizedText(
      ru: "Ничего не отправлено, и ключ свободен: повторите с ним через время из Retry-After, на следующий день.",
      en: "Nothing was sent, and the key was not used. Repeat the request with it after Retry-After, on the next day."))
  static let matrixExhausted = ProblemType(
    "matrix-exhausted", 409, LocalizedText(ru: "Матрица исчерпана", en: "The security matrix is exhausted"),
    LocalizedText(
      ru:
        "Неиспользованных сочетаний ячеек не осталось: нужна новая матрица. `renewal` называет операцию, которая её выдаёт; без него обратитесь в банк.",
      en:
        "All combinations of cells have been used, so a new matrix is required. `renewal` is the operation that issues it; if it is missing, contact the bank."
    ))
  static let phoneMissing = ProblemType(
    "phone-missing", 409, LocalizedText(ru: "Нет номера телефона", en: "The telephone number is missing"),
    LocalizedText(
      ru: "Код подписи некуда отправить. Обратитесь в банк, чтобы он записал ваш номер.",
      en: "The bank has no number for the code. Ask the bank to record your number."))
  static let gone = ProblemType(
    "gone", 410, LocalizedText(ru: "Подписать уже нельзя", en: "The submission can no longer be signed"),
    LocalizedText(
      ru: "Операцию больше нельзя подписать: она отклонена, отменена или истекла.",
      en: "It can no longer be signed, because it was rejected, cancelled or has expired."))
  static let changedMeanwhile = ProblemType(
    "changed-meanwhile", 412, LocalizedText(ru: "Уже изменено другим", en: "It has been changed by another request"),
    LocalizedText(
      ru:
        "Состояние не то, которого требует If-Match или If-None-Match; ничего не изменено. Прочитайте его заново и повторите.",
      en: "The state is not what If-Match or If-None-Match requires; nothing was changed. Read it again and repeat."))
  static let draftChanged = ProblemType(
    "draft-changed", 412, LocalizedText(ru: "Черновик уже изменён", en: "The draft has changed"),
    LocalizedText(
      ru:
        "Черновик не тот, которого требует If-Match или If-None-Match: он в `current`, отличия в `differs`. Отправленные значения сохранены копией, её даёт GET /drafts/{operation}/copies.",
      en:
        "The draft does not match If-Match or If-None-Match. It is in `current`, and `differs` lists the differences. The sent values were saved as a copy, which GET /drafts/{operation}/copies returns."
    ))
  static let bodyTooLarge = ProblemType(
    "body-too-large", 413, LocalizedText(ru: "Слишком большое тело запроса", en: "The body is too large"),
    LocalizedText(ru: "Предел назван в описании.", en: "`detail` contains the limit."))
  static let unsupportedMediaType = ProblemType(
    "unsupported-media-type", 415, LocalizedText(ru: "Тело должно быть JSON", en: "The body must be JSON"),
    LocalizedText(
      ru: "Отправьте тело с Content-Type: application/json.", en: "Send it with Content-Type: application/json."))
  static let unsupportedContentEncoding = ProblemType(
    "unsupported-content-encoding", 415,
    LocalizedText(ru: "Тело не должно быть сжато", en: "The body must not be compressed"),
    LocalizedText(
      ru: "Отправьте тело без Content-Encoding.", en: "Send the body without Content-Encoding."))
  static let invalidValues = ProblemType(
    "invalid-values", 422, LocalizedText(ru: "Проверьте поля", en: "Check the fields"),
    LocalizedText(
      ru: "`errors` называет каждое поле, правило и предел.", en: "`errors` lists each atom, rule and limit."))
  static let faultyFile = ProblemType(
    "faulty-file", 422, LocalizedText(ru: "В файле операции ошибки", en: "The operation file has errors"),
    LocalizedText(
      ru: "`findings` называет каждую с её строкой и столбцом.",
      en: "`findings` lists each error with its line and column."))
  static let keyReused = ProblemType(
    "idempotency-key-reused", 422,
    LocalizedText(ru: "Ключ уже использован для другого запроса", en: "The key belongs to another request"),
    LocalizedText(
      ru: "С этим Idempotency-Key уже отправлено другое тело. Возьмите новый ключ.",
      en: "Another body was sent with this Idempotency-Key. Use a new key."))
  static let refused = ProblemType(
    "refused", 422, LocalizedText(ru: "Операция невозможна", en: "The operation is not possible"),
    LocalizedText(
      ru: "`errors` называет причину, например недостаток средств.",
      en: "`errors` contains the reason, such as insufficient funds."))
  static let wrongCode = ProblemType(
    "wrong-code", 422, LocalizedText(ru: "Неверный код", en: "Wrong code"),
    LocalizedText(
      ru:
        "Коды не подошли. `next` запрашивает их снова (из тех же ячеек матрицы или новый одноразовый), `attemptsLeft` — сколько попыток осталось.",
      en:
        "The codes are wrong. `next` requests them again, for the same cells of the matrix, or a new one-time code; `attemptsLeft` is the number of remaining answers."
    ))
  static let locked = ProblemType(
    "signing-locked", 423, LocalizedText(ru: "Подписание заблокировано", en: "Signing is locked"),
    LocalizedText(
      ru: "После пяти неверных ответов подряд подписание разблокирует только банк.",
      en: "After five wrong answers in a row only the bank can unlock signing."))
  static let preconditionMissing = ProblemType(
    "precondition-missing", 428, LocalizedText(ru: "Нет заголовка If-Match", en: "The If-Match header is missing"),
    LocalizedText(
      ru: "Назовите в If-Match состояние, которое вы прочитали (ETag): так чужая правка не потеряется.",
      en: "Send the ETag of the state that you have read in If-Match, so that no other change is overwritten."))
  static let tooManyCodes = ProblemType(
    "too-many-codes", 429, LocalizedText(ru: "Код уже отправлен", en: "A code has been sent already"),
    LocalizedText(
      ru: "Следующий код можно получить через время из Retry-After; последний ещё действует.",
      en: "Request another code after Retry-After. The last code is still valid."))
  static let tooManyRequests = ProblemType(
    "too-many-requests", 429, LocalizedText(ru: "Слишком много запросов", en: "Too many requests"),
    LocalizedText(
      ru:
        "Запросов пришло больше, чем банк принимает за это время. Ничего не сделано: повторите через время из Retry-After.",
      en: "More requests arrived than the bank accepts in that time. Nothing was done. Try again after Retry-After."))
  static let tooManyAttempts = ProblemType(
    "too-many-attempts", 429, LocalizedText(ru: "Слишком много попыток", en: "Too many attempts"),
    LocalizedText(
      ru: "Пароль не проверялся: до этого было слишком много неверных. Повторите через время из Retry-After.",
      en: "The password was not checked, because too many previous ones were wrong. Try again after Retry-After."))
  static let targetTooLong = ProblemType(
    "target-too-long", 414, LocalizedText(ru: "Слишком длинный адрес запроса", en: "The request's target is too long"),
    LocalizedText(ru: "Сократите строку запроса.", en: "Shorten the request line."))
  static let headersTooLarge = ProblemType(
    "headers-too-large", 431, LocalizedText(ru: "Слишком большие заголовки", en: "The headers are too large"),
    LocalizedText(ru: "Сократите заголовки.", en: "Shorten the headers."))
  static let internalError = ProblemType(
    "internal", 500, LocalizedText(ru: "Ошибка сервера", en: "The server failed"),
    LocalizedText(
      ru: "Сообщите банку requestId: по нему найдут причину.",
      en: "Report the requestId to the bank: it leads to the cause."))
  static let unsupportedTransferEncoding = ProblemType(
    "unsupported-transfer-encoding", 501,
    LocalizedText(ru: "Transfer-Encoding не поддерживается", en: "Transfer-Encoding not supported"),
    LocalizedText(ru: "Поддерживается только chunked.", en: "Send a plain or a chunked body."))
  static let unknownMethod = ProblemType(
    "unknown-method", 501, LocalizedText(ru: "Неизвестный метод", en: "Unknown method"),
    LocalizedText(
      ru: "Сервер не знает такого метода ни для какого адреса.",
      en: "The server does not support this method for any address.")
  )
  static let unsupportedVersion = ProblemType(
    "unsupported-version", 505, LocalizedText(ru: "Версия HTTP не поддерживается", en: "HTTP version not supported"),
    LocalizedText(ru: "Поддерживается HTTP/1.1.", en: "Use HTTP/1.1."))
  static let operationDisabled = ProblemType(
    "operation-disabled", 503,
    LocalizedText(ru: "Операция временно недоступна", en: "The operation is not available at present"),
    LocalizedText(
      ru: "Банк приостановил операцию: пока её не показать, не отправить и не подписать. Черновик можно сохранить.",
      en: "The bank has disabled the operation. It cannot be opened, submitted or signed. A draft can be saved."
    ))
  static let notAvailable = ProblemType(
    "not-available", 403,
    LocalizedText(ru: "Операция вам недоступна", en: "The operation is not available to you"),
    LocalizedText(
      ru: "Условие операции для этого человека не выполнено; текст банка — в `detail`.",
      en: "The person does not meet the condition of the operation. The text of the bank is in `detail`."))
  static let codesUnavailable = ProblemType(
    "codes-unavailable", 503, LocalizedText(ru: "Коды сейчас не отправляются", en: "No codes are sent at present"),
    LocalizedText(
      ru: "Банк не настроил отправку кодов, поэтому операцию нельзя подписать. Ничего не сохранено.",
      en: "The bank has not configured the sending of codes, so this cannot be signed. Nothing was saved."))
  static let overloaded = ProblemType(
    "overloaded", 503, LocalizedText(ru: "Сервер перегружен", en: "The server is overloaded"),
    LocalizedText(
      ru: "Ничего не сделано. Повторите через время из Retry-After.",
      en: "Nothing was done. Try again after Retry-After."))

  /// All types, in approximate order of status. Storage types are last.
  package static let all =
    [
      malformedRequest, tooMuchWork, unknownQuery, reversedPeriod, malformedRoute, routeParameters, unknownRoute,
      keyMissing,
      unauthorized,
      wrongCredentials, badSignature, forbidden, blocked, notFound, methodNotAllowed,
      kindsNotAccepted, conflict, underWay, notExecutable, outdatedVersion, changed, staleChallenge, questionMoved,
      tooManyUnsigned, matrixExhausted, phoneMissing,
      tooManyDrafts, tooManyTemplates, stepOutOfOrder, gone, changedMeanwhile, draftChanged, bodyTooLarge,
      targetTooLong, unsupportedMediaType, unsupportedContentEncoding, invalidValues, faultyFile, keyReused, refused,
      wrongCode, wrongInvitation, enrolmentOver, unreadableCode, fastPaymentLink,
      locked,
      clientOutdated, preconditionMissing, tooManyCodes, tooManyAttempts, tooManySubmissions, tooManyRequests,
      headersTooLarge,
      internalError, unsupportedTransferEncoding, unknownMethod, operationDisabled, notAvailable, codesUnavailable,
      overloaded, unsupportedVersion, systemUnavailable,
    ] + ofStorage
}

extension ProblemType {
  static let systemUnavailable = ProblemType(
    "system-unavailable", 503,
    LocalizedText(ru: "Сведения сейчас недоступны", en: "Information is currently unavailable"),
    LocalizedText(
      ru:
        "Система банка, от ответа которой зависит проверка или подпись, не отвечает. Ничего не сделано. Повторите с тем "
        + "же Idempotency-Key через время из Retry-After.",
      en:
        "A system of the bank that the check or the signature depends on does not respond. Nothing was done. "
        + "Try again, with the same Idempotency-Key, after Retry-After."))
  static let storageFull = ProblemType(
    "storage-full", 503, LocalizedText(ru: "На диске нет места", en: "The storage is full"),
    LocalizedText(
      ru: "Ничего не сделано. Читать можно. Повторите с тем же Idempotency-Key через время из Retry-After.",
      en: "Nothing was done. Reading still works. Try again, with the same Idempotency-Key, after Retry-After."))
  static let storageReadOnly = ProblemType(
    "storage-read-only", 503, LocalizedText(ru: "Запись сейчас невозможна", en: "Nothing can be written at present"),
    LocalizedText(
      ru: "Ничего не сделано. Читать можно. Повторите с тем же Idempotency-Key через время из Retry-After.",
      en: "Nothing was done. Reading still works. Try again, with the same Idempotency-Key, after Retry-After."))
  static let storageBusy = ProblemType(
    "storage-busy", 503, LocalizedText(ru: "Хранилище занято", en: "The storage is busy"),
    LocalizedText(
      ru: "Ничего не сделано: данные удерживает другая программа. Повторите через время из Retry-After.",
      en: "Nothing was done: another program holds the data. Try again after Retry-After."))
  static let storageFailed = ProblemType(
    "storage-failed", 503, LocalizedText(ru: "Хранилище отказало", en: "The storage has failed"),
    LocalizedText(
      ru: "Данные не удалось прочитать или записать. Банк уже знает; повторите с тем же Idempotency-Key позже.",
      en:
        "The data could not be read or written. The bank is aware of this. Try again later with the same Idempotency-Key."
    ))

  /// The types for storage failures, which any endpoint can return.
  static let ofStorage = [storageFull, storageReadOnly, storageBusy, storageFailed]
}
