/** What an extension put in place of a text that React still holds. */
const standIns = new WeakMap<Node, Node>();

/** The child of the parent that is, contains or replaces the node. */
const findChild = (parent: Node, node: Node): Node | undefined => {
  let at: Node | null | undefined = node;
  while (at && at.parentNode !== parent) at = at.parentNode ?? standIns.get(at);
  return at ?? undefined;
};

// React keeps the nodes that it created, and throws or changes what is no longer shown if others replace them.
const guardNodes = (): void => {
  // oxlint-disable-next-line typescript/unbound-method -- called for a node
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const own = child.parentNode === this ? child : findChild(this, child);
    // Gone already, if there is none.
    if (own) removeChild.call(this, own);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ): Child {
    const own = before && before.parentNode !== this ? (findChild(this, before) ?? null) : before;
    insertBefore.call(this, node, own);
    return node;
  };
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {};
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      nodeValue.set?.call(this, value);
      const standIn = this.parentNode ? undefined : standIns.get(this);
      standIn?.parentNode?.replaceChild(this, standIn);
    },
  });
};

/** A translation, or the same text as a link to dial it or with a mark. */
const replaces = (node: Node | null | undefined, text: Text): node is HTMLElement =>
  node?.nodeName === 'FONT' || (node instanceof HTMLElement && node.textContent === text.data);

/**
 * Translators that ignore `translate="no"`, click-to-dial and other extensions put elements around texts, or in their place: what
 * changes is shown all the same.
 */
export const endureExtensions = (): void => {
  guardNodes();
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.parentNode) continue;
        const standIn = [...addedNodes, previousSibling, nextSibling].find((node) => replaces(node, text));
        if (standIn) standIns.set(text, standIn);
      }
    }
  }).observe(document, { childList: true, subtree: true });
};
