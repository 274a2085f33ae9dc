import { useEffect, useState } from 'react'
import type { Contact } from '../../src/features/contacts/contacts/model'
import { Button } from '../components/button'
import { api, unwrapResponse } from '../lib/api'
import { useCan } from '../lib/can'
import { formatDate } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { contactDisplayName } from './contact-name'
import { Section } from './details-section'
import { undoMerge } from './undo-merge'

interface Merged {
  id: number
  name: string
  number: string | null
  createdAt: string
  by: string | null
}

interface MergesProps {
  contact: Contact
  /** Called after a merge was undone; the contact has changed. */
  onUndone?: () => void
}

/** Recent merges into this contact, each with an undo button. */
export function Merges({ contact, onUndone }: MergesProps) {
  const { t } = useTranslation()
  const mayMerge = useCan('contact:merge')
  const [merges, setMerges] = useState<Merged[]>([])
  const { id, updatedAt } = contact
  // biome-ignore lint/correctness/useExhaustiveDependencies: every merge changes the contact.
  useEffect(() => {
    if (!mayMerge) return
    let isMounted = true
    unwrapResponse(api.contacts({ id }).merges.get()).then(
      (answer) => isMounted && setMerges(answer.merges),
      () => isMounted && setMerges([]),
    )
    return () => {
      isMounted = false
    }
  }, [id, updatedAt, contact.otherNumbers.length, mayMerge])
  if (merges.length === 0) return null
  const undo = async (merge: Merged) => {
    if (!(await undoMerge(merge.id))) return
    setMerges((all) => all.filter((one) => one.id !== merge.id))
    onUndone?.()
  }
  return (
    <Section title={t('details.merges')}>
      <ul className="flex flex-col gap-2">
        {merges.map((merge) => (
          <li key={merge.id} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block truncate">{contactDisplayName(merge)}</span>
              <span className="block truncate text-faint text-xs">
                {t('details.mergedOn', { date: formatDate(merge.createdAt), name: merge.by ?? '—' })}
              </span>
            </span>
            <Button size="sm" onClick={() => undo(merge)}>
              {t('details.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
