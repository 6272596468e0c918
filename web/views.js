/** The id of the flow that a view is a step of. */
export function flowOf(view) { return (view.drawn ?? view.tree?.head)?.flow?.id; }

/** The actions of a view's buttons. */
export const actionsOf = (view) =>
  (view.tree ? view.tree.atoms.map(({ state }) => state.action) : view.drawn.actions ?? []).filter(Boolean);
