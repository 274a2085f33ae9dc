import { SearchX } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { EmptyState } from '../../../components/empty-state'
import { PageHead } from '../../../components/page-head'
import { useAction, useShortcut } from '../../../lib/keys'
import { useMe } from '../../../lib/session'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { findRows } from '../../../navigation/find-rows'
import { openableGroups } from '../../../navigation/rail-places'
import { RowSearch } from '../../../navigation/row-search'
import { settingsGroups } from '../../../navigation/settings-groups'
import { HubRow } from './hub-row'

/** Settings hub: every page that is set up once and that the person may open, in groups, with a search. */
export function SettingsHubPage() {
  const { t } = useTranslation()
  const me = useMe()
  const [, navigate] = useLocation()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  useTitle(t('settings.title'))
  useAction('search', () => field.current?.focus())
  const shortcut = useShortcut('search')
  const all = useMemo(() => openableGroups(me, settingsGroups), [me])
  const groups = findRows(t, all, text)
  const first = groups[0]?.rows[0]
  return (
    <div className="page">
      <PageHead title={t('settings.title')} lead={t('navigation.lead')}>
        <div className="w-80 max-w-full">
          <RowSearch
            ref={field}
            label={t('navigation.search')}
            placeholder={t('navigation.search')}
            value={text}
            onChange={setText}
            onEnter={() => first && text.trim() !== '' && navigate(first.to)}
            shortcut={shortcut}
          />
        </div>
      </PageHead>
      <div className="gap-6 md:columns-2">
        {groups.map((group) => (
          <section key={group.text} className="mb-6 break-inside-avoid">
            <h2 className="mb-2 px-1 font-medium text-muted text-xs">{t(group.text)}</h2>
            <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
              {group.rows.map((row) => (
                <li key={row.to}>
                  <HubRow row={row} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {groups.length === 0 && (
        <EmptyState icon={<SearchX />} title={t('navigation.noMatch', { text })} text={t('navigation.noMatchText')} />
      )}
    </div>
  )
}
