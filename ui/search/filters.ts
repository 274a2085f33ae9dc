/** Filters of a search; '' means no filter. Dates are yyyy-MM-dd. */
export interface Filters {
  userId: string
  queueId: string
  tagId: string
  from: string
  to: string
  hasMedia: boolean
  /** Set by choosing a contact among the results. */
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

/** Filters as query parameters of the API. */
export const toSearchQuery = ({ userId, queueId, tagId, from, to, hasMedia, contact }: Filters) => ({
  userId: userId ? Number(userId) : undefined,
  queueId: queueId ? Number(queueId) : undefined,
  tagId: tagId ? Number(tagId) : undefined,
  from: from || undefined,
  to: to || undefined,
  hasMedia: hasMedia || undefined,
  contactId: contact?.id,
})
