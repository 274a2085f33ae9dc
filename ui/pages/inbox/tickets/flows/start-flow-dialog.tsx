import i18n from 'i18next'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { FormDialog } from '../../../../components/form-dialog'
import { Select } from '../../../../components/select'
import { api, unwrapResponse } from '../../../../lib/api'
import { createForm, required, useForm } from '../../../../lib/form'
import { useStartableFlows } from '../../../../lib/startable-flows'
import { errorText, toastSuccess } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'

/** Choice of the flow that an agent starts in a ticket. */
export function StartFlowDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation()
  const { flows, failure } = useStartableFlows()
  const form = useForm(() => createForm({ flowId: '' }, { flowId: [required] }))
  const send = async ({ flowId }: { flowId: string }) => {
    await unwrapResponse(api.tickets({ id: ticket.id }).flow.post({ flowId: Number(flowId) }))
    toastSuccess(i18n.t('ticketFlows.started'))
    onClose()
  }
  return (
    <FormDialog form={form} send={send} title={t('startFlow.action')} onClose={onClose} action={t('ticketFlows.start')}>
      <Select
        field={form.field('flowId')}
        label={t('startFlow.flow')}
        hint={
          failure
            ? errorText(failure)
            : flows?.length === 0
              ? t('startFlow.empty')
              : t(`ticketFlows.hint.${ticket.status === 'open' ? 'open' : 'pending'}`)
        }
        placeholder={t('ticketFlows.choose')}
        disabled={!flows || flows.length === 0}
        choices={(flows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
    </FormDialog>
  )
}
