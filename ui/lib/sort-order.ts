interface Changed {
  id: number
  /** ISO 8601. */
  updatedAt: string
}

/** Latest change first; the server pages tickets and chats in this order. */
export const byLatestChange = (a: Changed, b: Changed) =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1

/** Highest id first; the server pages rows that never change position in this order. */
export const byNewestId = (a: { id: number }, b: { id: number }) => b.id - a.id
