import { ShieldX } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { EmptyState } from '../../../components/empty-state'
import { PageHead } from '../../../components/page-head'
import { SkeletonRows } from '../../../components/skeleton'
import { useCan } from '../../../lib/can'
import { classes } from '../../../lib/classes'
import { lazyPage } from '../../../lib/lazy-page'
import { paths, type SettingsTab, settingsParts, settingsTabs } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { isCurrent, useAddress } from '../../../navigation/current-row'
import { rowsFor } from '../../../navigation/menu-rows'
import { OptionsTab } from './options-tab'

const TabSkeleton = () => <SkeletonRows rows={6} avatar={false} />
const HoursTab = lazyPage(() => import('./hours-tab').then((tab) => tab.HoursTab), TabSkeleton)
const CompaniesTab = lazyPage(() => import('./companies/companies-tab').then((tab) => tab.CompaniesTab), TabSkeleton)
const PlansTab = lazyPage(() => import('./plans/plans-tab').then((tab) => tab.PlansTab), TabSkeleton)
const HelpsTab = lazyPage(() => import('./help/helps-tab').then((tab) => tab.HelpsTab), TabSkeleton)
const NodesTab = lazyPage(() => import('./nodes/nodes-tab').then((tab) => tab.NodesTab), TabSkeleton)
const PaymentsTab = lazyPage(() => import('./payments-tab').then((tab) => tab.PaymentsTab))

const tabs = {
  schedules: HoursTab,
  companies: CompaniesTab,
  plans: PlansTab,
  helps: HelpsTab,
  payments: PaymentsTab,
  nodes: NodesTab,
}

/** Settings: one page per `tab` or `part` of the address, and all options without one. */
export function SettingsPage() {
  const { t } = useTranslation()
  const tab = useTab()
  const [search] = useSearchParams()
  const part = settingsParts.find((each) => each === search.get('part'))
  const row = useRow()
  const title = t(row?.text ?? 'navigation.allOptions')
  useTitle(title)
  const mayEdit = useCan('settings:edit')
  if (!mayEdit) return <EmptyState isPage icon={<ShieldX />} title={t('settings.noPermission')} />
  const Panel = tab && tabs[tab]
  const isTable = tab === 'companies' || tab === 'plans' || tab === 'helps'
  return (
    <div className={classes('page', !isTable && 'page-form')}>
      <PageHead title={title} lead={t(row?.explain ?? 'navigation.allOptionsLead')} />
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

/** Navigation row of the open page; undefined for all options. */
function useRow() {
  const address = useAddress()
  const me = useMe()
  return rowsFor(me).find((row) => row.to.startsWith(`${paths.settings}?`) && isCurrent(address, row))
}
