/** True if leaving the view would lose entries in one of its forms. */
export function hasEntries(view) {
  return view.forms.some(({ tree, isLogin, isBusy }) => {
    if (!tree.isTouched || tree.isLeft || isLogin || isBusy) return false;
    const given =
      [...tree.all()].filter((atom) => atom.isInput && !atom.items && atom.isEnabled && !atom.isSecret && atom.isGiven);
    const typed = given.filter((atom) => atom.editedAt >= 0);
    // Values carried over from another drawing were typed there.
    return (typed.length ? typed : given).some((atom) => !atom.isEmpty);
  });
}
