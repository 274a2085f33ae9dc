import { type PageAction, PageHead } from '../components/page-head'
import { paths } from '../lib/paths'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { isCurrent, useAddress } from './current-row'
import { rowsFor } from './menu-rows'

/** Head of a page of the settings: name and explaining line of its row in the navigation. */
export function SettingsHead({ add }: { add?: PageAction }) {
  const { t } = useTranslation()
  const row = useSettingsRow()
  return (
    <PageHead
      title={t(row?.text ?? 'navigation.allOptions')}
      lead={t(row?.explain ?? 'navigation.allOptionsLead')}
      add={add}
    />
  )
}

/** Navigation row of the open page of the settings; undefined for all options. */
export function useSettingsRow() {
  const address = useAddress()
  const me = useMe()
  return rowsFor(me).find((row) => row.to.startsWith(`${paths.settings}?`) && isCurrent(address, row))
}
