import { addWords } from "./texts.js";

// The texts of items that are edited apart or in a table, and of pasted rows.
addWords({
  ru: {
    editRow: "Изменить: {row}", tableKeys: "Enter и стрелки вверх и вниз переходят между строками",
    pasteRows: "Вставить строки", pasteTitle: "Строки из таблицы", pasteAct: "Вставить",
    pasteText: "Скопированные ячейки или текст CSV",
    pasteColumns: "Столбцы по порядку: {columns}. Если есть строка с заголовками, порядок любой",
    pasteFile: "Или выберите файл CSV",
    rowsPasted: "Вставлено строк: {count}", rowsFaulty: "Ошибок: {count}", rowFault: "Строка {row}: {text}",
    moreOfItem: "{text} (и ещё {count})",
  },
  en: {
    editRow: "Edit: {row}", tableKeys: "Enter and the up and down arrows move between rows",
    pasteRows: "Paste rows", pasteTitle: "Rows from a table", pasteAct: "Paste",
    pasteText: "Copied cells or the text of a CSV file",
    pasteColumns: "Columns in order: {columns}. With a row of headings, in any order",
    pasteFile: "Or choose a CSV file",
    rowsPasted: "Rows pasted: {count}", rowsFaulty: "Errors: {count}", rowFault: "Row {row}: {text}",
    moreOfItem: "{text} (and {count} more)",
  },
});
