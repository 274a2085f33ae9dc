import { signal } from '@preact/signals-react'
import type { Erasure } from '../../../src/features/privacy/model'
import { api, ask } from '../../lib/api'
import { createList } from '../../lib/list'

/** Whose proof is looked for; empty shows all. */
export const number = signal('')

export const proofs = createList<Erasure>({
  compare: (a, b) => b.id - a.id,
  load: async (cursor) => {
    const query = { number: number.peek() || undefined, cursor }
    const { erasures, hasMore, next } = await ask(api.erasures.get({ query }))
    return { rows: erasures, hasMore, next }
  },
})

export function searchProofs(text: string) {
  if (text === number.peek()) return
  number.value = text
  proofs.clear()
  void proofs.more()
}
