interface Named {
  id: string;
  name: string;
  parentId: string | null;
}

/** Categories as options of a select, each with its ancestors: `Floor care › Mops`. */
export function categoryChoices(all: readonly Named[]): { value: string; label: string }[] {
  const known = new Map(all.map((one) => [one.id, one]));
  const pathOf = ({ name, parentId }: Named): string => {
    const parent = parentId === null ? undefined : known.get(parentId);
    return parent ? `${pathOf(parent)} › ${name}` : name;
  };
  return all.map((one) => ({ value: one.id, label: pathOf(one) }));
}
