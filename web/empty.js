import { element } from "./element.js";
import { icon } from "./icons.js";
import { addWords, say } from "./texts.js";

// Texts of empty lists by the last segment of the list's address, and of their actions.
addWords({
  ru: {
    empty_accounts: "Счетов ещё нет. Первый откроют в отделении банка",
    empty_cards: "Карт ещё нет. Первую оформят в отделении банка",
    empty_deals: "Предложений сейчас нет. Они появятся здесь",
    empty_entries: "Операций по счёту ещё нет",
    empty_limits: "Лимитов нет: платежи ограничены только остатком на счёте",
    empty_notifications: "Уведомлений нет. О новых предложениях сообщим, если включить это в настройках",
    empty_pages: "Подробностей здесь нет. Расскажем о них по телефону",
    empty_sessions: "Других входов нет",
    empty_submissions: "Операций ещё нет. Здесь будут платежи и заявки",
    empty_templates: "Шаблонов ещё нет. Платёж можно сохранить как шаблон",
    empty_text: "Ничего не найдено по запросу «{text}»", empty_filters: "Ничего не найдено с такими фильтрами",
    act_payment: "Сделать платёж", act_settings: "Открыть настройки", act_again: "Обновить", act_text: "Очистить поиск",
    act_filters: "Сбросить фильтры",
    unchanged: "Пока без изменений", empty_others: "Пока ничего нет",
  },
  en: {
    empty_accounts: "No accounts yet. The first one is opened at an office",
    empty_cards: "No cards yet. The first one is issued at an office",
    empty_deals: "No offers at present. New ones appear here",
    empty_entries: "No operations on the account yet",
    empty_limits: "No limits: only the account balance limits payments",
    empty_notifications: "No notifications. Turn on notifications of new offers in the settings",
    empty_pages: "No details here. Call us to learn more",
    empty_sessions: "No other logins",
    empty_submissions: "No operations yet. Payments and requests appear here",
    empty_templates: "No templates yet. A payment can be saved as a template",
    empty_text: "Nothing found for “{text}”", empty_filters: "Nothing found with these filters",
    act_payment: "Make a payment", act_settings: "Open the settings", act_again: "Refresh",
    act_text: "Clear the search", act_filters: "Clear the filters",
    unchanged: "No change so far", empty_others: "Nothing here yet",
  },
});

/**
 * The icons of lists. `LEADS` names the icon of the lead or tab that an empty list's action opens.
 * Other lists are requested again.
 */
const ICONS = {
  accounts: "account", cards: "card", deals: "offer", entries: "history", limits: "limit", notifications: "message",
  pages: "document",
  sessions: "phone", submissions: "history", templates: "template",
};
const LEADS = {
  entries: "payment", limits: "payment", notifications: "settings", pages: "phone", submissions: "payment",
  templates: "payment",
};
/** The leads whose action has its own text. Other actions have the title of the lead. */
const LABELS = ["payment", "settings"];

/** Fills `place` for an empty list: an icon, the reason and one action. */
export function drawEmpty(place, listing) {
  const { module, navigation, values = {}, texts = [] } = listing;
  if (!listing.isNarrowed) {
    const kind = /([^/]*)$/.exec(module.href.split("?")[0])[1];
    const { title, act } = leadBy(LEADS[kind], navigation, place)
      ?? { title: say("act_again"), act: () => again(place, listing) };
    return fill(place, ICONS[kind] ?? "document", say(kind in ICONS ? `empty_${kind}` : "empty_others"), title, act);
  }
  const given = Object.keys(values).filter((name) => values[name]);
  const name = given.every((each) => texts.includes(each)) ? "text" : "filters";
  fill(place, "search", say(`empty_${name}`, { text: values[given[0]] }), say(`act_${name}`), () =>
    listing.filters.clear());
}

function fill(place, mark, reason, title, act) {
  place.replaceChildren(
    element("span", { class: "row-mark" }, icon(mark)),
    element("div", { class: "row-words" }, element("p", { text: reason }),
      element("button", { type: "button", class: "text-button", text: title, on: { click: act } })));
}

/**
 * Returns the title and action of the lead on the same page whose icon is `name`, or of the tab
 * with this icon.
 */
function leadBy(name, navigation, place) {
  if (!name) return null;
  const label = (title) => (LABELS.includes(name) ? say(`act_${name}`) : title);
  const views =
    navigation.layers.flatMap(({ view }) => [view, ...(view.inner ?? [])]).filter((view) => view.drawn?.modules);
  for (const view of views.filter(({ element: page, isTabbed }) => !isTabbed && page.contains(place))) {
    const index = view.drawn.modules.findIndex((module, at) =>
      module.icon === name && view.places[at].querySelector(":scope > .row:is(button)"));
    if (index >= 0) {
      return {
        title: label(view.drawn.modules[index].title), act: () => view.places[index].querySelector("button").click(),
      };
    }
  }
  const tabs = views.find((view) => view.isTabbed);
  const index = tabs?.drawn.modules.findIndex(({ icon: mark }) => mark === name) ?? -1;
  return index < 0 ? null : { title: label(tabs.drawn.modules[index].title), act: () => tabs.choose(index, true) };
}

async function again(place, listing) {
  await listing.refresh();
  if (place.isConnected) listing.navigation.app.notices.passing(say("unchanged"));
}
