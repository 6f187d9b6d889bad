/** Like `Map.groupBy`, which needs newer browsers. */
export const groupBy = <Item, Key>(items: Iterable<Item>, readKey: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = readKey(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
