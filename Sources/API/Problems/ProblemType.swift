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
      en: "The request line, a header or the body is not well-formed HTTP or JSON. Mend the request."))
  static let tooMuchWork = ProblemType(
    "too-much-work", 400,
    LocalizedText(ru: "Слишком много работы для одного запроса", en: "Too much work for one request"),
    LocalizedText(
      ru: "Значения требуют больше вычислений, чем отводится одному запросу: пришлите меньше строк или тексты короче. "
        + "Ничего не сделано.",
      en: "The values ask for more work than one request may take: send fewer items or shorter texts. Nothing was done."
    ))
  static let unknownQuery = ProblemType(
    "unknown-query", 400, LocalizedText(ru: "Неизвестный параметр запроса", en: "Unknown query name"),
    LocalizedText(
      ru: "Имена в строке запроса — это идентификаторы полей операции или параметры списка.",
      en: "Query names are ids of the operation's inputs, or the parameters of a list."))
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
      en: "`errors` names each parameter and what is wrong: unknown, twice, required, of another type."))
  static let unknownRoute = ProblemType(
    "unknown-route", 404, LocalizedText(ru: "Ссылка никуда не ведёт", en: "The link leads nowhere"),
    LocalizedText(
      ru: "Такого раздела нет: возможно, ссылка устарела. Начните с /start.",
      en: "There is no such feature; the link may be outdated. Begin at /start."))
  static let keyMissing = ProblemType(
    "idempotency-key-missing", 400,
    LocalizedText(ru: "Нет заголовка Idempotency-Key", en: "The Idempotency-Key header is missing"),
    LocalizedText(
      ru: "Отправка операции требует ключа: один ключ на показанную форму и нажатие.",
      en: "A submission needs a key: one per drawn tree and tap, reused when the network fails."))
  static let unauthorized = ProblemType(
    "unauthorized", 401, LocalizedText(ru: "Нужен вход", en: "Log in first"),
    LocalizedText(
      ru: "Токена нет, он неизвестен или истёк. Войдите снова.",
      en: "There is no token, or it is unknown or has expired. Log in again."))
  static let wrongCredentials = ProblemType(
    "wrong-credentials", 401, LocalizedText(ru: "Неверный логин или пароль", en: "Wrong login or password"),
    LocalizedText(
      ru: "Логин и пароль не подходят друг к другу.", en: "The login and the password do not go together."))
  static let badSignature = ProblemType(
    "bad-signature", 401, LocalizedText(ru: "Подпись не подходит", en: "The signature is wrong"),
    LocalizedText(
      ru: "Обратный вызов не подписан секретом этой системы, или его время дальше пяти минут от нашего.",
      en: "The callback is not signed by this service's secret, or its time is more than five minutes from ours."))
  static let forbidden = ProblemType(
    "forbidden", 403, LocalizedText(ru: "Нет нужной роли", en: "A role is missing"),
    LocalizedText(
      ru: "Этот адрес для другой роли: клиента, оператора или банковского ядра. Войдите под нужной.",
      en: "This address is for another role: a person, an operator or the bank's core. Log in as that."))
  static let notFound = ProblemType(
    "not-found", 404, LocalizedText(ru: "Не найдено", en: "Not found"),
    LocalizedText(ru: "По этому адресу для вас ничего нет.", en: "There is nothing for you at this address."))
  static let methodNotAllowed = ProblemType(
    "method-not-allowed", 405, LocalizedText(ru: "Метод не поддерживается", en: "Method not allowed"),
    LocalizedText(
      ru: "Допустимые методы названы в заголовке Allow.", en: "The Allow header lists the allowed methods."))
  static let kindsNotAccepted = ProblemType(
    "kinds-not-accepted", 406,
    LocalizedText(ru: "Клиент не умеет это показать", en: "The client cannot draw this"),
    LocalizedText(
      ru: "`missing` называет атомы, виды которых не названы в Accept-Atoms или слишком новы для Client-Version.",
      en: "`missing` names the atoms whose kinds Accept-Atoms does not name, or that are too new for Client-Version."))
  static let clientOutdated = ProblemType(
    "client-outdated", 426, LocalizedText(ru: "Обновите приложение", en: "Update the application"),
    LocalizedText(
      ru: "Эта версия клиента больше не обслуживается. `minimumVersion` называет нужную, `update` — где её взять.",
      en:
        "This version of the client is not served. `minimumVersion` names the oldest that is, `update` where to get it."
    ))
  static let stepOutOfOrder = ProblemType(
    "step-out-of-order", 409, LocalizedText(ru: "Сейчас другой шаг", en: "Another step comes now"),
    LocalizedText(
      ru: "Этот шаг уже пройден или ещё не наступил. `next` содержит тот, который сейчас на очереди.",
      en: "The step is done already or comes later. `next` holds the one that comes now."))
  static let tooManyDrafts = ProblemType(
    "too-many-drafts", 409, LocalizedText(ru: "Слишком много черновиков", en: "Too many drafts"),
    LocalizedText(
      ru: "Ничего не сохранено. Удалите черновик, который больше не нужен.",
      en: "Nothing was kept. Delete a draft that is no longer needed."))
  static let tooManyTemplates = ProblemType(
    "too-many-templates", 409, LocalizedText(ru: "Слишком много шаблонов", en: "Too many templates"),
    LocalizedText(
      ru: "Ничего не сохранено. Удалите шаблон, который больше не нужен.",
      en: "Nothing was kept. Delete a template that is no longer needed."))
  static let unreadableCode = ProblemType(
    "unreadable-code", 422, LocalizedText(ru: "Код не прочитан", en: "The code cannot be read"),
    LocalizedText(
      ru: "Это не платёжный QR-код ГОСТ Р 56042-2014 (ST0001). `detail` говорит, что в нём не так.",
      en: "This is no payment code of GOST R 56042-2014 (ST0001). `detail` says what is wrong with it."))
  static let fastPaymentLink = ProblemType(
    "fast-payment-link", 422,
    LocalizedText(ru: "Это ссылка Системы быстрых платежей", en: "This is a link of the fast payment system"),
    LocalizedText(
      ru:
        "Код ведёт в СБП (qr.nspk.ru), реквизитов в нём нет. Откройте ссылку `link` в приложении, которое платит по СБП.",
      en: "The code leads to SBP (qr.nspk.ru) and holds no requisites. Open `link` in an application that pays by SBP.")
  )
  static let conflict = ProblemType(
    "conflict", 409, LocalizedText(ru: "Состояние уже другое", en: "The state has changed"),
    LocalizedText(
      ru: "Запрос не подходит к нынешнему состоянию. Прочитайте его заново.",
      en: "The request does not fit the present state. Read it again."))
  static let underWay = ProblemType(
    "under-way", 409, LocalizedText(ru: "Отправка ещё выполняется", en: "The submission is still under way"),
    LocalizedText(
      ru: "Первый запрос с этим ключом ещё выполняется. Повторите этот чуть позже: придёт его итог.",
      en:
        "The first request with this key is still under way. Repeat this one a little later: it answers what came of it."
    ))
  static let notExecutable = ProblemType(
    "not-executable", 409,
    LocalizedText(ru: "Исполненное не удалось провести", en: "The executed submission cannot be posted"),
    LocalizedText(
      ru:
        "Ядро банка исполнило операцию, а учёт её не принимает по причине `reason`. Она остаётся подписанной, средства — "
        + "удержанными; подтверждение нужно повторить, когда причина устранена.",
      en:
        "The core has executed it, and the ledger does not take it, for `reason`. It stays signed and its money held; "
        + "acknowledge it again once the reason is gone."))
  static let outdatedVersion = ProblemType(
    "outdated-version", 409, LocalizedText(ru: "Форма изменилась", en: "The form has changed"),
    LocalizedText(
      ru: "Форма нарисована по версии, которая больше не действует. Нарисуйте её заново из `next`.",
      en: "The form was drawn from a version that is no longer judged by. Draw it again from `next`."))
  static let changed = ProblemType(
    "changed", 409,
    LocalizedText(ru: "Показанные значения изменились", en: "Values that were shown have changed"),
    LocalizedText(
      ru:
        "Ничего не отправлено, ключ не израсходован. `changes` называет каждое показанное и новое значение, `next` — форма с новыми. "
        + "Покажите разницу и отправьте снова, если человек согласен.",
      en:
        "Nothing was sent, and the key was not consumed. `changes` has each value that was shown and the new one, and `next` is the "
        + "form with the new values. Show the difference, and send again if the person agrees."))
  static let staleChallenge = ProblemType(
    "stale-challenge", 409, LocalizedText(ru: "Запрос кодов уже другой", en: "The challenge was replaced"),
    LocalizedText(
      ru:
        "Сейчас спрашивают другие коды: эти из других ячеек или отвечают на запрос, который истёк или закрыт. "
        + "Попытка не потрачена. Ответьте на `next`.",
      en:
        "Other codes are asked for now: these are of other cells, or answer a challenge that has expired or ended. "
        + "No attempt was spent. Answer `next`."))
  static let questionMoved = ProblemType(
    "question-moved", 409,
    LocalizedText(ru: "Коды запрошены для другой отправки", en: "The codes are asked for another submission"),
    LocalizedText(
      ru:
        "Коды одних и тех же ячеек запрошены теперь для отправки, которую называет `asked`; попытка не потрачена. Кнопка в `next` запрашивает их снова здесь.",
      en:
        "The codes of the same cells are asked for the submission that `asked` names; no attempt was spent. The button in `next` asks for them here again."
    ))
  static let tooManyUnsigned = ProblemType(
    "too-many-unsigned", 409, LocalizedText(ru: "Слишком много неподписанного", en: "Too much waits for its signature"),
    LocalizedText(
      ru: "Ничего не отправлено. Подпишите или отмените то, что ждёт подписи: `submissions` ведёт к списку.",
      en: "Nothing was sent. Sign or cancel what waits for its signature: `submissions` leads to the list."))
  static let tooManySubmissions = ProblemType(
    "too-many-submissions", 429,
    LocalizedText(ru: "Слишком много отправок за день", en: "Too many submissions in a day"),
    LocalizedText(
      ru: "Ничего не отправлено, и ключ свободен: повторите с ним через время из Retry-After, на следующий день.",
      en: "Nothing was sent, and the key is free: repeat the request with it after Retry-After, on the next day."))
  static let matrixExhausted = ProblemType(
    "matrix-exhausted", 409, LocalizedText(ru: "Матрица исчерпана", en: "The security matrix is exhausted"),
    LocalizedText(
      ru:
        "Неиспользованных сочетаний ячеек не осталось: нужна новая матрица. `renewal` называет операцию, которая её выдаёт; без него обратитесь в банк.",
      en:
        "No unused set of cells is left: a new matrix is needed. `renewal` names the operation that gives one; without it, ask the bank."
    ))
  static let phoneMissing = ProblemType(
    "phone-missing", 409, LocalizedText(ru: "Нет номера телефона", en: "There is no telephone number"),
    LocalizedText(
      ru: "Код подписи некуда отправить. Обратитесь в банк, чтобы он записал ваш номер.",
      en: "There is nowhere to send the code to. Ask the bank to note your number."))
  static let gone = ProblemType(
    "gone", 410, LocalizedText(ru: "Подписать уже нельзя", en: "It can no longer be signed"),
    LocalizedText(
      ru: "Операцию больше нельзя подписать: она отклонена, отменена или истекла.",
      en: "It can no longer be signed: it was refused, cancelled or has expired."))
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
        "The draft is not what If-Match or If-None-Match requires: it is in `current`, and `differs` lists the differences. The sent values are kept as a copy, which GET /drafts/{operation}/copies returns."
    ))
  static let bodyTooLarge = ProblemType(
    "body-too-large", 413, LocalizedText(ru: "Слишком большое тело запроса", en: "The body is too large"),
    LocalizedText(ru: "Предел назван в описании.", en: "The detail names the limit."))
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
      ru: "`errors` называет каждое поле, правило и предел.", en: "`errors` names each atom, rule and limit."))
  static let faultyFile = ProblemType(
    "faulty-file", 422, LocalizedText(ru: "В файле операции ошибки", en: "The operation file has errors"),
    LocalizedText(
      ru: "`findings` называет каждую с её строкой и столбцом.", en: "`findings` names each with its line and column."))
  static let keyReused = ProblemType(
    "idempotency-key-reused", 422,
    LocalizedText(ru: "Ключ уже использован для другого запроса", en: "The key belongs to another request"),
    LocalizedText(
      ru: "С этим Idempotency-Key уже отправлено другое тело. Возьмите новый ключ.",
      en: "Another body was sent with this Idempotency-Key. Take a new key."))
  static let refused = ProblemType(
    "refused", 422, LocalizedText(ru: "Операция невозможна", en: "This cannot be done"),
    LocalizedText(
      ru: "`errors` называет причину, например недостаток средств.",
      en: "`errors` names the reason, such as too little money."))
  static let wrongCode = ProblemType(
    "wrong-code", 422, LocalizedText(ru: "Неверный код", en: "Wrong code"),
    LocalizedText(
      ru:
        "Коды не подошли. `next` запрашивает их снова (из тех же ячеек матрицы или новый одноразовый), `attemptsLeft` — сколько попыток осталось.",
      en:
        "The codes are wrong. `next` asks again, for the same cells of the matrix or a new one-time code; `attemptsLeft` says how many answers are left."
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
      en: "Name the state that you have read, its ETag, in If-Match: so nobody's change is overwritten."))
  static let tooManyCodes = ProblemType(
    "too-many-codes", 429, LocalizedText(ru: "Код уже отправлен", en: "A code has been sent already"),
    LocalizedText(
      ru: "Следующий код можно получить через время из Retry-After; последний ещё действует.",
      en: "Another code can be had after Retry-After; the last one still counts."))
  static let tooManyRequests = ProblemType(
    "too-many-requests", 429, LocalizedText(ru: "Слишком много запросов", en: "Too many requests"),
    LocalizedText(
      ru:
        "Запросов пришло больше, чем банк принимает за это время. Ничего не сделано: повторите через время из Retry-After.",
      en: "More requests came than the bank takes in that time. Nothing was done: try again after Retry-After."))
  static let tooManyAttempts = ProblemType(
    "too-many-attempts", 429, LocalizedText(ru: "Слишком много попыток", en: "Too many attempts"),
    LocalizedText(
      ru: "Пароль не проверялся: до этого было слишком много неверных. Повторите через время из Retry-After.",
      en: "The password was not looked at: too many were wrong before. Try again after Retry-After."))
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
      en: "Tell the bank the requestId: it leads to the cause."))
  static let unsupportedTransferEncoding = ProblemType(
    "unsupported-transfer-encoding", 501,
    LocalizedText(ru: "Transfer-Encoding не поддерживается", en: "Transfer-Encoding not supported"),
    LocalizedText(ru: "Поддерживается только chunked.", en: "Send a plain or a chunked body."))
  static let unknownMethod = ProblemType(
    "unknown-method", 501, LocalizedText(ru: "Неизвестный метод", en: "Unknown method"),
    LocalizedText(
      ru: "Сервер не знает такого метода ни для какого адреса.", en: "The server knows no such method for any address.")
  )
  static let unsupportedVersion = ProblemType(
    "unsupported-version", 505, LocalizedText(ru: "Версия HTTP не поддерживается", en: "HTTP version not supported"),
    LocalizedText(ru: "Поддерживается HTTP/1.1.", en: "Use HTTP/1.1."))
  static let operationDisabled = ProblemType(
    "operation-disabled", 503,
    LocalizedText(ru: "Операция временно недоступна", en: "The operation is not available at present"),
    LocalizedText(
      ru: "Банк приостановил операцию: пока её не показать, не отправить и не подписать. Черновик можно сохранить.",
      en: "The bank has stopped the operation: it is not drawn, submitted or signed. A draft may be kept."
    ))
  static let codesUnavailable = ProblemType(
    "codes-unavailable", 503, LocalizedText(ru: "Коды сейчас не отправляются", en: "No codes are sent at present"),
    LocalizedText(
      ru: "Банк не настроил отправку кодов, поэтому операцию нельзя подписать. Ничего не сохранено.",
      en: "The bank has set up nothing that sends codes, so this cannot be signed. Nothing was kept."))
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
      wrongCredentials, badSignature, forbidden, notFound, methodNotAllowed,
      kindsNotAccepted, conflict, underWay, notExecutable, outdatedVersion, changed, staleChallenge, questionMoved,
      tooManyUnsigned, matrixExhausted, phoneMissing,
      tooManyDrafts, tooManyTemplates, stepOutOfOrder, gone, changedMeanwhile, draftChanged, bodyTooLarge,
      targetTooLong, unsupportedMediaType, unsupportedContentEncoding, invalidValues, faultyFile, keyReused, refused,
      wrongCode, unreadableCode, fastPaymentLink,
      locked,
      clientOutdated, preconditionMissing, tooManyCodes, tooManyAttempts, tooManySubmissions, tooManyRequests,
      headersTooLarge,
      internalError, unsupportedTransferEncoding, unknownMethod, operationDisabled, codesUnavailable,
      overloaded, unsupportedVersion,
    ] + ofStorage
}

extension ProblemType {
  static let systemUnavailable = ProblemType(
    "system-unavailable", 503,
    LocalizedText(ru: "Сведения сейчас недоступны", en: "Something is not known at present"),
    LocalizedText(
      ru:
        "Система банка, от ответа которой зависит проверка или подпись, не отвечает. Ничего не сделано. Повторите с тем "
        + "же Idempotency-Key через время из Retry-After.",
      en:
        "A system of the bank, on whose answer the check or the signature depends, does not answer. Nothing was done. "
        + "Try again, with the same Idempotency-Key, after Retry-After."))
  static let storageFull = ProblemType(
    "storage-full", 503, LocalizedText(ru: "На диске нет места", en: "There is no room to store it"),
    LocalizedText(
      ru: "Ничего не сделано. Читать можно. Повторите с тем же Idempotency-Key через время из Retry-After.",
      en: "Nothing was done. Reading goes on. Try again, with the same Idempotency-Key, after Retry-After."))
  static let storageReadOnly = ProblemType(
    "storage-read-only", 503, LocalizedText(ru: "Запись сейчас невозможна", en: "Nothing can be written at present"),
    LocalizedText(
      ru: "Ничего не сделано. Читать можно. Повторите с тем же Idempotency-Key через время из Retry-After.",
      en: "Nothing was done. Reading goes on. Try again, with the same Idempotency-Key, after Retry-After."))
  static let storageBusy = ProblemType(
    "storage-busy", 503, LocalizedText(ru: "Хранилище занято", en: "The storage is busy"),
    LocalizedText(
      ru: "Ничего не сделано: данные удерживает другая программа. Повторите через время из Retry-After.",
      en: "Nothing was done: another program holds the data. Try again after Retry-After."))
  static let storageFailed = ProblemType(
    "storage-failed", 503, LocalizedText(ru: "Хранилище отказало", en: "The storage fails"),
    LocalizedText(
      ru: "Данные не удалось прочитать или записать. Банк уже знает; повторите с тем же Idempotency-Key позже.",
      en: "The data could not be read or written. The bank knows; try again later with the same Idempotency-Key."))

  /// The types for storage failures, which any endpoint can return.
  static let ofStorage = [storageFull, storageReadOnly, storageBusy, storageFailed]
}
