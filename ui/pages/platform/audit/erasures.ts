import { signal } from '@preact/signals-react'
import type { Erasure } from '../../../../src/features/contacts/privacy/model'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'

/** Number whose erasure is searched; '' lists all. */
export const erasureNumber = signal('')

export const erasureList = createList<Erasure>({
  compare: (a, b) => b.id - a.id,
  load: async (cursor) => {
    const query = { number: erasureNumber.peek() || undefined, cursor }
    const { erasures, hasMore, next } = await unwrapResponse(api.erasures.get({ query }))
    return { rows: erasures, hasMore, next }
  },
})

export function searchErasures(text: string) {
  if (text === erasureNumber.peek()) return
  erasureNumber.value = text
  erasureList.clear()
  void erasureList.more()
}
