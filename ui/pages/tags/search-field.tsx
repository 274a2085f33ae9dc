import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { limits } from '../../../src/shared/limits'
import { useTranslation } from '../../lib/use-translation'
import { query, search } from './store'

/** Half a second after the last letter the server is asked (specification §9). */
const patience = 500

export function SearchField() {
  const { t } = useTranslation()
  const [text, setText] = useState(query.peek())
  useEffect(() => {
    if (text.trim() === '') return search('')
    const timer = setTimeout(() => search(text.trim()), patience)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search className="relative block max-w-sm">
      <Search aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-faint" />
      <input
        type="search"
        autoComplete="off"
        aria-label={t('tags.search')}
        placeholder={t('common.search')}
        maxLength={limits.search.max}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && search(text.trim())}
        className="h-control w-full rounded-md border border-line bg-surface pr-3 pl-9 placeholder:text-faint focus:border-accent focus:outline-none"
      />
    </search>
  )
}
