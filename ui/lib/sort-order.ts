interface Changed {
  id: number
  /** ISO 8601. */
  updatedAt: string
}

/** What changed last first, as the server pages tickets and chats. */
export const byLatestChange = (a: Changed, b: Changed) =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1

/** What came last first, as the server pages what is never moved. */
export const byNewestId = (a: { id: number }, b: { id: number }) => b.id - a.id
