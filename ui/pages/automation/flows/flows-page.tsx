import { Workflow } from 'lucide-react'
import { CrudPage } from '../../../components/crud-page'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { FlowNameDialog } from './flow-name-dialog'
import { FlowRow } from './flow-row'
import { InUseHost } from './in-use-dialog'
import { foundFlows, searchFlows, useFlowsLive } from './store'
import { TransferActions } from './transfer-actions'

/** List of the company's flows. */
export function FlowBuildersPage() {
  const { t } = useTranslation()
  return useLeaveWithoutPlan('useIntegrations', t('flowList.refused')) ? <Flows /> : null
}

function Flows() {
  const { t } = useTranslation()
  useFlowsLive()
  return (
    <>
      <CrudPage
        list={foundFlows}
        search={searchFlows}
        mayAdd
        actions={<TransferActions />}
        icon={<Workflow />}
        texts={{
          title: t('flowNames.title'),
          lead: t('flowList.lead'),
          search: t('flowList.searchLabel'),
          add: t('flowList.add'),
          emptyTitle: t('flowList.emptyTitle'),
          emptyText: t('flowList.emptyText'),
        }}
        noMatch={(text) => ({ title: t('flowList.noneTitle'), text: t('flowList.noneText', { text }) })}
        renderRow={(flow, onRename) => <FlowRow flow={flow} onRename={onRename} />}
        renderDialog={(flow, onClose) => <FlowNameDialog flow={flow} onClose={onClose} />}
      />
      <InUseHost />
    </>
  )
}
