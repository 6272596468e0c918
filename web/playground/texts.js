import { language } from "../client/language.js";

const texts = {
  ru: {
    source: "Файл операции", drawn: "Форма", graph: "Зависимости", error: "ошибка", warning: "предупреждение",
    sound: "Ошибок нет", old: "Форма нарисована по последнему файлу без ошибок",
    unsent: "Всё верно. Здесь ничего не отправляется.",
    faults: "Ошибок и предупреждений: {count}", none: "Ничто ни от чего не зависит", list: "Списком",
    legend: "Сплошная стрелка: значение или видимость, штриховая: вид, точечная: проверка, толстая: что очищает или "
      + "заполняет изменение",
    reads: "{reader} ← {sources}", changes: "{source} → {others}",
  },
  en: {
    source: "Operation file", drawn: "Form", graph: "Dependencies", error: "error", warning: "warning",
    sound: "No errors", old: "The form shows the last file without errors",
    unsent: "All values are valid. Nothing is sent from here.",
    faults: "Errors and warnings: {count}", none: "No dependencies", list: "As a list",
    legend: "Solid arrow: value or visibility; dashed: appearance; dotted: check; thick: cleared or filled by a change",
    reads: "{reader} ← {sources}", changes: "{source} → {others}",
  },
};

/** Returns a text of the playground in the current language. */
export function tell(name, values = {}) {
  return texts[language()][name].replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}
