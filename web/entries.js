/** True if a view has a form with something typed that would not be found here again. */
export function hasEntries(view) {
  return view.forms.some(({ tree, isLogin, isBusy }) => {
    if (!tree.isTouched || tree.isLeft || isLogin || isBusy) return false;
    const given = [...tree.all()].filter((atom) => atom.isInput && !atom.items && atom.isEnabled && !atom.isSecret && atom.isGiven);
    const typed = given.filter((atom) => atom.editedAt >= 0);
    // What was carried over from another drawing was typed there.
    return (typed.length ? typed : given).some((atom) => !atom.isEmpty);
  });
}
