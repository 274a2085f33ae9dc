import { useState } from 'react'
import { useMe } from '../../lib/session'
import { useTranslation } from '../../lib/use-translation'
import { sectionAt, useAddress } from '../../navigation/current-row'
import { findRows } from '../../navigation/find-rows'
import { RowSearch } from '../../navigation/row-search'
import { PanelRow } from './panel-row'

/** Second panel beside the pages of a section with three or more pages, from 1200 px on. */
export function SectionPanel() {
  const { t } = useTranslation()
  const me = useMe()
  const section = sectionAt(me, useAddress())
  const [text, setText] = useState('')
  if (!section) return null
  const groups = section.id === 'settings' ? findRows(t, section.groups, text) : section.groups
  return (
    <nav
      aria-label={t(section.text)}
      className="hidden w-54 shrink-0 flex-col border-line border-r bg-surface lg:flex print:hidden"
    >
      {section.id === 'settings' && (
        <div className="p-2.5 pb-0">
          <RowSearch
            label={t('navigation.search')}
            placeholder={t('navigation.searchShort')}
            value={text}
            onChange={setText}
          />
        </div>
      )}
      <div className="scroll-hint-y min-h-0 flex-1 overflow-y-auto px-2.5 pb-4">
        {groups.map((group) => (
          <section key={group.text}>
            <h2 className="px-2 pt-4 pb-1 font-medium text-muted text-xs">{t(group.text)}</h2>
            <ul className="flex flex-col gap-0.5">
              {group.rows.map((row) => (
                <li key={row.to}>
                  <PanelRow row={row} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && (
          <p role="status" className="px-2 pt-4 text-muted text-sm">
            {t('navigation.noMatch', { text })}
          </p>
        )}
      </div>
    </nav>
  )
}
