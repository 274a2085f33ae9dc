import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Combobox } from '../../../components/combobox'
import { IconButton } from '../../../components/icon-button'
import { api, unwrapResponse } from '../../../lib/api'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

interface Chosen {
  id: number
  name: string
}

/** Companies to which an announcement goes, searched by name; none for all. */
export function CompaniesField({ field }: { field: Field<Chosen[]> }) {
  const { t } = useTranslation()
  const chosen = useValue(field.value)
  const [text, setText] = useState('')
  const options = useCompanies(text)
  const set = (companies: Chosen[]) => {
    field.value.value = companies
  }
  return (
    <div className="flex flex-col gap-2">
      <Combobox<Chosen>
        label={t('announcements.companies')}
        hint={t('announcements.companiesHint')}
        value={null}
        options={options?.filter(({ id }) => chosen.every((one) => one.id !== id)) ?? null}
        onType={setText}
        onChange={(company) => company && set([...chosen, { id: company.id, name: company.name }])}
        nameOf={({ name }) => name}
        render={({ name }) => name}
        placeholder={t('announcements.companiesType')}
      />
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map(({ id, name }) => (
            <li key={id} className="flex items-center rounded-md border border-line pl-2 text-sm">
              {name}
              <IconButton
                label={t('announcements.companiesRemove', { name, interpolation: { escapeValue: false } })}
                onClick={() => set(chosen.filter((one) => one.id !== id))}
              >
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Companies whose name or e-mail has the text; null while the request is in flight. */
function useCompanies(searchParam: string): Chosen[] | null {
  const [found, setFound] = useState<Chosen[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    unwrapResponse(api.companies.list.get({ query: { searchParam: searchParam || undefined } })).then(
      ({ companies }) => isCurrent && setFound(companies),
      () => isCurrent && setFound([]),
    )
    return () => {
      isCurrent = false
    }
  }, [searchParam])
  return found
}
