import { ShieldX } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { EmptyState } from '../../../components/empty-state'
import { useCan } from '../../../lib/can'
import { classes } from '../../../lib/classes'
import { type SettingsTab, settingsParts, settingsTabs } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { SettingsHead, useSettingsRow } from '../../../navigation/settings-head'
import { BackupsPage } from './backups-page'
import { CompaniesTab } from './companies/companies-tab'
import { HelpsTab } from './help/helps-tab'
import { HoursTab } from './hours-tab'
import { LookTab } from './look/look-tab'
import { NodesTab } from './nodes/nodes-tab'
import { OptionsTab } from './options-tab'
import { PaymentsTab } from './payments-tab'
import { PlansTab } from './plans/plans-tab'

const tabs = {
  schedules: HoursTab,
  companies: CompaniesTab,
  plans: PlansTab,
  helps: HelpsTab,
  payments: PaymentsTab,
  nodes: NodesTab,
  backups: BackupsPage,
  look: LookTab,
}

/** Settings: one page per `tab` or `part` of the address, and all options without one. */
export function SettingsPage() {
  const { t } = useTranslation()
  const tab = useTab()
  const [search] = useSearchParams()
  const part = settingsParts.find((each) => each === search.get('part'))
  useTitle(t(useSettingsRow()?.text ?? 'navigation.allOptions'))
  const mayEdit = useCan('settings:edit')
  if (!mayEdit) return <EmptyState isPage icon={<ShieldX />} title={t('settings.noPermission')} />
  const Panel = tab && tabs[tab]
  // The head of a table has the button that adds a row, and so belongs to its tab.
  const isTable = tab === 'companies' || tab === 'plans' || tab === 'helps'
  return (
    <div className={classes('page', !isTable && 'page-form')}>
      {!isTable && <SettingsHead />}
      {Panel ? <Panel /> : <OptionsTab part={part} />}
    </div>
  )
}

/** Page in the address; those of the provider only for super users. */
function useTab(): SettingsTab | undefined {
  const [search] = useSearchParams()
  const { super: isSuper } = useMe()
  const tab = settingsTabs.find((each) => each === search.get('tab'))
  return tab === 'schedules' || isSuper ? tab : undefined
}
