import { useEffect, useState } from 'react'
import type { Preview } from '../../../../src/features/campaigns/campaign/model'
import type { Addressee } from '../../../../src/shared/campaign/text'
import { api, unwrapResponse } from '../../../lib/api'

/** Chosen list or tag; ids as texts, '' for none. */
export interface RecipientSource {
  contactListId: string
  tagId: string
}

/** First person of the list or tag, for a preview; null without one, and while it loads. */
export function useFirstRecipient({ contactListId, tagId }: RecipientSource): Addressee | null {
  const [firstRecipient, setFound] = useState<{ source: string; recipient: Addressee | null } | null>(null)
  const source = `${contactListId}/${tagId}`
  useEffect(() => {
    if (contactListId === '' && tagId === '') return
    let isCurrent = true
    const input = { contactListId: Number(contactListId) || null, tagId: Number(tagId) || null }
    unwrapResponse<Preview>(api.campaigns.preview.post(input)).then(
      ({ recipient }) => isCurrent && setFound({ source, recipient }),
      () => undefined, // The preview shows the sample person.
    )
    return () => {
      isCurrent = false
    }
  }, [contactListId, tagId, source])
  return firstRecipient?.source === source ? firstRecipient.recipient : null
}
