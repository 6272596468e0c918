import { addWords } from "./texts.js";

// Texts of outcomes and receipts, and others that a login does not need. An amount follows the
// texts whose names begin with `sum_`.
addWords({
  ru: {
    print: "Распечатать", bank: "Банк", client: "Клиент", payer: "Плательщик", reference: "Номер операции",
    sentAt: "Дата и время", kept: "Сохранено",
    toHome: "На главную", template: "Шаблон", receipt: "Чек", printReceipt: "Распечатать чек", operation: "Операция",
    toName: "",
    toAccount: "на счёт", change_executed: "Изменения внесены", sum_executed: "Отправили", sum_signed: "Отправляем",
    sum_awaitingSignature: "Ждёт подписи:", sum_rejected: "Не отправили", sum_cancelled: "Отменили:",
    sum_expired: "Не отправили",
    request_executed: "Заявка принята", request_signed: "Заявка отправлена",
    request_awaitingSignature: "Заявка ждёт подписи",
    request_rejected: "Заявка отклонена", request_cancelled: "Заявка отменена", request_expired: "Срок подписи истёк",
    callOff: "Отменить отправку?", callOffText: "Она не будет исполнена.", callOffAction: "Отменить",
    dropDraft: "Закончить и удалить введённое?", dropDraftText: "Все шаги начнутся заново.", dropDraftAction: "Удалить",
    chooseYear: "Выберите год",
  },
  en: {
    print: "Print", bank: "Bank", client: "Client", payer: "Payer", reference: "Reference", sentAt: "Date and time",
    kept: "Saved", toHome: "To Home",
    template: "Template", receipt: "Receipt", printReceipt: "Print the receipt", operation: "Operation", toName: "to",
    toAccount: "to account",
    change_executed: "Changes made", sum_executed: "Sent", sum_signed: "Sending",
    sum_awaitingSignature: "Awaiting signature:",
    sum_rejected: "Not sent:", sum_cancelled: "Cancelled:", sum_expired: "Not sent:",
    request_executed: "Request accepted",
    request_signed: "Request sent", request_awaitingSignature: "Request awaiting signature",
    request_rejected: "Request rejected",
    request_cancelled: "Request cancelled", request_expired: "Not signed in time",
    callOff: "Cancel the submission?", callOffText: "It will not be carried out.", callOffAction: "Cancel it",
    dropDraft: "Stop and delete what you typed?", dropDraftText: "You will start from the first step.",
    dropDraftAction: "Delete", chooseYear: "Choose a year",
  },
});
