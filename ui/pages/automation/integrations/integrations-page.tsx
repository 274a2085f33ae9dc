import { Plug } from 'lucide-react'
import { CrudPage } from '../../../components/crud-page'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { IntegrationDialog } from './integration-dialog'
import { IntegrationRow } from './integration-row'
import { foundIntegrations, searchIntegrations, useIntegrationsLive } from './store'

export function QueueIntegrationPage() {
  const { t } = useTranslation()
  return useLeaveWithoutPlan('useIntegrations', t('integrations.refused')) ? <Integrations /> : null
}

function Integrations() {
  const { t } = useTranslation()
  const count = useValue(foundIntegrations.count)
  useIntegrationsLive()
  return (
    <CrudPage
      list={foundIntegrations}
      search={searchIntegrations}
      mayAdd
      icon={<Plug />}
      texts={{
        title: count ? t('integrations.titleWithCount', { n: count }) : t('integrations.title'),
        lead: t('integrations.lead'),
        search: t('integrations.searchLabel'),
        add: t('integrations.add'),
        emptyTitle: t('integrations.emptyTitle'),
        emptyText: t('integrations.emptyText'),
      }}
      noMatch={(text) => ({ title: t('integrations.noneTitle'), text: t('integrations.noneText', { text }) })}
      renderRow={(row, onEdit) => <IntegrationRow row={row} onEdit={onEdit} />}
      renderDialog={(integration, onClose) => <IntegrationDialog integration={integration} onClose={onClose} />}
    />
  )
}
