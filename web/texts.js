import { language } from "./language.js";

/** The client's own words: everything else is said by the server. */
const texts = {
  ru: {
    actionsOf: "Действия: {title}", all: "Все", clearFilters: "Сбросить фильтры", codeByCamera: "Навести камеру", codeByPicture: "Выбрать картинку", codeByText: "Или вставьте текст кода", codeByTextAlone: "Вставьте текст кода",
    cameraOff: "Камера недоступна: выберите картинку или вставьте текст", codeNotFound: "На картинке нет кода", copied: "Скопировано: {what}", copy: "Скопировать", filters: "Фильтры", goOn: "Продолжить",
    leaveForm: "Закрыть форму?", leaveFormAction: "Закрыть", leaveFormText: "Введённое не отправлено.", save: "Сохранить", detailsCopied: "Реквизиты скопированы", shareDetails: "Поделиться реквизитами", stay: "Остаться",
    add: "Добавить", attempts: "Осталось попыток: {count}", back: "Назад", calendar: "Открыть календарь", cancel: "Отмена", choose: "Выберите",
    checking: "Проверяем", done: "Готово", field: "Поле", from: "Откуда", kept: "Сохранено", left: "Осталось символов: {count}", monthAfter: "Следующий месяц",
    monthBefore: "Предыдущий месяц", over: "Лишних символов: {count}", print: "Распечатать", resend: "Отправить код ещё раз", search: "Поиск", sentTo: "Код отправлен: {to}", to: "Кому",
    clear: "Очистить", close: "Закрыть", connectionBack: "Связь восстановлена", delivered: "Предыдущая отправка дошла: вот её результат",
    draftKept: "Введённое сохранено", draftReturned: "Мы вернули вас к форме: введённое сохранено",
    empty: "Пока ничего нет", error: "Ошибка", faults: "Проверьте эти поля", formChanged: "Форма обновилась, введённое сохранено",
    found: "Найдено: {count}", foundSome: "Показано: {count}. Есть ещё",
    help: "Подробнее", hide: "Скрыть", item: "№", leave: "Выйти", listUnavailable: "Список сейчас недоступен. Попробуйте ещё раз.", loading: "Загрузка", more: "Показать ещё", no: "нет", nothingFound: "Ничего не найдено",
    offline: "Нет связи. Введённое сохранено на экране, проверим его, когда связь появится.",
    optional: "необязательно", remove: "Удалить", request: "Номер обращения", retry: "Повторить",
    sending: "Отправляем", sessionEnded: "Сеанс завершён. Войдите снова: введённое сохранено.", show: "Показать",
    summary: "Сводка", today: "Сегодня", unavailable: "недоступен", unsent: "Ответ не пришёл. Повторите: дважды ничего не отправится.",
    unreachable: "Сервер не отвечает. Проверьте связь.", update: "Обновить", wait: "Повторите через {seconds} с", yes: "да",
    waiting: "Ждёт подписи", waitingOne: "Уже отправлено и ждёт подписи", waitingSome: "Уже отправлено и ждёт подписи: {count}",
    sign: "Подписать", takeBack: "Отменить", formMissing: "Форму «{title}» сейчас не открыть. Введённое осталось в этой вкладке.",
    extra: "Лишние символы: введено {got}, а нужно {most}. Образец: {sample}", unfit: "Не подходит под образец {sample}",
    noSuchDay: "Такого дня нет: {text}", notDay: "Введите день так: ДД.ММ.ГГГГ", notNumber: "Это не число. Введите цифрами, например 1 234,50",
    notTime: "Введите день и время полностью", dateHint: "ДД.ММ.ГГГГ", notSupported: "Этот раздел пока нельзя открыть здесь",
  },
  en: {
    actionsOf: "Actions: {title}", all: "All", clearFilters: "Clear the filters", codeByCamera: "Use the camera", codeByPicture: "Choose a picture", codeByText: "Or paste the text of the code", codeByTextAlone: "Paste the text of the code",
    cameraOff: "There is no camera: choose a picture or paste the text", codeNotFound: "There is no code in the picture", copied: "Copied: {what}", copy: "Copy", filters: "Filters", goOn: "Continue",
    leaveForm: "Close the form?", leaveFormAction: "Close", leaveFormText: "What you typed was not sent.", save: "Save", detailsCopied: "The details are copied", shareDetails: "Share the details", stay: "Stay",
    add: "Add", attempts: "Attempts left: {count}", back: "Back", calendar: "Open the calendar", cancel: "Cancel", choose: "Choose",
    checking: "Checking", done: "Done", field: "Field", from: "From", kept: "Saved", left: "Characters left: {count}", monthAfter: "Next month",
    monthBefore: "Previous month", over: "Characters too many: {count}", print: "Print", resend: "Send another code", search: "Search", sentTo: "The code was sent: {to}", to: "To",
    clear: "Clear", close: "Close", connectionBack: "Connected again", delivered: "The earlier attempt had arrived: this is its result",
    draftKept: "What you typed is kept", draftReturned: "You are back at the form: what you typed is kept",
    empty: "Nothing here yet", error: "Error", faults: "Check these fields", formChanged: "The form was updated, what you typed is kept",
    found: "Found: {count}", foundSome: "Shown: {count}. There are more",
    help: "More about this", hide: "Hide", item: "No.", leave: "Log out", listUnavailable: "The list cannot be had now. Try again.", loading: "Loading", more: "Show more", no: "no", nothingFound: "Nothing found",
    offline: "No connection. What you typed is kept on the screen and will be checked once there is one.",
    optional: "optional", remove: "Remove", request: "Request", retry: "Try again",
    sending: "Sending", sessionEnded: "The session has ended. Log in again: what you typed is kept.", show: "Show",
    summary: "Summary", today: "Today", unavailable: "unavailable", unsent: "No answer came. Try again: nothing is sent twice.",
    unreachable: "The server does not answer. Check the connection.", update: "Update", wait: "Try again in {seconds} s", yes: "yes",
    waiting: "Awaiting signature", waitingOne: "Sent already and awaiting a signature", waitingSome: "Sent already and awaiting a signature: {count}",
    sign: "Sign", takeBack: "Take back", formMissing: "\u201c{title}\u201d cannot be opened now. What you typed is still in this tab.",
    extra: "Too many characters: {got} were entered and {most} are needed. Sample: {sample}", unfit: "Does not fit the sample {sample}",
    noSuchDay: "There is no such day: {text}", notDay: "Enter the day as DD.MM.YYYY", notNumber: "This is no number. Enter digits, such as 1,234.50",
    notTime: "Enter all of the day and the time", dateHint: "DD.MM.YYYY", notSupported: "This cannot be opened here yet",
  },
};

/** The client's own words for something, in the present language. */
export function say(name, values = {}) {
  return texts[language()][name].replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}
