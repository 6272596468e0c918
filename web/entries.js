/** True if leaving the view would lose entries in one of its forms. */
export const hasEntries = (view) => view.forms.some((form) => form.hasEntries);
