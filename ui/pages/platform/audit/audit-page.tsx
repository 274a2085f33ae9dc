import { ShieldX } from 'lucide-react'
import { useId, useState } from 'react'
import { EmptyState } from '../../../components/empty-state'
import { PageHead } from '../../../components/page-head'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { Can, useCan } from '../../../lib/can'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { CompanyCopy } from './company-copy'
import { Log } from './log'
import { Privacy } from './privacy'
import { Visits } from './visits'

type AuditTab = 'log' | 'privacy' | 'company'

/** Audit page for admins: change log, data protection and export of the company. */
export function AuditPage() {
  const { t } = useTranslation()
  const id = useId()
  const [tab, setTab] = useState<AuditTab>('log')
  const mayView = useCan('audit:view')
  useTitle(t('audit.title'))
  if (!mayView) return <EmptyState isPage icon={<ShieldX />} title={t('audit.refused')} />
  return (
    <div className="page">
      <PageHead title={t('audit.title')} lead={t('audit.lead')} />
      <Tabs
        id={id}
        label={t('audit.title')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'log', label: t('audit.log') },
          { value: 'privacy', label: t('audit.privacy') },
          { value: 'company', label: t('audit.company') },
        ]}
      />
      <div {...tabPanelProps(id, tab)} className="pt-4">
        {tab === 'log' && <Log />}
        {tab === 'privacy' && <Privacy />}
        {tab === 'company' && (
          <>
            <Can do="company:export">
              <CompanyCopy />
            </Can>
            <h2 className="mt-8 mb-2 font-semibold">{t('support.visits')}</h2>
            <Visits />
          </>
        )}
      </div>
    </div>
  )
}
