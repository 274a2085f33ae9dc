import { ShieldX } from 'lucide-react'
import { useEffect, useId } from 'react'
import { useSearchParams } from 'wouter'
import { EmptyState } from '../../../components/empty-state'
import { SkeletonRows } from '../../../components/skeleton'
import { type Tab, Tabs, tabPanelProps } from '../../../components/tabs'
import { useCan } from '../../../lib/can'
import { lazyPage } from '../../../lib/lazy-page'
import { useMe } from '../../../lib/session'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { OptionsTab } from './options-tab'

const TabSkeleton = () => <SkeletonRows rows={6} avatar={false} />
const HoursTab = lazyPage(() => import('./hours-tab').then((tab) => tab.HoursTab), TabSkeleton)
const CompaniesTab = lazyPage(() => import('./companies/companies-tab').then((tab) => tab.CompaniesTab), TabSkeleton)
const PlansTab = lazyPage(() => import('./plans/plans-tab').then((tab) => tab.PlansTab), TabSkeleton)
const HelpsTab = lazyPage(() => import('./help/helps-tab').then((tab) => tab.HelpsTab), TabSkeleton)
const PaymentsTab = lazyPage(() => import('./payments-tab').then((tab) => tab.PaymentsTab))

const panels = {
  options: OptionsTab,
  schedules: HoursTab,
  companies: CompaniesTab,
  plans: PlansTab,
  helps: HelpsTab,
  payments: PaymentsTab,
}
type Part = keyof typeof panels

/** Settings in tabs, with administration tabs for super users. The open tab is in the address. */
export function SettingsPage() {
  const { t } = useTranslation()
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const tabs = useTabs()
  useTitle(t('settings.title'))
  const mayEdit = useCan('settings:edit')
  const open = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'options'
  // Scrolls the open tab into view; on phones the tabs are wider than the screen.
  useEffect(() => {
    document.getElementById(`${id}-${open}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [id, open])
  if (!mayEdit) return <EmptyState isPage icon={<ShieldX />} title={t('settings.noPermission')} />
  const Panel = panels[open]
  return (
    <div className="mx-auto w-full max-w-4xl p-4 sm:p-6">
      <h1 className="mb-3 font-semibold text-xl">{t('settings.title')}</h1>
      {tabs.length > 1 && (
        <div className="scroll-hint mb-4 overflow-x-auto [--surface:var(--ground)]">
          <div style={{ minWidth: `${tabs.length * 6.5}rem` }}>
            <Tabs
              id={id}
              label={t('settings.tabs')}
              tabs={tabs}
              value={open}
              onChange={(tab) => setSearch(tab === 'options' ? {} : { tab }, { replace: true })}
            />
          </div>
        </div>
      )}
      <div {...(tabs.length > 1 ? tabPanelProps(id, open) : {})}>
        <Panel />
      </div>
    </div>
  )
}

/** Administration tabs only for super users. */
function useTabs(): Tab<Part>[] {
  const { t } = useTranslation()
  const { super: isSuper } = useMe()
  return [
    { value: 'options', label: t('settings.options') },
    { value: 'schedules', label: t('settings.schedules') },
    ...(isSuper
      ? [
          { value: 'companies' as const, label: t('settings.companies') },
          { value: 'plans' as const, label: t('settings.plans') },
          { value: 'helps' as const, label: t('settings.helps') },
          { value: 'payments' as const, label: t('payments.title') },
        ]
      : []),
  ]
}
