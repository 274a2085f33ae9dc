import { FieldShell } from '../../../../components/field'
import { BareSelect } from '../../../../components/select'
import { createForm, required } from '../../../../lib/form'
import { useQueues } from '../../../../lib/queues'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { readData } from './node-data'
import { NodeFields, type NodeFormProps, useNodeForm } from './node-fields'

/** Queue that the ticket moves to. */
export function TicketForm(props: NodeFormProps) {
  const { t } = useTranslation()
  const { queueId } = readData(props.type, props.data, 'ticket')
  const { rows } = useQueues()
  const form = useNodeForm(props, () =>
    createForm({ queueId: queueId === null ? '' : String(queueId) }, { queueId: [required] }),
  )
  const field = form.field('queueId')
  const value = useValue(field.value)
  const problem = useValue(field.problem) ? t('flowBuilder.queueNone') : null
  const toData = (values: { queueId: string }) => {
    if (values.queueId === '') return {}
    const id = Number(values.queueId)
    return { data: { id, name: rows.find((queue) => queue.id === id)?.name ?? '' } }
  }
  return (
    <NodeFields {...props} form={form} toData={toData}>
      <FieldShell label={t('flowBuilder.queue')} problem={problem}>
        {(control) => (
          <BareSelect
            {...{ ...control, 'data-autofocus': true }}
            value={rows.some(({ id }) => String(id) === value) ? value : ''}
            placeholder={t('flowBuilder.chooseQueue')}
            choices={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(next) => {
              field.value.value = next
            }}
          />
        )}
      </FieldShell>
    </NodeFields>
  )
}
