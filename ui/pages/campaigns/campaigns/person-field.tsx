import { useEffect, useState } from 'react'
import type { Addressee } from '../../../../src/shared/campaign/text'
import { Combobox } from '../../../components/combobox'
import { api, unwrapResponse } from '../../../lib/api'
import { showNumber } from '../../../lib/phone'
import { useTranslation } from '../../../lib/use-translation'
import type { RecipientSource } from './use-first-recipient'

export interface Person extends Addressee {
  id: number
}

interface PersonFieldProps {
  source: RecipientSource
  value: Person | null
  onChange: (person: Person | null) => void
}

/** Delay in ms from the last letter to the search. */
const searchDelayMs = 500

/** Field that finds a person of the list, or a contact when the recipients are a tag. */
export function PersonField({ source, value, onChange }: PersonFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const people = useFoundPeople(source, text)
  const isAsked = text.trim() !== ''
  return (
    <Combobox<Person>
      label={t('campaigns.previewFor')}
      placeholder={t('campaigns.previewPlaceholder')}
      value={value}
      onChange={onChange}
      options={isAsked ? people : []}
      onType={setText}
      nameOf={({ name }) => name}
      message={isAsked && (people === null ? t('common.loading') : people.length === 0 && t('inbox.nobodyFound'))}
      render={({ name, number }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate">{name}</span>
          <span className="text-muted text-xs tabular-nums">{showNumber(number)}</span>
        </span>
      )}
    />
  )
}

/** People whose name or number contains the text; null while the request is in flight. */
function useFoundPeople({ contactListId }: RecipientSource, text: string): Person[] | null {
  const [foundPeople, setFound] = useState<{ key: string; people: Person[] } | null>(null)
  const searchParam = text.trim()
  const key = `${contactListId}/${searchParam}`
  useEffect(() => {
    if (searchParam === '') return
    let isCurrent = true
    const keep = (people: Person[]) => isCurrent && setFound({ key, people })
    const timer = setTimeout(() => findPeople(contactListId, searchParam).then(keep, () => keep([])), searchDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [contactListId, searchParam, key])
  return foundPeople?.key === key ? foundPeople.people : null
}

async function findPeople(contactListId: string, searchParam: string): Promise<Person[]> {
  if (contactListId === '') {
    const { contacts } = await unwrapResponse(api.contacts.get({ query: { searchParam } }))
    return contacts.filter(({ isGroup }) => !isGroup).map(personOf)
  }
  const query = { contactListId: Number(contactListId), searchParam }
  return (await unwrapResponse(api['contact-list-items'].get({ query }))).contacts.map(personOf)
}

const personOf = ({ id, name, number, email }: Omit<Person, 'number'> & { number: string | null }): Person => ({
  ...{ id, name, email },
  number: number ?? '',
})
