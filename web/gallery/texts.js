import { language } from "../client/language.js";

const texts = {
  ru: {
    gallery: "Галерея", galleryKinds: "Виды", galleryAll: "Все виды", galleryEntries: "Образцов: {count}",
    galleryUnsent: "Здесь ничего не отправляется",
    galleryLanguage: "Язык", galleryTheme: "Тема", galleryWidth: "Ширина", galleryText: "Размер текста",
    galleryDirection: "Направление", galleryJSON: "JSON: {name}",
    galleryAuto: "как в системе", galleryLight: "светлая", galleryDark: "тёмная", galleryFull: "вся страница",
    galleryLtr: "слева направо", galleryRtl: "справа налево",
  },
  en: {
    gallery: "Gallery", galleryKinds: "Kinds", galleryAll: "All kinds", galleryEntries: "Entries: {count}",
    galleryUnsent: "Nothing is sent from here",
    galleryLanguage: "Language", galleryTheme: "Theme", galleryWidth: "Width", galleryText: "Text size",
    galleryDirection: "Direction", galleryJSON: "JSON: {name}",
    galleryAuto: "as the system", galleryLight: "light", galleryDark: "dark", galleryFull: "the page",
    galleryLtr: "left to right", galleryRtl: "right to left",
  },
};

/** Returns a text of the gallery in the current language. */
export function tell(name, values = {}) {
  return texts[language()][name].replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}
