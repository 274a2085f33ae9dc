/** JSON of lists in lists, of this depth. */
export const nestedLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
