/** What a search is narrowed to; '' asks for nothing. Days are yyyy-MM-dd, as date fields give them. */
export interface Filters {
  userId: string
  queueId: string
  tagId: string
  from: string
  to: string
  hasMedia: boolean
  /** One contact's messages: by choosing the contact. */
  contact: { id: number; name: string } | null
}
export const noFilters: Filters = {
  userId: '',
  queueId: '',
  tagId: '',
  from: '',
  to: '',
  hasMedia: false,
  contact: null,
}

export const hasFilters = (filters: Filters) => Object.values(filters).some(Boolean)

/** The same as the server's query names it. */
export const toSearchQuery = ({ userId, queueId, tagId, from, to, hasMedia, contact }: Filters) => ({
  userId: userId ? Number(userId) : undefined,
  queueId: queueId ? Number(queueId) : undefined,
  tagId: tagId ? Number(tagId) : undefined,
  from: from || undefined,
  to: to || undefined,
  hasMedia: hasMedia || undefined,
  contactId: contact?.id,
})
