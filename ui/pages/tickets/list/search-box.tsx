import { Search, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '../../../../src/shared/limits'
import { IconButton } from '../../../components/icon-button'
import { query, search } from '../store/tickets'

/** Half a second after the last letter the server is asked (specification §9). */
const patience = 500

export function SearchBox() {
  const { t } = useTranslation()
  const [text, setText] = useState(query.peek())
  useEffect(() => {
    if (text.trim() === '') return search('')
    const timer = setTimeout(() => search(text.trim()), patience)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search className="relative shrink-0 p-2">
      <Search aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-5 size-4 text-faint" />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={t('tickets.searchLabel')}
        placeholder={t('common.search')}
        maxLength={limits.search.max}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text.trim())
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          setText('')
        }}
        className="h-control w-full rounded-md border border-line bg-ground pr-10 pl-9 placeholder:text-faint focus:border-accent focus:outline-none"
      />
      {text !== '' && (
        <IconButton
          size="sm"
          label={t('common.clear')}
          onClick={() => setText('')}
          className="-translate-y-1/2 absolute! top-1/2 right-3"
        >
          <X aria-hidden />
        </IconButton>
      )}
    </search>
  )
}
