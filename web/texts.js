import { isolated } from "./client/isolated.js";
import { language } from "./client/language.js";

export { isolated } from "./client/isolated.js";

/**
 * The client's own texts; all others come from the server. `texts-of-forms.js` adds those of forms
 * and lists.
 */
const texts = {
  ru: {
    allOf: "Все ({count})", closedRows: "Закрытые ({count})",
    copied: "Скопировано: {what}", copy: "Скопировать",
    detailsCopied: "Реквизиты скопированы", shareDetails: "Поделиться реквизитами", step: "Шаг {place}",
    stepOf: "Шаг {place} из {count}",
    attempts: "Осталось попыток: {count}", back: "Назад", cancel: "Отмена",
    done: "Готово", left: "Осталось символов: {count}",
    search: "Поиск",
    close: "Закрыть",
    draftReturned: "Мы вернули вас к форме: введённое сохранено",
    error: "Ошибка",
    found: "Найдено: {count}",
    leave: "Выйти", loading: "Загрузка", more: "Показать ещё", nothingFound: "Ничего не найдено",
    request: "Номер обращения", retry: "Повторить",
    sessionEnded: "Сеанс завершён. Войдите снова: введённое сохранено.",
    unsent: "Ответ не пришёл. Повторите: дважды ничего не отправится.",
    unreachable: "Сервер не отвечает. Проверьте связь.", wait: "Повторите через {seconds} с",
    formMissing: "Форму «{title}» сейчас не открыть. Введённое осталось в этой вкладке.",
  },
  en: {
    allOf: "All ({count})", closedRows: "Closed ({count})",
    copied: "Copied: {what}", copy: "Copy",
    detailsCopied: "The details are copied", shareDetails: "Share the details", step: "Step {place}",
    stepOf: "Step {place} of {count}",
    attempts: "Attempts left: {count}", back: "Back", cancel: "Cancel",
    done: "Done", left: "Characters left: {count}",
    search: "Search",
    close: "Close",
    draftReturned: "The form is restored with what you typed",
    error: "Error",
    found: "Found: {count}",
    leave: "Log out", loading: "Loading", more: "Show more", nothingFound: "Nothing found",
    request: "Request", retry: "Try again",
    sessionEnded: "The session has ended. Log in again: what you typed is kept.",
    unsent: "No response. Try again: nothing is sent twice.",
    unreachable: "The server does not respond. Check the connection.", wait: "Try again in {seconds} s",
    formMissing: "\u201c{title}\u201d cannot be opened now. What you typed is still in this tab.",
  },
};

/** Returns the client text `name` in the current language, with `values` in its placeholders. */
export function say(name, values = {}) {
  return texts[language()][name].replace(/\{(\w+)\}/g, (_, key) => isolated(values[key] ?? ""));
}

/**
 * The text for an unknown record of a kind, the first segment of its address; undefined for other
 * kinds.
 */
export const sayUnknown = (kind) => texts[language()][`no_${kind}`];

/** Adds texts in each language. */
export function addWords(more) {
  for (const [name, words] of Object.entries(more)) Object.assign(texts[name], words);
}
