import { addWords } from "./texts.js";

// What lists without rows say, by the last segment of their address: why, and what to do.
addWords({
  ru: {
    empty_accounts: "Счетов ещё нет. Первый откроют в отделении банка",
    empty_cards: "Карт ещё нет. Первую оформят в отделении банка",
    empty_deals: "Предложений сейчас нет. Загляните позже",
    empty_entries: "Операций по счёту ещё нет. Пополните его или сделайте платёж",
    empty_notifications: "Уведомлений нет. О новых предложениях сообщим, если включить это в настройках",
    empty_submissions: "Операций ещё нет. Сделайте первый платёж",
    empty_templates: "Шаблонов ещё нет. Сохраните платёж как шаблон",
  },
  en: {
    empty_accounts: "No accounts yet. The first one is opened at an office",
    empty_cards: "No cards yet. The first one is issued at an office",
    empty_deals: "No offers at present. Look in later",
    empty_entries: "No operations on the account yet. Top it up or make a payment",
    empty_notifications: "No notifications. Switch on those of new offers in the settings",
    empty_submissions: "No operations yet. Make the first payment",
    empty_templates: "No templates yet. Save a payment as a template",
  },
});
